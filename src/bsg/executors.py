"""Chunks of games played elsewhere: by processes, a cluster, or whatever else is a `concurrent.futures.Executor`.

A chunk is a function, which can be pickled, and two numbers; what comes back are counts. Games are keyed by their numbers,
so it does not matter who plays a chunk, how large it is, or that it is played again since its worker was lost.
"""

import pickle
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

import numpy as np

from bsg.checks import described
from bsg.chunks import SECONDS_BETWEEN_REPORTS, Chunks, Counted, PlayChunk
from bsg.cores import thread_count

AnyExecutor = Executor | Callable[[], Executor]
"""An executor, or what opens one: that is asked again when the executor has broken, and closed at the end."""

_Counts = TypeVar("_Counts", bound=Counted)

_SECONDS_A_CHUNK = 1.0  # long enough to make sending it vanish
_LEFT_IN_SHARES = 16  # a chunk is never more of what is left, so that the last ones end together
_MOST_UNDER_WAY = 4096
_BYTES_UNDER_WAY = 1 << 26
_FIRST_UNDER_WAY = 4
_BREAKS_IN_VAIN = 3


def checked_workers(threads: object, executor: object) -> tuple[int, AnyExecutor | None]:
    """Return how many threads are to play, or the executor that is to.

    Raises
    ------
    TypeError
        If the executor is none, nor something that opens one.
    ValueError
        If both are given.
    """
    if executor is None:
        return thread_count(threads), None
    if threads is not None:
        raise ValueError("threads are those of this process, and executor says who plays instead; give one of them")
    if isinstance(executor, type) or not (isinstance(executor, Executor) or callable(executor)):
        raise TypeError(
            f"executor must be a concurrent.futures.Executor or a function that opens one, got {described(executor)}"
        )
    return 1, executor


def run_chunks(chunks: Chunks[_Counts], threads: int, executor: AnyExecutor | None, smallest: int) -> None:
    """Play all games of `chunks`, by threads or by an executor; an interrupt leaves the counts of those finished.

    Raises
    ------
    BrokenExecutor
        If an executor broke that cannot be opened again, or did so three times and no chunk was finished in between.
    """
    if executor is None:
        chunks.run(threads, smallest)
        return
    run = _Elsewhere(chunks, smallest)
    while not run.is_over:
        with nullcontext(executor) if isinstance(executor, Executor) else executor() as opened:
            run.play(opened, can_break=not isinstance(executor, Executor))
    chunks.report()


def play_apart(play: PlayChunk[_Counts], first_game: int, size: int) -> tuple[_Counts, float]:
    """Play a chunk in another process; return what it came to, and the seconds it took."""
    began = time.perf_counter()
    counts = play(first_game, size, np.zeros(1, np.uint8))
    return counts, time.perf_counter() - began


class _Elsewhere(Generic[_Counts]):
    """Chunks under way at an executor."""

    def __init__(self, chunks: Chunks[_Counts], smallest: int) -> None:
        self._chunks = chunks
        self._smallest = smallest
        self._size = smallest
        self._done = 0
        self._breaks = 0
        self._under_way: dict[Future[tuple[_Counts, float]], tuple[int, int]] = {}
        self._lost: list[tuple[int, int]] = []
        self._finished: SimpleQueue[Future[tuple[_Counts, float]]] = SimpleQueue()
        self._most_under_way = _most_under_way(chunks.play)
        self.is_over = False

    def play(self, executor: Executor, *, can_break: bool) -> None:
        """Have chunks played until there are none left, or the executor breaks; what was lost is played by the next one."""
        try:
            self._submit(executor)
            while self._under_way and not self._chunks.is_stopped:
                self._take_one()
                self._chunks.report_now_and_then()
                self._submit(executor)
            self.is_over = True
        except BrokenExecutor as error:
            self._keep_what_is_left()
            self._breaks += 1
            if self._breaks == _BREAKS_IN_VAIN:
                raise
            if not can_break:
                error.add_note(
                    "Give a function that opens an executor instead: it is called again, and what was lost is played again."
                )
                raise
        finally:
            for future in self._under_way:
                future.cancel()

    def _submit(self, executor: Executor) -> None:
        # A few at first, and more as they come back: how large a chunk must be is not yet known.
        while len(self._under_way) < min(_FIRST_UNDER_WAY + 2 * self._done, self._most_under_way):
            if not self._lost:
                first_game, size = self._chunks.claim(self._size, self._smallest, _LEFT_IN_SHARES)
                if size == 0:
                    return
                self._lost.append((first_game, size))
            first_game, size = self._lost[-1]
            future = executor.submit(play_apart, self._chunks.play, first_game, size)
            self._under_way[future] = self._lost.pop()
            future.add_done_callback(self._finished.put)

    def _take_one(self) -> None:
        # The wait is short because Ctrl-C does not end one on every system.
        try:
            future = self._finished.get(timeout=SECONDS_BETWEEN_REPORTS / 2)
        except Empty:
            return
        if future in self._under_way:  # else of an executor that has broken
            counts, seconds = future.result()
            _, size = self._under_way.pop(future)
            self._count(counts)
            self._size = self._chunks.next_size(size, seconds, _SECONDS_A_CHUNK)

    def _count(self, counts: _Counts) -> None:
        self._chunks.count(counts)
        self._done += 1
        self._breaks = 0

    def _keep_what_is_left(self) -> None:
        for future, chunk in self._under_way.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._count(future.result()[0])
            else:
                self._lost.append(chunk)
        self._under_way.clear()


def _most_under_way(play: object) -> int:
    """Return how many chunks may be under way, each of which may bring along what it plays with."""
    try:
        size = len(pickle.dumps(play))
    except Exception:  # noqa: BLE001  # whatever cannot be pickled is for the executor to refuse, or not to need
        return _FIRST_UNDER_WAY
    return max(_FIRST_UNDER_WAY, min(_MOST_UNDER_WAY, _BYTES_UNDER_WAY // size))
