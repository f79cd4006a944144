"""`bsg races`: tables of races built, kept and compared with exact values, and what they say of a position."""

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from bsg import engine
from bsg.cli.options import (
    FinishOption,
    Game,
    GammonsOption,
    JsonOption,
    StepsPerDoubleOption,
    chosen_position,
    chosen_rules,
    chosen_text,
    whole_number,
)
from bsg.cli.output import (
    INTERRUPTED,
    check_can_be_written,
    plain_table,
    print_json,
    print_lines,
    print_note,
    print_table,
    seconds_text,
)
from bsg.cli.rolls import decided_text
from bsg.position import Position
from bsg.races import RaceErrors, RaceTable, RaceValue, build_race_table, read_race_table
from bsg.rules import FINISHES, Finish, Rules
from bsg.version import installed_version

_HOME = 6
_T = TypeVar("_T")


@dataclass(frozen=True)
class _Found:
    """A table, and what was asked of it."""

    table: RaceTable
    rules: Rules
    seconds: float
    errors: dict[int, RaceErrors]
    position: Position | None
    value: RaceValue | None


def races_command(
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Read a table from there instead of building one.", show_default=False),
    ] = None,
    points: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="N",
            help="How many points before home it knows under iri-gachi, 1 to 11: 6 take half a second, and 11, which are "
            "all, minutes.  [default: 6]",
            show_default=False,
        ),
    ] = None,
    exact_checkers: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="K",
            help="It is exact where neither side has more checkers to go.  [default: as many as take some megabytes]",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the table there; read_race_table of bsg.races reads it.", show_default=False
        ),
    ] = None,
    check: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="K",
            help="Compare it with exact values, for at most 1 to K checkers to go on each side; each more takes several "
            "times as long.",
            show_default=False,
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A race to be judged, before the roll (see below).", show_default=False),
    ] = None,
    as_json: JsonOption = False,
    game: Annotated[
        Game | None,
        typer.Option(
            "--game",
            metavar="ban-sugoroku|backgammon",
            help="The rules to begin with.  [default: ban-sugoroku, or what the table is of]",
            show_default=False,
        ),
    ] = None,
    finish: FinishOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    gammons: GammonsOption = None,
) -> None:
    """Build a table of races, in which nobody can be hit any more, and keep it, check it or ask it.

    A table knows how many turns each side needs by itself, and from that who wins; for few checkers it knows exactly who
    does. --check tells how far the first is from the second: the errors in points, how many rolls of all pairs of sides
    it would play wrongly, and what that costs. --position asks what a race is worth before the roll.
    """
    if table is not None and (points, exact_checkers) != (None, None):
        raise ValueError(
            "--table and --points or --exact-checkers do not go together: a table that is read is as it is"
        )
    if out is not None:
        check_can_be_written(out)
    began = time.perf_counter()
    read = None if table is None else _read(table)
    seconds = time.perf_counter() - began
    rules, rules_text = _chosen_rules(read, game, finish, steps_per_double, gammons)
    if read is not None and not read.fits(rules):
        raise ValueError(
            f"{table} is of {read.finish} with {read.steps_per_double} steps per double, and {rules_text} is of "
            f"{rules.finish} with {rules.steps_per_double}"
        )
    if points is not None and rules.finish == "bear-off":
        raise ValueError(f"--points is for iri-gachi, and {rules_text} bears off")
    asked = None if position is None else chosen_position(position)
    if asked is not None:
        _check_race(asked, rules, points)
    if read is None:
        began = time.perf_counter()
        made = _built(rules, points, exact_checkers)
        seconds = time.perf_counter() - began
    else:
        made = read
    if out is not None:
        _save(made, out)
    value = None if asked is None else made.value(asked, rules)
    if asked is not None and value is None:
        raise ValueError(_why_unknown(max(_farthest(asked)) - _HOME, made.points))
    errors = {} if check is None else _errors(made, check)
    found = _Found(made, rules, seconds, errors, asked, value)
    if as_json:
        print_json(_as_json(found, None if table is None else str(table), None if out is None else str(out)))
        return
    _print_table(made, rules_text, seconds, out, was_read=read is not None)
    if errors:
        _print_errors(errors)
    if value is not None and asked is not None:
        _print_value(asked, value, rules)


