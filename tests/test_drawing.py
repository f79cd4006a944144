"""The board as drawn for people: how it looks, and that nothing on it is lost."""

import re

import pytest
from hypothesis import given

from bsg import BACKGAMMON, Position
from bsg.drawing import draw
from strategies import made_up

START = """\
O opponent  167 pips   0 on the bar   0 off   moves from 1 to 24, home 19-24

  13  14  15  16  17  18         19  20  21  22  23  24
+------------------------+-----+------------------------+
|  X   .   .   .   O   . |     |  O   .   .   .   .   X |
|  X   .   .   .   O   . |     |  O   .   .   .   .   X |
|  X   .   .   .   O   . |     |  O   .   .   .   .   . |
|  X   .   .   .   .   . |     |  O   .   .   .   .   . |
|  X   .   .   .   .   . |     |  O   .   .   .   .   . |
|                        | bar |                        |
|  O   .   .   .   .   . |     |  X   .   .   .   .   . |
|  O   .   .   .   .   . |     |  X   .   .   .   .   . |
|  O   .   .   .   X   . |     |  X   .   .   .   .   . |
|  O   .   .   .   X   . |     |  X   .   .   .   .   O |
|  O   .   .   .   X   . |     |  X   .   .   .   .   O |
+------------------------+-----+------------------------+
  12  11  10   9   8   7          6   5   4   3   2   1

X own       167 pips   0 on the bar   0 off   moves from 24 to 1, home 1-6"""

CROWDED = Position.from_points({25: 2, 6: 12, 1: 1}, {25: 6, 12: 1, 3: 4})
CROWDED_SEEN_BY_OWN = """\
O opponent  174 pips   6 on the bar   4 off   moves from 1 to 24, home 19-24

  13  14  15  16  17  18         19  20  21  22  23  24
+------------------------+-----+------------------------+
|  O   .   .   .   .   . |  X  |  .   .   .   O   .   . |
|  .   .   .   .   .   . |  X  |  .   .   .   O   .   . |
|  .   .   .   .   .   . |     |  .   .   .   O   .   . |
|  .   .   .   .   .   . |     |  .   .   .   O   .   . |
|  .   .   .   .   .   . |     |  .   .   .   .   .   . |
|                        | bar |                        |
|  .   .   .   .   .   . |  6  | 12   .   .   .   .   . |
|  .   .   .   .   .   . |  O  |  X   .   .   .   .   . |
|  .   .   .   .   .   . |  O  |  X   .   .   .   .   . |
|  .   .   .   .   .   . |  O  |  X   .   .   .   .   . |
|  .   .   .   .   .   . |  O  |  X   .   .   .   .   X |
+------------------------+-----+------------------------+
  12  11  10   9   8   7          6   5   4   3   2   1

X own       123 pips   2 on the bar   0 off   moves from 24 to 1, home 1-6
A number ends a stack of more than 5 and counts all of it."""
CROWDED_SEEN_BY_THE_OPPONENT = """\
O opponent  123 pips   2 on the bar   0 off   moves from 1 to 24, home 19-24

  13  14  15  16  17  18         19  20  21  22  23  24
+------------------------+-----+------------------------+
|  .   .   .   .   .   . |  X  |  O   .   .   .   .   O |
|  .   .   .   .   .   . |  X  |  O   .   .   .   .   . |
|  .   .   .   .   .   . |  X  |  O   .   .   .   .   . |
|  .   .   .   .   .   . |  X  |  O   .   .   .   .   . |
|  .   .   .   .   .   . |  6  | 12   .   .   .   .   . |
|                        | bar |                        |
|  .   .   .   .   .   . |     |  .   .   .   .   .   . |
|  .   .   .   .   .   . |     |  .   .   .   X   .   . |
|  .   .   .   .   .   . |     |  .   .   .   X   .   . |
|  .   .   .   .   .   . |  O  |  .   .   .   X   .   . |
|  X   .   .   .   .   . |  O  |  .   .   .   X   .   . |
+------------------------+-----+------------------------+
  12  11  10   9   8   7          6   5   4   3   2   1

X own       174 pips   6 on the bar   4 off   moves from 24 to 1, home 1-6
A number ends a stack of more than 5 and counts all of it."""


START_IN_UNICODE = """\
○ opponent  167 pips   0 on the bar   0 off   moves from 1 to 24, home 19-24

  13  14  15  16  17  18         19  20  21  22  23  24
┌────────────────────────┬─────┬────────────────────────┐
│  ●   ·   ·   ·   ○   · │     │  ○   ·   ·   ·   ·   ● │
│  ●   ·   ·   ·   ○   · │     │  ○   ·   ·   ·   ·   ● │
│  ●   ·   ·   ·   ○   · │     │  ○   ·   ·   ·   ·   · │
│  ●   ·   ·   ·   ·   · │     │  ○   ·   ·   ·   ·   · │
│  ●   ·   ·   ·   ·   · │     │  ○   ·   ·   ·   ·   · │
│                        │ bar │                        │
│  ○   ·   ·   ·   ·   · │     │  ●   ·   ·   ·   ·   · │
│  ○   ·   ·   ·   ·   · │     │  ●   ·   ·   ·   ·   · │
│  ○   ·   ·   ·   ●   · │     │  ●   ·   ·   ·   ·   · │
│  ○   ·   ·   ·   ●   · │     │  ●   ·   ·   ·   ·   ○ │
│  ○   ·   ·   ·   ●   · │     │  ●   ·   ·   ·   ·   ○ │
└────────────────────────┴─────┴────────────────────────┘
  12  11  10   9   8   7          6   5   4   3   2   1

● own       167 pips   0 on the bar   0 off   moves from 24 to 1, home 1-6"""


