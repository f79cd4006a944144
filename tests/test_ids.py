"""Identifiers: GNU Backgammon's and the XGID, held to pairs that GNU Backgammon made."""

import base64
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bsg
from boards import BACKGAMMON, BAN, board
from bsg import Cube, Game, Match, Position, gnubg_id, match_id, parse_id, position_id, xgid
from bsg.gnubg_id import position_from_id
from strategies import rolls, situations

DATA = Path(__file__).parent / "data" / "gnubg-ids.txt"
PAIRS = [line.split() for line in DATA.read_text(encoding="ascii").splitlines() if not line.startswith("#")]

# Nothing of it is symmetrical. X is on roll in the one and O in the other; X has the cube and 1 point, O 2 points.
X_ON_ROLL = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:1:63:1:2:0:7:8"
O_ON_ROLL = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:1:2:0:7:8"
X_SIDE = {14: 2, 13: 4, 8: 2, 6: 5, 3: 2}
O_SIDE = {24: 1, 15: 1, 13: 4, 8: 2, 6: 2, 5: 3, 4: 2}


# --- as GNU Backgammon has them


def test_our_gnubg_ids_are_those_of_gnu_backgammon():
    assert len(PAIRS) > 200
    wrong = [(one, gnubg_id(parse_id(one)), other) for one, other in PAIRS if gnubg_id(parse_id(one)) != other]
    assert wrong == []


def test_every_xgid_and_every_gnubg_id_is_written_as_it_was_read():
    for one, other in PAIRS:
        assert xgid(parse_id(one)) == one
        assert gnubg_id(parse_id(other)) == other


def test_both_say_the_same_of_a_game():
    for one, other in PAIRS:
        first, second = parse_id(one), parse_id(other)
        assert first.position == second.position
        assert (first.on_roll, first.cube, first.match.score) == (second.on_roll, second.cube, second.match.score)
        assert first.match.is_crawford_game == second.match.is_crawford_game
        assert first.match.jacoby == second.match.jacoby


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("sGfwATDgc/ABMA:MBkAAAAAAAAA", {"cube": Cube(1, None, 0), "on_roll": 0, "phase": "answer", "decides": 1}),
        ("sGfwATDgc/ABMA:EREAAAAAAAAA", {"cube": Cube(2, 1, 0, 1), "on_roll": 0, "decides": 0}),
        ("sGfwATDgc/ABMA:EhkAAAAAAAAA", {"cube": Cube(4, 1, 0, 2), "on_roll": 0, "decides": 1}),
        ("sGfwATDgc/ABMA:EwEAAAAAAAAA", {"cube": Cube(8, 1), "phase": "roll"}),
        ("sGfwATDgc/ABMA:E0kAAAAAAAAA", {"resigning": 0, "level": 2, "decides": 1}),
        ("4HPwATDgc/ABMA:MCmlACAAAAAE", {"resigning": 0, "level": 1, "dice": (2, 1), "decides": 1}),
        ("sGfwATDgc/ABMA:cBGgAAAAAAAE", {"cube": Cube(1, None, 1), "on_roll": 1, "decides": 0}),
        ("jM/gDQDYzeAJIA:EQHvACAACAAE", {"on_roll": 0, "cube": Cube(2, 1), "decides": 0}),
    ],
)
def test_a_match_id_tells_what_is_to_be_decided(text, state):
    """They were shown by GNU Backgammon 1.07.001 in games: doubled, beavered, turned back again, taken, resigned."""
    game = parse_id(text)
    assert {name: getattr(game, name) for name in state} == state
    assert gnubg_id(game) == text


def test_the_xgid_board_is_seen_by_x_whoever_is_on_roll():
    first, second = parse_id(X_ON_ROLL), parse_id(O_ON_ROLL)
    assert first.position == board(X_SIDE, O_SIDE)
    assert second.position == board(O_SIDE, X_SIDE)
    assert first.seen_by(first.x) == second.seen_by(second.x)


def test_score_and_cube_are_those_of_x_and_o_whoever_is_on_roll():
    for text, own, owner_is_own in ((X_ON_ROLL, 1, True), (O_ON_ROLL, 2, False)):
        game = parse_id(text)
        assert game.match.score[game.on_roll] == own
        assert (game.cube.owner == game.on_roll) is owner_is_own
        assert game.match.score[game.x] == 1
        assert game.cube == Cube(2, game.x)


