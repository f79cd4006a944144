"""The value that everything turns on: a position, its forms, and all that it refuses."""

import copy
import pickle
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bsg import BACKGAMMON, BAN_SUGOROKU, Position, Rules
from bsg.position import check_position, check_possible, position_unchecked
from strategies import made_up

START_SIDE = {24: 2, 13: 5, 8: 3, 6: 5}
START_TEXT = "own 24:2 13:5 8:3 6:5 / opp 24:2 13:5 8:3 6:5"
# Two different sides, with a bar and an off each.
UNEVEN = Position.from_points({25: 1, 17: 2, 6: 9, 2: 1}, {25: 3, 24: 1, 12: 4, 1: 2})


# Bear-off rules allow every position that can exist.
positions = made_up(BACKGAMMON)


def packed(own, opponent, extra=(0, 0, 0, 0)):
    """Pack two sides, each in its own numbering, by the layout that the design spells out, with struct alone."""
    words = list(extra)
    for place, count in own.items():
        words[place // 16] += count << 4 * (place % 16)
    for place, count in opponent.items():
        seen_by_mover = 25 - place
        words[2 + seen_by_mover // 16] += count << 4 * (seen_by_mover % 16)
    return struct.pack("<4Q", *words)


# Making one.


def test_the_start_is_what_the_rules_say():
    start = Position.start()
    assert start == Position.from_points(START_SIDE, START_SIDE)
    assert start.text == START_TEXT
    assert start.pips == (167, 167)
    assert start.swapped() == start


def test_each_side_is_given_and_told_in_its_own_numbering():
    assert [(place, count) for place, count in enumerate(UNEVEN.own) if count] == [
        (0, 2),
        (2, 1),
        (6, 9),
        (17, 2),
        (25, 1),
    ]
    assert [(place, count) for place, count in enumerate(UNEVEN.opponent) if count] == [
        (0, 5),
        (1, 2),
        (12, 4),
        (24, 1),
        (25, 3),
    ]
    assert len(UNEVEN.own) == len(UNEVEN.opponent) == 26
    assert all(type(count) is int for count in UNEVEN.own)


def test_what_is_missing_from_15_is_off_and_off_may_be_named_too():
    assert Position.from_points({6: 3}, {1: 1}).own[0] == 12
    assert Position.from_points({6: 3, 0: 12}, {1: 1, 0: 14}) == Position.from_points({6: 3}, {1: 1})
    assert Position.from_points({6: 3, 0: 0}, {1: 1, 5: 0}) == Position.from_points({6: 3}, {1: 1})
    assert Position.from_points({}, {1: 15}).own[0] == 15


def test_integers_are_whatever_counts_as_an_index():
    as_numpy = {np.int64(place): np.uint8(count) for place, count in START_SIDE.items()}
    assert Position.from_points(as_numpy, as_numpy) == Position.start()


def test_two_keys_that_are_one_place_are_added_up():
    class Six:
        def __index__(self):
            return 6

    assert Position.from_points({6: 7, Six(): 8}, {6: 15}).own[6] == 15


def test_the_class_itself_makes_none():
    for given_values in ((), (bytes(32),), (START_SIDE, START_SIDE)):
        with pytest.raises(TypeError, match="from_points"):
            Position(*given_values)


# Refusing.


@pytest.mark.parametrize(
    "wrong",
    [
        {True: 15},
        {6: True},
        {6: 15.0},
        {6.0: 15},
        {"6": 15},
        {6: "15"},
        {6: None},
        {None: 15},
        {6: np.float64(15)},
        {6: np.bool_(True)},
        [(6, 15)],
        [15] * 26,
        None,
        "6:15",
        15,
    ],
    ids=repr,
)
@pytest.mark.parametrize("side", ["own", "opponent"])
def test_places_and_counts_are_integers_in_a_mapping(wrong, side):
    with pytest.raises(TypeError, match=side):
        Position.from_points(**{"own": {6: 15}, "opponent": {6: 15}, side: wrong})


@pytest.mark.parametrize(
    ("own", "opponent", "fault"),
    [
        ({6: 16}, {6: 15}, "own has 16 checkers instead of 15"),
        ({6: 15}, {6: 9, 5: 7}, "opponent has 16 checkers instead of 15"),
        ({6: 10**40}, {6: 15}, "own has 1000"),
        ({6: -1}, {6: 15}, "own has -1 checkers on place 6"),
        ({6: 16, 5: -1}, {6: 15}, "own has -1 checkers on place 5"),
        ({26: 1, 6: 14}, {6: 15}, "own has a checker on place 26"),
        ({-1: 1, 6: 14}, {6: 15}, "own has a checker on place -1"),
        ({6: 14, 0: 2}, {6: 15}, "own has 16 checkers instead of 15"),
        ({6: 13, 0: 1}, {6: 15}, "own names its checkers off but adds up to 14 instead of 15"),
        ({6: 15}, {19: 1, 6: 14}, r"point 6 is held by both sides \(it is the opponent's point 19\)"),
        ({24: 1, 6: 14}, {1: 1, 6: 14}, "point 24 is held by both sides"),
        ({1: 1, 6: 14}, {24: 1, 6: 14}, "point 1 is held by both sides"),
        ({}, {}, "both sides have borne off all 15 checkers"),
        ({0: 15}, {0: 15}, "both sides have borne off all 15 checkers"),
    ],
)
def test_what_cannot_exist_is_refused(own, opponent, fault):
    with pytest.raises(ValueError, match=r"impossible position: .*" + fault):
        Position.from_points(own, opponent)


def test_the_refusal_says_everything_that_is_wrong():
    with pytest.raises(ValueError) as refusal:
        Position.from_points({6: 15, 3: 1, 30: 1, 2: -2}, {19: 3, 22: 1, 5: -1})
    for fault in ("own has 16", "place 30", "own has -2", "opponent has -1", "point 6 is held", "point 3 is held"):
        assert fault in str(refusal.value)


# 32 bytes.


@given(positions)
def test_the_packed_bytes_are_laid_out_as_the_design_says(position):
    assert bytes(position) == packed(dict(enumerate(position.own)), dict(enumerate(position.opponent)))
    assert Position.from_bytes(bytes(position)) == position


def test_the_packed_start_in_full():
    own = (5 << 24) | (3 << 32) | (5 << 52), 2 << 32
    # The opponent's 24, 13, 8 and 6 are the mover's 1, 12, 17 and 19.
    opponent = (2 << 4) | (5 << 48), (3 << 4) | (5 << 12)
    assert bytes(Position.start()) == struct.pack("<4Q", *own, *opponent)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_of_every_kind_are_read_and_kept_apart(kind):
    raw = bytearray(bytes(UNEVEN))
    given_bytes = kind(raw)
    position = Position.from_bytes(given_bytes)
    raw[0] ^= 0xFF
    assert position == UNEVEN
    assert type(bytes(position)) is bytes


@pytest.mark.parametrize(
    "wrong", [None, "x" * 32, 32, [0] * 32, UNEVEN, np.zeros(32, np.uint8)], ids=lambda w: type(w).__name__
)
def test_packed_bytes_must_be_bytes(wrong):
    with pytest.raises(TypeError, match="must be bytes"):
        Position.from_bytes(wrong)


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_packed_bytes_are_32(length):
    with pytest.raises(ValueError, match=f"must be 32 bytes, got {length}"):
        Position.from_bytes(bytes(length))


@pytest.mark.parametrize("nibble", range(26, 32))
@pytest.mark.parametrize("side", ["own", "opponent"])
def test_unused_nibbles_are_zero(side, nibble):
    extra = [0, 0, 0, 0]
    extra[1 if side == "own" else 3] = 1 << 4 * (nibble - 16)
    with pytest.raises(ValueError, match=f"{side} has unused nibbles set"):
        Position.from_bytes(packed(START_SIDE, START_SIDE, extra))


@pytest.mark.parametrize(
    ("own", "opponent", "fault"),
    [
        ({6: 14}, {6: 15}, "own has 14 checkers, off included, instead of 15"),
        ({6: 15, 5: 1}, {6: 15}, "own has 16 checkers, off included, instead of 15"),
        ({6: 15}, {6: 14}, "opponent has 14 checkers"),
        ({}, {6: 15}, "own has 0 checkers"),
        ({6: 15}, {19: 15}, "point 6 is held by both sides"),
        ({0: 15}, {0: 15}, "both sides have borne off"),
    ],
)
def test_bytes_of_what_cannot_exist_are_refused(own, opponent, fault):
    with pytest.raises(ValueError, match=r"impossible position: .*" + fault):
        Position.from_bytes(packed(own, opponent))


@given(st.binary(min_size=32, max_size=32))
def test_any_32_bytes_are_a_position_or_refused(raw):
    try:
        position = Position.from_bytes(raw)
    except ValueError:
        return
    assert bytes(position) == raw


# Text.


@given(positions)
def test_text_and_repr_come_back(position):
    assert Position.parse(position.text) == position
    assert eval(repr(position), {"Position": Position}) == position


def test_text_is_one_documented_line():
    assert UNEVEN.text == "own bar:1 17:2 6:9 2:1 / opp bar:3 24:1 12:4 1:2"
    assert repr(UNEVEN) == f"Position.parse({UNEVEN.text!r})"
    assert Position.from_points({}, {25: 15}).text == "own / opp bar:15"


@pytest.mark.parametrize(
    "text",
    [
        START_TEXT,
        "  OWN 6:5 8:3 13:5 24:2/OPP 24:2  13:5\t8:3 6:5\n",
        "own 24:2 13:5 8:3 6:5 off:0 / opp 24:2 13:5 8:3 6:5 0:0",
        "own 24:2 13:05 08:3 6:5 / opp 24:2 13:5 8:3 6:5 25:0",
    ],
)
def test_text_is_read_in_any_order_and_case(text):
    assert Position.parse(text) == Position.start()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "must read like"),
        ("own 6:15", "must read like"),
        ("opp 6:15 / own 6:15", "must read like"),
        ("own 6:15 / opp 6:15 / opp 6:15", "must read like"),
        ("owner 6:15 / opp 6:15", "must read like"),
        ("own 6:15 / opponent 6:15", "must read like"),
        ("own 6-15 / opp 6:15", "'6-15'"),
        ("own 6:15, / opp 6:15", "'6:15,'"),
        ("own 6:-5 / opp 6:15", "'6:-5'"),
        ("own six:5 / opp 6:15", "'six:5'"),
        ("own ٦:15 / opp 6:15", "'٦:15'"),
        ("own 6:100 / opp 6:15", "'6:100'"),
        ("own 6:10 6:5 / opp 6:15", "named once a side, got '6' again"),
        ("own 25:1 bar:1 6:13 / opp 6:15", "named once a side, got 'bar' again"),
        ("own 26:1 6:14 / opp 6:15", "place 26"),
        ("own 6:16 / opp 6:15", "own has 16 checkers"),
        ("own 6:15 / opp 19:15", "held by both"),
        ("own / opp", "both sides have borne off"),
    ],
)
def test_text_that_is_wrong_is_refused(text, fault):
    with pytest.raises(ValueError, match=fault):
        Position.parse(text)


