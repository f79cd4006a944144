"""bsg itself, with the rules of backgammon."""

import itertools
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parent.parent))

import bsg
from bsg import batch
from corpus import corpus, different_positions
from duel import Duel
from tasks import Judgement, Pair, Subject, Task

DISTRIBUTION = "ban-sugoroku"

RULES = bsg.BACKGAMMON
GAMES = 5_000
GAMES_BY_NETWORK = 500

duel = Duel


def pairs(number):
    """Give positions and rolls along seeded random games."""
    positions, dice = corpus(RULES, number)
    return [Pair(row.tobytes(), tuple(roll)) for row, roll in zip(positions, dice.tolist(), strict=True)]


def positions(number):
    """Give as many different rows, all met along games that the network plays against itself."""
    return [row.tobytes() for row in different_positions(RULES, number)]


def prepare(given):
    """List what every pair reaches, and say what can be timed."""
    positions = np.frombuffer(b"".join(pair.row for pair in given), np.uint8).reshape(-1, 32)
    dice = np.array([pair.dice for pair in given], np.uint8)
    # The memory for the answer is lent: to touch fresh memory costs more than to find plays.
    after, offsets = batch.afterstates(positions, dice, RULES)
    rows = [row.tobytes() for row in after]
    objects = [(bsg.Position.from_bytes(pair.row), pair.dice) for pair in given]

    def list_in_bulk():
        batch.afterstates(positions, dice, RULES, out=(after, offsets), threads=1)
        return len(given)

    def list_one_by_one():
        plays = bsg.plays
        for position, roll in objects:
            plays(position, roll, RULES)
        return len(objects)

    summary = bsg.simulate(GAMES, RULES, seed=1, threads=1)
    return Subject(
        [rows[first:last] for first, last in itertools.pairwise(offsets)],
        {
            "pairs": Task("bsg.batch.afterstates(…, out=…, threads=1)", list_in_bulk),
            "pairs, a call each": Task("bsg.plays", list_one_by_one),
            "games": Task("bsg.simulate(…, threads=1)", lambda: bsg.simulate(GAMES, RULES, seed=1, threads=1).games),
        },
        f"random games last {summary.mean_plies:.1f} turns, a play being drawn evenly from the distinct plays of a roll",
    )


def judge(given):
    """Say what rows are worth, and what can be timed."""
    boards = np.frombuffer(b"".join(given), np.uint8).reshape(-1, 32)

    def judge_all():
        batch.evaluate(boards, RULES, threads=1)
        return len(boards)

    def play_games():
        return bsg.simulate(GAMES_BY_NETWORK, RULES, seed=1, players=("net", "net"), threads=1)

    return Judgement(
        batch.evaluate(boards, RULES, threads=1).equity.tolist(),
        {
            "positions": Task("bsg.batch.evaluate(…, threads=1)", judge_all),
            "games by network": Task('bsg.simulate(…, players=("net", "net"), threads=1)', lambda: play_games().games),
        },
        f"its games by network last {play_games().mean_plies:.1f} turns",
    )
