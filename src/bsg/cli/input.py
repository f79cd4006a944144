"""What commands read: files or standard input, and games or positions in any notation."""

import re
import sys
from pathlib import Path

from bsg.game import Game
from bsg.ids import parse_id
from bsg.position import Position
from bsg.records.files import decoded
from bsg.records.pasted import format_of, unwrapped
from bsg.rules import Rules

STANDARD_INPUT = "-"
_RECORD = re.compile(
    r"""(?im)\A\s*\(\s*;|\A\s*\{\s*"(?!xgid)|^[ \t]*\d+[ \t]{0,9}-?[ \t]{0,9}points?[ \t]{1,9}match[ \t]*$|^[ \t]*game[ \t]+\d+[ \t]*$"""
    r"""|^;[ \t]*\[[^\]\n]*\][ \t]*$"""
)
_ROW = re.compile(r"(?m)^[ \t]*\d+\)|\A\s*[({]")
_OWN_TEXT = re.compile(r"(?i)\bown\b(?:(?!\bown\b)[^/\n])*/\s*opp\b[\w: \t]*")


def read_input(name: str) -> str:
    """Return the text of a file, or of standard input for ``-``.

    Raises
    ------
    ValueError
        If it cannot be read; with the reason.
    """
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise ValueError(f"{name} cannot be read: {error.strerror}") from error
    return decoded(data)


def is_record(text: str) -> bool:
    """Say whether a text is a record of a match, rather than positions."""
    # Where somebody has pasted an ID, words such as "7 point match" around it make no record.
    text = unwrapped(text)
    if format_of(text) != "mat" and text.lstrip()[:1] not in {"(", "{"}:
        return True  # with words before it
    return _RECORD.search(text) is not None and not ("xgid" in text.lower() and not _ROW.search(text))


def read_game(text: str, rules: Rules) -> Game:
    """Read one game from our own notation or an ID.

    Of our own notation, which holds the board alone, it is seat 1 that is on roll.

    Raises
    ------
    ValueError
        If it is none.
    """
    if found := _OWN_TEXT.search(text):
        return Game(Position.parse(found[0]), on_roll=1, rules=rules)
    return parse_id(text, rules)


def read_games(text: str, rules: Rules) -> list[Game]:
    """Read a game from each line that is not blank, or one from the whole text if fewer than two lines hold one.

    Raises
    ------
    ValueError
        If there is none, or a line holds none; with the line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise ValueError("wanted a position or a record, got nothing")
    games: list[Game] = []
    wrong: list[tuple[int, ValueError]] = []
    for number, line in lines:
        try:
            games.append(read_game(line, rules))
        except ValueError as error:
            wrong.append((number, error))
    if len(games) < 2:
        return [read_game(text, rules)]  # one, be it with its board drawn around it
    if wrong:
        number, first = wrong[0]
        raise ValueError(f"line {number}: {first}") from first
    return games
