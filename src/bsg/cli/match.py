"""`bsg match`: which of two bots is the stronger."""

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
from bsg.matches_of_bots import BotMatch, MatchInterrupted, play_match


def match_command(
    first: Annotated[str, typer.Argument(metavar="A", help="A bot, or bot:FILE to play by the network in a file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other, likewise.")],
    games: Annotated[
        int, typer.Option("--games", "-n", parser=whole_number, metavar="N", help="How many games, an even number.")
    ] = 1000,
    seed: SeedOption = None,
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
    """Let two bots play each other, and tell by how many points a game A is the stronger.

    Games come in pairs: both have the same dice, and the bots change seats. The 95 % interval is computed over pairs.
    Ctrl-C stops and shows the pairs finished so far, in JSON too.
    """
    rules = chosen_rules(game, finish, closed_home, steps_per_double, start, gammons)
    bots = chosen_bot(first), chosen_bot(second)
    note_other_rules(rules, *(bot.network_for(rules) for bot in bots))
    began = time.perf_counter()

    def show(match: BotMatch, *, was_stopped: bool) -> None:
        seconds = time.perf_counter() - began
        if as_json:
            more = {"games_asked": games, "interrupted": was_stopped, "games_per_second": match.games / seconds}
            print_json(match.to_dict() | more)
        else:
            print_report(match, chosen_text(game, rules), games if was_stopped else None, seconds)

    try:
        with games_bar(games) as progress:
            match = play_match(
                *bots,
                games,
                rules,
                seed=seed,
                position=chosen_position(position),
                max_plies=max_plies,
                threads=threads,
                progress=progress,
            )
    except MatchInterrupted as interrupt:
        print_note(str(interrupt))
        if interrupt.match is not None:
            show(interrupt.match, was_stopped=True)
        raise typer.Exit(INTERRUPTED) from None
    show(match, was_stopped=False)
