"""`bsg analyse`: what a position and each play of a roll is worth."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from bsg import engine
from bsg.analysis import MOST_PLIES, AnalysedPlay, Evaluation, Probabilities, analyse, evaluate
from bsg.checks import integer_between
from bsg.cli.bots import chosen_network_file, note_other_rules
from bsg.cli.options import (
    ClosedHomeOption,
    DiceArgument,
    FinishOption,
    GameOrIdsOption,
    GammonsOption,
    IdOption,
    JsonOption,
    PositionOption,
    StepsPerDoubleOption,
    real_number,
    whole_number,
)
from bsg.cli.output import INTERRUPTED, plain_table, plural, print_json, print_lines, print_note, print_table
from bsg.cli.rolls import Question, asked_question, decided_text, print_question, result_as_json
from bsg.network import shipped_network
from bsg.position import Position
from bsg.races import race_value
from bsg.rules import Rules
from bsg.version import installed_version

_ALL = "all"
_DEFAULT_TOP = 10
_MOST_ROWS = 1 << 62
_FEWEST_PLIES_TO_WAIT_FOR = 3  # what looks less far ahead is there in a blink
_EXACT, _ONE_SIDED = "exact", "one-sided"


def _row_count(text: object) -> int:
    """Return how many rows a text asks for."""
    if text == _ALL:
        return _MOST_ROWS
    try:
        count = int(str(text))
    except ValueError:
        count = 0
    if count < 1:
        raise ValueError(f"wanted how many plays, 1 or more, or the word all, got {str(text)!r}")
    return count


def analyse_command(
    context: typer.Context,
    dice: DiceArgument = None,
    ply: Annotated[
        int, typer.Option(parser=whole_number, metavar="P", help=f"How many turns to look ahead, 0 to {MOST_PLIES}.")
    ] = 2,
    top: Annotated[
        int | None,
        typer.Option(
            parser=_row_count,
            metavar="N|all",
            help=f"How many plays the table shows.  [default: {_DEFAULT_TOP}]",
            show_default=False,
        ),
    ] = None,
    network: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Judge by the network in this file, of bsg train.", show_default=False),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            parser=real_number, metavar="S", help="Look no farther when so much time is over.", show_default=False
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="T",
            help="How many threads search; changes no answer.  [default: one for each core]",
            show_default=False,
        ),
    ] = None,
    position: PositionOption = None,
    identifier: IdOption = None,
    as_json: JsonOption = False,
    game: GameOrIdsOption = None,
    finish: FinishOption = None,
    closed_home: ClosedHomeOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    gammons: GammonsOption = None,
) -> None:
    """Judge every play of a roll, the best first; without dice, judge the position before the roll.

    Equity is the points to be expected without a cube, by the side to move; diff is how far a play is from the best. Wins
    and losses are in percent of all games, and "2+" are those of two points or more. All plays are judged, the best of
    them after looking --ply turns ahead: those stand first, and the column ply tells how far each was looked into.
    """
    question = asked_question(
        dice, context.args, position, identifier, game, finish, closed_home, steps_per_double, gammons
    )
    if question.dice is None and (top is not None or seconds is not None):
        raise ValueError(f"{'--seconds' if top is None else '--top'} is for the plays of a roll, and there are no dice")
    integer_between(ply, 0, MOST_PLIES, "ply")
    own_network = chosen_network_file(network)
    judge = shipped_network(question.rules) if own_network is None else own_network
    decided = engine.result(question.position, question.rules)
    plays: list[AnalysedPlay] = []
    worth: Evaluation | None = None
    try:
        with _sign_of_life(ply):
            if decided is None and question.dice is None:
                worth = evaluate(question.position, question.rules, ply, network=judge)
            elif decided is None and question.dice is not None:
                plays = analyse(
                    question.position,
                    question.dice,
                    question.rules,
                    ply,
                    network=judge,
                    seconds=seconds,
                    threads=threads,
                )
    except KeyboardInterrupt:
        hint = "" if question.dice is None else "; with --seconds, what is known by then is shown"
        print_note(f"stopped before {ply}-ply was finished{hint}")
        raise typer.Exit(INTERRUPTED) from None
    note_other_rules(question.rules, judge)
    if as_json:
        facts: dict[str, Any] = {
            "version": installed_version(),
            "rules": asdict(question.rules),
            "position": question.position.text,
            "result": result_as_json(decided),
            "dice": None if question.dice is None else list(question.dice),
            "ply": ply,
            "network": {"file": network, "hidden": judge.hidden, "rules": asdict(judge.rules)},
        }
        if question.dice is None:
            facts["evaluation"] = None if worth is None else _worth_as_json(worth, question)
        else:
            facts["plays"] = [_play_as_json(rank, row, plays[0], question.rules) for rank, row in enumerate(plays, 1)]
        print_json(facts)
        return
    print_question(question)
    if decided is not None:
        print_lines(f"The game is decided, {decided_text(decided)}.")
    elif worth is not None:
        _print_worth(worth, question)
    else:
        _print_plays(plays, question.rules, ply, _DEFAULT_TOP if top is None else top)


@contextmanager
def _sign_of_life(ply: int) -> Iterator[None]:
    """Show on a terminal that something is going on, if that can take some seconds."""
    if ply < _FEWEST_PLIES_TO_WAIT_FOR or not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True).status(f"looking {ply} turns ahead"):
        yield


def _print_plays(plays: list[AnalysedPlay], rules: Rules, ply: int, top: int) -> None:
    best, chances = plays[0], _chances(rules)
    table = plain_table(">#", "play", ">ply", ">equity", ">diff", *(f">{heading}" for heading, _ in chances))
    table.padding = (0, 2, 0, 0)
    races = [_race_of_play(row, rules) for row in plays]
    for rank, (row, race) in enumerate(zip(plays, races, strict=True), start=1):
        if rank <= top:
            table.add_row(
                str(rank),
                Text(str(row.play)),
                "wins" if row.play.result is not None else race if race == _EXACT else str(row.ply),
                _signed(row.equity),
                "" if row is best else _signed(row.equity - best.equity),
                *(_percent(row.probabilities, field) for _, field in chances),
                style="bold" if row is best else "",
            )
    print_lines(plural(len(plays), "legal play"), "")
    print_table(table)
    notes = [f"{plural(len(plays) - top, 'more play')}: --top all shows them too"] if len(plays) > top else []
    if best.ply < ply:
        notes.append(f"The time was over before {ply}-ply was finished.")
    notes += _race_notes(
        races[:top], is_race=all(race or row.play.result for row, race in zip(plays, races, strict=True))
    )
    if notes:
        print_lines("", *notes)


def _print_worth(worth: Evaluation, question: Question) -> None:
    table = plain_table("", ">")
    table.show_header = False
    table.add_row(f"equity at {worth.ply}-ply", _signed(worth.equity))
    for heading, field in _chances(question.rules):
        table.add_row(heading, _percent(worth.probabilities, field))
    print_table(table)
    if notes := _race_notes([_race(question.position, question.rules)], is_race=True):
        print_lines("", *notes)


def _chances(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return what is shown of `Probabilities` as (heading, field): not what these rules do not know."""
    always = (("win %", "win"),)
    has_higher_wins = rules.gammons or (rules.finish == "iri-gachi" and rules.closed_home == "bonus")
    if not has_higher_wins:
        return always
    return (
        *always,
        ("win 2+", "win_two"),
        ("win 3", "win_three"),
        ("lose 2+", "lose_two"),
        ("lose 3", "lose_three"),
    )


