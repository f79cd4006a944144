"""The rule book in plain Python: the oracle that the native engine must agree with to the last play.

It tries every order of the dice and every checker, step by step, and then keeps what the rules keep. Nothing is
remembered and nothing is made fast. Sections and rulings are those of RULES.md.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bsg.checks import integer, shown
from bsg.dice import ROLLS, Dice, high_low
from bsg.play import Play
from bsg.position import BAR, OFF, Position, check_possible
from bsg.refusals import StepsLike, as_steps, why_not
from bsg.rules import BAN_SUGOROKU, Rules
from bsg.step import Step
from bsg.winning import Result, win


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
    >>> one_outside = Position.from_points({11: 1, 6: 5, 4: 4, 3: 5}, {23: 2, 13: 13})
    >>> [(str(play), play.result) for play in plays(one_outside, (5, 4))]
    [('11/7 6/1', None), ('11/6', Result(points=1, kind='iri-gachi'))]
    """
    check_possible(position, rules)
    roll = high_low(dice)
    board = _board(position)
    if _result(board, rules) is not None:
        return []
    return [
        Play(_r15_steps(routes), _position(after), win(after.own, after.opponent, rules))
        for after, routes in _legal_routes_by_board(board, roll, rules).items()
    ]


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
        Each (source, target, die) once, ordered by source, then die, largest first. Empty when the turn is over: the
        dice are used, nothing legal is left, or the game is decided.

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
    >>> next_steps(Position.start(), (6, 5), [(24, 18, 6), (18, 13, 5)])
    []
    """
    check_possible(position, rules)
    roll = high_low(dice)
    begun = as_steps(taken)
    board = _board(position)
    if _result(board, rules) is not None:
        if begun:
            raise ValueError(why_not(position, roll, begun, rules, next_steps))
        return []
    fitting = [route for route in _legal_routes(board, roll, rules) if _numbers(route.steps)[: len(begun)] == begun]
    if not fitting:
        raise ValueError(why_not(position, roll, begun, rules, next_steps))
    following = {route.steps[len(begun)] for route in fitting if len(route.steps) > len(begun)}
    return sorted(following, key=lambda step: (step.source, step.die), reverse=True)


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
    >>> result(Position.start()) is None
    True
    """
    check_possible(position, rules)
    return _result(_board(position), rules)


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
    >>> play = play_from_steps(Position.start(), (3, 1), [(6, 5, 1), (8, 5, 3)])
    >>> [step[:3] for step in play.steps]
    [(8, 5, 3), (6, 5, 1)]
    >>> play_from_steps(Position.start(), (3, 1), [(8, 5, 3)])
    Traceback (most recent call last):
    ValueError: the turn is not over after 8/5: a 1 can still be played, such as 24/23
    """
    check_possible(position, rules)
    roll = high_low(dice)
    wanted = as_steps(steps)
    board = _board(position)
    if _result(board, rules) is None:
        for route in _legal_routes(board, roll, rules):
            if _numbers(route.steps) == wanted:
                after = _position(route.after)
                return next(play for play in plays(position, roll, rules) if play.after == after)
    raise ValueError(why_not(position, roll, wanted, rules, next_steps))


def perft(position: Position, depth: int, rules: Rules = BAN_SUGOROKU) -> int:
    """Count the leaves of the tree of all plays of all 21 rolls.

    Sides are swapped after each ply. The distinct positions **of each roll** are counted, so a position that two rolls
    reach counts twice. A forced pass counts one; a decided position is one leaf, also at the root.

    Parameters
    ----------
    position : Position
        Seen by the side to move.
    depth : int
        Plies; at depth 0 there is one leaf.
    rules : Rules

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If `depth` is negative or deeper than can be counted, or the position is impossible under `rules`.

    Examples
    --------
    >>> perft(Position.start(), 1)
    246
    """
    check_possible(position, rules)
    plies = integer(depth, "depth")
    if plies < 0:
        raise ValueError(f"depth must be 0 or more, got {shown(plies)}")
    try:
        return _leaves(_board(position), plies, rules)
    except RecursionError:
        raise ValueError(f"depth is deeper than can be counted, got {shown(plies)}") from None


class _Board(NamedTuple):
    """26 counts of each side, **each in its own numbering**: [0] off, [1] to [24] the points, [25] the bar."""

    own: tuple[int, ...]
    opponent: tuple[int, ...]


class _Route(NamedTuple):
    """One way to go through a turn until it is over."""

    steps: tuple[Step, ...]
    after: _Board
    is_complete: bool
    """R2: it has used every die, or decided the game."""


def _board(position: Position) -> _Board:
    return _Board(position.own, position.opponent)


def _position(board: _Board) -> Position:
    return Position.from_points(dict(enumerate(board.own)), dict(enumerate(board.opponent)))


def _swapped(board: _Board) -> _Board:
    return _Board(board.opponent, board.own)


def _opponents_number(point: int) -> int:
    """Section 1: my point p is the opponent's point 25 - p."""
    return 25 - point


def _numbers(steps: tuple[Step, ...]) -> list[tuple[int, int, int]]:
    return [(step.source, step.target, step.die) for step in steps]


# Section 2: a turn.


def _dice_to_play(roll: tuple[int, int], rules: Rules) -> tuple[int, ...]:
    """Section 2.3: a double gives two steps in ban-sugoroku and four in backgammon."""
    high, low = roll
    if high == low:
        return (high,) * rules.steps_per_double
    return roll


