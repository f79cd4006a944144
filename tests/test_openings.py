"""The table of openings: which rolls and plays are in it, and what it says of who begins."""

import dataclasses
import json

import pytest

import bsg
from bsg.cli import main
from bsg.opening_table import first_move

QUICK = {"trials": 20, "ply": 1, "truncate": 2}


@pytest.fixture(scope="module")
def backgammon():
    return list(bsg.openings(bsg.BACKGAMMON, **QUICK))


@pytest.fixture(scope="module")
def ban_sugoroku():
    return list(bsg.openings(**QUICK))


def test_a_game_begins_with_any_roll_unless_the_roll_says_who_begins(backgammon, ban_sugoroku):
    assert [opening.dice for opening in ban_sugoroku] == list(bsg.ROLLS)
    assert [opening.dice for opening in backgammon] == [(high, low) for high, low in bsg.ROLLS if high != low]
    rules = dataclasses.replace(bsg.BACKGAMMON, start="roll-off")
    assert next(bsg.openings(rules, **QUICK)).dice == (1, 1)


def test_the_best_by_search_are_rolled_out(backgammon, ban_sugoroku):
    for opening, rules in [(row, bsg.BACKGAMMON) for row in backgammon] + [
        (row, bsg.BAN_SUGOROKU) for row in ban_sugoroku
    ]:
        judged = bsg.analyse(bsg.Position.start(), opening.dice, rules, 1)
        wanted = [row for row in judged[:5] if row.equity >= judged[0].equity - 0.06]
        assert list(opening.searched) == wanted
        assert {row.play for row in opening.rolled_out} == {row.play for row in wanted}
        assert opening.play == opening.rolled_out[0].play
        assert (opening.second is None) == (len(wanted) == 1)


def test_each_roll_has_dice_of_its_own(ban_sugoroku):
    for number, opening in enumerate(ban_sugoroku[:4]):
        plays = [row.play for row in opening.searched]
        again = bsg.rollout(plays, trials=20, truncate=2, clear_at=3.0, seed=1 + number)
        assert tuple(again) == opening.rolled_out


def test_well_known_openings_of_backgammon_are_found(backgammon):
    """What every rollout of the last thirty years has found: a point is made where a roll makes a good one."""
    best = {opening.dice: str(opening.play) for opening in backgammon}
    assert best[3, 1] == "8/5 6/5"
    assert best[4, 2] == "8/4 6/4"
    assert best[6, 1] == "13/7 8/7"
    assert best[5, 3] == "8/3 6/3"
    assert best[6, 5] == "24/13"


@pytest.mark.parametrize("game", ["backgammon", "ban_sugoroku"])
def test_what_it_is_worth_to_begin_is_the_mean_over_all_rolls(game, request):
    found = request.getfixturevalue(game)
    ways = [1 if high == low else 2 for high, low in (opening.dice for opening in found)]
    rollouts = [opening.rolled_out[0].rollout for opening in found]
    equity = sum(row.equity * way for row, way in zip(rollouts, ways, strict=True)) / sum(ways)
    variance = sum((row.standard_error * way / sum(ways)) ** 2 for row, way in zip(rollouts, ways, strict=True))
    begins = first_move(found)
    assert begins.equity == pytest.approx(equity)
    assert begins.standard_error == pytest.approx(variance**0.5)
    assert 0.5 < begins.win < 0.56
    with pytest.raises(ValueError, match="all 21 rolls, or all 15"):
        first_move(found[:-1])
    with pytest.raises(ValueError, match="all 21 rolls, or all 15"):
        first_move([*found[:-1], found[0]])


@pytest.mark.parametrize(
    ("error", "message", "options"),
    [
        (TypeError, "rules must be", {"rules": "backgammon"}),
        (ValueError, "ply must be 0 to 3", {"ply": 4}),
        (ValueError, "trials must be 2", {"trials": 1}),
        (ValueError, "seed must be", {"seed": -1}),
    ],
)
def test_what_makes_no_table_is_refused(error, message, options):
    with pytest.raises(error, match=message):
        next(bsg.openings(**options))


WORDS = ["openings", "--trials", "20", "--ply", "1", "--truncate", "2"]


def run(capsys, *words):
    status = main([*WORDS, *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_command_prints_a_row_for_each_roll(capsys, ban_sugoroku):
    status, out, err = run(capsys)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    for opening, line in zip(ban_sugoroku, lines[1:], strict=False):
        high, low = opening.dice
        assert line.startswith(f"{high}-{low} ")
        assert str(opening.play) in line
        assert f"{opening.rolled_out[0].equity:+.3f}" in line
        assert (" ? " in line) == (not opening.is_clear)
    begins = first_move(ban_sugoroku)
    assert f"who begins can expect {begins.equity:+.4f} ± {begins.standard_error:.4f} points" in out


def test_the_command_prints_markdown(capsys, backgammon):
    status, out, _ = run(capsys, "--game", "backgammon", "--markdown")
    assert status == 0
    rows = [line for line in out.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(backgammon)
    assert len({row.count("|") for row in rows}) == 1


def test_the_command_prints_json(capsys, backgammon):
    status, out, _ = run(capsys, "--game", "backgammon", "--json")
    told = json.loads(out)
    assert status == 0
    assert [tuple(row["dice"]) for row in told["openings"]] == [opening.dice for opening in backgammon]
    for row, opening in zip(told["openings"], backgammon, strict=True):
        assert [play["play"] for play in row["plays"]] == [str(rolled.play) for rolled in opening.rolled_out]
        assert row["plays"][0]["equity"] == opening.rolled_out[0].equity
    assert told["first_move"] == first_move(backgammon)._asdict()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--json", "--markdown"], "give one of them"),
        (["--trials", "1"], "--trials must be 2"),
        (["--truncate", "0"], "--truncate must be 1"),
        (["--ply", "4"], "--ply must be 0 to 3"),
        (["--network", "none.net"], "none.net cannot be read"),
    ],
)
def test_the_command_refuses_in_one_sentence(capsys, words, message):
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_ctrl_c_shows_the_rolls_that_are_finished(capsys, monkeypatch, ban_sugoroku):
    def interrupted(*_, **__):
        yield from ban_sugoroku[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr("bsg.cli.openings.openings", interrupted)
    status, out, err = run(capsys)
    assert (status, err) == (130, "stopped after 2 rolls\n")
    assert [line[:4] for line in out.splitlines()[1:3]] == ["1-1 ", "2-1 "]
    assert "who begins" not in out
