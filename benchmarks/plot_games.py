"""Draw random games a second against how many are asked for and on how many threads: `python benchmarks/plot_games.py`.

Every point is the median of several rounds, and the band around it reaches from the slowest to the fastest; in a round
every point is measured once, so that what else the machine does falls on all of them. Threads are timed by the clock on
the wall, so a machine that is shared shows it. The games of every number of threads must be the same. Needs the extra
`plot`.
"""

import argparse
import os
import statistics
import time
from dataclasses import replace
from pathlib import Path

from matplotlib.figure import Figure

import bsg

RULES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}
COLORS = {"ban-sugoroku": "#b5362b", "backgammon": "#2b6cb0"}


def measured(games, threads, rounds):
    """Return games a second, `rounds` figures for each (game, games, threads)."""
    cells = [
        *((name, asked, 1) for name in RULES for asked in games),
        *((name, max(games), count) for name in RULES for count in threads if count > 1),
    ]
    rates = {cell: [] for cell in cells}
    first = {}
    for done in range(rounds):
        for name, asked, count in cells:
            began = time.perf_counter()
            summary = bsg.simulate(asked, RULES[name], seed=1, threads=count)
            rates[name, asked, count].append(asked / (time.perf_counter() - began))
            assert replace(summary, version="") == first.setdefault((name, asked), replace(summary, version=""))
        print(f"round {done + 1} of {rounds}", flush=True)
    return rates


def table(rates):
    """Write the figures as Markdown."""
    lines = ["| game | games | threads | games a second, min / median / max |", "|---|---|---|---|"]
    for (name, asked, threads), values in rates.items():
        figures = " / ".join(f"{value:,.0f}" for value in (min(values), statistics.median(values), max(values)))
        lines.append(f"| {name} | {asked:,} | {threads} | {figures} |")
    return "\n".join(lines)


def drawn(rates):
    """Draw two panels: against games on one thread, and against threads."""
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    by_games, by_threads = figure.subplots(1, 2)
    most = max(asked for _, asked, _ in rates)
    for name, color in COLORS.items():
        _draw_line(by_games, color, name, {n: v for (of, n, t), v in rates.items() if (of, t) == (name, 1)})
        _draw_line(by_threads, color, name, {t: v for (of, n, t), v in rates.items() if (of, n) == (name, most)})
    by_games.set(xscale="log", xlabel="games asked for, on one thread", ylabel="games a second")
    by_threads.set(xlabel=f"threads, for {most:,} games", xticks=sorted({threads for _, _, threads in rates}))
    for axes in (by_games, by_threads):
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter("{x:,.0f}")
        axes.grid(color="#dddddd")
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
    return figure


def _draw_line(axes, color, name, rates):
    points = sorted(rates)
    axes.plot(points, [statistics.median(rates[at]) for at in points], marker="o", color=color, label=name)
    low, high = ([end(rates[at]) for at in points] for end in (min, max))
    axes.fill_between(points, low, high, color=color, alpha=0.2, linewidth=0)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, nargs="+", default=[10, 100, 1_000, 10_000, 100_000, 1_000_000])
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument("--threads", type=int, nargs="+", default=list(range(1, cores + 1)))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--out", type=Path, default=Path("random-games.png"), help="a .png, .svg or .pdf")
    asked = parser.parse_args(arguments)
    rates = measured(sorted(asked.games), sorted(asked.threads), asked.rounds)
    print(table(rates))
    drawn(rates).savefig(asked.out, dpi=150)
    print(f"drawn into {asked.out}")


if __name__ == "__main__":
    main()
