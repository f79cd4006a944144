"""Many random games at once: the same games in whatever way they are played."""

import itertools
import platform
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import bsg
from boards import BACKGAMMON, BAN, EVERY_WAY_TO_PLAY, FOUR_STEPS, INSTANT
from bsg import batch
from bsg.rules import STARTS
from bsg_core import random_games
from strategies import game, near_an_edge

START = bytes(bsg.Position.start())
SIDE_BY_SIDE = [width for width in random_games.WIDTHS if width > 1]
MANY_PLIES = 10_000


def places(games):
    return [np.full(games, 99, kind) for kind in (np.uint8, np.int8, np.uint8, np.int64)]


def played(rules, games, lanes, *, seed=1, first_game=0, max_plies=MANY_PLIES, stop=None):
    """Return how many games were played, and what became of them."""
    results = places(games)
    stop = np.zeros(1, np.uint8) if stop is None else stop
    done = random_games.play_games(START, rules.code, seed, first_game, max_plies, stop, *results, lanes)
    return done, results


def played_out(boards, rules, lanes, *, max_plies=MANY_PLIES):
    results = places(len(boards))[1:]
    stop = np.zeros(1, np.uint8)
    return random_games.play_rows(boards, rules.code, 5, 2**64 - 3, max_plies, stop, *results, lanes), results


def same(some, others):
    return all(np.array_equal(one, other) for one, other in zip(some, others, strict=True))


def rules_started(rules, start):
    return bsg.Rules(rules.finish, rules.closed_home, rules.steps_per_double, start, rules.gammons)


def met(rules, count):
    """Return positions of games, those that end them too."""
    positions = itertools.chain.from_iterable(game(rules, seed) for seed in itertools.count())
    boards = [position for position, _ in itertools.islice(positions, count)]
    ended = [boards[i].swapped() for i in range(0, count, 7)]  # seen by who is not to move
    decided = [board for board in map(bsg.Position.parse, DECIDED[rules.finish]) if not board.problems(rules)]
    return batch.pack([*boards, *ended, *decided])


DECIDED = {
    "iri-gachi": ["own 6:5 3:5 1:5 / opp 18:2 13:5 8:3 7:5", "own bar:1 13:14 / opp 6:5 3:5 1:5"],
    "bear-off": ["own / opp 6:5 3:5 1:5", "own bar:1 1:14 / opp"],
}


def test_widths_are_those_that_the_processor_has():
    assert random_games.WIDTHS[:2] == (1, 4)
    if platform.machine() == "x86_64" and Path("/proc/cpuinfo").exists():
        flags = set(Path("/proc/cpuinfo").read_text(encoding="utf-8").split())
        assert (8 in random_games.WIDTHS) == ("avx2" in flags)
        assert (16 in random_games.WIDTHS) == ({"avx512f", "avx512dq", "avx512bw", "avx512vl"} <= flags)


@pytest.mark.parametrize("lanes", [0, *SIDE_BY_SIDE])
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_games_side_by_side_are_the_games_played_one_after_the_other(rules, start, lanes):
    rules = rules_started(rules, start)
    done, expected = played(rules, 200, 1, seed=2**64 - 1, first_game=2**63)
    assert done == 200
    done, results = played(rules, 200, lanes, seed=2**64 - 1, first_game=2**63)
    assert done == 200
    assert same(results, expected)


@pytest.mark.parametrize("lanes", [0, *SIDE_BY_SIDE])
@pytest.mark.parametrize("max_plies", [1, 2, 25, MANY_PLIES])
@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_playouts_side_by_side_are_those_of_each_position_alone(rules, max_plies, lanes):
    boards = met(rules, 300)
    returned, expected = played_out(boards, rules, 1, max_plies=max_plies)
    assert returned == (len(boards), False)
    assert (expected[2] == 0).any()  # some are decided
    returned, results = played_out(boards, rules, lanes, max_plies=max_plies)
    assert returned == (len(boards), False)
    assert same(results, expected)


@given(near_an_edge())
def test_a_turn_side_by_side_is_the_turn_alone_where_a_shortcut_ends(situation):
    position, _, rules = situation
    boards = np.tile(batch.pack([position]), (100, 1))
    _, expected = played_out(boards, rules, 1, max_plies=3)
    for lanes in SIDE_BY_SIDE:
        returned, results = played_out(boards, rules, lanes, max_plies=3)
        assert returned == (100, False)
        assert same(results, expected)


@pytest.mark.parametrize("lanes", [0, *random_games.WIDTHS])
@pytest.mark.parametrize("games", [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 33])
def test_any_number_of_games_fills_the_lanes(games, lanes):
    _, expected = played(BAN, 33, 1)
    done, results = played(BAN, games, lanes)
    assert done == games
    assert same(results, [every[:games] for every in expected])


@pytest.mark.parametrize("lanes", random_games.WIDTHS)
@pytest.mark.parametrize("bad", [0, 1, 7, 40, 99])
def test_the_first_bad_row_is_named(bad, lanes):
    boards = np.tile(np.frombuffer(START, np.uint8), (100, 1))
    boards[bad] = 0
    boards[bad + 1 :: 2] = 255
    assert played_out(boards, BAN, lanes)[0] == (bad, True)


@pytest.mark.parametrize("lanes", random_games.WIDTHS)
def test_games_that_are_stopped_leave_the_first_ones_whole(lanes):
    games = 60_000
    _, expected = played(BACKGAMMON, games, 1)
    stop = np.zeros(1, np.uint8)
    assert played(BACKGAMMON, games, lanes, stop=np.ones(1, np.uint8))[0] == 0
    timer = threading.Timer(0.05, stop.fill, [1])
    timer.start()
    done, results = played(BACKGAMMON, games, lanes, stop=stop)
    timer.join()
    assert 0 < done < games
    assert same([every[:done] for every in results], [every[:done] for every in expected])


@pytest.mark.parametrize("lanes", random_games.WIDTHS)
def test_a_cap_of_more_plies_than_a_lane_can_count_is_kept(lanes):
    _, expected = played(INSTANT, 50, 1)
    assert same(played(INSTANT, 50, lanes, max_plies=2**31)[1], expected)
    assert same(played(INSTANT, 50, lanes, max_plies=2**63 - 1)[1], expected)


@pytest.mark.parametrize("lanes", [-1, 2, 3, 5, 32, 2**32 + 1])
def test_a_width_that_there_is_not_is_refused(lanes):
    with pytest.raises(ValueError, match=f"lanes must be .*, got {lanes}"):
        played(FOUR_STEPS, 4, lanes)
    with pytest.raises(ValueError, match=f"lanes must be .*, got {lanes}"):
        played_out(np.tile(np.frombuffer(START, np.uint8), (4, 1)), BAN, lanes)
