"""Rollouts: that a trial is the game it should be, that taking the luck out changes no mean, and that nothing else counts."""

import math

import numpy as np
import pytest

import bsg
from boards import board
from bsg import rollouts
from bsg.analysis import analyse, evaluate
from bsg.races import build_race_table, race_value
from bsg_core import playout
from bsg_core import rollouts as native

BOTH_GAMES = pytest.mark.parametrize("rules", [bsg.BAN_SUGOROKU, bsg.BACKGAMMON], ids=["ban-sugoroku", "backgammon"])
START = bsg.Position.start()
MIDDLE = board({24: 1, 20: 1, 13: 4, 8: 4, 6: 5}, {25: 1, 13: 5, 8: 3, 6: 5, 4: 1})
LATE = {
    bsg.BAN_SUGOROKU: board({12: 1, 8: 2, 6: 5, 5: 4, 4: 3}, {15: 1, 9: 2, 6: 6, 5: 5, 3: 1}),
    bsg.BACKGAMMON: board({12: 1, 6: 2, 4: 2}, {15: 1, 6: 2, 5: 2, 2: 1}),
}


def candidates(position, dice, rules, count=3):
    return [row.play for row in analyse(position, dice, rules, 0)[:count]]


def trial_in_python(position, rules, trial, *, seed=1, truncate=10_000, adjust_luck=True):
    """Play a trial turn by turn, and take out its luck roll by roll."""
    dice = playout.open_stream(seed, trial, 0)
    luck = np.zeros(5)
    is_first = True  # whether the side that is to roll is the one that rolled first, by which all is seen

    def seen(probabilities):
        return np.array(probabilities if is_first else probabilities.swapped())

    for _ in range(truncate):
        race = race_value(position, rules)
        if race is not None and race.is_exact:
            break
        roll = playout.roll(dice)
        best = analyse(position, roll, rules, 0)[0]
        if adjust_luck:
            luck += seen(best.probabilities) - seen(evaluate(position, rules, 1).probabilities)
        if best.play.result is not None:
            return seen(best.probabilities) - luck
        position, is_first = best.play.after.swapped(), not is_first
    return seen(evaluate(position, rules).probabilities) - luck


@BOTH_GAMES
@pytest.mark.parametrize("adjust_luck", [True, False], ids=["luck-out", "luck-in"])
@pytest.mark.parametrize("truncate", [3, 10_000])
def test_a_trial_is_the_game_that_the_network_plays_with_these_dice(rules, adjust_luck, truncate):
    wanted = [trial_in_python(MIDDLE, rules, n, truncate=truncate, adjust_luck=adjust_luck) for n in range(2)]
    found = bsg.rollout(MIDDLE, rules, 2, truncate=truncate, adjust_luck=adjust_luck)
    assert found.probabilities == pytest.approx(np.mean(wanted, axis=0), abs=1e-4)
    assert found.standard_errors == pytest.approx(np.abs(wanted[0] - wanted[1]) / 2, abs=1e-4)


@BOTH_GAMES
@pytest.mark.parametrize("ply", [1, 2])
def test_who_looks_ahead_plays_the_plays_of_a_search(rules, ply):
    """After one turn a trial without its luck is what the chosen play is worth to a search."""
    dice = playout.open_stream(9, 0, 0), playout.open_stream(9, 1, 0)
    chosen = [bsg.bot(f"net-{ply}ply").choose(MIDDLE, playout.roll(stream), rules) for stream in dice]
    equities = [-evaluate(play.after.swapped(), rules, ply).equity for play in chosen]
    found = bsg.rollout(MIDDLE, rules, 2, ply=ply, truncate=1, adjust_luck=False, seed=9)
    assert found.equity == pytest.approx(np.mean(equities), abs=1e-5)


