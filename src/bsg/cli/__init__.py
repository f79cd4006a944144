"""The command `bsg`. Nothing here needs typer or rich before it is known that they are installed."""

import codecs
import os
import sys
import unicodedata
from collections.abc import Sequence
from importlib.util import find_spec
from io import TextIOWrapper

_PLAIN = "bsg-plain"
_PLAIN_SIGNS = {"±": "+/-", "–": "-"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows the name of the program; by default what the program was started with.

    Returns
    -------
    int
        0; 2 after wrong input, which gets one sentence on standard error; 130 after Ctrl-C; 1 when the output cannot be
        written, which is told unless nobody reads it any more.
    """
    _make_streams_robust()
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("bsg: stopped\n")
        return 130


def _run(arguments: Sequence[str] | None) -> int:
    if find_spec("typer") is None or find_spec("rich") is None:
        sys.stderr.write("bsg: the command line needs typer and rich: run pip install 'ban-sugoroku[cli]'\n")
        return 2
    from bsg.cli.app import run

    try:
        status = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"bsg: the output cannot be written: {error.strerror}\n")
        # Python flushes once more at exit; that must not come to the same end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _make_streams_robust() -> None:
    if sys.stdout is None:  # started with it closed: whatever is written has to fail, as on a full disk
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    codecs.register_error(_PLAIN, _plainly)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors=_PLAIN)
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")  # it repeats what was typed, which must stay recognizable


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Put ASCII in the place of what an encoding lacks: ``o`` for ``ō``, and nothing for kanji."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    signs = "".join(_PLAIN_SIGNS.get(letter, letter) for letter in letters)
    return unicodedata.normalize("NFKD", signs).encode("ascii", "ignore").decode("ascii"), error.end
