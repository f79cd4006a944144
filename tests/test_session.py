"""A session: commands, events, clock, absence, dice, and what is refused."""

import pickle
from itertools import pairwise

import pytest

import bsg
from boards import BACKGAMMON, BAN
from bsg import session as s
from bsg.session import FairDice, RefusedError, Session, Settings, new_token, verify_dice
from bsg.session import events as happened

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


# --- a game


def test_dice_are_rolled_by_themselves_and_the_turn_ends_by_itself():
    table = Table(dice=Loaded((3, 1), (6, 5)))
    assert kinds(table.last) == ["SeatTaken", "GameBegun", "TurnBegun", "DiceRolled"]
    assert (table.last[-1].kanji, table.last[-1].romaji) == ("三一", "Sanmichi")
    table.do(s.Step, 0, source=8, die=3)
    events = table.do(s.Step, 0, source=6, die=1)
    assert kinds(events) == ["Stepped", "TurnEnded", "TurnBegun", "DiceRolled"]
    assert events[1].play == "8/5 6/5"
    view = table.view(1)
    assert (view.decides, view.turn, view.dice, view.dice_left, view.roll_name) == (
        1,
        2,
        (6, 5),
        (6, 5),
        ("五六", "Goroku"),
    )


def test_a_view_offers_exactly_the_steps_that_lead_to_a_legal_play():
    table = Table(dice=Loaded((3, 1)))
    assert list(table.view(0).steps) == bsg.next_steps(bsg.Position.start(), (3, 1))
    table.do(s.Step, 0, source=8, die=3)
    view = table.view(0)
    assert list(view.steps) == bsg.next_steps(bsg.Position.start(), (3, 1), [(8, 5, 3)])
    assert view.position == "own 24:2 13:5 8:2 6:5 5:1 / opp 24:2 13:5 8:3 6:5"
    assert table.view(1).position == "own 24:2 13:5 8:3 6:5 / opp 24:2 13:5 8:2 6:5 5:1"
    assert (table.view(1).steps, view.dice_left, view.can_undo) == ((), (1,), True)


def test_a_whole_play_may_be_named():
    table = Table(dice=Loaded((3, 1)))
    events = table.do(s.Play, 0, play="6/5, 8/5")
    assert [event.play for event in events if isinstance(event, happened.TurnEnded)] == ["8/5 6/5"]
    assert table.refused(s.Play, 1, play="24/1") == "illegal"


def test_r11_undo_goes_back_to_the_beginning_while_a_die_can_still_be_played():
    table = Table(dice=Loaded((3, 1), (6, 5)))
    assert table.refused(s.Undo, 0) == "nothing to undo"
    table.do(s.Step, 0, source=8, die=3)
    assert kinds(table.do(s.Undo, 0)) == ["Undone"]
    assert table.view(0).taken == ()
    table.turn()
    assert table.refused(s.Undo, 0) == "not your turn"
    assert table.refused(s.Undo, 0, turn=1) == "stale"


def test_a_turn_whose_end_is_to_be_confirmed_can_be_undone_until_then():
    table = Table(Settings(turn_end="confirm"), dice=Loaded((3, 1), (6, 5)))
    table.do(s.Play, 0, play="8/5 6/5")
    assert (table.view(0).phase, table.view(0).can_undo) == ("confirm", True)
    assert table.refused(s.Step, 0, source=8, die=3) == "wrong phase"
    table.do(s.Undo, 0)
    table.do(s.Play, 0, play="24/20")
    assert kinds(table.do(s.EndTurn, 0)) == ["TurnEnded", "TurnBegun", "DiceRolled"]
    assert table.refused(s.EndTurn, 1) == "wrong phase"


def test_a_pass_says_why():
    table = Table(Settings(rules=BACKGAMMON), dice=Loaded((3, 1), (6, 4)))
    closed = bsg.Position.from_points({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 2, 7: 1}, {25: 1, 24: 0, 12: 14})
    put_up(table, closed)
    events = table.do(s.Play, 0, play=str(bsg.plays(closed, (3, 1), BACKGAMMON)[-1]))
    assert [event.reason for event in events if isinstance(event, happened.Passed)] == ["barred"]
    assert table.session.state.on_roll == 0


