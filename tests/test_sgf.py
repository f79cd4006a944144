"""SGF of backgammon, in the dialect of GNU Backgammon."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bsg
from boards import BACKGAMMON, BAN, INSTANT
from bsg import RecordError, read_record, replay, write_record
from bsg.records.record import Beaver, Double, Ending, Move, Pass, SetUp, Take, without_lines
from bsg.records.sgf_tree import parse_sgf
from made_records import random_record
from test_mat import states

HEAD = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:2][bs:1]PW[Ann]PB[Bob]RU[Crawford]"


def actions(nodes):
    return read_record(f"{HEAD}\n{nodes})").games[0].actions


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), rules=st.sampled_from([BACKGAMMON, BACKGAMMON, BAN, INSTANT]))
def test_what_we_write_is_read_as_what_was_played_and_written_the_same_again(seed, rules):
    record = random_record(seed, rules)
    text = write_record(record, "sgf")
    found = read_record(text)
    assert states(found) == states(record)
    assert (found.rules, found.length, found.players) == (rules, record.length, record.players)
    assert (found.jacoby, found.beavers, found.cube_limit) == (record.jacoby, record.beavers, record.cube_limit)
    assert write_record(found, "sgf") == text


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_a_record_is_the_same_by_way_of_any_format(seed):
    record = random_record(seed)
    texts = {form: write_record(record, form) for form in ("mat", "sgf", "json")}
    for by, text in texts.items():
        found = read_record(text)
        assert states(found) == states(record)
        assert found.info == record.info
        for form in ("mat", "sgf"):
            assert write_record(found, form) == texts[form], (by, form)


def test_points_run_from_whites_home_and_black_counts_them_from_its_own():
    found = actions(";W[31hefe];B[31qtst];W[62xrmk];B[62agln]")
    assert [action.play for action in found] == ["8/5 6/5", "8/5 6/5", "24/18 13/11", "24/18 13/11"]
    assert [action.seat for action in found] == [0, 1, 0, 1]


def test_the_bar_and_off_have_letters_of_their_own():
    assert [action.play for action in actions(";W[31yvya];B[31ycsz];W[11az]")] == [
        "bar/22 bar/1",
        "bar/22 6/off",
        "1/off",
    ]


def test_cube_and_bare_rolls():
    found = actions(";W[31hefe];B[double];W[double];B[double];W[take];B[64];W[double];B[drop]")
    kinds = [type(action) for action in found]
    assert kinds == [Move, Double, Beaver, Beaver, Take, Move, Double, Pass]
    assert found[5].play == ""


def test_analysis_variations_and_comments_are_passed_over():
    found = actions(
        ";W[31hefe]A[0][hefe E ver 3 0,5 0,1][xtxu E ver 3 0.5]LU[-inf]MR[]C[a note \\] with a bracket; W[66\\]]"
        "(;B[42qupu])(;B[31qtst];W[66])"
    )
    assert [action.play for action in found] == ["8/5 6/5", "8/4 9/4"]


def test_result_resignation_and_crawford_are_read():
    record = read_record(
        HEAD.replace("bs:1", "bs:4").replace("RU[Crawford]", "RU[Crawford:CrawfordGame]RE[W+2R]DT[2026-01-02]")
        + ";W[31hefe])"
    )
    assert record.games[0].ending == Ending(0, 2, resigned=True, line=1)
    assert record.games[0].is_crawford_game
    assert record.info == {"EventDate": "2026.01.02"}
    assert replay(record).games[0].match.is_crawford_game
    post = read_record(HEAD.replace("bs:1", "bs:4") + ";B[31qtst];W[double])")
    assert replay(post).problems == ()
    assert replay(post).games[0].match.is_post_crawford


def test_a_board_that_is_put_up_is_read_in_any_order_of_its_parts():
    board = "AE[a:y]AW[d][d][e][e][e][f][f][h][h][m][m][m][m][o][x]AB[v][v][s][s][s][s][s][q][q][l][l][l][l][k][k]"
    for nodes in (f";PL[B]DI[63];CP[b];CV[2];PL[B]{board};B[63]", f";PL[B]{board};CV[2];CP[b];PL[B]DI[63]"):
        first, second = actions(nodes)
        assert first == SetUp(
            1, "own 14:2 13:4 8:2 6:5 3:2 / opp 24:1 15:1 13:4 8:2 6:2 5:3 4:2", 2, 1, line=first.line
        )
        assert second == Move(1, (6, 3), "", line=second.line)
    record = read_record(f"{HEAD};PL[B]{board};CV[2];CP[b];PL[B]DI[63])")
    played = replay(record)
    assert played.problems == ()
    state = played.games[0].end
    assert bsg.position_id(state.position) == "2M3gCSCMz+ANAA"
    assert (state.dice, state.cube, state.on_roll) == ((6, 3), bsg.Cube(2, 1), 1)
    assert without_lines(read_record(write_record(record, "sgf"))) == without_lines(record)


def test_points_may_be_put_up_from_one_to_another():
    (action,) = actions(";AE[a:y]AW[a:c][c]AB[x:v];PL[W]")
    assert action.position == "own 3:2 2:1 1:1 / opp 3:1 2:1 1:1"


def test_a_cube_may_be_put_up_in_the_middle_of_a_game():
    found = replay(read_record(f"{HEAD};W[31hefe];CV[4];CP[b];B[42qupu])".replace("qupu", "quqs")))
    assert found.games[0].before[-1].cube == bsg.Cube(4, 1)
    assert found.games[0].before[-1].position.own[5] == 0


def test_a_resignation_may_be_a_node_and_is_read_from_the_result():
    record = read_record(HEAD.replace("RU", "RE[W+2Resign]RU") + ";W[31hefe];B[resign:2];W[accept])")
    assert len(record.games[0].actions) == 1
    outcome = replay(record).games[0].end.outcome
    assert (outcome.winner, outcome.points, outcome.by) == (0, 2, "resignation")


def test_latin_1_crlf_and_several_games():
    text = (HEAD.replace("Ann", "Jörg") + "\r\n;W[31hefe])\r\n" + HEAD.replace("game:0", "game:1") + ")\r\n").encode(
        "latin-1"
    )
    record = read_record(text)
    assert record.players[0] == "Jörg"
    assert len(record.games) == 2


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("(", 1, "wanted ';' or ')', and the file ends"),
        (HEAD, 1, "wanted ';' or ')', and the file ends"),
        ("(;GM[1]\n;W[aa])", 1, "wanted GM[6], the number of backgammon, got GM[1]"),
        (f"{HEAD}\n;W[31hefe]\n;B[jump])", 3, "wanted a move such as 31hefe, or double, take or drop, got 'jump'"),
        (f"{HEAD}\n;W[3hefe])", 2, "wanted a move"),
        (f"{HEAD}\n\r\n;W[31hefe)", 3, "wanted ']' at the end of a value"),
        (f"{HEAD}\n;W 31)", 2, "wanted '[' after W"),
        (f"{HEAD})\n;W[31hefe]", 2, "wanted '(' where a game begins"),
        (f"MI[length:5]\n{HEAD})", 1, "wanted '(' where a game begins"),
        (HEAD.replace("length:5", "length:x") + ")", 1, "wanted a number in MI[length:x]"),
        (f"{HEAD}\n;AE[a:y]AW[a][a]AB[a];W[31])", 2, "the board put up is impossible: impossible position: point 1"),
        (f"{HEAD}\n;DI[77])", 2, "wanted two dice in DI"),
        (f"{HEAD}XB[rules:chess])", 1, "rules must begin with backgammon or ban-sugoroku"),
    ],
)
def test_what_cannot_be_read_is_refused_with_line_and_reason(text, line, reason):
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert reason in refused.value.reason
    assert refused.value.line == line


def test_a_game_without_nodes_is_refused():
    with pytest.raises(RecordError, match="no nodes"):
        read_record("()")
    with pytest.raises(RecordError, match="there is no game in it"):
        parse_sgf("  ")


@given(st.text("()[];\\WBAEPLDICVMI:abcxyz0123456 \n", max_size=200))
def test_no_text_does_worse_than_a_record_error(text):
    for whole in (text, HEAD + text, f"{HEAD};{text})"):
        try:
            replay(read_record(whole, "sgf"))
        except RecordError as error:
            assert error.reason


@pytest.mark.parametrize("white", ["", "PW[]", "PW[ ]", "PW[\n\t]"])
@pytest.mark.parametrize("black", ["", "PB[]", "PB[\r\n]"])
def test_players_without_names_are_called_by_their_colours(white, black):
    record = read_record(f"(;GM[6]MI[length:5]{white}{black};W[31hefe])")
    assert record.players == ("white", "black")
    for form in ("mat", "sgf", "json"):
        assert read_record(write_record(record, form)).players == ("white", "black")


@pytest.mark.parametrize("players", [("", "Bob"), ("Ann", " "), ("", "")])
def test_names_that_are_empty_in_json_go_into_all_formats(players):
    record = msgspec.structs.replace(random_record(3), players=players)
    named = tuple(name if name.strip() else colour for name, colour in zip(players, ("white", "black"), strict=True))
    for form in ("mat", "sgf"):
        assert read_record(write_record(record, form)).players == named
    assert read_record(write_record(record, "json")).players == players


def test_a_name_is_one_line():
    assert read_record("(;GM[6]PW[ J.\nR. ]PB[B]MI[length:5])").players == ("J. R.", "B")


@pytest.mark.parametrize("nodes", ["PL[B]DI[63]", ";PL[B]DI[63]", ";PL[B];DI[63]", ";DI[63];PL[b]"])
def test_who_is_on_roll_and_the_dice_are_read_though_no_board_is_put_up(nodes):
    record = read_record(f"{HEAD}{nodes})")
    assert [type(action) for action in record.games[0].actions] == [SetUp, Move]
    for form in (None, "sgf", "json"):
        played = replay(record if form is None else read_record(write_record(record, form)))
        assert played.problems == ()
        state = played.games[0].end
        assert (state.position, state.on_roll, state.dice) == (bsg.Position.start(), 1, (6, 3))


def test_who_is_on_roll_alone_and_dice_alone_are_read():
    assert replay(read_record(f"{HEAD};PL[B])")).games[0].end.on_roll == 1
    state = replay(read_record(f"{HEAD};DI[63])")).games[0].end
    assert (state.on_roll, state.dice) == (0, (6, 3))
    assert replay(read_record(f"{HEAD})")).games[0].end.dice is None


def test_dice_that_are_told_before_a_play_are_those_of_the_play_and_a_last_roll_stands_alone():
    assert actions(";PL[W]DI[31];W[31hefe];PL[B]DI[42];B[42quqs]") == actions(";W[31hefe];B[42quqs]")
    found = actions(";W[31hefe];PL[B]DI[42]")
    assert found[1:] == (Move(1, (4, 2), "", line=2),)


def test_words_around_a_game_are_passed_over_and_parts_of_a_game_are_not():
    text = f"{HEAD}\n;W[31hefe])"
    plain = without_lines(read_record(text))
    for pasted in (
        f"Look at this (a short one):\n{text}\nIs [it] good?",
        f"[sgf]{text}[/sgf]",
        f"{text} :-)",
        f"{text}\n```",
        f"The first game:\n{text}\n",
    ):
        assert without_lines(read_record(pasted)) == plain
        assert without_lines(read_record(pasted, "sgf")) == plain
    two = read_record(f"One:\n{text}\nTwo:\n{text}\nThat is all.")
    assert [(game.line, game.actions[0].line) for game in two.games] == [(2, 3), (5, 6)]
    for damaged in (f"{text};B[42qupu])", f"{text}\nGM[6]{text}", f"{HEAD};W[31hefe]))\n;B[42qupu]"):
        with pytest.raises(RecordError, match="wanted '\\(' where a game begins"):
            read_record(damaged)
