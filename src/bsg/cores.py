"""How many threads to use when nobody has said."""

import os

from bsg.checks import integer_between

MOST_THREADS = 1024


def thread_count(threads: object) -> int:
    """Return how many threads are asked for: `threads`, or one for each core this process may use if it is None.

    Raises
    ------
    TypeError
        If `threads` is neither None nor an integer.
    ValueError
        If it is not 1 to 1024.
    """
    if threads is not None:
        return integer_between(threads, 1, MOST_THREADS, "threads")
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)
