"""Many games from one seed, played natively on all cores, or turn by turn with players written in Python.

Every game has random streams of its own, keyed by (seed, number of the game). So nothing depends on which thread plays
which game, nor on how the games are cut into chunks.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from bsg import engine
from bsg.bots import BOTS, Bot, bot, play_games
from bsg.checks import described, integer, integer_between, shown
from bsg.chunks import Chunks, PlayChunk, Progress
from bsg.executors import AnyExecutor, checked_workers, run_chunks
from bsg.play import Play
from bsg.position import Position, check_possible, position_unchecked
from bsg.rules import BAN_SUGOROKU, Rules
from bsg.summary import Summary, summarize
from bsg.tally import CAPPED, Outcome, Tally
from bsg_core import playout, random_games

__all__ = ["RANDOM", "Player", "Progress", "SimulationInterrupted", "Summary", "simulate"]

RANDOM: Literal["random"] = "random"

_MOST = 2**63 - 1
_FIRST_CHUNK, _FIRST_CHUNK_AT_RANDOM = 1, 64  # some bots take seconds for a game
_CHOICES_OF_SEAT = (1, 2)  # the purposes of `open_stream`
_DICE = 0


class Player(Protocol):
    """Whoever chooses plays: any object with this method. It is called `name` in the summary if it has one, a str."""

    def choose(self, position: Position, dice: tuple[int, int], rules: Rules) -> Play:
        """Return one of the legal plays of a roll; `position` is seen by this player."""


class SimulationInterrupted(KeyboardInterrupt):
    """A simulation was stopped by Ctrl-C.

    A `KeyboardInterrupt`, so that whoever lets Ctrl-C end the program need not know of it. The text says how far the
    simulation came.

    Attributes
    ----------
    summary : Summary or None
        Of the games finished so far; None if there are none. Which games these are depends on the threads, and a game
        that was long is missing more often than a short one: with many games finished the difference does not show.
    """

    def __init__(self, message: str, summary: Summary | None) -> None:
        super().__init__(message, summary)
        self.summary = summary

    def __str__(self) -> str:
        return str(self.args[0])


def simulate(
    games: int,
    rules: Rules = BAN_SUGOROKU,
    *,
    seed: int | None = None,
    players: Sequence[str | Player] = (RANDOM, RANDOM),
    position: Position | None = None,
    max_plies: int = 10_000,
    threads: int | None = None,
    executor: AnyExecutor | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Play many games and count how they end.

    The same version, seed and arguments give the same games on every machine; `threads`, `executor` and `progress` change
    nothing.

    Parameters
    ----------
    games : int
        How many, at least 1. Memory does not grow with it.
    rules : Rules
        `rules.start` says who begins: under "alternate" seat 0 begins the first game and every second one after.
    seed : int, optional
        0 ≤ seed < 2⁶⁴. None takes a fresh one from the operating system, below 2⁵³, so that every reader of JSON keeps
        it exactly; the summary tells it.
    players : pair of str or Player
        Who has seat 0 and who has seat 1: the name of a bot, of which `bsg.BOTS` lists all, such as "random", which
        takes each legal play with the same probability; a bot that `bsg.bot` has made; or any object with
        ``choose(position, dice, rules) -> Play``. That sees the board from its own side and the dice larger first,
        and is not asked when its only play is a pass. Between two bots no turn touches Python.
    position : Position, optional
        Where every game begins, **seen by the side that begins**; the usual start if None. From a position that is
        decided already every game ends at once, after 0 plies.
    max_plies : int
        A game that has come to so many plies undecided is stopped and counted as capped: no points, and not a draw.
    threads : int, optional
        How many threads play, 1 to 1024; None takes one for each core this process may use. Unused when a player is no
        bot: those games are played one after the other, in order, in the calling thread.
    executor : Executor, or callable that opens one, optional
        Who plays instead of threads: any `concurrent.futures.Executor`, such as a `ProcessPoolExecutor` or the one of a
        Dask `Client`. A player that is no bot is sent along with each chunk of games, as a copy. What opens an executor is
        called again if that broke since a worker was lost, and only what was lost is played again.
    progress : callable, optional
        Called with (games done, games in all) from the calling thread, a few times a second and at the end.

    Returns
    -------
    Summary
        Zero-sum: all points are seen by seat 0, and those of seat 1 are the same with the other sign.

    Raises
    ------
    TypeError
        If an argument is of the wrong type, or a player returns something that is not a `Play`.
    ValueError
        If an argument has an impossible value, or a player returns a play that is not legal.
    SimulationInterrupted
        If Ctrl-C stopped the simulation; a `KeyboardInterrupt` that carries the summary so far.

    Notes
    -----
    An exception of `progress` or of a player stops all threads and reaches the caller as it is.

    Examples
    --------
    >>> summary = simulate(1000, seed=1)
    >>> summary.games, sum(summary.wins) + summary.draws + summary.capped
    (1000, 1000)
    >>> summary == simulate(1000, seed=1, threads=1)
    True
    """
    total = _at_least_one(games, "games")
    first = check_possible(Position.start() if position is None else position, rules)
    used_seed = secrets.randbits(53) if seed is None else integer_between(seed, 0, 2**64 - 1, "seed")
    cap = _at_least_one(max_plies, "max_plies")
    workers, elsewhere = checked_workers(threads, executor)
    seats = _checked_players(players)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable with (done, total), got {described(progress)}")

    play: PlayChunk[Tally]
    if isinstance(seats[0], Bot) and isinstance(seats[1], Bot):
        bots = seats[0], seats[1]
        play = GamesOfBots(bots, bytes(first), rules, used_seed, cap)
        smallest = _FIRST_CHUNK_AT_RANDOM if all(bot.is_random for bot in bots) else _FIRST_CHUNK
    else:
        play = GamesOfPlayers(seats, first, rules, used_seed, cap)
        smallest = _FIRST_CHUNK
    chunks = Chunks(play, Tally(), total, progress=progress)

    def summary() -> Summary:
        names = _name(seats[0]), _name(seats[1])
        return summarize(chunks.counts, seed=used_seed, rules=rules, players=names, position=first, max_plies=cap)

    try:
        if elsewhere is None and isinstance(play, GamesOfPlayers):
            chunks.run_here(1)
        else:
            run_chunks(chunks, min(workers, total), elsewhere, smallest)
    except KeyboardInterrupt:
        done = chunks.counts.games
        message = f"stopped after {done:,} of {total:,} games"
        raise SimulationInterrupted(message, summary() if done else None) from None
    return summary()