def test_the_first_half_of_a_position_id_is_the_side_that_is_not_on_roll():
    first, second = board({24: 15}, {2: 15}), board({2: 15}, {24: 15})
    assert position_id(first) != position_id(second)
    assert position_from_id(position_id(first)) == first
    # Point 1 of the other side is empty, and on its point 2 stand 15 checkers: a zero and 15 ones.
    assert int.from_bytes(base64.b64decode(position_id(first) + "=="), "little") & 0x1FFFF == 0xFFFE


def test_both_bars_keep_their_side():
    for text, bars in (
        ("XGID=b-A-BaC-B---cB---bBcbb--AB:0:0:1:52:0:0:1:0:10", (2, 2)),
        ("XGID=c-----E-C---eE---c-d------:0:0:1:00:0:0:0:0:10", (0, 3)),
        ("XGID=------E-C---eE---c-e-----B:0:0:-1:00:0:0:0:0:10", (0, 2)),
    ):
        game = parse_id(text)
        assert (game.position.own[25], game.position.opponent[25]) == bars
        assert xgid(game) == text
        assert parse_id(gnubg_id(game)).position == game.position


# --- there and back


@st.composite
def games(draw):
    """Any game that all formats have room for, on any position of either game."""
    position, _, rules = draw(situations())
    length = draw(st.sampled_from([0, 0, 1, 2, 5, 25, 32767]))
    most = length - 1 if length else 1000
    score = (draw(st.integers(0, most)), draw(st.integers(0, most)))
    is_crawford_game = length > 0 and length - 1 in score and draw(st.booleans())
    value = 1 if is_crawford_game else 2 ** draw(st.integers(0, 10))
    owner = None if value == 1 else draw(st.sampled_from([None, 0, 1]))
    on_roll = draw(st.integers(0, 1))
    is_doubled = not is_crawford_game and owner in {None, on_roll} and value < 1024 and draw(st.booleans())
    match = Match(
        length,
        score,
        is_crawford_game=is_crawford_game,
        jacoby=not length and draw(st.booleans()),
        beavers=not length and draw(st.booleans()),
    )
    dice = None if is_doubled else draw(st.none() | rolls)
    return Game(position, on_roll, dice, Cube(value, owner, on_roll if is_doubled else None), match, rules)


@given(games())
def test_an_xgid_is_read_as_the_game_it_was_written_from(game):
    found = parse_id(xgid(game), game.rules)
    # What is read has seat 1 on roll, and remembers which seat is X.
    assert xgid(found) == xgid(game)
    assert found.position == game.position
    assert found.seen_by(found.x) == game.seen_by(game.x)
    assert found.match.score[found.x] == game.match.score[game.x]
    assert (found.on_roll == found.x) == (game.on_roll == game.x)
    assert found.phase == game.phase


@given(games())
def test_a_gnubg_id_is_read_as_the_game_it_was_written_from(game):
    found = parse_id(gnubg_id(game), game.rules)
    assert gnubg_id(found) == gnubg_id(game)
    assert (found.position, found.on_roll, found.cube) == (game.position, game.on_roll, game.cube)
    assert (found.match.score, found.match.length) == (game.match.score, game.match.length)
    assert found.match.is_crawford_game == game.match.is_crawford_game
    assert (found.dice is None) == (game.dice is None)
    assert (found.phase, found.decides) == (game.phase, game.decides)


@given(games(), st.integers(0, 1), st.integers(1, 3))
def test_an_offered_resignation_is_in_the_match_id(game, seat, level):
    try:
        resigned = game.resigned(seat, level)
    except ValueError:
        assume(False)
    found = parse_id(gnubg_id(resigned), game.rules)
    assert (found.resigning, found.level, found.decides) == (seat, level, 1 - seat)


@given(situations())
def test_a_position_id_is_read_as_the_position_it_was_written_from(situation):
    position = situation[0]
    assert position_from_id(position_id(position)) == position
    assert parse_id(position_id(position), situation[2]).position == position


# --- lenient reading


