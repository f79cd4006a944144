import numpy as np
from numpy.typing import NDArray

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
) -> int: ...
def open_stream(seed: int, game: int, purpose: int) -> bytearray: ...
def begin_game(dice_stream: bytearray, game: int, rules: int) -> tuple[int, int, int]: ...
def roll(dice_stream: bytearray) -> tuple[int, int]: ...
def choose_random(board: bytes, high: int, low: int, rules: int, choice_stream: bytearray) -> bytes: ...