# Bear-off rules allow every position that can exist.
positions = made_up(BACKGAMMON)


def read_back(board):
    """Read the counts off a drawing as a player would: by columns under the numbers."""
    lines = board.splitlines()
    own, opponent = [0] * 26, [0] * 26
    for numbers, rows in ((lines[2], lines[4:9]), (lines[16], lines[14:9:-1])):
        columns = {int(found[0]): found.end() - 1 for found in re.finditer(r"\d+", numbers)}
        assert len(columns) == 12
        for point, column in columns.items():
            mark, count = read_stack([row[column - 1 : column + 1] for row in rows])
            if mark == "X":
                own[point] = count
            elif mark == "O":
                opponent[25 - point] = count
    for counts, line, mark, rows in ((opponent, lines[0], "O", lines[14:9:-1]), (own, lines[18], "X", lines[4:9])):
        pips, bar, off = map(int, re.match(rf"{mark} \w+ +(\d+) pips +(\d+) on the bar +(\d+) off", line).groups())
        counts[0], counts[25] = off, bar
        assert pips == sum(place * count for place, count in enumerate(counts))
        assert read_stack([row.split("|")[2][:3] for row in rows]) == ((mark, bar) if bar else (None, 0))
    return tuple(own), tuple(opponent)


def read_stack(cells):
    cells = [cell.strip() for cell in cells]
    marks = {cell for cell in cells if cell in ("X", "O")}
    assert len(marks) <= 1
    if not marks:
        assert set(cells) <= {"", "."}
        return None, 0
    (mark,) = marks
    return mark, int(cells[4]) if cells[4].isdigit() else cells.count(mark)


def test_the_start():
    assert str(Position.start()) == START
    assert str(Position.start().swapped()) == START


def test_the_start_in_unicode():
    start = Position.start()
    assert draw(start.own, start.opponent, unicode=True) == START_IN_UNICODE


def test_a_crowded_board_seen_from_both_seats():
    assert str(CROWDED) == CROWDED_SEEN_BY_OWN
    assert str(CROWDED.swapped()) == CROWDED_SEEN_BY_THE_OPPONENT


@given(positions)
def test_every_count_can_be_read_back(position):
    assert read_back(str(position)) == (position.own, position.opponent)


@given(positions)
def test_a_drawing_fits_a_terminal(position):
    board = str(position)
    assert board.isascii()
    assert not board.endswith("\n")
    for line in board.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


@pytest.mark.parametrize("count", range(1, 16))
def test_a_stack_is_drawn_up_to_five_and_numbered_above(count):
    board = str(Position.from_points({13: count, 1: 15 - count}, {24: 0, 2: 15}))
    column = [line[3] for line in board.splitlines()[4:9]]
    number = [line[2:4].strip() for line in board.splitlines()[8:9]]
    if count <= 5:
        assert column == ["X"] * count + ["."] * (5 - count)
    else:
        assert column[:4] == ["X"] * 4
        assert number == [str(count)]


def test_the_number_of_a_stack_is_explained_where_there_is_one():
    five = Position.from_points({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5})
    six = Position.from_points({6: 6, 5: 5, 4: 4}, {6: 5, 5: 5, 4: 5})
    on_the_bar = Position.from_points({6: 5, 5: 5, 4: 5}, {25: 6, 5: 5, 4: 4})
    assert ["A number ends" in str(position) for position in (five, six, on_the_bar)] == [False, True, True]


def test_counts_may_be_any_sequence():
    position = Position.start()
    assert draw(list(position.own), list(position.opponent)) == str(position)


@given(positions)
def test_the_unicode_board_is_the_same_board_in_other_characters(position):
    plain = draw(position.own, position.opponent)
    board = draw(position.own, position.opponent, unicode=True)
    assert [len(line) for line in board.splitlines()] == [len(line) for line in plain.splitlines()]
    back = board.translate(str.maketrans("●○·│─┌┬┐└┴┘", "XO.|-++++++"))
    assert back == plain


@given(positions)
def test_the_other_side_sees_the_same_checkers_from_its_own_home(position):
    board = draw(position.own, position.opponent, seen_by="opponent")
    mirrored = draw(position.opponent, position.own)
    exchanged = mirrored.translate(str.maketrans("XO", "OX"))
    lines = [
        line[:2] + {"own     ": "opponent", "opponent": "own     "}.get(line[2:10], line[2:10]) + line[10:]
        for line in exchanged.splitlines()
    ]
    assert board.splitlines() == lines
