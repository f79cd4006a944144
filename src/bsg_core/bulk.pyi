import numpy as np
from numpy.typing import NDArray

def count_rows(boards: NDArray[np.uint8], dice: NDArray[np.uint8], rules: int, counts: NDArray[np.int64]) -> int: ...
def list_rows(
    boards: NDArray[np.uint8],
    dice: NDArray[np.uint8],
    rules: int,
    ordered: bool,
    after: NDArray[np.uint8],
    offsets: NDArray[np.int64],
) -> tuple[int, bool]: ...
def result_rows(boards: NDArray[np.uint8], rules: int, points: NDArray[np.int8], kinds: NDArray[np.uint8]) -> int: ...
def swap_rows(boards: NDArray[np.uint8], swapped: NDArray[np.uint8]) -> int: ...
def feature_rows(boards: NDArray[np.uint8], features: NDArray[np.float32]) -> int: ...
def play_rows(
    boards: NDArray[np.uint8],
    rules: int,
    seed: int,
    first_game: int,
    max_plies: int,
    stop: NDArray[np.uint8],
    points: NDArray[np.int8],
    kinds: NDArray[np.uint8],
    plies: NDArray[np.int64],
) -> tuple[int, bool]: ...