@BOTH_GAMES
@pytest.mark.parametrize("position", [START, MIDDLE], ids=["start", "middle"])
def test_one_turn_without_its_luck_is_a_look_one_turn_ahead(position, rules):
    found = bsg.rollout(position, rules, 20, truncate=1)
    assert found.probabilities == pytest.approx(evaluate(position, rules, 1).probabilities, abs=1e-6)
    assert found.standard_error == pytest.approx(0, abs=1e-7)


@BOTH_GAMES
def test_taking_the_luck_out_changes_no_mean_but_the_error(rules):
    with_luck = bsg.rollout(MIDDLE, rules, 4000, adjust_luck=False)
    without = bsg.rollout(MIDDLE, rules, 200, seed=2)
    for one, other, *errors in zip(
        with_luck.probabilities,
        without.probabilities,
        with_luck.standard_errors,
        without.standard_errors,
        strict=True,
    ):
        assert abs(one - other) < 4 * math.hypot(*errors) + 1e-3
    assert abs(with_luck.equity - without.equity) < 4 * math.hypot(with_luck.standard_error, without.standard_error)
    assert without.standard_error < 2 * with_luck.standard_error  # with a twentieth of the trials


@BOTH_GAMES
def test_a_race_that_is_known_exactly_is_not_rolled_out(rules):
    position = board({12: 1, 6: 14}, {7: 1, 6: 14}) if rules == bsg.BAN_SUGOROKU else board({6: 1, 3: 2}, {5: 1, 4: 1})
    found = bsg.rollout(position, rules, 5)
    assert found.equity == pytest.approx(race_value(position, rules).equity, abs=1e-6)
    assert found.standard_error == pytest.approx(0, abs=1e-9)


@BOTH_GAMES
def test_a_race_beyond_what_is_known_agrees_with_an_exact_table_of_it(rules):
    own, opponent = ({8: 3, 7: 3, 6: 9}, {12: 1, 8: 2, 7: 3, 6: 9}), ({6: 3, 5: 2, 4: 1}, {5: 3, 3: 3})
    position = board(*(own if rules == bsg.BAN_SUGOROKU else opponent))
    exact = build_race_table(rules, exact_checkers=6).value(position, rules)
    assert exact.is_exact
    found = bsg.rollout(position, rules, 400)
    assert abs(found.equity - exact.equity) < 4 * found.standard_error + 0.003
    assert found.standard_error < 0.01


@BOTH_GAMES
def test_the_end_of_a_game_agrees_with_a_deep_search(rules):
    found = bsg.rollout(LATE[rules], rules, 200)
    assert abs(found.equity - evaluate(LATE[rules], rules, 2).equity) < 4 * found.standard_error + 0.01


@BOTH_GAMES
def test_threads_change_nothing(rules):
    plays = candidates(START, (4, 3), rules)
    answers = [bsg.rollout(plays, rules, 50, truncate=4, threads=threads) for threads in (1, 2, 7)]
    assert answers[0] == answers[1] == answers[2]


def test_the_seed_and_the_number_of_a_trial_tell_its_dice():
    some = bsg.rollout(START, trials=20, truncate=4, seed=5)
    assert some == bsg.rollout(START, trials=20, truncate=4, seed=5)
    assert some != bsg.rollout(START, trials=20, truncate=4, seed=6)


def test_plays_have_the_same_dice():
    play = candidates(START, (4, 3), bsg.BAN_SUGOROKU)[0]
    first, second = bsg.rollout([play, play], trials=20, truncate=6)
    assert first.rollout == second.rollout
    assert (second.behind, second.behind_error) == (0, 0)


