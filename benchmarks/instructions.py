"""Refuse a change that makes the native core do more: instructions are counted, not seconds.

    python benchmarks/instructions.py              compare with the figures in instructions.toml
    python benchmarks/instructions.py --update     write what is measured now into instructions.toml

A clock on a machine that others share is off by tens of percent, so a slow change hides in it. How many instructions a
fixed piece of work takes hardly varies, by a thousandth at most, and Valgrind's callgrind counts them. Each piece is
counted behind the doors of the core: from the moment at which Python enters one of its compiled modules, with all that is
called there, such as memset, until it returns. So neither the start of Python nor numpy weighs in. A count is divided by
the answer, the plays, leaves or plies; that the answer is right is what the tests and the other benchmarks assert.

A figure is a plain number of instructions, although compilers differ. To divide by what tests/plain takes, compiled by
the same compiler, makes it worse: from gcc 12 to gcc 11 listing takes 12 % more in the core and the same in the plain
generator, and to clang 22 16 % more in the core and 70 % more in the plain one, 107 % in backgammon. So there are two
margins, one for the compiler that the figures are of and a wider one for any other. A kind of processor has figures of
its own, as the core has code of its own for some.

Instructions are not time: what waits for memory or guesses branches badly shows in ratios.py only.

The process that is counted has the environment of this one, so a switch that the core reads there is in force.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import bsg
from bsg import batch
from bsg_core import random_games
from corpus import corpus

FIGURES = Path(__file__).with_name("instructions.toml")
HEADER = """\
# Instructions of the native core for one play, leaf or ply, by kind of processor; `python benchmarks/instructions.py`
# holds the core to them and says what they are, and `--update` writes them anew.

