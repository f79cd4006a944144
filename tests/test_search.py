"""Search: that looking ahead is the mean of the best answers to all rolls, whatever cache, threads and filters do."""

import itertools
import math

import numpy as np
import pytest

import bsg
from boards import board
from bsg.analysis import AnalysedPlay, Probabilities, analyse, evaluate
from bsg.network import shipped_network
from bsg.races import race_table, race_value
from bsg_core import search

BOTH_GAMES = pytest.mark.parametrize("rules", [bsg.BAN_SUGOROKU, bsg.BACKGAMMON], ids=["ban-sugoroku", "backgammon"])
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
UNFILTERED = ((3000, 99.0),) * 3
MIDDLE = board({24: 1, 20: 1, 13: 4, 8: 4, 6: 5}, {25: 1, 13: 5, 8: 3, 6: 5, 4: 1})
NEARLY_WON = {
    bsg.BAN_SUGOROKU: board({8: 1, 6: 5, 5: 5, 4: 4}, {9: 1, 6: 6, 5: 5, 3: 3}),
    bsg.BACKGAMMON: board({6: 1, 4: 1}, {5: 1, 3: 1}),
}


def judged(positions, rules, plies, filters=UNFILTERED, caches=True, races=None):
    expected = np.empty((len(positions), 5), np.float32)
    net, boards = shipped_network(rules).rounded, bsg.batch.pack(positions)
    done = search.judge_rows(net, races, boards, rules.code, plies, filters, caches, np.zeros(1, np.uint8), expected)
    assert done == (len(positions), False)
    return expected


def expected_in_python(position, rules, plies):
    """Expectimax, written out."""
    if plies == 0:
        return evaluate(position, rules).probabilities
    sums = np.zeros(5)
    for high, low in ROLLS:
        seen = []
        for play in bsg.plays(position, (high, low), rules):
            if play.result is not None:
                points = play.result.points
                seen.append(Probabilities(1, points >= 2, points >= 3, 0, 0))
            else:
                seen.append(expected_in_python(play.after.swapped(), rules, plies - 1).swapped())
        sums += np.array(max(seen, key=lambda found: found.equity)) * (1 if high == low else 2)
    return Probabilities(*sums / 36)


@BOTH_GAMES
@pytest.mark.parametrize("plies", [1, 2])
def test_a_search_is_the_mean_of_the_best_plays_of_all_rolls(rules, plies):
    position = NEARLY_WON[rules]
    found = judged([position], rules, plies, races=race_table(rules).buffer)[0]
    assert found == pytest.approx(expected_in_python(position, rules, plies), abs=1e-5)


def test_where_the_game_ends_in_time_a_search_is_exact():
    """One checker on the ace point wins with any roll, and one on the six point with 27 of 36, of which the rest wait."""
    for own, chance in ((1, 1.0), (6, 27 / 36)):
        position = board({own: 1}, {1: 1})
        found = evaluate(position, bsg.BACKGAMMON, ply=2)
        assert found.probabilities == pytest.approx((chance, 0, 0, 0, 0), abs=1e-6)
        assert found.equity == pytest.approx(2 * chance - 1, abs=1e-6)


@BOTH_GAMES
def test_a_race_is_judged_by_its_table(rules):
    position = NEARLY_WON[rules]
    for found in (evaluate(position, rules).equity, bsg.batch.evaluate(bsg.batch.pack([position]), rules).equity[0]):
        assert found == pytest.approx(race_value(position, rules).equity, abs=1e-6)
    assert judged([position], rules, 0)[0][0] != pytest.approx(race_value(position, rules).win, abs=1e-6)


@BOTH_GAMES
def test_the_cache_changes_nothing(rules):
    positions = [MIDDLE, bsg.Position.start(), MIDDLE]
    cached, fresh = (judged(positions, rules, 2, search.FILTERS, caches) for caches in (True, False))
    assert (cached == fresh).all()


@BOTH_GAMES
def test_threads_change_nothing(rules):
    assert analyse(MIDDLE, (3, 1), rules, 2, threads=1) == analyse(MIDDLE, (1, 3), rules, 2, threads=3)


def test_a_filter_lets_through_the_best_at_0_ply_only():
    found = analyse(MIDDLE, (3, 1), ply=1, first_filters=((2, 99.0),) * 3)
    shallow = analyse(MIDDLE, (3, 1), ply=0)
    assert [row.ply for row in found] == [1, 1] + [0] * (len(shallow) - 2)
    assert {row.play for row in found[:2]} == {row.play for row in shallow[:2]}
    assert found[2:] == shallow[2:]
    narrow = analyse(MIDDLE, (3, 1), ply=1, first_filters=((99, 0.0),) * 3)
    assert [row.ply for row in narrow].count(1) == [row.equity for row in shallow].count(shallow[0].equity)


@BOTH_GAMES
def test_all_plays_are_analysed_and_the_best_come_first(rules):
    found = analyse(bsg.Position.start(), (6, 4), rules, 1, first_filters=UNFILTERED)
    assert {row.play for row in found} == set(bsg.plays(bsg.Position.start(), (6, 4), rules))
    assert all(a.equity >= b.equity for a, b in itertools.pairwise(found))
    assert all(isinstance(row, AnalysedPlay) and row.ply == 1 for row in found)


