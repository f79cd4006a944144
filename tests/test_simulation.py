import dataclasses
import json
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections import Counter

import numpy as np
import pytest

import bsg
from bsg import chunks, simulation
from bsg.rules import CLOSED_HOMES, FINISHES, STARTS, STEPS_PER_DOUBLE
from bsg.summary import rules_text, summarize, win_kinds
from bsg.tally import GAME_KINDS, Outcome, Tally
from bsg_core import playout, random_games

ALL_RULES = [
    bsg.Rules(finish, closed_home, steps, start, gammons)
    for finish in FINISHES
    for closed_home in CLOSED_HOMES
    for steps in STEPS_PER_DOUBLE
    for start in STARTS
    for gammons in ((False, True) if finish == "bear-off" else (False,))
]

START = bsg.Position.start()
TWO_AT_RANDOM = bsg.bot("random"), bsg.bot("random")
OWN_IS_HOME = bsg.Position.parse("own 6:5 3:5 1:5 / opp 18:2 13:5 8:3 7:5")
FROZEN = bsg.Position.parse("own bar:1 6:3 5:3 4:2 3:2 2:2 1:2 / opp bar:1 6:3 5:3 4:2 3:2 2:2 1:2")


class First:
    """Take the first play listed."""

    def choose(self, position, dice, rules):
        return bsg.plays(position, dice, rules)[0]


class Recorder(First):
    """Remember what was asked."""

    def __init__(self):
        self.asked = []

    def choose(self, position, dice, rules):
        self.asked.append((position, dice, rules))
        return super().choose(position, dice, rules)


# The same games, whoever plays them and however they are cut.


@pytest.mark.parametrize(
    "rules", [bsg.BAN_SUGOROKU, bsg.BACKGAMMON, bsg.Rules(closed_home="instant", start="roll-off")]
)
def test_results_do_not_depend_on_threads(rules):
    one = bsg.simulate(500, rules, seed=11, threads=1)
    assert one.games == 500
    assert all(bsg.simulate(500, rules, seed=11, threads=threads) == one for threads in (2, 3, 7, None))


def test_results_do_not_depend_on_chunks(monkeypatch):
    expected = bsg.simulate(300, seed=12)
    monkeypatch.setattr(simulation, "_FIRST_CHUNK_AT_RANDOM", 1)
    monkeypatch.setattr(chunks, "_LARGEST_CHUNK", 3)
    assert bsg.simulate(300, seed=12) == expected
    monkeypatch.setattr(simulation, "_FIRST_CHUNK_AT_RANDOM", 300)
    assert bsg.simulate(300, seed=12) == expected


def in_python(games, rules, seed, position=START, max_plies=10_000):
    play = simulation.GamesOfPlayers(TWO_AT_RANDOM, position, rules, seed, max_plies)
    return play(0, games, np.zeros(1, np.uint8))


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_text)
def test_a_game_turn_by_turn_is_the_game_the_core_plays(rules):
    games, seed, first_game = 4, 2**64 - 1, 0
    beginners, points, kinds, plies = (np.empty(games, t) for t in (np.uint8, np.int8, np.uint8, np.int64))
    random_games.play_games(
        bytes(START), rules.code, seed, first_game, 10_000, np.zeros(1, np.uint8), beginners, points, kinds, plies
    )
    play = simulation.GamesOfPlayers(TWO_AT_RANDOM, START, rules, seed, 10_000)
    for game in range(games):
        native = Tally.of_game(
            Outcome(int(beginners[game]), int(points[game]), GAME_KINDS[kinds[game]]), int(plies[game])
        )
        assert play(game, 1, np.zeros(1, np.uint8)) == native


@pytest.mark.parametrize("max_plies", [1, 2, 60])
def test_a_capped_game_turn_by_turn_is_capped_in_the_core_too(max_plies):
    native = bsg.simulate(40, seed=5, max_plies=max_plies)
    tally = in_python(40, bsg.BAN_SUGOROKU, 5, max_plies=max_plies)
    assert native.capped == sum(count for outcome, count in tally.outcomes.items() if outcome.kind == "capped") > 0
    assert native.longest_plies == max(tally.lengths) == max_plies


