"""A record of a match, as it is written in any of the formats: who played, and everything that was done in each game.

A record is not checked by being made: it may hold illegal plays and wrong scores, as files do. `replay` tells what is
wrong with it. In JSON it is written as the fields say, each action with `do` for what was done.
"""

from typing import Annotated, Literal

import msgspec

from bsg.rules import BACKGAMMON, Rules
from bsg.seat import Seat

FORMAT: Literal["bsg-record"] = "bsg-record"
VERSION: Literal[1] = 1


_Die = Annotated[int, msgspec.Meta(ge=1, le=6)]


class _Located(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What is said on a line of a file, counted from 1; 0 where that is not known."""

    line: int = 0


class _Action(_Located, frozen=True, tag_field="do"):
    """What a seat has done."""

    seat: Seat


class Move(_Action, frozen=True, tag="move"):
    """A roll and what was played with it.

    Parameters
    ----------
    dice : tuple of int
        In the order written.
    play : str or None
        In the notation `bsg.parse_play` reads, in the order written; ``pass`` where nothing could be played. Empty where
        the dice stand alone: a pass, or a roll after which nobody went on. None where the play is withheld (``???``).
    """

    dice: tuple[_Die, _Die]
    play: str | None = None


class Double(_Action, frozen=True, tag="double"):
    """An offer to double; `value` is what the cube would then show, 0 where the file does not say."""

    value: int = 0


class Beaver(_Action, frozen=True, tag="beaver"):
    """A double taken and turned back at once, or that again; `value` as in `Double`."""

    value: int = 0


class Take(_Action, frozen=True, tag="take"):
    """A double taken."""


class Pass(_Action, frozen=True, tag="pass"):
    """A double passed, which ends the game."""


class SetUp(_Action, frozen=True, tag="set up"):
    """A board or a cube put up by hand, with `seat` on roll.

    Parameters
    ----------
    position : str or None
        `Position.text`, seen by `seat`; None if the board stays as it was.
    cube : int or None
        The value of the cube; None if it stays as it was.
    owner : {0, 1} or None
        Who owns it, where its value is given.
    """

    position: str | None = None
    cube: int | None = None
    owner: Seat | None = None


Action = Move | Double | Beaver | Take | Pass | SetUp


class Ending(_Located, frozen=True):
    """How a game ended, as the file says.

    Parameters
    ----------
    winner : {0, 1}
    points : int
        The cube included.
    resigned : bool
        Whether it says that the loser resigned. Most formats never do.
    """

    winner: Seat
    points: int
    resigned: bool = False


class GameRecord(_Located, frozen=True):
    """One game.

    Parameters
    ----------
    score : tuple of int
        Points of both seats before it.
    actions : tuple of Action
    ending : Ending or None
        None if the game was not finished.
    is_crawford_game : bool or None
        None where the file does not say; it follows from the scores.
    """

    score: tuple[int, int]
    actions: tuple[Action, ...] = ()
    ending: Ending | None = None
    is_crawford_game: bool | None = None


class MatchRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A match, or a session of money play.

    Parameters
    ----------
    players : tuple of str
        The names of seat 0 (left in a .mat, white in SGF) and seat 1.
    length : int
        Points to win; 0 is money play.
    rules : Rules
    crawford, jacoby, beavers, cube_limit
        As in `bsg.Match`.
    info : dict of str to str
        What else is told: event, date, place …, by the names that .mat files use.
    games : tuple of GameRecord
    """

    format: Literal["bsg-record"]
    version: Literal[1]
    players: tuple[str, str]
    length: int = 0
    rules: Rules = BACKGAMMON
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int = 1024
    info: dict[str, str] = {}
    games: tuple[GameRecord, ...] = ()


class RecordError(ValueError):
    """A record that cannot be read, or that is not what was asked for.

    Attributes
    ----------
    line : int
        Where in the file, counted from 1; 0 where that is not known.
    reason : str
    """

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return RecordError, (self.reason, self.line)


def without_lines(record: MatchRecord) -> MatchRecord:
    """Return the record without the lines it was read from, so that records from different files can be compared."""
    return msgspec.structs.replace(record, games=tuple(map(_game_without_lines, record.games)))


def _game_without_lines(game: GameRecord) -> GameRecord:
    ending = None if game.ending is None else msgspec.structs.replace(game.ending, line=0)
    actions = tuple(msgspec.structs.replace(action, line=0) for action in game.actions)
    return msgspec.structs.replace(game, actions=actions, ending=ending, line=0)
