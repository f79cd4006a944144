"""The program: its commands, and how everything that goes wrong becomes one sentence."""

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from bsg.cli import WRONG_INPUT
from bsg.cli.output import print_note
from bsg.cli.perft import perft_command
from bsg.cli.plays import plays_command
from bsg.cli.rules import rules_command
from bsg.cli.simulate import simulate_command
from bsg.version import installed_version

NAME = "bsg"

_EPILOG = """
Examples:

  bsg simulate --games 100000 --seed 7

  bsg simulate --game backgammon --json

  bsg plays 3-1

  bsg plays 66 --position 'own 24:2 13:5 8:3 6:5 / opp bar:1 13:5 8:4 6:5'

  bsg perft 3

  bsg rules
"""

app = typer.Typer(name=NAME, add_completion=False, epilog=_EPILOG, rich_markup_mode=None)
app.command("simulate")(simulate_command)
app.command("plays")(plays_command)
app.command("perft")(perft_command)
app.command("rules")(rules_command)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(NAME, installed_version())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Ban-sugoroku, the backgammon of old Japan, and modern backgammon at native speed.

    Each command has its own --help. Wrong input gets one sentence and exit status 2.
    """
    if context.invoked_subcommand is None:
        raise ValueError("a command is missing: simulate, plays, perft or rules")


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status; wrong input of any kind is one line on standard error.

    A `ValueError` is always about the input here: the functions of `bsg` raise it for nothing else.
    """
    try:
        status: object = app(list(arguments), prog_name=NAME, standalone_mode=False)
    except (TyperException, ValueError) as error:
        text = error.format_message() if isinstance(error, TyperException) else str(error)
        print_note(f"{NAME}: {_one_line(text)} ({NAME} {_command(arguments)}--help tells more)")
        return WRONG_INPUT
    return status if isinstance(status, int) else 0


def _command(arguments: Sequence[str]) -> str:
    return f"{arguments[0]} " if arguments and arguments[0] in _COMMANDS else ""


_COMMANDS = ("simulate", "plays", "perft", "rules")


def _one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".")