def test_python_loop_and_core_agree_from_a_position_of_ones_own():
    position = bsg.Position.parse("own bar:2 13:5 8:3 6:5 / opp 20:1 13:5 8:4 6:5")
    native = bsg.simulate(50, bsg.BACKGAMMON, seed=6, position=position)
    tally = in_python(50, bsg.BACKGAMMON, 6, position=position)
    assert native == summarize(
        tally, seed=6, rules=bsg.BACKGAMMON, players=("random", "random"), position=position, max_plies=10_000
    )


def test_the_first_games_of_a_run_are_a_shorter_run():
    play = simulation.GamesOfPlayers(TWO_AT_RANDOM, START, bsg.BAN_SUGOROKU, 3, 10_000)
    tally = play(0, 2, np.zeros(1, np.uint8)) + play(2, 3, np.zeros(1, np.uint8))
    assert bsg.simulate(5, seed=3).mean_plies == sum(n * count for n, count in tally.lengths.items()) / 5


def test_seeds():
    assert bsg.simulate(50, seed=1) != dataclasses.replace(bsg.simulate(50, seed=2), seed=1)
    assert bsg.simulate(3, seed=0).seed == 0
    assert bsg.simulate(3, seed=2**64 - 1).seed == 2**64 - 1
    assert bsg.simulate(3, seed=np.uint64(7)).seed == 7


def test_without_a_seed_the_summary_tells_one_that_repeats_the_games():
    fresh, other = bsg.simulate(50), bsg.simulate(50)
    assert fresh.seed != other.seed
    assert 0 <= fresh.seed < 2**53
    assert bsg.simulate(50, seed=fresh.seed) == fresh


# How games begin and end.


def test_alternate_lets_seat_0_begin_even_games():
    assert bsg.simulate(7, seed=1).begun == (4, 3)


def rolls_and_beginners(start, games=6000):
    rules = bsg.Rules(start=start)
    for game in range(games):
        beginner, high, low = playout.begin_game(playout.open_stream(77, game, 0), game, rules.code)
        yield beginner, (high, low)


@pytest.mark.parametrize("start", STARTS)
def test_first_rolls_by_start_rule(start):
    begun = list(rolls_and_beginners(start))
    rolls = Counter(roll for _, roll in begun)
    doubles = sum(count for (high, low), count in rolls.items() if high == low)
    if start == "opening-roll":
        assert doubles == 0
        assert len(rolls) == 15
        expected, spread = 400, 5 * math.sqrt(6000 * (1 / 15) * (14 / 15))
        assert all(abs(count - expected) < spread for count in rolls.values())
    else:
        assert len(rolls) == 21
        assert abs(doubles - 1000) < 5 * math.sqrt(6000 * (1 / 6) * (5 / 6))
    seat_1 = sum(beginner for beginner, _ in begun)
    if start == "alternate":
        assert [beginner for beginner, _ in begun] == [0, 1] * 3000
    else:
        assert abs(seat_1 - 3000) < 5 * math.sqrt(6000 / 4)


def test_with_opening_roll_no_game_starts_with_a_double():
    players = Recorder(), Recorder()
    bsg.simulate(60, bsg.Rules(start="opening-roll"), seed=9, players=players)
    first_rolls = [dice for player in players for position, dice, _ in player.asked if position == START]
    assert len(first_rolls) == 60
    assert all(high != low for high, low in first_rolls)


def test_a_position_already_won_by_the_beginner():
    summary = bsg.simulate(10, seed=1, position=OWN_IS_HOME)
    assert summary.wins == (5, 5)
    assert summary.beginner_wins == 10
    assert summary.longest_plies == 0
    assert summary.points_per_game == 0


def test_a_position_already_lost_by_the_beginner():
    summary = bsg.simulate(9, seed=1, position=OWN_IS_HOME.swapped())
    assert summary.wins == (4, 5)
    assert summary.beginner_wins == 0


def test_a_frozen_position_is_drawn_and_not_capped():
    for players in (("random", "random"), (First(), First())):
        summary = bsg.simulate(4, seed=1, position=FROZEN, players=players)
        assert (summary.draws, summary.capped, summary.wins, summary.longest_plies) == (4, 0, (0, 0), 0)


def test_capped_games_have_no_points_and_are_no_draws():
    summary = bsg.simulate(20, seed=1, max_plies=3)
    assert (summary.capped, summary.draws, summary.wins) == (20, 0, (0, 0))
    assert summary.points_per_game == 0
    assert summary.points_interval == (0, 0)
    assert summary.mean_plies == summary.median_plies == summary.longest_plies == 3


