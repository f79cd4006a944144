"""Every ruling on the rules, by its number, on both engines."""

from dataclasses import replace

import pytest

import bsg
from boards import (
    BACKGAMMON,
    BAN,
    BEAR_OFF,
    CLOSED,
    EVERY_WAY_TO_PLAY,
    FOUR_STEPS,
    INSTANT,
    board,
    moved,
    results,
    routes,
    texts,
    triples,
)
from bsg import Result
from bsg_core import playout

ONE_OUTSIDE = board({11: 1, 6: 5, 4: 4, 3: 5}, {23: 2, 13: 13})
BOTH_CLOSED_BOTH_BARRED = board({25: 3, **CLOSED}, {25: 3, **CLOSED})
BOTH_HOME = board({6: 15}, {6: 15})

# Boards on which laws are tried with all 21 rolls: entering, hits both ways, races home, closed homes, bear-offs.
ENTERING = board({25: 2, 23: 1, 13: 4, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 4, 8: 3, 6: 2, 4: 2, 3: 1, 1: 1})
SCATTERED = board({24: 1, 20: 1, 16: 2, 11: 1, 9: 2, 6: 4, 5: 3, 3: 1}, {23: 1, 18: 2, 13: 3, 7: 1, 6: 4, 4: 3, 2: 1})
NEARLY_HOME = board({8: 1, 7: 1, 6: 4, 5: 4, 3: 5}, {25: 1, 24: 1, 16: 1, 13: 12})
NEARLY_CLOSED = board({13: 1, 9: 1, 6: 3, 5: 3, 4: 2, 3: 2, 2: 2, 1: 1}, {25: 1, 13: 13, 7: 1})
LAW_BOARDS = [bsg.Position.start(), ENTERING, SCATTERED, NEARLY_HOME, NEARLY_CLOSED, ONE_OUTSIDE]
BEARING_OFF = board({6: 2, 5: 1, 3: 2, 1: 2}, {25: 1, 21: 1, 6: 3})


# R1


def test_r1_a_winning_step_ends_the_turn_even_if_the_other_die_could_be_played(engine):
    assert results(engine, ONE_OUTSIDE, (5, 4)) == {"11/7 6/1": None, "11/6": Result(1, "iri-gachi")}


def test_r1_the_winning_step_stands_beside_the_others_and_nothing_follows_it(engine):
    assert triples(engine.next_steps(ONE_OUTSIDE, (5, 4))) == [(11, 6, 5), (11, 7, 4), (6, 1, 5)]
    assert engine.next_steps(ONE_OUTSIDE, (5, 4), [(11, 6, 5)]) == []
    with pytest.raises(ValueError, match=r"step 2, 6/2 by a 4, .*decided the game \(R1\)"):
        engine.play_from_steps(board({11: 1, 6: 14}, {24: 2, 13: 13}), (5, 4), [(11, 6, 5), (6, 2, 4)])


def test_r1_a_win_in_the_middle_of_four_steps_ends_them(engine):
    before = board({8: 1, 6: 14}, {13: 15})
    win = Result(1, "iri-gachi")
    assert results(engine, before, (1, 1), FOUR_STEPS) == {
        "6/5(4)": None,
        "6/5(2) 6/4": None,
        "6/4(2)": None,
        "6/5 6/3": None,
        "6/2": None,
        "8/7 6/5 6/4": None,
        "8/7 6/5(3)": None,
        "8/7 6/3": None,
        "8/6": win,
        "8/6 6/5": win,
        "8/6 6/4": win,
        "8/6 6/5(2)": win,
    }
    assert engine.next_steps(before, (1, 1), [(8, 7, 1), (7, 6, 1)], FOUR_STEPS) == []
    assert triples(engine.next_steps(before, (1, 1), [(8, 7, 1), (6, 5, 1), (6, 5, 1)], FOUR_STEPS)) == [
        (7, 6, 1),
        (6, 5, 1),
        (5, 4, 1),
    ]


def test_r1_the_last_checker_borne_off_leaves_steps_unplayed(engine):
    before = board({2: 1, 1: 1}, {13: 15})
    assert [len(play.steps) for play in engine.plays(before, (6, 6), BACKGAMMON)] == [2]
    assert engine.next_steps(before, (6, 6), [(2, 0, 6), (1, 0, 6)], BACKGAMMON) == []