@pytest.mark.parametrize(
    "text",
    [
        O_ON_ROLL,
        O_ON_ROLL.removeprefix("XGID="),
        O_ON_ROLL.removesuffix(":8"),
        O_ON_ROLL.lower().replace(O_ON_ROLL[5:31].lower(), O_ON_ROLL[5:31]),
        f"  {O_ON_ROLL}  \r\n",
        f"What would you play here?\r\n\r\n{O_ON_ROLL}\r\n\r\nX:Ann   O:Bob\r\n +13-14-15-16-17-18------19-20-21-22-23-24-+\r\n",
        f"({O_ON_ROLL})",
        f'the position "{O_ON_ROLL}" of game 3',
        O_ON_ROLL.replace("=", " = "),
        O_ON_ROLL.replace(":-1:", ":\N{MINUS SIGN}1:"),
        f"{O_ON_ROLL} and again {O_ON_ROLL}",
        f"{O_ON_ROLL}:",
        O_ON_ROLL.replace("-", "\N{EN DASH}"),
        O_ON_ROLL.replace(":", "%3A").replace("=", "%3D"),
        f"<p>XGID&#61;{O_ON_ROLL[5:]}</p>",
        f"https://example.org/?xgid={O_ON_ROLL[5:]}&from=a-page",
        "http://example.org/?id=jM%2FgDQDYzeAJIA%3AQQnvABAAEAAE",
        "gnubg://jM/gDQDYzeAJIA:QQnvABAAEAAE",
        "Position-ID: <tt>jM/gDQDYzeAJIA</tt>\nMatch-ID: <tt>QQnvABAAEAAE</tt>",
        "jM/gDQDYzeAJIA:QQnvABAAEAAE",
        "GNUbg ID: jM/gDQDYzeAJIA:QQnvABAAEAAE",
        "gnubgid jM/gDQDYzeAJIA==:QQnvABAAEAAE",
        "jM/gDQDYzeAJIA QQnvABAAEAAE",
        "position id: jM/gDQDYzeAJIA match id: QQnvABAAEAAE",
        (
            " GNU Backgammon  Position ID: jM/gDQDYzeAJIA\r\n                 Match ID   : QQnvABAAEAAE\r\n"
            " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg\r\n"
            " | X  X        O    |   | O  O  O          |     2 points\r\n"
        ),
    ],
)
def test_an_id_is_read_whatever_stands_around_it(text):
    game = parse_id(text)
    assert game.position == board(O_SIDE, X_SIDE)
    assert (game.dice, game.match.score, game.match.length, game.cube.value) == ((6, 3), (1, 2), 7, 2)


@pytest.mark.parametrize(
    "text", ["set board jM/gDQDYzeAJIA", "ID: jM/gDQDYzeAJIA (a congratulation)", "jM/gDQDYzeAJIA"]
)
def test_a_position_id_is_found_among_words(text):
    assert parse_id(text).position == board(O_SIDE, X_SIDE)


def test_a_long_word_is_no_position_id():
    with pytest.raises(ValueError, match="wanted an XGID"):
        parse_id("congratulation, you have won abcdefghijklmn games")


def test_without_its_last_field_an_xgid_has_the_usual_limit():
    assert xgid(parse_id(X_ON_ROLL.removesuffix(":8"))) == X_ON_ROLL.removesuffix(":8") + ":10"


def test_older_match_ids_leave_out_the_last_bit():
    game = parse_id("4HPwATDgc/ABMA:cAngACAACAAA")
    assert (game.match.length, game.match.jacoby) == (7, False)


