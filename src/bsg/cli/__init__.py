"""The command `bsg`. Nothing here needs typer or rich before it is known that they are installed."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path


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
    if sys.stdout is None or sys.stderr is None:  # started with one of them closed
        nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open until the process ends
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without kanji shows question marks, not a traceback
