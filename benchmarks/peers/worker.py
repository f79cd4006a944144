"""One subject, a peer or bsg, in a process of its own: reads requests and writes answers, a line of JSON each.

It runs in the subject's environment. Every answer is one object; one with "error" says in a sentence why there is no
other. Rows are written in hexadecimal.
"""

import gc
import importlib
import json
import os
import sys
from importlib import metadata
from time import process_time

from tasks import Pair


class Worker:
    """What is asked of one subject; each public method is a request."""

    def __init__(self, subject):
        self._subject = importlib.import_module(f"subject_{subject.replace('-', '_')}")
        self._tasks = {}
        self._repeats = {}

    def pairs(self, number):
        """Give positions and rolls to ask everybody about; only bsg can."""
        return {"pairs": [[pair.row.hex(), pair.dice] for pair in self._subject.pairs(number)]}

    def prepare(self, pairs):
        """Say what every pair reaches, before anything is timed."""
        prepared = self._subject.prepare([Pair(bytes.fromhex(row), tuple(dice)) for row, dice in pairs])
        self._tasks = prepared.tasks
        return {
            "reached": [None if found is None else [row.hex() for row in found] for found in prepared.reached],
            "calls": {name: task.call for name, task in prepared.tasks.items()},
            "note": prepared.note,
            "version": metadata.version(self._subject.DISTRIBUTION),
        }

    def warm_up(self, task, seconds):
        """Double the number of runs until they take long enough."""
        self._repeats[task] = 1
        while self.time(task)["seconds"] < seconds:
            self._repeats[task] *= 2
        return {}

    def time(self, task):
        """Do a task as often as was found to take long enough; say how many units of it that was, and how long."""
        run, units = self._tasks[task].run, 0
        gc.collect()
        gc.disable()
        try:
            # The processor's time leaves out what other processes take.
            began = process_time()
            for _ in range(self._repeats[task]):
                units += run()
            return {"units": units, "seconds": process_time() - began}
        finally:
            gc.enable()


def main():
    subject, core = sys.argv[1], int(sys.argv[2])
    if core >= 0:
        os.sched_setaffinity(0, {core})
    # A peer may print what it likes: that goes to the log, and only answers go to the runner.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    worker = None
    for line in sys.stdin:
        request, arguments = json.loads(line)
        try:
            worker = worker or Worker(subject)
            answer = getattr(worker, request)(**arguments)
        except Exception as error:  # noqa: BLE001 - whatever a peer raises is its row in the table
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
