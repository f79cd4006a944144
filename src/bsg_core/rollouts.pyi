import numpy as np
from numpy.typing import NDArray

def roll_out_rows(
    net: NDArray[np.int16],
    races: NDArray[np.uint32] | None,
    board: bytes,
    rules: int,
    plies: int,
    longest: int,
    adjusts_luck: bool,
    seed: int,
    first_trial: int,
    stop: NDArray[np.uint8],
    expected: NDArray[np.float32],
) -> int: ...
