"""`bsg convert`: positions and records from any format into any other."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal, get_args

import typer

from bsg.cli.input import STANDARD_INPUT, is_record, read_games, read_input
from bsg.cli.options import PRESETS, GameOrIdsOption
from bsg.cli.output import print_note, print_text
from bsg.game import Game
from bsg.gnubg_id import gnubg_id, match_id, position_id
from bsg.records.files import read_record, write_record
from bsg.records.pasted import Format
from bsg.records.record import (
    FORMAT,
    VERSION,
    Action,
    Double,
    GameRecord,
    MatchRecord,
    Move,
    RecordError,
    SetUp,
)
from bsg.records.replay import ReplayedGame, replay
from bsg.seat import Seat, other
from bsg.xgid import xgid

Target = Literal["xgid", "gnubg", "position-id", "match-id", "text", "bytes", "json", "mat", "sgf"]

_WRITERS: dict[str, Callable[[Game], str]] = {
    "xgid": xgid,
    "gnubg": gnubg_id,
    "position-id": lambda game: position_id(game.position),
    "match-id": match_id,
    "text": lambda game: game.position.text,
    "bytes": lambda game: bytes(game.position).hex(),
}
_RECORDS: dict[str, Format] = {"mat": "mat", "sgf": "sgf", "json": "json"}
_SUFFIXES: dict[str, Target] = {".mat": "mat", ".txt": "mat", ".sgf": "sgf", ".json": "json"}

FORMATS_HELP = """
Formats of a record: mat (Jellyfish), sgf (GNU Backgammon), json (ours, for both games).

Formats of a position: xgid, gnubg (Position ID and Match ID), position-id, match-id, text (ours), bytes (32, in
hexadecimal); and json or sgf, as a record in which a board is put up. A record becomes positions too: the one at each
decision, a line each.
"""


def convert_command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record, or IDs and positions, one a line; - is standard input.")
    ] = STANDARD_INPUT,
    to: Annotated[
        Target | None,
        typer.Option(
            metavar="FORMAT",
            help="Into what (see below).  [default: by the ending of --out; else xgid for positions, json for records]",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write there instead of standard output.", show_default=False),
    ] = None,
    game: GameOrIdsOption = None,
) -> None:
    """Convert positions and records from any format into any other. Which one is given, the text itself says."""
    target = to or _target_of(out)
    text = read_input(file)
    if is_record(text):
        converted = _convert_record(_read(text, file), target or "json", file)
    else:
        converted = _convert_games(read_games(text, PRESETS[game or "backgammon"]), target or "xgid")
    if out is None:
        print_text(converted)
        return
    try:
        Path(out).write_text(converted, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ValueError(f"{out} cannot be written: {error.strerror}") from error


def _target_of(out: str | None) -> Target | None:
    if out is None:
        return None
    suffix = Path(out).suffix.lower()
    if suffix not in _SUFFIXES:
        raise ValueError(f"the ending of {out} says no format: choose one of {', '.join(get_args(Target))} with --to")
    return _SUFFIXES[suffix]


def _read(text: str, file: str) -> MatchRecord:
    try:
        return read_record(text)
    except RecordError as error:
        raise ValueError(f"{'standard input' if file == STANDARD_INPUT else file}: {error}") from error


def _convert_record(record: MatchRecord, target: str, file: str) -> str:
    played = replay(record)
    for problem in played.problems:
        print_note(f"bsg: {file}: {problem}")
    if target in _RECORDS:
        return write_record(record, _RECORDS[target])
    return "".join(f"{_WRITERS[target](state)}\n" for game in played.games for state in _decisions(game))


def _convert_games(games: list[Game], target: str) -> str:
    if target == "mat":
        raise ValueError("a .mat holds whole matches, and has no place for a single position; sgf has one")
    if target in _RECORDS:
        if len(games) > 1:
            raise ValueError(f"{target} holds one position, got {len(games)}")
        return write_record(_as_record(games[0]), _RECORDS[target])
    return "".join(f"{_WRITERS[target](game)}\n" for game in games)


def _as_record(game: Game) -> MatchRecord:
    """Return a game as a record in which its board is put up and what has been decided since is told.

    O has seat 0 in it and X seat 1, as in GNU Backgammon.
    """
    match, seat = game.match, _seat_of(game, game.on_roll)
    owner = None if game.cube.owner is None else _seat_of(game, game.cube.owner)
    if game.phase not in {"roll", "play"} and game.cube.turned_back:
        raise ValueError("a record has no place for a cube that was turned back in a game that is put up")
    actions: list[Action] = [SetUp(seat, game.position.text, game.cube.value, owner)]
    if game.dice is not None:
        actions.append(Move(seat, (game.dice[0], game.dice[1]), ""))
    if game.cube.doubler is not None:
        actions.append(Double(seat))
    return MatchRecord(
        format=FORMAT,
        version=VERSION,
        players=("O", "X"),
        length=match.length,
        rules=game.rules,
        crawford=match.crawford,
        jacoby=match.jacoby,
        beavers=match.beavers,
        cube_limit=match.cube_limit,
        games=(
            GameRecord(
                (match.score[other(game.x)], match.score[game.x]),
                tuple(actions),
                is_crawford_game=match.is_crawford_game if match.length else None,
            ),
        ),
    )


def _seat_of(game: Game, seat: Seat) -> Seat:
    return 1 if seat == game.x else 0


def _decisions(game: ReplayedGame) -> Iterator[Game]:
    """Yield the game at each decision, rolled where it is one of play, and where it stands if it is not over."""
    last: Action | None = None
    for action, before in zip(game.record.actions, game.before, strict=False):
        if isinstance(action, Move):
            yield before.rolled(action.dice)
        # What a board is put up with is told after it; a double that is offered there is a part of that.
        elif not isinstance(action, SetUp) and not (isinstance(action, Double) and isinstance(last, SetUp)):
            yield before
        last = action
    if game.end.outcome is None and not (isinstance(last, Move) and game.end.dice is not None):
        yield game.end
