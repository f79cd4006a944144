"""`bsg plays`: every legal play of a roll."""

from dataclasses import asdict
from typing import Any

import typer
from rich.text import Text

from bsg import engine
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
)
from bsg.cli.output import plain_table, print_json, print_lines, print_table
from bsg.cli.rolls import Question, asked_question, decided_text, points_text, print_question, result_as_json
from bsg.dice import roll_name
from bsg.play import Play


def plays_command(
    context: typer.Context,
    dice: DiceArgument = None,
    position: PositionOption = None,
    identifier: IdOption = None,
    as_json: JsonOption = False,
    game: GameOrIdsOption = None,
    finish: FinishOption = None,
    closed_home: ClosedHomeOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    gammons: GammonsOption = None,
) -> None:
    """List every legal play of a roll, with the position it reaches and how it ends the game if it does.

    The positions reached are still seen by the side that has moved; exchange the two halves to go on with the other.
    """
    question = asked_question(
        dice, context.args, position, identifier, game, finish, closed_home, steps_per_double, gammons
    )
    if question.dice is None:
        which = "the dice are missing" if identifier is None else "the ID holds no dice"
        raise ValueError(f"{which}: write them like 3-1")
    plays = engine.plays(question.position, question.dice, question.rules)
    if as_json:
        print_json(_as_json(question, question.dice, plays))
    else:
        print_question(question)
        _print_plays(question, plays)


def _as_json(question: Question, roll: tuple[int, int], plays: list[Play]) -> dict[str, Any]:
    return {
        "rules": asdict(question.rules),
        "position": question.position.text,
        "result": result_as_json(engine.result(question.position, question.rules)),
        "dice": list(roll),
        "name": roll_name(roll)._asdict(),
        "plays": [
            {
                "play": str(play),
                "steps": [step._asdict() for step in play.steps],
                "after": play.after.text,
                "result": result_as_json(play.result),
            }
            for play in plays
        ],
    }


def _print_plays(question: Question, plays: list[Play]) -> None:
    decided = engine.result(question.position, question.rules)
    if decided is not None:
        print_lines(f"No plays: the game is decided, {decided_text(decided)}.")
        return
    if len(plays) == 1 and not plays[0].steps:
        print_lines("No checker can move: the only play is a pass, and the position stays.")
        return
    table = plain_table("play", "position reached, seen by the side that moved", "result")
    for play in plays:
        ending = "" if play.result is None else f"wins {points_text(play.result)}"
        table.add_row(Text(str(play)), Text(play.after.text), Text(ending))
    table.columns[2].header = Text("result" if any(play.result for play in plays) else "")
    print_lines("1 legal play" if len(plays) == 1 else f"{len(plays)} legal plays", "")
    print_table(table)
