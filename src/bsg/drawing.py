"""The board drawn for people, in the numbers that the notation uses: those of the side to move, or of the other.

Own checkers are `X`, the opponent's `O`. Whoever sees it has 24 at the top right, and home at the bottom right.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

OFF = 0
BAR = 25

_OWN = "X"
_OPPONENT = "O"
_EMPTY = "."
# The same board in characters that not every terminal has; each is as wide as the one it stands for.
_UNICODE = str.maketrans({"X": "●", "O": "○", ".": "·", "|": "│"})
_ROWS = 5  # a higher stack ends in a number
_TOP = (range(13, 19), range(19, 25))
_BOTTOM = (range(12, 6, -1), range(6, 0, -1))
_BORDER = f"+{'-' * 24}+-----+{'-' * 24}+"
_UPPER_BORDER = f"┌{'─' * 24}┬─────┬{'─' * 24}┐"
_LOWER_BORDER = f"└{'─' * 24}┴─────┴{'─' * 24}┘"
_MIDDLE = f"|{' ' * 24}| bar |{' ' * 24}|"
_NUMBER_HINT = f"A number ends a stack of more than {_ROWS} and counts all of it."

_Stack = tuple[str, int]


class _Side(NamedTuple):
    """A side, as it is drawn."""

    mark: str
    name: str
    counts: Sequence[int]


def draw(
    own: Sequence[int], opponent: Sequence[int], *, seen_by: Literal["own", "opponent"] = "own", unicode: bool = False
) -> str:
    """Draw a board.

    Parameters
    ----------
    own, opponent : sequence of int, length 26
        Checkers of each side in its **own** numbering: [0] off, [1] to [24], [25] the bar.
    seen_by : {"own", "opponent"}
        Who sits at the lower edge.
    unicode : bool
        Whether to draw with ``●``, ``○`` and lines, rather than with ASCII.

    Returns
    -------
    str
        Lines of at most 80 characters, ASCII unless `unicode`, without trailing spaces and without a last newline. Points
        have the numbers of whoever sees them; checkers on the bar stand in the middle, in the half where they enter.

    Examples
    --------
    >>> board = draw([12, 2, 1] + 23 * [0], [0, 0, 0, 2, 2] + 20 * [0] + [11])
    >>> print(board.splitlines()[-2])
    X own         4 pips   0 on the bar  12 off   moves from 24 to 1, home 1-6
    """
    near, far = _Side(_OWN, "own", own), _Side(_OPPONENT, "opponent", opponent)
    if seen_by == "opponent":
        near, far = far, near
    stacks = [_stack(point, near, far) for point in range(BAR)]
    near_bar, far_bar = (near.mark, near.counts[BAR]), (far.mark, far.counts[BAR])
    lines = [
        _side_line(far) + "moves from 1 to 24, home 19-24",
        "",
        _numbers(_TOP),
        _BORDER,
        *_half(stacks, _TOP, near_bar),
        _MIDDLE,
        *reversed(_half(stacks, _BOTTOM, far_bar)),
        _BORDER,
        _numbers(_BOTTOM),
        "",
        _side_line(near) + "moves from 24 to 1, home 1-6",
    ]
    if any(count > _ROWS for _, count in (*stacks, near_bar, far_bar)):
        lines.append(_NUMBER_HINT)
    return "\n".join(_in_unicode(lines) if unicode else lines)


def _in_unicode(lines: Sequence[str]) -> list[str]:
    """Draw the lines of a board anew in other characters; words stay as they are."""
    borders = iter((_UPPER_BORDER, _LOWER_BORDER))
    drawn = []
    for line in lines:
        if line == _BORDER:
            drawn.append(next(borders))
        elif line.startswith("|"):
            drawn.append(line.translate(_UNICODE))
        else:  # the mark of a side stands before its name
            drawn.append(line[:1].translate(_UNICODE) + line[1:])
    return drawn


def _stack(point: int, near: _Side, far: _Side) -> _Stack:
    """Return whose checkers hold a point, and how many they are; nobody's are none of the far side's."""
    return (near.mark, near.counts[point]) if near.counts[point] else (far.mark, far.counts[BAR - point])


def _side_line(side: _Side) -> str:
    pips = sum(place * count for place, count in enumerate(side.counts))
    counts = f"{side.counts[BAR]:>2} on the bar  {side.counts[OFF]:>2} off   "
    return f"{side.mark} {side.name:<8} {pips:>4} pips  {counts}"


def _numbers(half: tuple[range, range]) -> str:
    left, right = (_cells([str(point) for point in quarter]) for quarter in half)
    return f" {left}       {right}".rstrip()


def _half(stacks: Sequence[_Stack], half: tuple[range, range], bar: _Stack) -> list[str]:
    """Draw the upper or lower half of the board, from the edge to the middle."""
    lines = []
    for height in range(1, _ROWS + 1):
        left, right = (_cells([_cell(stacks[point], height) or _EMPTY for point in quarter]) for quarter in half)
        lines.append(f"|{left}|{_cell(bar, height):>3}  |{right}|")
    return lines


def _cell(stack: _Stack, height: int) -> str:
    mark, count = stack
    if height == _ROWS and count > _ROWS:
        return str(count)
    return mark if height <= count else ""


def _cells(words: Sequence[str]) -> str:
    return "".join(f"{word:>3} " for word in words)
