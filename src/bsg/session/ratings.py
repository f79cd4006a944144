"""Ratings of rated games, by the library openskill (the extra `ratings`)."""

from importlib.util import find_spec
from typing import NamedTuple


class Rating(NamedTuple):
    """How strong a player is thought to be.

    Parameters
    ----------
    mu : float
        The estimate.
    sigma : float
        How uncertain it is.
    """

    mu: float = 25.0
    sigma: float = 25.0 / 3


def rated(first: Rating, second: Rating, score: float) -> tuple[Rating, Rating]:
    """Return the ratings of two players after a game.

    Parameters
    ----------
    first, second : Rating
    score : float
        What the game was for the first, as `Session.score` says: 1 won, 0.5 drawn, 0 lost.

    Raises
    ------
    ValueError
        If the score is none of these.
    ImportError
        If openskill is not installed.
    """
    if score not in {0, 0.5, 1}:
        raise ValueError(f"the score of a game must be 0, 0.5 or 1, got {score!r}")
    if find_spec("openskill") is None:
        raise ImportError("ratings need openskill: run pip install 'ban-sugoroku[ratings]'")
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=player.mu, sigma=player.sigma)] for player in (first, second)]
    (one,), (other,) = model.rate(teams, scores=[score, 1 - score])
    return Rating(one.mu, one.sigma), Rating(other.mu, other.sigma)
