"""The identifiers of GNU Backgammon: Position ID, Match ID, and both together as the GNUbg ID.

A **Position ID** is 80 bits in base64: for the side that is *not* on roll and then for the side on roll, each in its own
numbering from point 1 to the bar, a one for every checker and a zero after each place. Checkers off are what is missing.

A **Match ID** is 67 bits in base64, the lowest first in each field (the layout is that of GNU Backgammon's manual):

```text
  0- 3  exponent of the cube          13-14  level of an offered resignation
  4- 5  owner of the cube, 3 nobody   15-17  first die, 0 before the roll
     6  player on roll                18-20  second die
     7  Crawford game                 21-35  length of the match, 0 for money
  8-10  state of the game, 1 playing  36-50  score of player 0
    11  player who decides            51-65  score of player 1
    12  a double is offered              66  no Jacoby rule
```

Players 0 and 1 are seats 0 and 1.
"""

import base64
import binascii
import re

from bsg.cube import Cube
from bsg.dice import high_low
from bsg.game import Game
from bsg.match import Match
from bsg.position import CHECKERS, Position, check_position
from bsg.rules import BACKGAMMON, Rules
from bsg.seat import SEATS, Seat, other

POSITION_ID = r"[A-Za-z0-9+/]{14}"
MATCH_ID = r"[A-Za-z0-9+/]{12}"

_POSITION_BYTES = 10
_MATCH_BYTES = 9
_PLACES = 25  # the points and the bar

# Where each field of a Match ID begins, and its bits.
_CUBE, _OWNER, _ON_ROLL, _CRAWFORD = (0, 4), (4, 2), (6, 1), (7, 1)
_STATE, _DECIDES, _DOUBLED, _LEVEL = (8, 3), (11, 1), (12, 1), (13, 2)
_DICE = ((15, 3), (18, 3))
_LENGTH, _SCORES, _NO_JACOBY = (21, 15), ((36, 15), (51, 15)), (66, 1)

_NOBODY = 3
_PLAYING = 1
_ENDINGS = {2: "the game is over", 3: "the game was resigned", 4: "a double was passed"}


def position_id(position: Position) -> str:
    """Return the GNU Backgammon Position ID of a position.

    Parameters
    ----------
    position : Position
        Seen by the side on roll.

    Returns
    -------
    str
        14 characters.

    Examples
    --------
    >>> position_id(Position.start())
    '4HPwATDgc/ABMA'
    """
    bits = length = 0
    for counts in (check_position(position).opponent, position.own):
        for count in counts[1:]:
            bits |= ((1 << count) - 1) << length
            length += count + 1
    return base64.b64encode(bits.to_bytes(_POSITION_BYTES, "little")).decode().rstrip("=")


def position_from_id(text: str) -> Position:
    """Read a GNU Backgammon Position ID of 14 characters.

    Raises
    ------
    ValueError
        If it is none, or names no position that can exist.
    """
    bits = _bits(text, POSITION_ID, "a Position ID", _POSITION_BYTES)
    sides = []
    for _ in SEATS:
        counts = [0]  # nothing is said of the checkers off
        for _ in range(_PLACES):
            run = (~bits & (bits + 1)).bit_length() - 1  # how many ones there are before the first zero
            counts.append(run)
            bits >>= run + 1
        sides.append(counts)
    if bits or any(sum(counts) > CHECKERS for counts in sides):
        raise ValueError(f"the Position ID {text} has a side of more than {CHECKERS} checkers")
    opponent, own = (dict(enumerate(counts[1:], start=1)) for counts in sides)
    try:
        return Position.from_points(own, opponent)
    except ValueError as error:
        raise ValueError(f"the Position ID {text} is no position: {error}") from error


