"""The command line of positions, pictures and records: show, convert, check, and plays by ID."""

import io
import json

import pytest

import bsg
from boards import BACKGAMMON
from bsg.cli import main
from made_records import random_record

X = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:1:63:1:2:0:7:8"
O = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:1:2:0:7:8"  # noqa: E741  # it is the side that XGIDs call O
WRONG = (
    " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/4                 42: 8/4 6/4\n"
)


@pytest.fixture
def bsg_command(capsysbinary, monkeypatch):
    """Run a command with some standard input; return its exit status, output and errors."""

    def run(*arguments, stdin=""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = main(arguments)
        printed = capsysbinary.readouterr()
        return status, printed.out.decode(), printed.err.decode()

    return run


@pytest.fixture
def out(bsg_command):
    """Run a command that has to succeed and return what it prints."""

    def run(*arguments, stdin=""):
        status, printed, errors = bsg_command(*arguments, stdin=stdin)
        assert (status, errors) == (0, "")
        return printed

    return run


@pytest.fixture
def record_file(tmp_path):
    file = tmp_path / "match.mat"
    file.write_text(bsg.write_record(random_record(3), "mat"), encoding="utf-8")
    return file


# --- plays


def test_plays_takes_board_and_dice_from_an_id(out):
    data = json.loads(out("plays", "--id", O, "--json"))
    game = bsg.parse_id(O)
    assert data["position"] == game.position.text
    assert data["dice"] == [6, 3]
    assert [play["play"] for play in data["plays"]] == [
        str(play) for play in bsg.plays(game.position, (6, 3), BACKGAMMON)
    ]
    assert json.loads(out("plays", "5-2", "--id", O, "--json"))["dice"] == [5, 2]


def test_a_position_may_be_given_as_an_id_everywhere(out):
    assert "167 pips" in out("plays", "3-1", "--position", "4HPwATDgc/ABMA")
    assert "6-3" in out("plays", "--id", "2M3gCSCMz+ANAA:UQnvACAACAAE", "--game", "ban-sugoroku")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("plays",), "the dice are missing"),
        (("plays", "--id", "4HPwATDgc/ABMA"), "the ID holds no dice"),
        (("plays", "--id", "nothing"), "wanted an XGID"),
        (("plays", "--id", X, "--position", "own 6:15 / opp 6:15"), "--position and --id both say"),
        (("show", "own 6:15"), "wanted an XGID"),
        (("show", "--play", "8/5 6/5"), "a play needs dice"),
        (("show", "--dice", "3-1", "--play", "24/1"), "is no legal play of 3-1"),
        (("show", "--svg", "/nowhere/at/all.svg"), "/nowhere/at/all.svg cannot be written: No such file"),
        (("convert", "/nowhere.mat"), "/nowhere.mat cannot be read: No such file"),
        (("convert", "--to", "xls"), "xls"),
        (("convert", "-o", "file.xls"), "the ending of file.xls says no format"),
        (("check", "/nowhere.mat"), "/nowhere.mat cannot be read"),
        (("check",), "standard input: wanted a line such as '7 point match'"),
        (("convert",), "wanted a position or a record, got nothing"),
    ],
)
def test_what_is_wrong_is_one_sentence(bsg_command, arguments, message):
    status, printed, errors = bsg_command(*arguments)
    assert (status, printed) == (2, "")
    assert errors.startswith("bsg: ")
    assert errors.count("\n") == 1
    assert message in errors


# --- show


def test_show_draws_board_roll_and_play(out):
    text = out("show", X, "--play", "14/5")
    assert text.startswith("6-3")
    assert "after 14/5" in text
    assert "match to 7, score 1-2" in text
    assert "cube at 2, own's" in text
    assert "●" in text


def test_show_reads_standard_input_and_draws_both_views(out):
    first = out("show", "-", stdin=f"a position: {O}\r\n")
    second = out("show", O, "--seen-by", "opponent")
    assert first != second
    assert first.splitlines()[1] == second.splitlines()[1] == bsg.parse_id(O).position.text


def test_show_writes_a_picture(out, tmp_path):
    file = tmp_path / "board.svg"
    out("show", X, "--svg", str(file))
    game = bsg.parse_id(X)
    assert file.read_text(encoding="utf-8") == bsg.draw_svg(
        game.position, dice=(6, 3), rules=BACKGAMMON, cube=(2, "own")
    )
    assert out("show", "--dice", "66", "--svg", "-") == bsg.draw_svg(bsg.Position.start(), dice=(6, 6))


# --- convert