def test_money_options_are_in_the_crawford_field():
    for option, jacoby, beavers in ((0, False, False), (1, True, False), (2, False, True), (3, True, True)):
        match = parse_id(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:{option}:0:10").match
        assert (match.jacoby, match.beavers) == (jacoby, beavers)


def test_crawford_and_post_crawford_are_told_apart():
    for option, is_crawford_game in ((1, True), (0, False)):
        match = parse_id(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:{option}:7:10").match
        assert (match.is_crawford_game, match.is_post_crawford) == (is_crawford_game, not is_crawford_game)
        again = parse_id(gnubg_id(Game(Position.start(), 1, match=match))).match
        assert (again.is_crawford_game, again.is_post_crawford) == (is_crawford_game, not is_crawford_game)


def test_a_double_and_what_is_turned_back_are_in_the_dice_field():
    assert parse_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10").decides == 0
    beaver = parse_id("XGID=-b----E-C---eE---c-e----B-:1:-1:1:B:0:0:2:0:10")
    assert (beaver.cube, beaver.decides) == (Cube(2, 0, 1, 1), 1)
    # Some write the cube as it stood before the double.
    assert parse_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:2:0:10").cube == beaver.cube
    raccoon = parse_id("XGID=-b----E-C---eE---c-e----B-:2:-1:1:R:0:0:2:0:10")
    assert (raccoon.cube, raccoon.decides) == (Cube(4, 0, 1, 2), 0)
    assert xgid(raccoon).split(":")[4] == "R"


def test_ban_sugoroku_positions_have_ids_too():
    position = board({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, {25: 1, 12: 14})
    game = Game(position, 1, match=Match(0, cube_limit=1), rules=BAN)
    assert parse_id(xgid(game), BAN).position == position
    assert parse_id(gnubg_id(game), BAN).position == position


# --- refusals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "wanted an XGID, a GNUbg ID or a Position ID, got ''"),
        ("good morning", "wanted an XGID"),
        ("XGID=", "an XGID must be 26 characters of board and 8 or 9 fields"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "26 characters"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0", "8 or 9 fields"),
        ("XGID=-b----E-C---eE---c-e----P-:0:0:1:00:0:0:0:0:10", "made of -, A to O and a to o, got 'P'"),
        ("XGID=-b----E-C---eE---c-o----B-:0:0:1:00:0:0:0:0:10", "opponent has 25 checkers"),
        ("XGID=Bb----E-C---eE---c-e------:0:0:1:00:0:0:0:0:10", "got them exchanged"),
        (
            "XGID=-b----E-C---eE---c-e----B-:16:0:1:00:0:0:0:0:10",
            "the exponent of the cube must be a number from 0 to 15",
        ),
        ("XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:0:10", "the owner of the cube must be a number from -1 to 1"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", "the side on roll must be 1 for X or -1 for O"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:0:10", "the dice must be two numbers 1 to 6"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:7:7:0:7:10", "both seats cannot have won"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:7:0:0:7:10", "has won the match already"),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:7:10",
            "in the Crawford game a seat is one point from winning",
        ),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:7:10", "the Crawford field must be 0 or 1"),
        ("XGID=-b----E-C---eE---c-e----B-:0:1:1:00:0:0:0:7:10", "a cube at 1 is in the middle"),
        ("XGID=-b----E-C---eE---c-e----B-:5:1:1:00:0:0:0:7:4", "goes no higher than 16"),
        (f"{X_ON_ROLL} {O_ON_ROLL}", "wanted one ID, got"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA 4HPwATDgc/ABMA:MAEAAAAAAAAA", "wanted one ID"),
        ("//////////////", "more than 15 checkers"),
        ("4HPwATDgc/ABMA:MAoAAAAAAAAA", "no game in progress: the game is over"),
        ("4HPwATDgc/ABMA:IAkAAAAAAAAA", "gives the cube to player 2"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text, message):
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        parse_id(text)


def test_a_position_that_is_impossible_under_the_rules_is_refused():
    with pytest.raises(ValueError, match="R17"):
        parse_id("XGID=-b----E-C---eE---c-d----B-:0:0:1:00:0:0:0:0:10", BAN)
    with pytest.raises(TypeError, match="the text of an ID must be a str"):
        parse_id(b"4HPwATDgc/ABMA")


def test_what_an_id_has_no_place_for_is_refused():
    over = Game(Position.start(), match=Match()).drawn()
    for write in (xgid, match_id, gnubg_id):
        with pytest.raises(ValueError, match="over"):
            write(over)
    with pytest.raises(ValueError, match="no place for"):
        xgid(Game(Position.start()).resigned(0))


@given(st.text(max_size=120) | st.text("XGID=-abcABC:0123456789 \r\n", max_size=120))
def test_no_text_does_worse_than_a_value_error(text):
    try:
        game = parse_id(text)
    except ValueError as error:
        assert str(error)
    else:
        assert isinstance(game, bsg.Game)
        assert game.rules == BACKGAMMON
