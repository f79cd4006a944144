"""What a position is worth, and each play of a roll, by a network that looks some turns ahead.

At 0-ply the network judges the position; at n-ply a position is worth the mean over all 21 rolls of the best play, judged
at n-1. Inside of a search only the plays that are best at 0-ply are looked at more deeply (`bsg_core.search.FILTERS`).
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import TIMEOUT_MAX, Timer
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bsg import engine
from bsg.checks import integer, integer_between, real, shown
from bsg.cores import thread_count
from bsg.dice import Dice
from bsg.network import Network, chosen_network
from bsg.play import Play
from bsg.position import PACKED_BYTES, Position
from bsg.races import race_table
from bsg.rules import BAN_SUGOROKU, Rules, rules_code
from bsg_core import search

MOST_PLIES = 3

Filters = tuple[tuple[int, float], ...]


class Probabilities(NamedTuple):
    """How a game can end, as one side sees it; `win_two` and the like are of two points **or more**."""

    win: float
    win_two: float
    win_three: float
    lose_two: float
    lose_three: float

    @property
    def equity(self) -> float:
        """The points to be expected."""
        return 2 * self.win - 1 + self.win_two - self.lose_two + self.win_three - self.lose_three

    @classmethod
    def of_win(cls, points: int) -> "Probabilities":
        """Return what is known when a game has been won by so many points."""
        return cls(1.0, float(points >= 2), float(points >= 3), 0.0, 0.0)

    def swapped(self) -> "Probabilities":
        """Return the same, seen by the other side."""
        return Probabilities(1 - self.win, self.lose_two, self.lose_three, self.win_two, self.win_three)


@dataclass(frozen=True)
class Evaluation:
    """What a position is worth to its side to move, which is about to roll."""

    probabilities: Probabilities
    ply: int

    @property
    def equity(self) -> float:
        """The points to be expected, without a cube."""
        return self.probabilities.equity


@dataclass(frozen=True)
class AnalysedPlay:
    """A play of a roll, and what it is worth to the side that makes it."""

    play: Play
    probabilities: Probabilities
    ply: int
    """How many turns after the play were looked ahead."""

    @property
    def equity(self) -> float:
        """The points to be expected, without a cube."""
        return self.probabilities.equity


def evaluate(
    position: Position, rules: Rules = BAN_SUGOROKU, ply: int = 0, *, network: Network | None = None
) -> Evaluation:
    """Say what a position is worth.

    Parameters
    ----------
    position : Position
        Undecided, seen by the side about to roll.
    rules : Rules
    ply : int
        0 to 3: how many turns are looked ahead.
    network : Network, optional
        None takes the one of the package that suits the rules.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If the position is decided or impossible under `rules`, or `ply` is not 0 to 3.

    Examples
    --------
    >>> 0.4 < evaluate(Position.start()).probabilities.win < 0.6
    True
    """
    ply = integer_between(ply, 0, MOST_PLIES, "ply")
    if engine.result(position, rules) is not None:
        raise ValueError("position must be undecided: what a decided one is worth is its result")
    net = _rounded(network, rules)
    return Evaluation(_judged(net, [position], rules, ply, search.FILTERS, 1, np.zeros(1, np.uint8))[0], ply)


def analyse(
    position: Position,
    dice: Dice,
    rules: Rules = BAN_SUGOROKU,
    ply: int = 2,
    *,
    network: Network | None = None,
    first_filters: Filters = search.FIRST_FILTERS,
    filters: Filters = search.FILTERS,
    seconds: float | None = None,
    threads: int | None = None,
) -> list[AnalysedPlay]:
    """Judge every play of a roll, the best more deeply.

    All plays are judged at 0-ply; of these the best are judged at 1-ply, and so on: at each ply what `first_filters` lets
    through of what the ply before has judged.

    Parameters
    ----------
    position : Position
        Undecided, seen by the side about to move.
    dice : tuple of int
        Two numbers 1 to 6, in either order.
    rules : Rules
    ply : int
        0 to 3.
    network : Network, optional
        None takes the one of the package that suits the rules.
    first_filters, filters : tuple of three (int, float)
        For 1-ply, 2-ply and 3-ply: the most plays that are judged so, and how many points they may be behind the best;
        of the roll itself, and of rolls inside of the search.
    seconds : float, optional
        When to stop; a ply that is not finished by then is not counted.
    threads : int, optional
        1 to 1024; None takes one for each core. Changes no answer.

    Returns
    -------
    list of AnalysedPlay
        The best first, those judged more deeply before all others, equals in the order of R15.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If the position is decided or impossible under `rules`, or an argument is out of range.

    Examples
    --------
    >>> [str(judged.play) for judged in analyse(Position.start(), (3, 1), ply=0)][0]
    '8/5 6/5'
    """
    ply = integer_between(ply, 0, MOST_PLIES, "ply")
    workers = thread_count(threads)
    if seconds is not None:
        seconds = real(seconds, "seconds")
        if not 0 < seconds <= TIMEOUT_MAX:
            raise ValueError(f"seconds must be more than 0 and at most {TIMEOUT_MAX:.0f}, got {seconds}")
    first_filters = _checked_filters(first_filters, "first_filters")
    filters = _checked_filters(filters, "filters")
    plays = engine.plays(position, dice, rules)
    if not plays:
        raise ValueError("position must be undecided: a decided one has no plays")
    net = _rounded(network, rules)
    stop = np.zeros(1, np.uint8)
    judged = [AnalysedPlay(play, found, 0) for play, found in _worths(net, plays, rules, 0, filters, 1, stop)]
    judged.sort(key=_worst_last)
    timer = None if seconds is None else Timer(seconds, stop.fill, (1,))
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        for depth in range(1, ply + 1):
            most, margin = first_filters[depth - 1]
            least = judged[0].equity - margin
            chosen = [row.play for row in judged[:most] if row.ply == depth - 1 and row.equity >= least]
            deeper = _worths(net, chosen, rules, depth, filters, workers, stop)
            if stop[0]:
                break
            judged[: len(chosen)] = sorted(
                (AnalysedPlay(play, found, depth) for play, found in deeper), key=_worst_last
            )
    finally:
        stop[0] = 1
        if timer is not None:
            timer.cancel()
    return judged


def _checked_filters(filters: Filters, name: str) -> Filters:
    try:
        checked = tuple((integer(most, "most"), real(margin, "margin")) for most, margin in filters)
    except (TypeError, ValueError):
        checked = ()
    if len(checked) != MOST_PLIES:
        raise ValueError(f"{name} must be {MOST_PLIES} pairs of a number of plays and a margin, got {shown(filters)}")
    if not all(most >= 1 and margin >= 0 for most, margin in checked):
        raise ValueError(f"{name} must be of 1 or more plays and margins of 0 or more, got {shown(filters)}")
    return checked


def _worst_last(judged: AnalysedPlay) -> float:
    # Plays come in the order of R15, and sorting keeps the order of equals.
    return -judged.equity


def _rounded(network: Network | None, rules: Rules) -> NDArray[np.int16]:
    return chosen_network(network, rules).rounded


def _worths(
    net: NDArray[np.int16],
    plays: Sequence[Play],
    rules: Rules,
    ply: int,
    filters: Filters,
    workers: int,
    stop: NDArray[np.uint8],
) -> list[tuple[Play, Probabilities]]:
    """Return each play with what the side that makes it can expect."""
    going_on = [play for play in plays if play.result is None]
    boards = [play.after.swapped() for play in going_on]
    found = iter(_judged(net, boards, rules, ply, filters, workers, stop))
    return [
        (play, next(found).swapped() if play.result is None else Probabilities.of_win(play.result.points))
        for play in plays
    ]


def _judged(
    net: NDArray[np.int16],
    positions: Sequence[Position],
    rules: Rules,
    ply: int,
    filters: Filters,
    workers: int,
    stop: NDArray[np.uint8],
) -> list[Probabilities]:
    """Return what the sides about to roll can expect; of no use if `stop` was set meanwhile."""
    boards = np.frombuffer(b"".join(map(bytes, positions)), np.uint8).reshape(-1, PACKED_BYTES)
    found = np.zeros((len(boards), len(Probabilities._fields)), np.float32)

    workers = max(1, min(workers, len(boards)))

    def judge(first: int) -> None:
        part = slice(first, None, workers)
        rows = np.empty_like(found[part])
        part_of = np.ascontiguousarray(boards[part])
        search.judge_rows(net, race_table(rules).buffer, part_of, rules_code(rules), ply, filters, True, stop, rows)
        found[part] = rows

    if ply < 2:  # done before a thread has begun
        workers = 1
        judge(0)
    else:  # with one worker too, so that Ctrl-C is noticed
        with ThreadPoolExecutor(workers, thread_name_prefix="bsg-analysis") as pool:
            try:
                list(pool.map(judge, range(workers)))
            except BaseException:
                stop[0] = 1  # Ctrl-C does not wait for the search
                raise
    return [Probabilities(*row) for row in found.tolist()]
