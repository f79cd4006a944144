import numpy as np
from numpy.typing import NDArray

ROWS: int
INPUTS: int
PROBABILITIES: int

def seen_rows(board: bytes, rules: int) -> list[int]: ...
def shares_of_row(row: int) -> list[tuple[int, float]]: ...
def count_weights(hidden: int) -> int: ...
def round_weights(weights: NDArray[np.float32], net: NDArray[np.int16]) -> None: ...
def length_of_rounded(hidden: int) -> int: ...
def record_games(
    net: NDArray[np.int16],
    board: bytes,
    rules: int,
    seed: int,
    first_game: int,
    games: int,
    max_plies: int,
    decay: float,
    boards: NDArray[np.uint8],
    targets: NDArray[np.float32],
) -> tuple[int, int]: ...
def add_gradient(
    boards: NDArray[np.uint8],
    targets: NDArray[np.float32],
    rules: int,
    weights: NDArray[np.float32],
    gradient: NDArray[np.float32],
) -> float: ...
