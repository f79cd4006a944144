"""`bsg train`: a network from nothing, by games against itself."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bsg.cli.options import (
    ClosedHomeOption,
    FinishOption,
    GameOption,
    GammonsOption,
    StepsPerDoubleOption,
    chosen_rules,
    chosen_text,
    real_number,
    whole_number,
)
from bsg.cli.output import (
    INTERRUPTED,
    check_can_be_written,
    plural,
    print_lines,
    print_note,
    rate_text,
    seconds_text,
)
from bsg.learning_curve import check_can_be_drawn, draw_learning_curve
from bsg.network import read_network
from bsg.rules import Rules
from bsg.training import Round, Training, TrainingSettings

_DEFAULTS = TrainingSettings()


def train_command(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where the trained network goes.")],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            parser=whole_number,
            metavar="N",
            help=f"How many games it plays against itself, in rounds of 512.  [default: {_DEFAULTS.games:,}]",
            show_default=False,
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            parser=real_number,
            metavar="M",
            help="Train for so long instead; such a run is not the same twice.",
            show_default=False,
        ),
    ] = None,
    hidden: Annotated[
        int, typer.Option(parser=whole_number, metavar="H", help="Hidden units, a multiple of 64, at most 512.")
    ] = _DEFAULTS.hidden,
    seed: Annotated[
        int,
        typer.Option(
            parser=whole_number, metavar="S", help="0 to 2**64 - 1; the same seed gives the same weights everywhere."
        ),
    ] = _DEFAULTS.seed,
    polish: Annotated[
        float,
        typer.Option(
            parser=real_number,
            metavar="SHARE",
            help="The share of the games, at the end, that is judged by looking a roll ahead.",
        ),
    ] = _DEFAULTS.polish,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Written now and then, and when Ctrl-C stops the run; if it is there, the run goes on from it.",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the learning curve there, as PNG or SVG; needs matplotlib.", show_default=False
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="T",
            help="How many threads work; changes no weight.  [default: one for each core]",
            show_default=False,
        ),
    ] = None,
    game: GameOption = "ban-sugoroku",
    finish: FinishOption = None,
    closed_home: ClosedHomeOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    gammons: GammonsOption = None,
) -> None:
    """Train a network from nothing, by games against itself, and write it to FILE.

    `bsg.network.read_network(FILE)` reads it, and whatever takes a network plays with it. Ctrl-C stops after the round
    it is in, and writes the network as it is then.
    """
    rules = chosen_rules(game, finish, closed_home, steps_per_double, None, gammons)
    if minutes is not None and games is not None:
        raise ValueError("--games and --minutes do not go together: one of them says when to stop")
    if minutes is not None and not 0 < minutes < 1e6:
        raise ValueError(f"--minutes must be more than 0, got {minutes}")
    _check_files(out, checkpoint, plot)
    run = _begun_run(rules, games, hidden, seed, polish, checkpoint, threads)
    was_stopped, games_before = False, run.games
    try:
        _run_with_bar(run, checkpoint, None if minutes is None else 60 * minutes)
    except KeyboardInterrupt:
        was_stopped = True
    if run.games == 0:
        print_note("stopped before the first round was over")
        raise typer.Exit(INTERRUPTED)
    if run.games == games_before and not was_stopped:
        print_note(
            f"nothing was trained: {checkpoint} holds {plural(run.games, 'game')} already, and no more is asked for"
        )
    run.network.save(out)
    read_network(out)
    last = run.rounds[-1]
    print_lines(
        f"{chosen_text(game, rules)}: {plural(run.games, 'game')} in {seconds_text(last.seconds)}, "
        f"{rate_text(run.games, last.seconds)} a second; {out} holds the network"
    )
    if plot is not None:
        draw_learning_curve(run.rounds, plot)
        print_lines(f"{plot} shows how it learned")
    if was_stopped:
        print_note(f"stopped after {run.games:,} games" + (f"; {checkpoint} goes on from there" if checkpoint else ""))
        raise typer.Exit(INTERRUPTED)


def _check_files(out: Path, checkpoint: Path | None, plot: Path | None) -> None:
    """Refuse what could not be written at the end, before the work begins."""
    files = [file for file in (out, checkpoint, plot) if file is not None]
    for file in files:
        check_can_be_written(file)
    if len({file.resolve() for file in files}) < len(files):
        raise ValueError("the network, the checkpoint and the plot must be different files")
    if plot is not None:
        check_can_be_drawn(plot)


def _begun_run(
    rules: Rules,
    games: int | None,
    hidden: int,
    seed: int,
    polish: float,
    checkpoint: Path | None,
    threads: int | None,
) -> Training:
    settings = replace(
        _DEFAULTS,
        rules=rules,
        games=_DEFAULTS.games if games is None else games,
        hidden=hidden,
        seed=seed,
        polish=polish,
    )
    if checkpoint is None or not checkpoint.exists():
        return Training(settings, threads)
    run = Training.resume(checkpoint, threads=threads)
    if run.settings != settings:
        raise ValueError(f"{checkpoint} is of a run with other settings: {run.settings}")
    return run


def _run_with_bar(run: Training, checkpoint: Path | None, seconds: float | None) -> None:
    with Progress(
        BarColumn(),
        TextColumn("{task.fields[games]:,} games, {task.fields[rate]:,.0f} a second, error {task.fields[error]:.4f}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("", total=1.0, games=run.games, rate=0.0, error=0.0)

        def show(done: Round) -> None:
            share = done.games / run.settings.games if seconds is None else done.seconds / seconds
            bar.update(
                task,
                completed=min(share, 1.0),
                games=done.games,
                rate=done.games / max(done.seconds, 1e-9),
                error=done.error,
            )

        run.run(progress=show, checkpoint=checkpoint, seconds=seconds)
