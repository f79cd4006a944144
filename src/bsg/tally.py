"""Counts of finished games that can be added up: what a simulation keeps instead of the games.

Two histograms hold everything the statistics need, so memory does not grow with the number of games; and adding them
is commutative, so it does not matter in which order threads finish.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from bsg.winning import KINDS, Kind

GameKind = Kind | Literal["capped"]

CAPPED: Literal["capped"] = "capped"
GAME_KINDS: tuple[GameKind, ...] = (*KINDS, CAPPED)
"""Every way a simulated game can end, in the order in which the native core numbers them."""

_Key = TypeVar("_Key")


class Outcome(NamedTuple):
    """What is counted of a game besides its length."""

    beginner: int
    """The seat that began."""
    points: int
    """What the game was worth, seen by seat 0."""
    kind: GameKind
    """How it ended."""


@dataclass(frozen=True)
class Tally:
    """How many games had each outcome, and how many each length.

    A value: adding makes a new one. So an interrupt between two byte codes finds either the old or the new, never half.
    """

    outcomes: Mapping[Outcome, int] = field(default_factory=dict)
    lengths: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of_game(cls, outcome: Outcome, plies: int) -> Self:
        """Count one game."""
        return cls({outcome: 1}, {plies: 1})

    @classmethod
    def of_games(
        cls,
        beginners: NDArray[np.uint8],
        points: NDArray[np.int8],
        kinds: NDArray[np.uint8],
        plies: NDArray[np.int64],
    ) -> Self:
        """Count games from the arrays the native core fills, each of shape (n,); `kinds` are indices of `GAME_KINDS`."""
        # One number for each outcome, since numpy counts numbers; the points are -3 to 3.
        codes = (kinds.astype(np.int64) * 8 + (points + 4)) * 2 + beginners
        outcomes = {
            Outcome(code & 1, (code >> 1 & 7) - 4, GAME_KINDS[code >> 4]): count for code, count in _histogram(codes)
        }
        return cls(outcomes, dict(_histogram(plies)))

    @property
    def games(self) -> int:
        """The number of games counted."""
        return sum(self.outcomes.values())

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(_added(self.outcomes, other.outcomes), _added(self.lengths, other.lengths))


def _histogram(numbers: NDArray[np.int64]) -> list[tuple[int, int]]:
    values, counts = np.unique(numbers, return_counts=True)
    return list(zip(values.tolist(), counts.tolist(), strict=True))


def _added(first: Mapping[_Key, int], second: Mapping[_Key, int]) -> Mapping[_Key, int]:
    total = Counter(first)
    total.update(second)
    return total
