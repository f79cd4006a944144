"""How a network is trained: by games against itself (TD(λ), Sutton 1988; Tesauro 1992), and a polish at the end.

A run is a chain of rounds. In each, the network plays games against itself; every board of them is then to be judged like
the board that came next, and a little like how the game ended; and the weights follow in small steps (Adam, Kingma and Ba
2014), on boards shuffled, so that a step never learns from one game alone. In the last rounds, the polish, a board is to be
judged as a look ahead judges it: by the best play of each of the 21 rolls.

All that is random comes from the seed, and all sums have one order. So the same settings give the same weights on every
machine, whatever the number of threads, and whether the run was interrupted or not.
"""

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from bsg.checks import integer, integer_between
from bsg.cores import thread_count
from bsg.network import Network
from bsg.position import Position
from bsg.rules import BAN_SUGOROKU, Rules, check_rules
from bsg.whole_files import write_whole
from bsg_core import search, training

_GAMES_A_ROUND = 512
_GAMES_A_CHUNK = 32  # what one thread plays in a row, whatever the number of threads
_MOST_PLIES = 400
_ROOM_A_GAME = 160  # rows; a chunk of games that are longer than this on average is cut short
_ROWS_A_STEP = 1024
_PARTS_OF_A_STEP = 4  # summed one by one and then together, whatever the number of threads
_FIRST_MOMENT, _SECOND_MOMENT, _TINY = 0.9, 0.999, 1e-8
_ROUNDS_BETWEEN_CHECKPOINTS = 50

Weights = NDArray[np.float32]


@dataclass(frozen=True)
class TrainingSettings:
    """What a training run is made of; with the version, it settles every weight.

    Parameters
    ----------
    rules : Rules
        What is trained for.
    games : int
        How many games against itself.
    hidden : int
        Hidden units, a multiple of 64, at most 512.
    seed : int
        0 ≤ seed < 2⁶⁴.
    polish : float
        The share of the games, at the end, whose boards are judged by looking one roll ahead; 0 to 1.
    learning_rate : pair of float
        At the beginning and at the end; in between it falls geometrically.
    decay : pair of float
        λ at the beginning and at the end, 0 to 1; in between it falls evenly.
    """

    rules: Rules = BAN_SUGOROKU
    games: int = 200_000
    hidden: int = 128
    seed: int = 1
    polish: float = 0.0
    learning_rate: tuple[float, float] = (3e-3, 5e-5)
    decay: tuple[float, float] = (0.8, 0.2)

    def __post_init__(self) -> None:
        check_rules(self.rules)
        integer_between(self.games, 1, 2**62, "games")
        training.count_weights(integer(self.hidden, "hidden"))
        integer_between(self.seed, 0, 2**64 - 1, "seed")
        _check_number(self.polish, "polish")
        for number in self.decay:
            _check_number(number, "decay")
        for number in self.learning_rate:
            if not 0 < number <= 1:
                raise ValueError(f"learning_rate must be above 0 and at most 1, got {number}")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON can hold it."""
        return asdict(self)


@dataclass(frozen=True)
class Round:
    """A point of the learning curve."""

    games: int
    """Games played so far."""
    error: float
    """The mean squared error of the five probabilities of the round's boards, before they were learned from."""
    plies: float
    """The mean length of the round's games."""
    seconds: float
    """Since the run began; time spent before a restart is counted."""


Progress = Callable[[Round], object]


