"""bgsage: the move generator of the Open Sage engine.

A board is 26 counts from the mover's home: points 1 to 24, the mover's checkers positive and the opponent's negative; the
mover's bar at 25 and the opponent's at 0, both positive. Checkers that are off are in none.
"""

import rows
from tasks import Subject, Task

DISTRIBUTION = "bgsage"


def board(row):
    """Write a row as bgsage does."""
    own, opponent = rows.counts(row)
    points = [own[point] - opponent[25 - point] for point in range(1, 25)]
    return [opponent[25], *points, own[25]]


def row(given):
    """Read a board of bgsage."""
    points = given[1:25]
    own = [0, *(max(count, 0) for count in points), given[25]]
    opponent = [0, *(max(-count, 0) for count in reversed(points)), given[0]]
    return rows.row(own, opponent)


def prepare(given):
    """List what every pair reaches, and say what can be timed."""
    # What bgsage.possible_moves wraps; the wrapper only copies each list once more.
    from bgbot_cpp import possible_moves

    calls = [(board(pair.row), *pair.dice) for pair in given]
    # A forced pass is an empty list there, and with us a play that leaves the board as it is.
    reached = [
        [row(after) for after in possible_moves(*call)] or [pair.row] for call, pair in zip(calls, given, strict=True)
    ]

    def list_all():
        for position, first, second in calls:
            possible_moves(position, first, second)
        return len(calls)

    task = Task("bgbot_cpp.possible_moves", list_all)
    return Subject(reached, {"pairs": task, "pairs, a call each": task})
