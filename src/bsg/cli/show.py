"""`bsg show`: a position drawn in the terminal, or as an SVG."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from bsg.cli.input import STANDARD_INPUT, read_game, read_input
from bsg.cli.options import PRESETS, GameOrIdsOption, chosen_dice
from bsg.cli.output import print_lines, writable
from bsg.dice import high_low, roll_name
from bsg.drawing import draw
from bsg.game import Game
from bsg.parsing import parse_play
from bsg.picture import draw_svg
from bsg.play import Play
from bsg.position import Position

Seen = Literal["own", "opponent"]


def show_command(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION",
            help="A position in our notation or any ID; - reads it from standard input.  [default: the start]",
            show_default=False,
        ),
    ] = None,
    dice: Annotated[
        str | None, typer.Option(metavar="DICE", help="What is rolled, such as 3-1.", show_default=False)
    ] = None,
    play: Annotated[
        str | None,
        typer.Option(metavar="PLAY", help="What is played with it, such as '8/5 6/5'.", show_default=False),
    ] = None,
    svg: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a picture there too; - is standard output.", show_default=False),
    ] = None,
    seen_by: Annotated[
        Seen, typer.Option("--seen-by", metavar="own|opponent", help="Who sits at the lower edge.")
    ] = "own",
    game: GameOrIdsOption = None,
) -> None:
    """Draw a position, what is rolled, and what is played with it.

    Own is the side to move. With --play, the board is drawn as it is after it.
    """
    text = read_input(STANDARD_INPUT) if position == STANDARD_INPUT else position
    chosen = game or ("ban-sugoroku" if text is None or "own" in text.lower() else "backgammon")
    rules = PRESETS[chosen]
    state = Game(Position.start(), on_roll=1, rules=rules) if text is None else read_game(text, rules)
    if dice is not None:
        roll: tuple[int, int] | None = chosen_dice(dice)
    else:
        roll = None if state.dice is None else high_low(state.dice)
    if play is not None and roll is None:
        raise ValueError("a play needs dice: give them with --dice")
    played = None if play is None or roll is None else parse_play(play, state.position, roll, rules)
    if svg is not None:
        owner = state.cube.owner
        has_cube = chosen == "backgammon" and text is not None and state.match.cube_limit > 1
        picture = draw_svg(
            state.position,
            dice=roll,
            play=played,
            rules=rules,
            seen_by=seen_by,
            cube=(state.cube.value, None if owner is None else "own" if owner == state.on_roll else "opponent")
            if has_cube
            else None,
        )
        _write(svg, picture)
    if svg != STANDARD_INPUT:
        _print(state, roll, played, seen_by)


def _write(name: str, picture: str) -> None:
    if name == STANDARD_INPUT:
        sys.stdout.write(picture)
        return
    try:
        Path(name).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{name} cannot be written: {error.strerror}") from error


def _print(state: Game, roll: tuple[int, int] | None, played: Play | None, seen_by: Seen) -> None:
    if headline := _headline(state, roll, played):
        print_lines(Text(headline, style="bold"))
    shown = state.position if played is None else played.after
    print_lines(shown.text, "")
    print_lines(draw(shown.own, shown.opponent, seen_by=seen_by, unicode=has_unicode()))


def _headline(state: Game, roll: tuple[int, int] | None, played: Play | None) -> str:
    parts = []
    if roll is not None:
        high, low = high_low(roll)
        name = roll_name(roll)
        called = writable(" ".join(filter(None, name))).strip()
        parts.append(f"{high}-{low}  {called}".rstrip())
    if played is not None:
        parts.append(f"after {played}")
    match, own = state.match, state.on_roll
    if match.length:
        crawford = ", Crawford game" if match.is_crawford_game else ", post-Crawford" if match.is_post_crawford else ""
        parts.append(f"match to {match.length}, score {match.score[own]}-{match.score[1 - own]}{crawford}")
    if state.cube.value > 1 or state.cube.doubler is not None:
        owner = state.cube.owner
        whose = "" if owner is None else ", own's" if owner == own else ", the opponent's"
        offered = "" if state.cube.offered_by is None else ", a double is offered"
        parts.append(f"cube at {state.cube.value}{whose}{offered}")
    return "   ".join(parts)


def has_unicode() -> bool:
    """Say whether the output can show the board in Unicode."""
    try:
        "●○┌─·".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