# R2


def test_r2_a_one_die_win_is_the_only_play_where_no_play_uses_both_dice(engine):
    before = board({11: 1, 6: 5, 4: 4, 3: 5}, {24: 2, 23: 2, 13: 11})
    assert results(engine, before, (5, 4)) == {"11/6": Result(1, "iri-gachi")}
    assert triples(engine.next_steps(before, (5, 4))) == [(11, 6, 5)]
    with pytest.raises(ValueError, match=r"step 1, 11/7 by a 4, .*a play that wins is complete"):
        engine.play_from_steps(before, (5, 4), [(11, 7, 4)])


def test_r2_without_a_complete_play_the_larger_die_decides(engine):
    # The same board with one more outside that cannot move: 11/6 no longer wins.
    before = board({24: 1, 11: 1, 6: 5, 4: 4, 3: 4}, {24: 2, 23: 2, 13: 2, 6: 2, 5: 7})
    assert results(engine, before, (5, 4)) == {"11/6": None}


def test_r2_one_die_and_two_die_plays_are_both_complete_if_the_one_wins(engine):
    before = board({7: 1, 6: 14}, {13: 15})
    assert results(engine, before, (2, 1)) == {
        "7/6": Result(1, "iri-gachi"),
        "7/5": Result(1, "iri-gachi"),
        "7/5 6/5": Result(1, "iri-gachi"),
        "7/6 6/4": Result(1, "iri-gachi"),
        "6/5 6/4": None,
        "6/3": None,
    }


def test_r2_a_longer_play_does_not_shut_out_a_win_with_fewer_steps_of_a_double(engine):
    before = board({8: 1, 6: 14}, {13: 15})
    lengths = {len(play.steps) for play in engine.plays(before, (1, 1), FOUR_STEPS)}
    assert lengths == {2, 3, 4}


# R3


@pytest.mark.parametrize(
    ("inner_1_to_6", "ending"),
    [
        ((2, 2, 2, 3, 3, 3), Result(3, "mujo-gachi")),
        ((2, 3, 2, 3, 2, 3), Result(3, "mujo-gachi")),
        ((3, 3, 3, 2, 2, 2), Result(2, "mushi-gachi")),
        ((3, 2, 3, 2, 3, 2), Result(2, "mushi-gachi")),
        ((2, 2, 3, 2, 3, 3), Result(2, "mushi-gachi")),
        ((2, 2, 2, 2, 2, 5), Result(2, "mushi-gachi")),
        ((1, 3, 2, 3, 3, 3), Result(1, "iri-gachi")),
        ((0, 3, 3, 3, 3, 3), Result(1, "iri-gachi")),
    ],
)
def test_r3_patterns_are_read_from_inner_1_to_inner_6_only(engine, inner_1_to_6, ending):
    home = dict(enumerate(inner_1_to_6, start=1))
    finished = board(home, {25: 1, 13: 14})
    assert engine.result(finished) == ending
    before = board({**home, 6: home[6] - 1, 7: 1}, {25: 1, 13: 14})
    assert results(engine, before, (2, 1))["7/6"] == ending


@pytest.mark.parametrize("inner_1_to_6", [(2, 2, 2, 3, 3, 3), (2, 3, 2, 3, 2, 3)])
def test_r3_a_pattern_counts_only_with_an_enemy_checker_on_the_bar_and_the_bonus(engine, inner_1_to_6):
    home = dict(enumerate(inner_1_to_6, start=1))
    assert engine.result(board(home, {13: 15})) == Result(1, "iri-gachi")
    assert engine.result(board(home, {25: 1, 13: 14}), replace(BAN, closed_home="off")) == Result(1, "iri-gachi")
    assert engine.result(board(home, {25: 1, 13: 14}), INSTANT) == Result(1, "muji-gachi")


# R4


