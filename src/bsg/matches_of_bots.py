"""Which of two bots is the stronger: many games in pairs, both of a pair with the same dice and the seats exchanged.

So luck that comes to one seat comes to both bots, one game each. What is left of it differs from pair to pair, so the
interval is computed from pairs, which are independent of each other, and not from games, which are not.
"""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bsg.bots import Bot, bot, play_games
from bsg.checks import described, integer, integer_between, shown
from bsg.chunks import Chunks, Progress
from bsg.executors import AnyExecutor, checked_workers, run_chunks
from bsg.position import Position, check_possible
from bsg.report import Report
from bsg.rules import BAN_SUGOROKU, Rules
from bsg.summary import Summary, mean_interval, rules_text, summarize
from bsg.tally import Tally
from bsg.version import installed_version
from bsg.winning import Kind

_MOST_GAMES = 2**62


@dataclass(frozen=True)
class BotMatch(Report):
    """How a match between two bots came out, with everything needed to repeat it.

    Pairs are (first bot, second bot), and points are those of the first.

    Parameters
    ----------
    bots : tuple of str
        Their names.
    games : int
        Twice the number of pairs.
    points_per_game : float
        Drawn and capped games count as played, with 0 points.
    points_interval : tuple of float, or None
        The 95 % confidence interval of `points_per_game`: the mean plus and minus 1.96 standard errors of the means of
        pairs. None for a single pair.
    wins : tuple of int
    wins_by_kind : dict of str to tuple of int
        Every kind of win that the rules know.
    draws, capped : int
    mean_plies : float
        Length of a game in plies.
    seed : int
    rules : Rules
    position : Position
        Where every game began, seen by the side that begins.
    max_plies : int
    version : str
        The version of the distribution, on which the games depend as on the seed.
    """

    bots: tuple[str, str]
    games: int
    points_per_game: float
    points_interval: tuple[float, float] | None
    wins: tuple[int, int]
    wins_by_kind: dict[Kind, tuple[int, int]] = field(hash=False)
    draws: int
    capped: int
    mean_plies: float
    seed: int
    rules: Rules
    position: Position
    max_plies: int
    version: str = field(default_factory=installed_version)

    def columns(self) -> tuple[str, str]:
        """Name the bots."""
        return self.bots

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield what concerns both as (what, value)."""
        yield from self.points_facts(self.bots[0], "pair", self.games // 2)
        yield "drawn", self.count_text(self.draws)
        yield f"capped at {self.max_plies:,} plies", self.count_text(self.capped)
        yield "plies per game", f"{self.mean_plies:,.1f}"
        yield "seed", str(self.seed)

    def heading(self, rules: str | None = None, *, stopped_of: int | None = None) -> str:
        """Say in one line what was played."""
        count = f"{self.games:,}" if stopped_of is None else f"{self.games:,} of {stopped_of:,}"
        ending = "" if stopped_of is None else " (stopped)"
        return f"{count} games of {rules or rules_text(self.rules)}, in pairs with the same dice{ending}"


class MatchInterrupted(KeyboardInterrupt):
    """A match was stopped by Ctrl-C; a `KeyboardInterrupt` whose text says how far it came.

    Attributes
    ----------
    match : BotMatch or None
        Of the pairs finished so far; None if there are none.
    """

    def __init__(self, message: str, match: BotMatch | None) -> None:
        super().__init__(message, match)
        self.match = match

    def __str__(self) -> str:
        return str(self.args[0])


def play_match(
    first: str | Bot,
    second: str | Bot,
    games: int,
    rules: Rules = BAN_SUGOROKU,
    *,
    seed: int | None = None,
    position: Position | None = None,
    max_plies: int = 10_000,
    threads: int | None = None,
    executor: AnyExecutor | None = None,
    progress: Progress | None = None,
) -> BotMatch:
    """Let two bots play each other, in pairs of games with the same dice and the seats exchanged.

    A pair has the dice and the beginner of the game that `simulate` plays from the same seed. The same version, seed and
    arguments give the same games on every machine; `threads`, `executor` and `progress` change nothing.

    Parameters
    ----------
    first, second : str or Bot
        A name of `bsg.BOTS`, or what `bsg.bot` has made.
    games : int
        How many, an even number, at least 2.
    rules : Rules
    seed : int, optional
        0 ≤ seed < 2⁶⁴; None takes a fresh one, below 2⁵³, and the match tells it.
    position : Position, optional
        Where every game begins, **seen by the side that begins**; the usual start if None.
    max_plies : int
        A game that has come to so many plies undecided is stopped and counted as capped, without points.
    threads : int, optional
        1 to 1024; None takes one for each core this process may use.
    executor : Executor, or callable that opens one, optional
        Who plays instead of threads; as for `simulate`.
    progress : callable, optional
        Called with (games done, games in all) from the calling thread, a few times a second and at the end.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If an argument has an impossible value.
    MatchInterrupted
        If Ctrl-C stopped the match.

    Examples
    --------
    >>> match = play_match("net", "random", 200, seed=1)
    >>> match.games, match.points_interval[0] > 0.5
    (200, True)
    >>> play_match("net", "net", 200, seed=1).points_interval
    (0.0, 0.0)
    """
    bots = _bot_of(first, "the first bot"), _bot_of(second, "the second bot")
    total = integer(games, "games")
    if not 2 <= total <= _MOST_GAMES or total % 2:
        raise ValueError(f"games must be an even number, since they come in pairs, from 2 to 2**62, got {shown(total)}")
    packed = bytes(check_possible(Position.start() if position is None else position, rules))
    used_seed = secrets.randbits(53) if seed is None else integer_between(seed, 0, 2**64 - 1, "seed")
    cap = integer_between(max_plies, 1, 2**63 - 1, "max_plies")
    workers, elsewhere = checked_workers(threads, executor)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable with (done, total), got {described(progress)}")

    def result(pairs: _Pairs) -> BotMatch:
        names = bots[0].name, bots[1].name
        start = Position.from_bytes(packed)
        summary = summarize(pairs.tally, seed=used_seed, rules=rules, players=names, position=start, max_plies=cap)
        return _match_of(summary, pairs)

    chunks = Chunks(_PairsOfBots(bots, packed, rules, used_seed, cap), _Pairs(), total, unit=2, progress=progress)
    try:
        run_chunks(chunks, min(workers, total // 2), elsewhere, 2)
    except KeyboardInterrupt:
        done = chunks.counts
        raise MatchInterrupted(
            f"stopped after {done.games:,} of {total:,} games", result(done) if done.games else None
        ) from None
    return result(chunks.counts)


@dataclass(frozen=True)
class _Pairs:
    """Counts of finished pairs that can be added up: their games, and how often each sum of points of two games came."""

    tally: Tally = field(default_factory=Tally)
    sums: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of_games(
        cls,
        beginners: NDArray[np.uint8],
        points: NDArray[np.int8],
        kinds: NDArray[np.uint8],
        plies: NDArray[np.int64],
    ) -> "_Pairs":
        whole = len(points) - len(points) % 2  # a stop may come between the two
        sums, counts = np.unique(points[:whole].reshape(-1, 2).sum(axis=1, dtype=np.int64), return_counts=True)
        return cls(
            Tally.of_games(beginners[:whole], points[:whole], kinds[:whole], plies[:whole]),
            dict(zip(sums.tolist(), counts.tolist(), strict=True)),
        )

    @property
    def games(self) -> int:
        return self.tally.games

    def __add__(self, other: "_Pairs") -> "_Pairs":
        sums = Counter(self.sums)
        sums.update(other.sums)
        return _Pairs(self.tally + other.tally, sums)


@dataclass(frozen=True)
class _PairsOfBots:
    """Plays chunks of pairs natively."""

    bots: tuple[Bot, Bot]
    packed: bytes
    rules: Rules
    seed: int
    max_plies: int

    def __call__(self, first_game: int, size: int, stop: NDArray[np.uint8]) -> _Pairs:
        """Return what a chunk came to, or the whole pairs of it before `stop` was set."""
        key = self.seed, first_game, self.max_plies, True
        return _Pairs.of_games(*play_games(self.bots, self.packed, self.rules, key, size, stop))


def _match_of(summary: Summary, pairs: _Pairs) -> BotMatch:
    return BotMatch(
        bots=summary.players,
        games=summary.games,
        points_per_game=summary.points_per_game,
        points_interval=_interval(pairs.sums),
        wins=summary.wins,
        wins_by_kind=summary.wins_by_kind,
        draws=summary.draws,
        capped=summary.capped,
        mean_plies=summary.mean_plies,
        seed=summary.seed,
        rules=summary.rules,
        position=summary.position,
        max_plies=summary.max_plies,
    )


def _interval(sums: Mapping[int, int]) -> tuple[float, float] | None:
    """Return the 95 % interval of the mean points of a game, from how often each sum of a pair came."""
    total = sum(points * count for points, count in sums.items())
    squares = sum(points**2 * count for points, count in sums.items())
    of_pairs = mean_interval(sum(sums.values()), total, squares)
    return None if of_pairs is None else (of_pairs[0] / 2, of_pairs[1] / 2)


def _bot_of(player: object, which: str) -> Bot:
    if isinstance(player, Bot):
        return player
    if not isinstance(player, str):
        raise TypeError(f"{which} must be a name of bsg.BOTS or what bsg.bot has made, got {described(player)}")
    return bot(player)