def test_a_huge_cap_is_taken():
    assert bsg.simulate(20, seed=1, max_plies=10**9) == dataclasses.replace(bsg.simulate(20, seed=1), max_plies=10**9)


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_text)
def test_every_game_is_counted_once_and_by_a_kind_the_rules_know(rules):
    summary = bsg.simulate(60, rules, seed=8)
    assert tuple(summary.wins_by_kind) == win_kinds(rules)
    assert tuple(map(sum, zip(*summary.wins_by_kind.values(), strict=True))) == summary.wins
    assert sum(summary.wins) + summary.draws + summary.capped == sum(summary.begun) == summary.games == 60


# Statistics, by hand.


def tally_of(*games):
    tally = Tally()
    for beginner, points, kind, plies in games:
        tally += Tally.of_game(Outcome(beginner, points, kind), plies)
    return tally


def summary_of(tally, rules=bsg.BAN_SUGOROKU):
    return summarize(tally, seed=1, rules=rules, players=("a", "b"), position=START, max_plies=100)


FOUR_GAMES = tally_of(
    (0, 1, "iri-gachi", 10), (1, 1, "iri-gachi", 40), (0, -1, "iri-gachi", 20), (1, -3, "mujo-gachi", 30)
)


def test_points_and_interval_of_four_games():
    summary = summary_of(FOUR_GAMES)
    # Mean (1 + 1 - 1 - 3) / 4; squared deviations 2.25 + 2.25 + 0.25 + 6.25 = 11, over 3; the error is sqrt(11 / 12).
    assert summary.points_per_game == -0.5
    low, high = summary.points_interval
    assert low == pytest.approx(-0.5 - 1.959964 * 0.9574271, abs=1e-6)
    assert high == pytest.approx(-0.5 + 1.959964 * 0.9574271, abs=1e-6)


def test_counts_of_four_games():
    summary = summary_of(FOUR_GAMES)
    assert summary.wins == (2, 2)
    assert summary.wins_by_kind == {"iri-gachi": (2, 1), "mushi-gachi": (0, 0), "mujo-gachi": (0, 1)}
    assert summary.begun == (2, 2)
    assert summary.beginner_wins == 2
    assert (summary.mean_plies, summary.median_plies, summary.longest_plies) == (25, 25, 40)


def test_capped_and_drawn_games_count_as_played():
    summary = summary_of(
        tally_of((0, 2, "mushi-gachi", 7), (0, 0, "draw", 0), (1, 0, "capped", 100), (1, 0, "capped", 100))
    )
    assert summary.points_per_game == 0.5
    assert (summary.draws, summary.capped) == (1, 2)
    assert summary.median_plies == (7 + 100) / 2


@pytest.mark.parametrize(
    ("lengths", "median"),
    [([5], 5), ([5, 6], 5.5), ([9, 1, 5], 5), ([1, 1, 1, 9], 1), ([1, 1, 9, 9], 5), ([3, 2, 3], 3)],
)
def test_median(lengths, median):
    assert summary_of(tally_of(*((0, 1, "iri-gachi", plies) for plies in lengths))).median_plies == median


def test_one_game_has_no_interval():
    summary = bsg.simulate(1, seed=1)
    assert summary.points_interval is None
    assert summary.to_dict()["points_interval"] is None
    assert "no interval" in str(summary)


def test_the_arrays_of_the_core_are_counted():
    tally = Tally.of_games(
        np.array([0, 1, 1], np.uint8),
        np.array([-3, 3, 0], np.int8),
        np.array([7, 7, 9], np.uint8),
        np.array([50, 50, 70], np.int64),
    )
    assert tally.outcomes == {
        Outcome(0, -3, "backgammon"): 1,
        Outcome(1, 3, "backgammon"): 1,
        Outcome(1, 0, "capped"): 1,
    }
    assert tally.lengths == {50: 2, 70: 1}
    assert tally.games == 3


def test_memory_is_that_of_two_histograms():
    play = simulation.GamesOfBots(TWO_AT_RANDOM, bytes(START), bsg.BAN_SUGOROKU, 1, 10_000)
    tally = play(0, 5000, np.zeros(1, np.uint8))
    assert tally.games == 5000
    assert len(tally.outcomes) <= 2 * 7
    assert len(tally.lengths) <= max(tally.lengths)


