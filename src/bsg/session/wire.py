"""Files and schemas of what goes over the wire."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from bsg.session.commands import AnyCommand
from bsg.session.events import AnyEvent
from bsg.session.message import VERSION
from bsg.session.state import Snapshot
from bsg.session.view import View

FORMAT: Literal["bsg-session"] = "bsg-session"


class SessionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All events of a session in one file."""

    format: Literal["bsg-session"]
    version: Literal[1]
    events: list[AnyEvent]


def write_events(events: Sequence[AnyEvent]) -> bytes:
    """Return all events of a session as one JSON file, from which it can be replayed, verified and shown."""
    file = SessionFile(FORMAT, VERSION, list(events))
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def read_events(data: bytes | str) -> list[AnyEvent]:
    """Read the events of a file that `write_events` has written.

    Raises
    ------
    ValueError
        If it is none; with the reason and the place.
    """
    try:
        return msgspec.json.decode(data, type=SessionFile).events
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"no session file: {error}") from error


def read_snapshot(data: bytes | str) -> Snapshot:
    """Read a snapshot that was encoded.

    Raises
    ------
    ValueError
        If it is none; with the reason and the place.
    """
    try:
        return msgspec.json.decode(data, type=Snapshot)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"no snapshot: {error}") from error


def schema() -> dict[str, Any]:
    """Return the JSON Schema of commands, events, views, snapshots and session files."""
    types = {"command": AnyCommand, "event": AnyEvent, "view": View, "snapshot": Snapshot, "file": SessionFile}
    found, components = msgspec.json.schema_components(types.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bsg.session",
        "version": VERSION,
        "properties": dict(zip(types, found, strict=True)),
        "$defs": components,
    }
