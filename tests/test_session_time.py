"""A session as time goes by: the clock (R12) and absence (R13)."""

import pytest

from boards import BACKGAMMON
from bsg import session as s
from bsg.session import RefusedError, Session, Settings, new_token
from tables import SECOND, TOKENS, Loaded, Table, kinds

# --- the clock, R12


def clocked(**options):
    return Table(Settings(turn_seconds=30, **options), dice=Loaded((3, 1), (6, 5), (5, 2)))


def test_at_the_deadline_minus_a_nanosecond_the_step_counts_and_at_the_deadline_it_does_not():
    for late in (0, 1):
        table = clocked()
        deadline = table.view(0).deadline
        assert deadline == 30 * SECOND
        command = s.Step(id="last", seat=0, turn=1, source=8, die=3)
        if late:
            with pytest.raises(RefusedError) as refusal:
                table.session.handle(command, deadline)
            assert refusal.value.code == "stale"
            assert kinds(refusal.value.events)[0] == "CpuActing"
        else:
            assert kinds(table.session.handle(command, deadline - 1)) == ["Stepped"]


def test_when_the_clock_runs_out_the_cpu_plays_the_rest_and_what_was_stepped_stays():
    table = clocked()
    table.do(s.Step, 0, source=8, die=3)
    events = table.session.tick(30 * SECOND)
    assert kinds(events)[:3] == ["CpuActing", "Stepped", "TurnEnded"]
    assert events[1].by == "cpu"
    assert "8/5" in events[2].play or "8/4" in events[2].play
    assert table.session.state.on_roll == 1
    assert table.view(1).deadline == 60 * SECOND
    assert table.session.tick(30 * SECOND) == []


def test_a_turn_to_be_confirmed_ends_as_it_was_stepped_when_the_clock_runs_out():
    table = clocked(turn_end="confirm")
    table.do(s.Play, 0, play="8/5 6/5")
    assert table.view(0).deadline == 30 * SECOND
    events = table.session.tick(31 * SECOND)
    assert kinds(events)[:2] == ["CpuActing", "TurnEnded"]
    assert events[1].play == "8/5 6/5"


def test_a_clock_may_lose_the_game_instead_and_nothing_else_happens_then():
    table = clocked(on_timeout="lose")
    events = table.session.tick(30 * SECOND)
    assert kinds(events) == ["GameOver", "MatchOver"]
    assert (events[0].winner, events[0].by) == (1, "clock")
    assert table.refused(s.Step, 0, turn=1, source=8, die=3) == "not playing"


def test_an_answer_to_a_double_has_a_clock_and_the_cpu_takes():
    settings = Settings(rules=BACKGAMMON, cube_limit=64, turn_seconds=30)
    table = Table(settings, dice=Loaded((3, 1), (6, 5), (5, 2)))
    table.turn()
    seat = table.session.state.on_roll
    table.do(s.Double, seat, at=SECOND)
    assert (table.view(1 - seat).deadline, table.view(1 - seat).decides) == (31 * SECOND, 1 - seat)
    events = table.session.tick(31 * SECOND)
    assert kinds(events) == ["CpuActing", "DoubleTaken", "DiceRolled", "ClockSet"]


def test_time_that_goes_back_is_the_time_it_was():
    table = clocked()
    table.do(s.Step, 0, at=10 * SECOND, source=8, die=3)
    events = table.do(s.Undo, 0, at=5 * SECOND)
    assert events[0].at == 10 * SECOND


# --- absence, R13


def test_the_cpu_takes_over_after_the_grace_and_gives_the_seat_back_to_its_credential():
    table = Table(Settings(grace_seconds=10), dice=Loaded((3, 1), (6, 5), (5, 2), (4, 2)))
    table.do(s.Disconnect, 0, at=SECOND)
    assert table.view(1).opponent.is_away
    assert table.refused(s.Step, 0, source=8, die=3) == "away"
    assert table.refused(s.Disconnect, 0) == "away"
    assert table.session.tick(11 * SECOND - 1) == []
    events = table.session.tick(11 * SECOND)
    assert kinds(events)[0] == "CpuActing"
    assert table.session.state.on_roll == 1
    table.turn()
    assert table.session.state.on_roll == 1  # the CPU has played
    assert table.refused(s.Reconnect, 0, token=TOKENS[1]) == "bad credential"
    assert kinds(table.do(s.Reconnect, 0, token=TOKENS[0])) == ["SeatBack"]
    table.turn()
    assert (table.session.state.on_roll, table.view(0).phase) == (0, "play")
    assert table.refused(s.Reconnect, 0, token=TOKENS[0]) == "not away"


def test_a_token_opens_its_seat_again_and_again():
    table = Table(Settings(grace_seconds=10))
    for _ in range(3):
        table.do(s.Disconnect, 0)
        table.session = Session.restore(table.session.snapshot())
        assert kinds(table.do(s.Reconnect, 0, token=TOKENS[0])) == ["SeatBack"]
    assert table.session.tick(10**15) == []


def test_a_view_after_a_restart_shows_the_same_turn_and_dice():
    table = Table(dice=Loaded((3, 1), (6, 5)))
    table.step()
    before = table.view(0)
    for again in (Session.restore(table.session.snapshot()), Session.replay(table.session.events)):
        assert again.view_for(0) == before
        assert again.view_for(1) == table.view(1)


def test_while_both_are_away_nobody_plays():
    table = Table(Settings(grace_seconds=0), dice=Loaded((3, 1), (6, 5)))
    table.do(s.Disconnect, 1)
    turn = table.session.state.turn
    table.do(s.Disconnect, 0)
    assert table.session.state.turn == turn
    assert table.session.tick(10**15) == []
    table.do(s.Reconnect, 1, token=TOKENS[1])
    assert table.session.state.decides == 1


def test_away_at_the_start_and_while_something_is_offered():
    session = Session.open(Settings(grace_seconds=0), now=0, dice=Loaded((3, 1)))
    session.handle(s.TakeSeat(id="a", seat=0, token=TOKENS[0]), 0)
    session.handle(s.Disconnect(id="b", seat=0), 0)
    events = session.handle(s.TakeSeat(id="c", seat=1, token=TOKENS[1]), 0)
    assert "CpuActing" in kinds(events)
    assert session.state.on_roll == 1
    offered = Table(Settings(rules=BACKGAMMON, cube_limit=64, grace_seconds=0), dice=Loaded((3, 1), (6, 5)))
    offered.turn()
    seat = offered.session.state.on_roll
    offered.do(s.OfferDraw, seat)
    offered.do(s.Double, seat)
    assert kinds(offered.do(s.Disconnect, 1 - seat))[:5] == [
        "SeatAway",
        "CpuActing",
        "DrawDeclined",
        "DoubleTaken",
        "DiceRolled",
    ]
    offered.do(s.OfferDraw, seat)
    assert kinds(offered.last) == ["DrawOffered", "DrawDeclined"]


def test_credentials_are_kept_as_hashes_and_shown_nowhere():
    token = new_token()
    assert len(token) >= 43
    session = Session.open(now=0)
    session.handle(s.TakeSeat(id="a", seat=0, token=token), 0)
    for text in (s.encode(session.snapshot()), s.encode(session.events), s.encode(session.view_for(0))):
        assert token.encode() not in text
    assert b"credential" not in s.encode(session.view_for(1))