@pytest.mark.parametrize("steps_per_double", [2, 4])
def test_r4_a_tie_in_the_opening_roll_is_rolled_again(steps_per_double):
    code = replace(BACKGAMMON, steps_per_double=steps_per_double).code
    opened = [playout.begin_game(playout.open_stream(4, game, 0), game, code) for game in range(2000)]
    assert {beginner for beginner, _, _ in opened} == {0, 1}
    assert {(high, low) for _, high, low in opened} == {(high, low) for high, low in bsg.ROLLS if high != low}


def test_r4_a_roll_off_always_finds_a_beginner_and_rolls_fresh_dice():
    code = replace(BAN, start="roll-off").code
    opened = [playout.begin_game(playout.open_stream(4, game, 0), game, code) for game in range(2000)]
    assert {beginner for beginner, _, _ in opened} == {0, 1}
    assert {(high, low) for _, high, low in opened} == set(bsg.ROLLS)


# R5


@pytest.mark.parametrize("closed_home", ["bonus", "instant", "off"])
def test_r5_a_borne_off_win_is_one_point_whatever_the_closed_home_gives(engine, closed_home):
    rules = replace(BEAR_OFF, closed_home=closed_home)
    before = board({1: 1}, {25: 1, 13: 14})
    assert results(engine, before, (6, 5), rules) == {"1/off": Result(1, "bear-off")}


@pytest.mark.parametrize("closed_home", ["bonus", "instant", "off"])
@pytest.mark.parametrize(
    ("loser", "ending"),
    [
        ({13: 15}, Result(2, "gammon")),
        ({18: 1, 13: 14}, Result(2, "gammon")),
        ({19: 1, 13: 14}, Result(3, "backgammon")),
        ({23: 1, 13: 14}, Result(3, "backgammon")),
        ({24: 1, 13: 14}, Result(3, "backgammon")),
        ({25: 1, 13: 14}, Result(3, "backgammon")),
        ({1: 14}, Result(1, "single")),
        ({25: 1, 13: 13}, Result(1, "single")),
        ({23: 14}, Result(1, "single")),
    ],
    ids=str,
)
def test_r5_with_gammons_a_borne_off_win_counts_by_how_far_the_loser_has_come(engine, closed_home, loser, ending):
    rules = replace(BEAR_OFF, closed_home=closed_home, gammons=True)
    last = 2 if 24 in loser else 1  # the loser's 24 is the winner's 1
    assert results(engine, board({last: 1}, loser), (6, 5), rules) == {f"{last}/off": ending}
    after = board({}, loser)
    assert engine.result(after, rules) == ending
    assert engine.result(after.swapped(), rules) == Result(-ending.points, ending.kind)


@pytest.mark.parametrize("rules", [INSTANT, replace(BEAR_OFF, closed_home="instant")], ids=["iri-gachi", "bear-off"])
def test_r5_a_muji_gachi_win_is_always_one_point(engine, rules):
    closed = board({**CLOSED, 13: 3}, {25: 1, 13: 14})
    assert engine.result(closed, rules) == Result(1, "muji-gachi")
    if rules.finish == "bear-off":
        assert engine.result(closed, replace(rules, gammons=True)) == Result(1, "muji-gachi")


def test_r5_a_closed_home_gives_nothing_in_the_middle_of_a_bear_off(engine):
    closed = board(CLOSED, {25: 1, 13: 14})
    assert engine.result(closed, BEAR_OFF) is None
    assert engine.result(closed, replace(BEAR_OFF, closed_home="instant")) == Result(1, "muji-gachi")


# R6


