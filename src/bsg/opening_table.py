"""The best opening plays: each first roll by search, and what that leaves open by rollout."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from bsg.analysis import MOST_PLIES, AnalysedPlay, analyse
from bsg.checks import integer_between
from bsg.chunks import Progress
from bsg.dice import ROLLS
from bsg.network import Network
from bsg.play import Play
from bsg.position import Position
from bsg.rollouts import RolledOutPlay, rollout
from bsg.rules import BAN_SUGOROKU, Rules, check_rules

_MOST_PLAYS = 5
_MARGIN = 0.06
_CLEAR_AT = 3.0


@dataclass(frozen=True)
class Opening:
    """What the first roll of a game is best played with.

    Parameters
    ----------
    dice : tuple of int
        The larger first.
    searched : tuple of AnalysedPlay
        What was rolled out, the best by search first.
    rolled_out : tuple of RolledOutPlay
        The same plays, the best by rollout first.
    """

    dice: tuple[int, int]
    searched: tuple[AnalysedPlay, ...]
    rolled_out: tuple[RolledOutPlay, ...]

    @property
    def play(self) -> Play:
        """The best by rollout."""
        return self.rolled_out[0].play

    @property
    def second(self) -> RolledOutPlay | None:
        """The next best; None if the search left one play alone."""
        return self.rolled_out[1] if len(self.rolled_out) > 1 else None

    @property
    def is_clear(self) -> bool:
        """Whether the next best is three standard errors behind or more."""
        return self.second is None or self.second.behind >= _CLEAR_AT * self.second.behind_error


class FirstMove(NamedTuple):
    """What it is worth to begin a game."""

    equity: float
    """The points to be expected, without a cube."""

    standard_error: float
    win: float
    """The probability to win."""

    win_error: float


def openings(
    rules: Rules = BAN_SUGOROKU,
    trials: int = 1296,
    *,
    ply: int = 2,
    truncate: int | None = None,
    network: Network | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Opening]:
    """Find the best play of each roll that a game can begin with, one roll after the other.

    All plays are searched; those within 0.06 points of the best, five at most, are rolled out with the same dice, and given
    up when they are three standard errors behind. There are 21 rolls, and 15 where the roll that says who begins is played
    (`start="opening-roll"`), since that is no double.

    Parameters
    ----------
    rules : Rules
    trials : int
        How often each play is rolled out at most, 2 to 10 million.
    ply : int
        How far the search looks, 0 to 3.
    truncate, network, threads
        As for `rollout`.
    seed : int
        That of the first roll; each roll has the seed after that of the roll before.
    progress : callable, optional
        Called with (trials done, trials at most), those of all rolls together.

    Yields
    ------
    Opening
        In the order of `bsg.ROLLS`.

    Raises
    ------
    TypeError, ValueError
        As `rollout` does; when the first roll is asked for.

    Examples
    --------
    >>> from bsg.rules import BACKGAMMON
    >>> rolls = openings(BACKGAMMON, trials=144, truncate=3)
    >>> _, opening = next(rolls), next(rolls)
    >>> opening.dice, str(opening.play), opening.is_clear
    ((3, 1), '8/5 6/5', True)
    """
    check_rules(rules)
    integer_between(ply, 0, MOST_PLIES, "ply")
    first_seed = integer_between(seed, 0, 2**64 - 1, "seed")
    start = Position.start()
    rolls = [roll for roll in ROLLS if rules.start != "opening-roll" or roll[0] != roll[1]]
    for number, dice in enumerate(rolls):

        def report(done: int, of: int, before: int = number) -> None:
            if progress is not None:
                progress(before * of + done, len(rolls) * of)

        judged = analyse(start, dice, rules, ply, network=network, threads=threads)
        searched = tuple(row for row in judged[:_MOST_PLAYS] if row.equity >= judged[0].equity - _MARGIN)
        rolled_out = rollout(
            [row.play for row in searched],
            rules,
            trials,
            truncate=truncate,
            clear_at=_CLEAR_AT,
            network=network,
            seed=(first_seed + number) % 2**64,
            threads=threads,
            progress=report,
        )
        yield Opening(dice, searched, tuple(rolled_out))


def first_move(found: Sequence[Opening]) -> FirstMove:
    """Return what it is worth to begin, from the best plays of all rolls that a game can begin with.

    Parameters
    ----------
    found : sequence of Opening
        All that `openings` yields for some rules.

    Raises
    ------
    ValueError
        If rolls are missing.
    """
    doubles = sum(high == low for high, low in (opening.dice for opening in found))
    if len({opening.dice for opening in found}) != 15 + doubles or doubles not in (0, 6):
        raise ValueError(f"all 21 rolls, or all 15 that are no doubles, are needed, got {len(found)}")
    ways = [1 if opening.dice[0] == opening.dice[1] else 2 for opening in found]
    rollouts = [opening.rolled_out[0].rollout for opening in found]

    def mean(numbers: list[float]) -> float:
        return sum(number * way for number, way in zip(numbers, ways, strict=True)) / sum(ways)

    def error(numbers: list[float]) -> float:
        return hypot(*(number * way for number, way in zip(numbers, ways, strict=True))) / sum(ways)

    return FirstMove(
        mean([row.equity for row in rollouts]),
        error([row.standard_error for row in rollouts]),
        mean([row.probabilities.win for row in rollouts]),
        error([row.standard_errors.win for row in rollouts]),
    )
