"""Reading SGF of backgammon (GM[6]) in the dialect of GNU Backgammon, which other programs and sites write too.

White is seat 0, black seat 1. The letters of the points run from white's home: ``a`` is white's point 1 and black's 24;
``y`` is the bar and ``z`` is off. Analysis (``A``, ``DA``, ``LU`` …) and all other properties are passed over.
"""

import re
from collections import Counter

from bsg.checks import shown
from bsg.notation import place_text
from bsg.position import BAR, OFF, Position
from bsg.records.options import cube_limit, named, rules_from_text
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
from bsg.records.sgf_tree import Node, parse_sgf
from bsg.seat import SEATS, Seat, other

BACKGAMMON_NUMBER = "6"
OWN_PROPERTY = "XB"
"""A property of our own, for what SGF has none: ``[rules:…]``, ``[cube_limit:…]`` and ``[beavers:on]``."""

INFO = {
    "DT": "EventDate",
    "EV": "Event",
    "RO": "Round",
    "PC": "Place",
    "AN": "Annotator",
    "WR": "Player 1 Elo",
    "BR": "Player 2 Elo",
    "US": "Transcriber",
    "SO": "Source",
    "GC": "Comment",
    "CP": "Copyright",
}
"""Properties of the first node, and what .mat files call them."""

_COLOURS: dict[str, Seat] = {"W": 0, "B": 1}
_RESULT = re.compile(r"([WB])\+(\d{1,18})?(R(?:esign)?)?", re.IGNORECASE)
_RESIGNATION = re.compile(r"resign(?::\d)?|accept|reject", re.IGNORECASE)
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")


def read_sgf(text: str) -> MatchRecord:
    """Read a match from SGF, a tree for each game.

    Parameters
    ----------
    text : str
        The whole file.

    Returns
    -------
    MatchRecord

    Raises
    ------
    RecordError
        If it is no SGF of backgammon; with line and reason.
    """
    trees = parse_sgf(text)
    first = trees[0][0] if trees[0] else None
    if first is None:
        raise RecordError("a game of the SGF has no nodes", 1)
    words = _rule_words(first)
    length = _match_info(first).get("length", 0)
    games = tuple(_game(nodes) for nodes in trees)
    own = dict(value.partition(":")[::2] for value in first.properties.get(OWN_PROPERTY, []))
    try:
        rules = rules_from_text(own.get("rules", "backgammon"))
    except ValueError as error:
        raise RecordError(str(error), first.line) from error
    has_beavers = "beavers" in own or any(isinstance(action, Beaver) for game in games for action in game.actions)
    return MatchRecord(
        format=FORMAT,
        version=VERSION,
        players=named((first.value("PW") or "", first.value("PB") or "")),
        length=length,
        rules=rules,
        crawford=not length or "crawford" in words or length == 1,
        jacoby=not length and "jacoby" in words,
        beavers=not length and has_beavers,
        cube_limit=1 if "nocube" in words else cube_limit(own.get("cube_limit")),
        info={
            INFO[key]: _info(key, values[0]) for key, values in first.properties.items() if key in INFO and values[0]
        },
        games=games,
    )


def _info(key: str, value: str) -> str:
    return re.sub(r"\s+", " ", value.replace("-", ".") if key == "DT" else value).strip()


def _shortened(value: str) -> str:
    words = " ".join(value.split())
    return words if len(words) <= 60 else words[:57] + "..."


def _rule_words(node: Node) -> set[str]:
    return set((node.value("RU") or "").lower().split(":"))


def _match_info(node: Node) -> dict[str, int]:
    info = {}
    for value in node.properties.get("MI", []):
        name, _, number = value.partition(":")
        if not re.fullmatch(r"\d{1,5}", number.strip(), re.ASCII):
            if name.strip().lower() in {"length", "game", "ws", "bs"}:
                raise RecordError(f"wanted a number in MI[{_shortened(value)}]", node.line)
            continue
        info[name.strip().lower()] = int(number)
    return info


def _game(nodes: list[Node]) -> GameRecord:
    if not nodes:
        raise RecordError("a game of the SGF has no nodes")
    root = nodes[0]
    if (root.value("GM") or BACKGAMMON_NUMBER).strip() != BACKGAMMON_NUMBER:
        raise RecordError(
            f"wanted GM[6], the number of backgammon, got GM[{_shortened(root.value('GM') or '')}]", root.line
        )
    info, words = _match_info(root), _rule_words(root)
    length = info.get("length", 0)
    ending = None
    if (result := root.value("RE")) and (found := _RESULT.fullmatch(result.strip())) and found[2]:
        ending = Ending(_COLOURS[found[1].upper()], int(found[2]), resigned=found[3] is not None, line=root.line)
    return GameRecord(
        (info.get("ws", 0), info.get("bs", 0)),
        tuple(_actions(nodes)),
        ending,
        is_crawford_game="crawfordgame" in words if length > 1 else None,
        line=root.line,
    )


