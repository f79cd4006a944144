"""The code is held to the floors that ARCHITECTURE.md draws: a file imports from lower floors only."""

import ast
import inspect
import re
import sys
from pathlib import Path

import pytest

import bsg

SOURCE = Path(__file__).parent.parent / "src"

# Each row is a floor, the highest first; a file may import from the rows below its own and from nowhere else.
PYTHON_FLOORS = (
    ("bsg.__main__",),
    ("bsg.cli",),
    ("bsg.cli.app",),
    (
        "bsg.cli.analyse",
        "bsg.cli.check",
        "bsg.cli.convert",
        "bsg.cli.match",
        "bsg.cli.openings",
        "bsg.cli.perft",
        "bsg.cli.play",
        "bsg.cli.plays",
        "bsg.cli.races",
        "bsg.cli.replay",
        "bsg.cli.rules",
        "bsg.cli.simulate",
        "bsg.cli.train",
    ),
    ("bsg.cli.bots", "bsg.cli.games", "bsg.cli.rolls", "bsg.cli.show"),
    ("bsg.cli.input", "bsg.cli.options", "bsg.cli.output"),
    ("bsg",),
    ("bsg.session",),
    ("bsg.session.session", "bsg.session.wire"),
    ("bsg.session.doing",),
    ("bsg.session.course", "bsg.session.view"),
    ("bsg.session.bots", "bsg.session.dice", "bsg.session.refused", "bsg.session.state"),
    ("bsg.session.events",),
    ("bsg.session.commands", "bsg.session.settings"),
    ("bsg.session.message", "bsg.session.ratings"),
    ("bsg.records.files",),
    ("bsg.records.mat_writing", "bsg.records.sgf_writing"),
    ("bsg.records.mat_reading", "bsg.records.sgf_reading", "bsg.records.replay"),
    ("bsg.records.forced", "bsg.records.sgf_tree"),
    ("bsg.records.options", "bsg.records.pasted", "bsg.records.record"),
    ("bsg.ids",),
    ("bsg.learning_curve",),
    ("bsg.training",),
    ("bsg.opening_table",),
    ("bsg.rollouts",),
    ("bsg.analysis",),
    ("bsg.gnubg_id", "bsg.xgid"),
    ("bsg.game",),
    ("bsg.batch", "bsg.matches_of_bots", "bsg.picture", "bsg.simulation"),
    ("bsg.bots",),
    ("bsg.network", "bsg.races"),
    ("bsg.summary", "bsg.outcome"),
    ("bsg.match", "bsg.tally", "bsg.parsing", "bsg.report", "bsg.rows"),
    ("bsg.cube", "bsg.engine", "bsg.reference"),
    ("bsg.refusals", "bsg.seat"),
    ("bsg.play",),
    ("bsg.position",),
    ("bsg.winning",),
    ("bsg.dice", "bsg.notation", "bsg.rules", "bsg.svg"),
    ("bsg.svg_play",),
    ("bsg.chunks", "bsg.cores", "bsg.records", "bsg.svg_shapes"),
    (
        "bsg.board_layout",
        "bsg.checks",
        "bsg.drawing",
        "bsg.rulings",
        "bsg.scene",
        "bsg.step",
        "bsg.version",
        "bsg.whole_files",
    ),
)
# A word here is all its files: board is board.h and board.pxd.
CORE_FLOORS = (
    ("bot_games",),
    ("rollouts",),
    ("bulk", "races", "random_games", "search", "training"),
    ("playout",),
    ("movegen",),
    ("widths",),
    ("play_lanes",),
    ("lanes",),
    ("game",),
    ("routes", "sorted_double", "two_steps"),
    ("net_training", "players"),
    ("choosing", "evaluators", "net_gradient", "race_building"),
    ("net",),
    ("net_inputs", "net_layers", "race_table"),
    ("doors",),
    ("afters", "board_features", "random", "rules"),
    ("board",),
)

CROSS_THE_FENCE = {
    "bsg",
    "bsg.analysis",
    "bsg.batch",
    "bsg.bots",
    "bsg.engine",
    "bsg.network",
    "bsg.races",
    "bsg.rollouts",
    "bsg.simulation",
    "bsg.training",
}
USE_NUMPY = {
    "bsg.analysis",
    "bsg.batch",
    "bsg.bots",
    "bsg.chunks",
    "bsg.learning_curve",
    "bsg.matches_of_bots",
    "bsg.network",
    "bsg.races",
    "bsg.rollouts",
    "bsg.rows",
    "bsg.simulation",
    "bsg.tally",
    "bsg.training",
}
USE_MSGSPEC = {
    "bsg.records.files",
    "bsg.records.record",
    "bsg.session.commands",
    "bsg.session.message",
    "bsg.session.session",
    "bsg.session.settings",
    "bsg.session.state",
    "bsg.session.wire",
}
# All of bsg.cli but its door needs these, so the door imports it only when they are known to be there.
EXTRAS = {"typer", "rich", "openskill", "matplotlib"}


