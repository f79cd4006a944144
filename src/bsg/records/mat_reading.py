"""Reading Jellyfish .mat: the text in two columns that every backgammon program and site writes, each in its own way.

A row holds a cell of either player. A cell begins at its first word (a roll such as ``63:``, or a word such as
``Doubles``) and ends where the next begins, for a long cell on the left can touch the one on the right. Whose it is, its
place on the line says. What is done is read in the order of the file, and not by turns: files leave out what is plain.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bsg.position import Position
from bsg.records.options import options_from_tags
from bsg.records.record import (
    FORMAT,
    VERSION,
    Action,
    Beaver,
    Double,
    Ending,
    GameRecord,
    MatchRecord,
    Move,
    Pass,
    RecordError,
    SetUp,
    Take,
)
from bsg.seat import SEATS, Seat, other
from bsg.xgid import position_from_board

_TAG = re.compile(r"[;#]?\s*\[([^\"\[\]]+)\"(.*)\"\s*\]")
_LONGEST_ROW = 1000  # any row of a match has room in it, with a remark beside it
_LENGTH = re.compile(
    r"\s*(?:match\s+length\s*:\s*)?(?P<points>\d{1,5})\s*-?\s*(?:points?|pts?\.?)\s+(?:match|game)\b.*"
    r"|\s*match\s+to\s+(?P<to>\d{1,5})\s+points?\b.*"
    r"|\s*(?:unlimited|money)\s+(?:game|match|session)\b.*",
    re.IGNORECASE,
)
_GAME = re.compile(r"\s*game\s+(\d+)\b.*", re.IGNORECASE)
_SCORE = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,5})(?:\s{2,}|\t)\s*(\S.*?)\s*:\s*(\d{1,5})\s*")
_ONE_SCORE = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,5})\s*")
_SCORE_CLOSE = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,5})\s+(\S.*?)\s*:\s*(\d{1,5})\s*")
_ROW = re.compile(r"\s*\d{1,4}\s*\)")
_CELL = re.compile(
    r"(?P<roll>(?<![\d/])[0-6]-?[0-6]\s?:)"
    r"|(?P<double>\b(?:re)?doubles?\b(?:\s*=*\s*(?:=>|to|→|:)\s*(?P<doubled>\d{1,6}))?)"
    r"|(?P<beaver>\b(?:beavers?|raccoons?)\b(?:\s*=*\s*(?:=>|to|→|:)\s*(?P<beavered>\d{1,6}))?)"
    r"|(?P<take>\b(?:takes?|accepts?)\b)"
    r"|(?P<drop>\b(?:drops?|passes|pass|rejects?|refuses?)\b)"
    r"|(?P<wins>\bwins?\s+(?P<won>\d{1,18})\s+points?\b(?:\s+and\s+the\s+match\b)?\.?)"
    r"|(?P<loses>\b(?:losses|loses|lost)\s+(?P<lost>\d{1,18})\s+points?\b\.?)"
    r"|(?P<resigns>\bresign(?:s|ed)?\b(?:\s*(?:=>)?\s*(?:a\s+)?(?:game|match|normal|single|gammon|backgammon)\b)?)",
    re.IGNORECASE,
)
_PLACE = r"(?:bar|off|2[0-5]|1[0-9]|[0-9])"
_MOVE = re.compile(rf"{_PLACE}(?:[/-]{_PLACE}\*?)+(?:\([1-4]\)\*?)?", re.IGNORECASE)
_NO_MOVE = re.compile(r"(?:cannot|can't|can\s*not|no)\s+moves?\b|\(?(?:no\s+play|dances?|fans?|pass)\)?", re.IGNORECASE)
_ASIDE = re.compile(r"\(.*\)|\{.*\}")
_NOTE = re.compile(r"\{[^{}]*\}|[?!]+(?=\s|$)")
_TIMES = re.compile(r"\s?x([1-4])\b", re.IGNORECASE)
_NOTHING = re.compile(r"0/0|-+")  # a die with nothing left to move
_WITHHELD = re.compile(r"\?{2,}|illegal\s+play\b.*", re.IGNORECASE)
_ILLEGAL = re.compile(r"illegal\s+play\s*\((.*)\)", re.IGNORECASE)
_NAMES = {"25": "bar", "0": "off"}
_SET_POSITION = re.compile(r"[;#]\s*set\s+pos\w*\s*=?\s*(?:xgid=)?([-A-Oa-o]{26})", re.IGNORECASE)
_ENDINGS = ("wins", "loses")
_LEVELS = (("backgammon", 3), ("gammon", 2))
_LEFT_COLUMN = 6
_NO_WORDS = re.compile(
    r"\s*(?:[^\w\s]*\d|resign(?:s|ed)?\b|(?:wins?|loses|losses|lost|rejects?|refuses?|(?:re)?doubles?|beavers?|raccoons?|takes?"
    r"|accepts?|drops?|pass(?:es)?|bar|off)\b(?! ?[,;:]))",
    re.IGNORECASE,
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # such as the end that DOS has put to a file


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell before it is known whose it is."""

    kind: str
    start: int
    match: re.Match[str]
    words: str
    line: int


