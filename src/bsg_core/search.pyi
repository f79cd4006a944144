import numpy as np
from numpy.typing import NDArray

FIRST_FILTERS: tuple[tuple[int, float], ...]
FILTERS: tuple[tuple[int, float], ...]

def judge_rows(
    net: NDArray[np.int16],
    races: NDArray[np.uint32] | None,
    boards: NDArray[np.uint8],
    rules: int,
    plies: int,
    filters: tuple[tuple[int, float], ...],
    caches: bool,
    stop: NDArray[np.uint8],
    expected: NDArray[np.float32],
) -> tuple[int, bool]: ...
