"""How many times faster the native core is than the plain generator of tests/plain: `python benchmarks/ratios.py`.

Both sides answer the same question, one after the other in every round, so that whatever else the machine does falls on
both; a ratio is of two neighbours. Both run on one thread and are timed in seconds of the processor's time, which leaves
out what others take. Plays are listed into memory that is lent to both, since to touch fresh memory costs more than to
find plays; the plain generator keeps its own form of a board throughout, and is spared all packing.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import bsg
import plain
from bsg import batch
from corpus import corpus

RULES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}
ROWS = 20_000
# So that either side plays for a tenth of a second or more. Each side's own games: the two draw from different streams.
NATIVE_GAMES, PLAIN_GAMES = 5_000, 500


def listing(rules):
    """Return two functions that list the same plays, natively and plainly, and return how many there are."""
    positions, dice = corpus(rules, ROWS)
    boards = plain.unpack(positions)
    plays = int(batch.counts(positions, dice, rules).sum())
    packed, unpacked = np.zeros((plays, positions.shape[1]), np.uint8), np.zeros((plays, plain.COUNTS), np.uint8)
    offsets = np.zeros(ROWS + 1, np.int64)
    return (
        lambda: len(batch.afterstates(positions, dice, rules, out=(packed, offsets), threads=1).after),
        lambda: len(plain.afterstates(boards, dice, rules, unpacked)[0]),
    )


def playing(rules):
    """Return two functions that play random games, natively and plainly, and return how many."""
    start = plain.unpack(batch.pack([bsg.Position.start()]))
    return (
        lambda: bsg.simulate(NATIVE_GAMES, rules, seed=1, threads=1).games,
        lambda: len(plain.playouts(start, PLAIN_GAMES, rules, 1)[1]),
    )


def rate(work):
    """Do the work once; return how much of it was done a second."""
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def spread(values, form):
    return " / ".join(format(value, form) for value in (min(values), statistics.median(values), max(values)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="how often both sides are timed (default: %(default)s)")
    rounds = parser.parse_args().rounds
    print(f"{rounds} rounds, one thread; each figure is min / median / max\n")
    print("| work | native, a second | plain, a second | native : plain |")
    print("|---|---|---|---|")
    for word, pair_of in {"plays listed": listing, "random games": playing}.items():
        for game, rules in RULES.items():
            native, plainly = pair_of(rules)
            for work in (native, plainly):
                work()  # once untimed: memory is touched and code is loaded
            rates = [(rate(native), rate(plainly)) for _ in range(rounds)]
            columns = [spread(side, ",.0f") for side in zip(*rates, strict=True)]
            columns.append(spread([ours / theirs for ours, theirs in rates], ".1f"))
            print(f"| {game}, {word} | {' | '.join(columns)} |", flush=True)


if __name__ == "__main__":
    main()
