"""Jellyfish .mat, read as programs and sites write it, and written as GNU Backgammon does."""

import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bsg
from boards import BACKGAMMON, BAN, INSTANT
from bsg import RecordError, read_record, replay, write_record
from bsg.records.record import Beaver, Double, Ending, Move, Pass, SetUp, Take, without_lines
from dialects import DIALECTS
from made_records import random_record

HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def game(*rows):
    """Read one game from its rows."""
    return read_record(HEAD + "\n".join(rows) + "\n").games[0]


def plays(*rows):
    return [action.play for action in game(*rows).actions]


def states(record):
    """What a record comes to: every board, cube and turn in it, and how each game ends."""
    played = replay(record)
    assert played.problems == ()
    return [
        ([(state.position, state.on_roll, state.cube) for state in each.before], each.end.position, each.end.outcome)
        for each in played.games
    ]


# --- as others write it


@pytest.mark.parametrize("name", DIALECTS)
@settings(max_examples=6)  # a whole match each
@given(seed=st.integers(0, 2**32))
def test_every_dialect_is_read_as_what_was_played(name, seed):
    record = random_record(seed, has_options=False)
    found = read_record(DIALECTS[name].write(record))
    assert found.players == record.players
    assert (found.length, found.rules) == (record.length, BACKGAMMON)
    assert states(found) == states(record)


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_what_we_write_is_read_as_what_was_played_and_written_the_same_again(seed):
    record = random_record(seed)
    text = write_record(record, "mat")
    found = read_record(text)
    assert states(found) == states(record)
    assert write_record(found, "mat") == text


@pytest.mark.parametrize("rules", [BAN, INSTANT, bsg.Rules("bear-off", "bonus", 2, "roll-off", gammons=True)])
def test_other_rules_are_in_the_tags(rules):
    record = random_record(7, rules, length=3)
    found = read_record(write_record(record, "mat"))
    assert found.rules == rules
    assert states(found) == states(record)


def test_a_whole_match_is_written_as_gnu_backgammon_writes_it():
    record = read_record(
        HEAD
        + """\
  1) 31: 8/5 6/5                 42: 24/20* 13/11
  2)  Doubles => 2                Takes
  3) 66: 25/19                   11: 6/5 6/5 8/7 8/7
  4) 21:                          Doubles => 4
  5)  Drops                       Wins 2 points
"""
    )
    assert write_record(record, "mat").split("\n\n", 1)[1] == (
        HEAD.replace("                        Bob", "                        Bob")
        + """\
  1) 31: 8/5 6/5                 42: 24/20* 13/11
  2)  Doubles => 2                Takes
  3) 66: 25/19                   11: 6/5 6/5 8/7 8/7
  4) 21:                          Doubles => 4
  5)  Drops                       Wins 2 points
"""
    )


# --- cells and columns


def test_whose_a_cell_is_its_column_says():
    found = game("  1)                             31: 8/5 6/5", "  2) 42: 8/4 6/4                 65: 24/13")
    assert [action.seat for action in found.actions] == [1, 0, 1]


def test_a_long_left_cell_may_touch_the_right_one():
    found = game(
        "  1) 31: 8/5 6/5                 42: 8/4 6/4", "  2) 11: 24/23 24/23 23/22 23/22 33: 13/10 13/10 10/7 10/7"
    )
    assert [(action.seat, action.dice) for action in found.actions[2:]] == [(0, (1, 1)), (1, (3, 3))]


def test_a_tab_is_as_wide_as_an_editor_shows_it():
    found = game("  1)\t31: 8/5 6/5\t\t42: 8/4 6/4")
    assert [action.seat for action in found.actions] == [0, 1]


def test_cube_and_endings_are_read_in_all_their_words():
    found = game(
        "  1) 31: 8/5 6/5                 42: 8/4 6/4",
        "  2) Doubles => 2                Beavers => 4",
        "  3) Raccoons => 8               Takes",
        "  4) 31: 24/20                    Redoubles to 16",
        "  5)  Drops                       Wins 8 points and the match",
    )
    assert found.actions[2:5] == (Double(0, 2, line=6), Beaver(1, 4, line=6), Beaver(0, 8, line=7))
    assert isinstance(found.actions[5], Take)
    assert found.actions[7:] == (Double(1, 16, line=8), Pass(0, line=9))
    assert found.ending == Ending(1, 8, line=9)


def test_the_winner_of_an_ending_on_its_own_line_is_in_its_column():
    assert game("  1) 31: 8/5 6/5", "      Wins 1 point").ending.winner == 0
    assert game("  1) 31: 8/5 6/5", "                                  Wins 1 point").ending.winner == 1
    assert game("  1) 31: 8/5 6/5", "      Losses 2 points").ending == Ending(1, 2, line=6)


