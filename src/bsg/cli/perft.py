"""`bsg perft`: count the tree of all plays, to compare and to time move generators."""

import time
from dataclasses import asdict
from typing import Annotated

import typer

from bsg import engine
from bsg.checks import integer_between
from bsg.cli.options import (
    ClosedHomeOption,
    FinishOption,
    GameOption,
    GammonsOption,
    JsonOption,
    PositionOption,
    StepsPerDoubleOption,
    chosen_position,
    chosen_rules,
    chosen_text,
    whole_number,
)
from bsg.cli.output import INTERRUPTED, print_json, print_lines, print_note, rate_text, seconds_text

_DEEPEST = 100  # far beyond what anybody can wait for, and within Python's depth of calls
_SHORTEST_TO_RATE = 0.01  # seconds; below, the rate would tell of the clock and not of the engine


def perft_command(
    depth: Annotated[
        int, typer.Argument(parser=whole_number, metavar="DEPTH", help=f"How many plies, 0 to {_DEEPEST}.")
    ],
    position: PositionOption = None,
    as_json: JsonOption = False,
    game: GameOption = "ban-sugoroku",
    finish: FinishOption = None,
    closed_home: ClosedHomeOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    gammons: GammonsOption = None,
) -> None:
    """Count the leaves of the tree of all plays, every one of the 21 rolls once a ply.

    The distinct positions of each roll are counted, so a position that two rolls reach counts twice. A pass counts
    one, and a decided position is one leaf.
    """
    rules = chosen_rules(game, finish, closed_home, steps_per_double, gammons=gammons)
    root = chosen_position(position)
    plies = integer_between(depth, 0, _DEEPEST, "DEPTH")
    began = time.perf_counter()
    try:
        leaves = engine.perft(root, plies, rules)
    except KeyboardInterrupt:
        print_note(f"stopped after {seconds_text(time.perf_counter() - began)}, before depth {plies} was counted")
        raise typer.Exit(INTERRUPTED) from None
    seconds = time.perf_counter() - began
    if as_json:
        print_json(
            {
                "rules": asdict(rules),
                "position": root.text,
                "depth": plies,
                "leaves": leaves,
                "seconds": round(seconds, 6),
            }
        )
    else:
        rate = f", {rate_text(leaves, seconds)} a second" if seconds >= _SHORTEST_TO_RATE else ""
        print_lines(
            f"depth {plies}, {chosen_text(game, rules)}, from {root.text}",
            f"{leaves:,} {'leaf' if leaves == 1 else 'leaves'} in {seconds_text(seconds)}{rate}",
        )