@pytest.mark.parametrize("wrong", [None, b"own 6:15 / opp 6:15", 6, UNEVEN], ids=lambda w: type(w).__name__)
def test_text_is_a_str(wrong):
    with pytest.raises(TypeError, match="must be a str"):
        Position.parse(wrong)


@pytest.mark.parametrize("text", ["x", " ", "own ", "own 6:1 ", "own / opp ", "/", "own 6:1/opp 24:1 "])
def test_a_very_long_text_is_refused_quickly_and_briefly(text):
    with pytest.raises(ValueError) as refusal:
        Position.parse(text * 1_000_000)
    assert len(str(refusal.value)) < 300


# Being a value.


def test_positions_are_equal_by_what_stands_where():
    again = Position.from_bytes(bytes(UNEVEN))
    assert again is not UNEVEN
    assert again == UNEVEN
    assert hash(again) == hash(UNEVEN)
    assert len({UNEVEN, again, UNEVEN.swapped()}) == 2
    for other in (UNEVEN.swapped(), bytes(UNEVEN), UNEVEN.text, None):
        assert again != other


def test_positions_have_no_order():
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(UNEVEN, compare)(Position.start()) is NotImplemented
    with pytest.raises(TypeError):
        sorted([UNEVEN, Position.start()])


@pytest.mark.parametrize("name", ["own", "opponent", "text", "pips", "swapped", "anything"])
def test_a_position_cannot_be_changed(name):
    position = Position.from_bytes(bytes(UNEVEN))
    with pytest.raises(AttributeError):
        setattr(position, name, None)
    with pytest.raises(AttributeError):
        delattr(position, name)
    with pytest.raises(TypeError):
        position.own[6] = 0
    assert position == UNEVEN
    assert not hasattr(position, "__dict__")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_come_back(protocol):
    assert pickle.loads(pickle.dumps(UNEVEN, protocol)) == UNEVEN


