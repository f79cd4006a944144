"""`bsg openings`: the best play of each first roll, and how much the first move is worth."""

import time
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from bsg.cli.bots import chosen_network_file, note_other_rules
from bsg.cli.games import ThreadsOption, games_bar
from bsg.cli.options import (
    ClosedHomeOption,
    FinishOption,
    GameOption,
    GammonsOption,
    JsonOption,
    StartOption,
    StepsPerDoubleOption,
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
    seconds_text,
    writable,
)
from bsg.dice import roll_name
from bsg.network import shipped_network
from bsg.opening_table import FirstMove, Opening, first_move, openings
from bsg.rollouts import RolledOutPlay, Rollout
from bsg.version import installed_version

_HEADINGS = ("roll", "name", "best play", ">equity", ">±", ">search", "second best", ">behind", ">±")


def openings_command(
    trials: Annotated[
        int, typer.Option(parser=whole_number, metavar="N", help="How often each play is rolled out at most.")
    ] = 1296,
    ply: Annotated[int, typer.Option(parser=whole_number, metavar="P", help="How far the search looks, 0 to 3.")] = 2,
    truncate: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="T",
            help="Judge a trial after so many turns by the network: far faster, but what the network misjudges stays.",
            show_default=False,
        ),
    ] = None,
    network: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Play by the network in this file, of bsg train.", show_default=False),
    ] = None,
    seed: Annotated[
        int, typer.Option(parser=whole_number, metavar="S", help="0 to 2**64 - 1; another one rolls other dice.")
    ] = 1,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the table as Markdown has it.", show_default=False)
    ] = False,
    game: GameOption = "ban-sugoroku",
    finish: FinishOption = None,
    closed_home: ClosedHomeOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    start: StartOption = None,
    gammons: GammonsOption = None,
) -> None:
    """Find the best play of each roll that a game can begin with: by search, and by rollouts of the best plays.

    Equity is the points to be expected by rollout without a cube, ± its standard error; "search" is what the search thought
    of that play; "behind" is how far the second best is from the best in rollouts with the same dice. A ? marks a best play
    that is not clear: the second is less than three standard errors behind. The last line tells what it is worth to begin.

    With 1,296 trials this takes some minutes. Ctrl-C stops and shows the rolls that are finished.
    """
    if as_json and as_markdown:
        raise ValueError("--json and --markdown both say how the table is printed; give one of them")
    rules = chosen_rules(game, finish, closed_home, steps_per_double, start, gammons)
    own_network = chosen_network_file(network)
    judge = shipped_network(rules) if own_network is None else own_network
    course: Any = {"truncate": truncate, "network": judge, "seed": seed, "threads": threads}
    found: list[Opening] = []
    was_stopped = False
    began = time.perf_counter()
    note_other_rules(rules, judge)
    try:
        with games_bar(0, "trials") as progress:
            found.extend(openings(rules, trials, ply=ply, progress=progress, **course))
    except KeyboardInterrupt:
        was_stopped = True
    begins = None if was_stopped else first_move(found)
    seconds = time.perf_counter() - began
    if as_json:
        settings = {"trials": trials, "ply": ply, "truncate": truncate, "seed": seed}
        print_json(
            {
                "version": installed_version(),
                "rules": asdict(rules),
                **settings,
                "network": {"file": network, "hidden": judge.hidden, "rules": asdict(judge.rules)},
                "interrupted": was_stopped,
                "first_move": None if begins is None else begins._asdict(),
                "openings": [_opening_as_json(opening) for opening in found],
            }
        )
    else:
        _print_openings(found, as_markdown=as_markdown)
        if begins is not None:
            _print_first_move(begins, chosen_text(game, rules))
        if not as_markdown:
            print_lines(f"{trials:,} trials at most, seed {seed}, {seconds_text(seconds)}")
    if was_stopped:
        print_note(f"stopped after {len(found)} rolls")
        raise typer.Exit(INTERRUPTED)


def _print_openings(found: list[Opening], *, as_markdown: bool) -> None:
    rows = [_cells(opening) for opening in found]
    if as_markdown:
        print_lines("| " + " | ".join(heading.removeprefix(">") for heading in _HEADINGS) + " |")
        print_lines("|" + "|".join("---:" if heading.startswith(">") else "---" for heading in _HEADINGS) + "|")
        print_lines(*("| " + " | ".join(row) + " |" for row in rows), "")
        return
    table = plain_table(*_HEADINGS)
    table.padding = (0, 2, 0, 0)
    for row in rows:
        table.add_row(*map(Text, row))
    print_table(table)
    print_lines("")


def _cells(opening: Opening) -> tuple[str, ...]:
    high, low = opening.dice
    name = roll_name(opening.dice)
    best, second = opening.rolled_out[0], opening.second
    judged = next(row.equity for row in opening.searched if row.play == best.play)
    return (
        f"{high}-{low}",
        writable(f"{name.kanji} {name.romaji or ''}").strip(),
        str(best.play) + ("" if opening.is_clear else " ?"),
        f"{best.equity:+.3f}",
        f"{best.rollout.standard_error:.3f}",
        f"{judged:+.3f}",
        "" if second is None else str(second.play),
        "" if second is None else f"{second.behind:.3f}",
        "" if second is None else f"{second.behind_error:.3f}",
    )


def _print_first_move(begins: FirstMove, rules_text: str) -> None:
    print_wrapped(
        f"{rules_text}: who begins can expect {begins.equity:+.4f} ± {begins.standard_error:.4f} points "
        f"and wins {100 * begins.win:.2f} ± {100 * begins.win_error:.2f} % of all games."
    )


def _rollout_as_json(found: Rollout) -> dict[str, Any]:
    return {
        "equity": found.equity,
        "standard_error": found.standard_error,
        "probabilities": found.probabilities._asdict(),
        "standard_errors": found.standard_errors._asdict(),
        "trials": found.trials,
    }


def _opening_as_json(opening: Opening) -> dict[str, Any]:
    searched = {row.play: row.equity for row in opening.searched}

    def play(row: RolledOutPlay) -> dict[str, Any]:
        return {
            "play": str(row.play),
            **_rollout_as_json(row.rollout),
            "behind": row.behind,
            "behind_error": row.behind_error,
            "is_given_up": row.is_given_up,
            "search_equity": searched[row.play],
        }

    name = roll_name(opening.dice)
    return {
        "dice": list(opening.dice),
        "name": name._asdict(),
        "is_clear": opening.is_clear,
        "plays": [play(row) for row in opening.rolled_out],
    }