# How far above its figure a count may be, in a core built by the compiler that the figures are of, and by any other.
"""
MARGINS = {"margin": 0.10, "margin_of_other_compilers": 0.30}

ROWS = 2_000
GAMES = {"ban-sugoroku": 300, "backgammon": 200}
LANES = (1, 8)  # games one after the other, and in the registers that nearly every machine has
RULES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}

CORE = os.path.realpath(find_spec("bsg_core").submodule_search_locations[0])
# A function of the C library that nothing else calls here: callgrind writes what it has counted whenever it is entered.
MARK = "getppid"


# --- the process that is counted --------------------------------------------------------------------------------------


def works(game, rules, folder):
    """Return every piece of work by its name, a function that does it and returns by what its count is divided."""
    positions, dice = (np.load(folder / f"{game}-{what}.npy") for what in ("positions", "dice"))
    return {
        f"list {game}": lambda: len(batch.afterstates(positions, dice, rules, threads=1).after),
        f"count {game}": lambda: batch.counts(positions, dice, rules, threads=1).sum(),
        f"perft {game}": lambda: bsg.perft(bsg.Position.start(), 2, rules),
    } | {
        f"games {game} by {lanes}": lambda lanes=lanes: _plies(GAMES[game], rules, lanes)
        for lanes in LANES
        if lanes in random_games.WIDTHS
    }


def _plies(games, rules, lanes):
    beginners, points, kinds, plies = (np.empty(games, kind) for kind in (np.uint8, np.int8, np.uint8, np.int64))
    start, stop = bytes(bsg.Position.start()), np.zeros(1, np.uint8)
    random_games.play_games(start, rules.code, 1, 0, 10_000, stop, beginners, points, kinds, plies, lanes)
    return plies.sum()


def do_all(folder):
    """Do every piece of work, with a mark before each and after the last; write the answers."""
    answers = {}
    for game, rules in RULES.items():
        for name, work in works(game, rules, folder).items():
            os.getppid()
            answers[name] = int(work())
    os.getppid()
    (folder / "answers.json").write_text(json.dumps(answers))


# --- counting ---------------------------------------------------------------------------------------------------------


def behind_the_doors(profile, core):
    """Add up the instructions of all calls that lead from outside into objects whose path begins with `core`.

    `profile` are the lines of one profile of callgrind. A call from the C library is no door: the core has called it,
    and it calls back, as qsort does.
    """
    total = 0
    caller = callee = ""
    lines = iter(profile)
    for line in lines:
        key, _, value = line.rstrip("\n").partition("=")
        if key == "ob":
            caller = callee = value
        elif key == "cob":
            callee = value
        elif key == "calls":
            _, instructions = next(lines).split()
            if callee.startswith(core) and not caller.startswith(core) and not re.search(r"/libc[-.][^/]*$", caller):
                total += int(instructions)
            callee = caller
    return total


def counted(folder):
    """Do all the work under callgrind; return for each piece its instructions per play, leaf or ply."""
    for game, rules in RULES.items():
        for what, array in zip(("positions", "dice"), corpus(rules, ROWS), strict=True):
            np.save(folder / f"{game}-{what}.npy", array)
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'profile'}", f"--dump-before={MARK}"]
    command += ["--dump-line=no", "--compress-strings=no", "--compress-pos=no"]
    command += [sys.executable, __file__, "--work-in", str(folder)]
    environment = os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    finished = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        sys.exit(f"the work under valgrind must succeed, got {finished.returncode} and:\n{finished.stderr}")

    answers = json.loads((folder / "answers.json").read_text())
    counts = {}
    # The first profile is of the start of Python, and the last, which has no number, of its end.
    for number, (name, answer) in enumerate(answers.items(), start=2):
        with (folder / f"profile.{number}").open() as profile:
            counts[name] = behind_the_doors(profile, CORE) / answer
    if not all(counts.values()) or (folder / f"profile.{len(answers) + 2}").exists():
        sys.exit(f"callgrind must write one profile with calls of the core for each piece of work, got {counts}")
    return counts


# --- judging ----------------------------------------------------------------------------------------------------------


def compiler_of(compiled):
    """Name the compiler that made an object, from what it has left there; clang links a few bytes of gcc along."""
    for name, pattern in (("clang", rb"clang version (\d+)"), ("gcc", rb"GCC: \([^)]*\) (\d+)")):
        found = re.search(pattern, compiled)
        if found:
            return f"{name} {found[1].decode()}"
    return "unknown"


def refusals(counts, figures, margin):
    """Say, a sentence each, where a count is above its bound or has none."""
    for name, count in counts.items():
        if name not in figures:
            yield f"{name}: there must be a figure for this kind of processor, got none; write it with --update"
            continue
        figure = figures[name]
        if count > figure * (1 + margin):
            yield (
                f"{name}: at most {figure * (1 + margin):.1f} instructions wanted, {figure:.1f} and {margin:.0%}, "
                f"got {count:.1f}, which is {count / figure - 1:+.1%}"
            )
    for name in figures.keys() - counts.keys() - {"compiler", *beyond_this_processor(figures)}:
        yield f"{name}: what has a figure must be measured, and is not; take it out with --update"


def beyond_this_processor(figures):
    """Name the games that are played by more lanes than this processor has."""
    return {name for name in figures if " by " in name and int(name.split()[-1]) not in random_games.WIDTHS}


def text_of(figures):
    """Return the text of the data file: the margins, and a table for each kind of processor."""
    lines = [HEADER + "\n".join(f"{name} = {figures[name]:.2f}" for name in MARGINS)]
    for machine in sorted(figures.keys() - MARGINS.keys()):
        lines += ["", f"[{machine}]"]
        for name, value in figures[machine].items():
            lines.append(f'compiler = "{value}"' if name == "compiler" else f'"{name}" = {value:.1f}')
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help=f"write {FIGURES.name} instead of comparing with it")
    parser.add_argument("--work-in", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work_in:
        do_all(arguments.work_in)
        return
    if not shutil.which("valgrind"):
        sys.exit("valgrind must be installed, for it counts the instructions, and is not found")
    with tempfile.TemporaryDirectory() as folder:
        counts = counted(Path(folder))

    figures = MARGINS | tomllib.loads(FIGURES.read_text())
    known = figures.get(platform.machine(), {})
    compiler = compiler_of(b"".join(file.read_bytes() for file in sorted(Path(CORE).glob("*.so"))))
    print(f"instructions of the core, built by {compiler}; the figures are of {known.get('compiler', 'no compiler')}\n")
    print("| for each play, leaf or ply | counted | figure | more |\n|---|---|---|---|")
    for name, count in counts.items():
        compared = f"{known[name]:.1f} | {count / known[name] - 1:+.1%}" if name in known else "- | -"
        print(f"| {name} | {count:.1f} | {compared} |")
    if arguments.update:
        figures[platform.machine()] = {"compiler": compiler, **counts}
        FIGURES.write_text(text_of(figures))
        return
    margin = figures["margin" if known.get("compiler") == compiler else "margin_of_other_compilers"]
    refused = list(refusals(counts, known, margin))
    if refused:
        sys.exit("\n".join(["", *refused]))


if __name__ == "__main__":
    main()
