from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC: int
FORMAT: int
HEADER: int
LONGEST_ROW: int
ROLLS: int
MOST_REACHED_BY_A_ROLL: int

def sizes(code: int) -> tuple[int, int, int]: ...
def counts_of_rank(code: int, rank: int) -> list[int]: ...
def fill_rows(
    code: int,
    begin: int,
    end: int,
    turns: NDArray[np.float64],
    starts: NDArray[np.uint32],
    firsts: NDArray[np.uint8],
    sureness: NDArray[np.uint8],
    done: NDArray[np.uint16],
) -> int: ...
def list_reached(code: int, states: int, starts: NDArray[np.uint32], ranks: NDArray[np.uint32]) -> int: ...
def fill_exact(starts: NDArray[np.uint32], ranks: NDArray[np.uint32], chances: NDArray[np.float64]) -> None: ...
def compare_races(
    guesses: NDArray[np.float64],
    chances: NDArray[np.float64],
    starts: NDArray[np.uint32],
    ranks: NDArray[np.uint32],
) -> dict[str, Any]: ...
def guess_chances(races: NDArray[np.uint32], guesses: NDArray[np.float64]) -> None: ...
def bound_chances(races: NDArray[np.uint32], bounds: NDArray[np.float64]) -> None: ...
def judge_races(
    races: NDArray[np.uint32],
    boards: NDArray[np.uint8],
    rules: int,
    chances: NDArray[np.float64],
    known: NDArray[np.uint8],
) -> None: ...
