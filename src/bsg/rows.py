"""Buffers of rows as the bulk calls take them: checked, cut into parts for threads, and refused by the first bad row."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bsg.cores import thread_count
from bsg.engine import result
from bsg.position import PACKED_BYTES, Position
from bsg.rules import Rules

Boards = NDArray[np.uint8]
"""Packed positions, a row each: uint8, (n, 32)."""

NO_BAD_ROW = -1

# For how many microseconds of work a thread is started. On a machine whose cores have fallen asleep two threads were no
# faster than one below some milliseconds each.
_WORTH_A_THREAD = 4000


def checked_boards(positions: object) -> Boards:
    """Return a buffer of positions, contiguous; what is in its rows is for the core to look at."""
    if not isinstance(positions, np.ndarray) or positions.dtype != np.uint8:
        raise TypeError(f"positions must be a numpy array of uint8, got {_described(positions)}")
    if positions.ndim != 2 or positions.shape[1] != PACKED_BYTES:
        raise ValueError(f"positions must be of shape (n, {PACKED_BYTES}), got {positions.shape}")
    return np.ascontiguousarray(positions)


def checked_rolls(dice: object, rows: int) -> NDArray[np.uint8]:
    """Return dice as bytes; those that are not 1 to 6 are left for the core to refuse."""
    if not isinstance(dice, np.ndarray) or dice.dtype.kind not in "iu":
        raise TypeError(f"dice must be a numpy array of integers, got {_described(dice)}")
    if dice.shape != (rows, 2):
        raise ValueError(f"dice must be of shape ({rows}, 2), two for each position, got {dice.shape}")
    if dice.dtype == np.uint8:
        return np.ascontiguousarray(dice)
    rolls = np.ascontiguousarray(dice, np.uint8)
    rolls[rolls != dice] = 0  # what does not fit into a byte must not wrap round to a die
    return rolls


def buffer_to_write(
    given: object, name: str, dtype: type[np.generic], shape: tuple[int, ...], *, or_more_rows: bool = False
) -> NDArray[Any]:
    """Return a buffer to be written: what was given, if it fits, or a new one."""
    if given is None:
        return np.empty(shape, dtype)
    if not isinstance(given, np.ndarray) or given.dtype != dtype:
        raise TypeError(f"{name} must be a numpy array of {np.dtype(dtype)}, got {_described(given)}")
    fits = given.shape[1:] == shape[1:] and given.ndim == len(shape) and given.shape[0] >= shape[0]
    if not fits or (given.shape[0] > shape[0] and not or_more_rows):
        raise ValueError(f"{name} must be of shape {shape}{' or have more rows' * or_more_rows}, got {given.shape}")
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise ValueError(f"{name} must be contiguous and writeable")
    return given[: shape[0]]


def _described(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    return f"{type(value).__name__}"


def parts_of(rows: int, threads: int | None, time_a_row: float) -> list[slice]:
    """Split rows into parts, one for each of the threads that are asked for and have enough to do."""
    most = max(1, int(rows * time_a_row / _WORTH_A_THREAD))
    # How many cores there are takes time to find out, and for few rows does not matter.
    workers = min(most, thread_count(1 if threads is None and most == 1 else threads))
    return [slice(rows * part // workers, rows * (part + 1) // workers) for part in range(workers)]


def first_bad_row(parts: list[slice], work: Callable[[slice], int], stop: NDArray[np.uint8] | None = None) -> int:
    """Do the work in a thread for each part; return the first bad row, or -1.

    `work` returns the first bad row counted from the beginning of its part. Work that looks at `stop` may take long: it
    is never done in the calling thread, so that Ctrl-C is heard, and then `stop` is set.
    """
    if len(parts) == 1 and stop is None:
        found = [work(parts[0])]
    else:
        with ThreadPoolExecutor(len(parts), thread_name_prefix="bsg-batch") as pool:
            try:
                found = list(pool.map(work, parts))
            finally:
                if stop is not None:
                    stop[0] = 1
    bad = [part.start + row for part, row in zip(parts, found, strict=True) if row != NO_BAD_ROW]
    return bad[0] if bad else NO_BAD_ROW


def refuse_bad_row(row: int, boards: Boards, rules: Rules | None, dice: NDArray[Any] | None = None) -> None:
    """Say in words what the core has refused; a roll is told of before all positions."""
    if row == NO_BAD_ROW:
        return
    if dice is not None:
        outside = ((dice < 1) | (dice > 6)).any(axis=1)
        if outside.any():
            row = int(np.argmax(outside))
            raise ValueError(f"row {row} of dice must be two numbers 1 to 6, got {dice[row].tolist()}")
    try:
        position = Position.from_bytes(boards[row].tobytes())
    except ValueError as refusal:
        raise ValueError(f"row {row} of positions: {refusal}") from None
    problems = position.problems(rules) if rules else ()
    if rules and not problems and result(position, rules) is not None:
        raise ValueError(f"row {row} of positions must be undecided: what a decided one is worth is its result")
    if not problems:
        raise changed_meanwhile(row)
    raise ValueError(f"row {row} of positions: impossible position: {'; '.join(problems)}")


def changed_meanwhile(row: int) -> RuntimeError:
    """Return the error of a buffer that did not stay as it was."""
    return RuntimeError(f"positions or dice were changed by another thread while row {row} was read")
