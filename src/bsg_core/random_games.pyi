import numpy as np
from numpy.typing import NDArray

WIDTHS: tuple[int, ...]

def play_games(
    board: bytes,
    rules: int,
    seed: int,
    first_game: int,
    max_plies: int,
    stop: NDArray[np.uint8],
    beginners: NDArray[np.uint8],
    points: NDArray[np.int8],
    kinds: NDArray[np.uint8],
    plies: NDArray[np.int64],
    lanes: int = 0,
) -> int: ...
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
    lanes: int = 0,
) -> tuple[int, bool]: ...
