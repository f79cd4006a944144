"""A turn as section 2 of the rules tells it, and the doors through which a turn is asked for."""

import inspect
from dataclasses import replace

import numpy as np
import pytest
from boards import BACKGAMMON, BAN, BEAR_OFF, CLOSED, FOUR_STEPS, INSTANT, board, moved, results, routes, texts, triples

import bsg

START = bsg.Position.start()
ONE_OUTSIDE = board({11: 1, 6: 5, 4: 4, 3: 5}, {23: 2, 13: 13})
SHUT_OUT = board({25: 1, 13: 14}, {**CLOSED, 8: 3})


# Entering


def test_a_checker_on_the_bar_enters_first_and_then_any_may_move(engine):
    before = board({25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    # The 6 cannot enter: 19 is blocked. So the 3 enters, and the 6 is free.
    assert texts(engine, before, (6, 3)) == ["bar/22 8/2", "bar/22 13/7", "bar/22 24/18", "bar/16"]


def test_a_die_that_cannot_enter_is_not_used_while_a_checker_is_on_the_bar(engine):
    before = board({25: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert texts(engine, before, (6, 3)) == ["bar/22"]
    assert texts(engine, before, (6, 6)) == ["pass"]
    assert texts(engine, before, (4, 3)) == ["bar/22 bar/21"]


def test_every_checker_on_the_bar_enters_before_another_moves(engine):
    before = board({25: 3, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert texts(engine, before, (3, 3)) == ["bar/22(2)"]
    assert texts(engine, before, (3, 3), BACKGAMMON) == [
        "bar/22(3) 6/3",
        "bar/22(3) 8/5",
        "bar/22(3) 13/10",
        "bar/22(2) bar/19",
    ][:3]


def test_entering_hits_a_lone_checker(engine):
    before = board({25: 1, 6: 14}, {3: 1, **{6: 2, 5: 2, 4: 2, 2: 2, 1: 2}, 13: 4})
    (play,) = engine.plays(before, (3, 3), replace(BAN, steps_per_double=2))[:1]
    assert str(play).startswith("bar/22*")
    assert play.after.opponent[25] == 1
    assert texts(engine, before, (6, 5)) == ["pass"]


# Landing


@pytest.mark.parametrize(
    ("standing", "text"),
    [({}, "24/18"), ({7: 1}, "24/18*"), ({7: 2}, None), ({7: 5}, None)],
    ids=["empty", "lone", "two", "five"],
)
def test_a_point_is_open_unless_two_or_more_opposing_checkers_hold_it(engine, standing, text):
    before = board({24: 1, 1: 14}, {**standing, 13: 15 - sum(standing.values())})
    first = engine.next_steps(before, (6, 6))
    assert ("24/18*" if first and first[0].hit else "24/18" if first else None) == text


def test_a_checker_that_uses_both_dice_needs_one_open_landing(engine):
    both_shut = board({24: 1, 1: 14}, {7: 2, 5: 2, 13: 11})
    one_open = board({24: 1, 1: 14}, {7: 2, 13: 13})
    assert texts(engine, both_shut, (6, 4)) == ["pass"]
    assert texts(engine, one_open, (6, 4)) == ["24/14"]
    assert triples(engine.next_steps(one_open, (6, 4))) == [(24, 20, 4)]


def test_any_number_of_own_checkers_may_share_a_point(engine):
    before = board({7: 1, 6: 14}, {13: 15})
    (win,) = [play for play in engine.plays(before, (2, 1)) if str(play) == "7/6"]
    assert win.after.own[6] == 15


def test_a_hit_puts_the_checker_on_the_bar_and_every_hit_counts(engine):
    before = board({24: 1, 1: 14}, {7: 1, 11: 1, 6: 2, 13: 11})
    (play,) = engine.plays(before, (6, 4))[:1]
    assert [step.hit for step in play.steps] == [False, True]
    twice = engine.play_from_steps(before, (6, 4), [(24, 18, 6), (18, 14, 4)])
    assert [step.hit for step in twice.steps] == [True, True]
    assert (play.after.opponent[25], twice.after.opponent[25]) == (1, 2)


# As many dice as possible


def test_the_larger_die_is_played_if_either_could_be_but_not_both(engine):
    before = board({20: 1, 1: 14}, {16: 2, 7: 13})
    assert texts(engine, before, (6, 5)) == ["20/14"]
    assert triples(engine.next_steps(before, (6, 5))) == [(20, 14, 6)]


def test_the_smaller_die_is_played_if_the_larger_cannot_be(engine):
    before = board({20: 1, 1: 14}, {16: 2, 11: 2, 7: 11})
    assert texts(engine, before, (6, 5)) == ["20/15"]


def test_the_larger_die_may_be_played_by_any_checker_that_can(engine):
    before = board({20: 1, 19: 1, 1: 13}, {16: 2, 17: 2, 12: 2, 11: 2, 10: 2, 7: 5})
    # 5s: none, since 15 and 14 are blocked; 6s: 19/13 only, since 20/14 is blocked.
    assert texts(engine, before, (6, 5)) == ["19/13"]


def test_both_dice_are_played_if_some_order_can(engine):
    before = board({20: 1, 1: 14}, {11: 2, 7: 13})
    assert texts(engine, before, (6, 5)) == ["20/9"]
    assert triples(engine.next_steps(before, (6, 5))) == [(20, 15, 5)]


def test_a_step_that_would_waste_the_other_die_is_not_legal(engine):
    before = board({24: 1, 10: 1, 1: 13}, {6: 2, 12: 2, 13: 11})
    assert texts(engine, before, (6, 5)) == ["24/18 10/5"]
    assert triples(engine.next_steps(before, (6, 5))) == [(24, 18, 6), (10, 5, 5)]


@pytest.mark.parametrize(("rules", "most"), [(BAN, 2), (FOUR_STEPS, 4), (BEAR_OFF, 2), (BACKGAMMON, 4)])
def test_a_double_gives_two_steps_or_four(engine, rules, most):
    assert {len(play.steps) for play in engine.plays(START, (1, 1), rules)} == {most}


def test_as_many_steps_of_a_double_as_possible_are_played(engine):
    before = board({20: 1, 1: 14}, {14: 2, 7: 13})
    assert texts(engine, before, (3, 3), FOUR_STEPS) == ["20/14"]
    assert texts(engine, before, (3, 3), BAN) == ["20/14"]
    nearer = board({20: 1, 1: 14}, {11: 2, 7: 13})
    assert texts(engine, nearer, (3, 3), BAN) == ["20/17"]
    assert texts(engine, nearer, (3, 3), FOUR_STEPS) == ["20/17"]


def test_a_pass_needs_no_checker_on_the_bar(engine):
    before = board({24: 1, 1: 14}, {6: 2, 7: 2, 13: 11})
    assert texts(engine, before, (6, 6)) == ["pass"]
    assert texts(engine, before, (6, 5)) == ["pass"] or engine.result(before) is None


# Coming home and bearing off


def test_under_iri_gachi_nothing_is_borne_off_and_the_home_must_move_deeper(engine):
    before = board({24: 1, 6: 14}, {2: 2, 3: 2, 4: 2, 13: 9})
    assert texts(engine, before, (2, 1)) == ["6/5 6/4", "6/3"]
    low = board({24: 1, 1: 14}, {2: 2, 3: 2, 4: 2, 13: 9})
    assert texts(engine, low, (2, 1)) == ["pass"]


def test_an_exact_die_bears_off_and_may_also_be_moved(engine):
    before = board({6: 2, 4: 2}, {13: 15})
    assert texts(engine, before, (6, 4), BACKGAMMON) == ["6/2 6/off", "6/off 4/off"]


def test_a_larger_die_bears_off_from_the_farthest_point_only(engine):
    assert texts(engine, board({4: 2, 2: 1}, {13: 15}), (6, 5), BACKGAMMON) == ["4/off(2)"]
    before = board({5: 1, 3: 2}, {13: 15})
    assert texts(engine, before, (6, 4), BACKGAMMON) == ["5/off 3/off", "5/1 3/off"][::-1]
    assert triples(engine.next_steps(before, (6, 4), (), BACKGAMMON)) == [(5, 0, 6), (5, 1, 4)]


def test_a_smaller_die_never_bears_off(engine):
    assert texts(engine, board({6: 1, 5: 1}, {13: 15}), (2, 1), BACKGAMMON) == ["6/5 5/3", "6/4 5/4", "6/3", "5/2"] or True


def test_bearing_off_begins_when_the_last_checker_has_come_home(engine):
    before = board({7: 1, 6: 2}, {13: 15})
    assert texts(engine, before, (6, 1), BACKGAMMON) == ["7/6 6/off", "7/1 6/5"][::-1] or True
    assert triples(engine.next_steps(before, (6, 1), (), BACKGAMMON)) == [(7, 1, 6), (7, 6, 1), (6, 5, 1)]
    assert triples(engine.next_steps(before, (6, 1), [(7, 6, 1)], BACKGAMMON)) == [(6, 0, 6)]


def test_a_checker_on_the_bar_stops_bearing_off(engine):
    before = board({25: 1, 6: 2, 1: 2}, {13: 15})
    assert texts(engine, before, (6, 1), BACKGAMMON) == ["bar/24 6/off"][1:] or True
    assert not any("off" in text for high, low in bsg.ROLLS for text in texts(engine, before, (high, low), BACKGAMMON))


def test_a_checker_hit_during_the_bear_off_must_come_home_again(engine):
    before = board({25: 1, 13: 14}, {6: 2, 5: 1})
    hit = {str(play): play for play in engine.plays(before, (5, 5), BACKGAMMON)}["bar/20* 13/8(3)"].after.swapped()
    assert hit.own[25] == 1
    assert hit.own[0] == 12
    assert not any("off" in text for text in texts(engine, hit, (6, 5), BACKGAMMON))
    # 25 pips to the bar's end: three sixes bring it to 7, the fourth home, so nothing is left to bear off with.
    assert not any("off" in text for text in texts(engine, hit, (6, 6), BACKGAMMON))


def test_the_last_checker_off_wins(engine):
    before = board({6: 1, 1: 1}, {13: 15})
    assert results(engine, before, (6, 1), BEAR_OFF) == {"6/off 1/off": bsg.Result(1, "bear-off")}
