"""The XGID: board, cube, dice, score and options of a game in one line, as eXtreme Gammon writes it.

```text
XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
     board                      | | | |  | | | | exponent of the highest cube; often left out
                                | | | |  | | | length of the match, 0 for money
                                | | | |  | | Crawford game 1; for money Jacoby 1 + beavers 2
                                | | | |  score of X, score of O
                                | | | dice, or 00 before the roll, D doubled, B turned back, R turned back again
                                | | on roll: X 1, O -1
                                | owner of the cube: X 1, O -1, nobody 0
                                exponent of the cube
```

The board is **always seen by X**, whoever is on roll: O's bar, X's points 1 to 24, X's bar; `A` to `O` are 1 to 15
checkers of X, `a` to `o` of O. The side on roll is seat 1 in what is read, as GNU Backgammon has it.
"""

import re

from bsg.cube import Cube
from bsg.game import Game
from bsg.match import Match
from bsg.position import BAR, CHECKERS, Position
from bsg.rules import BACKGAMMON, Rules
from bsg.seat import Seat, other

BOARD = r"[-A-Za-z]{26}"
FIELDS = r"(?::[-+\w]+){8,9}:?(?![:\w])"

_PREFIX = "XGID="
_DEFAULT_LIMIT = 10  # 1024, as eXtreme Gammon has it
_TURNED = "DBR"
_NUMBERS = (
    ("the exponent of the cube", 0, 15),
    ("the owner of the cube", -1, 1),
    ("the side on roll", -1, 1),
    ("the score of X", 0, 2**15 - 1),
    ("the score of O", 0, 2**15 - 1),
    ("Crawford, or Jacoby and beavers,", 0, 3),
    ("the length of the match", 0, 2**15 - 1),
    ("the exponent of the highest cube", 0, 15),
)


def xgid(game: Game) -> str:
    """Return the XGID of a game in progress, in ten fields.

    It says nothing of the Crawford rule (only whether this is the Crawford game) nor of automatic doubles.

    Raises
    ------
    ValueError
        If the game is over, a resignation is offered, or the cube was turned back more than twice: an XGID has no
        place for these.

    Examples
    --------
    >>> xgid(Game(Position.start(), on_roll=1, dice=(3, 1), match=Match(7)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'
    """
    cube, match = game.cube, game.match
    if game.phase in {"over", "resignation"} or cube.turned_back >= len(_TURNED):
        raise ValueError(
            "an XGID has no place for a game that is over, an offered resignation, or a third turning back"
        )
    x, o = game.x, other(game.x)
    if cube.doubler is not None:
        dice = _TURNED[cube.turned_back]
    else:
        dice = "00" if game.dice is None else f"{game.dice[0]}{game.dice[1]}"
    fields = [
        board_text(game.seen_by(x)),
        _exponent(cube.value),
        0 if cube.owner is None else 1 if cube.owner == x else -1,
        1 if game.on_roll == x else -1,
        dice,
        match.score[x],
        match.score[o],
        int(match.jacoby) + 2 * int(match.beavers) if match.is_money else int(match.is_crawford_game),
        match.length,
        _exponent(match.cube_limit),
    ]
    return _PREFIX + ":".join(map(str, fields))