def put_up(table, position):
    """Put up a board for the seat on roll, which no command can."""
    table.session.state.position = bytes(position)
    table.session.position = position
    table.session.following_steps = None


@pytest.mark.parametrize("auto", ["off", "single", "whole"])
def test_forced_steps_are_made_by_the_rules_if_that_is_agreed(auto):
    settings = Settings(rules=BACKGAMMON, auto_forced=auto, games=1)
    table = Table(settings, dice=Loaded((4, 2), (6, 6)))
    # The other side has one checker left, and 6-6 takes it off by four steps that are the only ones.
    put_up(table, bsg.Position.from_points({6: 2, 4: 2, 3: 1, 0: 10}, {24: 1, 0: 14}))
    events = table.do(s.Play, 0, play="6/2 6/4")
    forced = [event for event in events if isinstance(event, happened.Stepped) and event.by == "rules"]
    assert len(forced) == (0 if auto == "off" else 4)
    assert (table.session.state.phase == "over") == (auto != "off")


def test_a_single_forced_step_is_made_after_a_free_one():
    table = Table(Settings(rules=BACKGAMMON, auto_forced="single"), dice=Loaded((6, 5)))
    put_up(table, bsg.Position.from_points({24: 1, 1: 14}, {3: 15}))
    steps = table.view(0).steps
    assert len(steps) == 2
    events = table.do(s.Step, 0, source=24, die=6)
    assert [event.by for event in events if isinstance(event, happened.Stepped)] == ["player", "rules"]


def test_the_beginner_alternates_or_is_rolled_for():
    table = Table(Settings(games=2), dice=Loaded((3, 1)))
    assert table.session.state.on_roll == 0
    table.do(s.Resign, 0)
    assert table.session.state.on_roll == 1
    rolled = Table(Settings(rules=bsg.Rules(start="roll-off")), dice=Loaded((4, 4), (2, 5), (6, 5)))
    assert kinds(rolled.last) == [
        "SeatTaken",
        "BeginnerRolled",
        "BeginnerRolled",
        "GameBegun",
        "TurnBegun",
        "DiceRolled",
    ]
    assert (rolled.session.state.on_roll, rolled.session.state.dice) == (1, (6, 5))
    opened = Table(Settings(rules=BACKGAMMON), dice=Loaded((4, 4), (2, 5)))
    assert (opened.session.state.on_roll, opened.session.state.dice) == (1, (2, 5))


def test_automatic_doubles_count_the_ties():
    table = Table(Settings(rules=BACKGAMMON, cube_limit=64, automatic_doubles=1), dice=Loaded((4, 4), (3, 3), (2, 5)))
    assert table.session.state.cube == bsg.Cube(2)


def test_a_cap_on_plies_ends_in_a_draw():
    table = Table(Settings(max_plies=3))
    while table.session.state.phase != "over":
        table.turn()
    (over,) = [event for event in table.session.events if isinstance(event, happened.GameOver)]
    assert (over.winner, over.kind, over.by) == (None, "draw", "cap")
    assert (table.session.score(0), table.session.score(1)) == (0.5, 0.5)


def test_a_match_to_points_ends_when_they_are_reached():
    table = Table(Settings(rules=BACKGAMMON, length=3, cube_limit=64))
    for _ in range(3):
        assert table.session.state.phase != "over"
        table.do(s.Resign, 0, level=3)
        if table.session.state.match.winner is not None:
            break
    over = table.session.events[-1]
    assert isinstance(over, happened.MatchOver)
    assert (over.winner, over.score[1] >= 3) == (1, True)
    assert (table.session.score(0), table.session.score(1)) == (0.0, 1.0)


def test_a_rematch_needs_both_and_lets_the_other_begin():
    table = Table()
    table.do(s.Resign, 0)
    assert table.refused(s.OfferDraw, 0) == "not playing"
    table.do(s.Rematch, 0)
    assert table.refused(s.Rematch, 0) == "wrong phase"
    assert "GameBegun" in kinds(table.do(s.Rematch, 1))
    assert (table.session.state.on_roll, table.session.state.match.score) == (1, (0, 0))


# --- the cube


