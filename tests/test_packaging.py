"""What is built from the source is whole, installs into an environment of its own and works there."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

import bsg

ROOT = Path(__file__).parent.parent
CORE_SOURCES = sorted(
    file.name for file in (ROOT / "src" / "bsg_core").glob("*") if file.suffix in {".pyx", ".pxd", ".pyi", ".h", ".py"}
)
# Those that ask for the whole interface and take seconds; the others look at the source, or take long.
TESTS_AFTER_INSTALLING = ["test_rulings.py", "test_cases.py", "test_docs.py", "test_floors.py", "test_plain.py"]


def run(*command, cwd, **variables):
    """Run a program with none of this process's settings for Python or for the build."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BSG_", "PYTEST"))}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=inherited | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def output(*command, **options):
    finished = run(*command, **options)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


# --- without the core -------------------------------------------------------------------------------------------------


@pytest.fixture
def bare_source(tmp_path):
    """Hold the Python sources alone, where neither the core nor numpy can be seen."""
    shutil.copytree(Path(bsg.__file__).parent, tmp_path / "bsg", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run_bare(source, program):
    return run(sys.executable, "-S", "-c", program, cwd=source, PYTHONPATH=str(source))


def test_without_its_core_bsg_says_how_to_build_it(bare_source):
    finished = run_bare(bare_source, "import bsg")
    assert finished.returncode == 1
    assert finished.stderr.rstrip().splitlines()[-1].startswith("ImportError: bsg needs its native core bsg_core")
    assert "pip install" in finished.stderr


@pytest.mark.parametrize("statement", ["import bsg.reference", "from bsg.reference import plays"])
def test_the_reference_is_importable_by_itself(bare_source, statement):
    program = f"""
{statement}
from bsg.position import Position
from bsg.reference import plays
print(len(plays(Position.start(), (3, 1))))
"""
    finished = run_bare(bare_source, program)
    assert finished.stdout == "16\n", finished.stderr


# --- sdist and wheel --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build an sdist from a copy of the source, and a wheel from that sdist; return the folder of both."""
    folder = tmp_path_factory.mktemp("built")
    untracked = shutil.ignore_patterns(
        ".*cache*", ".git", ".hypothesis", ".venv*", "*.so", "*.egg-info", "build", "dist"
    )
    shutil.copytree(ROOT, folder / "source", ignore=untracked)
    output(sys.executable, "-m", "build", "--outdir", folder / "dist", folder / "source", cwd=folder)
    return folder / "dist"


@pytest.fixture(scope="module")
def sdist(built, tmp_path_factory):
    """Unpack the sdist; return its folder."""
    (archive,) = built.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))  # since 3.11.4
    return folder / archive.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(built):
    (archive,) = built.glob("*.whl")
    return archive


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """Install the wheel, and nothing that it does not ask for, into a fresh environment; return its programs' folder."""
    folder = tmp_path_factory.mktemp("environment")
    output(sys.executable, "-m", "venv", folder, cwd=folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    output(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return programs


@pytest.mark.packaging
def test_the_sdist_holds_every_source_and_nothing_made_from_one(sdist):
    names = {file.relative_to(sdist).as_posix() for file in sdist.rglob("*") if file.is_file()}
    assert {f"src/bsg_core/{name}" for name in [*CORE_SOURCES, "py.typed"]} <= names
    assert {file.relative_to(ROOT).as_posix() for file in (ROOT / "src" / "bsg").rglob("*.py")} <= names
    assert {"LICENSE", "README.md", "setup.py", "pyproject.toml", "tests/conftest.py", ".ci/run"} <= names
    assert {name for name in names if name.endswith((".c", ".so", ".o", ".pyc", ".html"))} == {"tests/plain/plain.c"}
    assert not {name for name in names if name.startswith("build/")}


@pytest.mark.packaging
def test_the_wheel_holds_the_core_compiled_and_described(wheel):
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        (metadata_name,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(opened.read(metadata_name))
    assert {f"bsg_core/{name}" for name in [*CORE_SOURCES, "py.typed"]} | {"bsg/py.typed"} <= set(names)
    compiled = sorted(name.split(".")[0] for name in names if name.endswith((".so", ".pyd")))
    assert compiled == [f"bsg_core/{name.removesuffix('.pyx')}" for name in CORE_SOURCES if name.endswith(".pyx")]
    assert {name.split("/")[0] for name in names} == {"bsg", "bsg_core", metadata_name.split("/")[0]}
    assert not {name for name in names if name.endswith((".c", ".o", ".pyc"))}
    assert metadata["Name"] == "ban-sugoroku"
    assert metadata["License-Expression"] == "Apache-2.0"
    needed = [requirement for requirement in metadata.get_all("Requires-Dist") if "extra ==" not in requirement]
    assert [requirement.split(">")[0] for requirement in needed] == ["msgspec", "numpy"]


@pytest.mark.packaging
def test_the_wheel_works_with_nothing_else_installed(environment, tmp_path):
    program = "import bsg; print(bsg.perft(bsg.Position.start(), 2), bsg.simulate(10, seed=1).games)"
    assert output(environment / "python", "-c", program, cwd=tmp_path) == "63722 10\n"
    refused = run(environment / "bsg", "rules", cwd=tmp_path)
    assert refused.returncode == 2
    assert "ban-sugoroku[cli]" in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.packaging
def test_the_wheel_passes_the_tests_of_its_sdist(environment, wheel, sdist):
    output(environment / "python", "-m", "pip", "install", "--quiet", f"{wheel}[test]", cwd=sdist)
    assert output(environment / "bsg", "perft", "1", "--json", cwd=sdist)
    tests = [sdist / "tests" / name for name in TESTS_AFTER_INSTALLING]
    assert " passed" in output(environment / "python", "-m", "pytest", *tests, cwd=sdist)
