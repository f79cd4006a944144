"""A turn as section 2 of the rules tells it, and the doors through which a turn is asked for."""

import inspect

import numpy as np
import pytest

import bsg
from boards import BACKGAMMON, BAN, BEAR_OFF, CLOSED, FOUR_STEPS, INSTANT, board, moved, results, routes, texts, triples

START = bsg.Position.start()
ONE_OUTSIDE = board({11: 1, 6: 5, 4: 4, 3: 5}, {23: 2, 13: 13})
SHUT_OUT = board({25: 1, 13: 14}, {**CLOSED, 8: 3})


# Entering


def test_a_checker_on_the_bar_enters_first_and_then_any_may_move(engine):
    before = board({25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    # The 6 cannot enter: 19 is blocked. So the 3 enters, and the 6 is free.
    assert texts(engine, before, (6, 3)) == ["bar/22 8/2", "bar/22 13/7", "bar/16", "bar/22 24/18"]


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
    ]


def test_entering_hits_a_lone_checker(engine):
    before = board({25: 1, 6: 14}, {3: 1, 6: 2, 5: 2, 4: 2, 2: 2, 1: 2, 13: 4})
    (play,) = engine.plays(before, (3, 3))
    assert str(play) == "bar/22* 6/3"
    assert play.after.opponent[25] == 1
    assert texts(engine, before, (6, 5)) == ["pass"]


# Landing


@pytest.mark.parametrize(
    ("standing", "text"),
    [({}, "24/18"), ({7: 1}, "24/18*"), ({7: 2}, "pass"), ({7: 5}, "pass")],
    ids=["empty", "lone", "two", "five"],
)
def test_a_point_is_open_unless_two_or_more_opposing_checkers_hold_it(engine, standing, text):
    before = board({24: 1, 1: 14}, {**standing, 13: 15 - sum(standing.values())})
    assert texts(engine, before, (6, 6)) == [text]


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


def test_the_only_die_that_can_be_played_may_be_played_by_any_checker(engine):
    before = board({22: 1, 20: 1, 1: 13}, {16: 2, 14: 2, 13: 7, 11: 2, 9: 2})
    assert texts(engine, before, (6, 5)) == ["20/15", "22/17"]


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
    assert texts(engine, before, (6, 5)) == ["pass"]


# Coming home and bearing off


def test_under_iri_gachi_nothing_is_borne_off_and_the_home_must_move_deeper(engine):
    before = board({24: 1, 6: 14}, {2: 2, 3: 2, 4: 2, 13: 9})
    assert texts(engine, before, (2, 1)) == ["6/3", "6/5 6/4"]
    low = board({24: 1, 1: 14}, {2: 2, 3: 2, 4: 2, 13: 9})
    assert texts(engine, low, (2, 1)) == ["pass"]


def test_an_exact_die_bears_off_and_may_also_be_moved(engine):
    before = board({6: 2, 4: 2}, {13: 15})
    assert texts(engine, before, (6, 4), BACKGAMMON) == ["6/off 4/off", "6/2 6/off"]


def test_a_larger_die_bears_off_from_the_farthest_point_only(engine):
    assert texts(engine, board({4: 2, 2: 1}, {13: 15}), (6, 5), BACKGAMMON) == ["4/off(2)"]
    before = board({5: 1, 3: 2}, {13: 15})
    assert texts(engine, before, (6, 4), BACKGAMMON) == ["5/1 3/off", "5/off 3/off"]
    assert triples(engine.next_steps(before, (6, 4), (), BACKGAMMON)) == [(5, 0, 6), (5, 1, 4)]


def test_a_smaller_die_never_bears_off(engine):
    assert texts(engine, board({6: 1, 5: 1}, {13: 15}), (2, 1), BACKGAMMON) == ["5/2", "6/3", "6/4 5/4"]


def test_bearing_off_begins_when_the_last_checker_has_come_home(engine):
    before = board({7: 1, 6: 2}, {13: 15})
    assert texts(engine, before, (6, 1), BACKGAMMON) == ["7/off", "7/1 6/5"]
    assert triples(engine.next_steps(before, (6, 1), (), BACKGAMMON)) == [(7, 1, 6), (7, 6, 1), (6, 5, 1)]
    assert triples(engine.next_steps(before, (6, 1), [(7, 6, 1)], BACKGAMMON)) == [(6, 0, 6)]


def test_a_checker_on_the_bar_stops_bearing_off(engine):
    before = board({25: 1, 6: 2, 1: 2}, {13: 15})
    assert texts(engine, before, (6, 1), BACKGAMMON) == ["bar/19 6/5", "bar/18"]
    assert not any("off" in text for high, low in bsg.ROLLS for text in texts(engine, before, (high, low), BACKGAMMON))


def test_a_checker_hit_during_the_bear_off_must_come_home_again(engine):
    before = board({25: 1, 13: 14}, {6: 2, 5: 1})
    hit = {str(play): play for play in engine.plays(before, (5, 5), BACKGAMMON)}["bar/20* 13/8(3)"].after.swapped()
    assert hit.own[25] == 1
    assert hit.own[0] == 12
    assert not any("off" in text for text in texts(engine, hit, (6, 5), BACKGAMMON))
    # Four sixes bring it from the bar to point 1, and nothing is left to bear off with.
    assert not any("off" in text for text in texts(engine, hit, (6, 6), BACKGAMMON))


def test_the_last_checker_off_wins(engine):
    before = board({6: 1, 1: 1}, {13: 15})
    assert results(engine, before, (6, 1), BEAR_OFF) == {"6/off": None, "6/off 1/off": bsg.Result(1, "bear-off")}


# The next steps of a turn

LAW_BOARDS = [
    (START, BAN),
    (ONE_OUTSIDE, BAN),
    (SHUT_OUT, BAN),
    (board({25: 2, 23: 1, 13: 4, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 4, 8: 3, 6: 2, 4: 2, 3: 1, 1: 1}), BAN),
    (board({24: 1, 10: 1, 1: 13}, {6: 2, 12: 2, 13: 11}), BAN),
    (board({8: 1, 7: 1, 1: 13}, {13: 15}), FOUR_STEPS),
    (board({**CLOSED, 9: 1, 8: 2}, {7: 1, 13: 14}), INSTANT),
    (board({6: 2, 5: 1, 3: 2, 1: 2}, {25: 1, 21: 1, 6: 3}), BEAR_OFF),
    (board({7: 1, 4: 1, 2: 1}, {25: 1, 22: 1, 13: 2}), BACKGAMMON),
]
LAW_IDS = ["start", "one outside", "shut out", "entering", "two far", "four steps", "instant", "bear-off", "backgammon"]


@pytest.mark.parametrize(("before", "rules"), LAW_BOARDS, ids=LAW_IDS)
@pytest.mark.parametrize("roll", bsg.ROLLS, ids=str)
def test_next_steps_lead_to_exactly_the_plays(engine, roll, before, rules):
    reached = {moved(before, route) for route in routes(engine, before, roll, rules)}
    assert reached == {play.after for play in engine.plays(before, roll, rules)}


@pytest.mark.parametrize(("before", "rules"), LAW_BOARDS, ids=LAW_IDS)
@pytest.mark.parametrize("roll", bsg.ROLLS, ids=str)
def test_the_route_of_every_play_can_be_followed_and_makes_that_play(engine, roll, before, rules):
    for play in engine.plays(before, roll, rules):
        for number, step in enumerate(play.steps):
            assert step in engine.next_steps(before, roll, play.steps[:number], rules)
        assert engine.next_steps(before, roll, play.steps, rules) == []
        assert engine.play_from_steps(before, roll, play.steps, rules) == play
        assert moved(before, play.steps) == play.after


@pytest.mark.parametrize(("before", "rules"), LAW_BOARDS, ids=LAW_IDS)
@pytest.mark.parametrize("roll", bsg.ROLLS, ids=str)
def test_next_steps_come_by_source_then_die_largest_first_each_once(engine, roll, before, rules):
    for taken in [(), *((step,) for step in engine.next_steps(before, roll, (), rules))]:
        keys = [(step.source, step.die) for step in engine.next_steps(before, roll, taken, rules)]
        assert keys == sorted(set(keys), reverse=True)


def test_each_step_of_a_double_is_listed_once(engine):
    assert triples(engine.next_steps(START, (6, 6))) == [(24, 18, 6), (13, 7, 6), (8, 2, 6)]


def test_the_same_move_by_either_die_is_two_steps(engine):
    before = board({5: 2}, {13: 15})
    assert triples(engine.next_steps(before, (6, 5), (), BACKGAMMON)) == [(5, 0, 6), (5, 0, 5)]
    assert triples(engine.next_steps(before, (6, 5), [(5, 0, 5)], BACKGAMMON)) == [(5, 0, 6)]
    by_either = [[(5, 0, 6), (5, 0, 5)], [(5, 0, 5), (5, 0, 6)]]
    first, second = (engine.play_from_steps(before, (6, 5), steps, BACKGAMMON) for steps in by_either)
    assert first == second
    assert triples(second.steps) == by_either[0]


def test_next_steps_say_whether_they_hit_where_they_are_made(engine):
    before = board({24: 2, 1: 13}, {7: 1, 13: 14})
    assert engine.next_steps(before, (6, 6)) == [bsg.Step(24, 18, 6, hit=True)]
    assert engine.next_steps(before, (6, 6), [(24, 18, 6)])[0] == bsg.Step(24, 18, 6, hit=False)


@pytest.mark.parametrize(
    "taken",
    [
        [(13, 7, 6)],
        ((13, 7, 6),),
        [[13, 7, 6]],
        [bsg.Step(13, 7, 6, hit=False)],
        [bsg.Step(13, 7, 6, hit=True)],
        np.array([[13, 7, 6]], dtype=np.uint8),
    ],
    ids=["triple", "tuple", "list", "Step", "hit not looked at", "array"],
)
def test_steps_taken_come_in_any_form(engine, taken):
    assert (7, 2, 5) in triples(engine.next_steps(START, (6, 5), taken))
    with pytest.raises(ValueError, match=r"the turn is not over after 13/7: a 5 can still be played, such as 13/8"):
        engine.play_from_steps(START, (6, 5), taken)


# Refusals


REFUSALS = {
    "no such die": (START, BAN, (6, 5), [(24, 20, 4)], r"step 1, 24/20 by a 4, .*: no 4 is left, only 6 and 5"),
    "die used": (START, BAN, (6, 5), [(24, 18, 6), (13, 7, 6)], r"step 2, 13/7 by a 6, .*: no 6 is left, only 5"),
    "dice used up": (
        START,
        BAN,
        (6, 5),
        [(24, 18, 6), (13, 8, 5), (6, 5, 1)],
        r"step 3, 6/5 by a 1, .*: all dice have been played",
    ),
    "two steps a double": (START, BAN, (1, 1), [(6, 5, 1)] * 3, r"step 3, .*: all dice have been played"),
    "wrong target": (START, BAN, (6, 5), [(24, 17, 6)], r"step 1, 24/17 by a 6, .*: a 6 from 24 leads to 18"),
    "past the end": (START, BAN, (6, 5), [(6, 1, 6)], r"step 1, 6/1 by a 6, .*: a 6 from 6 leads to off"),
    "nobody there": (START, BAN, (6, 5), [(20, 14, 6)], r"step 1, 20/14 by a 6, .*: no own checker is on 20"),
    "nobody on the bar": (
        START,
        BAN,
        (6, 5),
        [(25, 19, 6)],
        r"step 1, bar/19 by a 6, .*: no own checker is on the bar",
    ),
    "bar first": (
        board({25: 1, 13: 14}, {13: 15}),
        BAN,
        (6, 5),
        [(13, 7, 6)],
        r"step 1, 13/7 by a 6, .*: checkers on the bar enter first",
    ),
    "blocked": (START, BAN, (6, 5), [(24, 18, 6), (24, 19, 5)], r"step 2, 24/19 by a 5, .*: point 19 is blocked by 5"),
    "blocked entry": (SHUT_OUT, BAN, (6, 5), [(25, 19, 6)], r"step 1, bar/19 by a 6, .*: point 19 is blocked by 2"),
    "no bearing off": (
        board({7: 1, 4: 14}, {13: 15}),
        BAN,
        (4, 2),
        [(4, 0, 4)],
        r"step 1, 4/off by a 4, .*: under iri-gachi no checker is ever borne off",
    ),
    "not all home": (
        board({7: 1, 4: 3}, {13: 15}),
        BEAR_OFF,
        (4, 2),
        [(4, 0, 4)],
        r"step 1, 4/off by a 4, .*: a checker is still outside the home, on 7",
    ),
    "farther back": (
        board({5: 1, 3: 2}, {13: 15}),
        BEAR_OFF,
        (6, 4),
        [(3, 0, 4)],
        r"step 1, 3/off by a 4, .*: only an exact die bears off from 3 while a checker stands farther back, on 5",
    ),
    "decided by a step": (
        ONE_OUTSIDE,
        BAN,
        (5, 4),
        [(11, 6, 5), (6, 2, 4)],
        r"step 2, 6/2 by a 4, .*: the step before it has decided the game",
    ),
    "wastes a die": (
        board({24: 1, 10: 1, 1: 13}, {6: 2, 12: 2, 13: 11}),
        BAN,
        (6, 5),
        [(10, 4, 6)],
        r"step 1, 10/4 by a 6, .*: as many dice as possible must be played, and it leaves one that could be",
    ),
    "larger die": (
        board({20: 1, 1: 14}, {16: 2, 7: 13}),
        BAN,
        (6, 5),
        [(20, 15, 5)],
        r"step 1, 20/15 by a 5, .*: only one die can be played, and then it must be the larger, the 6",
    ),
    "a win is the only complete play": (
        board({11: 1, 6: 5, 4: 4, 3: 5}, {24: 2, 23: 2, 13: 11}),
        BAN,
        (5, 4),
        [(11, 7, 4)],
        r"step 1, 11/7 by a 4, .*: a play that wins is complete, and nothing else here is",
    ),
    "decided": (board({6: 15}, {13: 15}), BAN, (6, 5), [(6, 1, 5)], r"the position is already decided"),
    "lost": (board({13: 15}, {6: 15}), BAN, (6, 5), [(13, 7, 6)], r"the position is already decided"),
    "frozen": (
        board({25: 3, **CLOSED}, {25: 3, **CLOSED}),
        BAN,
        (6, 5),
        [(25, 19, 6)],
        r"the position is already decided",
    ),
}


@pytest.mark.parametrize(("position", "rules", "dice", "steps", "reason"), REFUSALS.values(), ids=REFUSALS)
def test_steps_that_make_no_legal_play_are_refused_with_the_first_wrong_one_and_why(
    engine, position, rules, dice, steps, reason
):
    for refused in (engine.play_from_steps, engine.next_steps):
        with pytest.raises(ValueError, match=f"^{reason}") as caught:
            refused(position, dice, steps, rules)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("taken", "words"),
    [
        ([], "without a step: a 6 or a 5 can still be played, such as 24/18"),
        ([(24, 18, 6)], "after 24/18: a 5 can still be played, such as 18/13"),
        ([(8, 3, 5)], "after 8/3: a 6 can still be played, such as 24/18"),
    ],
)
def test_a_turn_that_is_not_over_says_what_is_still_to_be_played(engine, taken, words):
    with pytest.raises(ValueError, match=f"^the turn is not over {words}$"):
        engine.play_from_steps(START, (6, 5), taken)


