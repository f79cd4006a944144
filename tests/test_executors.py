"""Games played elsewhere: by threads, processes or a cluster they are the same, whatever is lost on the way."""

import dataclasses
import multiprocessing
import os
import signal
import threading
import time
import warnings
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

import bsg
from bsg import executors
from bsg.network import shipped_network

START = bsg.Position.start()
GAMES = 3000


def processes():
    """Open two processes, started afresh: a fork would copy the threads of the tests."""
    return ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))


@pytest.fixture(scope="module")
def pool():
    with processes() as executor:
        yield executor


def one_of_each(executor):
    """Whatever takes an executor, with bots that look ahead and bots that draw."""
    return [
        bsg.simulate(GAMES, seed=3, executor=executor),
        bsg.simulate(60, bsg.BACKGAMMON, seed=4, players=("net", "club"), executor=executor),
        bsg.play_match("net", "beginner", 40, seed=5, executor=executor),
        bsg.rollout(bsg.plays(START, (3, 1))[:2], trials=40, truncate=4, executor=executor),
        bsg.rollout(START, trials=300, truncate=4, error_below=0.001, executor=executor),
    ]


@pytest.fixture(scope="module")
def by_threads():
    return one_of_each(None)


def test_processes_play_the_same_games(pool, by_threads):
    assert one_of_each(pool) == by_threads


def test_an_executor_of_threads_plays_the_same_games(by_threads):
    with ThreadPoolExecutor(3) as executor:
        assert one_of_each(executor) == by_threads


@pytest.mark.parametrize("seconds", [1e-6, 0.01, 100])
def test_the_size_of_chunks_changes_nothing(seconds, monkeypatch):
    monkeypatch.setattr(executors, "_SECONDS_A_CHUNK", seconds)
    with ThreadPoolExecutor(2) as executor:
        assert bsg.simulate(500, seed=3, executor=executor) == bsg.simulate(500, seed=3)


def test_a_network_of_ones_own_is_sent_along(pool):
    network = dataclasses.replace(shipped_network(), weights=shipped_network().weights * 0.5)
    own = bsg.bot("net", network=network)
    assert bsg.play_match(own, "net", 20, seed=1, executor=pool) == bsg.play_match(own, "net", 20, seed=1)
    plays = bsg.plays(START, (6, 5))[:2]
    elsewhere = bsg.rollout(plays, trials=10, truncate=3, network=network, executor=pool)
    assert elsewhere == bsg.rollout(plays, trials=10, truncate=3, network=network)


class First:
    """Takes the first play of all."""

    name = "first"

    def choose(self, position, dice, rules):
        return bsg.plays(position, dice, rules)[0]


class Never:
    def choose(self, position, dice, rules):
        raise RuntimeError("I never play")


def test_players_written_in_python_are_sent_along(pool):
    assert bsg.simulate(10, seed=2, players=(First(), "random"), executor=pool) == bsg.simulate(
        10, seed=2, players=(First(), "random")
    )


def test_what_a_player_raises_elsewhere_reaches_the_caller(pool):
    with pytest.raises(RuntimeError, match="I never play"):
        bsg.simulate(100, seed=2, players=(Never(), "random"), executor=pool)
    assert bsg.simulate(10, seed=2, executor=pool).games == 10  # and leaves the executor as it was


class Breaking(Executor):
    """Plays at once, and breaks for good after some chunks."""

    def __init__(self, chunks):
        self.chunks = chunks
        self.is_closed = False

    def submit(self, function, /, *arguments):
        if self.chunks == 0:
            raise BrokenProcessPool("a worker was lost")
        self.chunks -= 1
        future = Future()
        if self.chunks == 0:
            future.set_exception(BrokenProcessPool("a worker was lost"))
        else:
            future.set_result(function(*arguments))
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):  # the signature of Executor
        self.is_closed = True


def test_what_opens_an_executor_is_called_again_when_that_has_broken():
    opened = []

    def opener():
        opened.append(Breaking(5))
        return opened[-1]

    players = ("net", "random")
    assert bsg.simulate(200, seed=3, players=players, executor=opener) == bsg.simulate(200, seed=3, players=players)
    assert len(opened) > 2
    assert all(executor.is_closed for executor in opened)