@BOTH_GAMES
def test_plays_are_seen_by_who_makes_them_and_come_best_first(rules):
    plays = bsg.plays(START, (3, 1), rules)
    rows = bsg.rollout(plays, rules, 30, truncate=3)
    assert {row.play for row in rows} == set(plays)
    assert [row.equity for row in rows] == sorted((row.equity for row in rows), reverse=True)
    assert rows[0].play == analyse(START, (3, 1), rules, 0)[0].play
    for row in rows[:2]:
        alone = bsg.rollout(row.play.after.swapped(), rules, 30, truncate=3)
        assert row.equity == pytest.approx(-alone.equity, abs=1e-6)
        assert row.rollout.probabilities == pytest.approx(alone.probabilities.swapped(), abs=1e-6)
        assert row.rollout.standard_error == pytest.approx(alone.standard_error)
        assert row.behind == pytest.approx(rows[0].equity - row.equity, abs=1e-6)
        low, high = row.rollout.interval
        assert high - low == pytest.approx(2 * 1.96 * row.rollout.standard_error, rel=1e-4)


def test_a_play_that_wins_is_known():
    position = board({11: 1, 6: 5, 4: 4, 3: 5}, {23: 2, 13: 13})
    plays = bsg.plays(position, (5, 4))
    rows = bsg.rollout(plays, trials=10, truncate=5, clear_at=3)
    won = next(play for play in plays if play.result is not None)
    assert rows[0].play == won
    assert (rows[0].equity, rows[0].rollout.trials, rows[0].behind) == (won.result.points, 0, 0)
    assert all(row.behind > 0 for row in rows[1:])
    assert [row.rollout.trials for row in bsg.rollout([won], trials=10)] == [0]


def test_what_is_clearly_behind_is_given_up():
    plays = candidates(START, (3, 1), bsg.BAN_SUGOROKU, 2) + bsg.plays(START, (3, 1))[:1]
    rows = bsg.rollout(plays, trials=1000, truncate=5, clear_at=3.0)
    given_up = [row for row in rows if row.is_given_up]
    assert given_up
    assert not rows[0].is_given_up
    assert rows[-1].is_given_up
    for row in given_up:
        assert row.rollout.trials < 1000
        assert row.behind > 2.5 * row.behind_error
    if len(given_up) == 2:
        assert rows[0].rollout.trials < 1000  # nothing is left to compare it with
    assert not any(row.is_given_up for row in bsg.rollout(plays, trials=200, truncate=5))


def test_a_rollout_ends_when_its_error_is_small_enough():
    found = bsg.rollout(START, trials=5000, truncate=5, error_below=0.003)
    assert 144 <= found.trials < 5000
    assert found.standard_error < 0.003
    whole = bsg.rollout(START, trials=found.trials, truncate=5)
    assert found == whole


def test_a_rollout_ends_in_time():
    found = bsg.rollout(START, trials=1_000_000, seconds=0.3)
    assert 2 <= found.trials < 100_000
    assert found == bsg.rollout(START, trials=found.trials)
    assert bsg.rollout(START, trials=100, seconds=1e-9).trials >= 2


def test_progress_is_told():
    told = []
    bsg.rollout(START, trials=500, truncate=3, clear_at=3.0, progress=lambda *done: told.append(done))
    assert told[-1] == (500, 500)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_an_interrupted_rollout_tells_the_trials_before_the_first_that_is_missing(monkeypatch):
    def interrupted(self, *_):
        for first, count in ((3, 4), (0, 3), (8, 2)):
            self.counts += self._play(first, count, self._stop)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(rollouts.Chunks, "run", interrupted)
        with pytest.raises(bsg.RolloutInterrupted, match=r"^stopped after 7 of 100 trials$") as caught:
            bsg.rollout(START, trials=100, truncate=2)
    assert caught.value.found == bsg.rollout(START, trials=7, truncate=2)


def test_a_rollout_interrupted_at_once_tells_nothing(monkeypatch):
    def interrupted(self, *_):
        self.counts += self._play(1, 5, self._stop)
        raise KeyboardInterrupt

    monkeypatch.setattr(rollouts.Chunks, "run", interrupted)
    with pytest.raises(bsg.RolloutInterrupted) as caught:
        bsg.rollout(START, trials=100, truncate=2)
    assert caught.value.found is None


