"""A position: where all checkers stand, seen by the side to move, as 32 packed bytes.

Each side is a number with one hexadecimal digit a place, place 0 in the lowest digit, **both sides in the mover's
numbering**. So swapping sides is reversing the 26 digits of each side and exchanging them, and an unused digit is zero.
"""

import re
from collections.abc import Iterable, Mapping
from operator import mul
from typing import final

from bsg.checks import described, integer, shown
from bsg.drawing import draw
from bsg.rules import Rules, check_rules
from bsg.scene import Scene
from bsg.svg import draw_scene
from bsg.winning import win

OFF = 0
BAR = 25
CHECKERS = 15
PACKED_BYTES = 32
_SIDE_BYTES = 16
_DIGITS = 26
_DIGIT_BYTES = 13
_UNUSED_BYTES = b"\0" * (_SIDE_BYTES - _DIGIT_BYTES)
_VALUE_OF_DIGIT = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
_NIBBLES_EXCHANGED = bytes((byte << 4 & 0xF0) | byte >> 4 for byte in range(256))

START_SIDE = {24: 2, 13: 5, 8: 3, 6: 5}
_new = object.__new__
_PLACE_NAMES = {"bar": BAR, "off": OFF}


@final
class Position:
    """Where all checkers stand, seen by the side to move; immutable, hashable and ordered by nothing.

    Made by `start`, `from_points`, `from_bytes` or `parse`. It refuses what no rule set allows; what one rule set in
    particular does not allow is told by `problems`.

    Examples
    --------
    >>> Position.start().pips
    (167, 167)
    >>> Position.from_points({6: 15}, {25: 1, 1: 14})
    Position.parse('own 6:15 / opp bar:1 1:14')
    """

    __slots__ = ("_packed",)
    _packed: bytes

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError("make a Position with Position.start, from_points, from_bytes or parse")

    @classmethod
    def start(cls) -> "Position":
        """Return the position in which every game of both kinds begins."""
        return _START

    @classmethod
    def from_points(cls, own: Mapping[int, int], opponent: Mapping[int, int]) -> "Position":
        """Make a position from checkers by place, **each side in its own numbering**.

        Parameters
        ----------
        own, opponent : mapping of int to int
            Checkers on each place: 1 to 24 the points, 25 the bar. What is missing from 15 is off; place 0 may be given
            too, and then all must add up to 15.

        Raises
        ------
        TypeError
            If a place or a count is not an integer.
        ValueError
            If the position cannot exist; the message says everything that is wrong with it.
        """
        faults: list[str] = []
        own_counts = _counts_from_points(own, "own", faults)
        opponent_counts = _counts_from_points(opponent, "opponent", faults)
        faults += _faults(own_counts, opponent_counts)
        if faults:
            raise ValueError(_impossible(faults))
        return position_unchecked(
            _packed_side(own_counts) + _packed_side(opponent_counts[::-1]),
        )

    @classmethod
    def from_bytes(cls, packed: bytes) -> "Position":
        """Make a position from its 32 packed bytes.

        Parameters
        ----------
        packed : bytes, bytearray or memoryview, 32 bytes
            Four little-endian uint64: own places 0-15, own 16-25, opponent 0-15, opponent 16-25, place p in nibble
            p mod 16, all in the **mover's** numbering (the opponent's bar is place 0, its off place 25); unused nibbles
            zero.

        Raises
        ------
        TypeError
            If `packed` is not bytes.
        ValueError
            If there are not 32 bytes, or they are not a position that can exist.
        """
        if not isinstance(packed, (bytes, bytearray, memoryview)):
            raise TypeError(f"a packed position must be bytes, got {described(packed)}")
        packed = bytes(packed)
        if len(packed) != PACKED_BYTES:
            raise ValueError(f"a packed position must be {PACKED_BYTES} bytes, got {len(packed)}")
        own, opponent = packed[:_SIDE_BYTES], packed[_SIDE_BYTES:]
        own_counts, opponent_counts = _counts(own), _counts(opponent)[::-1]
        faults = []
        for side, digits, counts in (("own", own, own_counts), ("opponent", opponent, opponent_counts)):
            if not digits.endswith(_UNUSED_BYTES):
                faults.append(f"{side} has unused nibbles set")
            if sum(counts) != CHECKERS:
                faults.append(f"{side} has {sum(counts)} checkers, off included, instead of {CHECKERS}")
        faults += _faults(own_counts, opponent_counts)
        if faults:
            raise ValueError(_impossible(faults))
        return position_unchecked(packed)

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read a position from its text form, such as ``own 24:2 13:5 8:3 6:5 / opp 24:2 13:5 8:3 6:5``.

        Each side is counted from its own home; a place is a point, ``bar`` (or 25) or ``off`` (or 0). What is missing
        from 15 is off. Capital letters, further spaces and the order of places do not matter; a place may be
        named once.

        Raises
        ------
        TypeError
            If `text` is not a str.
        ValueError
            If it is malformed, or the position cannot exist.
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of a position must be a str, got {described(text)}")
        sides = re.fullmatch(r"\s*own\b([^/]*)/\s*opp\b([^/]*)", text.lower())
        if sides is None:
            raise ValueError(
                f"a position must read like 'own 24:2 13:5 8:3 6:5 / opp 24:2 13:5 8:3 6:5', got {_shortened(text)!r}"
            )
        return cls.from_points(_points_from_text(sides[1]), _points_from_text(sides[2]))

    @property
    def own(self) -> tuple[int, ...]:
        """The 26 counts of the side to move in its own numbering: [0] off, [1] to [24], [25] bar."""
        return _counts(self._packed[:_SIDE_BYTES])

    @property
    def opponent(self) -> tuple[int, ...]:
        """The 26 counts of the opponent in **its** own numbering: [0] off, [1] to [24], [25] bar."""
        return _counts(self._packed[_SIDE_BYTES:])[::-1]

    @property
    def text(self) -> str:
        """The position on one line, as `parse` reads it; places from the bar down, checkers off left out."""
        return f"own{_points_text(self.own)} / opp{_points_text(self.opponent)}"

    @property
    def pips(self) -> tuple[int, int]:
        """The pips that own and the opponent have still to go until all is off; a checker on the bar counts 25."""
        return sum(map(mul, self.own, range(_DIGITS))), sum(map(mul, self.opponent, range(_DIGITS)))

    def swapped(self) -> "Position":
        """Return the same board seen by the other side."""
        own, opponent = self._packed[:_SIDE_BYTES], self._packed[_SIDE_BYTES:]
        return position_unchecked(_reversed_side(opponent) + _reversed_side(own))

    def problems(self, rules: Rules) -> tuple[str, ...]:
        """Say everything that makes the position impossible under `rules` (R7, R17).

        Returns
        -------
        tuple of str
            A sentence each; empty if the position may be played.

        Raises
        ------
        TypeError
            If `rules` is not a `Rules`.
        """
        check_rules(rules)
        own, opponent = self.own, self.opponent
        found = []
        if rules.finish == "iri-gachi":
            for side, counts in (("own", own), ("opponent", opponent)):
                if counts[OFF]:
                    found.append(
                        f"{side} has {counts[OFF]} off, and under iri-gachi no checker is ever borne off (R17)"
                    )
        own_win, opponent_win = win(own, opponent, rules), win(opponent, own, rules)
        if own_win and opponent_win:
            found.append(
                f"both sides have won, own by {own_win.kind} and the opponent by {opponent_win.kind}, "
                "and only the side that moved can come to a win (R7)"
            )
        return tuple(found)

    def __bytes__(self) -> bytes:
        return self._packed

    def __eq__(self, other: object) -> bool:
        return self._packed == other._packed if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._packed)

    def __str__(self) -> str:
        return draw(self.own, self.opponent)

    def _repr_svg_(self) -> str:
        return draw_scene(Scene(self.own, self.opponent, self.text, is_ban_sugoroku=True))

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Position.from_bytes, (self._packed,)


