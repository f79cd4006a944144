"""What the comparison with other engines says to them and of them; no other engine is needed here.

That the boards are what the engines themselves mean by them is asserted whenever they are timed.
"""

import sys
from importlib import metadata
from types import SimpleNamespace

import pytest
from hypothesis import given

import agreement
import bsg
import environments
import report
import rows
import subject_bgsage
import subject_gnubg_nn
import subject_open_spiel
import subject_pgx
from boards import BACKGAMMON, board
from corpus import different_positions
from duel import Duel
from strategies import situations
from tasks import Pair
from worker import Worker

# Nothing of it is symmetrical: both sides have checkers on the bar and off, the mover one each, the opponent two.
BEFORE = board({25: 1, 24: 1, 13: 4, 8: 3, 6: 4, 1: 1}, {25: 2, 20: 1, 13: 5, 6: 3, 3: 2})
ROW = bytes(BEFORE)


# --- boards -----------------------------------------------------------------------------------------------------------


def test_a_row_is_read_as_counts_of_each_side_from_its_own_home():
    own, opponent = rows.counts(ROW)
    assert own == [1, 1, 0, 0, 0, 0, 4, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]
    assert opponent == [2, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2]


def test_what_is_off_is_what_is_missing():
    own, opponent = rows.counts(ROW)
    assert rows.row([0, *own[1:]], [9, *opponent[1:]]) == ROW


def test_games_begin_at_the_start():
    assert bytes(bsg.Position.start()) == rows.START


@given(situations())
def test_rows_say_what_positions_say(situation):
    position = situation[0]
    row = bytes(position)
    assert rows.counts(row) == (list(position.own), list(position.opponent))
    assert rows.row(*rows.counts(row)) == row
    assert rows.swapped(row) == bytes(position.swapped())