def _read(file: Path) -> RaceTable:
    try:
        return read_race_table(file)
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error


def _chosen_rules(
    read: RaceTable | None,
    game: Game | None,
    finish: Finish | None,
    steps_per_double: int | None,
    gammons: bool | None,
) -> tuple[Rules, str]:
    """Return the rules that were chosen, with their name; where nothing is said, those of the table that was read."""
    if read is not None and game is None:
        is_backgammon = read.finish == "bear-off" and read.steps_per_double == 4
        game = "backgammon" if is_backgammon else "ban-sugoroku"
        finish = finish or next(word for word in FINISHES if word == read.finish)
        steps_per_double = steps_per_double or read.steps_per_double
    game = game or "ban-sugoroku"
    rules = chosen_rules(game, finish, None, steps_per_double, None, gammons)
    return rules, chosen_text(game, rules)


def _check_race(position: Position, rules: Rules, points: int | None) -> None:
    """Refuse, before a table is built, what it will not know."""
    decided = engine.result(position, rules)
    if decided is not None:
        raise ValueError(f"the game is decided, {decided_text(decided)}")
    own, opponent = _farthest(position)
    if own + opponent >= 25:
        raise ValueError("the position is no race: a checker can still be hit or blocked")
    outside = max(own, opponent) - _HOME
    if outside > 0 and rules.finish == "bear-off":
        raise ValueError("tables of bearing off know races with all checkers at home, and here a checker is not")
    if points is not None and outside > points:
        raise ValueError(_why_unknown(outside, points))


def _farthest(position: Position) -> tuple[int, int]:
    """Return the farthest place of each side, in its own numbering."""
    own, opponent = (max(place for place in range(26) if counts[place]) for counts in (position.own, position.opponent))
    return own, opponent


def _why_unknown(outside: int, points: int) -> str:
    return (
        f"the table does not know this race: a checker is {outside} points before its home, and the table knows {points}; "
        f"--points {outside} builds one that does"
    )


def _built(rules: Rules, points: int | None, exact_checkers: int | None) -> RaceTable:
    with _bar("building the table") as show:
        try:
            build = partial(build_race_table, rules, points, progress=show)
            return _interruptible(build if exact_checkers is None else partial(build, exact_checkers=exact_checkers))
        except KeyboardInterrupt:
            print_note("stopped before the table was built")
            raise typer.Exit(INTERRUPTED) from None


def _errors(table: RaceTable, check: int) -> dict[int, RaceErrors]:
    found: dict[int, RaceErrors] = {}
    with _bar("comparing with exact values") as show:
        try:
            for checkers in (check, *range(1, check)):  # what is too many is refused at once
                found[checkers] = _interruptible(partial(table.errors, checkers))
                show(len(found) / check)
        except KeyboardInterrupt:
            print_note("stopped before the table was compared with exact values")
            raise typer.Exit(INTERRUPTED) from None
        except ValueError as error:
            raise ValueError(re.sub("^checkers must", "--check must", str(error))) from error
    return dict(sorted(found.items()))


