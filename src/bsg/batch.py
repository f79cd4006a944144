"""Many positions in one call: numpy buffers in and out, without Python objects in between, on all cores if wanted.

A buffer of positions is uint8 of shape (n, 32), a packed position a row: `bytes(position)`. The first bad row is named in
the error, and a buffer that was passed to be written holds nothing of use then. No result depends on `threads`.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bsg.checks import integer_between
from bsg.network import Network, chosen_network
from bsg.position import PACKED_BYTES, Position, packed_bytes
from bsg.races import race_table
from bsg.rows import (
    NO_BAD_ROW,
    Boards,
    buffer_to_write,
    changed_meanwhile,
    checked_boards,
    checked_rolls,
    first_bad_row,
    parts_of,
    refuse_bad_row,
)
from bsg.rules import BAN_SUGOROKU, Rules, rules_code
from bsg.winning import KINDS
from bsg_core import bulk, random_games, search

FEATURES = 196
"""The length of a row of `features`."""

UNDECIDED = 255
"""The kind `results` gives where the game goes on; all others are indices of `bsg.winning.KINDS`."""

CAPPED = len(KINDS)
"""The kind `playouts` gives to a game cut off at `max_plies`."""


# How long a row takes, in microseconds and about.
_COUNTING, _LISTING, _JUDGING, _SWAPPING, _SEEING, _PLAYING = 0.1, 0.3, 0.04, 0.03, 0.08, 5.0
_EVALUATING = 0.3

# Rows are listed without being counted first where `out` has room for them, or where they are few, for then room for
# twice the plays of an average row costs little. For many rows it would take longer to get than they take to be counted.
_FEW_ROWS = 2048
_ROOM_A_ROW = 32
_ROOM_BESIDES = 512

# So few are played in the calling thread, which does not hear Ctrl-C meanwhile: they take tenths of a second.
_FEW_PLIES = 1_000_000


class Afterstates(NamedTuple):
    """The positions that many rolls reach."""

    after: Boards
    """uint8, (m, 32): the positions reached, still seen by the mover, one row's after the other's."""
    offsets: NDArray[np.int64]
    """int64, (n + 1,): row i reaches `after[offsets[i]:offsets[i + 1]]`."""


class Results(NamedTuple):
    """How many positions are decided as they stand, each seen by its side to move."""

    points: NDArray[np.int8]
    """int8, (n,): signed; 0 for a draw and where the game goes on."""
    kinds: NDArray[np.uint8]
    """uint8, (n,): indices of `bsg.winning.KINDS`, or `UNDECIDED`."""


class Playouts(NamedTuple):
    """How many games ended, each seen by the side to move of the position it was played from."""

    points: NDArray[np.int8]
    """int8, (n,): signed; 0 for a draw and for a game cut off."""
    kinds: NDArray[np.uint8]
    """uint8, (n,): indices of `bsg.winning.KINDS`, or `CAPPED`."""
    plies: NDArray[np.int64]
    """int64, (n,): how long the games lasted."""


class Evaluations(NamedTuple):
    """What many positions are worth to their sides to move, by a network."""

    equity: NDArray[np.float32]
    """float32, (n,): points to be expected."""
    probabilities: NDArray[np.float32]
    """float32, (n, 5): to win, to win two points or more, three, to lose two or more, three."""


def pack(positions: Iterable[Position]) -> Boards:
    """Put positions into one buffer, uint8 of shape (n, 32).

    Raises
    ------
    TypeError
        If one is not a `Position`.

    Examples
    --------
    >>> pack([Position.start()] * 3).shape
    (3, 32)
    """
    return np.frombuffer(bytearray().join(map(packed_bytes, positions)), np.uint8).reshape(-1, PACKED_BYTES)


def counts(
    positions: Boards,
    dice: NDArray[Any],
    rules: Rules = BAN_SUGOROKU,
    *,
    out: NDArray[np.int64] | None = None,
    threads: int | None = None,
) -> NDArray[np.int64]:
    """Count the plays of many rolls, without listing those that have a closed form.

    Parameters
    ----------
    positions : uint8, (n, 32)
        Each seen by its side to move.
    dice : integers, (n, 2)
        Each 1 to 6, in either order.
    rules : Rules
    out : int64, (n,), optional
        Written and returned if given.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.

    Returns
    -------
    int64, (n,)
        0 for a decided position, 1 for a forced pass (R16).

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a shape is wrong, or a row is impossible under the rules or no roll; the first such row is named.

    Examples
    --------
    >>> counts(pack([Position.start()] * 2), np.array([[3, 1], [6, 6]]))
    array([16,  6])
    """
    code = rules_code(rules)
    boards, rolls = checked_boards(positions), checked_rolls(dice, len(positions))
    found = buffer_to_write(out, "out", np.int64, (len(boards),))
    parts = parts_of(len(boards), threads, _COUNTING)
    bad = first_bad_row(parts, lambda part: bulk.count_rows(boards[part], rolls[part], code, found[part]))
    refuse_bad_row(bad, boards, rules, dice)
    return found


def afterstates(
    positions: Boards,
    dice: NDArray[Any],
    rules: Rules = BAN_SUGOROKU,
    *,
    ordered: bool = False,
    out: tuple[Boards, NDArray[np.int64]] | None = None,
    threads: int | None = None,
) -> Afterstates:
    """List the positions that many rolls reach.

    Parameters
    ----------
    positions : uint8, (n, 32)
        Each seen by its side to move.
    dice : integers, (n, 2)
        Each 1 to 6, in either order.
    rules : Rules
    ordered : bool
        Whether the positions of a row come in the order of R15. Else they come in the order in which the core discovers
        them: it is the same on every machine, but may change with the version, so keep positions and not their numbers.
    out : tuple of (uint8 (room, 32), int64 (n + 1,)), optional
        Written if given; the result is then a view of the rows written.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.

    Returns
    -------
    Afterstates
        `after` (m, 32), not swapped, and `offsets` (n + 1,). A forced pass reaches the position itself; a decided
        position reaches none (R16).

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a shape is wrong, there is no room in `out`, or a row is impossible under the rules or no roll; the first such
        row is named.

    Examples
    --------
    >>> after, offsets = afterstates(pack([Position.start()] * 2), np.array([[3, 1], [6, 6]]))
    >>> after.shape, offsets
    ((22, 32), array([ 0, 16, 22]))
    """
    code = rules_code(rules)
    boards, rolls = checked_boards(positions), checked_rolls(dice, len(positions))
    given_after, given_offsets = (None, None) if out is None else out
    offsets = buffer_to_write(given_offsets, "out[1]", np.int64, (len(boards) + 1,))
    parts = parts_of(len(boards), threads, _LISTING)
    if len(parts) == 1 and (given_after is not None or len(boards) <= _FEW_ROWS):
        listed = _listed_at_once(boards, rolls, code, ordered, given_after, offsets)
        if listed is not None:
            return listed

    offsets[0] = 0
    counts(boards, dice, rules, out=offsets[1:], threads=threads)
    np.cumsum(offsets, out=offsets)
    after = buffer_to_write(given_after, "out[0]", np.uint8, (int(offsets[-1]), PACKED_BYTES), or_more_rows=True)

    def list_part(part: slice) -> int:
        room = after[offsets[part.start] : offsets[part.stop]]
        within = np.empty(part.stop - part.start + 1, np.int64)
        done, is_bad = bulk.list_rows(boards[part], rolls[part], code, ordered, room, within)
        return done if is_bad or done < part.stop - part.start else NO_BAD_ROW

    bad = first_bad_row(parts, list_part)
    if bad != NO_BAD_ROW:
        raise changed_meanwhile(bad)
    return Afterstates(after, offsets)


def results(
    positions: Boards, rules: Rules = BAN_SUGOROKU, *, out: Results | None = None, threads: int | None = None
) -> Results:
    """Say of many positions how each is decided as it stands.

    Parameters
    ----------
    positions : uint8, (n, 32)
        Either side may be the one that has won (R7).
    rules : Rules
    out : tuple of (int8 (n,), uint8 (n,)), optional
        Written and returned if given.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.

    Returns
    -------
    Results
        `points` and `kinds`, both (n,).

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a shape is wrong, or a row is impossible under the rules; the first such row is named.

    Examples
    --------
    >>> home = Position.from_points({6: 15}, {24: 15})
    >>> results(pack([Position.start(), home, home.swapped()]))
    Results(points=array([ 0,  1, -1], dtype=int8), kinds=array([255,   0,   0], dtype=uint8))
    """
    code = rules_code(rules)
    boards = checked_boards(positions)
    given_points, given_kinds = (None, None) if out is None else out
    points = buffer_to_write(given_points, "out[0]", np.int8, (len(boards),))
    kinds = buffer_to_write(given_kinds, "out[1]", np.uint8, (len(boards),))
    parts = parts_of(len(boards), threads, _JUDGING)
    bad = first_bad_row(parts, lambda part: bulk.result_rows(boards[part], code, points[part], kinds[part]))
    refuse_bad_row(bad, boards, rules)
    return Results(points, kinds)


def swapped(positions: Boards, *, out: Boards | None = None, threads: int | None = None) -> Boards:
    """Return many boards as their other sides see them.

    Parameters
    ----------
    positions : uint8, (n, 32)
    out : uint8, (n, 32), optional
        Written and returned if given; may be `positions` itself.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a shape is wrong, or a row is no position; the first such row is named.
    """
    boards = checked_boards(positions)
    turned = buffer_to_write(out, "out", np.uint8, boards.shape)
    parts = parts_of(len(boards), threads, _SWAPPING)
    bad = first_bad_row(parts, lambda part: bulk.swap_rows(boards[part], turned[part]))
    refuse_bad_row(bad, boards, None)
    return turned


def features(
    positions: Boards, *, out: NDArray[np.float32] | None = None, threads: int | None = None
) -> NDArray[np.float32]:
    """Return many positions as a learner sees them.

    Parameters
    ----------
    positions : uint8, (n, 32)
    out : float32, (n, 196), optional
        Written and returned if given.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.

    Returns
    -------
    float32, (n, 196)
        98 numbers a side, the own side first, each side from its own home: for points 1 to 24 whether there is one
        checker, two, three or more, and half of what is above three; then half of the checkers on the bar, and a
        fifteenth of those off.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a shape is wrong, or a row is no position; the first such row is named.

    Examples
    --------
    >>> seen = features(pack([Position.start()]))
    >>> seen[0, 20:24]  # point 6 holds five
    array([0., 0., 1., 1.], dtype=float32)
    """
    boards = checked_boards(positions)
    seen = buffer_to_write(out, "out", np.float32, (len(boards), FEATURES))
    parts = parts_of(len(boards), threads, _SEEING)
    bad = first_bad_row(parts, lambda part: bulk.feature_rows(boards[part], seen[part]))
    refuse_bad_row(bad, boards, None)
    return seen


def evaluate(
    positions: Boards,
    rules: Rules = BAN_SUGOROKU,
    *,
    network: Network | None = None,
    threads: int | None = None,
) -> Evaluations:
    """Say what many positions are worth, as a network judges them without looking ahead (0-ply).

    Parameters
    ----------
    positions : uint8, (n, 32)
        Undecided, each seen by its side to move, which is about to roll.
    rules : Rules
    network : Network, optional
        None takes the one of the package.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a shape is wrong, or a row is decided or impossible under the rules; the first such row is named.

    Examples
    --------
    >>> evaluate(pack([Position.start()] * 2)).probabilities.shape
    (2, 5)
    """
    code = rules_code(rules)
    boards = checked_boards(positions)
    net = chosen_network(network, rules).rounded
    found = np.empty((len(boards), 5), np.float32)
    stop, races = np.zeros(1, np.uint8), race_table(rules).buffer

    def judge_part(part: slice) -> int:
        done, is_bad = search.judge_rows(net, races, boards[part], code, 0, search.FILTERS, False, stop, found[part])
        return done if is_bad else NO_BAD_ROW

    bad = first_bad_row(parts_of(len(boards), threads, _EVALUATING), judge_part)
    refuse_bad_row(bad, boards, rules)
    win, win_two, win_three, lose_two, lose_three = found.T
    return Evaluations(2 * win - 1 + win_two - lose_two + win_three - lose_three, found)


def playouts(
    positions: Boards,
    rules: Rules = BAN_SUGOROKU,
    *,
    seed: int,
    first_game: int = 0,
    max_plies: int = 10_000,
    threads: int | None = None,
) -> Playouts:
    """Play each of many positions to its end once, by uniformly random plays; its side to move rolls first.

    Row i has the random streams of game `first_game + i` of the seed, whatever the rows before it are.

    Parameters
    ----------
    positions : uint8, (n, 32)
    rules : Rules
    seed : int
        0 ≤ seed < 2⁶⁴.
    first_game : int
        The number of the first row's game, 0 to 2⁶³ - 1.
    max_plies : int
        Where a game is cut off.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a number is out of range, a shape is wrong, or a row is impossible under the rules; the first such row is
        named.

    Examples
    --------
    >>> ended = playouts(pack([Position.start()] * 100), seed=1)
    >>> ended.points.shape, int(ended.plies.min()) > 10
    ((100,), True)
    """
    code = rules_code(rules)
    boards = checked_boards(positions)
    seed = integer_between(seed, 0, 2**64 - 1, "seed")
    first_game = integer_between(first_game, 0, 2**63 - 1, "first_game")
    max_plies = integer_between(max_plies, 1, 2**63 - 1, "max_plies")
    ended = Playouts(np.empty(len(boards), np.int8), np.empty(len(boards), np.uint8), np.empty(len(boards), np.int64))
    stop = np.zeros(1, np.uint8)

    def play_part(part: slice) -> int:
        points, kinds, plies = ended.points[part], ended.kinds[part], ended.plies[part]
        first = first_game + part.start
        done, is_bad = random_games.play_rows(boards[part], code, seed, first, max_plies, stop, points, kinds, plies)
        return done if is_bad else NO_BAD_ROW

    is_short = len(boards) * max_plies <= _FEW_PLIES
    bad = first_bad_row(parts_of(len(boards), threads, _PLAYING), play_part, None if is_short else stop)
    refuse_bad_row(bad, boards, rules)
    return ended


def _listed_at_once(
    boards: Boards,
    rolls: NDArray[np.uint8],
    code: int,
    ordered: bool,
    given: Boards | None,
    offsets: NDArray[np.int64],
) -> Afterstates | None:
    """List what rows reach without having counted it, and write the offsets; None if a row is bad or there is no room."""
    if given is None:
        room = np.empty((_ROOM_A_ROW * len(boards) + _ROOM_BESIDES, PACKED_BYTES), np.uint8)
    else:
        room = given
        buffer_to_write(given, "out[0]", np.uint8, (0, PACKED_BYTES), or_more_rows=True)
    if bulk.list_rows(boards, rolls, code, ordered, room, offsets)[0] < len(boards):
        return None
    used = int(offsets[-1])
    if given is not None:
        return Afterstates(room[:used], offsets)
    room.resize((used, PACKED_BYTES), refcheck=False)  # in place, and nobody else has seen it
    return Afterstates(room, offsets)
