"""`bsg check`: records replayed, and every illegal play told with its line."""

from typing import Annotated

import typer

from bsg.cli.input import STANDARD_INPUT, read_input
from bsg.cli.options import JsonOption
from bsg.cli.output import FOUND_WRONG, WRONG_INPUT, plural, print_json, print_lines, print_note
from bsg.records.files import read_record
from bsg.records.record import RecordError
from bsg.records.replay import Replay, replay


def check_command(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="Records in any format; - is standard input.")
    ] = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Stop at the first thing that is wrong.", show_default=False)
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Replay records through the engine and list every illegal play, and all else that is wrong with them.

    What is illegal is made as it is written, where there are checkers to make it with, and the replay goes on. The exit
    status is 1 if anything was wrong, and 2 if a file could not be read.
    """
    replays, status = [], 0
    for file in files or [STANDARD_INPUT]:
        try:
            replays.append(_replayed(file, stop=stop))
        except ValueError as error:
            print_note(f"bsg: {error}")
            status = WRONG_INPUT  # the others are looked at all the same
    if as_json:
        print_json([_as_json(file, played) for file, played in replays])
    else:
        for file, played in replays:
            for problem in played.problems:
                print_lines(f"{file}:{problem.line}: game {problem.game}: {problem.text}")
            print_lines(_summary(file, played))
    return status or (FOUND_WRONG if any(played.problems for _, played in replays) else 0)


def _replayed(file: str, *, stop: bool) -> tuple[str, Replay]:
    name = "standard input" if file == STANDARD_INPUT else file
    text = read_input(file)
    try:
        return name, replay(read_record(text), stop=stop)
    except RecordError as error:
        raise ValueError(f"{name}: {error}") from error


def _summary(file: str, played: Replay) -> str:
    actions = sum(len(game.record.actions) for game in played.games)
    others = len(played.problems) - len(played.illegal_plays)
    found = f"{plural(len(played.illegal_plays), 'illegal play')}, {plural(others, 'other problem')}"
    length = f"match to {played.record.length}" if played.record.length else "money play"
    players = " - ".join(played.record.players)
    return f"{file}: {players}, {length}, {plural(len(played.games), 'game')}, {plural(actions, 'decision')}: {found}"


def _as_json(file: str, played: Replay) -> dict[str, object]:
    return {
        "file": file,
        "players": list(played.record.players),
        "length": played.record.length,
        "games": [
            None
            if game.end.outcome is None
            else {"winner": game.end.outcome.winner, "points": game.end.outcome.points, "by": game.end.outcome.by}
            for game in played.games
        ],
        "problems": [
            {
                "line": problem.line,
                "game": problem.game,
                "is_illegal_play": problem.is_illegal_play,
                "text": problem.text,
            }
            for problem in played.problems
        ],
    }
