"""How a training run learned, as a picture."""

import os
from collections.abc import Sequence

import numpy as np

from bsg.training import Round

_POINTS = 200  # more would only show the noise of single rounds


def draw_learning_curve(rounds: Sequence[Round], path: str | os.PathLike[str]) -> None:
    """Draw the error and the length of the games against the number of games; needs the extra `plot`.

    Raises
    ------
    ValueError
        If matplotlib is missing, there are no rounds, or the name of the file says no format that it can draw.
    """
    if not rounds:
        raise ValueError("a learning curve needs at least one round")
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ValueError("the learning curve needs matplotlib: pip install 'ban-sugoroku[plot]'") from error
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
    try:
        figure.savefig(os.fspath(path), dpi=150)
    except ValueError as error:
        raise ValueError(f"a learning curve can be drawn as PNG or SVG, got {os.fspath(path)!r}: {error}") from error