@pytest.mark.parametrize(
    "taken",
    [
        None,
        5,
        "24/18",
        b"\x18\x12\x06",
        {(24, 18, 6)},
        {24: 18},
        [24, 18, 6],
        bsg.Step(24, 18, 6, hit=False),
        [None],
        ["abc"],
        [("24", 18, 6)],
        [(24.0, 18, 6)],
        [(24, 18, True)],
        [bsg.Step("24", 18, 6, hit=False)],
    ],
    ids=repr,
)
def test_what_is_no_sequence_of_steps_is_a_type_error(engine, taken):
    for asked in (engine.next_steps, engine.play_from_steps):
        with pytest.raises(TypeError):
            asked(START, (6, 5), taken)


@pytest.mark.parametrize(
    "step",
    [
        (),
        (24,),
        (24, 18),
        (24, 18, 6, 0),
        (24, 18, 6, 1, 1),
        (0, -6, 6),
        (26, 20, 6),
        (24, 25, 6),
        (24, -1, 6),
        (24, 18, 0),
        (24, 18, 7),
        (2**70, 18, 6),
        (-(2**70), 18, 6),
    ],
    ids=repr,
)
def test_numbers_that_name_no_step_are_a_value_error(engine, step):
    for asked in (engine.next_steps, engine.play_from_steps):
        with pytest.raises(ValueError, match=r"step"):
            asked(START, (6, 5), [step])


