"""Many games played natively by several threads, in chunks of numbered games.

A chunk takes about as long as any other, whoever plays: its size follows from how long the last one took.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from threading import Lock
from typing import Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

Progress = Callable[[int, int], object]
"""Called with (games done, games in all)."""

SECONDS_BETWEEN_REPORTS = 0.2
_SECONDS_A_CHUNK = 0.05  # short enough for a smooth progress bar, long enough to make Python's part vanish
_LARGEST_CHUNK = 1 << 14


class Counted(Protocol):
    """Counts of games that can be added up; a value."""

    @property
    def games(self) -> int:
        """How many games are counted."""

    def __add__(self, other: Self, /) -> Self:
        """Return the counts of both."""


_Counts = TypeVar("_Counts", bound=Counted)

PlayChunk = Callable[[int, int, NDArray[np.uint8]], _Counts]
"""Called with the number of the first game, how many, and the flag that stops them; returns what they came to."""


class Chunks(Generic[_Counts]):
    """The games of one call, and the counts of those finished.

    Parameters
    ----------
    play : callable
        Plays a chunk with the GIL released.
    none : counts of no games
    games : int
        How many there are, even if they come in pairs.
    unit : int
        Games that are never parted; it divides `games`.
    progress : callable, optional
    """

    def __init__(
        self,
        play: PlayChunk[_Counts],
        none: _Counts,
        games: int,
        *,
        unit: int = 1,
        progress: Progress | None = None,
    ) -> None:
        self.counts = none
        self._play = play
        self._games = games
        self._unit = unit
        self._progress = progress
        self._next_report = time.monotonic() + SECONDS_BETWEEN_REPORTS
        self._next_game = 0
        self._lock = Lock()
        self._stop = np.zeros(1, np.uint8)

    def run(self, threads: int, smallest: int) -> None:
        """Play all games; an interrupt leaves the counts of those finished.

        Parameters
        ----------
        threads : int
        smallest : int
            The size of the first chunk, and of the last ones; a multiple of the unit.
        """
        # Only the workers touch the counts, and Python interrupts only the main thread: an interrupt finds them whole.
        with ThreadPoolExecutor(threads, thread_name_prefix="bsg-games") as pool:
            try:
                workers = [pool.submit(self._play_chunks, threads, smallest) for _ in range(threads)]
                # The wait is short because a thread that waits for longer would not see Ctrl-C on every system.
                while wait(workers, SECONDS_BETWEEN_REPORTS / 2, FIRST_EXCEPTION).not_done:
                    for worker in workers:
                        if worker.done():
                            worker.result()
                    self.report_now_and_then()
            finally:
                self.stop()  # the pool waits for its threads, and they look at this every turn
        for worker in workers:
            worker.result()
        self.report()

    def stop(self) -> None:
        """End soon, from any thread: `run` then returns as usual."""
        self._stop[0] = 1

    def _play_chunks(self, threads: int, smallest: int) -> None:
        """Play chunks of games until there are none left.

        How large they are depends on how long the last one took; towards the end they get smaller, so that no thread
        waits long for another.
        """
        size = smallest
        while not self._stop[0]:
            with self._lock:
                first_game = self._next_game
                left = self._games - first_game
                size = min(size, left, max(left // (2 * threads), smallest))
                size -= size % self._unit
                self._next_game += size
            if size == 0:
                return
            began = time.perf_counter()
            counts = self._play(first_game, size, self._stop)
            seconds = time.perf_counter() - began
            with self._lock:
                self.counts += counts
            wanted = size * _SECONDS_A_CHUNK / max(seconds, 1e-6)
            size = max(self._unit, min(int(wanted), 2 * size, _LARGEST_CHUNK))

    def report_now_and_then(self) -> None:
        """Tell how far it is, unless that was told just now."""
        if self._progress is not None and time.monotonic() >= self._next_report:
            self.report()

    def report(self) -> None:
        """Tell how far it is."""
        if self._progress is not None:
            self._progress(self.counts.games, self._games)
            self._next_report = time.monotonic() + SECONDS_BETWEEN_REPORTS
