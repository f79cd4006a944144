"""The options that all commands share: which rules, and which position."""

import re
from dataclasses import asdict, replace
from typing import Annotated, Literal, get_args

import typer

from bsg.ids import parse_id
from bsg.position import Position
from bsg.rules import BACKGAMMON, BAN_SUGOROKU, ClosedHome, Finish, Rules, Start, checked_steps_per_double

Game = Literal["ban-sugoroku", "backgammon"]
PRESETS: dict[Game, Rules] = {"ban-sugoroku": BAN_SUGOROKU, "backgammon": BACKGAMMON}


def whole_number(text: object) -> int:
    """Return the number that `text` says; a default comes as a number already.

    Raises
    ------
    ValueError
        If it says none. Typer's own words would not repeat what was given.
    """
    try:
        return int(str(text))
    except ValueError:
        raise ValueError(f"wanted a whole number, got {text!r}") from None


def real_number(text: object) -> float:
    """Return the number that `text` says, whole or not.

    Raises
    ------
    ValueError
        If it says none.
    """
    try:
        return float(str(text))
    except ValueError:
        raise ValueError(f"wanted a number, got {text!r}") from None


def _words(choices: object) -> str:
    return "|".join(str(choice) for choice in get_args(choices))


GameOption = Annotated[Game, typer.Option("--game", metavar=_words(Game), help="The rules to begin with.")]
FinishOption = Annotated[
    Finish | None,
    typer.Option(metavar=_words(Finish), help="What wins: all checkers home, or all borne off.", show_default=False),
]
ClosedHomeOption = Annotated[
    ClosedHome | None,
    typer.Option(
        metavar=_words(ClosedHome),
        help="What a closed home with an enemy on the bar does: more points, an instant win, nothing.",
        show_default=False,
    ),
]
StepsPerDoubleOption = Annotated[
    int | None,
    typer.Option(parser=whole_number, metavar="2|4", help="How many steps a double gives.", show_default=False),
]
StartOption = Annotated[
    Start | None,
    typer.Option(metavar=_words(Start), help="Who begins a game, and with which dice.", show_default=False),
]
GammonsOption = Annotated[
    bool | None,
    typer.Option(
        "--gammons/--no-gammons",
        help="Whether a borne-off win can count 2 or 3; needs --finish bear-off.",
        show_default=False,
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT", help="Where the checkers stand (see below).  [default: the start]", show_default=False
    ),
]
IdOption = Annotated[
    str | None,
    typer.Option(
        "--id",
        metavar="ID",
        help="An XGID, a GNUbg ID or a Position ID: board, and dice if it has them. Of backgammon, unless --game says "
        "otherwise.",
        show_default=False,
    ),
]
GameOrIdsOption = Annotated[
    Game | None,
    typer.Option(
        "--game",
        metavar=_words(Game),
        help="The rules to begin with.  [default: ban-sugoroku; backgammon for an ID]",
        show_default=False,
    ),
]
DiceArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="DICE", help="The roll, written like 3-1, 31, 3,1 or '3 1'; an ID may hold it.", show_default=False
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.", show_default=False)]

RULES_HELP = """
Rules: --game chooses a game, and the options after it change single rules of it. 'bsg rules' says what each means.
"""
POSITION_HELP = """
Positions: a line such as

\b
  own 24:2 13:5 8:3 6:5 / opp bar:1 13:5 8:4 6:5

or an XGID, a GNUbg ID or a Position ID. In the line it is place:checkers for each side, 'own' being the side to move.
EACH SIDE COUNTS FROM ITS OWN HOME, so a side that has won under iri-gachi stands on 1 to 6. Places are 1 to 24, bar and
off; what is missing from 15 is off. To see the same board from the other side, exchange the two halves.
"""


def chosen_rules(
    game: Game,
    finish: Finish | None,
    closed_home: ClosedHome | None,
    steps_per_double: int | None,
    start: Start | None = None,
    gammons: bool | None = None,
) -> Rules:
    """Return the rules of a game, changed by the options that were given.

    Raises
    ------
    ValueError
        If they make no sense together.
    """
    preset = PRESETS[game]
    chosen_finish = finish or preset.finish
    has_gammons = preset.gammons if gammons is None else gammons
    if has_gammons and chosen_finish != "bear-off":
        # Rules would refuse it too, in words of Python.
        change = "--gammons needs --finish bear-off" if gammons else f"--finish {chosen_finish} needs --no-gammons too"
        raise ValueError(f"{change}: a gammon is counted by what the loser has borne off")
    return Rules(
        finish=chosen_finish,
        closed_home=closed_home or preset.closed_home,
        steps_per_double=(
            preset.steps_per_double if steps_per_double is None else checked_steps_per_double(steps_per_double)
        ),
        start=start or preset.start,
        gammons=has_gammons,
    )


def chosen_text(game: Game, rules: Rules) -> str:
    """Name the rules as they are chosen on the command line.

    Examples
    --------
    >>> chosen_text("backgammon", Rules("bear-off", "off", 4, "roll-off"))
    'backgammon with --start roll-off --no-gammons'
    """
    preset = asdict(PRESETS[game])
    changed = [_option_text(name, value) for name, value in asdict(rules).items() if value != preset[name]]
    return f"{game} with {' '.join(changed)}" if changed else game


def nearest_text(rules: Rules) -> str:
    """Name rules by the game they differ least from; who begins is left out.

    Examples
    --------
    >>> nearest_text(Rules("bear-off", "off", 4))
    'backgammon with --no-gammons'
    """
    texts = [chosen_text(game, replace(rules, start=preset.start)) for game, preset in PRESETS.items()]
    return min(texts, key=lambda text: text.count(" --"))


def _option_text(name: str, value: str | int | bool) -> str:
    if isinstance(value, bool):
        return f"--{name}" if value else f"--no-{name}"
    return f"{option_name(name)} {value}"


def option_name(field: str) -> str:
    """Return the option for a field of `Rules` or an argument of `simulate`."""
    return f"--{field.replace('_', '-')}"


def chosen_position(text: str | None) -> Position:
    """Return the position that `text` says, as a line of ours or in an ID, or the start."""
    if text is None:
        return Position.start()
    return Position.parse(text) if is_own_text(text) else parse_id(text).position


def is_own_text(text: str) -> bool:
    """Say whether a text is meant as a position in our own notation, rather than as an ID."""
    return re.search(r"\bown\b|\bopp\b", text, re.IGNORECASE) is not None or not re.search(
        r"[A-Za-z0-9+/]{12}|-{3}", text
    )


def chosen_dice(text: str) -> tuple[int, int]:
    """Return the dice that `text` says, such as ``3-1``, ``31``, ``3,1`` or ``3 1``.

    Raises
    ------
    ValueError
        If it says no roll.
    """
    pair = re.fullmatch(r"\s*([1-6])\s*[-,/\s]?\s*([1-6])\s*", text, re.ASCII)
    if pair is None:
        raise ValueError(f"the dice must be two numbers 1 to 6, written like 3-1 or 31, got {text!r}")
    return int(pair[1]), int(pair[2])
