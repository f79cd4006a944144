"""A match to a number of points, or a session of money play: its score and options (RULES section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bsg.checks import described, integer, integer_between, shown
from bsg.cube import HIGHEST, Cube
from bsg.seat import SEATS, Seat, check_seat, other

MOST_POINTS = 2**15 - 1
"""The longest match and the highest score: what a GNU Backgammon Match ID has room for."""


@dataclass(frozen=True)
class Match:
    """The score before a game, and what is agreed for all of them; immutable.

    Parameters
    ----------
    length : int
        Points to win; 0 is money play, which has no end.
    score : tuple of int
        Points of seat 0 and seat 1.
    crawford : bool
        Whether the first game after a side has come to one point from winning is played without the cube.
    is_crawford_game : bool
        Whether the game at hand is that one. A score one point from winning without it is post-Crawford.
    jacoby : bool
        Money play only: gammons and backgammons count one point as long as nobody has doubled.
    beavers : bool
        Money play only: a double may be turned back at once (a beaver), and that again (a raccoon).
    automatic_doubles : int
        Money play only: how many equal opening rolls double the cube in the middle.
    cube_limit : int
        The highest value of the cube, a power of two; 1 is a match without it.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If there can be no such match; the message says why.

    Examples
    --------
    >>> match = Match(3).after(winner=0, points=2)
    >>> match.score, match.is_crawford_game
    ((2, 0), True)
    >>> match = match.after(winner=1, points=1)
    >>> match.score, match.is_crawford_game, match.is_post_crawford
    ((2, 1), False, True)
    """

    length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = True
    is_crawford_game: bool = False
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    cube_limit: int = 1024

    def __post_init__(self) -> None:
        length = integer_between(self.length, 0, MOST_POINTS, "the length of a match")
        score = _checked_score(self.score)
        automatic = integer_between(self.automatic_doubles, 0, 15, "automatic_doubles")
        limit = integer(self.cube_limit, "cube_limit")
        if not 1 <= limit <= HIGHEST or limit & (limit - 1):
            raise ValueError(f"cube_limit must be a power of two from 1 to {HIGHEST}, got {shown(limit)}")
        for name in ("crawford", "is_crawford_game", "jacoby", "beavers"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} must be True or False, got {described(getattr(self, name))}")
        for name, plain in (
            ("length", length),
            ("score", score),
            ("automatic_doubles", automatic),
            ("cube_limit", limit),
        ):
            object.__setattr__(self, name, plain)
        if length:
            self._check_match_play()
        elif self.is_crawford_game:
            raise ValueError("money play has no Crawford game")

    def _check_match_play(self) -> None:
        money_only = [name for name in ("jacoby", "beavers", "automatic_doubles") if getattr(self, name)]
        if money_only:
            raise ValueError(f"{' and '.join(money_only)} belong to money play, got a match to {self.length}")
        if min(self.score) >= self.length:
            raise ValueError(f"both seats cannot have won a match to {self.length}, got {_score_text(self.score)}")
        if self.is_crawford_game and not self.crawford:
            raise ValueError("a match without the Crawford rule has no Crawford game")
        if self.is_crawford_game and self.length - 1 not in self.score:
            raise ValueError(
                f"in the Crawford game a seat is one point from winning, got {_score_text(self.score)} "
                f"in a match to {self.length}"
            )

    @property
    def is_money(self) -> bool:
        """Whether this is money play."""
        return self.length == 0

    @property
    def winner(self) -> Seat | None:
        """The seat that has won the match, or None while it goes on; money play is won by nobody."""
        if self.is_money or max(self.score) < self.length:
            return None
        return 0 if self.score[0] >= self.length else 1

    @property
    def is_post_crawford(self) -> bool:
        """Whether a seat is one point from winning and the Crawford game has been played."""
        return self.crawford and self.length > 1 and self.length - 1 in self.score and not self.is_crawford_game

    def after(self, winner: Seat | None, points: int) -> "Match":
        """Return the match after a game.

        Parameters
        ----------
        winner : {0, 1} or None
            None if the game was drawn.
        points : int
            What the game was worth, the cube included; 0 if it was drawn, and else at least 1.

        Raises
        ------
        TypeError
            If an argument is of the wrong type.
        ValueError
            If the match is won already, or the points do not fit the winner.
        """
        if self.winner is not None:
            raise ValueError(f"seat {self.winner} has won the match already")
        points = integer(points, "points")
        if winner is None:
            if points:
                raise ValueError(f"a drawn game is worth 0 points, got {shown(points)}")
            return self
        if points < 1:
            raise ValueError(f"a won game is worth at least 1 point, got {shown(points)}")
        score = list(self.score)
        score[check_seat(winner, "the winner")] += points
        comes_to_it = (
            self.crawford
            and not self.is_money
            and self.length - 1 not in self.score
            and self.length - 1 in score
            and max(score) < self.length
        )
        return replace(self, score=(score[0], score[1]), is_crawford_game=comes_to_it)

    def why_not_double(self, seat: Seat, cube: Cube) -> str | None:
        """Say why `seat` may not offer `cube`, by the score and what is agreed; None if it may."""
        if self.cube_limit == 1:
            return "the cube is not in play"
        if self.is_crawford_game:
            return "this is the Crawford game, which is played without the cube"
        if cube.owner == other(seat):
            return f"seat {cube.owner} owns the cube"
        if 2 * cube.value > self.cube_limit:
            return f"the cube goes no higher than {self.cube_limit}"
        if not self.is_money and self.score[seat] + cube.value >= self.length:
            return (
                f"the cube is dead: at {cube.value} the game already wins the match for seat {seat}, "
                f"which has {self.score[seat]} of {self.length} points"
            )
        return None


def _checked_score(score: object) -> tuple[int, int]:
    if not isinstance(score, Sequence) or isinstance(score, str):
        raise TypeError(f"the score must be two integers, got {described(score)}")
    if len(score) != 2:
        raise ValueError(f"the score must be two integers, got {shown(score)}")
    first, second = (integer_between(score[seat], 0, MOST_POINTS, f"the score of seat {seat}") for seat in SEATS)
    return first, second


def _score_text(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


MONEY_PLAY = Match()
"""Money play without options, before its first game."""
