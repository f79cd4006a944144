import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import bsg
from bsg import simulation
from bsg.cli import main, perft
from bsg.cli.options import chosen_dice
from bsg.rules import CLOSED_HOMES, FINISHES, STARTS, STEPS_PER_DOUBLE
from bsg.rulings import OPTIONS, RULINGS, SOURCES
from made_records import random_record

START = "own 24:2 13:5 8:3 6:5 / opp 24:2 13:5 8:3 6:5"
WON = "own 6:5 4:5 3:5 / opp 24:2 13:13"
COMMANDS = (
    "simulate",
    "plays",
    "analyse",
    "show",
    "perft",
    "convert",
    "check",
    "play",
    "replay",
    "match",
    "train",
    "races",
    "rules",
)


@pytest.fixture
def out(capsys):
    """Run a command that has to succeed and return what it prints."""

    def run(*arguments):
        status = main(arguments)
        printed = capsys.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    return run


@pytest.fixture
def _ctrl_c_counts():
    """Let Ctrl-C interrupt, also where the shell that runs the tests has it ignored in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def process(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "bsg", *arguments],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"} | options,
    )


def interrupt(*arguments):
    """Run a command in a process of its own, press Ctrl-C when it is well under way, and return how it ended."""
    program = "import bsg.cli.app, sys; print('ready', flush=True); sys.exit(bsg.cli.main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as running:
        assert running.stdout.readline() == "ready\n"
        time.sleep(1)
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate()
        assert time.monotonic() - began < 2  # of which the most is Python's own leaving
    return running.returncode, stdout, stderr


# simulate


def test_simulate_shows_the_numbers_of_the_summary(out):
    text = out("simulate", "--games", "200", "--seed", "7")
    summary = bsg.simulate(200, seed=7)
    assert text.startswith("200 games of ban-sugoroku\n")
    for row in summary.rows():
        assert re.search(r"\s+".join(map(re.escape, filter(None, map(str.strip, row)))), text)
    for what, value in summary.facts():
        assert re.search(rf"^{re.escape(what)} +{re.escape(value)}$", text, re.MULTILINE)
    assert re.search(r"^time +[\d.,]+ s, [\d.,]+ games a second$", text, re.MULTILINE)


def test_simulate_json_is_the_summary_and_nothing_else(out):
    text = out(
        "simulate", "-n", "50", "--seed", "7", "--game", "backgammon", "--threads", "2", "--max-plies", "90", "--json"
    )
    expected = bsg.simulate(50, bsg.BACKGAMMON, seed=7, max_plies=90).to_dict()
    found = json.loads(text)
    assert found.pop("games_per_second") > 0
    assert found == expected | {"games_asked": 50, "interrupted": False}


def test_simulate_from_a_position_under_changed_rules(out):
    position = "own bar:1 13:5 8:3 6:5 / opp 24:2 13:5 8:3 6:4"
    text = out(
        *("simulate", "-n", "50", "--seed", "7", "--position", f"{position} 20:1", "--json", "--finish", "bear-off"),
        *("--closed-home", "instant", "--steps-per-double", "4", "--start", "roll-off", "--gammons"),
    )
    rules = bsg.Rules("bear-off", "instant", 4, "roll-off", gammons=True)
    expected = bsg.simulate(50, rules, seed=7, position=bsg.Position.parse(f"{position} 20:1"))
    found = json.loads(text)
    assert {name: found[name] for name in expected.to_dict()} == expected.to_dict()


def test_simulate_shows_a_position_that_is_not_the_start(out):
    assert "/ opp" not in out("simulate", "-n", "3")
    assert "own 8:1 6:14 / opp 24:2 13:13\n" in out(
        "simulate", "-n", "3", "--position", "own 8:1 6:14 / opp 24:2 13:13"
    )


def test_simulate_without_a_seed_tells_one_that_repeats_it(out):
    first = json.loads(out("simulate", "-n", "20", "--json"))
    again = json.loads(out("simulate", "-n", "20", "--json", "--seed", str(first["seed"])))
    assert first.pop("games_per_second") > 0 < again.pop("games_per_second")
    assert again == first


def test_simulate_keeps_to_80_columns(out):
    text = out(
        *("simulate", "-n", "20", "--position", START.replace("24:2", "24:1 23:1"), "--seed", str(2**64 - 1)),
        *("--finish", "bear-off", "--closed-home", "instant", "--steps-per-double", "4", "--start", "roll-off"),
    )
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("", "ban-sugoroku"),
        ("--finish bear-off", "ban-sugoroku with --finish bear-off"),
        ("--finish bear-off --gammons", "ban-sugoroku with --finish bear-off --gammons"),
        ("--game backgammon", "backgammon"),
        ("--game backgammon --no-gammons", "backgammon with --no-gammons"),
        ("--game backgammon --steps-per-double 2", "backgammon with --steps-per-double 2"),
    ],
)
def test_headings_name_the_game_as_it_was_chosen(out, options, name):
    assert out("plays", "65", *options.split()).startswith(f"6-5  五六 Goroku  ({name})\n")
    assert out("perft", "0", *options.split()).startswith(f"depth 0, {name}, from ")
    assert out("simulate", "-n", "2", *options.split()).startswith(f"2 games of {name}\n")
    assert f"chosen here: {name}, won by" in " ".join(out("rules", *options.split()).split())


@pytest.mark.usefixtures("_ctrl_c_counts")
@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_leaves_simulate_with_a_sentence_and_the_part_so_far(as_json):
    status, stdout, stderr = interrupt("simulate", "--games", "1000000000", *(["--json"] if as_json else []))
    assert status == 130
    done = re.fullmatch(r"stopped after ([\d,]+) of 1,000,000,000 games\n", stderr)[1]
    if as_json:
        found = json.loads(stdout)
        assert f"{found['games']:,}" == done
        assert (found["games_asked"], found["interrupted"]) == (1_000_000_000, True)
    else:
        assert stdout.startswith(f"{done} of 1,000,000,000 games of ban-sugoroku (stopped)\n")
        assert "the seed alone does not give these games again" in stdout


def test_an_interruption_before_the_first_game_shows_no_table(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise simulation.SimulationInterrupted("stopped after 0 of 9 games", None)

    monkeypatch.setattr("bsg.cli.simulate.simulate", interrupted)
    assert main(["simulate", "-n", "9"]) == 130
    assert capsys.readouterr() == ("", "stopped after 0 of 9 games\n")


def read_terminal(*arguments, **environment):
    """Run a command in a terminal of its own and return all that it shows."""
    ours, theirs = os.openpty()
    with process(*arguments, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "xterm"} | environment) as running:
        os.close(theirs)
        shown = b""
        while running.poll() is None or select.select([ours], [], [], 0)[0]:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    shown += os.read(ours, 65536)
                except OSError:  # what Linux says at the end of a terminal
                    break
    os.close(ours)
    return running.returncode, shown.decode()


def test_the_progress_bar_is_for_terminals():
    status, shown = read_terminal("simulate", "-n", "3000", "--seed", "1")
    assert status == 0
    assert "3,000 of 3,000 games" in shown
    assert "3,000 games of ban-sugoroku" in shown


# plays


@pytest.mark.parametrize("text", ["3-1", "31", "3,1", "3 1", " 3 - 1 ", "3/1", "3\t1"])
def test_dice_can_be_written_in_many_ways(text):
    assert chosen_dice(text) == (3, 1)


def test_plays_shows_roll_board_and_every_play_with_the_position_reached(out):
    text = out("plays", "1-3")
    assert text.splitlines()[0] == "3-1  三一 Sanmichi  (ban-sugoroku)"
    assert START in text
    assert str(bsg.Position.start()) in text
    assert "16 legal plays" in text
    for play in bsg.plays(bsg.Position.start(), (3, 1)):
        assert re.search(rf"^{re.escape(str(play))} +{re.escape(play.after.text)}$", text, re.MULTILINE)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_plays_shows_only_kanji_where_no_reading_is_known(out):
    assert out("plays", "21").startswith("2-1  一二  (ban-sugoroku)\n")


def test_plays_shows_how_a_play_ends_the_game(out):
    text = out("plays", "5-4", "--position", "own 11:1 6:5 4:4 3:5 / opp 23:2 13:13")
    assert re.search(r"^play +position reached, seen by the side that moved +result$", text, re.MULTILINE)
    assert re.search(r"^11/6 +own 6:6 4:4 3:5 / opp 23:2 13:13 +wins 1 point, iri-gachi$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("own bar:1 13:14 / opp 6:3 5:3 4:3 3:2 2:2 7:2", "No checker can move: the only play is a pass"),
        (WON, "No plays: the game is decided, own has won 1 point, iri-gachi."),
        (
            "own bar:1 13:14 / opp 6:3 5:3 4:3 3:2 2:2 1:2",
            "No plays: the game is decided, the opponent has won 3 points, mujo-gachi.",
        ),
        (
            "own bar:1 6:3 5:3 4:2 3:2 2:2 1:2 / opp bar:1 6:3 5:3 4:2 3:2 2:2 1:2",
            "No plays: the game is decided, a draw, since neither side can ever move.",
        ),
    ],
)
def test_plays_says_why_there_is_nothing_to_choose(out, position, sentence):
    assert sentence in out("plays", "66", "--position", position)


def test_plays_json(out):
    position = bsg.Position.parse("own 6:3 5:12 / opp bar:1 21:4 6:10")
    found = json.loads(
        out("plays", "6,5", "--position", position.text, "--game", "backgammon", "--no-gammons", "--json")
    )
    rules = bsg.Rules("bear-off", "off", 4, "opening-roll")
    assert found["dice"] == [6, 5]
    assert found["position"] == position.text
    assert found["name"] == {"kanji": "五六", "romaji": "Goroku"}
    assert found["result"] is None
    assert [play["after"] for play in found["plays"]] == [
        play.after.text for play in bsg.plays(position, (6, 5), rules)
    ]
    assert found["plays"][0]["steps"][0] == {"source": 6, "target": 0, "die": 6, "hit": False}
    assert found["rules"]["steps_per_double"] == 4


def test_plays_json_tells_results(out):
    found = json.loads(out("plays", "66", "--position", WON, "--json"))
    assert found["plays"] == []
    assert found["result"] == {"points": 1, "kind": "iri-gachi"}


# perft


def test_perft_shows_the_count(out):
    text = out("perft", "2")
    assert re.fullmatch(rf"depth 2, ban-sugoroku, from {START}\n63,722 leaves in [\d.]+ s(, [\d,]+ a second)?\n", text)


@pytest.mark.parametrize(
    ("seconds", "says"), [(0.002, "1 leaf in 0.002 s\n"), (0.5, "1 leaf in 0.500 s, 2 a second\n")]
)
def test_perft_tells_no_rate_when_the_time_is_too_short(out, monkeypatch, seconds, says):
    clock = SimpleNamespace(perf_counter=iter((0, seconds)).__next__)
    monkeypatch.setattr(perft, "time", clock)
    assert out("perft", "0").endswith(says)


def test_perft_json(out):
    found = json.loads(out("perft", "1", "--game", "backgammon", "--json"))
    assert (found["leaves"], found["depth"], found["position"]) == (447, 1, START)


@pytest.mark.usefixtures("_ctrl_c_counts")
def test_ctrl_c_leaves_perft_with_a_sentence():
    status, stdout, stderr = interrupt("perft", "9")
    assert (status, stdout) == (130, "")
    assert re.fullmatch(r"stopped after [\d.]+ s, before depth 9 was counted\n", stderr)


# rules


def test_rules_tells_every_ruling_option_roll_and_source(out):
    text = out("rules")
    flat = " ".join(text.split())
    for ruling in RULINGS:
        assert f"{ruling.number} {ruling.title}. {ruling.text}" in flat
    for option in OPTIONS:
        assert f"--{option.name.replace('_', '-')}\n" in text
        assert all(meaning in flat for meaning in option.values.values())
    for high, low in bsg.ROLLS:
        name = bsg.roll_name((high, low))
        assert re.search(rf"^{high}-{low} +{name.kanji} +{name.romaji or '–'}$", text, re.MULTILINE)
    assert all(source in flat for source in SOURCES)


def test_rules_marks_what_the_options_choose(out):
    text = out("rules", "--closed-home", "instant")
    assert re.search(r"^ \* instant ", text, re.MULTILINE)
    assert not re.search(r"^ \* bonus ", text, re.MULTILINE)
    assert "ban-sugoroku with --closed-home instant, won by iri-gachi, muji-gachi" in " ".join(text.split())


def test_rules_keeps_to_80_columns_in_a_pipe(out):
    text = out("rules", "--game", "backgammon", "--closed-home", "instant", "--start", "roll-off")
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize(("columns", "widest"), [(60, 60), (100, 100), (300, 100)])
def test_rules_fills_a_terminal_up_to_100_columns(columns, widest):
    status, shown = read_terminal("rules", COLUMNS=str(columns))
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
    assert status == 0
    assert widest - 15 < max(map(len, lines)) <= widest


def test_a_dumb_terminal_cuts_nothing():
    status, shown = read_terminal("plays", "6-5", TERM="dumb", COLUMNS="40")
    assert status == 0
    assert all(play.after.text in shown for play in bsg.plays(bsg.Position.start(), (6, 5)))
    assert "…" not in shown


def test_rules_json(out):
    found = json.loads(out("rules", "--json"))
    assert [ruling["number"] for ruling in found["rulings"]] == [f"R{number}" for number in range(1, 18)]
    assert len(found["rolls"]) == 21
    assert bsg.Rules(**found["games"]["backgammon"]) == bsg.BACKGAMMON
    assert bsg.Rules(**found["chosen"]) == bsg.BAN_SUGOROKU


def test_the_options_told_are_those_of_rules():
    told = {option.name: tuple(option.values) for option in OPTIONS}
    assert told == {
        "finish": FINISHES,
        "closed_home": CLOSED_HOMES,
        "steps_per_double": STEPS_PER_DOUBLE,
        "start": STARTS,
        "gammons": (False, True),
    }


@pytest.mark.parametrize("number", ["R10", "R11", "R12", "R13"])
def test_rulings_about_sessions_say_that_there_are_none_yet(number):
    ruling = next(ruling for ruling in RULINGS if ruling.number == number)
    assert "this version has no sessions yet" in ruling.text


# help and version


@pytest.mark.parametrize("command", [(), *((command,) for command in COMMANDS)])
def test_help(out, command):
    text = out(*command, "--help")
    assert out(*command, "-h") == text
    assert ("--start" in text) == (command in {("simulate",), ("match",), ("rules",)})
    assert text.startswith("Usage: bsg")
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "…" not in text
    if command not in {(), ("rules",), ("convert",), ("check",), ("play",), ("replay",), ("train",)}:
        assert "    own 24:2 13:5 8:3 6:5 / opp bar:1 13:5 8:4 6:5\n" in text


def test_the_examples_of_the_help_work(out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("match.mat").write_text(bsg.write_record(random_record(1), "mat"), encoding="utf-8")
    examples = re.findall(r"^    bsg (.*)$", out("--help"), re.MULTILINE)
    assert len(examples) == 13
    for example in examples:
        arguments = [quoted or word for quoted, word in re.findall(r"'([^']*)'|(\S+)", example)]
        quick = {"simulate": ["--games", "10"], "perft": ["--position", WON]}  # the last --games counts
        assert out(*arguments, *quick.get(arguments[0], [])) or "--out" in arguments
    assert {file.name for file in tmp_path.iterdir()} == {"board.svg", "match.mat", "match.sgf"}


# match


def test_match_shows_the_numbers_of_play_match(out):
    text = out("match", "net", "random", "--games", "60", "--seed", "7")
    match = bsg.play_match("net", "random", 60, seed=7)
    assert text.startswith("60 games of ban-sugoroku, in pairs with the same dice\n")
    for what, value in match.facts():
        assert f"{what} " in text
        assert value in text
    assert "games a second" in text


def test_match_json_is_the_match(out, tmp_path):
    bsg.network.shipped_network(bsg.BACKGAMMON).save(tmp_path / "my.net")
    mine = f"net:{tmp_path / 'my.net'}"
    shown = json.loads(out("match", mine, "net", "-n", "20", "--seed", "3", "--game", "backgammon", "--json"))
    assert shown.pop("games_per_second") > 0
    assert (shown.pop("games_asked"), shown.pop("interrupted"), shown.pop("bots")) == (20, False, [mine, "net"])
    expected = bsg.play_match("net", "net", 20, bsg.BACKGAMMON, seed=3).to_dict()
    assert shown == {name: value for name, value in expected.items() if name != "bots"}


def test_simulate_takes_bots(out):
    shown = json.loads(out("simulate", "--players", "net", "simple", "-n", "20", "--seed", "3", "--json"))
    assert shown["players"] == ["net", "simple"]
    assert shown["wins"] == list(bsg.simulate(20, seed=3, players=("net", "simple")).wins)


def test_version(out):
    assert re.fullmatch(r"bsg \S+\n", out("--version"))


# wrong input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "a command is missing: simulate, plays, analyse, show, "),
        ("chess", "No such command 'chess'"),
        ("simulat", "did you mean 'simulate'?"),
        ("--nope", "No such option: --nope"),
        ("simulate --gamse 3", "No such option: --gamse"),
        ("simulate --games", "Option '--games' requires an argument"),
        ("match net nobody", "bsg: a bot must be one of random, simple, "),
        ("match net net -n 3", "bsg: --games must be an even number"),
        ("match net net:no.net", "bsg: no.net cannot be read: No such file"),
        ("simulate --games many", "wanted a whole number, got 'many'"),
        ("simulate --games 1.5", "wanted a whole number, got '1.5'"),
        ("simulate --games 0", "bsg: --games must be at least 1, got 0"),
        ("simulate --games -4", "bsg: --games must be at least 1, got -4"),
        ("simulate --games 99999999999999999999", "games must be at most 2**63 - 1"),
        ("simulate --seed -1", "bsg: --seed must be 0 to 18446744073709551615, got -1"),
        ("simulate --seed 18446744073709551616", "seed must be 0 to 18446744073709551615"),
        ("simulate --seed x", "'--seed': wanted a whole number, got 'x'"),
        ("simulate --threads 0", "bsg: --threads must be 1 to 1024, got 0"),
        ("simulate --max-plies 0", "bsg: --max-plies must be at least 1, got 0"),
        ("simulate 100", "unexpected extra argument"),
        ("plays", "the dice are missing: write them like 3-1"),
        ("plays 7-1", "the dice must be two numbers 1 to 6, written like 3-1 or 31, got '7-1'"),
        ("plays 3-1-1", "got '3-1-1'"),
        ("plays ３１", "got '３１'"),
        ("plays -31", "the dice must be two numbers 1 to 6, written like 3-1 or 31, got '-31'"),
        ("plays 3 1", "the dice must be one word, got '3 1'; write 3-1"),
        ("plays 3-1 6-5", "the dice must be one word, got '3-1 6-5'; write one such as 3-1"),
        ("plays 31 --start roll-off", "No such option: --start"),
        ("perft -1", "bsg: DEPTH must be 0 to 100, got -1"),
        ("perft -1 -2", "No such option: -2"),
        ("perft -h1", "No such option: -1"),
        ("simulate -5", "unexpected extra argument"),
        ("plays 31 --position nonsense", "a position must read like"),
        ("plays 31 --position own_24:2_/_opp_1:16", "opponent has 16 checkers instead of 15; point 24 is held by both"),
        ("plays 31 --position own_6:5_/_opp_6:15", "(R17)"),
        ("plays 31 --position own_6:15_/_opp_6:15", "(R7)"),
        ("plays 31 --game chess", "'--game': 'chess' is not one of 'ban-sugoroku', 'backgammon'"),
        ("plays 31 --finish x", "'--finish': 'x' is not one of 'iri-gachi', 'bear-off'"),
        ("plays 31 --steps-per-double 3", "bsg: --steps-per-double must be 2 or 4, got 3"),
        ("plays 31 --gammons", "--gammons needs --finish bear-off"),
        ("plays 31 --game backgammon --finish iri-gachi", "--finish iri-gachi needs --no-gammons too"),
        ("plays 31 --json=3", "'--json' does not take a value"),
        ("perft", "Missing argument 'DEPTH'"),
        ("perft deep", "'DEPTH': wanted a whole number, got 'deep'"),
        ("perft -- -1", "DEPTH must be 0 to 100, got -1"),
        ("perft 101", "DEPTH must be 0 to 100, got 101"),
        ("rules R1", "Got unexpected extra argument: R1; bsg rules --help tells more"),
        ("rules --start never", "'--start': 'never' is not one of"),
    ],
)
def test_wrong_input_gets_one_sentence_and_status_2(capsys, arguments, sentence):
    status = main([word.replace("_", " ") for word in arguments.split()])
    printed = capsys.readouterr()
    assert status == 2
    assert printed.out == ""
    assert re.fullmatch(r"bsg: [^\n]+\n", printed.err)
    assert sentence.lower() in printed.err.lower()
    assert ") (" not in printed.err


def test_wrong_input_of_several_lines_gets_one_line(capsys):
    assert main(["plays", "31", "--game", "two\nlines"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_typer_one_sentence_says_what_to_install(monkeypatch, capsys, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["rules"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "bsg: the command line needs typer and rich: run pip install 'ban-sugoroku[cli]'\n"


def test_ctrl_c_while_the_commands_are_loaded_shows_no_traceback(tmp_path):
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    with process("rules", env=os.environ | {"PYTHONPATH": path}) as running:
        assert running.communicate() == ("", "bsg: stopped\n")
    assert running.returncode == 130


# pipes


def test_python_m_bsg_works_and_wrong_input_shows_no_traceback():
    with process("plays", "9-9") as running:
        stdout, stderr = running.communicate()
    assert (running.returncode, stdout) == (2, "")
    assert re.fullmatch(r"bsg: the dice must be [^\n]+\n", stderr)


@pytest.mark.parametrize("arguments", [("plays", "6-6"), ("rules",), ("rules", "--json"), ("--help",)])
def test_a_closed_pipe_shows_no_traceback(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    with process(*arguments, stdout=writer) as running:
        os.close(writer)
        assert running.communicate()[1] == ""
    assert running.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_in_one_sentence():
    with Path("/dev/full").open("w") as full, process("plays", "6-6", stdout=full) as running:
        stderr = running.communicate()[1]
    assert running.returncode == 1
    assert re.fullmatch(r"bsg: the output cannot be written: [^\n]+\n", stderr)


def test_output_in_a_pipe_is_the_same_whatever_the_terminal():
    texts = set()
    for environment in ({"COLUMNS": "20"}, {"COLUMNS": "300", "TERM": "dumb"}):
        with process("plays", "6-5", env=os.environ | environment) as running:
            texts.add(running.communicate()[0])
    (text,) = texts
    assert "\x1b" not in text
    assert "…" not in text
    assert "24/18 13/8" in text


def written_in(encoding, *arguments):
    """Run a command whose output has an encoding, and return what it prints."""
    with process(*arguments, env=os.environ | {"PYTHONIOENCODING": encoding}, encoding=encoding) as running:
        stdout, stderr = running.communicate()
    assert (running.returncode, stderr) == (0, "")
    return stdout


def test_an_output_without_kanji_leaves_them_out_and_the_macrons():
    assert written_in("ascii", "plays", "6-6").startswith("6-6  Choroku  (ban-sugoroku)\n")
    assert written_in("ascii", "plays", "2-1").startswith("2-1  (ban-sugoroku)\n")
    assert written_in("cp932", "plays", "6-6").startswith("6-6  重六 Choroku  (ban-sugoroku)\n")
    assert re.search(r"^roll   romaji\n1-1    Decchi\n2-1    -$", written_in("latin-1", "rules"), re.MULTILINE)


def test_an_output_without_plus_minus_gets_signs_for_it():
    assert re.search(r"seat 0 +[+-]0\.\d{4} \+/- 0\.\d{4}$", written_in("ascii", "simulate", "-n", "50"), re.MULTILINE)


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "latin-1", "utf-8"])
def test_json_is_whole_in_every_encoding(encoding):
    text = written_in(encoding, "plays", "6-6", "--json")
    assert json.loads(text)["name"] == {"kanji": "重六", "romaji": "Chōroku"}
    assert text.isascii() == (encoding != "utf-8")


@pytest.mark.parametrize(
    ("command", "status", "sentence"),
    [
        ("rules", 1, r"bsg: the output cannot be written: [^\n]+\n"),
        ("simulate -n 10 --json", 1, r"bsg: the output cannot be written: [^\n]+\n"),
        ("plays 9-9", 2, r"bsg: the dice must be [^\n]+\n"),
    ],
)
def test_a_closed_output_is_told_in_one_sentence(command, status, sentence):
    with subprocess.Popen(
        ["/bin/sh", "-c", f'exec "$0" -m bsg {command} >&-', sys.executable], stderr=subprocess.PIPE, text=True
    ) as running:
        assert re.fullmatch(sentence, running.communicate()[1])
    assert running.returncode == status