@dataclass(frozen=True)
class GamesOfBots:
    """Plays chunks of games between bots natively."""

    bots: tuple[Bot, Bot]
    packed: bytes
    rules: Rules
    seed: int
    max_plies: int

    def __call__(self, first_game: int, size: int, stop: NDArray[np.uint8]) -> Tally:
        """Return what a chunk came to, or the part of it before `stop` was set."""
        if not all(bot.is_random for bot in self.bots):
            key = self.seed, first_game, self.max_plies, False
            return Tally.of_games(*play_games(self.bots, self.packed, self.rules, key, size, stop))
        beginners, points = np.empty(size, np.uint8), np.empty(size, np.int8)
        kinds, plies = np.empty(size, np.uint8), np.empty(size, np.int64)
        done = random_games.play_games(
            self.packed, self.rules.code, self.seed, first_game, self.max_plies, stop, beginners, points, kinds, plies
        )
        return Tally.of_games(beginners[:done], points[:done], kinds[:done], plies[:done])


@dataclass(frozen=True)
class GamesOfPlayers:
    """Plays chunks of games turn by turn, with players of whom one at least is no bot."""

    players: tuple[Player, Player]
    position: Position
    rules: Rules
    seed: int
    max_plies: int

    def __call__(self, first_game: int, size: int, stop: NDArray[np.uint8]) -> Tally:
        """Return what a chunk came to, or the part of it before `stop` was set."""
        tally = Tally()
        for game in range(first_game, first_game + size):
            if stop[0]:
                break
            tally += self._played_game(game)
        return tally

    def _played_game(self, game: int) -> Tally:
        dice_stream = playout.open_stream(self.seed, game, _DICE)
        choice_streams = [playout.open_stream(self.seed, game, purpose) for purpose in _CHOICES_OF_SEAT]
        beginner, high, low = playout.begin_game(dice_stream, game, self.rules.code)
        position, seat, plies = self.position, beginner, 0
        result = engine.result(position, self.rules)
        while result is None:
            if plies == self.max_plies:
                return Tally.of_game(Outcome(beginner, 0, CAPPED), plies)
            if plies:
                high, low = playout.roll(dice_stream)
                position, seat = position.swapped(), 1 - seat
            player = self.players[seat]
            if isinstance(player, Bot):
                position = position_unchecked(
                    player.native_after(position, (high, low), self.rules, choice_streams[seat])
                )
            else:
                position = self._chosen_after(position, (high, low), player, seat, game)
            plies += 1
            result = engine.result(position, self.rules)
        points = result.points if seat == 0 else -result.points
        return Tally.of_game(Outcome(beginner, points, result.kind), plies)

    def _chosen_after(
        self, position: Position, dice: tuple[int, int], player: Player, seat: int, game: int
    ) -> Position:
        """Ask a player, and see to it that the play is legal: what counts is the position it reaches."""
        plays = engine.plays(position, dice, self.rules)
        if len(plays) == 1 and not plays[0].steps:
            return plays[0].after  # a forced pass is no choice
        chosen: object = player.choose(position, dice, self.rules)
        who = f"players[{seat}] ({_name(player)}) in game {game}"
        if not isinstance(chosen, Play):
            raise TypeError(f"{who} must return a bsg.Play, got {described(chosen)}")
        if all(play.after != chosen.after for play in plays):
            raise ValueError(
                f"{who} must return a legal play of {dice[0]}-{dice[1]} from {position.text!r}, got {chosen!r}"
            )
        return chosen.after