def test_a_summary_is_a_value():
    summary = bsg.simulate(30, seed=4)
    assert pickle.loads(pickle.dumps(summary)) == summary
    assert hash(summary) == hash(bsg.simulate(30, seed=4))
    with pytest.raises(dataclasses.FrozenInstanceError):
        summary.games = 3


def test_to_dict_is_plain_json():
    summary = bsg.simulate(30, bsg.BACKGAMMON, seed=4, max_plies=80)
    plain = summary.to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert plain["rules"] == dataclasses.asdict(bsg.BACKGAMMON)
    assert plain["position"] == START.text
    assert plain["wins"] == list(summary.wins)
    assert plain["wins_by_kind"]["gammon"] == list(summary.wins_by_kind["gammon"])
    assert list(plain) == [field.name for field in dataclasses.fields(summary)]


def test_the_text_of_a_summary_shows_its_numbers():
    text = str(summary_of(FOUR_GAMES))
    assert text.splitlines()[0] == "4 games of ban-sugoroku"
    for expected in (
        "seat 0: a",
        "seat 1: b",
        "2  50.00 %",
        "1  25.00 %",
        "points per game, seat 0      -0.5000 ± 1.8765",
        "  95 % interval              -2.3765 to +1.3765  (too few games to trust)",
        "mean 25.0, median 25.0, longest 40",
        "capped at 100 plies",
    ):
        assert expected in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_an_interval_of_games_all_alike_says_so():
    assert "+0.0000 to +0.0000  (all games alike)" in str(bsg.simulate(40, seed=1, max_plies=1))
    assert "(all games alike)" in str(summary_of(tally_of(*[(0, 1, "iri-gachi", 10)] * 2)))


def test_an_interval_of_many_different_games_stands_alone():
    text = str(summary_of(tally_of(*[(0, 1, "iri-gachi", 10), (1, -1, "iri-gachi", 10)] * 15)))
    assert re.search(r"^  95 % interval +-0\.\d{4} to \+0\.\d{4}$", text, re.MULTILINE)


def test_the_text_of_a_summary_shows_a_position_that_is_not_the_start():
    assert str(bsg.simulate(2, seed=1, position=OWN_IS_HOME)).endswith(f"\n  {OWN_IS_HOME.text}")
    assert "every game from" not in str(bsg.simulate(2, seed=1))


def test_the_heading_of_a_stopped_run_says_so():
    summary = summary_of(FOUR_GAMES)
    assert summary.heading(stopped_of=9000) == "4 of 9,000 games of ban-sugoroku (stopped)"
    assert summary.heading("my game") == "4 games of my game"


def test_names_of_rules():
    assert rules_text(bsg.BACKGAMMON) == "backgammon"
    assert rules_text(bsg.Rules("bear-off")) == "ban-sugoroku with finish=bear-off"
    assert rules_text(bsg.Rules("bear-off", "off", 4)) == "backgammon with start=alternate, gammons=False"
    assert rules_text(bsg.Rules(closed_home="off", steps_per_double=4)) == (
        "ban-sugoroku with closed_home=off, steps_per_double=4"
    )


# Players written in Python.


def test_a_player_is_asked_about_its_own_view_and_dice():
    recorder = Recorder()
    summary = bsg.simulate(6, seed=2, players=("random", recorder))
    assert summary == dataclasses.replace(
        bsg.simulate(6, seed=2, players=("random", First())), players=("random", "Recorder")
    )
    assert any(position == START for position, _, _ in recorder.asked)
    for position, dice, rules in recorder.asked:
        assert rules is bsg.BAN_SUGOROKU
        assert 6 >= dice[0] >= dice[1] >= 1
        assert bsg.plays(position, dice, rules)[0].steps


def test_seats_keep_their_players_whoever_begins():
    first = bsg.simulate(30, seed=3, players=(First(), "random"))
    second = bsg.simulate(30, seed=3, players=("random", First()))
    assert first.players == ("First", "random")
    assert first.wins != second.wins


def test_a_player_is_not_asked_when_its_only_play_is_a_pass():
    closed = bsg.Position.parse("own bar:1 13:14 / opp 6:3 5:3 4:3 3:2 2:2 7:2")
    recorder = Recorder()
    bsg.simulate(20, seed=1, players=(recorder, recorder), position=closed, max_plies=4)
    assert recorder.asked
    assert all(bsg.plays(position, dice)[0].steps for position, dice, _ in recorder.asked)


