"""Every example in the documentation runs, and what the documentation lists is there."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import bsg

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
MODULES = sorted(module.name for module in pkgutil.walk_packages(bsg.__path__, "bsg.") if module.name != "bsg.__main__")


@pytest.mark.parametrize("name", ["bsg", *MODULES])
def test_examples_in_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_examples_in_documents(name):
    document = (ROOT / name).read_text(encoding="utf-8")
    # Line numbers in a failure are those of the document, since what is no example is only blanked out.
    blocks = re.split(r"(?m)^```(python)?$", document)
    examples = "".join(
        text if opened == "python" else "\n" * text.count("\n")
        for opened, text in zip([None, *blocks[1::2]], blocks[0::2], strict=True)
    )
    test = doctest.DocTestParser().get_doctest(examples, {}, name, name, 0)
    assert not doctest.DocTestRunner().run(test).failed


def test_architecture_has_a_line_for_every_file():
    document = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    files = [
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*")
        if file.suffix in {".py", ".pyx", ".h", ".pxd"} and "egg-info" not in file.as_posix()
    ]
    listed = re.findall(r"(?m)^\| `([\w./]+)` \|", document)
    # A .pxd says to C what its .pyx or .h does; only the latter have a line.
    assert sorted(listed) == sorted(file for file in files if not file.endswith(".pxd"))


def test_the_readme_shows_the_two_commands_that_ci_runs():
    document = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = dict(re.findall(r"<!-- command: (\w+) -->\n```sh\n(.+)\n```\n", document))
    assert list(commands) == ["run", "test"]
    assert all(command.startswith("python3 -m venv .venv && ") for command in commands.values())


@pytest.mark.parametrize("document", sorted(ROOT.glob("*.md")), ids=lambda file: file.name)
def test_links_between_documents_lead_somewhere(document):
    targets = re.findall(r"\]\((?!\w+:|#)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (ROOT / target).exists()] == []