@dataclass
class _Rows:
    """The lines of one game."""

    line: int
    players: tuple[str, str]
    score: tuple[int, int]
    right: int
    cells: list[list[_Cell]] = field(default_factory=list)
    has_number: list[bool] = field(default_factory=list)
    boards: list[tuple[int, int, str]] = field(default_factory=list)


def read_mat(text: str) -> MatchRecord:
    """Read a match from Jellyfish .mat, as any program or site writes it.

    Parameters
    ----------
    text : str
        The whole file; lines end as they like.

    Returns
    -------
    MatchRecord

    Raises
    ------
    RecordError
        If a line cannot be read; with the line and the reason.
    """
    tags: dict[str, str] = {}
    length: int | None = None
    games: list[_Rows] = []
    begun = 0
    half: str | None = None
    lines = list(_lines(text))
    last = max((number for number, line in lines if _ROW.match(line) or _GAME.fullmatch(line)), default=0)
    for number, line in lines:
        if (tag := _TAG.fullmatch(line.strip())) and tag[1].strip():
            tags.setdefault(" ".join(tag[1].split()), tag[2].strip())
        elif found := _SET_POSITION.match(line.strip()):
            if games and games[-1].line == begun:
                games[-1].boards.append((number, len(games[-1].cells), found[1]))
        elif not line.strip() or line.lstrip()[0] in ";#":
            continue
        elif len(line) > _LONGEST_ROW:
            if length is not None:
                raise RecordError(f"a line must have at most {_LONGEST_ROW} characters, got {len(line)}", number)
        elif length is None and not games and (found := _LENGTH.fullmatch(line)):
            length = int(found["points"] or found["to"] or 0)
        elif length is None:
            continue  # what stands before the length is whatever a program or a person has put there
        elif _GAME.fullmatch(line) and not _ROW.match(line):
            begun = number
        elif begun and (not games or games[-1].line < begun):
            if half is None and not _score(line) and _ONE_SCORE.fullmatch(line):
                half = line  # the players, too, may have been broken over two lines
                continue
            games.append(_begun_game(line if half is None else f"{half}  {line}", begun, number))
            half = None
        elif games:
            if number > last and games[-1].cells and not _NO_WORDS.match(line):
                break  # after the last row somebody has written something else
            _add_row(games[-1], line, number)
        else:
            raise RecordError(f"wanted 'Game 1', got {_shortened(line)}", number)
    if length is None:
        # Taken for money play, a match would silently lose its Crawford game.
        raise RecordError("wanted a line such as '7 point match', and there is none")
    if begun and (not games or games[-1].line < begun):
        raise RecordError("a game without the names of its players", begun)
    if not games:
        raise RecordError("wanted 'Game 1', and the file ends")
    return _record(tags, length, games)