def test_a_pickle_goes_through_the_checks():
    broken = pickle.dumps(UNEVEN, 4).replace(bytes(UNEVEN), bytes(32))
    with pytest.raises(ValueError, match="impossible position"):
        pickle.loads(broken)


def test_copies_are_equal():
    assert copy.copy(UNEVEN) == UNEVEN
    assert copy.deepcopy([UNEVEN]) == [UNEVEN]


@given(positions)
def test_swapping_exchanges_the_sides_and_twice_is_nothing(position):
    swapped = position.swapped()
    assert (swapped.own, swapped.opponent) == (position.opponent, position.own)
    assert swapped.pips == position.pips[::-1]
    assert swapped.swapped() == position
    assert Position.from_bytes(bytes(swapped)) == swapped


@given(positions)
def test_pips_are_what_each_side_has_still_to_go(position):
    way = tuple(
        sum(place for place in range(26) for _ in range(side[place])) for side in (position.own, position.opponent)
    )
    assert position.pips == way


def test_pips_count_25_for_the_bar_and_none_for_off():
    assert Position.from_points({25: 2, 6: 1}, {1: 1}).pips == (56, 1)


# Under rules.


@pytest.mark.parametrize("closed_home", ["bonus", "instant", "off"])
def test_r17_nothing_is_ever_off_under_iri_gachi(closed_home):
    position = Position.from_points({6: 14}, {6: 12})
    found = position.problems(Rules(closed_home=closed_home))
    assert len(found) == 2
    assert "own has 1 off" in found[0]
    assert "opponent has 3 off" in found[1]
    assert all("R17" in problem for problem in found)
    assert position.problems(BACKGAMMON) == ()