def test_a_turn_begins_with_roll_or_double_where_one_may_double():
    table = Table(MONEY, dice=Loaded((3, 1), (6, 5), (5, 2)))
    table.turn()
    view = table.view()
    assert (view.phase, view.can_double, view.dice) == ("roll", True, None)
    seat = table.session.state.on_roll
    table.do(s.Double, seat)
    assert table.refused(s.Roll, seat) == "not your turn"
    assert table.refused(s.Roll, 1 - seat) == "wrong phase"
    events = table.do(s.Take, 1 - seat)
    assert kinds(events) == ["DoubleTaken", "DiceRolled"]
    assert table.session.state.cube == bsg.Cube(2, 1 - seat)
    table.turn()
    assert table.view().phase == "roll"
    table.do(s.Roll, 1 - seat)
    table.turn()
    # Whoever does not own the cube is not asked.
    assert table.view().phase == "play"


def test_a_double_that_is_passed_ends_the_game_and_beavers_turn_it_back():
    table = Table(MONEY, dice=Loaded((3, 1)))
    table.turn()
    seat = table.session.state.on_roll
    table.do(s.Double, seat)
    table.do(s.Beaver, 1 - seat)
    assert table.session.state.cube.value == 2
    events = table.do(s.Pass, seat)
    over = events[0]
    assert (over.winner, over.points, over.by) == (1 - seat, 2, "pass")
    assert table.session.state.game == 2


def test_a_resignation_at_the_highest_level_counts_at_once_and_a_lower_one_is_offered():
    table = Table(MONEY)
    assert kinds(table.do(s.Resign, 0, level=1)) == ["ResignationOffered"]
    assert table.refused(s.AcceptResignation, 0) == "no offer"
    table.do(s.DeclineResignation, 1)
    table.do(s.Resign, 0, level=2)
    over = table.do(s.AcceptResignation, 1)[0]
    assert (over.winner, over.points, over.kind) == (1, 2, "gammon")
    assert Table().refused(s.Resign, 0, level=2) == "illegal"


def test_a_draw_is_offered_and_taken_declined_or_forgotten():
    table = Table(Settings(games=2))
    table.do(s.OfferDraw, 0)
    assert table.refused(s.OfferDraw, 1) == "wrong phase"
    assert table.refused(s.AcceptDraw, 0) == "no offer"
    assert table.view(1).draw_offered_by == 0
    table.do(s.DeclineDraw, 1)
    table.do(s.OfferDraw, 1)
    table.turn()
    assert table.refused(s.AcceptDraw, 0) == "no offer"
    table.do(s.OfferDraw, 1)
    over = table.do(s.AcceptDraw, 0)[0]
    assert (over.winner, over.by) == (None, "agreement")


# --- ids and turns


def test_a_command_sent_twice_is_done_once_and_answered_the_same():
    table = Table(dice=Loaded((3, 1), (6, 5)))
    command = s.Step(id="twice", seat=0, turn=1, source=8, die=3)
    first = table.session.handle(command, SECOND)
    after = s.encode(table.session.snapshot())
    assert table.session.handle(command, 5 * SECOND) == first
    assert s.encode(table.session.snapshot()) == after
    # So it is after a restart, too.
    again = Session.restore(table.session.snapshot())
    assert again.handle(command, 6 * SECOND) == first
    # Another seat may have used the same id.
    with pytest.raises(RefusedError, match="it is for seat 0 to decide"):
        table.session.handle(s.Step(id="twice", seat=1, turn=1, source=8, die=3), 6 * SECOND)


def test_one_resignation_processed_three_times_loses_one_game():
    table = Table(Settings(games=5))
    command = s.Resign(id="resign", seat=0, turn=1)
    for _ in range(3):
        table.session.handle(command, SECOND)
    assert table.session.state.match.score == (0, 1)
    with pytest.raises(RefusedError) as refusal:
        table.session.handle(s.Resign(id="again", seat=0, turn=1), SECOND)
    assert refusal.value.code == "stale"


def test_a_command_for_an_old_turn_is_never_applied_to_the_next():
    table = Table(dice=Loaded((3, 1), (3, 1), (3, 1)))
    table.turn()
    table.turn()
    assert table.refused(s.Step, 0, turn=1, source=8, die=3) == "stale"
    assert table.refused(s.Step, 0, turn=4, source=8, die=3) == "stale"