@pytest.mark.parametrize("position", [None, "own 6:15 / opp 6:15", bytes(START), bsg.Position], ids=repr)
def test_what_is_no_position_is_a_type_error(engine, position):
    for call in (
        lambda: engine.plays(position, (3, 1)),
        lambda: engine.next_steps(position, (3, 1)),
        lambda: engine.result(position),
        lambda: engine.play_from_steps(position, (3, 1), ()),
        lambda: engine.perft(position, 0),
    ):
        with pytest.raises(TypeError, match=r"position must be a bsg\.Position"):
            call()


@pytest.mark.parametrize("name", ["plays", "next_steps", "result", "play_from_steps", "perft"])
def test_both_engines_have_the_same_signatures(name):
    assert inspect.signature(getattr(bsg.reference, name)) == inspect.signature(getattr(bsg.engine, name))
    assert getattr(bsg, name) is getattr(bsg.engine, name)


# Perft


def test_perft_at_depth_0_is_one_leaf(engine):
    for position in (START, ONE_OUTSIDE, SHUT_OUT, board({6: 15}, {13: 15})):
        assert engine.perft(position, 0) == 1


def test_perft_counts_the_plays_of_all_21_rolls(engine):
    for position in (START, ONE_OUTSIDE, SHUT_OUT):
        assert engine.perft(position, 1) == sum(len(engine.plays(position, roll)) for roll in bsg.ROLLS)