def test_moves_are_read_in_all_their_spellings():
    found = plays(
        "  1) 31: 8/5 6/5                 62: 24/18 13/11",
        "  2) 65: Bar/20, bar/19          65: 9/Off",
        "  3) 55: 13/3(2)                 44: Cannot Move",
        "  4) 11: 25/24*/23 6/5*(2)       21: 2/0 0/0",
        "  5) 6-4: 24-14                  33:",
        "  6) 52: 8 / 3 6 / 4             61: ????",
    )
    assert found == [
        "8/5 6/5",
        "24/18 13/11",
        "bar/20 bar/19",
        "9/off",
        "13/3(2)",
        "pass",
        "bar/24*/23 6/5*(2)",
        "2/off",
        "24/14",
        "",
        "8/3 6/4",
        None,
    ]


def test_what_somebody_thought_of_a_play_is_no_part_of_it():
    found = plays(
        "  1) 31: 8/5 6/5?                62: 24/18! 13/11 {a run}", "  2) 11: 24/23x2 6/5 x2          62: 24/22?!"
    )
    assert found == ["8/5 6/5", "24/18 13/11", "24/23(2) 6/5(2)", "24/22"]
    assert game("  1) 31: 8/5 6/5", "      Wins 2 points (gammon)").ending.points == 2
    assert game("  1) 31: 8/5 6/5                 Doubles → 2").actions[1].value == 2


def test_a_resignation_may_be_answered_in_words():
    rows = ["  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Takes                      62: 24/18 13/11"]
    accepted = game(*rows, "  3)  Resigns a gammon           Accepts")
    assert accepted.ending == Ending(1, 4, resigned=True, line=7)
    declined = game(*rows, "  3)  Resigns                    Rejects", "  4) 42: 8/4 6/4")
    assert (declined.ending, len(declined.actions)) == (None, 5)
    assert game(*rows, "  3)  Resigns                     Wins 2 points").ending == Ending(1, 2, line=7)


def test_rows_that_hold_nothing_and_remarks_are_passed_over():
    found = game(
        "  1) 31: 8/5 6/5                 42: 8/4 6/4", "  2)", "; a remark", "", "  3) 00: ????", "      Wins 1 point"
    )
    assert len(found.actions) == 2
    assert found.ending.winner == 0


def test_names_may_have_blanks_colons_and_numbers():
    record = read_record(HEAD.replace("Ann : 0   ", "J. R. 2: x : 3").replace("Bob : 0", "Bo  B : 2"))
    assert record.players == ("J. R. 2: x", "Bo  B")
    assert record.games[0].score == (3, 2)


def test_tags_tell_options_and_the_rest_is_kept():
    record = read_record(
        '; [Site "A: \\"site\\""]\n; [Player 1 Elo "1600,00/0"]\n; [Crawford "Off"]\n; [Cubelimit "1"]\n; [Jacoby "On"]\n'
        + HEAD
    )
    assert (record.crawford, record.cube_limit, record.jacoby) == (False, 1, False)
    assert record.info == {"Site": 'A: \\"site\\"', "Player 1 Elo": "1600,00/0"}
    money = read_record('; [Jacoby "On"]\n; [Beaver "On"]\n; [CubeLimit "1000"]\n' + HEAD.replace("5 point", "0 point"))
    assert (money.length, money.jacoby, money.beavers, money.cube_limit) == (0, True, True, 512)


def test_a_limit_of_one_leaves_no_cube():
    record = read_record(
        '; [CubeLimit "1"]\n' + HEAD + "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2\n"
    )
    assert ["the cube is not in play" in problem.text for problem in replay(record).problems] == [True]


def test_bytes_may_be_latin_1_utf_8_or_utf_16():
    text = HEAD.replace("Ann", "Jörg Sürmeyan")
    for data in (text.encode("latin-1"), text.encode("utf-8"), text.encode("utf-8-sig"), text.encode("utf-16"), text):
        assert read_record(data).players[0] == "Jörg Sürmeyan"
    assert (
        read_record(HEAD.replace("Ann", "O\N{RIGHT SINGLE QUOTATION MARK}Hara").encode("cp1252"))
        .players[0]
        .startswith("O\u2019")
    )
    assert read_record(HEAD.encode("latin-1").replace(b"Ann", b"A\x81n")).players[0] == "A\x81n"