def match_id(game: Game) -> str:
    """Return the GNU Backgammon Match ID of a game in progress: all but the board.

    It says nothing of the Crawford rule (only whether this is the Crawford game), of beavers, of automatic doubles, of
    the limit of the cube, and of a cube turned back beyond that it was doubled.

    Returns
    -------
    str
        12 characters. The larger die stands first.

    Raises
    ------
    ValueError
        If the game is over.

    Examples
    --------
    >>> match_id(Game(Position.start(), on_roll=1))
    'cAkAAAAAAAAE'
    """
    decides = game.decides
    if decides is None:
        raise ValueError("a Match ID is of a game in progress, and this one is over")
    cube, match = game.cube, game.match
    high, low = (0, 0) if game.dice is None else high_low(game.dice)
    fields = [
        (_CUBE, cube.value.bit_length() - 1),
        (_OWNER, _NOBODY if cube.owner is None else cube.owner),
        (_ON_ROLL, game.on_roll),
        (_CRAWFORD, match.is_crawford_game),
        (_STATE, _PLAYING),
        (_DECIDES, decides),
        (_DOUBLED, cube.doubler is not None),
        (_LEVEL, game.level),
        (_DICE[0], high),
        (_DICE[1], low),
        (_LENGTH, match.length),
        (_SCORES[0], match.score[0]),
        (_SCORES[1], match.score[1]),
        (_NO_JACOBY, not match.jacoby),
    ]
    bits = sum(int(value) << start for (start, _), value in fields)
    return base64.b64encode(bits.to_bytes(_MATCH_BYTES, "little")).decode()


def gnubg_id(game: Game) -> str:
    """Return the GNUbg ID of a game in progress: its Position ID and Match ID with a colon between.

    Raises
    ------
    ValueError
        If the game is over.

    Examples
    --------
    >>> gnubg_id(Game(Position.start(), on_roll=1))
    '4HPwATDgc/ABMA:cAkAAAAAAAAE'
    """
    return f"{position_id(game.position)}:{match_id(game)}"


def game_from_match_id(text: str, position: Position, rules: Rules = BACKGAMMON) -> Game:
    """Read a Match ID of 12 characters, for a position seen by the side on roll.

    Raises
    ------
    ValueError
        If it is none, or there can be no such game.
    """
    bits = _bits(text, MATCH_ID, "a Match ID", _MATCH_BYTES)

    def field(place: tuple[int, int]) -> int:
        start, width = place
        return bits >> start & (1 << width) - 1

    state = field(_STATE)
    if state > _PLAYING:
        what = _ENDINGS.get(state, f"its state is {state}")
        raise ValueError(f"the Match ID {text} is of no game in progress: {what}")
    owner, on_roll, decides = field(_OWNER), _seat(field(_ON_ROLL)), _seat(field(_DECIDES))
    if owner not in {0, 1, _NOBODY}:
        raise ValueError(f"the Match ID {text} gives the cube to player {owner}, and players are 0 and 1")
    dice = (field(_DICE[0]), field(_DICE[1]))
    length, level = field(_LENGTH), field(_LEVEL)
    # An offered double of a cube that its receiver owns was turned back already.
    is_doubled, cube_owner = bool(field(_DOUBLED)), None if owner == _NOBODY else _seat(owner)
    turned_back = int(is_doubled and cube_owner == other(on_roll)) + int(
        is_doubled and cube_owner == other(on_roll) and decides != on_roll
    )
    try:
        return Game(
            position,
            on_roll,
            None if dice == (0, 0) else dice,
            Cube(1 << field(_CUBE), cube_owner, on_roll if is_doubled else None, turned_back),
            Match(
                length,
                (field(_SCORES[0]), field(_SCORES[1])),
                is_crawford_game=bool(field(_CRAWFORD)),
                # Older versions leave the last bit at 0 in matches too, where there is no Jacoby rule.
                jacoby=not length and not field(_NO_JACOBY),
                beavers=turned_back > 0,
                cube_limit=max(1024, 1 << field(_CUBE)),
            ),
            rules,
            resigning=other(decides) if level else None,
            level=level,
        )
    except ValueError as error:
        raise ValueError(f"the Match ID {text} is of no possible game: {error}") from error


def _bits(text: str, pattern: str, what: str, length: int) -> int:
    if not re.fullmatch(pattern, text, re.ASCII):
        raise ValueError(f"{what} must be {-(-length * 8 // 6)} characters of base64, got {text!r}")
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error as error:
        raise ValueError(f"{what} must be base64, got {text!r}") from error
    return int.from_bytes(data, "little")


def _seat(bit: int) -> Seat:
    return SEATS[bit]
