"""Races: what is known of a game once no checker can be hit or blocked any more.

A table holds, for each way a side can stand on a few points in a row, how likely it is done after so many turns if it plays
to be done after the fewest on average (`bsg_core/race_table.h` says more). Two sides together give the chance of who is done
first. That is not quite exact, since both should now and then play otherwise than for the average: `RaceTable.errors` says by
how much, for few checkers. With at most four checkers to go on each side, every pair of sides counting alike, the mean error
of the equity is 0.0019 points under iri-gachi (at worst 0.062) and 0.0007 in backgammon (0.019), and what choosing plays so
costs is below 0.000004 points a roll; with at most six it is 0.0031 and 0.0018. For more checkers it is not known. Where both sides are few
checkers, the table is exact: both play as well as can be against the other.

Under iri-gachi in a race nobody is on the bar, so a win is one point under every option of the closed home. A table is
therefore of a finish and a number of steps per double, and fits all rules that share them.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bsg.checks import described, integer_between, shown
from bsg.position import CHECKERS, Position, check_possible
from bsg.rules import BAN_SUGOROKU, Finish, Rules, StepsPerDouble, check_rules
from bsg.whole_files import write_whole
from bsg_core import races

MOST_POINTS = 11
"""No race under iri-gachi has a checker farther outside than so many points."""

_QUICK_POINTS = 6
_QUICK_EXACT_STATES = 1365  # 6 checkers on 6 points, 4 on 11: at most 7.5 MB
_MOST_EXACT_CHECKERS = 8
_MOST_EXACT_STATES = 12_376  # 8 checkers on 6 points, 6 on 11: at most 1.2 GB while they are found
_ROWS_AT_ONCE = 20_000
_CHECKSUM_BYTES = 32


class RaceValue(NamedTuple):
    """What the side that rolls can expect of a race."""

    win: float
    """That it wins at all."""

    win_gammon: float
    """That it wins two points."""

    lose_gammon: float
    """That it loses two points."""

    is_exact: bool
    """Whether both sides play as well as can be; else it is put together from what each has by itself."""

    error: float | None
    """The equity of best play differs by no more: a bound that holds, not what is usual. None where a gammon can be won:
    of that no bound is known."""

    @property
    def equity(self) -> float:
        """The points to be expected."""
        return 2 * self.win - 1 + self.win_gammon - self.lose_gammon


class RaceErrors(NamedTuple):
    """How far one-sided values are from exact ones, every pair of sides counting alike."""

    pairs: int
    mean_error: float
    worst_error: float
    plays: int
    """Rolls of all pairs, 36 each."""

    wrong_plays: int
    """Rolls for which the one-sided values choose a play that is not the best."""

    mean_loss: float
    worst_loss: float


@dataclass(frozen=True, eq=False)
class RaceTable:
    """What `build_race_table` makes.

    Parameters
    ----------
    finish, steps_per_double
        Those of the rules that it fits.
    points : int
        It knows races with all checkers of both sides at home or on so many points before it; 0 if it bears off, and
        knows those with all checkers at home.
    exact_checkers : int
        It is exact where neither side has more checkers to go.
    buffer : uint32, (n,)
        The form in which the core reads it; not to be written.
    """

    finish: str
    steps_per_double: int
    points: int
    exact_checkers: int
    buffer: NDArray[np.uint32]

    def fits(self, rules: Rules) -> bool:
        """Say whether the rules have the same finish and steps per double."""
        return (check_rules(rules).finish, rules.steps_per_double) == (self.finish, self.steps_per_double)

    @property
    def states(self) -> int:
        """In how many ways a side can stand."""
        return comb(CHECKERS + (self.points or 6), CHECKERS)

    def value(self, position: Position, rules: Rules = BAN_SUGOROKU) -> RaceValue | None:
        """Return what the side to roll can expect; None if the position is decided, no race, or not in the table.

        Raises
        ------
        TypeError
            If an argument is of the wrong type.
        ValueError
            If the rules do not fit, or the position is impossible under them.
        """
        check_possible(position, rules)
        if not self.fits(rules):
            raise ValueError(
                f"the table is of {self.finish} with {self.steps_per_double} steps per double, "
                f"got {rules.finish} with {rules.steps_per_double}"
            )
        chances, known = np.zeros((1, 5)), np.zeros(1, np.uint8)
        races.judge_races(self.buffer, np.frombuffer(bytes(position), np.uint8)[None], rules.code, chances, known)
        if not known[0]:
            return None
        win, win_gammon, lose_gammon, low, high = map(float, chances[0])
        may_win_two = rules.gammons and 0 in (position.own[0], position.opponent[0])
        error = None if may_win_two else 2 * max(high - win, win - low)
        return RaceValue(win, win_gammon, lose_gammon, bool(known[0] == 2), error)

    def errors(self, checkers: int) -> RaceErrors:
        """Compare the one-sided values with exact ones, for sides with at most so many checkers to go.

        Raises
        ------
        ValueError
            If `checkers` is not 1 to 8, or to as many as stand in at most 12,376 ways: 6 on 11 points.
        """
        checkers = integer_between(checkers, 1, _most_checkers(self.points, _MOST_EXACT_STATES), "checkers")
        code, states = _code(self.finish, self.steps_per_double, self.points), _low_states(self.points, checkers)
        starts, ranks, chances = _exact_chances(code, states)
        guesses = np.zeros_like(chances)
        races.guess_chances(self.buffer, guesses)
        found = races.compare_races(guesses, chances, starts, ranks)
        return RaceErrors(**found)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file; it is there whole or not at all."""
        data = self.buffer.astype("<u4").tobytes()
        write_whole(path, lambda file: file.write(data + sha256(data).digest()))


