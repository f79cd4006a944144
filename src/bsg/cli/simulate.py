"""`bsg simulate`: many games, and who won them."""

import sys
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from bsg.bots import Bot
from bsg.cli.bots import chosen_bot
from bsg.cli.options import (
    ClosedHomeOption,
    FinishOption,
    GameOption,
    GammonsOption,
    JsonOption,
    PositionOption,
    StartOption,
    StepsPerDoubleOption,
    chosen_position,
    chosen_rules,
    chosen_text,
    whole_number,
)
from bsg.cli.output import (
    INTERRUPTED,
    plain_table,
    print_json,
    print_lines,
    print_note,
    print_table,
    print_wrapped,
    rate_text,
    seconds_text,
)
from bsg.position import Position
from bsg.rules import Rules
from bsg.simulation import RANDOM, SimulationInterrupted, simulate
from bsg.summary import Summary


def simulate_command(
    games: Annotated[
        int, typer.Option("--games", "-n", parser=whole_number, metavar="N", help="How many games to play.")
    ] = 100_000,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="S",
            help="0 to 2**64 - 1; the same seed and options give the same games on every machine.  [default: a fresh "
            "one, told with the result]",
            show_default=False,
        ),
    ] = None,
    players: Annotated[
        tuple[str, str],
        typer.Option(metavar="A B", help="The bots of seat 0 and seat 1; bot:FILE plays by the network in a file."),
    ] = (RANDOM, RANDOM),
    position: PositionOption = None,
    max_plies: Annotated[
        int,
        typer.Option(parser=whole_number, metavar="M", help="Stop a game after so many plies and count it as capped."),
    ] = 10_000,
    threads: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="T",
            help="How many threads play; changes no result.  [default: one for each core]",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    game: GameOption = "ban-sugoroku",
    finish: FinishOption = None,
    closed_home: ClosedHomeOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    start: StartOption = None,
    gammons: GammonsOption = None,
) -> None:
    """Play many games, at random or by other bots, and count how they end.

    All points are seen by seat 0. Every game begins from --position, seen by the side that begins. Ctrl-C stops and
    shows the games finished so far, in JSON too.
    """
    rules = chosen_rules(game, finish, closed_home, steps_per_double, start, gammons)
    bots = chosen_bot(players[0]), chosen_bot(players[1])
    began = time.perf_counter()

    def show(summary: Summary, *, was_stopped: bool) -> None:
        if as_json:
            print_json(summary.to_dict() | {"games_asked": games, "interrupted": was_stopped})
        else:
            asked = games if was_stopped else None
            _print_summary(summary, chosen_text(game, rules), asked, time.perf_counter() - began)

    try:
        summary = _simulate_with_bar(bots, games, rules, seed, chosen_position(position), max_plies, threads)
    except SimulationInterrupted as interrupt:
        print_note(str(interrupt))
        if interrupt.summary is not None:
            show(interrupt.summary, was_stopped=True)
        raise typer.Exit(INTERRUPTED) from None
    show(summary, was_stopped=False)


def _simulate_with_bar(
    bots: tuple[Bot, Bot],
    games: int,
    rules: Rules,
    seed: int | None,
    position: Position,
    max_plies: int,
    threads: int | None,
) -> Summary:
    with Progress(
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("", total=max(games, 1))  # a wrong number of games is for simulate to refuse

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return simulate(
            games,
            rules,
            seed=seed,
            players=bots,
            position=position,
            max_plies=max_plies,
            threads=threads,
            progress=show,
        )


def _print_summary(summary: Summary, rules: str, stopped_of: int | None, seconds: float) -> None:
    heading, *rows = summary.rows()
    table = plain_table(*(f">{column}" if seat else column for seat, column in enumerate(heading)))
    for what, *counts in rows:
        table.add_row(Text(what), *(Text(count) for count in counts), style="bold" if what == "wins" else "")
    facts = plain_table("", "")
    facts.show_header = False
    speed = f"{seconds_text(seconds)}, {rate_text(summary.games, seconds)} games a second"
    for what, value in (*summary.facts(), ("time", speed)):
        facts.add_row(Text(what), Text(value))
    print_wrapped(summary.heading(rules, stopped_of=stopped_of), style="bold")
    print_lines("")
    print_table(table)
    print_lines("")
    print_table(facts)
    print_lines(*summary.notes())
    if stopped_of is not None:
        print_lines("The run was stopped: the seed alone does not give these games again.")