def module_name(file):
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(file): file for file in sorted((SOURCE / "bsg").rglob("*.py"))}
CORE_FILES = sorted(file for file in (SOURCE / "bsg_core").iterdir() if file.suffix in {".pyx", ".pxd", ".h"})


def imported(node):
    """Name the modules that one import statement asks for; a name taken from a package may be a module itself."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    assert not node.level, f"line {node.lineno}: imports are absolute"
    return {
        inner if inner in FILES or node.module == "bsg_core" else node.module
        for inner in (f"{node.module}.{alias.name}" for alias in node.names)
    }


def imports(module, *, in_functions=False):
    """Name all modules that a module imports, or only those that its functions do."""
    tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
    roots = [tree]
    if in_functions:
        roots = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {
        name
        for root in roots
        for node in ast.walk(root)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in imported(node)
    }


def floor_of(name, floors):
    return next((len(floors) - row for row, names in enumerate(floors) if name in names), None)


def needs_an_extra(module):
    return module.startswith("bsg.cli.") or module in {"bsg.session.ratings", "bsg.learning_curve"}


def test_every_module_has_its_floor_and_every_floor_its_modules():
    assert sorted(name for row in PYTHON_FLOORS for name in row) == sorted(FILES)
    assert sorted(name for row in CORE_FLOORS for name in row) == sorted(
        {file.stem for file in CORE_FILES if file.stem != "__init__"}
    )


@pytest.mark.parametrize("module", FILES)
def test_a_module_imports_from_lower_floors_only(module):
    own = floor_of(module, PYTHON_FLOORS)
    not_below = {
        name for name in imports(module) if name in FILES and not (floor_of(name, PYTHON_FLOORS) or 0) < (own or 0)
    }
    assert not not_below


@pytest.mark.parametrize("module", FILES)
def test_only_the_engine_and_its_like_cross_the_fence(module):
    crosses = any(name.split(".")[0] == "bsg_core" for name in imports(module))
    assert not crosses or module in CROSS_THE_FENCE


@pytest.mark.parametrize("module", FILES)
def test_other_libraries_are_used_only_where_they_are_named(module):
    tops = {name.split(".")[0] for name in imports(module)} - set(sys.stdlib_module_names) - {"bsg", "bsg_core"}
    assert tops <= EXTRAS | {"msgspec", "numpy"}
    assert "numpy" not in tops or module in USE_NUMPY
    assert "msgspec" not in tops or module in USE_MSGSPEC
    assert not tops & EXTRAS or needs_an_extra(module)


@pytest.mark.parametrize("module", FILES)
def test_imports_in_functions_are_of_optional_extras(module):
    inside = imports(module, in_functions=True)
    assert not {name for name in inside if not needs_an_extra(name) and name.split(".")[0] not in EXTRAS}


def reached_from(module):
    """Name a module and all it leads to. The package itself is not followed: it is imported before any of its modules."""
    reached, to_follow = set(), [module]
    while to_follow:
        name = to_follow.pop()
        if name not in reached:
            reached.add(name)
            to_follow += [found for found in imports(name) if found in FILES]
    return reached


def test_the_reference_stands_on_the_standard_library_alone():
    for module in reached_from("bsg.reference"):
        tops = {name.split(".")[0] for name in imports(module)}
        assert tops <= set(sys.stdlib_module_names) | {"bsg"}, module
        assert "bsg.engine" not in imports(module), module


@pytest.mark.parametrize("file", CORE_FILES, ids=lambda file: file.name)
def test_the_core_includes_and_cimports_from_lower_floors_only(file):
    text = file.read_text(encoding="utf-8")
    names = re.findall(r'(?m)^#include "(\w+)\.h"|^ *from bsg_core\.(\w+) c?import', text)
    own = floor_of(file.stem, CORE_FLOORS) or 0
    assert all((floor_of(a or b, CORE_FLOORS) or 0) < own for a, b in names), names


@pytest.mark.parametrize("file", CORE_FILES, ids=lambda file: file.name)
def test_the_core_knows_nothing_of_the_package_above_it_nor_of_numpy(file):
    text = file.read_text(encoding="utf-8")
    tops = {name.split(".")[0] for name in re.findall(r"(?m)^ *(?:from|c?import) ([\w.]+)", text)}
    assert tops <= {"bsg_core", "cpython", "cython", "libc"}


@pytest.mark.parametrize("file", CORE_FILES, ids=lambda file: file.name)
def test_no_file_of_the_core_overrides_the_directives_of_the_build(file):
    assert not re.search(
        r"(?m)^#\s*(cython|distutils)\s*:|cython\.(boundscheck|wraparound|cdivision)", file.read_text()
    )


def public_functions(module):
    return {
        name: inspect.signature(function)
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_")
    }


def test_both_engines_have_the_same_names_with_the_same_signatures():
    assert public_functions(bsg.engine) == public_functions(bsg.reference)
    assert set(public_functions(bsg.engine)) >= {"plays", "next_steps", "play_from_steps", "result", "perft"}


def test_every_name_in_all_is_there_once():
    assert len(set(bsg.__all__)) == len(bsg.__all__)
    assert all(hasattr(bsg, name) for name in bsg.__all__)
