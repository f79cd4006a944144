"""`bsg plays`: every legal play of a roll."""

import re
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from bsg import engine
from bsg.cli.options import (
    ClosedHomeOption,
    FinishOption,
    GameOrIdsOption,
    GammonsOption,
    IdOption,
    JsonOption,
    PositionOption,
    StepsPerDoubleOption,
    chosen_dice,
    chosen_position,
    chosen_rules,
    chosen_text,
)
from bsg.cli.output import plain_table, print_json, print_lines, print_table, writable
from bsg.dice import high_low, roll_name
from bsg.game import Game
from bsg.ids import parse_id
from bsg.play import Play
from bsg.position import Position
from bsg.rules import Rules
from bsg.winning import Result


def plays_command(
    context: typer.Context,
    dice: Annotated[
        str | None,
        typer.Argument(
            metavar="DICE", help="The roll, written like 3-1, 31, 3,1 or '3 1'; an ID may hold it.", show_default=False
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
    """List every legal play of a roll, with the position it reaches and how it ends the game if it does.

    The positions reached are still seen by the side that has moved; exchange the two halves to go on with the other.
    """
    if position is not None and identifier is not None:
        raise ValueError("--position and --id both say where the checkers stand; give one of them")
    game = game or ("ban-sugoroku" if identifier is None else "backgammon")
    rules = chosen_rules(game, finish, closed_home, steps_per_double, gammons=gammons)
    state = None if identifier is None else parse_id(identifier, rules)
    before = chosen_position(position) if state is None else state.position
    roll = _chosen_roll(dice, context.args, state)
    plays = engine.plays(before, roll, rules)
    if as_json:
        print_json(_as_json(before, roll, rules, plays))
    else:
        _print_plays(before, roll, rules, plays, chosen_text(game, rules))


def _chosen_roll(dice: str | None, more: list[str], state: Game | None) -> tuple[int, int]:
    if dice is not None:
        return chosen_dice(_only_word(dice, more))
    if state is None:
        raise ValueError("the dice are missing: write them like 3-1")
    if state.dice is None:
        raise ValueError("the ID holds no dice: write them like 3-1")
    return state.dice[0], state.dice[1]


def _only_word(dice: str, more: list[str]) -> str:
    if more:
        hint = f"{dice}-{more[0]}" if re.fullmatch("[1-6] [1-6]", " ".join([dice, *more])) else "one such as 3-1"
        raise ValueError(f"the dice must be one word, got {' '.join([dice, *more])!r}; write {hint}")
    return dice


def _as_json(before: Position, roll: tuple[int, int], rules: Rules, plays: list[Play]) -> dict[str, Any]:
    return {
        "rules": asdict(rules),
        "position": before.text,
        "result": _result_as_json(engine.result(before, rules)),
        "dice": list(roll),
        "name": roll_name(roll)._asdict(),
        "plays": [
            {
                "play": str(play),
                "steps": [step._asdict() for step in play.steps],
                "after": play.after.text,
                "result": _result_as_json(play.result),
            }
            for play in plays
        ],
    }


def _result_as_json(result: Result | None) -> dict[str, Any] | None:
    return None if result is None else {"points": result.points, "kind": result.kind}


def _print_plays(before: Position, roll: tuple[int, int], rules: Rules, plays: list[Play], game: str) -> None:
    high, low = high_low(roll)
    name = roll_name(roll)
    called = writable(f"{name.kanji} {name.romaji or ''}").strip()
    heading = "  ".join(filter(None, [f"{high}-{low}", called, f"({game})"]))
    print_lines(Text(heading, style="bold"), before.text, "", str(before), "")
    decided = engine.result(before, rules)
    if decided is not None:
        print_lines(f"No plays: the game is decided, {_decided_text(decided)}.")
        return
    if len(plays) == 1 and not plays[0].steps:
        print_lines("No checker can move: the only play is a pass, and the position stays.")
        return
    table = plain_table("play", "position reached, seen by the side that moved", "result")
    for play in plays:
        ending = "" if play.result is None else f"wins {_points_text(play.result)}"
        table.add_row(Text(str(play)), Text(play.after.text), Text(ending))
    table.columns[2].header = Text("result" if any(play.result for play in plays) else "")
    print_lines("1 legal play" if len(plays) == 1 else f"{len(plays)} legal plays", "")
    print_table(table)


def _decided_text(result: Result) -> str:
    if result.points == 0:
        return "a draw, since neither side can ever move"
    return f"{'own has' if result.points > 0 else 'the opponent has'} won {_points_text(result)}"


def _points_text(result: Result) -> str:
    points = abs(result.points)
    return f"{points} {'point' if points == 1 else 'points'}, {result.kind}"
