"""How a game ends: the winning conditions of both games, and what each is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bsg.rules import Rules

Kind = Literal[
    "iri-gachi", "mushi-gachi", "mujo-gachi", "muji-gachi", "bear-off", "single", "gammon", "backgammon", "draw"
]

KINDS: tuple[Kind, ...] = (
    "iri-gachi",
    "mushi-gachi",
    "mujo-gachi",
    "muji-gachi",
    "bear-off",
    "single",
    "gammon",
    "backgammon",
    "draw",
)
"""Every way a game can end, in the order in which the native core numbers them."""

Counts = Sequence[int]
"""26 counts of one side in its own numbering: [0] off, [1] to [24] the points, [25] the bar."""

# R3: read from Inner 1 to Inner 6, and only in that direction.
MUJO_PATTERNS = ((2, 2, 2, 3, 3, 3), (2, 3, 2, 3, 2, 3))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, seen by the side to move of the position it was asked of.

    Parameters
    ----------
    points : int
        Positive if the side to move has won, negative if the opponent has, 0 for a draw.
    kind : str
        One of `KINDS`.
    """

    points: int
    kind: Kind

    def swapped(self) -> "Result":
        """Return the same result seen by the other side."""
        return Result(-self.points, self.kind)


def is_closed_out(own: Counts, opponent: Counts) -> bool:
    """Say whether all six own home points hold two or more and the opponent has a checker on the bar."""
    return opponent[25] > 0 and all(own[point] >= 2 for point in range(1, 7))


def win(own: Counts, opponent: Counts, rules: Rules) -> Result | None:
    """Return how `own` has won as the board stands, or None.

    Parameters
    ----------
    own, opponent : sequence of int, length 26
        Each side in its own numbering.
    rules : Rules

    Returns
    -------
    Result or None
        The points are positive. Whether the other side has won too is not looked at (R7 is the caller's).
    """
    # R6: an instant win is named muji-gachi even when the same step also brings the last checker home.
    if rules.closed_home == "instant" and is_closed_out(own, opponent):
        return Result(1, "muji-gachi")
    if rules.finish == "iri-gachi":
        return _iri_gachi(own, opponent, rules)
    return _bear_off(own, opponent, rules)


def _iri_gachi(own: Counts, opponent: Counts, rules: Rules) -> Result | None:
    home = tuple(own[1:7])
    if sum(home) != 15:
        return None
    if rules.closed_home == "bonus" and is_closed_out(own, opponent):
        return Result(3, "mujo-gachi") if home in MUJO_PATTERNS else Result(2, "mushi-gachi")
    return Result(1, "iri-gachi")


def _bear_off(own: Counts, opponent: Counts, rules: Rules) -> Result | None:
    if own[0] != 15:
        return None
    if not rules.gammons:
        return Result(1, "bear-off")  # R5: no closed-home bonus, a finished home is empty
    if opponent[0] > 0:
        return Result(1, "single")
    # The winner's home is the loser's points 19 to 24.
    is_far_behind = opponent[25] > 0 or any(opponent[point] for point in range(19, 25))
    return Result(3, "backgammon") if is_far_behind else Result(2, "gammon")