GNUBG_NN = [
    [0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2],
    [1, 0, 0, 0, 0, 4, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
]
BGSAGE = [2, 1, 0, 0, 0, -1, 4, 0, 3, 0, 0, 0, -5, 4, 0, 0, 0, 0, 0, -3, 0, 0, -2, 0, 1, 1]
PGX = [1, 0, -2, 0, 0, -3, 0, 0, 0, 0, 0, 4, -5, 0, 0, 0, 3, 0, 4, -1, 0, 0, 0, 1, 1, -2, 1, -2]


@pytest.mark.parametrize(
    ("subject", "theirs"),
    [(subject_gnubg_nn, GNUBG_NN), (subject_bgsage, BGSAGE), (subject_pgx, PGX)],
    ids=["gnubg-nn", "bgsage", "pgx"],
)
def test_a_board_of_a_peer(subject, theirs):
    assert subject.board(ROW) == theirs
    assert subject.row(theirs) == ROW


OPEN_SPIEL = {
    "x": (
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 1, 1],
        [0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2],
    ),
    "o": (
        [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 2],
        [1, 0, 0, 0, 0, 4, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    ),
}


@pytest.mark.parametrize(("mover", "name"), [(0, "x"), (1, "o")])
def test_a_board_of_open_spiel_has_fixed_sides(mover, name):
    assert subject_open_spiel.board(ROW, mover) == OPEN_SPIEL[name]
    assert subject_open_spiel.row(OPEN_SPIEL[name], mover) == ROW


# --- OpenSpiel and Pgx differ from us ---------------------------------------------------------------------------------


def test_pairs_are_split_into_the_games_they_were_met_in():
    pairs = [Pair(row, (3, 1)) for row in (rows.START, ROW, ROW, rows.START, ROW)]
    assert subject_open_spiel.games_of(pairs) == [[0, 1, 2], [3, 4]]


def test_the_order_of_dice_tells_outcomes_apart():
    texts = {4: "chance outcome 4 X starts, (roll: 14)", 5: "chance outcome 5 O starts, (roll: 41)"}
    assert subject_open_spiel.outcome_of(texts, (4, 1)) == 5


def test_only_turns_that_play_most_dice_are_kept_of_pgx():
    assert subject_pgx.played_most({b"both": 9, b"both otherwise": 9, b"larger": 5, b"smaller": 4}) == [
        b"both",
        b"both otherwise",
    ]
    assert subject_pgx.played_most({b"pass": 0}) == [b"pass"]


# --- agreement --------------------------------------------------------------------------------------------------------

PAIRS = [["aa", [3, 1]], ["bb", [6, 6]]]
OURS = [["01", "02"], ["03"]]


def test_the_order_of_an_answer_does_not_matter_and_pairs_may_be_left_out():
    assert agreement.require_same(PAIRS, OURS, [["02", "01"], ["03"]]) == (2, 3)
    assert agreement.require_same(PAIRS, OURS, [["02", "01"], None]) == (1, 2)


@pytest.mark.parametrize(
    ("theirs", "refusal"),
    [
        (
            [["01"], ["03"]],
            "aa with 3-1 reaches 2 positions by bsg; the peer lists 1, 1 of them distinct and 1 the same",
        ),
        ([["01", "02", "02"], ["03"]], "the peer lists 3, 2 of them distinct and 2 the same"),
        ([["01", "02"], ["04"]], "bb with 6-6 reaches 1 positions by bsg; the peer lists 1, 1 of them distinct and 0"),
        ([None, None], "could not be asked about any pair"),
    ],
    ids=["one is missing", "one is there twice", "one is another", "nothing was compared"],
)
def test_a_peer_that_differs_is_refused(theirs, refusal):
    with pytest.raises(agreement.DisagreementError, match=refusal):
        agreement.require_same(PAIRS, OURS, theirs)


def test_evaluators_that_say_much_the_same_pass():
    together, difference = agreement.require_close([-1.0, 0.0, 1.0], [-0.95, 0.0, 0.95])
    assert together == pytest.approx(1)
    assert difference == pytest.approx(0.1 / 3)


@pytest.mark.parametrize(
    "theirs",
    [[1.0, 0.5, -1.0], [0.0, -0.5, -1.0], [-1.4, 0.7, 1.4]],
    ids=["sides exchanged", "other positions", "another scale"],
)
def test_an_evaluator_that_is_far_off_is_refused(theirs):
    with pytest.raises(agreement.DisagreementError, match="what 3 positions are worth must correlate by 0"):
        agreement.require_close([-1.0, 0.5, 1.0], theirs)


# --- gnubg-nn as an evaluator -----------------------------------------------------------------------------------------


class Examples:
    """Stands for its trainer: knows each example as the position and five numbers."""

    def __init__(self, examples):
        self.examples = [example.split() for example in examples]

    def errors(self):
        rows = (bytes.fromhex(key) for key, *_ in self.examples)
        judged = [probabilities(subject_gnubg_nn.board(row), 0) for row in rows]
        told = [[float(number) for number in numbers] for _, *numbers in self.examples]
        return (
            max(abs(a - b) for one, other in zip(judged, told, strict=True) for a, b in zip(one, other, strict=True)),
        )


def probabilities(given, plies):
    assert plies == 0
    return tuple(bsg.evaluate(bsg.Position.from_bytes(subject_gnubg_nn.row(given)), BACKGAMMON).probabilities)


def best_move(given, first, second, *, n, b):
    assert (n, b) == (0, 1)
    after = (
        bsg.bot("net").choose(bsg.Position.from_bytes(subject_gnubg_nn.row(given)), (first, second), BACKGAMMON).after
    )
    return (), bytes(after.swapped()).hex()


@pytest.fixture
def gnubg_nn(monkeypatch):
    """Let bsg answer where gnubg-nn is asked; keys are rows in hexadecimal."""
    monkeypatch.setattr(metadata, "version", str)
    module = SimpleNamespace(
        Trainer=Examples,
        best_move=best_move,
        probabilities=probabilities,
        board_from_position_key=lambda key: tuple(map(tuple, subject_gnubg_nn.board(bytes.fromhex(key)))),
        key_of_board=lambda given: subject_gnubg_nn.row(given).hex(),
    )
    monkeypatch.setitem(sys.modules, "gnubg_nn", module)
    return Worker("gnubg-nn")


def test_what_gnubg_nn_judges_and_plays_is_what_bsg_means(gnubg_nn):
    ours = Worker("bsg")
    positions = ours.positions(300)["positions"]
    assert len(set(positions)) == 300
    judged, judged_too = ours.judge(positions), gnubg_nn.judge(positions)
    assert judged_too["equities"] == pytest.approx(judged["equities"], abs=1e-5)
    assert set(judged_too["calls"]) == set(judged["calls"]) == {"positions", "games by network"}
    gnubg_nn.warm_up("positions", 1e-9)
    assert gnubg_nn.time("positions")["units"] == 300
    gnubg_nn.warm_up("games by network", 1e-9)
    assert gnubg_nn.time("games by network")["units"] == subject_gnubg_nn.GAMES


def test_a_trainer_that_judges_otherwise_is_refused(gnubg_nn, monkeypatch):
    monkeypatch.setattr(Examples, "errors", lambda self: (0.0, 0.1))
    with pytest.raises(ValueError, match=r"must judge as gnubg_nn.probabilities does, got errors of \(0.0, 0.1\)"):
        gnubg_nn.judge([rows.START.hex()])


# --- a duel -----------------------------------------------------------------------------------------------------------


def play_out(duel, choose):
    while asked := duel.questions():
        duel.answer([choose(pair) for pair in asked])
    return duel.outcome()


def chosen_by(bot):
    return lambda pair: bytes(bot.choose(bsg.Position.from_bytes(pair.row), pair.dice, BACKGAMMON).after)


def test_who_plays_against_himself_wins_in_each_pair_what_he_loses():
    match = play_out(Duel("net", "net again", 20, seed=3), chosen_by(bsg.bot("net")))
    assert match.points_interval == (0.0, 0.0)
    assert match.wins == (10, 10)
    assert match.bots == ("net", "net again")


def test_a_duel_is_told_as_a_match_and_is_the_same_again():
    matches = [play_out(Duel("net", "random", 40, seed=1), chosen_by(bsg.bot("random", seed=5))) for _ in range(2)]
    assert matches[0] == matches[1]
    won = matches[0]
    assert won.points_interval[0] > 1
    assert sum(won.wins) == won.games == 40
    assert [sum(kinds) for kinds in zip(*won.wins_by_kind.values(), strict=True)] == list(won.wins)
    worth = {"single": 1, "gammon": 2, "backgammon": 3}
    points = sum(worth[kind] * (one - other) for kind, (one, other) in won.wins_by_kind.items())
    assert points / 40 == won.points_per_game


def test_a_play_that_is_not_legal_ends_the_duel():
    duel = Duel("net", "cheat", 2, seed=1)
    asked = duel.questions()
    with pytest.raises(agreement.DisagreementError, match=r"which none of its .* legal plays reaches"):
        duel.answer([pair.row for pair in asked])


def test_r1_wins_with_a_die_left_are_counted():
    duel = Duel("net", "other", 2, seed=1)
    asked = duel.questions()
    before = board({4: 1}, {22: 1, 6: 5})  # 4/3* and off, or off at once
    for game in duel._asked:
        game.position, game.dice = before, (4, 1)
    after = max(bsg.plays(before, (4, 1), BACKGAMMON), key=lambda play: len(play.steps)).after
    duel.answer([bytes(after)] * len(asked))
    assert duel.wins_with_a_die_left == len(asked) > 0
    assert duel.outcome().wins == (0, len(asked))


@pytest.mark.parametrize("games", [0, 1, 3, -2])
def test_a_duel_is_of_pairs(games):
    with pytest.raises(ValueError, match=f"games must be an even number, .*, and at least 2, got {games}"):
        Duel("net", "other", games, seed=1)


def test_a_worker_plays_a_duel(gnubg_nn):
    ours = Worker("bsg")
    asked = ours.duel("random", "gnubg-nn", 4, 1)["pairs"]
    while asked:
        asked = ours.answer(gnubg_nn.choose(asked)["rows"])["pairs"]
    outcome = ours.outcome()
    assert outcome["values"]["bots"] == ["random", "gnubg-nn"]
    assert outcome["values"]["wins"][1] > 2
    assert outcome["text"].startswith("4 games of backgammon, in pairs with the same dice")


# --- bsg's own side, and what is said ---------------------------------------------------------------------------------


def test_bsg_answers_as_any_peer_does(monkeypatch):
    monkeypatch.setattr(metadata, "version", str)  # a source tree that is not installed has none
    worker = Worker("bsg")
    pairs = worker.pairs(50)["pairs"]
    reached = worker.prepare(pairs)["reached"]
    plays = [bsg.plays(bsg.Position.from_bytes(bytes.fromhex(row)), dice, BACKGAMMON) for row, dice in pairs]
    assert agreement.require_same(pairs, [[bytes(play.after).hex() for play in found] for found in plays], reached) == (
        50,
        sum(map(len, plays)),
    )
    worker.warm_up("pairs", 1e-9)
    assert worker.time("pairs")["units"] == 50


def test_positions_to_be_judged_are_different_and_undecided():
    boards = different_positions(BACKGAMMON, 500)
    assert len({row.tobytes() for row in boards}) == len(boards) == 500
    assert not bsg.batch.results(boards, BACKGAMMON).points.any()


@pytest.mark.parametrize("peer", environments.PEERS)
def test_every_peer_is_pinned(peer):
    assert all("==" in requirement for requirement in environments.requirements(peer))


def test_the_errors_of_pip_are_picked():
    said = "WARNING: slow\nERROR: No matching version\nhint\n  ERROR: No matching distribution\n\n"
    assert environments.errors_in(said) == "ERROR: No matching version ERROR: No matching distribution"
    assert environments.errors_in("Killed\n") == "Killed"
    assert environments.errors_in("") == "nothing"


def test_a_ratio_is_taken_in_each_round():
    row = report.row("peer 1.0", "games", ("ours", "theirs"), [(10.0, 1.0), (40.0, 2.0), (90.0, 3.0)])
    assert row == ("| peer 1.0 | random games | `ours` : `theirs` | 10 / 40 / 90 | 1 / 2 / 3 | **10 / 20 / 30** |")


@pytest.mark.parametrize(("value", "text"), [(4_093_456, "4,090,000"), (99.94, "99.9"), (0.8654, "0.865")])
def test_three_digits_of_a_figure_mean_something(value, text):
    assert report.number(value) == text


def test_a_peer_that_is_missing_keeps_its_row():
    row = report.missing_row("peer", "no\nsuch | thing")
    assert row == r"| peer | not measured: no such \| thing | – | – | – | – |"
