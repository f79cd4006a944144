"""gnubg-nn: the move generator and evaluator of GNU Backgammon, run as the separate program that it is.

A board is two lists of 25 counts, the opponent's first: each side from its own home, the ace point at 0, the bar at 24.
Checkers that are off are in neither.
"""

import rows
from tasks import Subject, Task

DISTRIBUTION = "gnubg-nn"


def board(row):
    """Write a row as gnubg-nn does."""
    own, opponent = rows.counts(row)
    return [opponent[1:], own[1:]]


def row(given):
    """Read a board of gnubg-nn, seen by the side that its second list belongs to."""
    opponent, own = ([0, *side] for side in given)
    return rows.row(own, opponent)


def prepare(given):
    """List what every pair reaches, and say what can be timed."""
    from gnubg_nn import board_from_position_key, moves

    calls = [(board(pair.row), *pair.dice) for pair in given]
    # A forced pass is no move there, and with us a play that leaves the board as it is.
    reached = [
        [row(board_from_position_key(key)) for key in moves(*call)] or [pair.row]
        for call, pair in zip(calls, given, strict=True)
    ]

    def list_all():
        for position, first, second in calls:
            moves(position, first, second)
        return len(calls)

    task = Task("gnubg_nn.moves", list_all)
    return Subject(reached, {"pairs": task, "pairs, a call each": task})