@dataclass
class Training:
    """A training run, which can be stopped and taken up again between any two rounds.

    Parameters
    ----------
    settings : TrainingSettings
    threads : int, optional
        Changes no weight.
    """

    settings: TrainingSettings
    threads: int | None = None
    rounds: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._workers = thread_count(self.threads)
        self._games = 0
        self._steps = 0
        self._seconds = 0.0
        self._weights = _first_weights(self.settings)
        self._mean = np.zeros_like(self._weights)
        self._square = np.zeros_like(self._weights)

    @property
    def games(self) -> int:
        """Games played so far."""
        return self._games

    @property
    def network(self) -> Network:
        """The network as it is now."""
        origin = {"settings": self.settings.to_dict(), "games": self._games, "seconds": round(self._seconds)}
        return Network(self.settings.rules, self._weights.copy(), origin)

    def run(
        self,
        *,
        progress: Progress | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        seconds: float | None = None,
    ) -> Network:
        """Train to the end, and return the network.

        Parameters
        ----------
        progress : callable, optional
            Called with a `Round` after each.
        checkpoint : path, optional
            Written now and then, at the end, and when Ctrl-C stops the run; `Training.resume` goes on from it.
        seconds : float, optional
            Train for so long instead of for `settings.games`. The learning rate then falls with the time, so such a run
            is not the same twice.

        Raises
        ------
        KeyboardInterrupt
            If Ctrl-C stopped the run, after the round it is in.
        """
        began = time.monotonic()
        before = self._seconds
        try:
            with ThreadPoolExecutor(self._workers, thread_name_prefix="bsg-train") as pool:
                while (share := self._share(seconds)) < 1:
                    done = self._round(pool, share)
                    self._seconds = before + time.monotonic() - began
                    self.rounds.append(replace(done, seconds=self._seconds))
                    if progress is not None:
                        progress(self.rounds[-1])
                    if checkpoint is not None and len(self.rounds) % _ROUNDS_BETWEEN_CHECKPOINTS == 0:
                        self.save(checkpoint)
        finally:
            if checkpoint is not None:
                self.save(checkpoint)
        return self.network

    def _share(self, seconds: float | None) -> float:
        return self._games / self.settings.games if seconds is None else self._seconds / seconds

    def _round(self, pool: ThreadPoolExecutor, share: float) -> Round:
        settings = self.settings
        network = np.empty(training.length_of_rounded(settings.hidden), np.int16)
        training.round_weights(self._weights, network)
        from_decay, to_decay = settings.decay
        decay = from_decay + (to_decay - from_decay) * share
        chunks = range(self._games, self._games + _GAMES_A_ROUND, _GAMES_A_CHUNK)
        played = list(pool.map(lambda first: _played(network, settings, first, decay), chunks))
        boards = np.concatenate([boards for _, boards, _ in played])
        wanted = np.concatenate([targets for _, _, targets in played])
        if share >= 1 - settings.polish:
            parts = [slice(i, i + _ROWS_A_STEP) for i in range(0, len(boards), _ROWS_A_STEP)]
            list(pool.map(lambda part: _look_ahead(network, settings.rules, boards[part], wanted[part]), parts))
        order = np.random.default_rng((settings.seed, self._games)).permutation(len(boards))
        from_rate, to_rate = settings.learning_rate
        error = self._learn(pool, boards[order], wanted[order], from_rate * (to_rate / from_rate) ** share)
        games = sum(games for games, _, _ in played)
        self._games += _GAMES_A_ROUND
        rows = max(len(boards), 1)
        return Round(self._games, error / (rows * training.PROBABILITIES), len(boards) / max(games, 1), 0)

    def _learn(
        self, pool: ThreadPoolExecutor, boards: NDArray[np.uint8], wanted: NDArray[np.float32], rate: float
    ) -> float:
        error = 0.0
        gradients = np.empty((_PARTS_OF_A_STEP, len(self._weights)), np.float32)
        for first in range(0, len(boards), _ROWS_A_STEP):
            rows = min(_ROWS_A_STEP, len(boards) - first)
            cuts = [first + rows * i // _PARTS_OF_A_STEP for i in range(_PARTS_OF_A_STEP + 1)]

            def add_part(part: int, cuts: list[int] = cuts) -> float:
                gradients[part] = 0
                part_of = slice(cuts[part], cuts[part + 1])
                return training.add_gradient(
                    boards[part_of], wanted[part_of], self.settings.rules.code, self._weights, gradients[part]
                )

            error += sum(pool.map(add_part, range(_PARTS_OF_A_STEP)))
            gradient = gradients[0]
            for other in gradients[1:]:
                gradient += other
            gradient /= rows
            self._step(gradient, rate)
        return error

    def _step(self, gradient: Weights, rate: float) -> None:
        self._steps += 1
        self._mean += (gradient - self._mean) * np.float32(1 - _FIRST_MOMENT)
        self._square += (gradient * gradient - self._square) * np.float32(1 - _SECOND_MOMENT)
        scale = np.float32(rate / (1 - _FIRST_MOMENT**self._steps))
        spread = np.sqrt(self._square / np.float32(1 - _SECOND_MOMENT**self._steps)) + np.float32(_TINY)
        self._weights -= scale * (self._mean / spread)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; it is there whole or not at all."""
        facts = {
            "settings": self.settings.to_dict(),
            "games": self._games,
            "steps": self._steps,
            "seconds": self._seconds,
            "rounds": [list(asdict(done).values()) for done in self.rounds],
        }
        told = np.array(json.dumps(facts))

        def write(file: BinaryIO) -> None:
            np.savez(file, facts=told, weights=self._weights, mean=self._mean, square=self._square)

        write_whole(path, write)

    @classmethod
    def resume(cls, path: str | os.PathLike[str], *, threads: int | None = None) -> "Training":
        """Take up a run from its checkpoint.

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If it is no checkpoint.
        """
        try:
            with Path(path).open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                facts = json.loads(str(file["facts"]))
                arrays = [np.array(file[name], np.float32) for name in ("weights", "mean", "square")]
            given = facts["settings"]
            given |= {"rules": Rules(**given["rules"])}
            given |= {name: tuple(given[name]) for name in ("learning_rate", "decay")}
            run = cls(TrainingSettings(**given), threads, [Round(*row) for row in facts["rounds"]])
            run._weights, run._mean, run._square = (array.reshape(run._weights.shape) for array in arrays)
            run._games, run._steps, run._seconds = int(facts["games"]), int(facts["steps"]), float(facts["seconds"])
        except OSError:
            raise
        except Exception as error:
            raise ValueError(f"{os.fspath(path)} must be a checkpoint that bsg train wrote") from error
        return run


def _check_number(number: float, what: str) -> None:
    if not 0 <= number <= 1:
        raise ValueError(f"{what} must be 0 to 1, got {number}")


def _first_weights(settings: TrainingSettings) -> Weights:
    """Return small random weights, and outputs that begin near how often games are won and won highly."""
    chance = np.random.default_rng(settings.seed)
    hidden, inputs, outputs = settings.hidden, training.INPUTS, training.PROBABILITIES
    weights = np.zeros(training.count_weights(hidden), np.float32)
    of_inputs, of_outputs = slice(hidden, hidden * (1 + inputs)), slice(hidden * (1 + inputs), -outputs)
    weights[of_inputs] = chance.uniform(-0.1, 0.1, hidden * inputs)
    weights[of_outputs] = chance.uniform(-0.1, 0.1, hidden * outputs)
    weights[-outputs:] = [0, -2, -3, -2, -3]
    return weights


def _played(
    network: NDArray[np.int16], settings: TrainingSettings, first_game: int, decay: float
) -> tuple[int, NDArray[np.uint8], NDArray[np.float32]]:
    boards = np.empty((_GAMES_A_CHUNK * _ROOM_A_GAME, 32), np.uint8)
    targets = np.empty((len(boards), training.PROBABILITIES), np.float32)
    games, rows = training.record_games(
        network,
        bytes(Position.start()),
        settings.rules.code,
        settings.seed,
        first_game,
        _GAMES_A_CHUNK,
        _MOST_PLIES,
        decay,
        boards,
        targets,
    )
    return games, boards[:rows], targets[:rows]


def _look_ahead(
    network: NDArray[np.int16], rules: Rules, boards: NDArray[np.uint8], wanted: NDArray[np.float32]
) -> None:
    """Write what a search one turn ahead expects, by the network alone: it is that which is to learn."""
    going_on = np.zeros(1, np.uint8)
    search.judge_rows(network, None, boards, rules.code, 1, search.FILTERS, False, going_on, wanted)
