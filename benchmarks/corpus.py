"""Positions and rolls met along seeded games; along random ones they are the same everywhere.

So totals over the latter can be asserted.
"""

import random

import numpy as np

import bsg
from bsg import batch


def corpus(rules, rows):
    """Return packed positions, uint8 (rows, 32), and rolls, uint8 (rows, 2)."""
    chance = random.Random(1)
    positions, dice = [], []
    while len(positions) < rows:
        position = bsg.Position.start()
        result = None
        while result is None:
            positions.append(position)
            dice.append((chance.randint(1, 6), chance.randint(1, 6)))
            play = chance.choice(bsg.plays(position, dice[-1], rules))
            result = play.result
            position = play.after.swapped()
    return batch.pack(positions[:rows]), np.array(dice[:rows], np.uint8)


def different_positions(rules, rows):
    """Return packed positions, uint8 (rows, 32), no two alike, met along games that the network plays against itself."""
    chance, net = random.Random(1), bsg.bot("net")
    found = {}
    while len(found) < rows:
        position = bsg.Position.start()
        result = None
        while result is None:
            found[position] = None
            play = net.choose(position, (chance.randint(1, 6), chance.randint(1, 6)), rules)
            result = play.result
            position = play.after.swapped()
    return batch.pack(list(found)[:rows])