def _actions(nodes: list[Node]) -> list[Action]:
    actions: list[Action] = []
    board = _Board()
    doubler: Seat | None = None
    for node in nodes:
        board.read(node)
        for colour, seat in _COLOURS.items():
            value = node.value(colour)
            if value is None or _RESIGNATION.fullmatch(value.strip()):
                continue  # what a resignation costs, the result tells
            # A board is told where the game goes on from it: until then its parts come in any order.
            if board.is_changed:
                actions.append(board.set_up(seat, node.line))
            action = _action(value.strip(), seat, doubler, node.line)
            board.dice = None  # they are those of the play, or there was time to double
            doubler = None if isinstance(action, Move | Take | Pass) else seat
            actions.append(action)
    if board.is_changed or (not actions and (board.on_roll is not None or board.dice is not None)):
        # Who is on roll is told even if the board is that of the start.
        actions.append(board.set_up(board.on_roll or SEATS[0], nodes[-1].line))
    last = actions[-1] if actions else None
    if board.dice is not None and isinstance(last, SetUp | Move | Take):
        following = last.seat if isinstance(last, SetUp) else other(last.seat)
        actions.append(Move(following, board.dice, "", line=nodes[-1].line))
    return actions


def _action(value: str, seat: Seat, doubler: Seat | None, line: int) -> Action:
    word = value.lower()
    if word == "double":
        return Double(seat, line=line) if doubler is None or doubler == seat else Beaver(seat, line=line)
    if word in {"beaver", "redouble"}:
        return Beaver(seat, line=line)
    if word == "take":
        return Take(seat, line=line)
    if word in {"drop", "pass"}:
        return Pass(seat, line=line)
    move = _MOVE.fullmatch(value)
    if move is None:
        raise RecordError(f"wanted a move such as 31hefe, or double, take or drop, got {shown(value)}", line)
    pairs = [move[3][at : at + 2] for at in range(0, len(move[3]), 2)]
    play = " ".join(f"{_place(pair[0], seat, line)}/{_place(pair[1], seat, line)}" for pair in pairs)
    return Move(seat, (int(move[1]), int(move[2])), play, line=line)


def _place(letter: str, seat: Seat, line: int) -> str:
    return place_text(_number(letter, seat, line))


def _number(letter: str, seat: Seat, line: int) -> int:
    if letter == "y":
        return BAR
    if letter == "z":
        return OFF
    if not "a" <= letter <= "x":
        raise RecordError(f"a point must be a letter a to x, y for the bar or z for off, got {letter!r}", line)
    index = ord(letter) - ord("a")
    return index + 1 if seat == 0 else 24 - index


def _letters(value: str) -> str:
    """Return the points of a value: one, several, or all from one to another."""
    if len(value) == 3 and value[1] == ":":
        first, last = sorted((ord(value[0]), ord(value[2])))
        return "".join(map(chr, range(first, last + 1)))
    return value


class _Board:
    """What the nodes have put up by hand: checkers, cube and dice."""

    def __init__(self) -> None:
        self._sides: dict[Seat, dict[int, int]] | None = None
        self._cube: int | None = None
        self._owner: Seat | None = None
        self.on_roll: Seat | None = None
        self.dice: tuple[int, int] | None = None

    @property
    def is_changed(self) -> bool:
        """Whether something was put up that no action has told yet."""
        return self._sides is not None or self._cube is not None

    def read(self, node: Node) -> None:
        """Take over what a node puts up."""
        if turn := node.value("PL"):
            self.on_roll = 1 if turn.strip().upper().startswith("B") else 0
        if dice := node.value("DI"):
            if not re.fullmatch("[1-6][1-6]", dice.strip()):
                raise RecordError(f"wanted two dice in DI, got {shown(dice)}", node.line)
            self.dice = (int(dice.strip()[0]), int(dice.strip()[1]))
        owner = (node.value("CP") or "").strip().lower()
        if owner in {"w", "b", "c"}:  # in a first node it may be the copyright
            self._owner = {"w": SEATS[0], "b": SEATS[1]}.get(owner)
            self._cube = self._cube or 1
        if value := node.value("CV"):
            if not re.fullmatch(r"\d{1,5}", value.strip(), re.ASCII):
                raise RecordError(f"wanted the value of the cube in CV, got {shown(value)}", node.line)
            self._cube = int(value)
        if any(name in node.properties for name in ("AE", "AW", "AB")):
            self._sides = {seat: self._side(node, name, seat) for name, seat in (("AW", SEATS[0]), ("AB", SEATS[1]))}

    def _side(self, node: Node, name: str, seat: Seat) -> dict[int, int]:
        places = [
            _number(letter, seat, node.line)
            for value in node.properties.get(name, [])
            for letter in _letters(value.strip())
        ]
        return dict(Counter(place for place in places if place != OFF))

    def set_up(self, seat: Seat, line: int) -> SetUp:
        """Return what was put up, for a game that goes on with `seat`."""
        text = None
        if self._sides is not None:
            try:
                text = Position.from_points(self._sides[seat], self._sides[other(seat)]).text
            except ValueError as error:
                raise RecordError(f"the board put up is impossible: {error}", line) from error
        # What is put up the owner is told before the value, so at 1 it is not yet anybody's.
        action = SetUp(seat, text, self._cube, self._owner if (self._cube or 1) > 1 else None, line=line)
        self._sides = self._cube = None
        return action
