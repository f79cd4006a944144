"""A subject, a peer or bsg, as seen from the process that asks it: its environment, its worker and its answers."""

import contextlib
import json
import subprocess

import environments


class SubjectError(Exception):
    """Why a subject cannot be measured, in a sentence."""


class SubjectProcess:
    """The process of one peer, or of bsg."""

    def __init__(self, name, folder):
        self.name = name
        python = environments.install(name, folder)
        self._log = folder / name / "worker.log"
        with self._log.open("w", encoding="utf-8") as log:
            self._process = environments.start_worker(name, python, log, environments.one_core())
        self.calls, self.notes, self.version, self.can_judge = {}, [], "", False

    def ask(self, request, **arguments):
        """Send a request and wait for its answer."""
        try:
            print(json.dumps([request, arguments]), file=self._process.stdin, flush=True)
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise SubjectError(f"its process ended with {self._process.wait()}; {self._log} holds what it said")
        answer = json.loads(line)
        if "error" in answer:
            raise SubjectError(answer["error"])
        return answer

    def prepare(self, pairs):
        """Return what every pair reaches."""
        answer = self.ask("prepare", pairs=pairs)
        self.calls, self.version, self.can_judge = answer["calls"], answer["version"], answer["can_judge"]
        self.notes = [answer["note"]] if answer["note"] else []
        return answer["reached"]

    def judge(self, positions):
        """Return what every position is worth."""
        answer = self.ask("judge", positions=positions)
        self.calls |= answer["calls"]
        self.notes += [answer["note"]] if answer["note"] else []
        return answer["equities"]

    def choose(self, pairs):
        """Return what is reached where every roll is played."""
        return self.ask("choose", pairs=pairs)["rows"]

    def warm_up(self, seconds):
        """Let every task find how often it must be done to take so long."""
        for task in self.calls:
            self.ask("warm_up", task=task, seconds=seconds)

    def rate(self, task):
        """Return how many units of a task were done a second."""
        answer = self.ask("time", task=task)
        return answer["units"] / answer["seconds"]

    def close(self):
        # A worker ends with its input. One that hangs in a peer's code is not waited for.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
