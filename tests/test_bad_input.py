"""Bad input at every public door: an error that says what was wanted and got, and nothing changed."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bsg
from boards import BACKGAMMON, BAN, CLOSED, INSTANT, board

START = bsg.Position.start()
BOTH_HOME = board({6: 15}, {6: 15})
BOTH_CLOSED_OUT = board({**CLOSED, 25: 3}, {**CLOSED, 25: 3})
ONE_OFF = board({6: 14}, {24: 15})
OPPONENT_OFF = ONE_OFF.swapped()

IMPOSSIBLE = [
    pytest.param(BOTH_HOME, BAN, "both sides have won.*R7", id="R7-both-home"),
    pytest.param(BOTH_CLOSED_OUT, INSTANT, "both sides have won.*R7", id="R7-both-closed-out"),
    pytest.param(ONE_OFF, BAN, "own has 1 off.*R17", id="R17-own"),
    pytest.param(OPPONENT_OFF, BAN, "opponent has 1 off.*R17", id="R17-opponent"),
]

ASK = {
    "plays": lambda engine, position, rules: engine.plays(position, (3, 1), rules),
    "next_steps": lambda engine, position, rules: engine.next_steps(position, (3, 1), (), rules),
    "play_from_steps": lambda engine, position, rules: engine.play_from_steps(position, (3, 1), [], rules),
    "result": lambda engine, position, rules: engine.result(position, rules),
    "perft-0": lambda engine, position, rules: engine.perft(position, 0, rules),
    "perft-1": lambda engine, position, rules: engine.perft(position, 1, rules),
    "perft-3": lambda engine, position, rules: engine.perft(position, 3, rules),
}
ROLL = {
    "plays": lambda engine, dice: engine.plays(START, dice),
    "next_steps": lambda engine, dice: engine.next_steps(START, dice),
    "play_from_steps": lambda engine, dice: engine.play_from_steps(START, dice, [(8, 5, 3), (6, 5, 1)]),
}


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
@pytest.mark.parametrize(("position", "rules", "says"), IMPOSSIBLE)
def test_a_position_impossible_under_the_rules_is_refused_everywhere(engine, ask, position, rules, says):
    with pytest.raises(ValueError, match=says):
        ask(engine, position, rules)


def test_everything_that_is_wrong_is_said_at_once(engine):
    with pytest.raises(ValueError, match=r"own has 5 off.*; opponent has 5 off"):
        engine.plays(board({24: 10}, {24: 10}), (3, 1), BAN)


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
@pytest.mark.parametrize("position", [None, bytes(START), "start", START.own, 5])
def test_what_is_no_position_is_a_type_error(engine, ask, position):
    with pytest.raises(TypeError, match="Position"):
        ask(engine, position, BAN)


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
@pytest.mark.parametrize("rules", [None, "BACKGAMMON", {"finish": "bear-off"}, 0, bsg.Rules])
def test_what_are_no_rules_is_a_type_error(engine, ask, rules):
    with pytest.raises(TypeError, match="Rules"):
        ask(engine, START, rules)


@pytest.mark.parametrize("ask", ROLL.values(), ids=ROLL)
@pytest.mark.parametrize("dice", [(0, 7), (7, 1), (1, 0), (-1, 2), (2**70, 1), (), (1,), (1, 2, 3), [1, 2, 3, 4]])
def test_dice_of_a_wrong_value_or_number_are_a_value_error(engine, ask, dice):
    with pytest.raises(ValueError, match=r"di(c)?e"):
        ask(engine, dice)


@pytest.mark.parametrize("ask", ROLL.values(), ids=ROLL)
@pytest.mark.parametrize(
    "dice",
    [("1", 2), (True, 1), (1, True), (1.0, 2), (1, None), None, 31, "xy", (np.float64(1), 2), (np.bool_(True), 1)],
)
def test_dice_of_a_wrong_type_are_a_type_error(engine, ask, dice):
    with pytest.raises(TypeError, match=r"di(c)?e"):
        ask(engine, dice)


@pytest.mark.parametrize("dice", [{3, 1}, frozenset({3, 1}), {3: 1, 1: 3}, iter((3, 1)), (die for die in (3, 1))])
@pytest.mark.parametrize("ask", ROLL.values(), ids=ROLL)
def test_dice_without_an_order_or_to_be_read_once_are_a_type_error(engine, ask, dice):
    with pytest.raises(TypeError, match="dice must be two integers 1 to 6"):
        ask(engine, dice)


HUGE = 10**5000  # more digits than Python writes


class Unwritable:
    def __repr__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize("value", [HUGE, -HUGE, Unwritable(), [HUGE], "x" * 10**6], ids=range(5))
def test_a_wrong_value_that_cannot_be_written_out_still_gets_its_sentence(engine, value):
    calls = [
        lambda: engine.plays(value, (3, 1)),
        lambda: engine.plays(START, value),
        lambda: engine.plays(START, (value, 1)),
        lambda: engine.plays(START, (3, 1), value),
        lambda: engine.next_steps(START, (3, 1), value),
        lambda: engine.next_steps(START, (3, 1), [value]),
        lambda: engine.next_steps(START, (3, 1), [(value, 5, 3)]),
        lambda: bsg.Rules(finish=value),
        lambda: bsg.Rules(steps_per_double=value),
        lambda: bsg.Rules(finish="bear-off", gammons=value),
        lambda: bsg.Position.from_points(value, {}),
        lambda: bsg.Position.from_points({value: 1}, {}),
        lambda: bsg.Position.from_points({6: value}, {}),
        lambda: bsg.Position.parse(value),
        lambda: bsg.Position.from_bytes(value),
        lambda: bsg.simulate(value),
        lambda: bsg.simulate(1, seed=value),
        lambda: bsg.simulate(1, players=value),
        lambda: bsg.simulate(1, players=(value, "random")),
        lambda: bsg.simulate(1, max_plies=value),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError)) as refusal:
            call()
        assert 20 < len(str(refusal.value)) < 700
        assert "digits" not in str(refusal.value)


@pytest.mark.parametrize("dice", [[3, 1], (np.int8(3), np.uint64(1)), np.array([3, 1]), bytes([3, 1])])
def test_dice_are_any_two_integers(engine, dice):
    assert len(engine.plays(START, dice)) == 16


@pytest.mark.parametrize("depth", [True, "1", 1.0, None])
def test_a_depth_of_a_wrong_type_is_a_type_error(engine, depth):
    with pytest.raises(TypeError, match="depth"):
        engine.perft(START, depth)


BAD_STEPS = [
    pytest.param([(8, 5)], ValueError, id="two-numbers"),
    pytest.param([(8, 5, 3, False, 1)], ValueError, id="five-numbers"),
    pytest.param([(8, 5, "3")], TypeError, id="str-in-step"),
    pytest.param([(8, 5, True)], TypeError, id="bool-in-step"),
    pytest.param([(8.0, 5, 3)], TypeError, id="float-in-step"),
    pytest.param([(800, 5, 3)], ValueError, id="source-800"),
    pytest.param([(2**80, 5, 3)], ValueError, id="huge-source"),
    pytest.param([(8, -5, 3)], ValueError, id="negative-target"),
    pytest.param([(8, 5, 0)], ValueError, id="die-0"),
    pytest.param([(8, 5, 3, 0)], ValueError, id="a-hit-that-is-no-truth-value"),
    pytest.param([{"source": 8, "target": 5, "die": 3}], TypeError, id="mapping"),
    pytest.param("8/5", TypeError, id="text"),
    pytest.param(b"\x08\x05\x03", TypeError, id="bytes"),
    pytest.param(None, TypeError, id="None"),
    pytest.param(5, TypeError, id="int"),
    pytest.param([8, 5, 3], TypeError, id="bare-numbers"),
    pytest.param({(8, 5, 3)}, TypeError, id="a-set-has-no-order"),
    pytest.param(itertools.repeat((8, 5, 3)), TypeError, id="an-iterator-may-have-no-end"),
    pytest.param([(8, 5, 3)] * 1000, ValueError, id="a-thousand-steps"),
]


@pytest.mark.parametrize(("steps", "error"), BAD_STEPS)
def test_malformed_steps_are_refused(engine, steps, error):
    with pytest.raises(error, match="step"):
        engine.next_steps(START, (3, 1), steps)
    with pytest.raises(error, match="step"):
        engine.play_from_steps(START, (3, 1), steps)


def test_steps_come_back_through_json(engine):
    taken = json.loads(json.dumps(engine.next_steps(START, (3, 1))))[-1:]
    assert taken == [[6, 5, 1, False]]
    assert engine.next_steps(START, (3, 1), taken)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.binary(max_size=40),
    lambda children: (
        st.lists(children, max_size=4) | st.tuples(children, children) | st.tuples(children, children, children)
    ),
    max_leaves=8,
)


@given(anything, anything, anything)
def test_nothing_but_type_and_value_errors_come_of_rubbish(first, second, third):
    calls = [
        lambda: bsg.plays(START, first),
        lambda: bsg.plays(first, second, third),
        lambda: bsg.next_steps(START, (3, 1), first),
        lambda: bsg.next_steps(START, first, second),
        lambda: bsg.play_from_steps(START, (3, 1), first),
        lambda: bsg.result(first, second),
        lambda: bsg.perft(board({6: 15}, {24: 15}), first),
        lambda: bsg.Position.from_bytes(first),
        lambda: bsg.Position.parse(first),
        lambda: bsg.Position.from_points(first, second),
        lambda: bsg.Rules(first, second, third),
        lambda: bsg.parse_play(first, START, (3, 1)),
        lambda: bsg.parse_play("8/5 6/5", START, first),
        lambda: bsg.roll_name(first),
    ]
    for call in calls:
        try:
            call()
        except (TypeError, ValueError) as refusal:
            assert str(refusal)


@given(
    st.dictionaries(st.integers(-3, 30), st.integers(-3, 20), max_size=8),
    st.dictionaries(st.integers(0, 25), st.integers(0, 15)),
)
def test_a_position_that_is_made_has_fifteen_checkers_a_side(own, opponent):
    try:
        position = bsg.Position.from_points(own, opponent)
    except ValueError:
        return
    assert sum(position.own) == sum(position.opponent) == 15
    assert not any(position.own[point] and position.opponent[25 - point] for point in range(1, 25))


@given(st.binary(min_size=32, max_size=32))
def test_random_bytes_are_a_position_or_refused(packed):
    try:
        position = bsg.Position.from_bytes(packed)
    except ValueError as refusal:
        assert "impossible position" in str(refusal)
    else:
        assert bytes(position) == packed


def test_a_refused_call_changes_nothing(engine):
    before = bytes(START)
    with pytest.raises(ValueError):
        engine.next_steps(START, (3, 1), [(8, 5, 3), (8, 5, 3)])
    assert bytes(START) == before
    assert len(engine.plays(START, (3, 1), BACKGAMMON)) == 16