def test_r6_it_is_muji_gachi_even_when_the_same_step_brings_the_last_checker_home(engine):
    before = board({7: 1, 6: 2, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, {25: 1, 13: 14})
    assert results(engine, before, (2, 1))["7/6"] == Result(3, "mujo-gachi")
    assert results(engine, before, (2, 1), INSTANT) == {}
    closing = board({7: 1, 6: 1, 5: 4, 4: 3, 3: 2, 2: 2, 1: 2}, {25: 1, 13: 14})
    assert results(engine, closing, (6, 1), INSTANT)["7/6"] == Result(1, "muji-gachi")
    assert results(engine, closing, (6, 1), BAN)["7/6"] == Result(2, "mushi-gachi")


@pytest.mark.parametrize("finish", ["iri-gachi", "bear-off"])
def test_r6_the_sixth_closed_point_wins_with_an_enemy_checker_on_the_bar(engine, finish):
    rules = replace(INSTANT, finish=finish)
    before = board({20: 2, 9: 1, 6: 4, 5: 2, 4: 2, 3: 2, 2: 1, 1: 1}, {25: 1, 13: 14})
    with_two_more = board({20: 2, 9: 1, 6: 3, 5: 2, 4: 2, 3: 2, 2: 1, 1: 2}, {25: 1, 13: 14})
    assert all(ending is None for ending in results(engine, before, (4, 1), rules).values())
    assert results(engine, with_two_more, (4, 1), rules)["6/2"] == Result(1, "muji-gachi")


@pytest.mark.parametrize("finish", ["iri-gachi", "bear-off"])
def test_r6_a_hit_wins_while_the_home_is_closed(engine, finish):
    rules = replace(INSTANT, finish=finish)
    before = board({**CLOSED, 20: 3}, {7: 1, 13: 14})
    found = results(engine, before, (2, 1), rules)
    assert found["20/18*"] == Result(1, "muji-gachi")
    assert found["20/17"] is None
    assert engine.next_steps(before, (2, 1), [(20, 18, 2)], rules) == []


def test_r6_a_hit_on_the_way_wins_too_and_a_home_reopened_before_it_does_not(engine):
    before = board({**CLOSED, 20: 3}, {7: 1, 13: 14})
    found = results(engine, before, (2, 1), INSTANT)
    # 20/18* needs the home still closed; after 6/5 it is not.
    assert found["20/18* 6/5"] is None
    assert found["20/18* 2/1"] is None
    assert not any(text.startswith("20/18*/") for text in found)


def test_r6_closing_the_home_does_not_win_while_the_bar_is_empty(engine):
    before = board({20: 2, 9: 1, 6: 3, 5: 2, 4: 2, 3: 2, 2: 1, 1: 2}, {7: 1, 13: 14})
    found = results(engine, before, (4, 2), INSTANT)
    assert found["9/7 6/2"] is None
    assert found["20/18* 6/2"] == Result(1, "muji-gachi")


# R7


@pytest.mark.parametrize(
    ("rules", "decided", "ending"),
    [
        (BAN, board({6: 5, 3: 5, 1: 5}, {13: 15}), Result(1, "iri-gachi")),
        (BAN, board({**CLOSED, 6: 5}, {25: 1, 13: 14}), Result(2, "mushi-gachi")),
        (BAN, board({1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3}, {25: 2, 13: 13}), Result(3, "mujo-gachi")),
        (INSTANT, board({**CLOSED, 13: 3}, {25: 1, 13: 14}), Result(1, "muji-gachi")),
        (BEAR_OFF, board({}, {13: 15}), Result(1, "bear-off")),
        (BACKGAMMON, board({}, {13: 2}), Result(1, "single")),
        (BACKGAMMON, board({}, {13: 15}), Result(2, "gammon")),
        (BACKGAMMON, board({}, {25: 1, 13: 14}), Result(3, "backgammon")),
    ],
    ids=lambda value: value.kind if isinstance(value, Result) else "",
)
def test_r7_a_position_that_meets_a_winning_condition_is_decided_for_either_side(engine, rules, decided, ending):
    assert engine.result(decided, rules) == ending
    assert engine.result(decided.swapped(), rules) == Result(-ending.points, ending.kind)
    for position in (decided, decided.swapped()):
        for roll in bsg.ROLLS:
            assert engine.plays(position, roll, rules) == []
            assert engine.next_steps(position, roll, (), rules) == []
        assert [engine.perft(position, depth, rules) for depth in range(3)] == [1, 1, 1]
        with pytest.raises(ValueError, match="already decided"):
            engine.play_from_steps(position, (2, 1), (), rules)
        with pytest.raises(ValueError, match="already decided"):
            engine.next_steps(position, (2, 1), [(6, 5, 1)], rules)


def every_call(engine, position, rules):
    return [
        lambda: engine.plays(position, (3, 1), rules),
        lambda: engine.next_steps(position, (3, 1), (), rules),
        lambda: engine.result(position, rules),
        lambda: engine.play_from_steps(position, (3, 1), (), rules),
        lambda: engine.perft(position, 0, rules),
    ]


@pytest.mark.parametrize(
    ("rules", "position"),
    [(BAN, BOTH_HOME), (FOUR_STEPS, BOTH_HOME), (INSTANT, BOTH_HOME), (INSTANT, BOTH_CLOSED_BOTH_BARRED)],
    ids=["iri-gachi", "four steps", "instant", "closed"],
)
def test_r7_a_position_in_which_both_sides_have_won_is_refused(engine, rules, position):
    for call in every_call(engine, position, rules):
        with pytest.raises(ValueError, match=r"impossible position: both sides have won.*\(R7\)"):
            call()


def test_r7_what_only_other_rules_forbid_is_played(engine):
    assert engine.result(BOTH_HOME, BEAR_OFF) is None
    assert texts(engine, BOTH_HOME, (6, 5), BEAR_OFF) == ["6/1 6/off"]


def test_r7_a_play_never_makes_the_other_side_win(engine):
    for before in LAW_BOARDS:
        for roll in bsg.ROLLS:
            for rules in (BAN, INSTANT):
                for play in engine.plays(before, roll, rules):
                    assert play.result is None or play.result.points > 0
                    assert play.result == engine.result(play.after, rules)


# R8


@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_r8_a_frozen_position_is_a_draw_and_under_instant_it_is_refused(engine, rules):
    if rules.closed_home == "instant":
        for call in every_call(engine, BOTH_CLOSED_BOTH_BARRED, rules):
            with pytest.raises(ValueError, match=r"\(R7\)"):
                call()
        return
    assert engine.result(BOTH_CLOSED_BOTH_BARRED, rules) == Result(0, "draw")
    for roll in bsg.ROLLS:
        assert engine.plays(BOTH_CLOSED_BOTH_BARRED, roll, rules) == []
        assert engine.next_steps(BOTH_CLOSED_BOTH_BARRED, roll, (), rules) == []
    assert [engine.perft(BOTH_CLOSED_BOTH_BARRED, depth, rules) for depth in range(4)] == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="already decided"):
        engine.play_from_steps(BOTH_CLOSED_BOTH_BARRED, (6, 5), (), rules)


