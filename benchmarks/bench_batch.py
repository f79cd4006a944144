"""How fast many positions are answered in one call, each benchmark with its total asserted.

The corpus is the positions and rolls met along seeded random games, so it is the same everywhere; its totals are part of
the engine's signature.
"""

import pytest

import bsg
from bsg import batch
from corpus import corpus

ROWS = 20_000
RULES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}
PLAYS = {"ban-sugoroku": 307_595, "backgammon": 375_641}


@pytest.fixture(scope="module", params=RULES)
def rows(request):
    """Give the name of a game with its positions and rolls."""
    return request.param, *corpus(RULES[request.param], ROWS)


def test_count_plays(benchmark, rows):
    game, positions, dice = rows
    assert benchmark(batch.counts, positions, dice, RULES[game], threads=1).sum() == PLAYS[game]


@pytest.mark.parametrize("ordered", [False, True], ids=["discovered", "ordered"])
def test_list_plays(benchmark, rows, ordered):
    game, positions, dice = rows
    after, offsets = benchmark(batch.afterstates, positions, dice, RULES[game], ordered=ordered, threads=1)
    assert len(after) == offsets[-1] == PLAYS[game]


def test_one_row(benchmark, rows):
    game, positions, dice = rows
    after, _ = benchmark(batch.afterstates, positions[:1], dice[:1], RULES[game])
    assert len(after) == len(bsg.plays(bsg.Position.start(), tuple(dice[0].tolist()), RULES[game]))


def test_swap_boards(benchmark, rows):
    _, positions, _ = rows
    assert (benchmark(batch.swapped, positions, threads=1) != positions).any()


def test_features(benchmark, rows):
    _, positions, _ = rows
    assert benchmark(batch.features, positions, threads=1).shape == (ROWS, batch.FEATURES)