def position_unchecked(packed: bytes) -> Position:
    """Make a position from 32 packed bytes that are known to be one, as those that an engine has reached are."""
    position = _new(Position)
    position._packed = packed
    return position


def moved_unchecked(position: Position, moves: Iterable[tuple[int, int]]) -> Position:
    """Return the board after own checkers have moved, from where to where, as is known to be possible."""
    packed = position._packed
    own, opponent = (int.from_bytes(packed[half : half + _SIDE_BYTES], "little") for half in (0, _SIDE_BYTES))
    for source, target in moves:
        own += (1 << 4 * target) - (1 << 4 * source)
        if target and opponent >> 4 * target & 15:
            opponent += 1 - (1 << 4 * target)  # its bar is place 0 here
    return position_unchecked(own.to_bytes(_SIDE_BYTES, "little") + opponent.to_bytes(_SIDE_BYTES, "little"))


def check_position(position: object) -> Position:
    """Return `position`, or raise `TypeError` if it is not a `Position`."""
    if not isinstance(position, Position):
        raise TypeError(f"position must be a bsg.Position, got {described(position)}")
    return position


def packed_bytes(position: object) -> bytes:
    """Return the 32 bytes of `position`, or raise `TypeError` if it is not a `Position`."""
    return check_position(position)._packed


