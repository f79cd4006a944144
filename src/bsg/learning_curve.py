"""How a training run learned, as a picture."""

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from bsg.training import Round

_POINTS = 200  # more would only show the noise of single rounds


def check_can_be_drawn(path: str | os.PathLike[str]) -> None:
    """Say before a long run what would keep its learning curve from being drawn.

    Raises
    ------
    ValueError
        If matplotlib is missing, or the name of the file does not end in .png or .svg.
    """
    if find_spec("matplotlib") is None:
        raise ValueError("the learning curve needs matplotlib: pip install 'ban-sugoroku[plot]'")
    if Path(path).suffix.lower() not in {".png", ".svg"}:
        raise ValueError(f"a learning curve can be drawn as .png or .svg, got {os.fspath(path)!r}")


def draw_learning_curve(rounds: Sequence[Round], path: str | os.PathLike[str]) -> None:
    """Draw the error and the length of the games against the number of games; needs the extra `plot`.

    Raises
    ------
    ValueError
        If there are no rounds, or it cannot be drawn there (see `check_can_be_drawn`).
    """
    if not rounds:
        raise ValueError("a learning curve needs at least one round")
    check_can_be_drawn(path)
    from matplotlib.figure import Figure

    parts = np.array_split(np.arange(len(rounds)), min(_POINTS, len(rounds)))
    games = [rounds[part[-1]].games for part in parts]
    figure = Figure(figsize=(8, 5), layout="constrained")
    errors, lengths = figure.subplots(2, 1, sharex=True)
    errors.plot(games, [np.mean([rounds[i].error for i in part]) for part in parts], color="#b5362b")
    errors.set(title="How the network learned", ylabel="mean squared error\nof its five probabilities")
    lengths.plot(games, [np.mean([rounds[i].plies for i in part]) for part in parts], color="#2b6cb0")
    lengths.set(xlabel="games against itself", ylabel="turns a game")
    for axes in (errors, lengths):
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.grid(color="#dddddd")
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(os.fspath(path), dpi=150)
