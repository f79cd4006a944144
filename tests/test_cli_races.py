"""`bsg races` as a user runs it: tables built, kept, read, compared and asked, and what is refused."""

import json
import re

import pytest

import bsg
from boards import board
from bsg.cli import main
from bsg.cli.races import _interruptible
from bsg.races import build_race_table, read_race_table

SMALL = ("--points", "2", "--exact-checkers", "2")


@pytest.fixture
def out(capsys):
    """Run a command that has to succeed and return what it prints."""

    def run(*arguments):
        status = main(["races", *map(str, arguments)])
        printed = capsys.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    return run


def test_a_table_is_built_written_and_read_again(out, tmp_path):
    file = tmp_path / "my.table"
    text = out(*SMALL, "--steps-per-double", "4", "--out", file)
    assert text.startswith("races of ban-sugoroku with --steps-per-double 4\n")
    assert re.search(r"^built in +[\d.]+ s$", text, re.MULTILINE)
    made = read_race_table(file)
    assert (made.finish, made.steps_per_double, made.points, made.exact_checkers) == ("iri-gachi", 4, 2, 2)
    expected = build_race_table(bsg.Rules(steps_per_double=4), 2, 2)
    assert made.buffer.tolist() == expected.buffer.tolist()
    again = out("--table", file)  # of what rules it is, it says itself
    assert again.startswith("races of ban-sugoroku with --steps-per-double 4\n")
    assert re.search(rf"^ways for a side to stand +{expected.states:,}, ", again, re.MULTILINE)


def test_a_table_of_backgammon_is_taken_for_one(out, tmp_path):
    file = tmp_path / "my.table"
    build_race_table(bsg.BACKGAMMON, exact_checkers=1).save(file)
    text = out("--table", file, "--position", "own 6:1 / opp 1:1")
    assert text.startswith("races of backgammon\n")
    assert re.search(r"^win % +75\.00$", text, re.MULTILINE)  # 27 of 36 rolls
    assert re.search(r"^win 2 +0\.00$", text, re.MULTILINE)


def test_the_errors_are_those_of_the_table(out):
    expected = build_race_table(bsg.BAN_SUGOROKU, 2, 2)
    found = json.loads(out(*SMALL, "--check", "3", "--json"))
    assert found["errors"] == [{"checkers": k, **expected.errors(k)._asdict()} for k in (1, 2, 3)]
    text = out(*SMALL, "--check", "3")
    row = expected.errors(3)
    numbers = re.search(r"^ +3 +([\d,.]+(?: +[\d,.]+)*)$", text, re.MULTILINE)[1].replace(",", "").split()
    assert [float(number) for number in numbers] == pytest.approx(list(row), abs=1e-5)


@pytest.mark.parametrize(
    ("position", "is_exact"), [("own 7:1 6:14 / opp 8:1 6:14", True), ("own 7:3 6:12 / opp 8:3 6:12", False)]
)
def test_a_position_is_judged_as_the_table_does(out, position, is_exact):
    value = build_race_table(bsg.BAN_SUGOROKU, 2, 2).value(bsg.Position.parse(position))
    assert value.is_exact == is_exact
    found = json.loads(out(*SMALL, "--position", position, "--json"))
    assert found["position"] == position
    assert found["value"] == {"equity": value.equity, **value._asdict()}
    text = out(*SMALL, "--position", position)
    assert re.search(rf"^equity +{re.escape(f'{value.equity:+.4f}')}$", text, re.MULTILINE)
    assert re.search(rf"^exact +{'yes' if is_exact else '(no|within [0-9.]+)'}$", text, re.MULTILINE)


def test_json_tells_of_the_table(out):
    found = json.loads(out(*SMALL, "--json"))
    table = build_race_table(bsg.BAN_SUGOROKU, 2, 2)
    assert bsg.Rules(**found["rules"]) == bsg.BAN_SUGOROKU
    assert found["table"].pop("seconds") > 0
    assert found["table"] == {
        "read_from": None,
        "written_to": None,
        "finish": "iri-gachi",
        "steps_per_double": 2,
        "points": 2,
        "exact_checkers": 2,
        "states": table.states,
        "bytes": table.buffer.nbytes,
    }
    assert (found["errors"], found["position"], found["value"]) == ([], None, None)


@pytest.mark.parametrize(
    ("error", "sentence"), [(ValueError("no"), "no"), (MemoryError(), "there is not enough memory for so many points")]
)
def test_what_goes_wrong_in_the_background_is_raised(error, sentence):
    def fail():
        raise error

    with pytest.raises(ValueError, match=sentence):
        _interruptible(fail)
    assert _interruptible(lambda: 3) == 3


@pytest.mark.parametrize("stopped", ["build_race_table", "RaceTable.errors"])
def test_ctrl_c_is_told_in_one_sentence(monkeypatch, capsys, stopped):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"bsg.cli.races.{stopped}", interrupted)
    assert main(["races", *SMALL, "--check", "2", "--json"]) == 130
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"stopped before [^\n]+\n", printed.err)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--points 0", "bsg: --points must be 1 to 11, got 0"),
        ("--points many", "'--points': wanted a whole number, got 'many'"),
        ("--exact-checkers 99", "bsg: --exact-checkers must be 0 to "),
        ("--points 1 --check 0", "bsg: --check must be 1 to "),
        ("--points 1 --check 99", "bsg: --check must be 1 to "),
        ("--points 3 --game backgammon", "--points is for iri-gachi, and backgammon bears off"),
        ("--table no.table", "no.table cannot be read: No such file"),
        ("--table my.table --points 3", "--table and --points or --exact-checkers do not go together"),
        (
            "--table my.table --game backgammon",
            "my.table is of iri-gachi with 2 steps per double, and backgammon is of",
        ),
        ("--table text", "text must be a table of races that bsg wrote"),
        ("--out no/my.table", "no/my.table cannot be written: there is no folder no"),
        ("--out .", "it is a folder"),
        ("--position own_24:2_13:13_/_opp_24:2_13:13", "the position is no race"),
        ("--position own_7:1_6:14_/_opp_6:15", "the game is decided, the opponent has won"),
        ("--points 2 --position own_9:1_6:14_/_opp_7:1_6:14", "--points 3 builds one that does"),
        ("--table my.table --position own_9:1_6:14_/_opp_7:1_6:14", "a checker is 3 points before its home"),
        ("--game backgammon --position own_7:1_/_opp_6:1", "all checkers at home"),
        ("--closed-home off", "No such option: --closed-home"),
    ],
)
def test_wrong_input_gets_one_sentence(tmp_path, monkeypatch, capsys, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    build_race_table(bsg.BAN_SUGOROKU, 1, 1).save("my.table")
    (tmp_path / "text").write_text("no table", encoding="utf-8")
    assert main(["races", *(word.replace("_", " ") for word in arguments.split())]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"bsg: [^\n]+\n", printed.err)
    assert sentence in printed.err


def test_no_race_is_told_from_one_as_the_table_does():
    # Own's last checker and the opponent's have just passed each other, or not yet.
    table = build_race_table(bsg.BAN_SUGOROKU)
    passed, not_yet = board({12: 1, 6: 14}, {12: 1, 6: 14}), board({12: 1, 6: 14}, {14: 1, 6: 14})
    assert table.value(passed) is not None
    assert table.value(not_yet) is None
    assert main(["races", "--position", passed.text]) == 0
    assert main(["races", "--position", not_yet.text]) == 2