def check_possible(position: object, rules: object) -> Position:
    """Return `position` if it may be played under `rules`.

    Raises
    ------
    TypeError
        If either argument is of the wrong type.
    ValueError
        If the position is impossible under the rules (R7, R17); the message says everything that is wrong with it.
    """
    checked = check_position(position)
    if problems := checked.problems(check_rules(rules)):
        raise ValueError(_impossible(problems))
    return checked


def _packed_side(counts: tuple[int, ...]) -> bytes:
    return sum(count << 4 * place for place, count in enumerate(counts)).to_bytes(_SIDE_BYTES, "little")


def _reversed_side(side: bytes) -> bytes:
    return side[:_DIGIT_BYTES][::-1].translate(_NIBBLES_EXCHANGED) + _UNUSED_BYTES


def _counts(side: bytes) -> tuple[int, ...]:
    # Exchanged, the nibbles are written in the order of the places.
    return tuple(side[:_DIGIT_BYTES].translate(_NIBBLES_EXCHANGED).hex().encode().translate(_VALUE_OF_DIGIT))


def _counts_from_points(points: Mapping[int, int], side: str, faults: list[str]) -> tuple[int, ...]:
    """Return 26 counts; what cannot be a count is added to `faults` and left out."""
    if not isinstance(points, Mapping):
        raise TypeError(f"{side} must map places to counts, got {described(points)}")
    counts = [0] * _DIGITS
    for key, value in points.items():
        place = integer(key, f"a place of {side}")
        count = integer(value, f"the count on place {shown(place)} of {side}")
        if not OFF <= place <= BAR:
            faults.append(f"{side} has a checker on place {shown(place)}, and places are 1 to 24, 25 the bar and 0 off")
        elif count < 0:
            faults.append(f"{side} has {shown(count)} checkers on place {place}")
        else:
            counts[place] += count  # two keys that are different objects may be the same number
    total = sum(counts)
    if total > CHECKERS:
        faults.append(f"{side} has {shown(total)} checkers instead of {CHECKERS}")
    elif counts[OFF] and total != CHECKERS:
        faults.append(f"{side} names its checkers off but adds up to {total} instead of {CHECKERS}")
    else:
        counts[OFF] += CHECKERS - total
    return tuple(counts)


def _faults(own: tuple[int, ...], opponent: tuple[int, ...]) -> list[str]:
    """Say what no rule set allows about two sides, each in its own numbering."""
    faults = [
        f"point {point} is held by both sides (it is the opponent's point {BAR - point})"
        for point, shared in enumerate(map(mul, own[1:BAR], opponent[-2:0:-1]), start=1)
        if shared
    ]
    if own[OFF] == CHECKERS and opponent[OFF] == CHECKERS:
        faults.append(f"both sides have borne off all {CHECKERS} checkers")
    return faults


def _impossible(faults: list[str] | tuple[str, ...]) -> str:
    return "impossible position: " + "; ".join(faults)


def _points_text(counts: tuple[int, ...]) -> str:
    return "".join(
        f" {'bar' if place == BAR else place}:{counts[place]}" for place in range(BAR, OFF, -1) if counts[place]
    )


def _points_from_text(text: str) -> dict[int, int]:
    points: dict[int, int] = {}
    for word in text.split():
        pair = re.fullmatch(r"(bar|off|\d{1,2}):(\d{1,2})", word, re.ASCII)
        if pair is None:
            raise ValueError(f"a place must read like '24:2', 'bar:1' or 'off:3', got {_shortened(word)!r}")
        place = _PLACE_NAMES[pair[1]] if pair[1] in _PLACE_NAMES else int(pair[1])
        if place in points:
            raise ValueError(f"a place may be named once a side, got {pair[1]!r} again")
        points[place] = int(pair[2])
    return points


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


_START = Position.from_points(START_SIDE, START_SIDE)
