"""Rollouts: what a position or each of some plays is worth, by games that a network plays on both sides.

The luck of the dice is taken out (`bsg_core/rollouts.pyx` says how), which changes no mean. From the start one trial then
tells as much as 24 of ban-sugoroku or 27 of backgammon without, and takes as long as 18 or 23. Plays that are compared
have the same dice. A game that comes to a race which a table of `bsg.races` knows exactly is not played on.

Each trial is keyed by the seed and its number, and all sums are exact before they are rounded: the same arguments give
the same answer on every machine, whatever the number of threads.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import TIMEOUT_MAX, Timer
from typing import overload

import numpy as np
from numpy.typing import NDArray

from bsg import engine
from bsg.analysis import MOST_PLIES, Probabilities
from bsg.checks import described, integer_between, real, shown
from bsg.chunks import Chunks, Progress
from bsg.cores import thread_count
from bsg.network import Network, chosen_network
from bsg.play import Play
from bsg.position import Position, check_possible
from bsg.races import race_table
from bsg.rules import BAN_SUGOROKU, Rules
from bsg_core import rollouts

_MOST_TRIALS = 10_000_000
_LONGEST = 10_000
_FEWEST = 2  # of which a standard error can be told
_TRIALS_A_ROUND = 144
_NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Rollout:
    """What the trials of a position came to.

    Parameters
    ----------
    probabilities : Probabilities
        Means. With the luck taken out, what is all but impossible or certain may lie a little outside of 0 to 1.
    standard_errors : Probabilities
        Those of each mean.
    standard_error : float
        That of the equity, in points.
    trials : int
        0 if nothing had to be rolled out, since the game is over.
    """

    probabilities: Probabilities
    standard_errors: Probabilities
    standard_error: float
    trials: int

    @property
    def equity(self) -> float:
        """The points to be expected, without a cube."""
        return self.probabilities.equity

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the equity."""
        reach = _NORMAL_95 * self.standard_error
        return self.equity - reach, self.equity + reach


@dataclass(frozen=True)
class RolledOutPlay:
    """What the trials of a play came to, seen by the side that makes it.

    Parameters
    ----------
    play : Play
    rollout : Rollout
    behind : float
        How many points worse it is than the best play, in the trials that both have.
    behind_error : float
        The standard error of that difference.
    is_given_up : bool
        Whether it was rolled out no further, since it was clearly behind.
    """

    play: Play
    rollout: Rollout
    behind: float
    behind_error: float
    is_given_up: bool

    @property
    def equity(self) -> float:
        """The points to be expected, without a cube."""
        return self.rollout.equity


class RolloutInterrupted(KeyboardInterrupt):
    """A rollout was stopped by Ctrl-C; a `KeyboardInterrupt` whose text says how far it came.

    Attributes
    ----------
    found : Rollout, list of RolledOutPlay, or None
        What `rollout` would have returned after the trials that were finished; None if they were fewer than two.
    """

    def __init__(self, message: str, found: Rollout | list[RolledOutPlay] | None) -> None:
        super().__init__(message, found)
        self.found = found

    def __str__(self) -> str:
        return str(self.args[0])


