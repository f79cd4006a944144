"""What commands read: files or standard input, and games or positions in any notation."""

import re
import sys
from pathlib import Path

from bsg.game import Game
from bsg.ids import parse_id
from bsg.position import Position
from bsg.records.files import decoded
from bsg.rules import Rules

STANDARD_INPUT = "-"
_RECORD = re.compile(r"(?im)\A\s*[({]|^\s*\d+\s*-?\s*points?\s+match\b|^\s*game\s+\d+\s*$|^;\s*\[")
_OWN_TEXT = re.compile(r"(?i)\bown\b[^/\n]*/\s*opp\b[\w: \t]*")


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
    return _RECORD.search(text) is not None


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
    """Read one game from the whole text, or else one from each line that is not blank.

    Raises
    ------
    ValueError
        If there is none, or a line holds none; with the line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise ValueError("wanted a position or a record, got nothing")
    try:
        return [read_game(text, rules)]
    except ValueError as error:
        if len(lines) == 1:
            raise
        whole = error
    games = []
    for number, line in lines:
        try:
            games.append(read_game(line, rules))
        except ValueError as error:
            # A board that is drawn around one ID says nothing on most lines; then the whole is to blame.
            raise (ValueError(f"line {number}: {error}") if games else whole) from error
    return games