def _record(tags: dict[str, str], length: int, games: list[_Rows]) -> MatchRecord:
    try:
        options = options_from_tags(tags, is_money=length == 0)
    except ValueError as error:
        raise RecordError(str(error)) from error
    players = games[0].players
    middle = _middle(games)
    read = tuple(_game(rows, middle, is_turned=rows.players == players[::-1] != players) for rows in games)
    beavers = options.beavers or (length == 0 and any(isinstance(act, Beaver) for game in read for act in game.actions))
    return MatchRecord(
        format=FORMAT,
        version=VERSION,
        players=players,
        length=length,
        rules=options.rules,
        crawford=options.crawford,
        jacoby=options.jacoby,
        beavers=beavers,
        cube_limit=options.cube_limit,
        info=_by_columns(options.rest, players),
        games=read,
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        yield number, _CONTROL.sub("", line.replace("\xa0", " ").expandtabs(8)).rstrip()


def read_score(line: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    """Read the names and scores above a game; None if the line holds none."""
    if _GAME.fullmatch(line) or line.lstrip()[:1] in {";", "#"} or not (found := _score(line)):
        return None
    return (found[1], found[3]), (int(found[2]), int(found[4]))


def _score(line: str) -> re.Match[str] | None:
    return _SCORE.fullmatch(line) or _SCORE_CLOSE.fullmatch(line)


def _begun_game(line: str, begun: int, number: int) -> _Rows:
    found = None if _TAG.fullmatch(line.strip()) or _GAME.fullmatch(line) else _score(line)
    if found is None:
        raise RecordError(
            f"wanted both players and their scores, such as 'A : 0    B : 0', got {_shortened(line)}", number
        )
    return _Rows(begun, (found[1], found[3]), (int(found[2]), int(found[4])), found.start(3))


def _add_row(rows: _Rows, line: str, number: int) -> None:
    """Cut a line into cells and add them to those of its game."""
    label = _ROW.match(line)
    begin = label.end() if label else 0
    found = list(_CELL.finditer(line, begin))
    before = line[begin : found[0].start() if found else len(line)]
    last = rows.cells[-1] if rows.cells else []
    if not label and last and last[-1].kind == "roll" and before.strip() and all(map(_MOVE.fullmatch, before.split())):
        last[-1] = replace(last[-1], words=f"{last[-1].words} {before.strip()}")  # mail breaks what is long
    elif before.strip():
        raise RecordError(
            f"wanted a roll such as '63:', or Doubles, Takes, Drops or Wins, got {_shortened(before)}", number
        )
    cells = []
    for index, match in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(line)
        words = line[match.end() : end].strip()
        kind = match.lastgroup or ""
        kind = next(
            name for name in ("roll", "double", "beaver", "take", "drop", "wins", "loses", "resigns") if match[name]
        )
        if words and kind != "roll" and not _ASIDE.fullmatch(words):
            raise RecordError(f"wanted nothing after {match[0].strip()!r}, got {_shortened(words)}", number)
        cells.append(_Cell(kind, match.start(), match, words, number))
    rows.cells.append(cells)
    rows.has_number.append(label is not None)


def _middle(games: list[_Rows]) -> float:
    """Return the column that parts left cells from right ones."""
    seconds = Counter(row[1].start for rows in games for row in rows.cells if len(row) == 2 and row[1].start > 20)
    right = seconds.most_common(1)[0][0] if seconds else min((rows.right for rows in games), default=34)
    return (_LEFT_COLUMN + right) / 2


def _by_columns(info: dict[str, str], players: tuple[str, str]) -> dict[str, str]:
    """Return the tags with player 1 on the left: some programs call the player on the right so."""
    named = (info.get("Player 1"), info.get("Player 2"))
    if named not in {players, players[::-1]}:
        return info
    turned = {"Player 1 Elo": "Player 2 Elo", "Player 2 Elo": "Player 1 Elo"} if named != players else {}
    return {turned.get(name, name): value for name, value in info.items() if name not in {"Player 1", "Player 2"}}


def _game(rows: _Rows, middle: float, *, is_turned: bool) -> GameRecord:
    """Read a game; `is_turned` tells that the players have changed columns."""
    actions: list[Action] = []
    ending: Ending | None = None
    resigned: Ending | None = None
    cube = 1
    boards = list(rows.boards)
    for number, (row, sides) in enumerate(zip(rows.cells, _sides(rows, middle), strict=True)):
        for cell, is_right in zip(row, sides, strict=True):
            seat: Seat = 1 if is_right != is_turned else 0
            if cell.kind in _ENDINGS:
                winner = seat if cell.kind == "wins" else other(seat)
                points = int(cell.match["won"] or cell.match["lost"])
                if points and (ending is None or cell.kind == "wins"):  # a game that was broken off is won by 0
                    ending = Ending(winner, points, line=cell.line)
            elif cell.kind == "resigns":
                level = next((level for word, level in _LEVELS if word in cell.match[0].lower()), 1)
                resigned = Ending(other(seat), level * cube, resigned=True, line=cell.line)
            elif resigned is not None and cell.kind in {"take", "drop"}:
                # Most often who wins tells who has resigned, and what; then the words beside it add nothing.
                if cell.kind == "take" and ending is None:
                    ending = resigned
                resigned = None
            else:
                action = _action(cell, seat)
                cube *= 2 if isinstance(action, (Take, Beaver)) else 1
                if action is not None:
                    if boards and boards[0][1] <= number:
                        actions.append(_set_up(*boards.pop(0), seat))
                    actions.append(action)
                    if dump := _ILLEGAL.fullmatch(cell.words):
                        actions.append(
                            _after_illegal_play(
                                dump[1].split(";"), rows.players[::-1] if is_turned else rows.players, seat, cell.line
                            )
                        )
    score = rows.score[::-1] if is_turned else rows.score
    return GameRecord((score[0], score[1]), tuple(actions), ending, line=rows.line)


def _sides(rows: _Rows, middle: float) -> list[list[bool]]:
    """Say of every cell of a game whether it is in the right column.

    Where a row was broken into two lines, the second has no number, and what is on it was in the right column.
    """
    sides: list[list[bool]] = []
    is_broken = False
    last: tuple[str, bool] | None = None  # the last cell that tells what was done, and where it is
    for index, row in enumerate(rows.cells):
        # Where two cells share a row, the second is on the right even if it stands too near.
        found = [cell.start >= middle or place > 0 for place, cell in enumerate(row)]
        # How many lines before this one the row has its number, and what is on them.
        begins = next((begin for begin in range(index, max(index - 3, -1), -1) if rows.has_number[begin]), index)
        above = [cell for cells in rows.cells[begins:index] for cell in cells]
        if row and not found[0] and begins < index and len(above) < 2:
            if row[0].kind not in _ENDINGS:
                follows = (
                    rows.cells[index + 1] if index + 1 < len(rows.cells) and not rows.has_number[index + 1] else []
                )
                is_first = not above and (
                    (last is not None and last[1]) or bool(follows and follows[0].kind not in _ENDINGS)
                )
                found[0] = not is_first and not any(any(side) for side in sides[begins:index])
                is_broken = True
            elif is_broken and last == ("drop", False):
                found[0] = True
        for cell, side in zip(row, found, strict=True):
            last = last if cell.kind in _ENDINGS else (cell.kind, side)
        sides.append(found)
    return sides


def _set_up(line: int, _row: int, board: str, seat: Seat) -> SetUp:
    """Return the board that a file has put up; in such a line the capital letters are the player on the left."""
    try:
        position = position_from_board(board)
    except ValueError as error:
        raise RecordError(str(error), line) from error
    return SetUp(seat, (position if seat == 0 else position.swapped()).text, line=line)


def _after_illegal_play(values: list[str], players: tuple[str, str], seat: Seat, line: int) -> SetUp:
    """Return the board that eXtreme Gammon writes in the place of a play that it could not.

    Of its values 5 is the name of the player whose checkers are positive, and 12 to 37 are the places that this player
    counts: the other's bar, the points 1 to 24, its own bar.
    """
    try:
        counts = [int(value) for value in values[12:38]]
        first = SEATS[players.index(values[5])]
        own = {place: count for place, count in enumerate(counts) if count > 0}
        opponent = {25 - place: -count for place, count in enumerate(counts) if count < 0}
        position = Position.from_points(own, opponent)
    except (ValueError, IndexError) as error:
        raise RecordError("an illegal play must be followed by the board after it", line) from error
    following = other(seat)
    return SetUp(following, (position if following == first else position.swapped()).text, line=line)


def _action(cell: _Cell, seat: Seat) -> Action | None:
    match, line = cell.match, cell.line
    if cell.kind == "double":
        return Double(seat, int(match["doubled"] or 0), line=line)
    if cell.kind == "beaver":
        return Beaver(seat, int(match["beavered"] or 0), line=line)
    if cell.kind == "take":
        return Take(seat, line=line)
    if cell.kind == "drop":
        return Pass(seat, line=line)
    digits = [int(digit) for digit in match["roll"] if digit.isdigit()]
    if 0 in digits:
        if digits == [0, 0] and (not cell.words or _WITHHELD.fullmatch(cell.words)):
            return None  # nothing was rolled: whoever's turn it was gave up
        raise RecordError(f"a roll must be two numbers 1 to 6, got {match['roll'].strip()}", line)
    return Move(seat, (digits[0], digits[1]), _play(cell.words, line), line=line)


def _play(words: str, line: int) -> str | None:
    """Return a play in our own spelling, None if it is withheld."""
    if _WITHHELD.fullmatch(words):
        return None
    words = _TIMES.sub(r"(\1)", _NOTE.sub("", words)).strip()  # what somebody thought of the play is no part of it
    if _NO_MOVE.fullmatch(words):
        return "pass"
    moves = []
    for word in re.sub(r"\s*([/(])\s*", r"\1", words).replace(",", " ").split():
        if _NOTHING.fullmatch(word):
            continue
        if not _MOVE.fullmatch(word):
            raise RecordError(f"wanted moves such as 13/7 or bar/20*, got {_shortened(word)}", line)
        moves.append(re.sub(r"(?<![\d(])(?:25|0)(?!\d)", lambda name: _NAMES[name[0]], word.lower()).replace("-", "/"))
    return " ".join(moves)


def can_be_read(play: str) -> bool:
    """Say whether a play in the words of a .mat can be read again, and is no longer than a row."""
    try:
        _play(play, 0)
    except RecordError:
        return False
    return len(play) <= _LONGEST_ROW // 4


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= 60 else words[:57] + "...")
