"""`bsg train` as a user runs it: what it writes, how it goes on, and what it refuses before it begins."""

import pytest

import bsg
from bsg.cli.app import run
from bsg.network import read_network

SMALL = ("--games", "512", "--hidden", "64", "--threads", "1")


def trained(*arguments):
    return run(["train", *map(str, arguments)])


def test_a_network_is_trained_and_read(tmp_path, capsys):
    assert trained(tmp_path / "a.net", *SMALL, "--game", "backgammon", "--plot", tmp_path / "a.svg") == 0
    network = read_network(tmp_path / "a.net")
    assert (network.hidden, network.rules, network.origin["games"]) == (64, bsg.BACKGAMMON, 512)
    assert "backgammon: 512 games in" in capsys.readouterr().out
    assert (tmp_path / "a.svg").read_bytes().startswith(b"<?xml")
    assert isinstance(bsg.bot("net", network=tmp_path / "a.net").choose(bsg.Position.start(), (3, 1)), bsg.Play)


def test_a_run_is_taken_up_from_its_checkpoint_and_not_from_that_of_another(tmp_path, capsys):
    files = (tmp_path / "a.net", "--checkpoint", tmp_path / "run.npz")
    assert trained(*files, *SMALL) == 0
    first = (tmp_path / "a.net").read_bytes()
    assert "nothing was trained" not in capsys.readouterr().err
    assert trained(*files, *SMALL) == 0  # it was at its end
    assert capsys.readouterr().err == (
        f"nothing was trained: {tmp_path / 'run.npz'} holds 512 games already, and no more is asked for\n"
    )
    assert read_network(tmp_path / "a.net").weights.tolist() == read_network(tmp_path / "a.net").weights.tolist()
    assert (tmp_path / "a.net").read_bytes().split(b"\n", 1)[1] == first.split(b"\n", 1)[1]
    capsys.readouterr()
    assert trained(*files, *SMALL, "--seed", "2") == 2
    assert "is of a run with other settings" in capsys.readouterr().err
    (tmp_path / "run.npz").write_bytes(b"nothing")
    assert trained(*files, *SMALL) == 2
    assert capsys.readouterr().err == f"bsg: {tmp_path / 'run.npz'} must be a checkpoint that bsg train wrote\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("no/a.net",), "no/a.net cannot be written: there is no folder no"),
        (("folder",), "folder cannot be written: it is a folder"),
        (("a.net", "--checkpoint", "no/run.npz"), "no/run.npz cannot be written: there is no folder no"),
        (("a.net", "--checkpoint", "./a.net"), "must be different files"),
        (("a.net", "--plot", "no/a.png"), "no/a.png cannot be written: there is no folder no"),
        (("a.net", "--plot", "a.xyz"), "a learning curve can be drawn as .png or .svg, got 'a.xyz'"),
        (("a.svg", "--plot", "a.svg"), "must be different files"),
        (("a.net", "--games", "5", "--minutes", "1"), "--games and --minutes do not go together"),
        (("a.net", "--minutes", "0"), "--minutes must be more than 0, got 0"),
        (("a.net", "--hidden", "100"), "multiple of 64"),
        (("a.net", "--polish", "2"), "polish must be 0 to 1"),
        ((), "Missing argument 'FILE'"),
    ],
    ids=str,
)
def test_what_could_not_be_written_or_done_is_refused_before_the_work_begins(
    tmp_path, monkeypatch, capsys, arguments, sentence
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    assert trained(*arguments) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.out == ""
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]
