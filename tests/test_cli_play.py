"""`bsg play` and `bsg replay`."""

import io
import json
import re

import pytest

import bsg
from bsg import session as s
from bsg.cli import main
from tables import KEY, Loaded, Table, play_out


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command with some standard input; return its exit status, output and errors."""

    def running(*arguments, stdin=""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return running


def test_a_game_is_played_over_a_pipe_and_replayed(run, tmp_path):
    file = tmp_path / "game.json"
    status, printed, errors = run("play", "--save", str(file), stdin="help\n?\nsteps\nresign\n")
    assert (status, errors) == (0, "")
    assert "a play such as 8/5 6/5" in printed
    assert "bot wins 1: iri-gachi by resignation; score 0-1" in printed
    assert re.search(r"\d+ by [1-6]", printed)
    status, printed, errors = run("replay", str(file))
    assert (status, errors) == (0, "")
    assert "bot wins 1, iri-gachi by resignation" in printed
    assert "dice not to be verified" in printed


def test_the_bot_is_chosen_by_name(run, tmp_path):
    network = bsg.network.shipped_network()
    network.save(tmp_path / "my.net")
    file = tmp_path / "game.json"
    for bot in ("simple", f"net:{tmp_path / 'my.net'}"):
        assert run("play", "--bot", bot, "--save", str(file), stdin="resign\n")[0] == 0
        assert run("replay", str(file))[0] == 0
    status, _, errors = run("play", "--bot", "nobody")
    assert (status, errors.startswith("bsg: a bot must be one of random, simple, ")) == (2, True)


class Player:
    """Types whatever may be asked for, and gives up in the end."""

    buffer = None

    def __init__(self):
        self.lines = 0

    def isatty(self):
        return False

    def readline(self):
        self.lines += 1
        assert self.lines < 100
        return "resign\n" if self.lines > 60 else ("roll\n", "take\n", "undo\n", "13/7 8/7\n")[self.lines % 4]


@pytest.mark.parametrize("game", ["ban-sugoroku", "backgammon"])
def test_a_game_ends_when_the_player_gives_up(monkeypatch, game, capsys):
    player = Player()
    monkeypatch.setattr("sys.stdin", player)
    assert main(["play", "--game", game]) == 0
    assert player.lines == 61
    assert "by resignation" in capsys.readouterr().out


def test_what_cannot_be_done_is_said_and_the_game_goes_on(run):
    status, printed, errors = run("play", stdin="jump\n1/2\nundo\nend\ndouble\n30 by 7\nquit\n")
    assert status == 0
    lines = errors.splitlines()
    assert len(lines) == 6
    assert all(line.startswith("bsg: ") for line in lines)
    assert printed.count("to play (help tells how)") == 1


def test_input_that_ends_ends_the_game(run):
    assert run("play", stdin="")[0] == 0


def test_fair_dice_are_verified_and_forged_files_refused(run, tmp_path):
    table = Table(s.Settings(dice="fair"), dice=s.FairDice(KEY))
    play_out(table)
    file = tmp_path / "fair.json"
    file.write_bytes(s.write_events(table.session.events))
    assert re.search(r"\d+ rolls verified", run("replay", str(file))[1])
    forged = json.loads(file.read_text(encoding="utf-8"))
    roll = next(event for event in forged["events"] if event["type"] == "dice rolled")
    roll["dice"][0] = roll["dice"][0] % 6 + 1
    file.write_text(json.dumps(forged), encoding="utf-8")
    status, _, errors = run("replay", str(file))
    assert status == 2
    assert re.match(r"bsg: .*event \d+", errors)
    assert run("replay", "/nowhere.json") == (2, "", "bsg: /nowhere.json cannot be read: No such file or directory\n")
    assert run("replay", stdin="{}")[0] == 2


def test_a_replay_shows_cube_and_passes(run, tmp_path):
    table = Table(s.Settings(rules=bsg.BACKGAMMON, cube_limit=64), dice=Loaded((3, 1)))
    table.turn()
    seat = table.session.state.on_roll
    table.do(s.Double, seat)
    table.do(s.Take, 1 - seat)
    file = tmp_path / "cube.json"
    file.write_bytes(s.write_events(table.session.events))
    printed = run("replay", str(file))[1]
    assert "doubles" in printed
    assert "takes" in printed
