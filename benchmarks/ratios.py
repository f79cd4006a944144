"""How many times faster one way is than another: `python benchmarks/ratios.py`.

The native core is set beside the plain generator of tests/plain, games side by side beside games one after the other, and
two threads beside one. Both sides do the same work, one after the other in every round, so that whatever else the machine
does falls on both; a ratio is of two neighbours. What runs on one thread is timed in seconds of the processor's time, which
leaves out what others take, and threads by the clock on the wall. Plays are listed into memory that is lent to both, since
to touch fresh memory costs more than to find plays; the plain generator keeps its own form of a board throughout, and is
spared all packing.
"""

import argparse
import statistics
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import bsg
import plain
from bsg import batch
from bsg_core import random_games
from corpus import corpus

RULES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}
ROWS = 20_000
# So that each side works for a tenth of a second or more. The plain generator draws from streams of its own.
NATIVE_GAMES, PLAIN_GAMES, GAMES_ON_THREADS = 10_000, 500, 100_000
MAX_PLIES = 10_000


def pairs_of_ways():
    """Yield what is compared, the names of both sides, both sides and their clock; a side returns how much it has done."""
    for game, rules in RULES.items():
        yield f"{game}, plays listed", ("native", "plain"), listing(rules), time.process_time
    for game, rules in RULES.items():
        native = partial(simulated, rules, NATIVE_GAMES, 1)
        yield f"{game}, random games", ("native", "plain"), (native, partial(plainly_played, rules)), time.process_time
    alone = {game: partial(played, rules, 1) for game, rules in RULES.items()}
    for lanes in random_games.WIDTHS[1:]:
        for game, rules in RULES.items():
            sides = partial(played, rules, lanes), alone[game]
            yield f"{game}, random games", (f"{lanes} side by side", "one by one"), sides, time.process_time
    for game, rules in RULES.items():
        sides = tuple(partial(simulated, rules, GAMES_ON_THREADS, threads) for threads in (2, 1))
        yield f"{game}, random games", ("two threads", "one"), sides, time.perf_counter


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


def simulated(rules, games, threads):
    return bsg.simulate(games, rules, seed=1, threads=threads).games


def plainly_played(rules):
    start = plain.unpack(batch.pack([bsg.Position.start()]))
    return len(plain.playouts(start, PLAIN_GAMES, rules, 1)[1])


def played(rules, lanes):
    """Play games in the core, so many side by side, and return how many."""
    results = [np.empty(NATIVE_GAMES, kind) for kind in (np.uint8, np.int8, np.uint8, np.int64)]
    start, stop = bytes(bsg.Position.start()), np.zeros(1, np.uint8)
    return random_games.play_games(start, rules.code, 1, 0, MAX_PLIES, stop, *results, lanes)


def rate(work, clock):
    """Do the work once; return how much of it was done a second."""
    began = clock()
    done = work()
    return done / (clock() - began)


def spread(values, form):
    return " / ".join(format(value, form) for value in (min(values), statistics.median(values), max(values)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="how often both sides are timed (default: %(default)s)")
    rounds = parser.parse_args().rounds
    print(f"{rounds} rounds; each figure is min / median / max\n")
    print("| work | this | beside that | this, a second | that, a second | this : that |")
    print("|---|---|---|---|---|---|")
    for what, names, sides, clock in pairs_of_ways():
        for work in sides:
            work()  # once untimed: memory is touched and code is loaded
        rates = [[rate(work, clock) for work in sides] for _ in range(rounds)]
        columns = [spread(side, ",.0f") for side in zip(*rates, strict=True)]
        columns.append(spread([this / that for this, that in rates], ".2f"))
        print(f"| {what} | {' | '.join((*names, *columns))} |", flush=True)


if __name__ == "__main__":
    main()
