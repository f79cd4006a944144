"""What was measured, as a table in Markdown."""

import platform
from pathlib import Path
from statistics import median

UNITS = {
    "pairs": "(position, roll) pairs listed, bsg in bulk",
    "pairs, a call each": "(position, roll) pairs listed, a call from Python for each",
    "games": "random games",
    "positions": "different positions judged at 0-ply, in bulk",
    "games by network": "games, both sides playing at 0-ply",
}


def processor():
    """Name the processor, as well as this system can."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def number(value):
    """Write a rate or a ratio with three digits that mean something."""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"


def spread(values):
    return " / ".join(number(value) for value in (min(values), median(values), max(values)))


def row(peer, task, calls, rounds):
    """Write one comparison; `calls` are of bsg and the peer, `rounds` their units a second in each round.

    The ratio is taken in each round by itself, so that what slows both sides down for a while does not count.
    """
    ours, theirs = zip(*rounds, strict=True)
    ratios = [one / other for one, other in rounds]
    called = " : ".join(f"`{call}`" for call in calls)
    return f"| {peer} | {UNITS[task]} | {called} | {spread(ours)} | {spread(theirs)} | **{spread(ratios)}** |"


def missing_row(peer, error):
    reason = error.replace("|", "\\|").replace("\n", " ")
    return f"| {peer} | not measured: {reason} | – | – | – | – |"


def markdown(rows, notes, conditions):
    """Write the table, what was compared before, and how it was measured."""
    return "\n".join(
        [
            "| peer | what | bsg : peer | bsg, a second | peer, a second | ratio |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            *[f"- {note}." for note in notes],
            "",
            conditions,
            "",
        ]
    )
