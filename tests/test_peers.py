"""What the comparison with other engines says to them and of them; no other engine is needed here.

That the boards are what the engines themselves mean by them is asserted whenever they are timed.
"""

from importlib import metadata

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
