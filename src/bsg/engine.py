"""The same functions as `bsg.reference`, answered by the native core.

Only bytes and ints cross to `bsg_core`. A play comes back as the 32 bytes of the position it reaches; its steps, its
result and even its `Position` are made when somebody looks at them.
"""

from struct import Struct
from typing import NoReturn

from bsg.checks import integer, shown
from bsg.dice import ROLLS, Dice, high_low
from bsg.play import Play
from bsg.position import BAR, OFF, Position, check_possible, packed_bytes, position_unchecked
from bsg.refusals import StepsLike, as_steps, why_not
from bsg.rules import BAN_SUGOROKU, Rules, rules_code
from bsg.step import Step
from bsg.winning import KINDS, Result
from bsg_core import movegen, routes

_STEP = Struct("4s")
_DEEPEST_NATIVE_PERFT = 2

_STEPS = {
    bytes((source, target, die, hit)): Step(source, target, die, hit)
    for source in range(1, BAR + 1)
    for die in range(1, 7)
    for target in [max(source - die, OFF)]
    for hit in (False, True)
}
"""Every step by the four bytes in which it comes from the core: there are so few that each is made once."""

_Turn = tuple[bytes, int, int, int]
"""What a play is a play of, as the core takes it: packed position, larger die, smaller die, code of the rules."""


class _NativePlay(Play):
    """A play of which only the packed position reached is known; the rest is asked of the core when looked at.

    It is made empty and filled by `_plays_of`, since an `__init__` written in Python would cost more than all of that.
    The plays of a roll share their turn.
    """

    __slots__ = ("_packed", "_turn")
    _packed: bytes
    _turn: _Turn

    __init__ = object.__init__  # takes nothing, unlike that of `Play`

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(_steps_from_bytes(routes.find_route(*self._turn, self._packed)))

    @property
    def after(self) -> Position:
        return position_unchecked(self._packed)

    @property
    def result(self) -> Result | None:
        return _result(self._packed, self._turn[3])


_NativePlay.__name__ = _NativePlay.__qualname__ = Play.__name__  # what users read in errors is a Play


def plays(position: Position, dice: Dice, rules: Rules = BAN_SUGOROKU) -> list[Play]:
    """List every legal play of a roll.

    Parameters
    ----------
    position : Position
        Seen by the side about to move.
    dice : tuple of int
        Two numbers 1 to 6, in either order.
    rules : Rules

    Returns
    -------
    list of Play
        One for each position that can be reached (R14), in the order of R15; `after` is **not** swapped. A forced pass
        is one play without steps; a decided position has none (R16).

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a die is not 1 to 6, or the position is impossible under `rules`.

    Examples
    --------
    >>> len(plays(Position.start(), (3, 1)))
    16
    >>> str(plays(Position.start(), (3, 1))[0])
    '6/2'
    """
    turn = _turn_of(position, dice, rules)
    try:
        afters = movegen.find_plays(*turn)
    except ValueError:
        _refuse(position, rules)
    return _plays_of(turn, afters)


def next_steps(position: Position, dice: Dice, taken: StepsLike = (), rules: Rules = BAN_SUGOROKU) -> list[Step]:
    """List the steps with which some legal play goes on after the steps taken.

    Parameters
    ----------
    position : Position
        Seen by the side to move, **before** the steps taken.
    dice : tuple of int
        Two numbers 1 to 6, in either order.
    taken : sequence of Step or of (source, target, die)
        The steps of this turn so far, in the order played; the hit of a `Step` is not looked at.
    rules : Rules

    Returns
    -------
    list of Step
        Each (source, target, die) once, ordered by source, then die, largest first. Empty when the turn is over: the dice
        are used, nothing legal is left, or the game is decided.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a die is not 1 to 6, the position is impossible under `rules`, or `taken` begins no legal play.

    Examples
    --------
    >>> next_steps(Position.start(), (6, 5), [(24, 18, 6)])[0]
    Step(source=18, target=13, die=5, hit=False)
    """
    turn = _turn_of(position, dice, rules)
    begun = as_steps(taken)
    try:
        found = routes.find_next_steps(*turn, b"".join(map(bytes, begun)))
    except ValueError:
        _refuse(position, rules)
    if found is None:
        raise ValueError(why_not(position, turn[1:3], begun, rules, next_steps))
    return _steps_from_bytes(found)


