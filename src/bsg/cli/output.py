"""What the commands print: tables, JSON and notes, as good in a pipe as in a terminal; and files they are to write."""

import codecs
import json
import shutil
import sys
import textwrap
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

FOUND_WRONG = 1
WRONG_INPUT = 2
INTERRUPTED = 130

# Texts to be copied must never be cut or wrapped, so lines are as long as they have to be, whatever the terminal.
_UNLIMITED = 10_000

_WIDTH_IN_A_PIPE = 80  # of running text, which is wrapped
_WIDEST, _NARROWEST = 100, 40


def print_json(value: object) -> None:
    """Print one JSON document, with escapes for what is not ASCII unless the output is UTF-8."""
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name.startswith("utf-8")
    sys.stdout.write(json.dumps(value, ensure_ascii=not is_utf8, allow_nan=False, indent=2) + "\n")


def print_text(text: str) -> None:
    """Print a text that has its own line ends, as it is."""
    sys.stdout.write(text)


def plural(count: int, what: str) -> str:
    """Return a count with its word, such as ``1 game`` and ``2 games``."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def writable(text: str) -> str:
    """Return `text` as the encoding of the output can write it: kanji may be missing, and macrons."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, sys.stdout.errors or "strict").decode(encoding)


def print_lines(*lines: str | Text) -> None:
    """Print lines as they are; a `Text` has its style where there is a terminal."""
    console = _console()
    for line in lines:
        console.print(line)


def print_wrapped(text: str, lead: str = "", style: str = "") -> None:
    """Print running text under a hanging indent, as wide as the terminal or a page."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDTH_IN_A_PIPE
    lines = textwrap.wrap(
        text,
        max(_NARROWEST, min(width, _WIDEST)),
        initial_indent=lead,
        subsequent_indent=" " * (len(lead) or 2),
        break_long_words=False,
        break_on_hyphens=False,
    )
    print_lines(*(Text(line, style=style) for line in lines))


def print_table(table: Table) -> None:
    """Print a table as wide as its contents, without the blanks that would end its lines."""
    console = _console()
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        sys.stdout.write(line.rstrip() + "\n")


def plain_table(*columns: str, title: str | None = None) -> Table:
    """Return a table without lines, which reads well in a pipe too; a column that begins with ``>`` is flush right."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold", title=title)
    for column in columns:
        table.add_column(
            Text(column.removeprefix(">")), justify="right" if column.startswith(">") else "left", no_wrap=True
        )
    return table


def print_note(sentence: str) -> None:
    """Print one line to standard error."""
    sys.stderr.write(f"{sentence}\n")


def check_can_be_written(file: Path) -> None:
    """Refuse a file that could not be written at the end, before the work begins.

    Raises
    ------
    ValueError
        If its folder is not there, or it is a folder itself.
    """
    if not file.parent.is_dir():
        raise ValueError(f"{file} cannot be written: there is no folder {file.parent}")
    if file.is_dir():
        raise ValueError(f"{file} cannot be written: it is a folder")


def _console() -> Console:
    # Rich forgets the width of a dumb terminal unless the height is given too.
    return Console(file=sys.stdout, width=_UNLIMITED, height=25, markup=False, highlight=False, emoji=False)


def seconds_text(seconds: float) -> str:
    """Return a time in words that fit its size.

    Examples
    --------
    >>> seconds_text(0.0123), seconds_text(75)
    ('0.012 s', '75.0 s')
    """
    return f"{seconds:.3f} s" if seconds < 1 else f"{seconds:,.1f} s"


def rate_text(count: int, seconds: float) -> str:
    """Return how many a second, rounded to what can be believed."""
    rate = count / max(seconds, 1e-9)
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"
