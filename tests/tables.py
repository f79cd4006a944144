"""A session with both seats taken, for tests: `Table`, and dice that were told beforehand."""

import pytest

from boards import BACKGAMMON
from bsg import session as s
from bsg.session import RefusedError, Session, Settings

SECOND = 10**9
KEY = b"0123456789abcdef0123456789abcdef"
TOKENS = ("0" * 43, "1" * 43)
MONEY = Settings(rules=BACKGAMMON, cube_limit=64, games=3, beavers=True)


class Loaded:
    """Dice that were told beforehand."""

    def __init__(self, *rolls):
        self._rolls = list(rolls)

    def commitment(self, session, match):
        return None

    def roll(self, session, match, contributions, label):
        return self._rolls.pop(0) if self._rolls else (2, 1)

    def secret(self, session, match):
        return None


class Table:
    """A session with both seats taken, and commands with ids of their own."""

    def __init__(self, settings=None, dice=None, now=0, **options):
        self.session = Session.open(settings, now=now, session="table", dice=dice, **options)
        self.now = now
        self.sent = 0
        for seat in (0, 1):
            self.last = self.do(s.TakeSeat, seat, token=TOKENS[seat], name="AB"[seat], contribution=f"of {seat}")

    def do(self, command, seat, *, at=None, **fields):
        self.now = self.now if at is None else at
        self.sent += 1
        if issubclass(command, s.commands.TurnCommand) and "turn" not in fields:
            fields["turn"] = self.session.state.turn
        self.last = self.session.handle(command(id=f"c{self.sent}", seat=seat, **fields), self.now)
        return self.last

    def refused(self, command, seat, **fields):
        before = s.encode(self.session.snapshot())
        with pytest.raises(RefusedError) as refusal:
            self.do(command, seat, **fields)
        assert s.encode(self.session.snapshot()) == before
        return refusal.value.code

    def view(self, seat=None):
        return self.session.view_for(self.session.state.decides if seat is None else seat)

    def step(self, seat=None):
        """Make the first legal step."""
        seat = self.session.state.decides if seat is None else seat
        step = self.session.view_for(seat).steps[0]
        return self.do(s.Step, seat, source=step.source, die=step.die)

    def turn(self):
        """Play to the end of the turn."""
        turn = self.session.state.turn
        while self.session.state.turn == turn and self.session.state.phase != "over":
            self.step()


def kinds(events):
    return [type(event).__name__ for event in events]


def play_out(table):
    while table.session.state.phase != "over":
        if table.view().phase == "roll":
            table.do(s.Roll, table.session.state.decides)
        else:
            table.step()
