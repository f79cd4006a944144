"""What a session leaves behind: dice that can be verified, events, snapshots."""

import pickle
from itertools import pairwise

import pytest

import bsg
from boards import BACKGAMMON, BAN
from bsg import session as s
from bsg.session import FairDice, RefusedError, Session, Settings, verify_dice
from bsg.session import events as happened
from tables import KEY, SECOND, Loaded, Table, kinds, play_out

# --- dice


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
