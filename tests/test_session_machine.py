"""Every command at every moment, with time going forward: the laws of a session hold after each."""

import msgspec
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import bsg
from boards import BACKGAMMON
from bsg import session as s
from bsg.session import FairDice, RefusedError, Session, Settings
from bsg.session import events as happened

SECOND = 10**9
KEY = b"k" * 32
TOKENS = ("0" * 43, "1" * 43)


class FirstBot:
    """Plays the first play, so that a run can be repeated."""

    def choose(self, position, dice, rules):
        return bsg.plays(position, dice, rules)[0]


BOTS = {"random": FirstBot()}
SETTINGS = st.builds(
    Settings,
    rules=st.sampled_from(
        [bsg.BAN_SUGOROKU, BACKGAMMON, bsg.Rules(start="roll-off"), bsg.Rules(closed_home="instant")]
    ),
    games=st.integers(1, 3),
    length=st.sampled_from([0, 0, 1, 3]),
    cube_limit=st.sampled_from([1, 4, 64]),
    turn_seconds=st.sampled_from([None, 1.0, 30.0]),
    on_timeout=st.sampled_from(["cpu", "lose"]),
    grace_seconds=st.sampled_from([0.0, 5.0]),
    turn_end=st.sampled_from(["auto", "confirm"]),
    auto_forced=st.sampled_from(["off", "single", "whole"]),
    max_plies=st.sampled_from([5, 1000]),
    dice=st.just("fair"),
)


