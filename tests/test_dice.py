"""Dice, the 21 rolls, and their names."""

import numpy as np
import pytest

import bsg
from boards import board
from bsg.dice import high_low

# RULES section 6, line by line.
NAMES = {
    (1, 1): ("重一", "Decchi"),
    (2, 2): ("重二", "Jūni"),
    (3, 3): ("朱三", "Shusan"),
    (4, 4): ("朱四", "Shushi"),
    (5, 5): ("重五", "Dekku"),
    (6, 6): ("重六", "Chōroku"),
    (3, 1): ("三一", "Sanmichi"),
    (2, 1): ("一二", None),
    (4, 1): ("四一", None),
    (6, 2): ("二六", None),
    (6, 4): ("四六", None),
    (5, 1): ("五一", "Guichi"),
    (5, 2): ("五二", "Guni"),
    (5, 3): ("五三", "Gusan"),
    (5, 4): ("五四", "Gushi"),
    (6, 5): ("五六", "Goroku"),
    (4, 3): ("四三", "Shisō"),
    (4, 2): ("四二", "Shinoni"),
    (3, 2): ("三二", None),
    (6, 1): ("一六", None),
    (6, 3): ("三六", None),
}

BAD_VALUES = [(0, 1), (1, 0), (7, 1), (1, 7), (-1, 2), (), (1,), (1, 2, 3), [6, 5, 4, 3]]
BAD_TYPES = [None, 5, 3.5, "61", ("6", "1"), (1.0, 2), (2, 3.0), (True, 2), (2, True), (None, 1), [[1], [2]]]


def test_there_are_21_rolls_each_once_with_the_larger_die_first():
    assert len(bsg.ROLLS) == 21
    assert set(bsg.ROLLS) == {(high, low) for high in range(1, 7) for low in range(1, high + 1)}


@pytest.mark.parametrize(("roll", "name"), NAMES.items())
def test_a_roll_has_its_old_name_in_either_order(roll, name):
    assert bsg.roll_name(roll) == name
    assert bsg.roll_name(roll[::-1]) == name


def test_every_roll_is_named_and_every_kanji_name_names_one_roll():
    assert set(NAMES) == set(bsg.ROLLS)
    assert len({bsg.roll_name(roll).kanji for roll in bsg.ROLLS}) == 21


@pytest.mark.parametrize("dice", [(6, 1), (1, 6), [1, 6], (np.int8(1), np.uint64(6)), np.array([1, 6])])
def test_dice_come_in_either_order_from_anything_that_counts(dice):
    assert high_low(dice) == (6, 1)
    assert [type(die) for die in high_low(dice)] == [int, int]


@pytest.mark.parametrize("dice", BAD_VALUES, ids=repr)
def test_dice_that_cannot_be_rolled_are_refused(dice):
    with pytest.raises(ValueError, match=r"1 to 6"):
        bsg.roll_name(dice)


@pytest.mark.parametrize("dice", BAD_TYPES, ids=repr)
def test_what_is_no_pair_of_integers_is_a_type_error(dice):
    with pytest.raises(TypeError):
        bsg.roll_name(dice)


@pytest.mark.parametrize("dice", [*BAD_VALUES, *BAD_TYPES], ids=repr)
def test_engines_refuse_bad_dice_alike_even_where_there_is_nothing_to_play(engine, dice):
    decided = board({6: 15}, {24: 2, 13: 13})
    wanted = ValueError if dice in BAD_VALUES else TypeError
    for position in (bsg.Position.start(), decided):
        with pytest.raises(wanted):
            engine.plays(position, dice)
        with pytest.raises(wanted):
            engine.next_steps(position, dice)
        with pytest.raises(wanted):
            engine.play_from_steps(position, dice, ())


def test_the_order_of_the_dice_makes_no_difference(engine):
    start = bsg.Position.start()
    for high, low in bsg.ROLLS:
        assert engine.plays(start, (low, high)) == engine.plays(start, (high, low))
        assert engine.next_steps(start, (low, high)) == engine.next_steps(start, (high, low))