@pytest.mark.parametrize(("rules", "leaves"), [(BAN, 246), (BACKGAMMON, 447)], ids=["ban-sugoroku", "backgammon"])
def test_perft_of_the_start(engine, rules, leaves):
    # Each number was found by two independent programs.
    assert engine.perft(START, 1, rules) == leaves


def test_perft_of_ban_sugoroku_two_plies_deep(engine):
    assert engine.perft(START, 2) == 63_722


def test_perft_swaps_sides_and_stops_where_the_game_is_decided(engine):
    before = board({8: 1, 6: 8, 5: 6}, {9: 1, 6: 8, 5: 6})
    afters = [play for roll in bsg.ROLLS for play in engine.plays(before, roll)]
    assert any(play.result for play in afters)
    assert engine.perft(before, 2) == sum(
        1 if play.result else engine.perft(play.after.swapped(), 1) for play in afters
    )


def test_perft_counts_a_position_once_for_each_roll_that_reaches_it(engine):
    before = board({1: 1}, {13: 15})
    assert {play.after for roll in bsg.ROLLS for play in engine.plays(before, roll, BACKGAMMON)} == {
        board({}, {13: 15})
    }
    assert engine.perft(before, 1, BACKGAMMON) == 21
    assert engine.perft(before, 3, BACKGAMMON) == 21


def test_perft_counts_a_forced_pass_as_one(engine):
    assert engine.perft(SHUT_OUT, 1) == 21
    assert engine.perft(SHUT_OUT, 2) == 21 * engine.perft(SHUT_OUT.swapped(), 1)


@pytest.mark.parametrize("depth", [-1, -(2**70)])
def test_a_negative_depth_is_refused(engine, depth):
    for position in (START, board({6: 15}, {13: 15})):
        with pytest.raises(ValueError, match="depth"):
            engine.perft(position, depth)


@pytest.mark.parametrize("depth", [None, True, 1.0, "1"], ids=repr)
def test_a_depth_that_is_no_integer_is_a_type_error(engine, depth):
    with pytest.raises(TypeError, match="depth must be an integer"):
        engine.perft(START, depth)


def test_perft_takes_whatever_counts(engine):
    assert engine.perft(START, np.int16(1)) == 246
