"""What goes over the wire: every message is JSON that says its type and its version."""

from typing import Annotated, Literal

import msgspec

VERSION: Literal[1] = 1

Text = Annotated[str, msgspec.Meta(max_length=200)]
"""A name, an identifier or the like, as a client sends it."""

Nanoseconds = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
"""A moment on the server's monotonic clock."""


class Message(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    tag=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
):
    """A command, an event, a view or a snapshot."""


def encode(message: object) -> bytes:
    """Return a message, or a list of them, as JSON."""
    return msgspec.json.encode(message)