def read_race_table(path: str | os.PathLike[str]) -> RaceTable:
    """Read a table that `RaceTable.save` wrote.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is no such file, or not whole.
    """
    read = Path(path).read_bytes()
    data, checksum = read[:-_CHECKSUM_BYTES], read[-_CHECKSUM_BYTES:]
    wanted = f"{path} must be a table of races that bsg wrote"
    if len(data) % 4 or len(data) < 4 * races.HEADER:
        raise ValueError(f"{wanted}, got {len(read)} bytes")
    if sha256(data).digest() != checksum:
        raise ValueError(f"{wanted}, and its checksum is wrong")
    buffer = np.frombuffer(data, "<u4").astype(np.uint32)
    if buffer[0] == races.MAGIC and buffer[3] != races.FORMAT:
        raise ValueError(f"{wanted}, of format {races.FORMAT}, got format {buffer[3]}: build it again")
    code = int(buffer[1])
    finish, steps, points = ("bear-off" if code & 1 else "iri-gachi"), (4 if code & 2 else 2), code >> 2
    points = 0 if code & 1 else points
    exact = [k for k in range(_MOST_EXACT_CHECKERS + 1) if k == 0 or _low_states(points, k) == buffer[4]]
    table = RaceTable(finish, steps, points, exact[-1], buffer)
    try:
        races.guess_chances(buffer, np.zeros((1, 1)))
    except ValueError as error:
        raise ValueError(f"{wanted}: {error}") from error
    return table


