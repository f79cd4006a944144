"""Sessions: how many commands a second, how much memory each, and ten thousand of them at once.

The soak is a test like any other, with fewer sessions unless it is timed: `pytest benchmarks/bench_session.py
--benchmark-enable -s` plays 10,000 to the end and prints what they took.
"""

import gc
import random
import time
import tracemalloc

import bsg
from bsg import session as s
from bsg.session import Session, Settings

TOKENS = ("0" * 43, "1" * 43)
SECOND = 10**9
SETTINGS = (
    Settings(),
    Settings(rules=bsg.BACKGAMMON, length=1),
    Settings(turn_end="confirm", turn_seconds=30, grace_seconds=5),
    Settings(rules=bsg.BACKGAMMON, cube_limit=64, auto_forced="single", grace_seconds=5),
)


class Client:
    """Both players of a session, who choose at random."""

    def __init__(self, number, settings, chance):
        self.session = Session.open(settings, now=0, session=str(number))
        self.chance = chance
        self.sent = 0
        for seat in (0, 1):
            self.send(s.TakeSeat, seat, 0, token=TOKENS[seat])

    def send(self, kind, seat, now, **fields):
        self.sent += 1
        return self.session.handle(kind(id=f"c{self.sent}", seat=seat, **fields), now)

    def decide(self, now):
        """Make the next decision; return whether the match goes on."""
        state = self.session.state
        seat = state.decides
        if seat is None:
            return False
        if state.phase == "roll":
            kind, fields = (s.Double if self.chance.random() < 0.05 else s.Roll), {}
        elif state.phase == "answer":
            kind, fields = (s.Pass if self.chance.random() < 0.3 else s.Take), {}
        elif state.phase == "confirm":
            kind, fields = s.EndTurn, {}
        else:
            step = self.chance.choice(self.session.steps())
            kind, fields = s.Step, {"source": step.source, "die": step.die}
        self.send(kind, seat, now, turn=state.turn, **fields)
        return True

    def disturb(self, now):
        """Let a player drop out, or come back."""
        seat = self.chance.randrange(2)
        if self.session.state.seats[seat].is_away:
            self.send(s.Reconnect, seat, now, token=TOKENS[seat])
        else:
            self.send(s.Disconnect, seat, now)

    def everybody_is_back(self, now):
        for seat in (0, 1):
            if self.session.state.seats[seat].is_away:
                self.send(s.Reconnect, seat, now, token=TOKENS[seat])


def soak(number, seed=1):
    """Play many sessions at once to the end, with players who drop out, clocks and rematches; return the commands sent."""
    chance = random.Random(seed)
    clients = [Client(index, SETTINGS[index % len(SETTINGS)], chance) for index in range(number)]
    waiting, now, rematches = list(clients), 0, 0
    while waiting:
        now += SECOND
        playing = []
        for client in waiting:
            client.session.tick(now)
            if chance.random() < 0.01:
                client.disturb(now)
            decides = client.session.state.decides
            if decides is not None and client.session.state.seats[decides].is_away and chance.random() < 0.1:
                client.everybody_is_back(now)
            elif decides is None or not client.session.state.seats[decides].is_away:
                if client.decide(now):
                    playing.append(client)
                    continue
                if chance.random() < 0.1:
                    client.everybody_is_back(now)
                    for seat in (0, 1):
                        client.send(s.Rematch, seat, now)
                    rematches += 1
                    playing.append(client)
                continue
            playing.append(client)
        waiting = playing
    assert all(client.session.state.phase == "over" for client in clients)
    assert all(client.session.score(0) + client.session.score(1) == 1 for client in clients)
    return clients, rematches


def test_many_sessions_at_once_are_played_to_the_end(benchmark):
    number = 10_000 if benchmark.enabled else 40
    began = time.perf_counter()
    clients, rematches = benchmark.pedantic(soak, args=(number,), rounds=1)
    seconds = time.perf_counter() - began
    commands = sum(client.sent for client in clients)
    print(
        f"{number:,} sessions, {commands:,} commands, {rematches:,} rematches, {commands / seconds:,.0f} commands a second"
    )
    for client in clients[:: max(1, number // 20)]:
        live = s.encode(client.session.snapshot())
        assert s.encode(Session.replay(client.session.events).snapshot()) == live
        client.session.check_plays()


def steps_of_a_game(seed):
    client = Client(seed, SETTINGS[0], random.Random(seed))
    commands = 2
    while client.decide(0):
        commands += 1
    return commands


def test_commands_a_second(benchmark):
    commands = benchmark(lambda: sum(steps_of_a_game(seed) for seed in range(20)))
    assert commands > 1_000
    if benchmark.enabled:
        print(f"{commands / benchmark.stats['median']:,.0f} commands a second on one core")


def test_memory_of_a_session_beside_its_history(benchmark):
    """At most 4 KiB each, in the middle of a game."""

    def measured():
        gc.collect()
        tracemalloc.start()
        clients = [Client(number, SETTINGS[0], random.Random(number)) for number in range(200)]
        for client in clients:
            for _ in range(20):
                client.decide(0)
            client.session.events.clear()
        sessions = [client.session for client in clients]
        del clients, client
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size / len(sessions)

    size = benchmark.pedantic(measured, rounds=1)
    print(f"{size:,.0f} bytes a session")
    assert size <= 4_096