def test_a_board_that_is_set_is_put_up():
    record = read_record(HEAD + "; Set Pos=-a-B--E-B-a-dDB--b-bcb----/0\n  1)                             63: 24/15\n")
    action = record.games[0].actions[0]
    assert isinstance(action, SetUp)
    assert (
        bsg.Position.parse(action.position)
        == bsg.parse_id("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:-1:63:0:0:0:0").position
    )
    assert "; Set Pos=-a-B--E-B-a-dDB--b-bcb----/0\n" in write_record(record, "mat")
    assert states(read_record(write_record(record, "mat"))) == states(record)
    turned = read_record("(;GM[6]MI[length:5];CV[2];CP[b];B[31qtst])")
    with pytest.raises(RecordError, match="no place for a cube that is put up by hand"):
        write_record(turned, "mat")


def test_an_illegal_play_may_be_written_as_the_board_after_it():
    dump = "5;0;1;0;0;Bob;Ann;0;0;0;1;0;" + ";".join(map(str, BOARD_SEEN_BY_BOB)) + ";6;5;"
    record = read_record(HEAD + f"  1) 31: Illegal play ({dump})    62: 24/18 13/11\n")
    played = replay(record)
    assert [problem.is_illegal_play for problem in played.problems] == [True]
    assert played.games[0].before[-1].seen_by(1) == bsg.Position.from_points(
        {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 2, 5: 1, 6: 4, 4: 1}
    )
    with pytest.raises(RecordError, match="must be followed by the board after it"):
        read_record(HEAD + "  1) 31: Illegal play (1;2;3)\n")


# Bar of Ann, points 1 to 24 as Bob counts them, his bar; Ann's checkers are negative.
BOARD_SEEN_BY_BOB = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -2, 0, -4, -1, -1, 0, 0, 2, 0]


# --- refusals


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 0, "wanted a line such as '7 point match'"),
        ("hello\nworld\n", 0, "wanted a line such as '7 point match'"),
        (" 5 point match\n\n  1) 31: 8/5 6/5\n", 3, "wanted 'Game 1'"),
        (" 5 point match\n\n Game 1\n", 3, "without the names of its players"),
        (" 5 point match\n\n Game 1\n  1) 31: 8/5 6/5\n", 4, "wanted both players and their scores"),
        (HEAD + "  1) Something odd\n", 5, "wanted a roll such as '63:'"),
        (HEAD + "  1) 31: 8/5 6/x\n", 5, "wanted moves such as 13/7 or bar/20*, got '6/x'"),
        (HEAD + "  1) 31: 8/5 30/4\n", 5, "got '30/4'"),
        (HEAD + "  1) 31: 8/5 6/5\n  2)  Takes his time\n", 6, "wanted nothing after 'Takes', got 'his time'"),
        (HEAD + "  1) 07: 8/5\n", 5, "wanted a roll such as"),
        (HEAD + "  1) 01: 8/5\n", 5, "a roll must be two numbers 1 to 6, got 01:"),
        ('; [Variation "Nackgammon"]\n' + HEAD, 0, "the variation must be Backgammon or Ban-sugoroku, got nackgammon"),
        ('; [Rules "finish=soon"]\n' + HEAD, 0, "finish must be"),
        (HEAD + "; Set Pos=" + "-" + "H" * 2 + "-" * 23 + "\n  1) 31: 8/5 6/5\n", 5, "own has 16 checkers"),
    ],
)
def test_what_cannot_be_read_is_refused_with_line_and_reason(text, line, reason):
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert refused.value.line == line
    assert reason in refused.value.reason
    assert str(refused.value) == (f"line {line}: {refused.value.reason}" if line else refused.value.reason)


@given(
    st.text(max_size=200)
    | st.text('0123456789 )(:/*;[]\n"=>DoublesTakesWinspointbarf?', max_size=300).map(HEAD.__add__)
)
def test_no_text_does_worse_than_a_record_error(text):
    try:
        record = read_record(text, "mat")
        replay(record)
    except RecordError as error:
        assert error.reason


@given(st.binary(max_size=200))
def test_no_bytes_do_worse_than_a_record_error(data):
    try:
        read_record(data)
    except RecordError as error:
        assert error.reason


def test_lines_are_told_and_not_compared():
    record = read_record(HEAD + "  1) 31: 8/5 6/5                 42: 8/4 6/4\n")
    assert [action.line for action in record.games[0].actions] == [5, 5]
    assert [action.line for action in without_lines(record).games[0].actions] == [0, 0]
    assert isinstance(record.games[0].actions[0], Move)


# --- damaged, and pasted


def broken(text, *, header, width=6):
    """Break the two columns of a .mat over two lines."""
    lines = []
    for line in text.split("\n"):
        parts = re.match(r"( *\d+\) )(.{27}) (\S.*| \S.*)$", line)
        names = re.match(r" (.+ : \d+) +(\S.* : \d+)$", line)
        if parts:
            lines += [f"{parts[1]}{parts[2]}".rstrip(), " " * width + parts[3].strip()]
        elif names and header:
            lines += [f" {names[1]}", f" {names[2]}"]
        else:
            lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("header", [False, True])
