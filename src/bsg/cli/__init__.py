"""The command `bsg`. Nothing here needs typer or rich before it is known that they are installed."""

import os
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec

WRONG_INPUT = 2
INTERRUPTED = 128 + signal.SIGINT
_CLOSED_PIPE = 141  # what a shell reports of a program that SIGPIPE has ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows the name of the program; by default what the program was started with.

    Returns
    -------
    int
        0; 2 after wrong input, which gets one sentence on standard error; 130 after Ctrl-C; 141 when nobody reads the
        output any more.
    """
    if find_spec("typer") is None or find_spec("rich") is None:
        print("The command line needs typer and rich: run pip install 'ban-sugoroku[cli]'.", file=sys.stderr)
        return WRONG_INPUT
    from bsg.cli.app import run  # needs the optional extra

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without kanji shows question marks, not a traceback
    try:
        status = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Python flushes once more at exit; that must not find the broken pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
