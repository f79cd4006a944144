"""A series of games between two seats, as an authoritative state machine without any input or output.

Commands go in, events come out; time is passed in with each command, and randomness when a session is made. Everything
that happens is an event, and only an event changes the state: so a session can be rebuilt from its events, or from a
snapshot, and goes on as if nothing had been.

A command is looked at in four steps: has it been done already (its id is known)? what has time brought about before it
arrived? may it be done now? Only then it is done, as events; and then whatever follows by itself follows: rolls, passes,
forced steps, the CPU's turns, the next game.
"""

import secrets
from collections.abc import Sequence

import msgspec

from bsg.engine import play_from_steps
from bsg.position import position_unchecked
from bsg.seat import Seat
from bsg.session import events as happened
from bsg.session.bots import Bots
from bsg.session.commands import AnyCommand
from bsg.session.course import Course
from bsg.session.dice import SYSTEM_DICE, DiceSource
from bsg.session.doing import DO
from bsg.session.events import AnyEvent
from bsg.session.refused import RefusedError
from bsg.session.settings import Settings
from bsg.session.state import Snapshot, State, opened_state
from bsg.session.view import View, view_of


def new_token() -> str:
    """Return a credential for a seat: 256 random bits."""
    return secrets.token_urlsafe(32)


class Session(Course):
    """A series of games between two seats.

    Made by `open`, `replay` or `restore`. It is no object for several threads at once.

    Attributes
    ----------
    events : list of AnyEvent
        The history since the session was opened, or since it was restored, but for what `forget` has dropped.
    """

    __slots__ = ()

    @classmethod
    def open(
        cls,
        settings: Settings | None = None,
        *,
        now: int,
        session: str | None = None,
        dice: DiceSource | None = None,
        bots: Bots | None = None,
    ) -> "Session":
        """Open a session with both seats free.

        Parameters
        ----------
        settings : Settings
        now : int
            In nanoseconds of a monotonic clock, as in every call.
        session : str
            Its name; by default a random one.
        dice : DiceSource
            `SystemDice` by default; `FairDice` where the settings say so.
        bots : mapping of str to Bot
            Who may stand in; by default ``"random"`` alone.

        Raises
        ------
        ValueError
            If the settings ask for dice or a bot that are not given.
        """
        settings = settings or Settings()
        name = session or secrets.token_hex(16)
        source = dice or SYSTEM_DICE
        if (source.commitment(name, 1) is None) != (settings.dice == "system"):
            raise ValueError(f"the settings ask for {settings.dice} dice, and others are given")
        opened = happened.Opened(number=0, at=now, session=name, settings=settings)
        found = cls(opened_state(opened), [opened], source, bots)
        found.now = now
        found.commit()
        return found

    @classmethod
    def replay(
        cls, events: Sequence[AnyEvent], *, dice: DiceSource | None = None, bots: Bots | None = None
    ) -> "Session":
        """Rebuild a session from all its events.

        Raises
        ------
        ValueError
            If they do not begin with the opening, or a number is missing.
        """
        if not events or not isinstance(events[0], happened.Opened):
            raise ValueError("a session must be replayed from the event that has opened it")
        state = opened_state(events[0])
        for event in events[1:]:
            if event.number != state.number:
                raise ValueError(f"wanted event {state.number}, got {event.number}")
            state.apply(event)
        return cls(state, events, dice, bots)

    def check_plays(self) -> None:
        """Make every turn of the history again with the engine.

        Raises
        ------
        ValueError
            If a turn holds steps that make no legal play, or another than is told; with its event.
        """
        first = next((event for event in self.events if isinstance(event, happened.Opened)), None)
        if first is None:
            raise ValueError("plays are checked from the event that has opened the session, which was forgotten")
        state = opened_state(first)
        for event in self.events[1:]:
            if isinstance(event, happened.TurnEnded) and state.dice is not None:
                position = position_unchecked(state.position)
                try:
                    play = play_from_steps(position, state.dice, state.taken, state.settings.rules)
                except ValueError as error:
                    raise ValueError(f"event {event.number}: {error}") from error
                if str(play) != event.play:
                    raise ValueError(f"event {event.number}: the play must be {play}, got {event.play}")
            state.apply(event)

    def snapshot(self) -> Snapshot:
        """Return all that is needed to go on without the history."""
        state = self.state
        first = min((answer.first for answer in state.answered), default=state.number)
        recent = [event for event in self.events if event.number >= first and event.cause is not None]
        return Snapshot(state=msgspec.json.decode(msgspec.json.encode(state), type=State), recent=recent)

    @classmethod
    def restore(cls, snapshot: Snapshot, *, dice: DiceSource | None = None, bots: Bots | None = None) -> "Session":
        """Go on from a snapshot."""
        state = msgspec.json.decode(msgspec.json.encode(snapshot.state), type=State)
        return cls(state, snapshot.recent, dice, bots)

    def forget(self, number: int) -> None:
        """Drop the history before an event, but for what a repeated command is answered with."""
        first = min((answer.first for answer in self.state.answered), default=number)
        self.events = [event for event in self.events if event.number >= min(first, number)]

    @property
    def name(self) -> str:
        """The name of the session."""
        return self.state.session

    @property
    def settings(self) -> Settings:
        """What is agreed."""
        return self.state.settings

    def view_for(self, seat: Seat) -> View:
        """Return all that a client of that seat needs, as if it had just come."""
        following = self.steps() if self.state.phase == "play" and self.state.decides == seat else []
        return view_of(self.state, seat, self.position, following)

    def tick(self, now: int) -> list[AnyEvent]:
        """Let time bring about what it does: clocks that run out, and the CPU that takes over."""
        mark = len(self.events)
        self.now = max(now, self.state.at)
        self.cause = None
        while (deadline := self.next_deadline) is not None and deadline <= self.now:
            self.run_out()
            self.go_on()
        return self.events[mark:]

    def handle(self, command: AnyCommand, now: int) -> list[AnyEvent]:
        """Do a command that has arrived at `now`; return what has happened.

        A command whose id is known is answered with the events that it brought about the first time.

        Raises
        ------
        RefusedError
            If it may not be done; the session is then as `tick` would have left it.
        """
        for answer in self.state.answered:
            if answer.id == command.id and answer.seat == command.seat:
                cause = (answer.seat, answer.id)
                return [
                    event
                    for event in self.events
                    if answer.first <= event.number <= answer.last and event.cause == cause
                ]
        brought = self.tick(now)
        mark = len(self.events)
        self.cause = (command.seat, command.id)
        try:
            DO[type(command)](self, command)
            self.go_on()
        except RefusedError as refusal:
            refusal.events = tuple(brought)
            raise
        finally:
            self.cause = None
        return brought + self.events[mark:]

    def handle_json(self, data: bytes | str, now: int) -> list[AnyEvent]:
        """Do a command that has come as JSON.

        Raises
        ------
        RefusedError
            With the code ``malformed`` if it is no command, and else as `handle` does.
        """
        return self.handle(read_command(data), now)

    def score(self, seat: Seat) -> float | None:
        """Return what the last finished game in the history was for a seat in rated play: 1 won, ½ drawn (R10), 0 lost."""
        for event in reversed(self.events):
            if isinstance(event, happened.GameOver):
                return 0.5 if event.winner is None else float(event.winner == seat)
        return None


_read = msgspec.json.Decoder(AnyCommand).decode


def read_command(data: bytes | str) -> AnyCommand:
    """Read a command from JSON.

    Raises
    ------
    RefusedError
        With the code ``malformed``, if it is none; the text says what was wanted, what was got, and where.
    """
    try:
        return _read(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise RefusedError("malformed", f"no command: {error}") from error
