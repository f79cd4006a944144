"""`bsg analyse` as a user runs it: the table, the position alone, races, JSON, and what is refused."""

import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

import bsg
from bsg.cli import main
from bsg.network import shipped_network
from bsg.version import installed_version

RACE = "own 9:1 7:1 1:13 / opp 8:1 1:14"


@pytest.fixture
def out(capsys):
    """Run a command that has to succeed and return what it prints."""

    def run(*arguments):
        status = main(arguments)
        printed = capsys.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    return run


def rows_of(text):
    """Return the rows of the table of plays, each as (rank, play, ply, the numbers)."""
    found = re.findall(r"^ *(\d+)  (\S.*?)  +(\d|exact|wins)  +([-+].*)$", text, re.MULTILINE)
    return [(int(rank), play, ply, [float(number) for number in rest.split()]) for rank, play, ply, rest in found]


@pytest.mark.parametrize("game", ["ban-sugoroku", "backgammon"])
def test_the_table_is_what_analyse_answers(out, game):
    rules = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}[game]
    text = out("analyse", "3-1", "--game", game, "--ply", "1", "--top", "all")
    expected = bsg.analyse(bsg.Position.start(), (3, 1), rules, 1)
    rows = rows_of(text)
    assert [(play, ply) for _, play, ply, _ in rows] == [(str(row.play), str(row.ply)) for row in expected]
    assert [rank for rank, *_ in rows] == list(range(1, 17))
    for (rank, _, _, numbers), row in zip(rows, expected, strict=True):
        assert numbers[0] == pytest.approx(row.equity, abs=6e-5)
        if rank > 1:
            assert numbers.pop(1) == pytest.approx(row.equity - expected[0].equity, abs=6e-5)
        assert numbers[1:] == pytest.approx([100 * chance for chance in row.probabilities], abs=0.06)


@pytest.mark.parametrize(
    ("options", "columns"),
    [
        ("", ["win %", "win 2+", "win 3", "lose 2+", "lose 3"]),
        ("--game backgammon", ["win %", "win 2+", "win 3", "lose 2+", "lose 3"]),
        ("--closed-home instant", ["win %"]),
        ("--finish bear-off", ["win %"]),
    ],
)
def test_only_wins_that_the_rules_know_have_a_column(out, options, columns):
    heading = next(
        line for line in out("analyse", "31", "--ply", "0", *options.split()).splitlines() if " ply " in line
    )
    assert re.split("  +", heading.strip()) == ["#", "play", "ply", "equity", "diff", *columns]


def test_the_table_is_cut_and_says_so(out):
    text = out("analyse", "31", "--ply", "0")
    assert len(rows_of(text)) == 10
    assert text.endswith("\n6 more plays: --top all shows them too\n")
    text = out("analyse", "31", "--ply", "0", "--top", "16")
    assert len(rows_of(text)) == 16
    assert "more play" not in text


def test_an_id_brings_its_dice_and_other_dice_come_before_them(out):
    identifier = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    text = out("analyse", "--id", identifier, "--ply", "0")
    assert text.startswith("3-1  三一 Sanmichi  (backgammon)\n")
    assert rows_of(text)[0][1] == "8/5 6/5"
    assert out("analyse", "65", "--id", identifier, "--ply", "0").startswith("6-5  五六 Goroku  (backgammon)\n")


def test_without_dice_the_position_is_judged(out):
    text = out("analyse", "--ply", "1")
    worth = bsg.evaluate(bsg.Position.start(), ply=1)
    assert text.startswith("before the roll  (ban-sugoroku)\n")
    assert re.search(rf"^equity at 1-ply +{re.escape(f'{worth.equity:+.4f}')}$", text, re.MULTILINE)
    assert re.search(rf"^win % +{100 * worth.probabilities.win:.1f}$", text, re.MULTILINE)
    found = json.loads(out("analyse", "--ply", "1", "--json"))
    assert (found["dice"], found["ply"], found["evaluation"]["equity"]) == (None, 1, worth.equity)
    assert found["evaluation"]["probabilities"] == worth.probabilities._asdict()


def test_json_holds_every_play(out):
    found = json.loads(out("analyse", "6-5", "--ply", "1", "--top", "1", "--json"))
    expected = bsg.analyse(bsg.Position.start(), (6, 5), ply=1)
    assert [(play["play"], play["ply"], play["equity"]) for play in found["plays"]] == [
        (str(row.play), row.ply, row.equity) for row in expected
    ]
    assert [play["rank"] for play in found["plays"]] == list(range(1, len(expected) + 1))
    assert found["plays"][0]["difference"] == 0
    assert found["plays"][1]["difference"] == expected[1].equity - expected[0].equity
    assert found["plays"][0]["after"] == expected[0].play.after.text
    assert found["plays"][0]["race"] is None
    assert bsg.Rules(**found["rules"]) == bsg.BAN_SUGOROKU
    assert (found["dice"], found["ply"], found["version"]) == ([6, 5], 1, installed_version())
    assert found["network"]["file"] is None


def test_a_race_that_is_known_exactly_is_called_so_and_a_play_that_wins_too(out):
    text = out("analyse", "31", "--position", RACE)
    # Any roll brings the opponent's last checker home.
    assert rows_of(text)[0][1:3] == ("9/6 7/6", "wins")
    assert {ply for _, _, ply, _ in rows_of(text)[1:]} == {"exact"}
    assert "exact: a race" in text
    races = [play["race"] for play in json.loads(out("analyse", "31", "--position", RACE, "--json"))["plays"]]
    assert races == [None, "exact", "exact", "exact"]
    assert "exact: a race" in out("analyse", "--position", RACE)
    assert "a race" not in out("analyse", "31", "--ply", "0")