def _is_open(board: _Board, point: int) -> bool:
    """Section 2.4: a point is open if it is empty, one's own, or holds one opposing checker."""
    return board.opponent[_opponents_number(point)] <= 1


def _all_are_home(board: _Board) -> bool:
    """Say whether no checker is outside the own home, nor on the bar."""
    return sum(board.own[7:BAR]) + board.own[BAR] == 0


def _may_be_borne_off(board: _Board, point: int, die: int, rules: Rules) -> bool:
    """Section 3: with all home, by a die of the point itself, or by a larger one from the farthest occupied point."""
    if rules.finish != "bear-off" or not _all_are_home(board):
        return False
    is_farthest = sum(board.own[point + 1 : 7]) == 0
    return die == point or (die > point and is_farthest)


def _legal_step(board: _Board, source: int, die: int, rules: Rules) -> Step | None:
    """Return the step that moves a checker from `source` by `die`, or None if there is no such legal step."""
    if board.own[source] == 0:
        return None
    if board.own[BAR] > 0 and source != BAR:
        return None  # section 2.5: while any is on the bar no other checker moves
    target = source - die  # section 2.2; from the bar, which is 25, it is the entry of section 2.5
    if target < 1:
        return Step(source, OFF, die, hit=False) if _may_be_borne_off(board, source, die, rules) else None
    if not _is_open(board, target):
        return None
    return Step(source, target, die, hit=board.opponent[_opponents_number(target)] == 1)


def _legal_steps(board: _Board, die: int, rules: Rules) -> list[Step]:
    steps = (_legal_step(board, source, die, rules) for source in range(BAR, OFF, -1))
    return [step for step in steps if step is not None]


def _after_step(board: _Board, step: Step) -> _Board:
    own, opponent = list(board.own), list(board.opponent)
    own[step.source] -= 1
    own[step.target] += 1
    if step.hit:
        opponent[_opponents_number(step.target)] -= 1
        opponent[BAR] += 1
    return _Board(tuple(own), tuple(opponent))


def _routes(board: _Board, dice: tuple[int, ...], rules: Rules) -> Iterator[_Route]:
    """Go every way through the rest of a turn, with the dice still to be played.

    A route goes on until a step has decided the game (R1), the dice are used up, or none of them can be played.
    """
    if not dice or win(board.own, board.opponent, rules) is not None:
        yield _Route((), board, is_complete=True)
        return
    is_stuck = True
    for die in sorted(set(dice), reverse=True):
        for step in _legal_steps(board, die, rules):
            is_stuck = False
            for rest in _routes(_after_step(board, step), _without(dice, die), rules):
                yield rest._replace(steps=(step, *rest.steps))
    if is_stuck:
        yield _Route((), board, is_complete=False)


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    left = list(dice)
    left.remove(die)
    return tuple(left)


def _legal_routes(board: _Board, roll: tuple[int, int], rules: Rules) -> list[_Route]:
    """Return the routes of an undecided position that R2 and section 2.6 keep; never none."""
    routes = list(_routes(board, _dice_to_play(roll, rules), rules))
    complete = [route for route in routes if route.is_complete]
    if complete:
        return complete
    # As many dice as possible must be used.
    most = max(len(route.steps) for route in routes)
    longest = [route for route in routes if len(route.steps) == most]
    high, low = roll
    if high != low and most == 1:
        # Only one of two different dice can be used: if either could, the larger.
        return [route for route in longest if route.steps[0].die == high] or longest
    return longest


def _legal_routes_by_board(board: _Board, roll: tuple[int, int], rules: Rules) -> dict[_Board, list[_Route]]:
    """R14, R15: the routes to each board that the legal routes reach, the boards in the order of R15."""
    by_board: dict[_Board, list[_Route]] = {}
    for route in _legal_routes(board, roll, rules):
        by_board.setdefault(route.after, []).append(route)
    return {after: by_board[after] for after in sorted(by_board, key=_r15_key, reverse=True)}


def _r15_steps(routes: list[_Route]) -> tuple[Step, ...]:
    """R15: the steps of the route that compares largest as a tuple of (source, target, die) triples."""
    return max((route.steps for route in routes), key=_numbers)


def _r15_key(board: _Board) -> tuple[int, ...]:
    """R15: the mover's counts on the bar, 24, 23 … 1, then the opponent's on the mover's points 24, 23 … 1."""
    own = [board.own[place] for place in range(BAR, OFF, -1)]
    opponent = [board.opponent[_opponents_number(point)] for point in range(24, 0, -1)]
    return (*own, *opponent)


# Sections 3 and 4: how the game ends; the winning conditions themselves are in bsg.winning.


def _result(board: _Board, rules: Rules) -> Result | None:
    own_win = win(board.own, board.opponent, rules)
    if own_win is not None:
        return own_win
    opponent_win = win(board.opponent, board.own, rules)
    if opponent_win is not None:
        return opponent_win.swapped()
    if _is_frozen(board, rules):
        return Result(0, "draw")
    return None


def _is_frozen(board: _Board, rules: Rules) -> bool:
    """R8: neither side has a legal step with any roll. The rolls have six dice between them."""
    return not any(_legal_steps(side, die, rules) for side in (board, _swapped(board)) for die in range(1, 7))


def _leaves(board: _Board, depth: int, rules: Rules) -> int:
    if depth == 0 or _result(board, rules) is not None:
        return 1
    return sum(
        _leaves(_swapped(after), depth - 1, rules)
        for roll in ROLLS
        for after in _legal_routes_by_board(board, roll, rules)
    )