def build_race_table(
    rules: Rules = BAN_SUGOROKU,
    points: int | None = None,
    exact_checkers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> RaceTable:
    """Build a table.

    Parameters
    ----------
    rules : Rules
    points : int, optional
        How many points outside home it knows under iri-gachi, 1 to 11; 6 by default, which takes less than a second. 11
        are all races, 7.7 million states.
    exact_checkers : int, optional
        Where neither side has more checkers to go it is exact, 0 to 8, or to as many as stand in at most 12,376 ways: 6
        on 11 points. By default as many as stand in at most 1,365 ways: 6 on 6 points, 4 on 11.
    progress : callable, optional
        Called with the share that is done, now and then.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If a number is out of range, or `points` is given although the rules bear off.
    """
    check_rules(rules)
    points = _checked_points(rules, points)
    if exact_checkers is None:
        exact_checkers = _most_checkers(points, _QUICK_EXACT_STATES)
    exact_checkers = integer_between(exact_checkers, 0, _most_checkers(points, _MOST_EXACT_STATES), "exact_checkers")
    code = _code(rules.finish, rules.steps_per_double, points)
    _, _, rows = races.sizes(code)
    turns, firsts, sureness = np.zeros(rows), *np.zeros((2, -(-rows // 4) * 4), np.uint8)
    starts, done = np.zeros(rows + 1, np.uint32), np.zeros(16 * rows + races.LONGEST_ROW, np.uint16)
    row = 0
    while row < rows:
        last = min(row + _ROWS_AT_ONCE, rows)
        row = races.fill_rows(code, row, last, turns, starts, firsts[:rows], sureness[:rows], done)
        if row < last:
            done = np.concatenate([done, np.zeros(len(done) // 2, np.uint16)])
        if progress is not None:
            progress(row / rows)
    numbers = int(starts[-1])
    done = done[: -(-numbers // 2) * 2]
    done[numbers:] = 0
    states = _low_states(points, exact_checkers) if exact_checkers else 0
    exact = _exact_chances(code, states)[2].astype(np.float32) if states else np.zeros((0, 0), np.float32)
    header = np.array([races.MAGIC, code, numbers, races.FORMAT, states, 0], np.uint32)
    parts = (firsts, sureness, done, exact.reshape(-1))
    buffer = np.concatenate([header, starts, *(part.view(np.uint32) for part in parts)])
    buffer.flags.writeable = False
    return RaceTable(rules.finish, rules.steps_per_double, points, exact_checkers, buffer)


def race_table(rules: Rules = BAN_SUGOROKU) -> RaceTable:
    """Return the small table that fits some rules, built when it is asked for first, in less than a second."""
    check_rules(rules)
    return _race_table(rules.finish, rules.steps_per_double)


def race_value(position: Position, rules: Rules = BAN_SUGOROKU, table: RaceTable | None = None) -> RaceValue | None:
    """Return what the side to roll can expect of a race; None if the position is decided, no race, or not in the table.

    Parameters
    ----------
    position : Position
        Seen by the side about to roll.
    rules : Rules
    table : RaceTable, optional
        `race_table(rules)` by default.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If the table does not fit the rules, or the position is impossible under them.

    Examples
    --------
    >>> both_have_one_outside = Position.from_points({12: 1, 6: 14}, {7: 1, 6: 14})
    >>> value = race_value(both_have_one_outside)
    >>> round(36 * value.win, 4), value.is_exact
    (26.0, True)
    """
    if table is not None and not isinstance(table, RaceTable):
        raise TypeError(f"table must be a RaceTable, got {described(table)}")
    return (race_table(rules) if table is None else table).value(position, rules)


@cache
def _race_table(finish: Finish, steps_per_double: StepsPerDouble) -> RaceTable:
    return build_race_table(Rules(finish=finish, steps_per_double=steps_per_double))


def _checked_points(rules: Rules, points: int | None) -> int:
    if rules.finish == "bear-off":
        if points is not None:
            raise ValueError(f"points are of iri-gachi, and the rules bear off, got {shown(points)}")
        return 0
    if points is None:
        return _QUICK_POINTS
    return integer_between(points, 1, MOST_POINTS, "points")


def _code(finish: str, steps_per_double: int, points: int) -> int:
    return (finish == "bear-off") | (steps_per_double == 4) << 1 | (points or 6) << 2


def _low_states(points: int, checkers: int) -> int:
    """Return in how many ways at most so many checkers can stand; their ranks are the lowest."""
    return comb(checkers + (points or 6), checkers)


def _most_checkers(points: int, states: int) -> int:
    """Return the most checkers that stand in at most so many ways."""
    return max(k for k in range(_MOST_EXACT_CHECKERS + 1) if _low_states(points, k) <= states)


def _exact_chances(code: int, states: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
    starts, ranks = np.zeros(races.ROLLS * states + 1, np.uint32), np.zeros(races.MOST_REACHED_BY_A_ROLL * 4, np.uint32)
    while not races.list_reached(code, states, starts, ranks):
        ranks = np.zeros(2 * len(ranks), np.uint32)
    chances = np.zeros((states, states))
    races.fill_exact(starts, ranks, chances)
    return starts, ranks, chances
