"""What a subject, a peer or bsg itself, is given and gives back."""

from collections.abc import Callable
from typing import NamedTuple


class Pair(NamedTuple):
    """A position and a roll."""

    row: bytes
    """32 bytes, seen by the side that has rolled."""
    dice: tuple[int, int]


class Task(NamedTuple):
    """One thing to time."""

    call: str
    """What is called, in words."""
    run: Callable[[], int]
    """Does the work once; returns how many units of it that was."""


class Subject(NamedTuple):
    """What one peer, or bsg, can do with the pairs."""

    reached: list[list[bytes] | None]
    """The rows that each pair reaches, still seen by the mover; None for a pair that cannot be asked about."""
    tasks: dict[str, Task]
    """By what is done; two tasks of one name do the same work."""
    note: str = ""
    """What a reader of the figures has to know, as a sentence without its full stop."""


class Judgement(NamedTuple):
    """What one peer with an evaluator, or bsg, makes of positions at 0-ply: without looking ahead."""

    equities: list[float]
    """Points to be expected by the side about to roll, without a cube."""
    tasks: dict[str, Task]
    """As those of a `Subject`."""
    note: str = ""