class Machine(RuleBasedStateMachine):
    """Two players, and a clock that only goes forward."""

    def __init__(self):
        super().__init__()
        self.session = None
        self.now = 0
        self.sent = 0
        self.last = None

    @initialize(settings=SETTINGS, seats=st.sampled_from([(), (0,), (0, 1), (1, 0), (0, 1), (1, 0), (0, 1), (1, 0)]))
    def open(self, settings, seats):
        self.session = Session.open(settings, now=0, session="machine", dice=FairDice(KEY), bots=BOTS)
        for seat in seats:
            self.send(s.TakeSeat, seat, token=TOKENS[seat])

    def send(self, kind, seat, **fields):
        self.sent += 1
        command = kind(id=f"c{self.sent}", seat=seat, **fields)
        before = s.encode(self.session.snapshot())
        number = self.session.state.number
        try:
            events = self.session.handle(command, self.now)
        except RefusedError as refusal:
            assert refusal.text
            # Time alone may have changed something before; the command has not.
            if not refusal.events:
                assert s.encode(self.session.snapshot()) == before
            assert all(event.cause is None for event in refusal.events)
        else:
            assert [event.number for event in events] == list(range(number, number + len(events)))
            self.last = (command, [event for event in events if event.cause is not None])
            assert self.last[1]

    seats = st.integers(0, 1)

    @rule(seat=seats)
    def take_seat(self, seat):
        self.send(s.TakeSeat, seat, token=TOKENS[seat], contribution=str(self.sent))

    @rule(seat=seats, old=st.integers(0, 2), data=st.data())
    def step(self, seat, old, data):
        steps = self.session.view_for(seat).steps
        source, die = data.draw(st.integers(0, 25)), data.draw(st.integers(1, 6))
        if steps and data.draw(st.integers(0, 9)):
            chosen = data.draw(st.sampled_from(steps))
            source, die = chosen.source, chosen.die
        turn = max(0, self.session.state.turn - (old == 2))
        self.send(s.Step, seat, turn=turn, source=source, die=die)

    @rule(seat=seats, data=st.data())
    def play(self, seat, data):
        state = self.session.state
        if state.dice is None or data.draw(st.integers(0, 4)) == 0:
            self.send(s.Play, seat, turn=state.turn, play="24/18 13/11")
        else:
            plays = bsg.plays(self.session.position, state.dice, state.settings.rules)
            self.send(s.Play, seat, turn=state.turn, play=str(data.draw(st.sampled_from(plays))))

    @rule(
        seat=seats,
        kind=st.sampled_from(
            [
                s.Roll,
                s.Roll,
                s.Undo,
                s.EndTurn,
                s.Double,
                s.Take,
                s.Pass,
                s.Beaver,
                s.OfferDraw,
                s.AcceptDraw,
                s.DeclineDraw,
            ]
        ),
    )
    def decide(self, seat, kind):
        self.send(kind, seat, turn=self.session.state.turn)

    @rule(
        seat=seats,
        kind=st.sampled_from([s.Resign, s.AcceptResignation, s.DeclineResignation]),
        level=st.integers(1, 3),
        seldom=st.integers(0, 9),
    )
    def resign(self, seat, kind, level, seldom):
        if seldom == 0:
            self.send(kind, seat, turn=self.session.state.turn, **({"level": level} if kind is s.Resign else {}))

    @rule(seat=seats)
    def rematch(self, seat):
        self.send(s.Rematch, seat, contribution="again")

    @rule(seat=seats, seldom=st.integers(0, 3))
    def disconnect(self, seat, seldom):
        if seldom == 0:
            self.send(s.Disconnect, seat)

    @rule(seat=seats, token=st.integers(0, 1))
    def reconnect(self, seat, token):
        self.send(s.Reconnect, seat, token=TOKENS[token])

    @rule(nanoseconds=st.sampled_from([0, 1, SECOND - 1, SECOND, 6 * SECOND, 31 * SECOND]))
    def wait(self, nanoseconds):
        self.now += nanoseconds
        number = self.session.state.number
        events = self.session.tick(self.now)
        assert [event.number for event in events] == list(range(number, number + len(events)))
        assert self.session.next_deadline is None or self.session.next_deadline > self.now

    @rule()
    def wait_for_the_deadline(self):
        if self.session.next_deadline is not None:
            self.now = max(self.now, self.session.next_deadline - 1)
            assert self.session.tick(self.now) == []
            self.now += 1
            assert self.session.tick(self.now)

    @rule()
    def send_the_last_again(self):
        if self.last is not None:
            before = s.encode(self.session.snapshot())
            assert self.session.handle(self.last[0], self.now) == self.last[1]
            assert s.encode(self.session.snapshot()) == before

    @rule(way=st.integers(0, 2))
    def restart(self, way):
        dice = FairDice(KEY)
        if way == 0:
            self.session = Session.replay(self.session.events, dice=dice, bots=BOTS)
        elif way == 1:
            restored = Session.restore(s.read_snapshot(s.encode(self.session.snapshot())), dice=dice, bots=BOTS)
            restored.events = self.session.events  # a server keeps the history; the laws below look at it
            self.session = restored
        else:
            self.session.events = s.read_events(s.write_events(self.session.events))

    @invariant()
    def the_laws_hold(self):
        if self.session is None:
            return
        session, state = self.session, self.session.state
        live = s.encode(session.snapshot())
        assert s.encode(Session.replay(session.events, dice=FairDice(KEY), bots=BOTS).snapshot()) == live
        assert s.encode(Session.restore(session.snapshot(), dice=FairDice(KEY), bots=BOTS).snapshot()) == live
        numbers = [event.number for event in session.events]
        assert numbers == list(range(state.number))
        position = bsg.Position.from_bytes(state.position)  # 15 checkers a side, or it would be refused
        assert position.problems(state.settings.rules) == ()
        views = [session.view_for(seat) for seat in (0, 1)]
        assert sum(bool(view.steps) for view in views) <= 1
        for seat, view in enumerate(views):
            assert msgspec.json.decode(s.encode(view), type=s.View) == view
            assert bool(view.steps) == (state.phase == "play" and state.decides == seat)
            text = s.encode(view)
            assert TOKENS[0].encode() not in text
            assert TOKENS[1].encode() not in text
        if state.phase == "play":
            taken = [tuple(step) for step in state.taken]
            assert list(views[state.decides].steps) == bsg.next_steps(position, state.dice, taken, state.settings.rules)
        # The CPU never leaves a decision open, but where both players are away.
        decides = state.decides
        assert decides is None or not state.seats[decides].is_cpu or (state.seats[0].is_cpu and state.seats[1].is_cpu)
        if any(isinstance(event, happened.MatchOver) for event in session.events):
            assert s.verify_dice(session.events) >= 0
        for one in session.events:
            if isinstance(one, happened.GameOver):
                assert one.points >= 0


TestSession = Machine.TestCase
TestSession.settings = hypothesis_settings(max_examples=60, stateful_step_count=60, deadline=None)