@BOTH_GAMES
def test_the_bot_rolls_out_what_a_look_ahead_leaves_open(rules):
    for position, dice in ((START, (6, 2)), (START, (4, 3)), (MIDDLE, (5, 2))):
        shallow = analyse(position, dice, rules, 0)
        looked_at = [row.play for row in shallow[:8] if row.equity >= shallow[0].equity - 0.16]
        by_look = sorted(looked_at, key=lambda play: evaluate(play.after.swapped(), rules, 1).equity)
        best = evaluate(by_look[0].after.swapped(), rules, 1).equity
        left = [play for play in by_look[:4] if evaluate(play.after.swapped(), rules, 1).equity <= best + 0.05]
        wanted = bsg.rollout(left, rules, 72, truncate=8, seed=0)[0].play
        assert bsg.bot("rollout").choose(position, dice, rules) == wanted


@pytest.mark.parametrize(
    ("error", "message", "arguments", "options"),
    [
        (TypeError, "a Position or a sequence of Play", ("start",), {}),
        (TypeError, "a Position or a sequence of Play", ([START],), {}),
        (ValueError, "one or more, got none", ([],), {}),
        (ValueError, "undecided", (board({6: 15}, {24: 15}),), {}),
        (ValueError, "R17", (board({6: 14}, {6: 14}),), {}),
        (TypeError, "rules must be", (START, "backgammon"), {}),
        (ValueError, "trials must be 2", (START, bsg.BACKGAMMON, 1), {}),
        (TypeError, "trials must be", (START, bsg.BACKGAMMON, 10.0), {}),
        (ValueError, "ply must be 0 to 2", (START,), {"ply": 3}),
        (ValueError, "truncate must be 1", (START,), {"truncate": 0}),
        (ValueError, "seed must be", (START,), {"seed": -1}),
        (TypeError, "seed must be", (START,), {"seed": None}),
        (ValueError, "error_below must be more than 0", (START,), {"error_below": 0}),
        (ValueError, "clear_at must be more than 0", (START,), {"clear_at": float("nan")}),
        (TypeError, "seconds must be a number", (START,), {"seconds": "1"}),
        (ValueError, "seconds must be at most", (START,), {"seconds": 1e300}),
        (TypeError, "adjust_luck must be a bool", (START,), {"adjust_luck": 1}),
        (TypeError, "progress must be callable", (START,), {"progress": 1}),
        (TypeError, "network must be", (START,), {"network": "net"}),
        (ValueError, "threads must be", (START,), {"threads": 0}),
    ],
)
def test_what_cannot_be_rolled_out_is_refused(error, message, arguments, options):
    with pytest.raises(error, match=message):
        bsg.rollout(*arguments, **options)


@pytest.mark.parametrize(
    ("message", "changed"),
    [
        ("decided", {"board": bytes(board({6: 15}, {24: 15}))}),
        ("plies must be 0 to 2", {"plies": 3}),
        ("longest must be at least 1", {"longest": 0}),
        ("stop must have one element", {"stop": np.zeros(2, np.uint8)}),
        ("expected", {"expected": np.zeros((3, 4), np.float32)}),
        ("network", {"net": np.zeros(10, np.int16)}),
    ],
)
def test_the_core_refuses_what_does_not_fit(message, changed):
    arguments = {
        "net": bsg.bot("net").native_player(bsg.BAN_SUGOROKU)[2],
        "races": None,
        "board": bytes(START),
        "rules": bsg.BAN_SUGOROKU.code,
        "plies": 0,
        "longest": 3,
        "adjusts_luck": True,
        "seed": 1,
        "first_trial": 0,
        "stop": np.zeros(1, np.uint8),
        "expected": np.zeros((3, 5), np.float32),
    }
    assert native.roll_out_rows(*arguments.values()) == 3
    with pytest.raises(ValueError, match=message):
        native.roll_out_rows(*(arguments | changed).values())