def test_r7_both_sides_cannot_have_come_home():
    both_home = Position.from_points({6: 15}, {6: 15})
    (problem,) = both_home.problems(BAN_SUGOROKU)
    assert "R7" in problem
    assert problem.count("iri-gachi") == 2
    assert both_home.problems(BACKGAMMON) == ()
    assert Position.from_points({6: 15}, {7: 1, 6: 14}).problems(BAN_SUGOROKU) == ()


def test_r7_under_instant_rules_both_homes_cannot_be_closed_with_both_on_the_bar():
    closed = dict.fromkeys(range(1, 7), 2)
    both_closed = Position.from_points({**closed, 25: 1, 7: 2}, {**closed, 25: 1, 7: 2})
    (problem,) = both_closed.problems(Rules(closed_home="instant"))
    assert "R7" in problem
    assert problem.count("muji-gachi") == 2
    for rules in (BAN_SUGOROKU, Rules(closed_home="off"), BACKGAMMON):
        assert both_closed.problems(rules) == ()  # R8: it is frozen, and may be played


def test_problems_needs_rules():
    with pytest.raises(TypeError, match="rules must be"):
        Position.start().problems("ban-sugoroku")


def test_check_possible_says_all_problems():
    position = Position.from_points({6: 14}, {6: 12})
    with pytest.raises(ValueError, match=r"own has 1 off.*opponent has 3 off"):
        check_possible(position, BAN_SUGOROKU)
    assert check_possible(position, BACKGAMMON) is position
    with pytest.raises(TypeError, match="position must be"):
        check_possible(position.text, BAN_SUGOROKU)
    with pytest.raises(TypeError, match="position must be"):
        check_position(None)


def test_unchecked_bytes_are_taken_as_they_are():
    assert position_unchecked(bytes(UNEVEN)) == UNEVEN
