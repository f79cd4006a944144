"""What a finished game is worth, by what was played, passed or resigned, and by the cube (RULES section 4)."""

from dataclasses import dataclass
from typing import Literal, get_args

from bsg.checks import integer, integer_between, shown
from bsg.cube import Cube
from bsg.match import Match
from bsg.position import Position
from bsg.rules import Rules
from bsg.seat import Seat, check_optional_seat, other
from bsg.winning import KINDS, Kind, Result

By = Literal["play", "pass", "resignation", "agreement"]

_LEVELS: tuple[Kind, Kind, Kind] = ("single", "gammon", "backgammon")
_GAMMONS = ("gammon", "backgammon")
_DRAWN_BY = ("play", "agreement")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, for both seats; what one wins the other loses.

    Parameters
    ----------
    winner : {0, 1} or None
        None if the game was drawn.
    points : int
        What the winner gets, the cube included; 0 if the game was drawn.
    kind : str
        One of `bsg.KINDS`; a double that was passed is a `single` or, where gammons are not played for, the plain win of
        the game.
    by : {"play", "pass", "resignation", "agreement"}
        What ended it.

    Raises
    ------
    TypeError
        If the winner or the points are of the wrong type.
    ValueError
        If no game can end so; the message says why.
    """

    winner: Seat | None
    points: int
    kind: Kind
    by: By

    def __post_init__(self) -> None:
        winner = check_optional_seat(self.winner, "the winner of a game")
        points = integer(self.points, "the points of a game")
        for name, value, known in (("kind", self.kind, KINDS), ("by", self.by, get_args(By))):
            if value not in known:
                raise ValueError(f"{name} must be {', '.join(known)}, got {shown(value)}")
        if winner is None and (points != 0 or self.kind != "draw" or self.by not in _DRAWN_BY):
            raise ValueError(
                "a game that nobody wins must be a draw by play or agreement and worth 0 points, "
                f"got {shown(points)} and {self.kind} by {self.by}"
            )
        if winner is not None and (points < 1 or self.kind == "draw" or self.by == "agreement"):
            raise ValueError(
                "a game that is won must be worth at least 1 point, and neither a draw nor ended by agreement, "
                f"got {shown(points)} and {self.kind} by {self.by}"
            )
        object.__setattr__(self, "winner", winner)
        object.__setattr__(self, "points", points)

    def points_of(self, seat: Seat) -> int:
        """Return what `seat` wins, or loses if it is negative; both seats together come to 0."""
        if self.winner is None:
            return 0
        return self.points if seat == self.winner else -self.points


DRAWN = Outcome(None, 0, "draw", "agreement")


def played_outcome(result: Result, mover: Seat, cube: Cube, match: Match) -> Outcome:
    """Return what a result of the board is worth; its points are positive if `mover` has won.

    Under the Jacoby rule a gammon counts one point unless somebody has doubled: an automatic double is none.
    """
    if result.points == 0:
        return Outcome(None, 0, "draw", "play")
    winner = mover if result.points > 0 else other(mover)
    if result.kind in _GAMMONS and not counts_gammons(cube, match):
        return Outcome(winner, cube.value, "single", "play")
    return Outcome(winner, abs(result.points) * cube.value, result.kind, "play")


def passed_outcome(winner: Seat, cube: Cube, rules: Rules) -> Outcome:
    """Return what a double is worth that was passed: the value before the offer."""
    return Outcome(winner, cube.value, _plain_win(rules), "pass")


def resigned_outcome(winner: Seat, level: int, cube: Cube, rules: Rules) -> Outcome:
    """Return what a resignation is worth: level 1 single, 2 gammon, 3 backgammon, times the cube."""
    level = integer_between(level, 1, 3, "the level of a resignation")
    kind = _LEVELS[level - 1] if rules.gammons else _plain_win(rules)
    return Outcome(winner, level * cube.value, kind, "resignation")


def counts_gammons(cube: Cube, match: Match) -> bool:
    """Say whether a gammon counts more than a single game."""
    return not match.jacoby or cube.owner is not None


def highest_resignation(loser_sees: Position, cube: Cube, match: Match, rules: Rules) -> int:
    """Return the most that the side whose view `loser_sees` is can still lose: 1 single, 2 gammon, 3 backgammon.

    A side that has borne off a checker can lose no gammon. One that nothing can hit any more and that has left the
    winner's home can lose no backgammon.
    """
    own, opponent = loser_sees.own, loser_sees.opponent
    if not rules.gammons or not counts_gammons(cube, match) or own[0]:
        return 1
    farthest = max(place for place in range(26) if own[place])
    meets = any(opponent[place] for place in range(26 - farthest, 26))  # an enemy checker that has still to pass it
    return 3 if farthest > 18 or meets else 2


def _plain_win(rules: Rules) -> Kind:
    if rules.gammons:
        return "single"
    return "iri-gachi" if rules.finish == "iri-gachi" else "bear-off"