def test_r8_a_frozen_position_need_not_be_the_same_on_both_sides(engine):
    frozen = board({25: 1, **CLOSED, 6: 4}, {25: 2, **CLOSED, 1: 3})
    assert engine.result(frozen) == engine.result(frozen.swapped()) == Result(0, "draw")
    with_checkers_off = board({25: 1, **CLOSED}, {25: 2, **CLOSED})
    assert engine.result(with_checkers_off, BACKGAMMON) == Result(0, "draw")


def test_r8_one_side_that_can_still_move_keeps_the_game_going(engine):
    shut_out = board({25: 3, **CLOSED}, {13: 3, **CLOSED})
    for position in (shut_out, shut_out.swapped()):
        assert engine.result(position) is None
    assert texts(engine, shut_out, (6, 5)) == ["pass"]
    nearly = board({25: 3, **CLOSED}, {25: 3, **CLOSED, 6: 1, 5: 3})
    assert engine.result(nearly) is None
    assert engine.result(nearly.swapped()) is None
    assert texts(engine, nearly, (6, 5)) == ["bar/19*"]
    assert texts(engine, nearly, (5, 4)) == ["pass"]


# R9


@pytest.mark.parametrize("rules", [BAN, BACKGAMMON], ids=["ban-sugoroku", "backgammon"])
@pytest.mark.parametrize("lowest", [2, 4, 9, 14])
def test_r9_six_blocks_in_a_row_may_be_built_anywhere(engine, rules, lowest):
    five = {lowest + offset: 2 for offset in range(5)}
    before = board({**five, lowest + 7: 1, lowest + 6: 1, 24: 3}, {24: 15})
    assert f"{lowest + 7}/{lowest + 5} {lowest + 6}/{lowest + 5}" in texts(engine, before, (2, 1), rules)


# R14


