"""What has happened, numbered without gaps: the truth of a session, from which all else follows."""

from typing import Literal

from bsg.outcome import By
from bsg.seat import Seat
from bsg.session.message import VERSION, Message, Nanoseconds
from bsg.session.settings import Settings
from bsg.winning import Kind

PassReason = Literal["barred", "blocked"]
CpuReason = Literal["clock", "absence"]


class Event(Message, frozen=True, kw_only=True):
    """What all events have.

    Parameters
    ----------
    number : int
        From 0 on, without gaps.
    at : int
        When, in nanoseconds of the server's monotonic clock.
    cause : str or None
        The id of the command that has brought it about, and by whom it was sent; None if the clock has.
    """

    number: int
    at: Nanoseconds
    cause: tuple[Seat, str] | None = None


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """A session is open, with both seats free."""

    session: str
    settings: Settings
    version: Literal[1] = VERSION


class DiceCommitted(Event, frozen=True, kw_only=True, tag="dice committed"):
    """Provably fair dice are fixed for a match: `commitment` is the SHA-256 of their secret, in hexadecimal."""

    commitment: str


class SeatTaken(Event, frozen=True, kw_only=True, tag="seat taken"):
    """A seat is taken; `credential` is the SHA-256 of its token."""

    seat: Seat
    name: str
    credential: str
    contribution: str


class GameBegun(Event, frozen=True, kw_only=True, tag="game begun"):
    """A game begins; `game` counts from 1 within the match."""

    game: int
    score: tuple[int, int]
    is_crawford_game: bool
    cube: int


class BeginnerRolled(Event, frozen=True, kw_only=True, tag="beginner rolled"):
    """One die each decides who begins; equal ones are rolled again (R4)."""

    dice: tuple[int, int]


class TurnBegun(Event, frozen=True, kw_only=True, tag="turn begun"):
    """A turn begins; `turn` goes on counting from game to game."""

    turn: int
    seat: Seat


class ClockSet(Event, frozen=True, kw_only=True, tag="clock set"):
    """A seat has until `deadline`: at that very moment it is too late."""

    seat: Seat
    deadline: Nanoseconds


class DiceRolled(Event, frozen=True, kw_only=True, tag="dice rolled"):
    """The dice of a turn, with the old name of the roll."""

    dice: tuple[int, int]
    kanji: str
    romaji: str | None


class Stepped(Event, frozen=True, kw_only=True, tag="stepped"):
    """One checker was moved by one die; `by` is the player, the rules (it was the only step), or the CPU.

    `is_last` tells that no more can be played.
    """

    source: int
    target: int
    die: int
    hit: bool
    by: Literal["player", "rules", "cpu"] = "player"
    is_last: bool = False


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """The turn is back at its beginning."""


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """Nothing can be played: no checker can enter (barred), or move (blocked)."""

    reason: PassReason


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn ended"):
    """The turn is over and final; `play` is all of it, in the notation of the field."""

    play: str


class Doubled(Event, frozen=True, kw_only=True, tag="doubled"):
    """A double is offered."""

    seat: Seat


class DoubleTaken(Event, frozen=True, kw_only=True, tag="double taken"):
    """The double was taken."""

    seat: Seat


class Beavered(Event, frozen=True, kw_only=True, tag="beavered"):
    """The double was taken and turned back at once."""

    seat: Seat


class DrawOffered(Event, frozen=True, kw_only=True, tag="draw offered"):
    """A draw is offered."""

    seat: Seat


class DrawDeclined(Event, frozen=True, kw_only=True, tag="draw declined"):
    """The draw was declined."""

    seat: Seat


class ResignationOffered(Event, frozen=True, kw_only=True, tag="resignation offered"):
    """A seat offers to lose less than it still could."""

    seat: Seat
    level: int


class ResignationDeclined(Event, frozen=True, kw_only=True, tag="resignation declined"):
    """The other seat plays on."""

    seat: Seat


class GameOver(Event, frozen=True, kw_only=True, tag="game over"):
    """A game is over; `score` is that of the match after it."""

    winner: Seat | None
    points: int
    kind: Kind
    by: By | Literal["clock", "cap"]
    score: tuple[int, int]


class MatchOver(Event, frozen=True, kw_only=True, tag="match over"):
    """All games are played; `secret` reveals provably fair dice."""

    winner: Seat | None
    score: tuple[int, int]
    secret: str | None


class RematchOffered(Event, frozen=True, kw_only=True, tag="rematch offered"):
    """A seat wants another match; the second to want it begins it."""

    seat: Seat
    contribution: str


class SeatAway(Event, frozen=True, kw_only=True, tag="seat away"):
    """A seat's connection is gone; at `until` the CPU takes over."""

    seat: Seat
    until: Nanoseconds


class SeatBack(Event, frozen=True, kw_only=True, tag="seat back"):
    """A seat's player is back, and has the next decision."""

    seat: Seat


class CpuActing(Event, frozen=True, kw_only=True, tag="cpu acting"):
    """The CPU decides for a seat: for the rest of a turn whose clock has run out, or until its player is back."""

    seat: Seat
    because: CpuReason


AnyEvent = (
    Opened
    | DiceCommitted
    | SeatTaken
    | GameBegun
    | BeginnerRolled
    | TurnBegun
    | ClockSet
    | DiceRolled
    | Stepped
    | Undone
    | Passed
    | TurnEnded
    | Doubled
    | DoubleTaken
    | Beavered
    | DrawOffered
    | DrawDeclined
    | ResignationOffered
    | ResignationDeclined
    | GameOver
    | MatchOver
    | RematchOffered
    | SeatAway
    | SeatBack
    | CpuActing
)