def test_a_play_counts_by_the_position_it_reaches():
    class FromTheReference:
        def choose(self, position, dice, rules):
            return bsg.reference.plays(position, dice, rules)[0]

    assert bsg.simulate(2, seed=3, players=("random", FromTheReference())).wins == (
        bsg.simulate(2, seed=3, players=("random", First())).wins
    )


def test_the_name_of_a_player():
    class Named(First):
        name = "Kusaba"

    class Odd(First):
        name = 7

    assert bsg.simulate(1, seed=1, players=(Named(), Odd())).players == ("Kusaba", "Odd")


@pytest.mark.parametrize("wrong", [None, 3, "8/5", START])
def test_a_player_must_return_a_play(wrong):
    class Wrong:
        def choose(self, position, dice, rules):
            return wrong

    with pytest.raises(TypeError, match=r"players\[1\] \(Wrong\) in game 0 must return a bsg.Play, got"):
        bsg.simulate(3, seed=1, players=("random", Wrong()))


def test_a_player_must_return_a_legal_play():
    class Cheat:
        def choose(self, position, dice, rules):
            return bsg.plays(OWN_IS_HOME.swapped().swapped(), dice, bsg.BACKGAMMON)[0]

    with pytest.raises(
        ValueError, match=r"players\[0\] \(Cheat\) in game 0 must return a legal play of \d-\d from 'own"
    ):
        bsg.simulate(3, seed=1, players=(Cheat(), "random"))


def test_an_exception_of_a_player_reaches_the_caller():
    class Broken:
        def choose(self, position, dice, rules):
            raise LookupError("no idea")

    with pytest.raises(LookupError, match="no idea"):
        bsg.simulate(3, seed=1, players=("random", Broken()))


# Progress.


@pytest.mark.parametrize("players", [("random", "random"), ("random", First())])
def test_progress_is_told_at_the_end_and_from_the_calling_thread(players, monkeypatch):
    monkeypatch.setattr(chunks, "SECONDS_BETWEEN_REPORTS", 0.01)
    told = []
    bsg.simulate(100, seed=1, players=players, progress=lambda *args: told.append((*args, threading.get_ident())))
    assert told[-1] == (100, 100, threading.get_ident())
    assert told == sorted(told)
    assert {(total, thread) for _, total, thread in told} == {(100, threading.get_ident())}


@pytest.mark.parametrize("players", [("random", "random"), ("random", First())])
def test_an_exception_of_progress_stops_everything_and_reaches_the_caller(players):
    class Enough(Exception):  # noqa: N818  # not an error
        pass

    def progress(*_):
        raise Enough

    began = time.monotonic()
    with pytest.raises(Enough):
        bsg.simulate(10**12, seed=1, players=players, progress=progress)
    assert time.monotonic() - began < 5
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("bsg-games")]


def test_an_exception_of_the_core_reaches_the_caller(monkeypatch):
    def broken(*_):
        raise MemoryError("no scratch")

    monkeypatch.setattr(random_games, "play_games", broken)
    with pytest.raises(MemoryError, match="no scratch"):
        bsg.simulate(10**12, seed=1)


# Ctrl-C.