def result(position: Position, rules: Rules = BAN_SUGOROKU) -> Result | None:
    """Say how the game stands decided in a position as it is.

    Parameters
    ----------
    position : Position
        Either side may be the one that has won (R7).
    rules : Rules

    Returns
    -------
    Result or None
        Points are positive if own has won, negative if the opponent has, 0 for a frozen position (R8); None if the game
        goes on.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If the position is impossible under `rules`.

    Examples
    --------
    >>> home = Position.from_points({6: 5, 3: 5, 1: 5}, {18: 2, 13: 5, 8: 3, 7: 5})
    >>> result(home), result(home.swapped())
    (Result(points=1, kind='iri-gachi'), Result(points=-1, kind='iri-gachi'))
    """
    packed, code = packed_bytes(position), rules_code(rules)
    try:
        return _result(packed, code)
    except ValueError:
        _refuse(position, rules)


def play_from_steps(position: Position, dice: Dice, steps: StepsLike, rules: Rules = BAN_SUGOROKU) -> Play:
    """Return the legal play that some steps make, played in the order given.

    Parameters
    ----------
    position : Position
        Seen by the side to move.
    dice : tuple of int
        Two numbers 1 to 6, in either order.
    steps : sequence of Step or of (source, target, die)
        A whole turn; empty for a forced pass (R16). The hit of a `Step` is not looked at.
    rules : Rules

    Returns
    -------
    Play
        One of `plays`; so its steps are those of the route that R15 names, and may be others than `steps`.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a die is not 1 to 6, the position is impossible under `rules`, or the steps make no legal play; the message
        says why not.

    Examples
    --------
    >>> str(play_from_steps(Position.start(), (3, 1), [(6, 5, 1), (8, 5, 3)]))
    '8/5 6/5'
    """
    turn = _turn_of(position, dice, rules)
    made = as_steps(steps)
    try:
        after = routes.follow_steps(*turn, b"".join(map(bytes, made)))
    except ValueError:
        _refuse(position, rules)
    if after is None:
        raise ValueError(why_not(position, turn[1:3], made, rules, next_steps))
    return _plays_of(turn, [after])[0]


def perft(position: Position, depth: int, rules: Rules = BAN_SUGOROKU) -> int:
    """Count the leaves of the tree of all plays: the distinct positions of each roll, all 21 rolls once a ply.

    A position that two rolls reach counts twice, a forced pass counts one, and a decided position is one leaf.

    Parameters
    ----------
    position : Position
        Seen by the side to move.
    depth : int
        Plies; 0 is the position itself, one leaf.
    rules : Rules

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If `depth` is negative or deeper than can be counted, or the position is impossible under `rules`.

    Examples
    --------
    >>> perft(Position.start(), 2)
    63722
    """
    packed, code = packed_bytes(position), rules_code(rules)
    plies = integer(depth, "depth")
    if plies < 0:
        raise ValueError(f"depth must not be negative, got {shown(plies)}")
    try:
        return _perft(packed, plies, code)
    except RecursionError:
        raise ValueError(f"depth is deeper than can be counted, got {shown(plies)}") from None
    except ValueError:
        _refuse(position, rules)


def _turn_of(position: Position, dice: Dice, rules: Rules) -> _Turn:
    packed, code = packed_bytes(position), rules_code(rules)
    high, low = high_low(dice)
    return packed, high, low, code


def _plays_of(turn: _Turn, afters: list[bytes]) -> list[Play]:
    plays: list[Play] = []
    for after in afters:
        play = _NativePlay()
        play._turn = turn
        play._packed = after
        plays.append(play)
    return plays


def _perft(packed: bytes, depth: int, code: int) -> int:
    # The last plies are counted natively; those above go through Python, so that a long count can be interrupted.
    if depth <= _DEEPEST_NATIVE_PERFT:
        return movegen.count_leaves(packed, depth, code)
    if movegen.find_result(packed, code) is not None:
        return 1
    return sum(
        _perft(bytes(position_unchecked(after).swapped()), depth - 1, code)
        for high, low in ROLLS
        for after in movegen.find_plays(packed, high, low, code)
    )


def _result(packed: bytes, code: int) -> Result | None:
    found = movegen.find_result(packed, code)
    return None if found is None else Result(found[0], KINDS[found[1]])


def _steps_from_bytes(packed: bytes) -> list[Step]:
    return [_STEPS[step] for (step,) in _STEP.iter_unpack(packed)]


def _refuse(position: Position, rules: Rules) -> NoReturn:
    """Say in words what the core has refused: the dice were checked before, so it is the position under these rules."""
    check_possible(position, rules)
    raise AssertionError(f"the core refused {position!r} under {rules!r}, which is possible")