def _signed(points: float) -> str:
    return f"{round(points, 4) + 0.0:+.4f}"  # never a zero with a minus


def _percent(probabilities: Probabilities, field: str) -> str:
    return f"{100 * getattr(probabilities, field):.1f}"


def _race(position: Position, rules: Rules) -> str | None:
    """Say how well the table of races knows a position of the side about to roll."""
    value = race_value(position, rules)
    return None if value is None else _EXACT if value.is_exact else _ONE_SIDED


def _race_of_play(row: AnalysedPlay, rules: Rules) -> str | None:
    return None if row.play.result is not None else _race(row.play.after.swapped(), rules)


def _race_notes(races: list[str | None], *, is_race: bool) -> list[str]:
    notes = []
    if _EXACT in races:
        notes.append(
            "exact: a race with so few checkers to go that it is known how it ends by best play of both sides."
        )
    if is_race and _ONE_SIDED in races:
        notes.append("A race, judged by how many turns each side needs; bsg races --check 4 tells how exact that is.")
    return notes


def _play_as_json(rank: int, row: AnalysedPlay, best: AnalysedPlay, rules: Rules) -> dict[str, Any]:
    return {
        "rank": rank,
        "play": str(row.play),
        "steps": [step._asdict() for step in row.play.steps],
        "after": row.play.after.text,
        "result": result_as_json(row.play.result),
        "ply": row.ply,
        "equity": row.equity,
        "difference": row.equity - best.equity,
        "probabilities": row.probabilities._asdict(),
        "race": _race_of_play(row, rules),
    }


def _worth_as_json(worth: Evaluation, question: Question) -> dict[str, Any]:
    return {
        "equity": worth.equity,
        "probabilities": worth.probabilities._asdict(),
        "race": _race(question.position, question.rules),
    }