@pytest.fixture
def _ctrl_c_counts():
    """Let Ctrl-C interrupt, also where the shell that runs the tests has it ignored in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt_soon():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def check_interrupted(error, games):
    done = error.summary.games
    assert 0 < done < games
    assert str(error) == f"stopped after {done:,} of {games:,} games"
    assert sum(error.summary.wins) + error.summary.draws + error.summary.capped == done


@pytest.mark.usefixtures("_ctrl_c_counts")
@pytest.mark.parametrize("players", [("random", "random"), ("random", First())])
def test_ctrl_c_tells_how_far_it_came(players):
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt) as caught:
        bsg.simulate(10**12, seed=1, players=players)
    assert type(caught.value) is bsg.SimulationInterrupted
    check_interrupted(caught.value, 10**12)


@pytest.mark.usefixtures("_ctrl_c_counts")
def test_interrupted_games_of_one_thread_are_the_first_ones():
    interrupt_soon()
    with pytest.raises(bsg.SimulationInterrupted) as caught:
        bsg.simulate(10**12, seed=1, threads=1)
    assert caught.value.summary == bsg.simulate(caught.value.summary.games, seed=1)


@pytest.mark.usefixtures("_ctrl_c_counts")
def test_ctrl_c_stops_an_endless_game(monkeypatch):
    def endless(*arguments):
        stop = arguments[5]
        while not stop[0]:
            time.sleep(0.01)
        return 0

    monkeypatch.setattr(random_games, "play_games", endless)
    timer = interrupt_soon()
    with pytest.raises(bsg.SimulationInterrupted, match=r"^stopped after 0 of 5 games$") as caught:
        bsg.simulate(5, seed=1, max_plies=10**9)
    timer.join()
    assert caught.value.summary is None


def test_an_interruption_can_be_pickled():
    error = pickle.loads(pickle.dumps(bsg.SimulationInterrupted("stopped after 3 of 9 games", bsg.simulate(3, seed=1))))
    assert str(error) == "stopped after 3 of 9 games"
    assert error.summary.games == 3


@pytest.mark.usefixtures("_ctrl_c_counts")
def test_a_real_sigint_stops_a_script_within_a_second():
    script = textwrap.dedent("""
        import bsg, time
        print("ready", flush=True)
        try:
            bsg.simulate(10**12, seed=1, max_plies=10**9)
        except KeyboardInterrupt as error:
            print(error, flush=True)
    """)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        line = process.stdout.readline()
        assert time.monotonic() - began < 1
        assert line.startswith("stopped after ")
        assert line.endswith(" of 1,000,000,000,000 games\n")
        assert process.wait() == 0


# Bad input.


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (TypeError, "games must be an integer", {"games": "10"}),
        (TypeError, "games must be an integer", {"games": True}),
        (TypeError, "games must be an integer", {"games": 1e3}),
        (ValueError, "games must be at least 1, got 0", {"games": 0}),
        (ValueError, "games must be at least 1, got -1", {"games": -1}),
        (ValueError, r"games must be at most 2\*\*63 - 1", {"games": 2**63}),
        (TypeError, "rules must be a bsg.Rules, got 'backgammon'", {"rules": "backgammon"}),
        (ValueError, "seed must be 0 to 18446744073709551615, got -1", {"seed": -1}),
        (ValueError, "seed must be 0 to 18446744073709551615", {"seed": 2**64}),
        (ValueError, "seed must be 0 to 18446744073709551615", {"seed": 2**200}),
        (TypeError, "seed must be an integer", {"seed": "1"}),
        (TypeError, "seed must be an integer", {"seed": False}),
        (TypeError, "seed must be an integer", {"seed": 1.0}),
        (TypeError, "players must be a pair", {"players": "random"}),
        (TypeError, "players must be a pair", {"players": None}),
        (TypeError, "players must be a pair", {"players": {"random", "x"}}),
        (ValueError, "players must be two", {"players": ("random",)}),
        (ValueError, "players must be two", {"players": ("random",) * 3}),
        (
            ValueError,
            r"""players\[1\] must be one of random, simple, .* got 'rnadom'""",
            {"players": ("random", "rnadom")},
        ),
        (TypeError, r"players\[0\] must be .* got the class First itself", {"players": (First, "random")}),
        (TypeError, r"players\[0\] must be .* got 3 of type int", {"players": (3, "random")}),
        (TypeError, "position must be a bsg.Position", {"position": START.text}),
        (ValueError, "R17", {"position": bsg.Position.parse("own 6:5 / opp 6:5")}),
        (ValueError, "R7", {"position": bsg.Position.parse("own 6:15 / opp 6:15")}),
        (ValueError, "max_plies must be at least 1, got 0", {"max_plies": 0}),
        (TypeError, "max_plies must be an integer", {"max_plies": None}),
        (ValueError, r"max_plies must be at most 2\*\*63 - 1", {"max_plies": 2**63}),
        (ValueError, "threads must be 1 to 1024, got 0", {"threads": 0}),
        (ValueError, "threads must be 1 to 1024, got 1000000", {"threads": 10**6}),
        (TypeError, "threads must be an integer", {"threads": 1.5}),
        (TypeError, "progress must be callable", {"progress": True}),
    ],
)
def test_bad_input(error, message, arguments):
    with pytest.raises(error, match=message):
        bsg.simulate(**{"games": 10} | arguments)
