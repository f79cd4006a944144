"""`bsg simulate`: many games, and who won them."""

import time
from typing import Annotated

import typer

from bsg.cli.bots import chosen_bot, note_other_rules
from bsg.cli.games import MaxPliesOption, SeedOption, ThreadsOption, games_bar, print_report
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
from bsg.cli.output import INTERRUPTED, print_json, print_note
from bsg.simulation import RANDOM, SimulationInterrupted, simulate
from bsg.summary import Summary


def simulate_command(
    games: Annotated[
        int, typer.Option("--games", "-n", parser=whole_number, metavar="N", help="How many games to play.")
    ] = 100_000,
    seed: SeedOption = None,
    players: Annotated[
        tuple[str, str],
        typer.Option(metavar="A B", help="The bots of seat 0 and seat 1; bot:FILE plays by the network in a file."),
    ] = (RANDOM, RANDOM),
    position: PositionOption = None,
    max_plies: MaxPliesOption = 10_000,
    threads: ThreadsOption = None,
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
    note_other_rules(rules, *(bot.network_for(rules) for bot in bots))
    began = time.perf_counter()

    def show(summary: Summary, *, was_stopped: bool) -> None:
        seconds = time.perf_counter() - began
        if as_json:
            more = {"games_asked": games, "interrupted": was_stopped, "games_per_second": summary.games / seconds}
            print_json(summary.to_dict() | more)
        else:
            print_report(summary, chosen_text(game, rules), games if was_stopped else None, seconds)

    try:
        with games_bar(games) as progress:
            summary = simulate(
                games,
                rules,
                seed=seed,
                players=bots,
                position=chosen_position(position),
                max_plies=max_plies,
                threads=threads,
                progress=progress,
            )
    except SimulationInterrupted as interrupt:
        print_note(str(interrupt))
        if interrupt.summary is not None:
            show(interrupt.summary, was_stopped=True)
        raise typer.Exit(INTERRUPTED) from None
    show(summary, was_stopped=False)