def test_seats_are_checked():
    session = Session.open(now=0)
    with pytest.raises(RefusedError) as refusal:
        session.handle(s.Roll(id="a", seat=0, turn=0), 0)
    assert refusal.value.code == "seat free"
    session.handle(s.TakeSeat(id="b", seat=0, token=TOKENS[0]), 0)
    with pytest.raises(RefusedError) as refusal:
        session.handle(s.TakeSeat(id="c", seat=0, token=TOKENS[1]), 0)
    assert refusal.value.code == "seat taken"
    with pytest.raises(RefusedError) as refusal:
        session.handle(s.Roll(id="d", seat=0, turn=0), 0)
    assert refusal.value.code == "not playing"


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


# --- dice


def play_out(table):
    while table.session.state.phase != "over":
        if table.view().phase == "roll":
            table.do(s.Roll, table.session.state.decides)
        else:
            table.step()


def test_provably_fair_dice_are_committed_to_before_and_verified_after():
    table = Table(Settings(dice="fair", rules=BACKGAMMON, length=2, cube_limit=4), dice=FairDice(KEY))
    first = next(event for event in table.session.events if isinstance(event, happened.DiceCommitted))
    assert first.number < min(event.number for event in table.session.events if isinstance(event, happened.SeatTaken))
    with pytest.raises(ValueError, match="no match is finished yet"):
        verify_dice(table.session.events)
    play_out(table)
    events = table.session.events
    assert verify_dice(events) == sum(
        isinstance(event, (happened.DiceRolled, happened.BeginnerRolled)) for event in events
    )
    assert KEY not in s.encode(events)
    number, roll = next(
        (number, event) for number, event in enumerate(events) if isinstance(event, happened.DiceRolled)
    )
    forged = [*events]
    forged[number] = happened.DiceRolled(
        number=roll.number, at=roll.at, dice=(roll.dice[0] % 6 + 1, roll.dice[1]), kanji="", romaji=None
    )
    with pytest.raises(ValueError, match=f"the roll of event {roll.number} must be"):
        verify_dice(forged)
    other = FairDice(KEY[::-1]).secret("table", 1)
    over = events[-2] if isinstance(events[-2], happened.MatchOver) else events[-1]
    revealed = [event for event in events if event is not over]
    fake = happened.MatchOver(number=over.number, at=over.at, winner=0, score=(1, 0), secret=other)
    with pytest.raises(ValueError, match="not the one that was committed to"):
        verify_dice([*revealed[:-1], fake])


def test_dice_are_verified_though_a_turn_was_never_rolled_for():
    settings = Settings(
        dice="fair", rules=bsg.Rules(start="roll-off"), games=2, cube_limit=4, turn_seconds=1, on_timeout="lose"
    )
    table = Table(settings, dice=FairDice(KEY))
    table.session.tick(SECOND)
    table.session.tick(2 * SECOND)
    assert verify_dice(table.session.events) == kinds(table.session.events).count("BeginnerRolled") >= 2


def test_both_players_change_provably_fair_dice():
    rolls = set()
    for contribution in ("", "a", "b"):
        source = FairDice(KEY)
        rolls.add(tuple(source.roll("x", 1, (contribution, ""), f"turn {turn}") for turn in range(20)))
        rolls.add(tuple(source.roll("x", 1, ("", contribution), f"turn {turn}") for turn in range(20)))
    assert len(rolls) == 5


def test_dice_do_not_depend_on_what_players_do_nor_on_a_restart():
    settings = Settings(dice="fair")
    first, second = (Table(settings, dice=FairDice(KEY)) for _ in range(2))
    first.step()
    first.do(s.Undo, 0)
    first.turn()
    second.session = Session.restore(second.session.snapshot(), dice=FairDice(KEY))
    second.turn()
    assert first.session.state.dice == second.session.state.dice


@pytest.mark.parametrize("source", [s.SystemDice(), FairDice(KEY)])
def test_every_number_is_as_likely_as_any_other(source):
    counts = [0] * 6
    for number in range(20_000):
        for die in source.roll("x", 1, ("", ""), f"turn {number}"):
            counts[die - 1] += 1
    # 5 degrees of freedom: 30 is passed once in some 70,000 runs.
    assert sum((count - 40_000 / 6) ** 2 / (40_000 / 6) for count in counts) < 30