def _interruptible(work: Callable[[], _T]) -> _T:
    """Do something that may be busy natively for minutes, and let Ctrl-C through meanwhile.

    Raises
    ------
    ValueError
        If the memory is not enough; else whatever the work raises.
    """
    done: list[_T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001  # it is raised again where it is waited for
            failed.append(error)

    worker = threading.Thread(target=run, name="bsg-races", daemon=True)  # the program does not wait for it at its end
    worker.start()
    worker.join()
    if failed and isinstance(failed[0], MemoryError):
        raise ValueError("there is not enough memory for so many points and checkers") from failed[0]
    if failed:
        raise failed[0]
    return done[0]


@contextmanager
def _bar(text: str) -> Iterator[Callable[[float], None]]:
    """Show a progress bar on a terminal; what is yielded is to be called with the share that is done."""
    with Progress(
        TextColumn(text),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("", total=1.0)

        def show(share: float) -> None:
            bar.update(task, completed=share)

        yield show


def _save(table: RaceTable, out: Path) -> None:
    try:
        table.save(out)
    except OSError as error:
        raise ValueError(f"{out} cannot be written: {error.strerror}") from error


def _print_table(table: RaceTable, rules_text: str, seconds: float, out: Path | None, *, was_read: bool) -> None:
    facts = plain_table("", "")
    facts.show_header = False
    where = f"at home or on {table.points} points before it" if table.points else "at home or off"
    checkers = f"neither side has more than {table.exact_checkers} checkers to go"
    facts.add_row("rules", f"{table.finish}, {table.steps_per_double} steps per double")
    facts.add_row("ways for a side to stand", f"{table.states:,}, {where}")
    facts.add_row("exact where", checkers if table.exact_checkers else "nowhere")
    facts.add_row("size", f"{table.buffer.nbytes / 1e6:,.1f} MB")
    facts.add_row("read in" if was_read else "built in", seconds_text(seconds))
    if out is not None:
        facts.add_row("written to", Text(str(out)))
    print_lines(Text(f"races of {rules_text}", style="bold"))
    print_table(facts)


def _print_errors(errors: dict[int, RaceErrors]) -> None:
    columns = ("checkers", "pairs", "mean error", "worst", "rolls", "wrong plays", "mean loss", "worst")
    table = plain_table(*(f">{column}" for column in columns))
    table.padding = (0, 2, 0, 0)
    for checkers, row in errors.items():
        table.add_row(
            str(checkers),
            f"{row.pairs:,}",
            f"{row.mean_error:.5f}",
            f"{row.worst_error:.5f}",
            f"{row.plays:,}",
            f"{row.wrong_plays:,}",
            f"{row.mean_loss:.8f}",
            f"{row.worst_loss:.5f}",
        )
    print_lines("")
    print_lines("Errors of values by turns alone, in points, by checkers to go on each side:")
    print_lines("")
    print_table(table)


def _print_value(position: Position, value: RaceValue, rules: Rules) -> None:
    facts = plain_table("", ">")
    facts.show_header = False
    facts.add_row("equity", f"{value.equity:+.4f}")
    facts.add_row("win %", f"{100 * value.win:.2f}")
    if rules.gammons:
        facts.add_row("win 2", f"{100 * value.win_gammon:.2f}")
        facts.add_row("lose 2", f"{100 * value.lose_gammon:.2f}")
    error: float | None = getattr(value, "error", None)
    facts.add_row("exact", "yes" if value.is_exact else "no" if error is None else f"within {error:.4f}")
    print_lines("", Text("before the roll", style="bold"), position.text, "")
    print_table(facts)


def _as_json(found: _Found, read_from: str | None, out: str | None) -> dict[str, Any]:
    table, value = found.table, found.value
    return {
        "version": installed_version(),
        "rules": asdict(found.rules),
        "table": {
            "read_from": read_from,
            "written_to": out,
            "finish": table.finish,
            "steps_per_double": table.steps_per_double,
            "points": table.points,
            "exact_checkers": table.exact_checkers,
            "states": table.states,
            "bytes": table.buffer.nbytes,
            "seconds": round(found.seconds, 6),
        },
        "errors": [{"checkers": checkers, **row._asdict()} for checkers, row in found.errors.items()],
        "position": None if found.position is None else found.position.text,
        "value": None if value is None else {"equity": value.equity, **value._asdict()},
    }
