"""What players ask for. Each command has an id of its own: sent twice, it is done once."""

from typing import Annotated

import msgspec

from bsg.seat import Seat
from bsg.session.message import Message, Text

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Turn = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]


class Command(Message, frozen=True, kw_only=True):
    """What all commands have.

    Parameters
    ----------
    id : str
        Chosen by the client, 1 to 64 characters, another for every command.
    seat : {0, 1}
        Who sends it. That it is really this seat is the transport's to know, except where a token is given.
    """

    id: Id
    seat: Seat


class TurnCommand(Command, frozen=True, kw_only=True):
    """A command within a turn; `turn` is the number of the turn that the player sees."""

    turn: Turn


class TakeSeat(Command, frozen=True, kw_only=True, tag="take seat"):
    """Take a free seat.

    Parameters
    ----------
    token : str
        The credential with which the player comes back, at best from `new_token`; only its hash is kept.
    name : str
    contribution : str
        What the player mixes into provably fair dice; the dice are committed to before.
    """

    token: Annotated[str, msgspec.Meta(min_length=32, max_length=200)]
    name: Text = ""
    contribution: Text = ""


class Roll(TurnCommand, frozen=True, kw_only=True, tag="roll"):
    """Roll, rather than double."""


class Step(TurnCommand, frozen=True, kw_only=True, tag="step"):
    """Move one checker by one die."""

    source: Annotated[int, msgspec.Meta(ge=0, le=25)]
    die: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Play(TurnCommand, frozen=True, kw_only=True, tag="play"):
    """Make a whole play at once, in the notation of `bsg.parse_play`."""

    play: Text


class Undo(TurnCommand, frozen=True, kw_only=True, tag="undo"):
    """Go back to the beginning of the turn (R11)."""


class EndTurn(TurnCommand, frozen=True, kw_only=True, tag="end turn"):
    """Confirm the end of the turn, where that is agreed."""


class Double(TurnCommand, frozen=True, kw_only=True, tag="double"):
    """Offer to double, before the roll."""


class Take(TurnCommand, frozen=True, kw_only=True, tag="take"):
    """Take the double."""


class Pass(TurnCommand, frozen=True, kw_only=True, tag="pass"):
    """Pass the double, which ends the game."""


class Beaver(TurnCommand, frozen=True, kw_only=True, tag="beaver"):
    """Take the double and turn it back at once."""


class OfferDraw(TurnCommand, frozen=True, kw_only=True, tag="offer draw"):
    """Offer a draw (R10); it stands until it is answered or the turn ends."""


class AcceptDraw(TurnCommand, frozen=True, kw_only=True, tag="accept draw"):
    """Accept the draw."""


class DeclineDraw(TurnCommand, frozen=True, kw_only=True, tag="decline draw"):
    """Decline the draw."""


class Resign(TurnCommand, frozen=True, kw_only=True, tag="resign"):
    """Resign: at the highest level that can still be lost the game is over, at a lower one the other seat is asked."""

    level: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class AcceptResignation(TurnCommand, frozen=True, kw_only=True, tag="accept resignation"):
    """Accept what the other seat offers to lose."""


class DeclineResignation(TurnCommand, frozen=True, kw_only=True, tag="decline resignation"):
    """Decline it, and play on."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Ask for another match, or agree to it."""

    contribution: Text = ""


class Disconnect(Command, frozen=True, kw_only=True, tag="disconnect"):
    """Tell that the seat's connection is gone; the transport sends it."""


class Reconnect(Command, frozen=True, kw_only=True, tag="reconnect"):
    """Come back to a seat."""

    token: Annotated[str, msgspec.Meta(max_length=200)]


AnyCommand = (
    TakeSeat
    | Roll
    | Step
    | Play
    | Undo
    | EndTurn
    | Double
    | Take
    | Pass
    | Beaver
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Resign
    | AcceptResignation
    | DeclineResignation
    | Rematch
    | Disconnect
    | Reconnect
)
