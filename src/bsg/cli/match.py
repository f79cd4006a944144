"""`bsg match`: which of two bots is the stronger."""

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
from bsg.matches_of_bots import BotMatch, MatchInterrupted, play_match
from bsg.position import Position
from bsg.rules import Rules


def match_command(
    first: Annotated[str, typer.Argument(metavar="A", help="A bot, or bot:FILE to play by the network in a file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other, likewise.")],
    games: Annotated[
        int, typer.Option("--games", "-n", parser=whole_number, metavar="N", help="How many games, an even number.")
    ] = 1000,
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
    """Let two bots play each other, and tell by how many points a game A is the stronger.

    Games come in pairs: both have the same dice, and the bots change seats. The 95 % interval is computed over pairs.
    Ctrl-C stops and shows the pairs finished so far, in JSON too.
    """
    rules = chosen_rules(game, finish, closed_home, steps_per_double, start, gammons)
    bots = chosen_bot(first), chosen_bot(second)
    began = time.perf_counter()

    def show(match: BotMatch, *, was_stopped: bool) -> None:
        seconds = time.perf_counter() - began
        if as_json:
            more = {"games_asked": games, "interrupted": was_stopped, "games_per_second": match.games / seconds}
            print_json(match.to_dict() | more)
        else:
            _print_match(match, chosen_text(game, rules), games if was_stopped else None, seconds)

    try:
        match = _play_with_bar(bots, games, rules, seed, chosen_position(position), max_plies, threads)
    except MatchInterrupted as interrupt:
        print_note(str(interrupt))
        if interrupt.match is not None:
            show(interrupt.match, was_stopped=True)
        raise typer.Exit(INTERRUPTED) from None
    show(match, was_stopped=False)


def _play_with_bar(
    bots: tuple[Bot, Bot],
    games: int,
    rules: Rules,
    seed: int | None,
    position: Position,
    max_plies: int,
    threads: int | None,
) -> BotMatch:
    with Progress(
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("", total=max(games, 1))  # a wrong number of games is for play_match to refuse

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return play_match(
            *bots, games, rules, seed=seed, position=position, max_plies=max_plies, threads=threads, progress=show
        )


def _print_match(match: BotMatch, rules: str, stopped_of: int | None, seconds: float) -> None:
    heading, *rows = match.rows()
    table = plain_table(*(f">{column}" if seat else column for seat, column in enumerate(heading)))
    for what, *counts in rows:
        table.add_row(Text(what), *(Text(count) for count in counts), style="bold" if what == "wins" else "")
    facts = plain_table("", "")
    facts.show_header = False
    speed = f"{seconds_text(seconds)}, {rate_text(match.games, seconds)} games a second"
    for what, value in (*match.facts(), ("time", speed)):
        facts.add_row(Text(what), Text(value))
    print_wrapped(match.heading(rules, stopped_of=stopped_of), style="bold")
    print_lines("")
    print_table(table)
    print_lines("")
    print_table(facts)