def _at_least_one(value: object, what: str) -> int:
    number = integer(value, what)
    if number < 1:
        raise ValueError(f"{what} must be at least 1, got {shown(number)}")
    if number > _MOST:
        raise ValueError(f"{what} must be at most 2**63 - 1, got {shown(number)}")
    return number


def _checked_players(players: object) -> tuple[Player, Player]:
    if not isinstance(players, Sequence) or isinstance(players, str | bytes):
        raise TypeError(f"players must be a pair, who has seat 0 and who has seat 1, got {described(players)}")
    if len(players) != 2:
        raise ValueError(f"players must be two, who has seat 0 and who has seat 1, got {len(players)}")
    return _checked_player(players[0], 0), _checked_player(players[1], 1)


def _checked_player(player: object, seat: int) -> Player:
    if isinstance(player, str):
        if player not in BOTS:
            raise ValueError(
                f"players[{seat}] must be one of {', '.join(BOTS)}, or an object with choose(position, dice, rules), "
                f"got {shown(player)}"
            )
        return bot(player)
    wanted = f"players[{seat}] must be the name of a bot or an object with choose(position, dice, rules)"
    if isinstance(player, type):
        raise TypeError(f"{wanted}, got the class {player.__name__} itself")
    if not callable(getattr(player, "choose", None)):
        raise TypeError(f"{wanted}, got {described(player)}")
    return player  # type: ignore[return-value]  # choose has just been looked for


def _name(player: Player) -> str:
    name = getattr(player, "name", None)
    return name if isinstance(name, str) and name else type(player).__name__
