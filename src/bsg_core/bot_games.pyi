from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Player: TypeAlias = tuple[int, float, NDArray[np.int16] | None, int, NDArray[np.uint32] | None]

def play_games(
    players: tuple[_Player, _Player],
    board: bytes,
    rules: int,
    seed: int,
    first_game: int,
    max_plies: int,
    in_pairs: bool,
    stop: NDArray[np.uint8],
    beginners: NDArray[np.uint8],
    points: NDArray[np.int8],
    kinds: NDArray[np.uint8],
    plies: NDArray[np.int64],
) -> int: ...
def choose(player: _Player, board: bytes, high: int, low: int, rules: int, choice_stream: bytearray) -> bytes: ...
