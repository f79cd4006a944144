"""A session: games, the cube, ids and turns, and what is refused."""

import pytest

import bsg
from boards import BACKGAMMON
from bsg import session as s
from bsg.session import RefusedError, Session, Settings
from bsg.session import events as happened
from tables import MONEY, SECOND, TOKENS, Loaded, Table, kinds

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
