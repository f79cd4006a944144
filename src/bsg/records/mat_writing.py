"""Writing Jellyfish .mat, in the layout of GNU Backgammon: a step for each die, ``25`` for the bar and ``0`` for off."""

import re
from collections.abc import Iterator, Sequence

from bsg.checks import shown
from bsg.game import Game
from bsg.notation import BAR
from bsg.position import Position
from bsg.records.mat_reading import can_be_read, read_score
from bsg.records.options import NAMELESS, Options, option_tags
from bsg.records.record import Beaver, Double, MatchRecord, Move, RecordError, SetUp, Take
from bsg.records.replay import Replay, ReplayedGame, replay
from bsg.seat import Seat
from bsg.step import Step
from bsg.xgid import board_text

_WIDTH = 27  # of the left cell
_NAME_WIDTH = 30
_WITHHELD = "????"


def write_mat(record: MatchRecord) -> str:
    r"""Write a record as Jellyfish .mat.

    A tag tells what programs would not take for granted: the variation, its rules where they are changed, the options,
    and everything in `record.info`. Plays are written step by step in the order of the record, hits marked.

    Returns
    -------
    str
        Lines end in ``\n``.

    Raises
    ------
    RecordError
        If a game holds what the format cannot: a cube put up by hand, or a name with a line break.
    """
    played = replay(record)
    options = Options(record.rules, record.crawford, record.jacoby, record.beavers, record.cube_limit, {})
    tags = record.info | option_tags(options, is_money=record.length == 0)
    for name in tags:
        if not re.fullmatch(r"[^\"\[\]\r\n]+", name):
            raise RecordError(f"a .mat has no place for a tag called {name!r}")
    lines = [f'; [{name} "{_line(value)}"]' for name, value in tags.items()]
    lines += ["", f" {record.length} point match"]
    for number, game in enumerate(played.games, start=1):
        lines += ["", f" Game {number}", *_game(played, game)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _game(played: Replay, game: ReplayedGame) -> Iterator[str]:
    players = _players(played.record)
    left, right = (f"{_line(name)} : {points}" for name, points in zip(players, game.record.score, strict=True))
    line = f" {left:<{_NAME_WIDTH}} {right}"
    read = read_score(line)
    if read is None or read[0] != players:
        raise RecordError(f"a .mat has no place for the names {' and '.join(map(repr, players))}", game.record.line)
    yield line
    cells: list[tuple[Seat | None, str]] = []
    for index, action in enumerate(game.record.actions):
        # What comes after a play that is withheld could not be replayed, and is written in the words it was read in.
        is_known = index < len(game.steps)
        if isinstance(action, SetUp):
            cells.append((None, _board(action, game.before[index] if is_known else game.end)))
        else:
            cube = game.before[index].cube.value if is_known else None
            cells.append((action.seat, _cell(action, cube, game.steps[index] if is_known else None)))
    if cells and cells[-1][0] is None:
        raise RecordError("a .mat has no place for a board with which nothing is done", game.record.line)
    outcome = game.end.outcome
    ending = "" if outcome is None or outcome.winner is None else _ending(outcome.points)
    if outcome is not None and outcome.by == "pass" and cells[-1][0] == 0:
        cells.append((1, ending))  # beside what was passed there is room
        ending = ""
    yield from _rows(cells)
    if ending and outcome is not None:
        yield f"{'':<6}{ending[1:]}" if outcome.winner == 0 else f"{'':<6}{'':<{_WIDTH}}{ending}"


def _rows(cells: Sequence[tuple[Seat | None, str]]) -> Iterator[str]:
    """Put cells into two columns, in their order; what is nobody's has a line of its own."""
    number, waiting = 1, None  # the left cell of a row that is not full yet
    for seat, cell in cells:
        if seat == 0 and waiting is None:
            waiting = cell
            continue
        if seat is None:
            if waiting is not None:
                yield _row(number, waiting, "")
                number, waiting = number + 1, None
            yield cell
            continue
        yield _row(number, waiting or "", cell if seat else "")
        number += 1
        waiting = None if seat else cell
    if waiting is not None:
        yield _row(number, waiting, "")


def _ending(points: int) -> str:
    return f" Wins {points} point{'s' if points > 1 else ''}"


def _board(action: SetUp, before: Game) -> str:
    """Return the line that puts a board up, as eXtreme Gammon writes it: capital letters are the player on the left."""
    if action.cube not in {None, before.cube.value} or action.owner != before.cube.owner:
        raise RecordError("a .mat has no place for a cube that is put up by hand", action.line)
    position = before.seen_by(action.seat) if action.position is None else Position.parse(action.position)
    return f"; Set Pos={board_text(position if action.seat == 0 else position.swapped())}/0"


def _row(number: int, left: str, right: str) -> str:
    return f"{number:>3}) {left:<{_WIDTH}} {right}"


def _cell(action: object, cube: int | None, steps: tuple[Step, ...] | None) -> str:
    if isinstance(action, Move):
        roll = f"{action.dice[0]}{action.dice[1]}: "
        if action.play is None:
            return f"{roll}{_WITHHELD}"
        if steps is None:
            # Rolled and not played, half played, or played against the rules with checkers that are not there.
            play = _numbers(action.play)
            if not can_be_read(play):
                raise RecordError(f"a .mat has no place for the play {shown(action.play)}", action.line)
            return f"{roll}{play}"
        return roll + " ".join(map(_step, steps))
    if isinstance(action, Double):
        return _turned("Doubles", action.value if cube is None else 2 * cube)
    if isinstance(action, Beaver):
        return _turned("Beavers", action.value if cube is None else 4 * cube)
    return " Takes" if isinstance(action, Take) else " Drops"


def _turned(word: str, value: int) -> str:
    return f" {word} => {value}" if value else f" {word}"


def _step(step: Step) -> str:
    return f"{step.source}/{step.target}{'*' if step.hit else ''}"


def _numbers(play: str) -> str:
    """Return a play that could not be made in the words it was written in, with numbers for bar and off."""
    return "" if play == "pass" else play.replace("bar", str(BAR)).replace("off", "0")


def _players(record: MatchRecord) -> tuple[str, str]:
    """Return the names; whoever has none gets one, since every game of a .mat begins with them."""
    first, second = record.players
    return (first if first.strip() else NAMELESS[0], second if second.strip() else NAMELESS[1])


def _line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise RecordError(f"a .mat has no place for a line break, got {shown(text)}")
    return text