def test_a_win_that_is_there_counts_its_points():
    position = board({6: 2}, {24: 15})
    (row,) = analyse(position, (6, 6), bsg.BACKGAMMON, 0)
    assert (row.equity, row.probabilities) == (3.0, Probabilities(1, 1, 1, 0, 0))


def test_a_search_that_has_no_time_answers_what_it_has():
    found = analyse(MIDDLE, (3, 1), bsg.BACKGAMMON, 3, seconds=1e-9)
    assert {row.ply for row in found} <= {0, 1}
    assert [row.play for row in found if row.ply == 0] == [
        row.play
        for row in analyse(MIDDLE, (3, 1), bsg.BACKGAMMON, 0)
        if row.play in {r.play for r in found if not r.ply}
    ]


def test_a_search_that_is_stopped_says_how_far_it_came():
    expected = np.empty((1, 5), np.float32)
    net, rows = shipped_network().rounded, bsg.batch.pack([MIDDLE])
    stopped = search.judge_rows(
        net, None, rows, bsg.BAN_SUGOROKU.code, 2, search.FILTERS, True, np.ones(1, np.uint8), expected
    )
    assert stopped == (0, False)


@BOTH_GAMES
def test_many_positions_at_once_are_judged_as_one_by_one(rules):
    positions = [bsg.Position.start(), MIDDLE, NEARLY_WON[rules]] * 3
    found = bsg.batch.evaluate(bsg.batch.pack(positions), rules, threads=2)
    for position, equity, probabilities in zip(positions, *found, strict=True):
        one = evaluate(position, rules)
        assert probabilities == pytest.approx(one.probabilities, abs=0)
        assert equity == pytest.approx(one.equity, abs=1e-6)


@pytest.mark.parametrize(
    "call",
    [
        lambda: evaluate(MIDDLE, network="ban-sugoroku.net"),
        lambda: analyse(MIDDLE, (3, 1), network="ban-sugoroku.net"),
        lambda: bsg.batch.evaluate(bsg.batch.pack([MIDDLE]), network="ban-sugoroku.net"),
    ],
    ids=["evaluate", "analyse", "batch"],
)
def test_a_network_must_be_one(call):
    with pytest.raises(TypeError, match=r"network must be a bsg\.network\.Network, got 'ban-sugoroku\.net'"):
        call()


WON = board({6: 5, 5: 5, 4: 5}, {13: 15})


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (lambda: evaluate(WON), "what a decided one is worth"),
        (lambda: analyse(WON, (3, 1)), "a decided one has no plays"),
        (lambda: evaluate(MIDDLE, ply=4), "ply must be 0 to 3, got 4"),
        (lambda: analyse(MIDDLE, (3, 1), ply=-1), "ply must be 0 to 3, got -1"),
        (lambda: analyse(MIDDLE, (3, 7)), "7"),
        (lambda: analyse(MIDDLE, (3, 1), seconds=0), "seconds must be more than 0"),
        (lambda: analyse(MIDDLE, (3, 1), ply=2, filters=((0, 1.0),) * 3), "filters must be of 1 or more plays"),
        (lambda: analyse(MIDDLE, (3, 1), ply=2, filters=UNFILTERED[:2]), "^filters must be 3 pairs"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, first_filters=UNFILTERED[:2]), "first_filters must be 3 pairs"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, first_filters=((-1, 1.0),) * 3), "first_filters must be of 1 or more"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, first_filters=((1, math.nan),) * 3), "margins of 0 or more"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, filters=((3,),) * 3), r"^filters must be 3 pairs .*got \(\(3,\)"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, filters=((),) * 3), r"^filters must be 3 pairs .*got \(\(\)"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, filters="abc"), "^filters must be 3 pairs .*got 'abc'"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, filters=None), "^filters must be 3 pairs .*got None"),
        (lambda: analyse(MIDDLE, (3, 1), ply=1, filters=((1.5, 1.0),) * 3), r"^filters must be 3 pairs .*got \(\(1"),
        (lambda: analyse(MIDDLE, (3, 1), seconds=10**400), "seconds must be a number that a float can hold"),
        (lambda: analyse(MIDDLE, (3, 1), seconds=math.inf), "seconds must be more than 0 and at most"),
        (lambda: bsg.batch.evaluate(bsg.batch.pack([MIDDLE, WON])), "row 1 of positions must be undecided"),
        (
            lambda: bsg.batch.evaluate(bsg.batch.pack([MIDDLE, MIDDLE, board({6: 14}, {6: 14})])),
            "row 2 of positions: impossible position",
        ),
    ],
)
def test_what_cannot_be_analysed_is_refused(call, wanted):
    with pytest.raises(ValueError, match=wanted):
        call()


@pytest.mark.parametrize("seconds", ["1", True, int, [1]], ids=str)
def test_seconds_must_be_a_number(seconds):
    with pytest.raises(TypeError, match="seconds must be a number, got"):
        analyse(MIDDLE, (3, 1), ply=0, seconds=seconds)


def test_seconds_may_be_any_number():
    assert len(analyse(MIDDLE, (3, 1), ply=0, seconds=np.float32(100))) == len(bsg.plays(MIDDLE, (3, 1)))


@pytest.mark.parametrize("filters", [((3,),) * 3, ((),) * 3, ((1, 2, 3),) * 3])
def test_the_core_refuses_filters_that_are_no_pairs(filters):
    with pytest.raises(ValueError, match="unpack"):
        judged([MIDDLE], bsg.BAN_SUGOROKU, 1, filters)
