"""The plain generator of plain.c, compiled by the compiler that the core is compiled with, and called through ctypes.

It speaks boards of 52 counts: 26 of the own side, then 26 of the opponent, each side in its own numbering.
"""

import ctypes
import os
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

SOURCE = Path(__file__).with_name("plain.c")
FLAGS = ["-std=c11", "-O3", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror"]
PLACES = 26
COUNTS = 2 * PLACES

# Where each count stands among the nibbles of a packed position, in which both sides are in the mover's numbering.
_NIBBLES = np.array([*range(PLACES), *(32 + PLACES - 1 - place for place in range(PLACES))])


def compiler():
    """Return the command that compiles C, the one that setuptools compiles the core with."""
    named = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return named if shutil.which(named[0]) else ["cc"]


def build(folder):
    """Compile the plain generator into a folder; return the library's path.

    Nothing that is preloaded into this process, such as the runtime of a sanitizer, is preloaded into the compiler.
    """
    library = Path(folder, "libplain.so")
    command = [*compiler(), *FLAGS, "-o", str(library), str(SOURCE)]
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    subprocess.run(command, check=True, env=environment)
    return library


def load(path):
    """Return the library with its functions described."""
    library = ctypes.CDLL(str(path))
    rows = np.ctypeslib.ndpointer(np.uint8, 2, flags="C_CONTIGUOUS")
    numbers = np.ctypeslib.ndpointer(np.int64, 1, flags="C_CONTIGUOUS")
    points = np.ctypeslib.ndpointer(np.int8, 1, flags="C_CONTIGUOUS")
    size, code = ctypes.c_int64, ctypes.c_int
    library.plain_list.argtypes = [rows, rows, size, code, ctypes.c_void_p, size, numbers]
    library.plain_list.restype = size
    library.plain_playout.argtypes = [rows, size, code, ctypes.c_uint64, points, numbers]
    library.plain_playout.restype = size
    return library


@cache
def _library():
    with tempfile.TemporaryDirectory() as folder:
        return load(build(folder))


def unpack(positions):
    """Turn packed positions, uint8 (n, 32), into counts, uint8 (n, 52)."""
    nibbles = np.stack([positions & 15, positions >> 4], axis=2).reshape(len(positions), 64)
    return np.ascontiguousarray(nibbles[:, _NIBBLES])


def pack(boards):
    """Turn counts, uint8 (n, 52), into packed positions, uint8 (n, 32)."""
    nibbles = np.zeros((len(boards), 64), np.uint8)
    nibbles[:, _NIBBLES] = boards
    return nibbles[:, ::2] | nibbles[:, 1::2] << 4


def count(boards, dice, rules, library=None):
    """List the plays of each row and forget them; return how many there are in all."""
    offsets = np.empty(len(boards) + 1, np.int64)
    return (library or _library()).plain_list(boards, dice, len(boards), rules.code, None, 0, offsets)


def afterstates(boards, dice, rules, after, library=None):
    """List the plays of each row into `after`, uint8 (room, 52); return its rows that are used, and the offsets."""
    offsets = np.empty(len(boards) + 1, np.int64)
    total = (library or _library()).plain_list(
        boards, dice, len(boards), rules.code, after.ctypes.data, len(after), offsets
    )
    assert total >= 0, f"there must be room for every play, got {len(after)} rows"
    return after[:total], offsets


def playouts(boards, games, rules, seed, library=None):
    """Play random games from the one board of `boards`; return their points, seen by who begins, and their plies."""
    points, plies = np.empty(games, np.int8), np.empty(games, np.int64)
    played = (library or _library()).plain_playout(boards, games, rules.code, seed, points, plies)
    assert played == games, f"{games} games must be played, got {played}"
    return points, plies
