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
        self._duel = None

    def pairs(self, number):
        """Give positions and rolls to ask everybody about; only bsg can."""
        return {"pairs": [[pair.row.hex(), pair.dice] for pair in self._subject.pairs(number)]}

    def positions(self, number):
        """Give different positions to be judged; only bsg can."""
        return {"positions": [row.hex() for row in self._subject.positions(number)]}

    def prepare(self, pairs):
        """Say what every pair reaches, before anything is timed."""
        prepared = self._subject.prepare(_read(pairs))
        self._tasks = prepared.tasks
        return {
            "reached": [None if found is None else [row.hex() for row in found] for found in prepared.reached],
            "calls": {name: task.call for name, task in prepared.tasks.items()},
            "note": prepared.note,
            "version": metadata.version(self._subject.DISTRIBUTION),
            "can_judge": hasattr(self._subject, "judge"),
        }

    def judge(self, positions):
        """Say what every position is worth, before that is timed; of those subjects that can."""
        judged = self._subject.judge([bytes.fromhex(row) for row in positions])
        self._tasks |= judged.tasks
        return {
            "equities": judged.equities,
            "calls": {name: task.call for name, task in judged.tasks.items()},
            "note": judged.note,
        }

    def choose(self, pairs):
        """Play rolls: say what each play reaches."""
        return {"rows": [row.hex() for row in self._subject.choose(_read(pairs))]}

    def duel(self, bot, other, games, seed):
        """Begin games against another player; only bsg can. Say what that one is asked first."""
        self._duel = self._subject.duel(bot, other, games, seed)
        return self._questions()

    def answer(self, rows):
        """Go on with the games; say what the other player is asked next."""
        self._duel.answer([bytes.fromhex(row) for row in rows])
        return self._questions()

    def outcome(self):
        """Say how the games came out."""
        match = self._duel.outcome()
        return {"text": str(match), "values": match.to_dict(), "wins_with_a_die_left": self._duel.wins_with_a_die_left}

    def _questions(self):
        return {"pairs": [[pair.row.hex(), pair.dice] for pair in self._duel.questions()]}

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


def _read(pairs):
    return [Pair(bytes.fromhex(row), tuple(dice)) for row, dice in pairs]


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
