"""The program: its commands, and how everything that goes wrong becomes one sentence."""

import re
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from bsg.cli.analyse import analyse_command
from bsg.cli.bots import BOTS_HELP
from bsg.cli.check import check_command
from bsg.cli.convert import FORMATS_HELP, convert_command
from bsg.cli.match import match_command
from bsg.cli.openings import openings_command
from bsg.cli.options import POSITION_HELP, RULES_HELP, option_name
from bsg.cli.output import WRONG_INPUT, print_lines, print_note
from bsg.cli.perft import perft_command
from bsg.cli.play import play_command
from bsg.cli.plays import plays_command
from bsg.cli.races import races_command
from bsg.cli.replay import replay_command
from bsg.cli.rules import rules_command
from bsg.cli.show import show_command
from bsg.cli.simulate import simulate_command
from bsg.cli.train import train_command
from bsg.version import installed_version

NAME = "bsg"

_EXAMPLES = """
Examples:

\b
  bsg simulate --games 100000 --seed 7
  bsg simulate --game backgammon --json
  bsg plays 3-1
  bsg plays 66 --position 'own 24:2 13:5 8:3 6:5 / opp bar:1 13:5 8:4 6:5'
  bsg analyse 3-1 --game backgammon
  bsg perft 3 --closed-home instant
  bsg plays --id XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
  bsg show XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 --svg board.svg
  bsg convert match.mat --out match.sgf
  bsg check match.mat
  bsg match net random --games 4000
  bsg races --check 4
  bsg rules
"""

_ANALYSE_EXAMPLES = """
Examples:

\b
  bsg analyse 3-1
  bsg analyse 6-4 --game backgammon --ply 3 --top all
  bsg analyse --id XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
  bsg analyse --position 'own 13:5 8:3 6:7 / opp 24:2 13:5 8:3 6:5' --json
"""
_RACES_EXAMPLES = """
Examples:

\b
  bsg races --check 4
  bsg races --points 9 --out races.table
  bsg races --table races.table --position 'own 15:1 6:14 / opp 8:1 6:14'
  bsg races --game backgammon --exact-checkers 6 --json
"""

# Without rich's panels the help is narrower than any choice of words in it, and reads the same in a pipe.
app = typer.Typer(
    name=NAME,
    add_completion=False,
    epilog=_EXAMPLES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(
    "simulate", short_help="Play many games and count how they end.", epilog=BOTS_HELP + POSITION_HELP + RULES_HELP
)(simulate_command)
app.command(
    "plays",
    short_help="List every legal play of a roll.",
    epilog=POSITION_HELP + RULES_HELP,
    context_settings={"allow_extra_args": True},  # it says itself how two dice are written
)(plays_command)
app.command(
    "analyse",
    short_help="Tell what each play of a roll is worth.",
    epilog=_ANALYSE_EXAMPLES + POSITION_HELP + RULES_HELP,
    context_settings={"allow_extra_args": True},
)(analyse_command)
app.command("perft", short_help="Count the leaves of the tree of all plays.", epilog=POSITION_HELP + RULES_HELP)(
    perft_command
)
app.command("show", short_help="Draw a position, in the terminal or as SVG.", epilog=POSITION_HELP)(show_command)
app.command("convert", short_help="Convert positions and records between formats.", epilog=FORMATS_HELP)(
    convert_command
)
app.command("check", short_help="Replay records and list what is illegal.")(check_command)
app.command("play", short_help="Play against a bot.", epilog=BOTS_HELP)(play_command)
app.command("replay", short_help="Replay, verify and show a session.")(replay_command)
app.command("match", short_help="Let two bots play each other.", epilog=BOTS_HELP + POSITION_HELP + RULES_HELP)(
    match_command
)
app.command("openings", short_help="Find the best play of each first roll.", epilog=RULES_HELP)(openings_command)
app.command("train", short_help="Train a network by games against itself.", epilog=RULES_HELP)(train_command)
app.command(
    "races", short_help="Build, check and ask tables of races.", epilog=_RACES_EXAMPLES + POSITION_HELP + RULES_HELP
)(races_command)
app.command("rules", short_help="Tell what this build implements.", epilog=RULES_HELP)(rules_command)
_COMMANDS = (
    "simulate",
    "plays",
    "analyse",
    "show",
    "perft",
    "convert",
    "check",
    "play",
    "replay",
    "match",
    "openings",
    "train",
    "races",
    "rules",
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print_lines(f"{NAME} {installed_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Ban-sugoroku, the backgammon of old Japan, and modern backgammon at native speed.

    Each command has its own --help. Results go to standard output, errors to standard error: one sentence, with exit
    status 2 for wrong input, 130 after Ctrl-C, and 1 when the output cannot be written or bsg check has found something.
    """
    if context.invoked_subcommand is None:
        raise ValueError(f"a command is missing: {', '.join(_COMMANDS)}; {NAME} --help tells more")


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status; wrong input of any kind is one line on standard error.

    A `ValueError` is always about the input here: the functions of `bsg` raise it for nothing else.
    """
    try:
        status: object = app(list(arguments), prog_name=NAME, standalone_mode=False)
    except TyperException as error:
        sentence = _one_line(error.format_message())
        number = re.match(r"No such option: (-\d)", sentence)
        places = [place for place, word in enumerate(arguments) if number is not None and word.startswith(number[1])]
        if places and "--" not in arguments:
            # A negative number is no option; the command itself says which numbers it wants.
            place = places[-1]
            return run([*arguments[:place], *arguments[place + 1 :], "--", arguments[place]])
        sentence += "" if sentence.endswith("?") else ";"
        print_note(f"{NAME}: {sentence} {NAME} {_command(arguments)}--help tells more")
    except ValueError as error:
        print_note(f"{NAME}: {_with_options_as_typed(_one_line(str(error)))}")
    else:
        return status if isinstance(status, int) else 0
    return WRONG_INPUT


def _command(arguments: Sequence[str]) -> str:
    return f"{arguments[0]} " if arguments and arguments[0] in _COMMANDS else ""


def _with_options_as_typed(sentence: str) -> str:
    """Return a refusal of `Rules` or `simulate` with the name of the option instead of that of the argument."""
    return re.sub(
        r"^(steps_per_double|max_plies|games|seed|threads|hidden|polish|ply|seconds|trials|truncate|points|exact_checkers)(?= must )",
        lambda field: option_name(field[1]),
        sentence,
    )


def _one_line(text: str) -> str:
    """Return the words of a refusal as one sentence on one line, without what the library puts before ours."""
    words = " ".join(text.split()).rstrip(".")
    words = re.sub(r"argument\(s\) \((.*)\)$", r"argument: \1", words)
    return words.replace("Value error, ", "").replace(". Did you mean", "; did you mean")
