"""What the commands share that play many games: options, the progress bar, and how a report is printed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from bsg.cli.options import whole_number
from bsg.cli.output import plain_table, print_lines, print_table, print_wrapped, rate_text, seconds_text
from bsg.report import Report

SeedOption = Annotated[
    int | None,
    typer.Option(
        parser=whole_number,
        metavar="S",
        help="0 to 2**64 - 1; the same seed and options give the same games on every machine.  [default: a fresh one, "
        "told with the result]",
        show_default=False,
    ),
]
MaxPliesOption = Annotated[
    int, typer.Option(parser=whole_number, metavar="M", help="Stop a game after so many plies and count it as capped.")
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        parser=whole_number,
        metavar="T",
        help="How many threads play; changes no result.  [default: one for each core]",
        show_default=False,
    ),
]


@contextmanager
def games_bar(games: int, what: str = "games") -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal; what is yielded is to be called with (games done, games in all)."""
    with Progress(
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} " + what),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("", total=max(games, 1))  # a wrong number of games is for others to refuse

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield show


def print_report(report: Report, rules: str, stopped_of: int | None, seconds: float) -> None:
    """Print the table and the facts of many games; `stopped_of` is how many were wanted if they were stopped."""
    heading, *rows = report.rows()
    table = plain_table(*(f">{column}" if seat else column for seat, column in enumerate(heading)))
    for what, *counts in rows:
        table.add_row(Text(what), *(Text(count) for count in counts), style="bold" if what == "wins" else "")
    facts = plain_table("", "")
    facts.show_header = False
    speed = f"{seconds_text(seconds)}, {rate_text(report.games, seconds)} games a second"
    for what, value in (*report.facts(), ("time", speed)):
        facts.add_row(Text(what), Text(value))
    print_wrapped(report.heading(rules, stopped_of=stopped_of), style="bold")
    print_lines("")
    print_table(table)
    print_lines("")
    print_table(facts)
    print_lines(*report.notes())
    if stopped_of is not None:
        print_lines("The run was stopped: the seed alone does not give these games again.")