def game_from_xgid(text: str, rules: Rules = BACKGAMMON) -> Game:
    """Read an XGID, with or without ``XGID=`` before it and the limit of the cube at its end.

    Raises
    ------
    ValueError
        If it is malformed, or there can be no such game.
    """
    name, equals, rest = text.partition("=")
    line = rest if equals and name.strip().upper() == "XGID" else text
    board, *fields = line.strip().removesuffix(":").split(":")
    if len(fields) not in {8, 9}:
        raise ValueError(f"an XGID must have 9 or 10 fields with colons between, got {1 + len(fields)} in {text!r}")
    dice = fields.pop(3).upper()
    numbers = [_number(*limits, field) for limits, field in zip(_NUMBERS, fields, strict=False)]
    exponent, owner, turn, x_score, o_score, option, length = numbers[:7]
    if turn == 0:
        raise ValueError(f"the side on roll must be 1 for X or -1 for O, got 0 in {text!r}")
    limit = numbers[7] if len(numbers) > 7 else max(_DEFAULT_LIMIT, exponent)
    on_roll: Seat = 1
    x = on_roll if turn == 1 else other(on_roll)
    position = position_from_board(board)
    if length and option > 1:
        raise ValueError(f"in a match the Crawford field must be 0 or 1, got {option} in {text!r}")
    try:
        cube = _cube(exponent, None if owner == 0 else x if owner == 1 else other(x), dice, on_roll)
        return Game(
            position if x == on_roll else position.swapped(),
            on_roll,
            _dice(dice),
            cube,
            Match(
                length,
                (o_score, x_score) if x == 1 else (x_score, o_score),
                is_crawford_game=bool(length) and option == 1,
                jacoby=not length and bool(option & 1),
                beavers=not length and (bool(option & 2) or cube.turned_back > 0),
                cube_limit=1 << limit,
            ),
            rules,
            x=x,
        )
    except ValueError as error:
        raise ValueError(f"{text!r} is no possible game: {error}") from error


def _exponent(value: int) -> int:
    return value.bit_length() - 1


def board_text(seen_by_x: Position) -> str:
    """Return the first field of an XGID, of a position as X sees it."""
    own, opponent = seen_by_x.own, seen_by_x.opponent
    letters = []
    for place in range(BAR + 1):
        # The bar of O is on place 0 and that of X on 25; what is off is not written.
        mine = own[place] if place else 0
        theirs = opponent[BAR - place] if place < BAR else 0
        letters.append(chr(ord("A") + mine - 1) if mine else chr(ord("a") + theirs - 1) if theirs else "-")
    return "".join(letters)


def position_from_board(board: str) -> Position:
    """Read the first field of an XGID, 26 characters: the position as X sees it.

    Raises
    ------
    ValueError
        If it is none.
    """
    if len(board) != BAR + 1:
        raise ValueError(f"the board of an XGID must have 26 characters, got {len(board)} in {board!r}")
    own: dict[int, int] = {}
    opponent: dict[int, int] = {}
    for place, letter in enumerate(board):
        if letter == "-":
            continue
        count = ord(letter.upper()) - ord("A") + 1
        if not 1 <= count <= CHECKERS:
            raise ValueError(f"the board of an XGID is made of -, A to O and a to o, got {letter!r} in {board!r}")
        if letter.isupper():
            own[place] = count
        else:
            opponent[BAR - place] = count
    if 0 in own or 0 in opponent:
        raise ValueError(
            f"the bar of O is the first place of an XGID and that of X the last, got them exchanged in {board!r}"
        )
    try:
        return Position.from_points(own, opponent)
    except ValueError as error:
        raise ValueError(f"the board {board!r} is no position: {error}") from error


def _number(what: str, low: int, high: int, field: str) -> int:
    if not re.fullmatch(r"[-+]?[0-9]{1,5}", field, re.ASCII) or not low <= int(field) <= high:
        raise ValueError(f"{what} must be a number from {low} to {high}, got {field!r}")
    return int(field)


def _dice(dice: str) -> tuple[int, int] | None:
    if dice == "00" or dice in _TURNED:
        return None
    if not re.fullmatch("[1-6][1-6]", dice):
        raise ValueError(f"the dice must be two numbers 1 to 6, or 00, D, B or R, got {dice!r}")
    return int(dice[0]), int(dice[1])


def _cube(exponent: int, owner: Seat | None, dice: str, on_roll: Seat) -> Cube:
    if dice not in _TURNED:
        return Cube(1 << exponent, owner)
    turned_back = _TURNED.index(dice)
    if turned_back and owner != other(on_roll):
        # Some write the cube as it stood before the double.
        exponent, owner = exponent + turned_back, other(on_roll)
    return Cube(1 << exponent, owner, on_roll, turned_back)