def test_other_races_are_said_to_be_known_nearly(out):
    long_race = ("--position", "own 9:5 7:6 5:4 / opp 8:10 3:5")
    text = out("analyse", "31", *long_race, "--ply", "0")
    assert {ply for _, _, ply, _ in rows_of(text)} == {"0"}
    assert "A race, judged by how many turns each side needs" in text
    assert json.loads(out("analyse", *long_race, "--json"))["evaluation"]["race"] == "one-sided"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("own 6:5 4:5 3:5 / opp 24:2 13:13", "The game is decided, own has won 1 point, iri-gachi."),
        ("own 24:2 13:13 / opp 6:5 4:5 3:5", "The game is decided, the opponent has won 1 point, iri-gachi."),
    ],
)
def test_a_decided_game_is_told_with_dice_and_without(out, position, sentence):
    for dice in ((), ("31",)):
        assert sentence in out("analyse", *dice, "--position", position)
    assert json.loads(out("analyse", "31", "--position", position, "--json"))["plays"] == []
    assert json.loads(out("analyse", "--position", position, "--json"))["evaluation"] is None


def test_a_forced_pass_is_judged_too(out):
    text = out("analyse", "66", "--position", "own bar:1 13:14 / opp 6:3 5:3 4:3 3:2 2:2 7:2", "--ply", "0")
    assert [play for _, play, *_ in rows_of(text)] == ["pass"]


def test_a_network_of_ones_own_judges(out, tmp_path):
    shipped_network(bsg.BAN_SUGOROKU).save(tmp_path / "my.net")
    mine = out("analyse", "31", "--network", str(tmp_path / "my.net"), "--ply", "1")
    assert mine == out("analyse", "31", "--ply", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "31", "--ply", "0"),
        ("match", "net", "random", "-n", "2"),
        ("simulate", "--players", "random", "net", "-n", "2"),
    ],
)
def test_a_network_for_other_rules_is_told(capsys, arguments):
    assert main([*arguments, "--game", "backgammon", "--no-gammons"]) == 0
    assert re.fullmatch(
        r"bsg: the network was trained for [^\n]+, not for backgammon with --no-gammons\n", capsys.readouterr().err
    )
    assert main([*arguments, "--game", "backgammon"]) == 0
    assert capsys.readouterr().err == ""


def test_a_network_is_for_all_rules_that_are_the_same_in_play():
    network = shipped_network(replace(bsg.BAN_SUGOROKU, finish="bear-off", closed_home="off"))
    assert network.is_for(bsg.Rules("bear-off", "bonus", start="roll-off"))  # nobody can earn the bonus (R5)
    assert not network.is_for(bsg.Rules("bear-off", "instant"))
    assert not network.is_for(bsg.Rules("bear-off", "off", 4))
    assert not shipped_network(bsg.BAN_SUGOROKU).is_for(bsg.Rules(closed_home="off"))


def test_time_that_is_over_leaves_what_is_known_by_then(out):
    text = out("analyse", "11", "--game", "backgammon", "--ply", "3", "--seconds", "0.01")
    assert "The time was over before 3-ply was finished." in text
    assert rows_of(text)[0][2] in {"0", "1", "2"}


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_it_at_once_with_a_sentence(threads):
    program = (
        "import bsg.cli.app, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "print('ready', flush=True); sys.exit(bsg.cli.main())"
    )
    more = ("--game", "backgammon", "--position", "own 24:2 13:5 8:3 6:4 bar:1 / opp 22:1 18:1 13:5 8:3 6:5")
    with subprocess.Popen(
        [sys.executable, "-c", program, "analyse", "22", "--ply", "3", "--threads", threads, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.8)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate()
    if running.returncode:  # else this machine was faster than the signal
        assert (running.returncode, stdout) == (130, "")
        assert stderr.startswith("stopped before 3-ply was finished")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("7-1", "the dice must be two numbers 1 to 6"),
        ("3 1", "the dice must be one word, got '3 1'; write 3-1"),
        ("31 --top 0", "'--top': wanted how many plays, 1 or more, or the word all, got '0'"),
        ("31 --top some", "got 'some'"),
        ("31 --ply 4", "bsg: --ply must be 0 to 3, got 4"),
        ("--ply -1", "bsg: --ply must be 0 to 3, got -1"),
        ("31 --seconds 0", "bsg: --seconds must be more than 0"),
        ("31 --seconds soon", "'--seconds': wanted a number, got 'soon'"),
        ("31 --threads 0", "bsg: --threads must be 1 to 1024, got 0"),
        ("31 --network no.net", "bsg: no.net cannot be read: No such file"),
        ("--top 3", "--top is for the plays of a roll, and there are no dice"),
        ("--seconds 3", "--seconds is for the plays of a roll, and there are no dice"),
        ("31 --id nonsense", "wanted an XGID, a GNUbg ID or a Position ID"),
        ("31 --position x --id y", "give one of them"),
        ("31 --position own_6:15_/_opp_6:15", "(R7)"),
        ("--position own_6:15_/_opp_6:15", "(R7)"),
    ],
)
def test_wrong_input_gets_one_sentence(capsys, arguments, sentence):
    assert main(["analyse", *(word.replace("_", " ") for word in arguments.split())]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"bsg: [^\n]+\n", printed.err)
    assert sentence in printed.err


@pytest.mark.parametrize("command", ["analyse", "races"])
def test_the_examples_of_the_help_work(out, command):
    examples = re.findall(rf"^    bsg {command} (.*)$", out(command, "--help"), re.MULTILINE)
    assert len(examples) == 4
    for example in examples:
        if "races.table" not in example:  # to be built in a quarter of a minute
            assert out(command, *(quoted or word for quoted, word in re.findall(r"'([^']*)'|(\S+)", example)))
