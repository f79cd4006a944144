"""What is agreed before a session begins."""

from typing import Annotated, Literal

import msgspec

from bsg.match import Match
from bsg.rules import BAN_SUGOROKU, Rules

_Seconds = Annotated[float, msgspec.Meta(gt=0, le=10**9)]
_NANO = 10**9


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What is agreed for a series of games; immutable.

    Parameters
    ----------
    rules : Rules
        `rules.start` says who begins a game, and with which dice.
    games : int
        How many games are played, unless `length` ends the match before.
    length : int
        A match to so many points; 0 is money play, or ban-sugoroku counted game by game.
    crawford, jacoby, beavers, automatic_doubles, cube_limit
        As in `Match`. A limit of 1, the default, is play without the cube.
    turn_seconds : float or None
        The turn clock (R12); None is without.
    on_timeout : {"cpu", "lose"}
        What a clock that has run out does: the CPU plays the rest of the turn, or the game is lost.
    grace_seconds : float
        How long after a disconnection the CPU takes over (R13).
    turn_end : {"auto", "confirm"}
        Whether a turn ends by itself (R11), or can be undone until its end is confirmed.
    auto_forced : {"off", "single", "whole"}
        Whether a step that is the only one is played by itself, or a whole turn in which there is one play alone.
    max_plies : int
        After so many turns a game is a draw.
    rated : bool
        Whether the games count for ratings; that is told, and changes nothing.
    dice : {"system", "fair"}
        The operating system's dice, or provably fair ones.
    bot : str
        Who stands in for a player: a name of `bsg.BOTS`, unless other bots are given to the session.
    """

    rules: Rules = BAN_SUGOROKU
    games: Annotated[int, msgspec.Meta(ge=1, le=10**6)] = 1
    length: Annotated[int, msgspec.Meta(ge=0, lt=2**15)] = 0
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: Annotated[int, msgspec.Meta(ge=0, le=15)] = 0
    cube_limit: int = 1
    turn_seconds: _Seconds | None = None
    on_timeout: Literal["cpu", "lose"] = "cpu"
    grace_seconds: Annotated[float, msgspec.Meta(ge=0, le=10**9)] = 60.0
    turn_end: Literal["auto", "confirm"] = "auto"
    auto_forced: Literal["off", "single", "whole"] = "off"
    max_plies: Annotated[int, msgspec.Meta(ge=1, le=10**6)] = 1_000
    rated: bool = False
    dice: Literal["system", "fair"] = "system"
    bot: str = "random"

    def __post_init__(self) -> None:
        self.new_match()
        for name in ("turn_seconds", "grace_seconds"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= _NANO:
                raise ValueError(f"{name} must be 0 to {_NANO}, got {value!r}")
        if self.turn_seconds is not None and self.turn_seconds <= 0:
            raise ValueError(f"turn_seconds must be a positive number, got {self.turn_seconds!r}")
        if self.games < 1 or self.max_plies < 1:
            raise ValueError(f"games and max_plies must be at least 1, got {self.games} and {self.max_plies}")

    def new_match(self) -> Match:
        """Return the match before its first game."""
        return Match(
            self.length,
            crawford=self.crawford,
            jacoby=self.jacoby,
            beavers=self.beavers,
            automatic_doubles=self.automatic_doubles,
            cube_limit=self.cube_limit,
        )

    @property
    def turn_nanoseconds(self) -> int | None:
        """The turn clock in nanoseconds, or None."""
        return None if self.turn_seconds is None else max(1, round(self.turn_seconds * _NANO))

    @property
    def grace_nanoseconds(self) -> int:
        """How long after a disconnection the CPU takes over, in nanoseconds."""
        return round(self.grace_seconds * _NANO)
