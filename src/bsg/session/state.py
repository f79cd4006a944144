"""The state of a session: what all its events have come to. Nothing else changes it."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from bsg.cube import Cube
from bsg.match import Match
from bsg.position import Position, moved_unchecked, position_unchecked
from bsg.seat import Seat, other
from bsg.session import events as happened
from bsg.session.events import AnyEvent
from bsg.session.message import VERSION, Message
from bsg.session.settings import Settings

Phase = Literal["waiting", "roll", "play", "confirm", "answer", "over"]

_REMEMBERED = 16  # commands: whoever has not heard of one by then asks for a view


class SeatState(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat; free as long as it has no credential."""

    name: str = ""
    credential: str | None = None
    contribution: str = ""
    is_away: bool = False
    cpu_from: int | None = None  # when the CPU takes over, in nanoseconds
    is_cpu: bool = False


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """A command that was done, and the numbers of the events that it has brought about."""

    seat: Seat
    id: str
    first: int
    last: int


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that a session knows; changed by `apply` and by nothing else."""

    session: str
    settings: Settings
    match: Match
    number: int = 0  # of the next event
    at: int = 0
    seats: tuple[SeatState, SeatState]
    phase: Phase = "waiting"
    match_number: int = 1
    game: int = 0  # in the match
    games: int = 0  # in all matches: by these the beginner alternates
    turn: int = 0
    plies: int = 0
    cube: Cube = Cube()  # an immutable value
    on_roll: Seat = 0
    position: bytes = bytes(Position.start())
    dice: tuple[int, int] | None = None
    taken: list[tuple[int, int, int]] = []
    own_steps: int = 0  # of those taken, the ones that the player has made
    deadline: int | None = None
    clock_seat: Seat | None = None
    cpu_turn: bool = False  # the clock has run out
    draw_offered_by: Seat | None = None
    resigning: Seat | None = None
    level: int = 0
    rematch_by: Seat | None = None
    answered: list[Answered] = []

    @property
    def decides(self) -> Seat | None:
        """The seat whose decision it is; None before and after a game."""
        if self.phase in {"waiting", "over"}:
            return None
        offered_by = self.cube.offered_by if self.phase == "answer" else None
        return self.on_roll if offered_by is None else other(offered_by)

    def rolled_dice(self) -> tuple[int, int]:
        """Return the dice of the turn, which must be rolled: nothing is played before."""
        if self.dice is None:
            raise RuntimeError(f"there are no dice in the phase {self.phase}")
        return self.dice

    def is_decided_by_cpu(self) -> bool:
        """Whether the CPU has the next decision. While both players are away nobody decides."""
        decides = self.decides
        if decides is None or (self.seats[0].is_cpu and self.seats[1].is_cpu):
            return False
        return self.cpu_turn or self.seats[decides].is_cpu

    def apply(self, event: AnyEvent) -> None:
        """Change the state by one event."""
        _APPLY[type(event)](self, event)
        self.number = event.number + 1
        self.at = event.at
        if event.cause is not None:
            self._remember(event.cause, event.number)

    def _remember(self, cause: tuple[Seat, str], number: int) -> None:
        last = self.answered[-1] if self.answered else None
        if last is not None and (last.seat, last.id) == cause:
            self.answered[-1] = Answered(last.seat, last.id, last.first, number)
        else:
            self.answered.append(Answered(cause[0], cause[1], number, number))
            del self.answered[:-_REMEMBERED]


class Snapshot(Message, frozen=True, kw_only=True, tag="snapshot"):
    """A session without its history, but for the events that a repeated command is answered with."""

    state: State
    recent: list[AnyEvent]
    version: Literal[1] = VERSION


def opened_state(event: happened.Opened) -> State:
    """Return the state of a session that was opened just now."""
    settings = event.settings
    state = State(
        session=event.session,
        settings=settings,
        match=settings.new_match(),
        seats=(SeatState(), SeatState()),
        taken=[],
        answered=[],
    )
    state.number, state.at = event.number + 1, event.at
    return state


def _seat_taken(state: State, event: happened.SeatTaken) -> None:
    seat = state.seats[event.seat]
    seat.name, seat.credential, seat.contribution = event.name, event.credential, event.contribution


def _game_begun(state: State, event: happened.GameBegun) -> None:
    if event.game == 1:
        state.match = state.settings.new_match()
        state.rematch_by = None
    state.game = event.game
    state.games += 1
    state.plies = 0
    state.cube = Cube(event.cube)
    state.position = _START
    state.phase = "roll"
    _end_of_turn(state)


def _turn_begun(state: State, event: happened.TurnBegun) -> None:
    if state.plies:
        state.position = bytes(position_unchecked(state.position).swapped())
    state.turn, state.on_roll = event.turn, event.seat
    state.plies += 1
    state.phase = "roll"


def _clock_set(state: State, event: happened.ClockSet) -> None:
    state.deadline, state.clock_seat = event.deadline, event.seat


def _dice_rolled(state: State, event: happened.DiceRolled) -> None:
    state.dice, state.phase = event.dice, "play"


def _stepped(state: State, event: happened.Stepped) -> None:
    state.taken.append((event.source, event.target, event.die))
    state.own_steps += event.by == "player"
    # A turn in which no more can be played ends at once, unless its end is to be confirmed: then this is the time.
    state.phase = "confirm" if event.is_last else "play"


def _undone(state: State, _: happened.Undone) -> None:
    state.taken.clear()
    state.own_steps = 0
    state.phase = "play"


def _turn_ended(state: State, _: happened.TurnEnded) -> None:
    if state.taken:
        moves = [(source, target) for source, target, _ in state.taken]
        state.position = bytes(moved_unchecked(position_unchecked(state.position), moves))
    _end_of_turn(state)


def _end_of_turn(state: State) -> None:
    state.dice = None
    state.taken.clear()
    state.own_steps = 0
    state.deadline = state.clock_seat = None
    state.cpu_turn = False
    state.draw_offered_by = state.resigning = None
    state.level = 0


def _doubled(state: State, event: happened.Doubled) -> None:
    state.cube = state.cube.doubled(event.seat)
    state.phase = "answer"
    state.deadline = state.clock_seat = None


def _double_taken(state: State, _: happened.DoubleTaken) -> None:
    state.cube = state.cube.taken()
    state.phase = "roll"
    state.cpu_turn = False
    state.deadline = state.clock_seat = None


def _beavered(state: State, _: happened.Beavered) -> None:
    state.cube = state.cube.beavered()
    state.cpu_turn = False
    state.deadline = state.clock_seat = None


def _draw_offered(state: State, event: happened.DrawOffered) -> None:
    state.draw_offered_by = event.seat


def _draw_declined(state: State, _: happened.DrawDeclined) -> None:
    state.draw_offered_by = None


def _resignation_offered(state: State, event: happened.ResignationOffered) -> None:
    state.resigning, state.level = event.seat, event.level


def _resignation_declined(state: State, _: happened.ResignationDeclined) -> None:
    state.resigning, state.level = None, 0


def _game_over(state: State, event: happened.GameOver) -> None:
    state.match = state.match.after(event.winner, event.points)
    _end_of_turn(state)
    state.cube = Cube()
    state.phase = "over"


def _match_over(state: State, _: happened.MatchOver) -> None:
    state.match_number += 1
    state.game = 0


def _rematch_offered(state: State, event: happened.RematchOffered) -> None:
    state.rematch_by = event.seat
    state.seats[event.seat].contribution = event.contribution


def _seat_away(state: State, event: happened.SeatAway) -> None:
    seat = state.seats[event.seat]
    seat.is_away, seat.cpu_from = True, event.until


def _seat_back(state: State, event: happened.SeatBack) -> None:
    seat = state.seats[event.seat]
    seat.is_away, seat.cpu_from, seat.is_cpu = False, None, False


def _cpu_acting(state: State, event: happened.CpuActing) -> None:
    if event.because == "absence":
        seat = state.seats[event.seat]
        seat.cpu_from, seat.is_cpu = None, True
    else:
        state.cpu_turn = True
    if state.clock_seat == event.seat:
        state.deadline = state.clock_seat = None


def _nothing(state: State, event: AnyEvent) -> None:
    """Leave the state as it is: some events are only told."""


_START = bytes(Position.start())

_APPLY: dict[type, Callable[[State, Any], None]] = {
    happened.DiceCommitted: _nothing,
    happened.SeatTaken: _seat_taken,
    happened.BeginnerRolled: _nothing,
    happened.GameBegun: _game_begun,
    happened.TurnBegun: _turn_begun,
    happened.ClockSet: _clock_set,
    happened.DiceRolled: _dice_rolled,
    happened.Stepped: _stepped,
    happened.Undone: _undone,
    happened.Passed: _nothing,
    happened.TurnEnded: _turn_ended,
    happened.Doubled: _doubled,
    happened.DoubleTaken: _double_taken,
    happened.Beavered: _beavered,
    happened.DrawOffered: _draw_offered,
    happened.DrawDeclined: _draw_declined,
    happened.ResignationOffered: _resignation_offered,
    happened.ResignationDeclined: _resignation_declined,
    happened.GameOver: _game_over,
    happened.MatchOver: _match_over,
    happened.RematchOffered: _rematch_offered,
    happened.SeatAway: _seat_away,
    happened.SeatBack: _seat_back,
    happened.CpuActing: _cpu_acting,
}