def test_r14_a_route_that_hits_and_one_that_does_not_are_two_plays(engine):
    before = board({24: 1, 6: 14}, {7: 1, 13: 14})
    by_text = {str(play): play for play in engine.plays(before, (6, 4))}
    assert {"24/18*/14", "24/14"} <= set(by_text)
    hit, passed = by_text["24/18*/14"].after, by_text["24/14"].after
    assert hit == board({14: 1, 6: 14}, {25: 1, 13: 14})
    assert passed == board({14: 1, 6: 14}, {7: 1, 13: 14})


def test_r14_two_routes_to_one_position_are_one_play(engine):
    before = board({24: 1, 6: 14}, {13: 15})
    assert texts(engine, before, (6, 4)).count("24/14") == 1
    both_ways = [[(24, 18, 6), (18, 14, 4)], [(24, 20, 4), (20, 14, 6)]]
    first, second = (engine.play_from_steps(before, (6, 4), way) for way in both_ways)
    assert first == second
    assert first.steps == second.steps


@pytest.mark.parametrize("rules", [BAN, FOUR_STEPS, INSTANT, BACKGAMMON], ids=["ban", "four", "instant", "backgammon"])
@pytest.mark.parametrize("roll", bsg.ROLLS, ids=str)
def test_r14_no_position_is_listed_twice_and_no_two_plays_print_alike(engine, roll, rules):
    for before in LAW_BOARDS:
        listed = engine.plays(before, roll, rules)
        assert len({play.after for play in listed}) == len({str(play) for play in listed}) == len(listed)


# R15


def places_in_order(after):
    """Count the mover on the bar, 24 … 1, then the opponent on the mover's points 24 … 1."""
    return (*after.own[25:0:-1], *after.opponent[1:25])


def packed_number(after):
    packed = bytes(after)
    return int.from_bytes(packed[:16], "little") << 128 | int.from_bytes(packed[16:], "little")


@pytest.mark.parametrize("rules", [BAN, FOUR_STEPS, INSTANT, BACKGAMMON], ids=["ban", "four", "instant", "backgammon"])
@pytest.mark.parametrize("roll", bsg.ROLLS, ids=str)
def test_r15_plays_are_listed_by_the_position_reached_largest_first(engine, roll, rules):
    for before in [*LAW_BOARDS, *([BEARING_OFF] if rules.finish == "bear-off" else [])]:
        afters = [play.after for play in engine.plays(before, roll, rules)]
        assert afters == sorted(afters, key=places_in_order, reverse=True)
        assert afters == sorted(afters, key=packed_number, reverse=True)


def test_r15_the_plays_of_an_opening_roll(engine):
    assert texts(engine, bsg.Position.start(), (6, 5)) == [
        "8/3 8/2",
        "13/2",
        "13/7 8/3",
        "13/8 13/7",
        "24/18 8/3",
        "24/18 13/8",
        "24/13",
    ]


@pytest.mark.parametrize(
    ("before", "roll", "rules", "text", "route"),
    [
        # Either checker first.
        (bsg.Position.start(), (3, 1), BAN, "8/5 6/5", [(8, 5, 3), (6, 5, 1)]),
        # One checker by either die first: the nearer landing is the larger target.
        (board({24: 1, 6: 14}, {13: 15}), (6, 4), BAN, "24/14", [(24, 20, 4), (20, 14, 6)]),
        # A route of two steps and one of a single step.
        (board({6: 1}, {13: 15}), (6, 1), BACKGAMMON, "6/off", [(6, 5, 1), (5, 0, 6)]),
        (board({4: 1}, {13: 15}), (6, 5), BACKGAMMON, "4/off", [(4, 0, 6)]),
        # Either die bears off either checker.
        (board({4: 1, 3: 2}, {13: 15}), (6, 5), BACKGAMMON, "4/off 3/off", [(4, 0, 6), (3, 0, 5)]),
        # 7/6 twice before 6/5 would compare larger, but would have won by then (R1).
        (
            board({8: 1, 7: 1, 6: 13}, {13: 15}),
            (1, 1),
            FOUR_STEPS,
            "8/5 7/6",
            [(8, 7, 1), (7, 6, 1), (6, 5, 1), (7, 6, 1)],
        ),
    ],
    ids=["two checkers", "one checker", "two steps", "one step", "bear-off", "win comes last"],
)
def test_r15_a_play_shows_the_largest_of_its_routes(engine, before, roll, rules, text, route):
    by_text = {str(play): play for play in engine.plays(before, roll, rules)}
    assert triples(by_text[text].steps) == route


