"""The plain generator of tests/plain beside the native core: the same plays, and games of the same kind.

`python benchmarks/ratios.py` times both in turns and says how many times faster the core is.
"""

import numpy as np
import pytest

import bsg
import plain
from bsg import batch
from corpus import corpus

ROWS = 5_000
GAMES = 100
RULES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}
PLAYS = {"ban-sugoroku": 79_328, "backgammon": 90_154}
# The plain generator draws from a stream of its own, so its games are others than those of the same seed in the core.
PLIES = {
    "native": {"ban-sugoroku": 9_440, "backgammon": 9_500},
    "plain": {"ban-sugoroku": 10_681, "backgammon": 9_439},
}


@pytest.fixture(scope="module", params=RULES)
def rows(request):
    """Give the name of a game with its positions and rolls."""
    return request.param, *corpus(RULES[request.param], ROWS)


def test_list_plays_natively(benchmark, rows):
    game, positions, dice = rows
    lent = np.empty((PLAYS[game], positions.shape[1]), np.uint8), np.empty(ROWS + 1, np.int64)
    after, _ = benchmark(batch.afterstates, positions, dice, RULES[game], out=lent, threads=1)
    assert len(after) == PLAYS[game]


def test_list_plays_plainly(benchmark, rows):
    game, positions, dice = rows
    lent = np.empty((PLAYS[game], plain.COUNTS), np.uint8)
    after, _ = benchmark(plain.afterstates, plain.unpack(positions), dice, RULES[game], lent)
    assert len(after) == PLAYS[game]


@pytest.mark.parametrize("game", RULES)
def test_random_games_natively(benchmark, game):
    summary = benchmark(bsg.simulate, GAMES, RULES[game], seed=1, threads=1)
    assert round(summary.mean_plies * GAMES) == PLIES["native"][game]


@pytest.mark.parametrize("game", RULES)
def test_random_games_plainly(benchmark, game):
    start = plain.unpack(batch.pack([bsg.Position.start()]))
    _, plies = benchmark(plain.playouts, start, GAMES, RULES[game], 1)
    assert plies.sum() == PLIES["plain"][game]
