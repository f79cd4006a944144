"""Positions and rolls met along seeded random games: the same everywhere, so that totals over them can be asserted."""

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