@pytest.mark.parametrize(
    ("to", "text"),
    [
        ("gnubg", "jM/gDQDYzeAJIA:QQnvABAAEAAE"),
        ("position-id", "jM/gDQDYzeAJIA"),
        ("match-id", "QQnvABAAEAAE"),
        ("xgid", O),
        ("text", bsg.parse_id(O).position.text),
        ("bytes", bytes(bsg.parse_id(O).position).hex()),
    ],
)
def test_a_position_is_converted_to_every_format_and_read_back(out, to, text):
    assert out("convert", "--to", to, stdin=O) == f"{text}\n"
    if to not in {"match-id", "bytes"}:
        assert bsg.parse_id(out("convert", "--to", "position-id", stdin=text)).position == bsg.parse_id(O).position


def test_positions_are_converted_a_line_each(out):
    assert out("convert", "--to", "xgid", stdin=f"{X}\n\n{O}\n") == f"{X}\n{O}\n"


def test_a_line_that_holds_no_position_is_told(bsg_command):
    status, _, errors = bsg_command("convert", stdin=f"{X}\nrubbish\n{O}\n")
    assert status == 2
    assert "line 2: wanted an XGID" in errors


@pytest.mark.parametrize("to", ["sgf", "json"])
@pytest.mark.parametrize(
    "text", [X, O, O.replace(":63:", ":00:"), "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:1:2:0:7:8"]
)
def test_a_position_goes_through_a_record_and_back(out, to, text):
    record = out("convert", "--to", to, stdin=text)
    assert out("convert", "--to", "xgid", stdin=record) == f"{text}\n"


def test_a_drawn_board_around_an_id_is_no_matter(out):
    drawn = f"{bsg.Position.start()}\n{X}\n +13-14-15-16-17-18------19-20-21-22-23-24-+\n"
    assert out("convert", "--to", "gnubg", stdin=drawn) == "2M3gCSCMz+ANAA:UQnvACAACAAE\n"


def test_records_are_converted_between_all_formats(out, record_file, tmp_path):
    sgf, again = tmp_path / "match.sgf", tmp_path / "again.mat"
    out("convert", str(record_file), "--out", str(sgf))
    out("convert", str(sgf), "-o", str(again))
    assert again.read_text(encoding="utf-8") == record_file.read_text(encoding="utf-8")
    text = out("convert", stdin=sgf.read_text(encoding="utf-8"))
    assert json.loads(text)["players"] == ["Ann", "Bob B"]
    assert out("convert", "--to", "sgf", stdin=text) == sgf.read_text(encoding="utf-8")


def test_a_record_becomes_the_positions_of_its_decisions(out, record_file):
    lines = out("convert", str(record_file), "--to", "gnubg").splitlines()
    played = bsg.replay(bsg.read_record(record_file.read_bytes()))
    assert len(lines) == sum(len(game.record.actions) for game in played.games)
    assert all(bsg.parse_id(line) for line in lines)


def test_a_conversion_tells_what_is_wrong_with_the_record(bsg_command):
    status, printed, errors = bsg_command("convert", "--to", "sgf", stdin=WRONG)
    assert status == 0
    assert "line 5: game 1: '8/5 6/4' is no legal play of 3-1" in errors
    assert printed.startswith("(;FF[4]GM[6]")


def test_a_single_position_is_no_mat(bsg_command):
    status, _, errors = bsg_command("convert", "--to", "mat", stdin=X)
    assert status == 2
    assert "no place for a single position" in errors


# --- check


def test_check_lists_every_illegal_play_with_its_line(bsg_command, tmp_path, record_file):
    file = tmp_path / "wrong.mat"
    file.write_text(WRONG, encoding="utf-8")
    status, printed, _ = bsg_command("check", str(file), str(record_file))
    assert status == 1
    lines = printed.splitlines()
    assert lines[0].startswith(f"{file}:5: game 1: '8/5 6/4' is no legal play of 3-1")
    assert lines[1] == f"{file}: Ann - Bob, match to 5, 1 game, 2 decisions: 1 illegal play, 0 other problems"
    assert lines[2].endswith("0 illegal plays, 0 other problems")


def test_check_says_so_when_nothing_is_wrong(out, record_file):
    assert out("check", str(record_file)).endswith(": 0 illegal plays, 0 other problems\n")


def test_check_stops_at_the_first_problem_if_asked_to(bsg_command):
    status, _, errors = bsg_command("check", "--stop", stdin=WRONG)
    assert status == 2
    assert errors.startswith("bsg: standard input: line 5: game 1: '8/5 6/4'")


def test_check_prints_json(bsg_command):
    status, printed, _ = bsg_command("check", "--json", stdin=WRONG)
    (found,) = json.loads(printed)
    assert status == 1
    assert found["players"] == ["Ann", "Bob"]
    assert [(problem["line"], problem["is_illegal_play"]) for problem in found["problems"]] == [(5, True)]
