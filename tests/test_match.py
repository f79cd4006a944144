"""Cube, match and game as values: scoring and the cube, RULES section 4."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bsg
from boards import BACKGAMMON, BAN, INSTANT, board
from bsg import Cube, Game, Match, Position
from bsg.outcome import Outcome, highest_resignation, resigned_outcome

START = Position.start()
LAST_CHECKER = {1: 1}
ALL_HOME = {6: 5, 5: 5, 4: 5}


def game(position=START, **options):
    return Game(position, **{"on_roll": 1, "match": Match(7)} | options)


def last_play(opponent, **options):
    """Return the outcome of bearing off the last checker of seat 1."""
    state = game(board(LAST_CHECKER, opponent), **options).rolled((2, 1))
    play = bsg.plays(state.position, state.dice, BACKGAMMON)[0]
    return state.played(play).outcome


# --- what a game is worth


@pytest.mark.parametrize(
    ("opponent", "kind", "points"),
    [
        ({0: 1, 12: 14}, "single", 1),
        ({12: 15}, "gammon", 2),
        ({12: 14, 19: 1}, "backgammon", 3),
        ({12: 14, 25: 1}, "backgammon", 3),  # the straggler on the bar
        ({0: 1, 12: 13, 25: 1}, "single", 1),
    ],
)
def test_points_are_single_gammon_or_backgammon_times_the_cube(opponent, kind, points):
    for cube in (Cube(), Cube(2, 0), Cube(4, 1)):
        outcome = last_play(opponent, cube=cube)
        assert (outcome.kind, outcome.points, outcome.winner) == (kind, points * cube.value, 1)


def test_jacoby_counts_gammons_only_when_somebody_has_doubled():
    money = Match(0, jacoby=True, automatic_doubles=1)
    assert last_play({12: 15}, match=money).points == 1
    assert last_play({12: 15}, match=money).kind == "single"
    assert last_play({12: 15}, match=money, cube=Cube(2)).points == 2  # an automatic double is nobody's
    assert last_play({12: 15}, match=money, cube=Cube(2, 0)).points == 4
    assert last_play({12: 15}, match=Match(0)).points == 2


def test_a_ban_sugoroku_bonus_is_no_gammon_and_jacoby_leaves_it_alone():
    before = board({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1, 7: 1}, {25: 1, 12: 14})
    state = Game(before, match=Match(0, jacoby=True), rules=BAN).rolled((6, 6))
    (play,) = [play for play in bsg.plays(before, (6, 6), BAN) if play.result]
    assert state.played(play).outcome.points == play.result.points == 3


@given(st.integers(0, 1), st.integers(1, 3), st.sampled_from([1, 2, 8]), st.booleans())
def test_what_one_seat_wins_the_other_loses(seat, level, value, is_passed):
    cube = Cube(value, None if value == 1 else seat)
    state = game(on_roll=seat, match=Match(25), cube=cube)
    ended = state.doubled().passed() if is_passed else state.resigned(seat, level).accepted()
    outcome = ended.outcome
    assert outcome.points_of(0) + outcome.points_of(1) == 0
    assert abs(outcome.points_of(seat)) == outcome.points == (value if is_passed else level * value)
    assert state.drawn().outcome.points_of(0) == state.drawn().outcome.points_of(1) == 0


# --- the cube


def test_a_double_is_offered_before_the_roll_and_taken_at_twice_the_value():
    state = game().doubled()
    assert (state.phase, state.decides, state.cube.value) == ("answer", 0, 1)
    taken = state.taken()
    assert (taken.cube, taken.phase, taken.decides) == (Cube(2, 0), "roll", 1)


def test_a_pass_loses_the_value_before_the_offer():
    state = game(cube=Cube(2, 1)).doubled().passed()
    assert (state.outcome.winner, state.outcome.points, state.outcome.by) == (1, 2, "pass")


def test_only_the_owner_doubles():
    assert game(cube=Cube(2, 1)).doubled().cube.doubler == 1
    with pytest.raises(ValueError, match="seat 0 owns the cube"):
        game(cube=Cube(2, 0)).doubled()


def test_nobody_doubles_after_the_roll_or_twice_or_when_the_game_is_over():
    for state in (game(dice=(3, 1)), game().doubled(), game().drawn(), game().resigned(0)):
        with pytest.raises(ValueError, match="a double comes before the roll"):
            state.doubled()


@pytest.mark.parametrize(
    ("score", "value", "is_dead"), [((0, 5), 2, True), ((0, 4), 2, False), ((6, 6), 1, True), ((6, 5), 1, False)]
)
def test_a_dead_cube_is_refused(score, value, is_dead):
    cube = Cube() if value == 1 else Cube(value, 1)
    state = game(match=Match(7, score), cube=cube)
    if is_dead:
        with pytest.raises(ValueError, match="the cube is dead"):
            state.doubled()
    else:
        assert state.doubled().decides == 0


def test_the_cube_goes_no_higher_than_its_limit():
    with pytest.raises(ValueError, match="goes no higher than 2"):
        game(match=Match(25, cube_limit=2), cube=Cube(2, 1)).doubled()
    with pytest.raises(ValueError, match="the cube is not in play"):
        game(match=Match(25, cube_limit=1)).doubled()


def test_beavers_turn_the_cube_back_and_leave_it_with_whoever_was_doubled():
    money = game(match=Match(0, beavers=True)).doubled()
    beaver = money.beavered()
    assert (beaver.cube.value, beaver.cube.owner, beaver.decides) == (2, 0, 1)
    assert beaver.passed().outcome.points == 2
    assert beaver.passed().outcome.winner == 0
    raccoon = beaver.beavered()
    assert (raccoon.cube.value, raccoon.decides) == (4, 0)
    assert raccoon.taken().cube == Cube(8, 0)
    assert beaver.taken().cube == Cube(4, 0)


def test_beavers_must_be_agreed_and_belong_to_money_play():
    with pytest.raises(ValueError, match="beavers are not agreed"):
        game(match=Match(0)).doubled().beavered()
    with pytest.raises(ValueError, match="beavers belong to money play, got a match to 7"):
        Match(7, beavers=True)


@pytest.mark.parametrize(
    ("agreed", "ties", "limit", "value"), [(0, 3, 64, 1), (1, 3, 64, 2), (3, 2, 64, 4), (3, 3, 4, 4)]
)
def test_automatic_doubles_turn_the_cube_in_the_middle_as_often_as_agreed(agreed, ties, limit, value):
    match = Match(automatic_doubles=agreed, cube_limit=limit)
    state = Game.start(match, BACKGAMMON, beginner=1, dice=(6, 2), ties=ties)
    assert (state.cube, state.on_roll, state.phase) == (Cube(value), 1, "play")
    with pytest.raises(ValueError, match="automatic_doubles belong to money play"):
        Match(7, automatic_doubles=1)


# --- the opening roll


def test_nobody_doubles_before_the_opening_roll():
    for seat in (0, 1):
        for match in (Match(7), Match(0), Match(0, automatic_doubles=2)):
            state = Game.start(match, beginner=seat, ties=1)
            assert "before the opening roll" in state.why_not_double()
            with pytest.raises(ValueError, match=f"seat {seat} cannot double: .*before the opening roll"):
                state.doubled()
            rolled = state.rolled((3, 1))
            with pytest.raises(ValueError, match="a double comes before the roll"):
                rolled.doubled()
            following = rolled.after(bsg.plays(START, (3, 1), BACKGAMMON)[0])
            assert following.doubled().decides == seat


def test_equal_dice_of_an_opening_roll_are_refused():
    for begin in (lambda: Game.start(dice=(4, 4)), lambda: Game.start().rolled((4, 4))):
        with pytest.raises(ValueError, match=r"rolled again \(R4\), got 4-4"):
            begin()
    assert Game.start().rolled((4, 3)).dice == (4, 3)


def test_where_there_is_no_opening_roll_one_may_double_at_once():
    for rules in (BAN, replace(BACKGAMMON, start="roll-off"), replace(BACKGAMMON, start="alternate")):
        state = Game.start(Match(7), rules)
        assert state.doubled().decides == 1
        assert state.rolled((4, 4)).dice == (4, 4)
        with pytest.raises(ValueError, match="only where start is opening-roll"):
            replace(state, is_opening=True)


def test_of_a_board_that_is_put_up_nothing_is_known_and_one_may_double():
    assert game().doubled().decides == 0
    for options in ({"dice": (3, 1)}, {"cube": Cube(1, None, 1)}, {"position": board({6: 15}, {6: 15})}):
        with pytest.raises(ValueError, match="before the opening roll the board must stand as games begin"):
            game(**options, is_opening=True)
    with pytest.raises(TypeError, match="is_opening must be True or False"):
        game(is_opening=1)


# --- resigning


@pytest.mark.parametrize("level", [-1, 0, 4, 2**70, True, 1.0, "2", None])
def test_a_level_other_than_1_2_or_3_is_refused_wherever_one_is_given(level):
    for give in (
        lambda: game().resigned(0, level),
        lambda: resigned_outcome(0, level, Cube(), BACKGAMMON),
        lambda: game(resigning=0, level=level),
    ):
        with pytest.raises((TypeError, ValueError), match="level") as refused:
            give()
        assert f"{level}"[:5] in str(refused.value)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_game_is_resigned_at_any_level_and_costs_it(level):
    state = game(cube=Cube(2, 0)).resigned(1, level)
    assert (state.phase, state.decides) == ("resignation", 0)
    assert state.declined() == game(cube=Cube(2, 0))
    outcome = state.accepted().outcome
    assert (outcome.winner, outcome.points, outcome.by) == (0, 2 * level, "resignation")


def test_the_opponent_of_whoever_is_on_roll_may_resign_too():
    assert game().resigned(0).decides == 1
    assert game().doubled().resigned(0).decides == 1


@pytest.mark.parametrize(
    ("own", "opponent", "most"),
    [
        ({0: 1, 6: 14}, {6: 15}, 1),  # whoever has borne off a checker loses no gammon
        ({24: 1, 6: 14}, {6: 15}, 3),
        ({25: 1, 6: 14}, {6: 15}, 3),
        ({18: 1, 6: 14}, {6: 15}, 2),  # past all contact and out of the winner's home
        ({18: 1, 6: 14}, {8: 1, 6: 14}, 3),  # may still be hit
        ({6: 15}, {24: 1, 6: 14}, 3),
    ],
)
def test_nobody_resigns_more_than_can_still_be_lost(own, opponent, most):
    position = board(own, opponent)
    assert highest_resignation(position, Cube(), Match(7), BACKGAMMON) == most
    for level in range(1, 4):
        if level <= most:
            assert game(position).resigned(1, level).level == level
        else:
            with pytest.raises(ValueError, match="it can lose no more than"):
                game(position).resigned(1, level)


def test_where_gammons_do_not_count_a_resignation_costs_a_single_game():
    for state in (game(match=Match(0, jacoby=True)), game(rules=BAN), game(rules=INSTANT)):
        assert state.resigned(1).accepted().outcome.points == 1
        with pytest.raises(ValueError, match="no more than a single game"):
            state.resigned(1, 2)


# --- a match


def test_the_crawford_game_comes_once_and_post_crawford_has_the_cube_again():
    match = Match(3)
    match = match.after(0, 2)
    assert (match.is_crawford_game, match.is_post_crawford) == (True, False)
    with pytest.raises(ValueError, match="Crawford game"):
        game(match=match).doubled()
    match = match.after(1, 1)
    assert (match.score, match.is_crawford_game, match.is_post_crawford) == ((2, 1), False, True)
    assert game(match=match).doubled().decides == 0
    match = match.after(1, 1)
    assert (match.score, match.is_crawford_game) == ((2, 2), False)


def test_a_drawn_crawford_game_is_played_again():
    match = Match(3, (2, 0), is_crawford_game=True)
    assert match.after(None, 0) == match


def test_without_the_crawford_rule_there_is_no_such_game():
    assert not Match(3, crawford=False).after(0, 2).is_crawford_game


def test_a_match_to_one_point_has_no_crawford_game_and_a_dead_cube():
    assert not Match(1).is_crawford_game
    with pytest.raises(ValueError, match="dead"):
        game(match=Match(1)).doubled()


def test_a_match_is_won_and_then_over():
    match = Match(3, (2, 2)).after(1, 4)
    assert match.winner == 1
    with pytest.raises(ValueError, match="seat 1 has won the match already"):
        match.after(0, 1)
    with pytest.raises(ValueError, match="seat 1 has won the match already"):
        game(match=match)


def test_money_play_has_no_end():
    match = Match().after(0, 64).after(1, 3)
    assert (match.score, match.winner, match.is_crawford_game) == ((64, 3), None, False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"length": -1}, "the length of a match must be 0 to 32767, got -1"),
        ({"length": 5, "score": (5, 5)}, "both seats cannot have won a match to 5, got 5-5"),
        ({"length": 5, "score": (-1, 0)}, "the score of seat 0 must be 0 to 32767, got -1"),
        ({"length": 5, "score": (1, 2, 3)}, "the score must be two integers"),
        ({"length": 5, "is_crawford_game": True}, "one point from winning, got 0-0 in a match to 5"),
        ({"length": 5, "score": (4, 0), "is_crawford_game": True, "crawford": False}, "without the Crawford rule"),
        ({"length": 0, "is_crawford_game": True}, "money play has no Crawford game"),
        ({"length": 5, "jacoby": True}, "jacoby belong to money play"),
        ({"length": 5, "automatic_doubles": 1}, "automatic_doubles belong to money play"),
        ({"cube_limit": 3}, "cube_limit must be a power of two"),
    ],
)
def test_an_impossible_match_is_refused_with_the_reason(options, message):
    with pytest.raises(ValueError, match=message):
        Match(**options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3,), "a power of two from 1 to 32768, got 3"),
        ((0,), "a power of two"),
        ((2**16,), "a power of two"),
        ((1, 0), "a cube at 1 is in the middle, got one that seat 0 owns"),
        ((2, 2), "the owner of a cube must be 0 to 1, got 2"),
        ((2, 0, 1), "seat 1 cannot have doubled with a cube that seat 0 owns"),
        ((2, 1, 1, 1), "belongs to the seat that was doubled"),
        ((2, 0, None, 1), "waits for an answer"),
        ((2**15, 0, 0), "cannot be turned"),
    ],
)
def test_an_impossible_cube_is_refused_with_the_reason(arguments, message):
    with pytest.raises(ValueError, match=message):
        Cube(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"match": Match(7, (6, 0), is_crawford_game=True), "cube": Cube(2, 0)}, "Crawford game is played without it"),
        ({"match": Match(7, cube_limit=2), "cube": Cube(4, 0)}, "the cube is at 4, and goes no higher than 2"),
        ({"cube": Cube(1, None, 0)}, "only the seat on roll may"),
        ({"cube": Cube(1, None, 1), "dice": (3, 1)}, "before it rolls"),
        ({"cube": Cube(2, 0, 1, 1)}, "beavers are not agreed"),
        ({"resigning": 0}, "needs both a seat and a level"),
        ({"level": 2}, "needs both a seat and a level"),
        ({"dice": (0, 1)}, "a die must be 1 to 6, got 0"),
        ({"rules": BAN, "position": board({0: 1, 24: 14}, {24: 15})}, "R17"),
    ],
)
def test_an_impossible_game_is_refused_with_the_reason(options, message):
    with pytest.raises(ValueError, match=message):
        Game(**{"position": START, "on_roll": 1, "match": Match(7)} | options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2, 1, "single", "play"), "the winner of a game must be 0 to 1, got 2"),
        ((0, 0, "single", "play"), "worth at least 1 point.* got 0 and single by play"),
        ((0, -3, "backgammon", "play"), "worth at least 1 point"),
        ((0, 1, "win", "play"), "kind must be iri-gachi, .*, draw, got 'win'"),
        ((0, 1, "single", "luck"), "by must be play, pass, resignation, agreement, got 'luck'"),
        ((0, 1, 1, "play"), "kind must be"),
        ((0, 1, "single", []), "by must be"),
        ((0, 1, "draw", "play"), "neither a draw"),
        ((0, 1, "single", "agreement"), "nor ended by agreement"),
        ((None, 1, "draw", "agreement"), "worth 0 points, got 1 and draw by agreement"),
        ((None, 0, "single", "play"), "must be a draw"),
        ((None, 0, "draw", "pass"), "by play or agreement"),
    ],
)
def test_an_impossible_outcome_is_refused_with_the_reason(arguments, message):
    with pytest.raises(ValueError, match=message):
        Outcome(*arguments)


def test_every_outcome_that_a_game_comes_to_is_possible():
    for kind in bsg.KINDS[:-1]:
        for by in ("play", "pass", "resignation"):
            assert Outcome(1, 64, kind, by).points_of(0) == -64
    assert Outcome(None, 0, "draw", "play").points_of(0) == 0


def test_wrong_types_are_told():
    for arguments in (("0", 1), (True, 1), (0, 1.0), (0, True), (0, None)):
        with pytest.raises(TypeError, match="must be an integer"):
            Outcome(*arguments, "single", "play")
    for make in (lambda: Cube("2"), lambda: Cube(2.0), lambda: Match("7"), lambda: Match(7, "00"), lambda: Match(True)):
        with pytest.raises(TypeError, match="must be"):
            make()
    for options in ({"cube": 2}, {"match": 7}, {"on_roll": None}, {"dice": 31}, {"outcome": "won"}):
        with pytest.raises(TypeError):
            Game(**{"position": START} | options)


# --- a game


def test_a_play_gives_the_turn_to_the_other_side():
    state = game().rolled((3, 1))
    play = bsg.parse_play("8/5 6/5", START, (3, 1), BACKGAMMON)
    after = state.played(play)
    assert (after.on_roll, after.dice, after.position) == (0, None, play.after.swapped())
    assert after.seen_by(1) == play.after
    assert after.seen_by(0) == play.after.swapped()


def test_a_play_of_other_dice_or_another_board_is_refused():
    play = bsg.parse_play("8/5 6/5", START, (3, 1), BACKGAMMON)
    with pytest.raises(ValueError, match="no 3 is left, only 6 and 5"):
        game(dice=(6, 5)).played(play)
    forged = bsg.Play(play.steps, START, None)
    with pytest.raises(ValueError, match="does not reach what it says it does"):
        game(dice=(3, 1)).played(forged)


def test_what_is_out_of_turn_is_refused_and_says_what_it_is_time_for():
    play = bsg.plays(START, (3, 1), BACKGAMMON)[0]
    for decide, state in (
        (lambda state: state.rolled((3, 1)), game(dice=(3, 1))),
        (lambda state: state.played(play), game()),
        (Game.taken, game()),
        (Game.passed, game()),
        (Game.beavered, game()),
        (Game.accepted, game()),
        (Game.declined, game()),
        (Game.drawn, game().drawn()),
        (lambda state: state.resigned(0), game().drawn()),
        (lambda state: state.resigned(0), game().resigned(1)),
        (Game.next_match, game()),
    ):
        with pytest.raises(ValueError, match=r"when it is|when the game is|is not over"):
            decide(state)


def test_a_finished_game_gives_the_match_its_points():
    state = game(match=Match(7, (3, 3)), cube=Cube(2, 1)).doubled().passed()
    assert state.next_match().score == (3, 5)
    assert state.decides is None
    assert state.phase == "over"


def test_a_board_that_is_put_up_decided_says_so():
    won = game(board({}, {24: 15}), match=Match(7), cube=Cube(2, 0))
    assert won.board_result.points == 6
    assert won.board_result.winner == 1
    for decide in (lambda: won.rolled((3, 1)), lambda: game(board({}, {24: 15}), cube=Cube(2, 1)).doubled()):
        with pytest.raises(ValueError, match="decided as the board stands: backgammon"):
            decide()
    assert game().board_result is None


def test_values_are_immutable_hashable_and_survive_pickling():
    for value in (Cube(2, 0), Match(7, (1, 2)), game().doubled(), game().doubled().passed().outcome):
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(value) == hash(pickle.loads(pickle.dumps(value)))
        with pytest.raises((FrozenInstanceError, TypeError)):  # Python 3.11 raises the wrong one for classes with slots
            setattr(value, fields(value)[0].name, 1)
    assert replace(game(), dice=[3, 1]).dice == (3, 1)