@pytest.mark.parametrize(
    ("before", "rules"),
    [
        (ENTERING, BAN),
        (ONE_OUTSIDE, BAN),
        (board({**CLOSED, 9: 1, 8: 2}, {7: 1, 13: 14}), INSTANT),
        (BEARING_OFF, BEAR_OFF),
        (board({5: 1, 4: 1, 1: 1}, {25: 1, 13: 2}), BACKGAMMON),
    ],
    ids=["entering", "iri-gachi", "instant", "bear-off", "backgammon"],
)
@pytest.mark.parametrize("roll", bsg.ROLLS, ids=str)
def test_r15_no_route_to_a_position_is_larger_than_the_one_shown(engine, roll, before, rules):
    largest = {}
    for route in routes(engine, before, roll, rules):
        after = moved(before, route)
        largest[after] = max(largest.get(after, []), triples(route))
    assert {play.after: triples(play.steps) for play in engine.plays(before, roll, rules)} == largest


# R16


@pytest.mark.parametrize(
    "rules", [BAN, FOUR_STEPS, BEAR_OFF, BACKGAMMON], ids=["ban", "four", "bear-off", "backgammon"]
)
def test_r16_a_forced_pass_is_one_play_without_steps(engine, rules):
    shut_out = board({25: 1, 13: 14}, {**CLOSED, 8: 3})
    for roll in bsg.ROLLS:
        (forced,) = engine.plays(shut_out, roll, rules)
        assert (forced.steps, forced.after, forced.result, str(forced)) == ((), shut_out, None, "pass")
        assert engine.next_steps(shut_out, roll, (), rules) == []
        assert engine.play_from_steps(shut_out, roll, (), rules) == forced
    assert engine.perft(shut_out, 1, rules) == 21


def test_r16_a_decided_position_has_no_plays_not_even_a_pass(engine):
    decided = board({6: 15}, {13: 15})
    assert engine.plays(decided, (6, 5)) == []
    assert engine.perft(decided, 1) == 1
    with pytest.raises(ValueError, match="already decided"):
        engine.play_from_steps(decided, (6, 5), ())


def test_r16_nobody_may_pass_who_can_move(engine):
    with pytest.raises(ValueError, match="the turn is not over without a step"):
        engine.play_from_steps(bsg.Position.start(), (6, 5), ())


# R17


@pytest.mark.parametrize("closed_home", ["bonus", "instant", "off"])
@pytest.mark.parametrize(
    "position",
    [
        board({13: 14}, {13: 13, 6: 2}),
        board({13: 14}, {13: 15}).swapped(),
        board({6: 14}, {13: 14}),
        board({}, {13: 2}),
    ],
    ids=lambda position: position.text,
)
def test_r17_under_iri_gachi_a_checker_off_is_impossible(engine, position, closed_home):
    rules = replace(BAN, closed_home=closed_home)
    for call in every_call(engine, position, rules):
        with pytest.raises(ValueError, match=r"impossible position: .* off, .*\(R17\)"):
            call()
    bear_off = replace(rules, finish="bear-off")
    assert engine.result(position, bear_off) in (None, Result(1, "bear-off"))


def test_r17_both_sides_are_named(engine):
    with pytest.raises(ValueError, match=r"own has 1 off.*opponent has 2 off"):
        engine.result(board({13: 14}, {13: 13}))


@pytest.mark.parametrize("steps_per_double", [2, 4])
@pytest.mark.parametrize("finish", ["iri-gachi", "bear-off"])
def test_r6_an_instant_win_by_the_first_step_of_a_double_is_found_under_either_finish(engine, finish, steps_per_double):
    before = board({20: 3, 7: 1, 6: 1, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}, {25: 1, 13: 14})
    rules = bsg.Rules(finish, "instant", steps_per_double)
    wins = {text: result for text, result in results(engine, before, (1, 1), rules).items() if result}
    assert {"7/6", "20/19 7/6"} <= set(wins)
    assert set(wins.values()) == {Result(1, "muji-gachi")}
