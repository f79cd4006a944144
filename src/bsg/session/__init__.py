"""A game between two players, as a server needs it: commands in, events out, and no input or output of its own.

>>> from bsg.session import Session, Settings, TakeSeat, new_token
>>> session = Session.open(Settings(), now=0)
>>> for seat in (0, 1):
...     events = session.handle(TakeSeat(id="a", seat=seat, token=new_token()), now=0)
>>> [type(event).__name__ for event in events][:4]
['SeatTaken', 'GameBegun', 'TurnBegun', 'DiceRolled']
>>> view = session.view_for(0)
>>> view.phase, view.decides, len(view.steps) > 0
('play', 0, True)
"""

from bsg.session.bots import Bot
from bsg.session.commands import (
    AcceptDraw,
    AcceptResignation,
    AnyCommand,
    Beaver,
    DeclineDraw,
    DeclineResignation,
    Disconnect,
    Double,
    EndTurn,
    OfferDraw,
    Pass,
    Play,
    Reconnect,
    Rematch,
    Resign,
    Roll,
    Step,
    Take,
    TakeSeat,
    Undo,
)
from bsg.session.dice import DiceSource, FairDice, SystemDice, verify_dice
from bsg.session.events import AnyEvent
from bsg.session.message import encode
from bsg.session.refused import RefusedError
from bsg.session.session import Session, new_token, read_command
from bsg.session.settings import Settings
from bsg.session.state import Snapshot
from bsg.session.view import View
from bsg.session.wire import read_events, read_snapshot, schema, write_events

__all__ = [
    "AcceptDraw",
    "AcceptResignation",
    "AnyCommand",
    "AnyEvent",
    "Beaver",
    "Bot",
    "DeclineDraw",
    "DeclineResignation",
    "DiceSource",
    "Disconnect",
    "Double",
    "EndTurn",
    "FairDice",
    "OfferDraw",
    "Pass",
    "Play",
    "Reconnect",
    "RefusedError",
    "Rematch",
    "Resign",
    "Roll",
    "Session",
    "Settings",
    "Snapshot",
    "Step",
    "SystemDice",
    "Take",
    "TakeSeat",
    "Undo",
    "View",
    "encode",
    "new_token",
    "read_command",
    "read_events",
    "read_snapshot",
    "schema",
    "verify_dice",
    "write_events",
]
