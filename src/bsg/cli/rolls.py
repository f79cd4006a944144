"""A position and a roll, as commands are asked about them and show them."""

import re
from typing import Any, NamedTuple

from rich.text import Text

from bsg.cli.options import Game, chosen_dice, chosen_position, chosen_rules, chosen_text
from bsg.cli.output import print_lines, writable
from bsg.dice import high_low, roll_name
from bsg.ids import parse_id
from bsg.position import Position
from bsg.rules import ClosedHome, Finish, Rules
from bsg.winning import Result


class Question(NamedTuple):
    """What a command is asked about."""

    position: Position
    dice: tuple[int, int] | None
    rules: Rules
    rules_text: str
    """The rules as they were chosen."""


def asked_question(
    dice: str | None,
    more_words: list[str],
    position: str | None,
    identifier: str | None,
    game: Game | None,
    finish: Finish | None,
    closed_home: ClosedHome | None,
    steps_per_double: int | None,
    gammons: bool | None,
) -> Question:
    """Put together what the options of a command say; `more_words` are those after the dice.

    Raises
    ------
    ValueError
        If they make no sense, or not together.
    """
    if position is not None and identifier is not None:
        raise ValueError("--position and --id both say where the checkers stand; give one of them")
    game = game or ("ban-sugoroku" if identifier is None else "backgammon")
    rules = chosen_rules(game, finish, closed_home, steps_per_double, gammons=gammons)
    state = None if identifier is None else parse_id(identifier, rules)
    roll = None if dice is None else chosen_dice(_only_word(dice, more_words))
    if roll is None and state is not None and state.dice is not None:
        roll = state.dice[0], state.dice[1]
    before = chosen_position(position) if state is None else state.position
    return Question(before, roll, rules, chosen_text(game, rules))


def _only_word(dice: str, more: list[str]) -> str:
    if more:
        hint = f"{dice}-{more[0]}" if re.fullmatch("[1-6] [1-6]", " ".join([dice, *more])) else "one such as 3-1"
        raise ValueError(f"the dice must be one word, got {' '.join([dice, *more])!r}; write {hint}")
    return dice


def print_question(question: Question) -> None:
    """Print the roll with its name, the rules and the board."""
    if question.dice is None:
        heading = f"before the roll  ({question.rules_text})"
    else:
        high, low = high_low(question.dice)
        name = roll_name(question.dice)
        called = writable(f"{name.kanji} {name.romaji or ''}").strip()
        heading = "  ".join(filter(None, [f"{high}-{low}", called, f"({question.rules_text})"]))
    print_lines(Text(heading, style="bold"), question.position.text, "", str(question.position), "")


def result_as_json(result: Result | None) -> dict[str, Any] | None:
    """Return how a game ended as JSON has it."""
    return None if result is None else {"points": result.points, "kind": result.kind}


def decided_text(result: Result) -> str:
    """Say how a position is decided."""
    if result.points == 0:
        return "a draw, since neither side can ever move"
    return f"{'own has' if result.points > 0 else 'the opponent has'} won {points_text(result)}"


def points_text(result: Result) -> str:
    """Say what a win is worth and by what it was won."""
    points = abs(result.points)
    return f"{points} {'point' if points == 1 else 'points'}, {result.kind}"