def test_the_settings_and_the_dice_must_agree():
    with pytest.raises(ValueError, match="ask for fair dice"):
        Session.open(Settings(dice="fair"), now=0)
    with pytest.raises(ValueError, match="ask for system dice"):
        Session.open(now=0, dice=FairDice(KEY))
    with pytest.raises(ValueError, match="at least 32 bytes"):
        FairDice(b"short")
    with pytest.raises(ValueError, match=r"the bot must be one of random, simple, .*, got 'nat'"):
        Session.open(Settings(bot="nat"), now=0)


# --- replay, snapshots and history


def test_a_session_is_rebuilt_from_its_events_or_a_snapshot_to_the_byte():
    table = Table(Settings(turn_seconds=30, games=2), dice=Loaded((3, 1), (6, 5)))
    for _ in range(30):
        table.step()
        live = s.encode(table.session.snapshot())
        assert s.encode(Session.replay(table.session.events).snapshot()) == live
        assert s.encode(Session.restore(table.session.snapshot()).snapshot()) == live
        assert s.encode(Session.restore(s.read_snapshot(live)).snapshot()) == live


def test_events_are_numbered_without_gaps_and_a_missing_one_is_told():
    table = Table()
    table.turn()
    numbers = [event.number for event in table.session.events]
    assert numbers == list(range(len(numbers)))
    with pytest.raises(ValueError, match="wanted event 3, got 4"):
        Session.replay([event for event in table.session.events if event.number != 3])
    with pytest.raises(ValueError, match="from the event that has opened it"):
        Session.replay(table.session.events[1:])
    assert all(first.at <= second.at for first, second in pairwise(table.session.events))


def test_history_can_be_forgotten():
    table = Table()
    for _ in range(20):
        table.turn()
    before = s.encode(table.session.snapshot())
    length = len(table.session.events)
    table.session.forget(table.session.state.number)
    assert len(table.session.events) < length
    assert s.encode(table.session.snapshot()) == before


def test_a_refusal_can_be_pickled_and_switched_on():
    refusal = pickle.loads(pickle.dumps(RefusedError("stale", "this is turn 3")))
    assert (refusal.code, refusal.text) == ("stale", "this is turn 3")


@pytest.mark.parametrize(
    "options",
    [
        {"turn_seconds": 0},
        {"turn_seconds": -1.0},
        {"turn_seconds": float("nan")},
        {"games": 0},
        {"max_plies": 0},
        {"length": 3, "beavers": True},
        {"cube_limit": 3},
    ],
)
def test_settings_that_make_no_sense_are_refused(options):
    with pytest.raises(ValueError, match=r"must|belong"):
        Settings(**options)


def test_the_default_is_ban_sugoroku():
    assert Settings().rules == BAN


@pytest.mark.parametrize("rules", [bsg.BAN_SUGOROKU, BACKGAMMON], ids=["ban-sugoroku", "backgammon"])
@pytest.mark.parametrize("name", ["simple", "net"])
def test_any_bot_stands_in_by_its_name_and_plays_as_it_would_elsewhere(name, rules):
    # The cube is left out, so seat 0, away from the beginning, plays as soon as it is on roll.
    table = Table(Settings(bot=name, rules=rules, grace_seconds=0, dice="fair"), dice=FairDice(KEY))
    table.do(s.Disconnect, 0)
    turns = 0
    while table.session.state.phase != "over" and turns < 10:
        table.step(1)
        turns += 1
    position, dice, seat, checked = bsg.Position.start(), None, None, 0
    for event in table.session.events:
        if isinstance(event, happened.TurnBegun):
            position = position if seat in (None, event.seat) else position.swapped()
            seat = event.seat
        elif isinstance(event, happened.DiceRolled):
            dice = event.dice
        elif isinstance(event, happened.TurnEnded):
            play = bsg.parse_play(event.play, position, dice, rules)
            if seat == 0:
                assert play == bsg.bot(name).choose(position, dice, rules)
                checked += 1
            position = play.after
    assert checked > 2
