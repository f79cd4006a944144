"""Why a command is refused: a code that programs can switch on, and a sentence for people."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bsg.session.events import AnyEvent

Code = Literal[
    "malformed",
    "seat taken",
    "seat free",
    "bad credential",
    "not away",
    "away",
    "not playing",
    "stale",
    "not your turn",
    "wrong phase",
    "illegal",
    "nothing to undo",
    "no offer",
]


class RefusedError(ValueError):
    """A command that was refused; the session is as it was.

    Attributes
    ----------
    code : str
        One of `Code`.
    text : str
        What was wanted and what was got.
    events : tuple of AnyEvent
        What time alone had brought about before the command was looked at, such as a clock that had run out.
    """

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.events: tuple[AnyEvent, ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        return RefusedError, (self.code, self.text)
