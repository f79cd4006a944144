"""The board drawn for people, in the numbers that the notation uses: those of the side to move.

Own checkers are `X` and run from 24, top right, round to their home, bottom right; the opponent's are `O`.
"""

from collections.abc import Sequence

OFF = 0
BAR = 25

_OWN = "X"
_OPPONENT = "O"
_EMPTY = "."
# The same board in characters that not every terminal has; each is as wide as the one it stands for.
_UNICODE = str.maketrans({"X": "●", "O": "○", ".": "·", "|": "│", "-": "─"})
_CORNERS = (("┌", "┬", "┬", "┐"), ("└", "┴", "┴", "┘"))
_ROWS = 5  # a higher stack ends in a number
_TOP = (range(13, 19), range(19, 25))
_BOTTOM = (range(12, 6, -1), range(6, 0, -1))
_BORDER = f"+{'-' * 24}+-----+{'-' * 24}+"
_MIDDLE = f"|{' ' * 24}| bar |{' ' * 24}|"
_NUMBER_HINT = f"A number ends a stack of more than {_ROWS} and counts all of it."

_Stack = tuple[str, int]


def draw(own: Sequence[int], opponent: Sequence[int], *, unicode: bool = False) -> str:
    """Draw a board.

    Parameters
    ----------
    own, opponent : sequence of int, length 26
        Checkers of each side in its **own** numbering: [0] off, [1] to [24], [25] the bar.
    unicode : bool
        Whether to draw with ``●``, ``○`` and lines, rather than with ASCII.

    Returns
    -------
    str
        Lines of at most 80 characters, ASCII unless `unicode`, without trailing spaces and without a last newline. Points have the
        numbers of `own`; checkers on the bar stand in the middle, in the half where they enter.

    Examples
    --------
    >>> board = draw([12, 2, 1] + 23 * [0], [0, 0, 0, 2, 2] + 20 * [0] + [11])
    >>> print(board.splitlines()[-2])
    X own         4 pips   0 on the bar  12 off   moves from 24 to 1, home 1-6
    """
    stacks = [_stack(point, own, opponent) for point in range(BAR)]
    own_bar, opponent_bar = (_OWN, own[BAR]), (_OPPONENT, opponent[BAR])
    lines = [
        _side_line(_OPPONENT, "opponent", opponent) + "moves from 1 to 24, home 19-24",
        "",
        _numbers(_TOP),
        _BORDER,
        *_half(stacks, _TOP, own_bar),
        _MIDDLE,
        *reversed(_half(stacks, _BOTTOM, opponent_bar)),
        _BORDER,
        _numbers(_BOTTOM),
        "",
        _side_line(_OWN, "own", own) + "moves from 24 to 1, home 1-6",
    ]
    if any(count > _ROWS for _, count in (*stacks, own_bar, opponent_bar)):
        lines.append(_NUMBER_HINT)
    return "\n".join(_in_unicode(lines) if unicode else lines)


def _in_unicode(lines: Sequence[str]) -> list[str]:
    """Draw the lines of a board anew in other characters; words stay as they are."""
    drawn, corners = [], list(_CORNERS)
    for line in lines:
        if line == _BORDER:
            parts = line.strip("+").split("+")
            left, *inner, right = corners.pop(0)
            drawn.append(
                left
                + "".join(f"{part}{sign}" for part, sign in zip(parts, [*inner, right], strict=True)).replace("-", "─")
            )
        elif line.startswith("|"):
            drawn.append(line.translate(_UNICODE))
        else:
            drawn.append({_OWN: "●", _OPPONENT: "○"}.get(line[:1], line[:1]) + line[1:])
    return drawn


def _stack(point: int, own: Sequence[int], opponent: Sequence[int]) -> _Stack:
    """Return whose checkers hold a point, and how many they are; nobody's are none of the opponent's."""
    return (_OWN, own[point]) if own[point] else (_OPPONENT, opponent[BAR - point])


def _side_line(mark: str, name: str, counts: Sequence[int]) -> str:
    pips = sum(place * count for place, count in enumerate(counts))
    return f"{mark} {name:<8} {pips:>4} pips  {counts[BAR]:>2} on the bar  {counts[OFF]:>2} off   "


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