@pytest.mark.parametrize("width", [0, 6, 34])
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_rows_whose_columns_are_broken_over_two_lines_are_read_as_what_was_played(header, width, seed):
    record = random_record(seed, has_options=False)
    text = write_record(record, "mat")
    damaged = broken(text, header=header, width=width)
    assert damaged.count("\n") > text.count("\n")
    found = read_record(damaged)
    assert found.players == record.players
    assert states(found) == states(record)


def test_rows_broken_into_number_left_and_right_are_read():
    found = game("1)", "31: 8/5 6/5", "42: 8/4 6/4", "2)", "65: 24/13", "Doubles => 2", "3)", "Takes")
    assert [action.seat for action in found.actions] == [0, 1, 0, 1, 0]


def test_a_play_broken_by_mail_goes_on_in_the_next_line():
    found = game("  1) 31: 8/5 6/5                 22: 24/22", "24/22 6/4 6/4", "  2) 65: 24/13")
    assert [action.play for action in found.actions] == ["8/5 6/5", "24/22 24/22 6/4 6/4", "24/13"]


def surrounded(text):
    """Yield the ways in which people paste a text, each with how many lines come before it."""
    yield "```\n" + text + "```\n", 1
    yield "```text\n" + text + "\n```", 1
    yield "Dear Bob,\n\nhere it is (at last):\n\n" + text + "\n\nWhat do you think of it?\n-- \nAnn, 3 games up\n", 4
    yield "On Monday Ann wrote:\n" + "".join(f"> {line}\n" for line in text.split("\n")), 1
    yield "".join(f">> {line}\n" for line in text.split("\n")) + "\nI see.\n", 0
    yield "".join(f"> >{line}\r\n" for line in text.split("\n")), 0
    yield "[code]\n" + text + "[/code]\n", 1
    yield "<pre>\n" + text + "</pre>", 1
    yield "\ufeff\r\n\r\n" + text.replace("\n", "\r\n") + "\r\n\x1a", 2
    yield "\n" + text.replace("\n", "\r"), 1


@pytest.mark.parametrize("form", ["mat", "sgf", "json"])
def test_what_people_paste_around_a_record_is_no_matter(form):
    record = random_record(5, length=3)
    text = write_record(record, form)
    plain = read_record(text)
    for pasted, before in surrounded(text):
        for given_form in (None, form):
            found = read_record(pasted, given_form)
            assert without_lines(found) == without_lines(plain)
            if form != "json":
                assert [game.line - before for game in found.games] == [game.line for game in plain.games]


@pytest.mark.parametrize("form", ["mat", "sgf", "json"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-32", "utf-8", "utf-8-sig"])
def test_an_encoding_needs_no_mark(form, encoding):
    record = msgspec.structs.replace(random_record(5, length=3), players=("Jörg", "木村 義雄"))
    text = write_record(record, form)
    assert read_record(text.encode(encoding)) == read_record(text)
    assert without_lines(read_record(text.encode(encoding)[:-1])) == without_lines(read_record(text))  # half a line end


def test_words_after_a_record_are_passed_over_and_damaged_rows_are_not():
    rows = ["  1) 31: 8/5 6/5                 42: 8/4 6/4", "      Wins 1 point"]
    assert len(game(*rows, "", "Well played, both.", "That took 3 hours.").actions) == 2
    for words in ("Regards, Ann", "Really?", "Resigning was wrong", "Wins, eh?", "Takes, takes"):
        assert len(game(*rows, "", words).actions) == 2
    for damaged in ("  2) Something odd", "      Wins many points", "  2: 31", "42- 8/4"):
        with pytest.raises(RecordError, match="line 7: "):
            game(*rows, damaged)


def test_the_last_line_of_a_broken_row_is_not_taken_for_words():
    rows = ["  1) 31: 8/5 6/5", "     42: 8/4 6/4"]
    assert game(*rows, "  2)  Resigns a gammon", "      Accepts").ending == Ending(1, 2, resigned=True, line=7)
    assert game(*rows, "  2)  Doubles => 2", "      Passes").actions[-1] == Pass(1, line=8)
    assert game(*rows, "  2)  Doubles => 2", "      Drops", "      Wins 1 point").ending.winner == 0


def test_a_line_that_is_too_long_is_refused():
    for line in ("  1) 31: " + "8/5 " * 10_000, "Ann : 0 " * 10_000, " " * 100_000 + "x"):
        with pytest.raises(RecordError, match=r"^line 5: a line must have at most 1000 characters"):
            game(line)
