"""Two dice, the 21 rolls they make, and the old names of the rolls."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bsg.checks import described, integer_between, shown

Dice = Sequence[int]
"""Two numbers 1 to 6, in either order."""

ROLLS: tuple[tuple[int, int], ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, larger die first: 1-1, 2-1, 2-2, 3-1 … 6-6."""


def high_low(dice: Dice) -> tuple[int, int]:
    """Return the two dice, the larger first.

    Raises
    ------
    TypeError
        If `dice` is not a pair of integers.
    ValueError
        If there are not two, or one is not 1 to 6.
    """
    if type(dice) is not tuple and not _is_sequence(dice):  # a pair is the usual case, and need not be looked into
        raise TypeError(f"dice must be two integers 1 to 6, got {described(dice)}")
    if len(dice) != 2:
        raise ValueError(f"dice must be two integers 1 to 6, got {shown(dice)}")
    first, second = dice
    if type(first) is not int or type(second) is not int or not 0 < first < 7 or not 0 < second < 7:
        first = integer_between(first, 1, 6, "a die")
        second = integer_between(second, 1, 6, "a die")
    return (first, second) if first >= second else (second, first)


def _is_sequence(dice: object) -> bool:
    """Say whether dice have an order and can be read twice: a set has none, an iterator cannot. Arrays are welcome."""
    kind = type(dice)
    return hasattr(kind, "__len__") and hasattr(kind, "__getitem__") and not isinstance(dice, Mapping | str)


class RollName(NamedTuple):
    """The old name of a roll, written and read; `romaji` is None where no source gives a reading."""

    kanji: str
    romaji: str | None


# RULES section 6. Chōroku, Shushi, Goroku and Decchi come from the rules page; the other readings are from
# dictionaries and Edo-period handbooks. None is invented.
_NAMES: dict[tuple[int, int], RollName] = {
    (1, 1): RollName("重一", "Decchi"),
    (2, 2): RollName("重二", "Jūni"),
    (3, 3): RollName("朱三", "Shusan"),
    (4, 4): RollName("朱四", "Shushi"),
    (5, 5): RollName("重五", "Dekku"),
    (6, 6): RollName("重六", "Chōroku"),
    (2, 1): RollName("一二", None),
    (3, 1): RollName("三一", "Sanmichi"),
    (4, 1): RollName("四一", None),
    (5, 1): RollName("五一", "Guichi"),
    (6, 1): RollName("一六", None),
    (3, 2): RollName("三二", None),
    (4, 2): RollName("四二", "Shinoni"),
    (5, 2): RollName("五二", "Guni"),
    (6, 2): RollName("二六", None),
    (4, 3): RollName("四三", "Shisō"),
    (5, 3): RollName("五三", "Gusan"),
    (6, 3): RollName("三六", None),
    (5, 4): RollName("五四", "Gushi"),
    (6, 4): RollName("四六", None),
    (6, 5): RollName("五六", "Goroku"),
}


def roll_name(dice: Dice) -> RollName:
    """Return the old name of a roll.

    Raises
    ------
    TypeError, ValueError
        If `dice` is not two integers 1 to 6.

    Examples
    --------
    >>> roll_name((6, 6))
    RollName(kanji='重六', romaji='Chōroku')
    >>> roll_name((1, 4)).romaji is None
    True
    """
    return _NAMES[high_low(dice)]
