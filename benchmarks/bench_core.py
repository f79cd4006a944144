"""How fast the native core is: whole games and whole trees, each with its answer asserted.

The totals are the engine's signature: a change of the core that alters one of them says so in the changelog.
"""

import pytest

import bsg

GAMES = 500

# Plies of the first 500 random games of seed 1, which change whenever the games of a seed do.
PLIES = {"ban-sugoroku": 52_363, "backgammon": 48_209}
RULES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}


@pytest.mark.parametrize("game", RULES)
def test_random_games_on_one_thread(benchmark, game):
    summary = benchmark(bsg.simulate, GAMES, RULES[game], seed=1, threads=1)
    assert round(summary.mean_plies * GAMES) == PLIES[game]


@pytest.mark.parametrize(("game", "leaves"), [("ban-sugoroku", 63_722), ("backgammon", 202_782)])
def test_perft_of_two_plies(benchmark, game, leaves):
    assert benchmark(bsg.perft, bsg.Position.start(), 2, RULES[game]) == leaves