@overload
def rollout(
    position_or_plays: Position,
    rules: Rules = ...,
    trials: int = ...,
    *,
    ply: int = ...,
    truncate: int | None = ...,
    adjust_luck: bool = ...,
    error_below: float | None = ...,
    clear_at: float | None = ...,
    network: Network | None = ...,
    seed: int = ...,
    seconds: float | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> Rollout: ...


@overload
def rollout(
    position_or_plays: Sequence[Play],
    rules: Rules = ...,
    trials: int = ...,
    *,
    ply: int = ...,
    truncate: int | None = ...,
    adjust_luck: bool = ...,
    error_below: float | None = ...,
    clear_at: float | None = ...,
    network: Network | None = ...,
    seed: int = ...,
    seconds: float | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> list[RolledOutPlay]: ...


def rollout(
    position_or_plays: Position | Sequence[Play],
    rules: Rules = BAN_SUGOROKU,
    trials: int = 1296,
    *,
    ply: int = 0,
    truncate: int | None = None,
    adjust_luck: bool = True,
    error_below: float | None = None,
    clear_at: float | None = None,
    network: Network | None = None,
    seed: int = 1,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Rollout | list[RolledOutPlay]:
    """Play a position, or the position after each of some plays, to the end many times.

    Parameters
    ----------
    position_or_plays : Position, or sequence of Play
        A position is undecided and seen by the side about to roll. Plays are of one position and roll, such as
        ``[row.play for row in analyse(...)[:5]]``.
    rules : Rules
    trials : int
        How many games at most, of the position or of each play, 2 to 10 million.
    ply : int
        How far both sides look ahead, 0 to 2. A trial at 1-ply takes three times as long as one at 0-ply, at 2-ply 60
        times or more.
    truncate : int, optional
        After how many turns a trial is judged by the network and not played on. After 7 turns one trial tells as much
        as 40 to 70 played to the end, and takes a tenth of the time; but what the network misjudges there stays in the answer.
        None plays to the end, or for 10,000 turns.
    adjust_luck : bool
        Whether the luck of the dice is taken out.
    error_below : float, optional
        End as soon as the standard error of the position, or of the best play, is below so many points.
    clear_at : float, optional
        Give up a play that is behind the best by so many standard errors of the difference, and end when all others are
        given up. 3 is cautious.
    network : Network, optional
        None takes the one of the package that suits the rules.
    seed : int
        0 ≤ seed < 2⁶⁴.
    seconds : float, optional
        When to end with the trials that are finished by then; two are in any case.
    threads : int, optional
        1 to 1024; None takes one for each core. Changes no answer.
    progress : callable, optional
        Called with (trials done, trials at most) from the calling thread, a few times a second and at the end.

    Returns
    -------
    Rollout, or list of RolledOutPlay
        Of plays the best first, those that were given up after all others.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a position is decided or impossible under `rules`, or an argument is out of range.
    RolloutInterrupted
        If Ctrl-C stopped the rollout.

    Notes
    -----
    Whether to end or to give up a play is asked after 144 trials, and then whenever a quarter more have been played.

    Examples
    --------
    >>> one_outside_each = Position.from_points({12: 1, 6: 14}, {7: 1, 6: 14})
    >>> found = rollout(one_outside_each, trials=36)
    >>> round(36 * found.probabilities.win, 4), found.standard_error
    (26.0, 0.0)
    >>> start = Position.start()
    >>> found = rollout(start, trials=36, truncate=5)
    >>> abs(found.equity) < 0.2, found.standard_error < 0.05
    (True, True)
    >>> [str(row.play) for row in rollout(engine.plays(start, (3, 1))[:3], trials=36, truncate=5)][0]
    '6/5 6/3'
    """
    limits = _Limits(
        integer_between(trials, _FEWEST, _MOST_TRIALS, "trials"),
        _positive(error_below, "error_below"),
        _positive(clear_at, "clear_at"),
        _positive(seconds, "seconds"),
        thread_count(threads),
    )
    if limits.seconds is not None and limits.seconds > TIMEOUT_MAX:
        raise ValueError(f"seconds must be at most {TIMEOUT_MAX:.0f}, got {limits.seconds}")
    if not isinstance(adjust_luck, bool):
        raise TypeError(f"adjust_luck must be a bool, got {described(adjust_luck)}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable with (done, total), got {described(progress)}")
    plays: list[Play] | None = None
    boards: list[Position | None]
    if isinstance(position_or_plays, Position):
        if engine.result(position_or_plays, rules) is not None:
            raise ValueError("position must be undecided: what a decided one is worth is its result")
        boards = [position_or_plays]
    else:
        plays = _checked_plays(position_or_plays, rules)
        boards = [play.after.swapped() if play.result is None else None for play in plays]
    course = (
        integer_between(ply, 0, MOST_PLIES - 1, "ply"),
        _LONGEST if truncate is None else integer_between(truncate, 1, _LONGEST, "truncate"),
        adjust_luck,
        integer_between(seed, 0, 2**64 - 1, "seed"),
    )
    net, races = chosen_network(network, rules).rounded, race_table(rules).buffer

    def roll_out(board: bytes, first: int, stop: NDArray[np.uint8], found: NDArray[np.float32]) -> int:
        return rollouts.roll_out_rows(net, races, board, rules.code, *course, first, stop, found)

    found = (
        [np.zeros((0, len(Probabilities._fields)), np.float32)]
        if plays is None
        else [_known_of(play, limits.trials) for play in plays]
    )
    run = _Run(roll_out, boards, found, limits, progress)

    def answer() -> Rollout | list[RolledOutPlay]:
        return _rollout_of(run.found[0]) if plays is None else _rolled_out_plays(plays, run)

    try:
        run.roll_out()
    except KeyboardInterrupt:
        done = min(map(len, run.found))
        message = f"stopped after {done:,} of {limits.trials:,} trials"
        raise RolloutInterrupted(message, answer() if done >= _FEWEST else None) from None
    return answer()


def _positive(value: object, name: str) -> float | None:
    if value is None:
        return None
    number = real(value, name)
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be more than 0, got {shown(value)}")
    return number


def _checked_plays(plays: object, rules: Rules) -> list[Play]:
    if not isinstance(plays, Sequence) or not all(isinstance(play, Play) for play in plays):
        raise TypeError(f"what is rolled out must be a Position or a sequence of Play, got {described(plays)}")
    if not plays:
        raise ValueError("plays must be one or more, got none")
    for play in plays:
        check_possible(play.after, rules)
    return list(plays)


@dataclass(frozen=True)
class _Limits:
    trials: int
    error_below: float | None
    clear_at: float | None
    seconds: float | None
    threads: int


RollOut = Callable[[bytes, int, NDArray[np.uint8], NDArray[np.float32]], int]


@dataclass(frozen=True)
class _Trials:
    """Trials of several positions, as far as they are finished: parts of (first trial, what they came to)."""

    parts: tuple[tuple[int, NDArray[np.float32]], ...] = field(default=())

    @property
    def games(self) -> int:
        return sum(found.shape[1] for _, found in self.parts)

    def __add__(self, other: "_Trials") -> "_Trials":
        return _Trials(self.parts + other.parts)

    def without_gaps(self) -> list[NDArray[np.float32]]:
        """Return the trials up to the first that is missing."""
        whole: list[NDArray[np.float32]] = []
        done = 0
        for first, found in sorted(self.parts, key=lambda part: part[0]):
            if first != done:
                break
            whole.append(found)
            done += found.shape[1]
        return whole


def _known_of(play: Play, trials: int) -> NDArray[np.float32]:
    """Return what is known before any trial of what the other side expects: all of it after a win, else nothing."""
    if play.result is None:
        return np.zeros((0, len(Probabilities._fields)), np.float32)
    lost = Probabilities.of_win(play.result.points).swapped()
    return np.broadcast_to(np.array(lost, np.float32), (trials, len(lost)))


class _Run:
    """Rounds of trials of some positions, each seen by its side about to roll; None is one that is known already."""

    def __init__(
        self,
        roll_out: RollOut,
        boards: Sequence[Position | None],
        found: list[NDArray[np.float32]],
        limits: _Limits,
        progress: Progress | None,
    ) -> None:
        self.found = found
        """What each trial of each position came to, (trials, 5)."""
        self._roll_out = roll_out
        self._boards = [None if board is None else bytes(board) for board in boards]
        self._going_on = [index for index, board in enumerate(boards) if board is not None]
        self._limits = limits
        self._progress = progress
        self._is_late = False
        self._chunks: Chunks[_Trials] | None = None

    def is_given_up(self, index: int) -> bool:
        """Say whether a position was rolled out no further."""
        return self._boards[index] is not None and index not in self._going_on

    def roll_out(self) -> None:
        """Play all trials that are wanted; an interrupt leaves those that were finished in `found`."""
        limits = self._limits
        done = self._round(0, _FEWEST) if limits.seconds is not None else 0
        timer = None if limits.seconds is None else Timer(limits.seconds, self._stop)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            while done < limits.trials and self._going_on and not self._is_late and not self._is_clear(done):
                done = self._round(done, self._next_stop(done))
        finally:
            if timer is not None:
                timer.cancel()
        if self._progress is not None:
            self._progress(limits.trials, limits.trials)

    def _next_stop(self, done: int) -> int:
        """Return after how many trials is asked whether to end."""
        if self._limits.error_below is None and self._limits.clear_at is None:
            return self._limits.trials
        return min(max(_TRIALS_A_ROUND, done + done // 4), self._limits.trials)

    def _round(self, first: int, last: int) -> int:
        """Roll out what still goes on from one trial to another, and return how far it came."""

        def played(start: int, size: int, stop: NDArray[np.uint8]) -> _Trials:
            found = np.empty((len(self._going_on), size, len(Probabilities._fields)), np.float32)
            done = size
            for row, index in zip(found, self._going_on, strict=True):
                board = self._boards[index]
                assert board is not None  # noqa: S101  # only what has one goes on
                done = min(done, self._roll_out(board, first + start, stop, row))
            return _Trials(((start, found[:, :done]),))

        def report(done: int, _total: int) -> None:
            if self._progress is not None:
                self._progress(first + done, self._limits.trials)

        self._chunks = Chunks(played, _Trials(), last - first, progress=report)
        if self._is_late:
            self._chunks.stop()
        try:
            self._chunks.run(min(self._limits.threads, last - first), 1)
        finally:
            parts = self._chunks.counts.without_gaps()
            for row, index in enumerate(self._going_on):
                self.found[index] = np.concatenate([self.found[index], *(part[row] for part in parts)])
        return first + sum(len(part[0]) for part in parts)

    def _stop(self) -> None:
        self._is_late = True
        if self._chunks is not None:
            self._chunks.stop()

    def _is_clear(self, done: int) -> bool:
        """Give up what is clearly behind, and say whether no more trials are wanted."""
        if done < min(_TRIALS_A_ROUND, self._limits.trials):
            return False
        # The lower the better for who makes a play: what is rolled out is seen by the other side.
        means = [_mean_and_error(_equities(found)) for found in self.found]
        best = min(range(len(means)), key=means.__getitem__)
        if self._limits.error_below is not None and means[best][1] < self._limits.error_below:
            return True
        if self._limits.clear_at is None:
            return False
        for index in self._going_on.copy():
            behind, error = _behind(self.found[index], self.found[best])
            if index != best and behind > self._limits.clear_at * error:
                self._going_on.remove(index)
        return len(self.found) > 1 and set(self._going_on) <= {best}


def _rolled_out_plays(plays: Sequence[Play], run: _Run) -> list[RolledOutPlay]:
    found = [
        Rollout(Probabilities.of_win(play.result.points), Probabilities(0, 0, 0, 0, 0), 0.0, 0)
        if play.result is not None
        else _rollout_of(_turned(trials))
        for play, trials in zip(plays, run.found, strict=True)
    ]
    order = sorted(range(len(plays)), key=lambda i: (run.is_given_up(i), -found[i].equity))
    best = run.found[order[0]]
    return [RolledOutPlay(plays[i], found[i], *_behind(run.found[i], best), run.is_given_up(i)) for i in order]


def _rollout_of(trials: NDArray[np.float32]) -> Rollout:
    columns = [_mean_and_error(column) for column in trials.T.astype(np.float64)]
    return Rollout(
        Probabilities(*(mean for mean, _ in columns)),
        Probabilities(*(error for _, error in columns)),
        _mean_and_error(_equities(trials))[1],
        len(trials),
    )


def _turned(trials: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the same trials, seen by the other side."""
    turned = trials[:, [0, 3, 4, 1, 2]]
    turned[:, 0] = 1 - trials[:, 0]
    return turned


def _equities(trials: NDArray[np.float32]) -> NDArray[np.float64]:
    win, win_two, win_three, lose_two, lose_three = trials.T.astype(np.float64)
    equities: NDArray[np.float64] = 2 * win - 1 + win_two - lose_two + win_three - lose_three
    return equities


def _behind(one: NDArray[np.float32], best: NDArray[np.float32]) -> tuple[float, float]:
    """Return by how much more the other side expects after one play than after the best, and the standard error."""
    common = min(len(one), len(best))
    return _mean_and_error(_equities(one[:common]) - _equities(best[:common]))


def _mean_and_error(numbers: NDArray[np.float64]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    count = len(numbers)
    mean = math.fsum(numbers) / count
    return mean, math.sqrt(math.fsum((numbers - mean) ** 2) / (count - 1) / count)