def test_an_executor_that_breaks_at_once_again_and_again_is_given_up():
    opened = []

    def opener():
        opened.append(Breaking(1))
        return opened[-1]

    with pytest.raises(BrokenExecutor):
        bsg.simulate(100, seed=3, executor=opener)
    assert len(opened) == 3


def test_an_executor_that_has_broken_cannot_be_opened_again_by_us():
    executor = Breaking(5)
    with pytest.raises(BrokenExecutor) as caught:
        bsg.simulate(200, seed=3, players=("net", "net"), executor=executor)
    assert "a function that opens an executor" in caught.value.__notes__[0]
    assert not executor.is_closed


def kill_one(others, killed):
    """Kill one of the processes that are started besides others, when it has been at work for a while."""
    for _ in range(1000):
        started = [child.pid for child in multiprocessing.active_children() if child.pid not in others]
        if len(started) >= 2:
            time.sleep(0.7)
            os.kill(started[0], signal.SIGKILL)
            killed.append(started[0])
            return
        time.sleep(0.02)


def test_a_process_that_is_killed_costs_what_was_under_way_and_no_more():
    killed = []
    before = {child.pid for child in multiprocessing.active_children()}
    killer = threading.Thread(target=kill_one, args=(before, killed))
    killer.start()
    found = bsg.simulate(15_000, seed=8, players=("net", "random"), executor=processes)
    killer.join()
    assert killed
    assert found == bsg.simulate(15_000, seed=8, players=("net", "random"))


def test_progress_is_told_from_the_calling_thread_while_others_play(pool):
    told = []
    bsg.simulate(
        2000, seed=1, executor=pool, progress=lambda done, total: told.append((done, total, threading.get_ident()))
    )
    assert told[-1] == (2000, 2000, threading.get_ident())


def test_an_interrupt_cancels_what_is_under_way():
    """The games that came back are told."""

    def interrupting(done, _total):
        if done:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor, pytest.raises(bsg.SimulationInterrupted) as caught:
        bsg.simulate(10**9, seed=1, executor=executor, progress=interrupting)
    assert 0 < caught.value.summary.games < 10**9


def test_a_rollout_with_an_executor_ends_in_time(pool):
    began = time.monotonic()
    found = bsg.rollout(START, trials=1_000_000, seconds=0.5, executor=pool)
    assert time.monotonic() - began < 20
    assert found == bsg.rollout(START, trials=found.trials)


@pytest.mark.parametrize(
    ("error", "message", "options"),
    [
        (TypeError, "executor must be a concurrent.futures.Executor", {"executor": 3}),
        (TypeError, "executor must be a concurrent.futures.Executor", {"executor": ThreadPoolExecutor}),
        (ValueError, "give one of them", {"executor": processes, "threads": 2}),
    ],
)
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda **options: bsg.simulate(10, **options), id="simulate"),
        pytest.param(lambda **options: bsg.play_match("net", "net", 10, **options), id="match"),
        pytest.param(lambda **options: bsg.rollout(START, **options), id="rollout"),
    ],
)
def test_what_is_no_executor_is_refused(call, error, message, options):
    with pytest.raises(error, match=message):
        call(**options)


@pytest.fixture(scope="module")
def cluster():
    """A cluster of three worker processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with (
        warnings.catch_warnings(),
        distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as started,
        distributed.Client(started) as client,
    ):
        warnings.simplefilter("ignore")
        yield client


def test_a_cluster_plays_the_same_games(cluster, by_threads):
    assert one_of_each(cluster.get_executor()) == by_threads


def test_a_worker_of_a_cluster_that_is_killed_costs_its_chunk_and_no_more(cluster):
    pids = list(cluster.run(os.getpid).values())
    told = []

    def kill_one_half_way(done, total):
        if done * 3 > total and not told:
            os.kill(pids[0], signal.SIGKILL)
            told.append(done)

    found = bsg.simulate(
        15_000, seed=9, players=("net", "random"), executor=cluster.get_executor(), progress=kill_one_half_way
    )
    assert told
    assert found == bsg.simulate(15_000, seed=9, players=("net", "random"))
