"""The bulk calls: each row answered as the single call answers it, whatever the buffers and the threads."""

import itertools
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest

import bsg
from boards import BACKGAMMON, BAN, EVERY_WAY_TO_PLAY, INSTANT, board
from bsg import batch
from bsg import rows as buffers
from bsg.winning import KINDS
from bsg_core import bulk, playout
from strategies import game

START = bsg.Position.start()
DECIDED = board({6: 15}, {24: 15})
CROWDED = board(dict.fromkeys([3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 19, 20, 22, 23, 24], 1), {25: 1})
BARRED = board({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})


@pytest.fixture
def threads_for_little(monkeypatch):
    """Start all threads that are asked for, however little there is to do for them."""
    monkeypatch.setattr(buffers, "_WORTH_A_THREAD", 1e-6)


def corpus(rules, rows=300):
    """Collect positions and rolls along games, a decided position and a forced pass among them."""
    pairs = [(DECIDED, (3, 1)), (BARRED, (1, 6))]
    seed = 0
    while len(pairs) < rows:
        pairs += game(rules, seed)
        seed += 1
    positions, dice = zip(*pairs[:rows], strict=True)
    return positions, batch.pack(positions), np.array(dice)


@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_every_row_is_answered_as_the_single_call_does(rules):
    positions, boards, dice = corpus(rules)
    after, offsets = batch.afterstates(boards, dice, rules, ordered=True)
    found = batch.results(boards, rules)
    assert offsets.tolist() == [0, *np.cumsum(batch.counts(boards, dice, rules))]
    assert len(after) == offsets[-1]
    for row, (position, roll) in enumerate(zip(positions, dice.tolist(), strict=True)):
        listed = bsg.plays(position, roll, rules)
        assert [bytes(play.after) for play in listed] == list(map(bytes, after[offsets[row] : offsets[row + 1]]))
        result = bsg.result(position, rules)
        if result is None:
            assert (found.points[row], found.kinds[row]) == (0, batch.UNDECIDED)
        else:
            assert (found.points[row], KINDS[found.kinds[row]]) == (result.points, result.kind)


@pytest.mark.parametrize("rows", [1, 3, 2100])
@pytest.mark.parametrize("with_room", [False, True], ids=["new", "given"])
def test_rows_with_far_more_plays_than_others_find_room(rows, with_room):
    boards, dice = batch.pack([CROWDED] * rows), np.array([[1, 1]] * rows)
    if rows == 2100:  # so many are counted first
        boards[1:] = batch.pack([START])
    out = (np.zeros((2225 * 3 + 42 * rows, 32), np.uint8), np.zeros(rows + 1, np.int64)) if with_room else None
    after, offsets = batch.afterstates(boards, dice, BACKGAMMON, ordered=True, out=out, threads=1)
    assert after.shape == (offsets[-1], 32)
    assert np.array_equal(np.diff(offsets), batch.counts(boards, dice, BACKGAMMON))
    listed = [bytes(play.after) for play in bsg.plays(CROWDED, (1, 1), BACKGAMMON)]
    assert list(map(bytes, after[:2225])) == listed
    assert after.base is (out[0] if with_room else None)


@pytest.mark.parametrize("rules", [BAN, BACKGAMMON, INSTANT], ids=str)
def test_the_order_of_discovery_has_the_same_positions(rules):
    _, boards, dice = corpus(rules)
    after, offsets = batch.afterstates(boards, dice, rules)
    ordered, same_offsets = batch.afterstates(boards, dice, rules, ordered=True)
    assert np.array_equal(offsets, same_offsets)
    for first, last in pairwise(offsets):
        assert sorted(map(bytes, after[first:last])) == sorted(map(bytes, ordered[first:last]))


@pytest.mark.usefixtures("threads_for_little")
@pytest.mark.parametrize("threads", [1, 2, 3, 7, None])
def test_threads_change_nothing(threads):
    _, boards, dice = corpus(BACKGAMMON, rows=5000)
    alone = batch.afterstates(boards, dice, BACKGAMMON, threads=1)
    many = batch.afterstates(boards, dice, BACKGAMMON, threads=threads)
    assert all(map(np.array_equal, alone, many))
    one, other = (batch.playouts(boards, BACKGAMMON, seed=3, threads=n) for n in (1, threads))
    assert all(map(np.array_equal, one, other))
    assert np.array_equal(batch.swapped(boards, threads=1), batch.swapped(boards, threads=threads))
    assert np.array_equal(batch.features(boards, threads=1), batch.features(boards, threads=threads))
    assert all(map(np.array_equal, *(batch.results(boards, BACKGAMMON, threads=n) for n in (1, threads))))


def test_swapped_rows_are_swapped_positions():
    positions, boards, _ = corpus(BAN)
    turned = batch.swapped(boards)
    assert list(map(bytes, turned)) == [bytes(position.swapped()) for position in positions]
    assert batch.swapped(turned, out=turned) is not None
    assert np.array_equal(turned, boards)


def test_features_are_those_described():
    positions, boards, _ = corpus(BACKGAMMON)
    seen = batch.features(boards)
    assert seen.shape == (len(positions), batch.FEATURES)
    for row, position in zip(seen.tolist(), positions, strict=True):
        described = []
        for side in (position.own, position.opponent):
            for count in side[1:25]:
                described += [float(count == 1), float(count == 2), float(count >= 3), max(0, count - 3) / 2]
            described += [side[25] / 2, side[0] / 15]
        assert row == pytest.approx(described)


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_lists_are_the_same_in_any_memory(rules, ordered):
    _, boards, dice = corpus(rules)
    after, offsets = batch.afterstates(boards, dice, rules, ordered=ordered)
    memory = np.zeros((len(after) + 5000) * 32 + 8, np.uint8)
    for rows, skipped in itertools.product((len(after), len(after) + 1000, len(after) + 5000), (0, 1, 4)):
        memory[:] = 77
        room = memory[skipped:][: rows * 32].reshape(rows, 32)
        written, counted = batch.afterstates(
            boards, dice, rules, ordered=ordered, threads=1, out=(room, np.zeros_like(offsets))
        )
        assert np.array_equal(written, after)
        assert np.array_equal(counted, offsets)
        assert (room[len(after) :] == 77).all()


def test_playouts_are_the_games_of_their_streams():
    positions, boards, _ = corpus(INSTANT, rows=40)
    ended = batch.playouts(boards, INSTANT, seed=9, first_game=70, max_plies=60)
    for row, position in enumerate(positions):
        dice, *choices = (playout.open_stream(9, 70 + row, purpose) for purpose in range(3))
        seen, plies = position, 0
        while (result := bsg.result(seen, INSTANT)) is None and plies < 60:
            seen = seen.swapped() if plies else seen
            after = playout.choose_random(bytes(seen), *playout.roll(dice), INSTANT.code, choices[plies % 2])
            seen, plies = bsg.Position.from_bytes(after), plies + 1
        sign = 1 if plies % 2 or plies == 0 else -1
        assert ended.plies[row] == plies
        assert ended.points[row] == (sign * result.points if result else 0)
        assert ended.kinds[row] == (KINDS.index(result.kind) if result else batch.CAPPED)


@pytest.mark.parametrize("max_plies", [1, 60, 10_000])
def test_a_row_is_played_alike_alone_and_among_many(max_plies):
    # Few plies are played in the calling thread, many are not.
    _, boards, _ = corpus(BAN)
    many = batch.playouts(boards, seed=4, first_game=5, max_plies=max_plies)
    for row in range(0, len(boards), 30):
        alone = batch.playouts(boards[row : row + 1], seed=4, first_game=5 + row, max_plies=max_plies)
        assert [found[0] for found in alone] == [found[row] for found in many]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_thread_is_started_where_there_is_enough_to_do_for_it(threads, monkeypatch):
    started = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers, **options):
            started.append(workers)
            super().__init__(workers, **options)

    monkeypatch.setattr(buffers, "ThreadPoolExecutor", Pool)
    for rows in (1, 1000, 400_000):
        boards = np.repeat(batch.pack([START]), rows, axis=0)
        assert (batch.swapped(boards, threads=threads) == boards).all()
    assert started == [min(threads, 3)] * (threads > 1)


def test_no_rows_are_no_work():
    boards, dice = np.empty((0, 32), np.uint8), np.empty((0, 2), np.uint8)
    after, offsets = batch.afterstates(boards, dice)
    assert after.shape == (0, 32)
    assert offsets.tolist() == [0]
    assert batch.counts(boards, dice).shape == (0,)
    assert batch.features(boards).shape == (0, batch.FEATURES)
    assert batch.playouts(boards, seed=1).plies.shape == (0,)


def test_buffers_that_are_passed_are_written():
    _, boards, dice = corpus(BAN)
    expected = batch.afterstates(boards, dice)
    room = np.zeros((len(expected.after) + 10, 32), np.uint8)
    offsets = np.zeros(len(boards) + 1, np.int64)
    after, written = batch.afterstates(boards, dice, out=(room, offsets))
    assert after.base is room
    assert np.array_equal(after, expected.after)
    assert np.array_equal(offsets, expected.offsets)
    assert np.array_equal(written, offsets)
    assert not room[len(after) :].any()
    found = np.zeros(len(boards), np.int64)
    batch.counts(boards, dice, out=found)
    assert np.array_equal(found, np.diff(offsets))
    results = batch.Results(np.zeros(len(boards), np.int8), np.zeros(len(boards), np.uint8))
    batch.results(boards, out=results)
    assert all(map(np.array_equal, results, batch.results(boards)))


@pytest.mark.usefixtures("threads_for_little")
@pytest.mark.parametrize("bad_row", [0, 17, 2999])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_bad_row_is_named(bad_row, threads):
    _, boards, dice = corpus(BAN, rows=3000)
    spoiled = boards.copy()
    spoiled[bad_row:] = 255
    refused = [
        lambda: batch.counts(spoiled, dice, threads=threads),
        lambda: batch.afterstates(spoiled, dice, threads=threads),
        lambda: batch.results(spoiled, threads=threads),
        lambda: batch.swapped(spoiled, threads=threads),
        lambda: batch.features(spoiled, threads=threads),
        lambda: batch.playouts(spoiled, seed=1, threads=threads),
    ]
    for call in refused:
        with pytest.raises(ValueError, match=rf"^row {bad_row} of positions: impossible position"):
            call()
    rolls = dice.copy()
    rolls[bad_row:, 1] = 7
    with pytest.raises(ValueError, match=rf"^row {bad_row} of dice"):
        batch.counts(boards, rolls)


def test_a_row_impossible_under_the_rules_is_named_with_the_ruling():
    boards = batch.pack([START, board({6: 14}, {24: 15})])
    with pytest.raises(ValueError, match=r"row 1 .*R17"):
        batch.results(boards, BAN)
    assert batch.results(boards, BACKGAMMON).points.tolist() == [0, 0]


BAD_CALLS = [
    (lambda b, d: batch.counts([START], d), TypeError, "positions must be a numpy array of uint8, got list"),
    (lambda b, d: batch.counts(b.astype(np.int16), d), TypeError, "array of int16"),
    (lambda b, d: batch.counts(b[0], d), ValueError, r"shape \(n, 32\)"),
    (lambda b, d: batch.counts(b[:, :31], d), ValueError, r"shape \(n, 32\)"),
    (lambda b, d: batch.counts(b, [[3, 1]]), TypeError, "dice must be a numpy array of integers"),
    (lambda b, d: batch.counts(b, d.astype(float)), TypeError, "array of float64"),
    (lambda b, d: batch.counts(b, d.astype(bool)), TypeError, "array of bool"),
    (lambda b, d: batch.counts(b, d[:1]), ValueError, r"shape \(2, 2\)"),
    (lambda b, d: batch.counts(b, d - 257), ValueError, "row 0 of dice"),
    (lambda b, d: batch.counts(b, d, "backgammon"), TypeError, "Rules"),
    (lambda b, d: batch.counts(b, d, threads=0), ValueError, "threads"),
    (lambda b, d: batch.counts(b, d, threads=True), TypeError, "threads"),
    (lambda b, d: batch.counts(b, d, out=np.zeros(2, np.int32)), TypeError, "out must be a numpy array of int64"),
    (lambda b, d: batch.counts(b, d, out=np.zeros(3, np.int64)), ValueError, r"out must be of shape \(2,\)"),
    (lambda b, d: batch.counts(b, d, out=np.zeros(4, np.int64)[::2]), ValueError, "contiguous"),
    (lambda b, d: batch.swapped(b, out=np.frombuffer(bytes(64), np.uint8).reshape(2, 32)), ValueError, "writeable"),
    (
        lambda b, d: batch.afterstates(b, d, out=(np.zeros((31, 32), np.uint8), np.zeros(3, np.int64))),
        ValueError,
        r"out\[0\] must be of shape \(32, 32\) or have more rows, got \(31, 32\)",
    ),
    (lambda b, d: batch.playouts(b, seed=-1), ValueError, "seed"),
    (lambda b, d: batch.playouts(b, seed=2**64), ValueError, "seed"),
    (lambda b, d: batch.playouts(b, seed="1"), TypeError, "seed"),
    (lambda b, d: batch.playouts(b, seed=1, max_plies=0), ValueError, "max_plies"),
    (lambda b, d: batch.playouts(b, seed=1, first_game=-1), ValueError, "first_game"),
    (lambda b, d: batch.pack([START, None]), TypeError, "Position"),
]


@pytest.mark.parametrize(("call", "error", "says"), BAD_CALLS, ids=[str(number) for number in range(len(BAD_CALLS))])
def test_bad_arguments_are_refused(call, error, says):
    boards, dice = batch.pack([START, START]), np.array([[3, 1], [3, 1]])
    with pytest.raises(error, match=says):
        call(boards, dice)


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"])
def test_dice_are_integers_of_any_type_and_none_wraps_round_to_a_die(kind):
    boards = batch.pack([START] * 2)
    limits = np.iinfo(kind)
    assert batch.counts(boards, np.array([[3, 1], [6, 6]], kind)).tolist() == [16, 6]
    for wrong in (0, 7, -1, -255, 257, 259, 2**16 + 1, 2**32 + 3, 2**63 + 1, limits.min, limits.max):
        if limits.min <= wrong <= limits.max:
            dice = np.array([[3, 1], [3, wrong]], kind)
            for call in (batch.counts, batch.afterstates):
                with pytest.raises(ValueError, match=rf"^row 1 of dice must be two numbers 1 to 6, got \[3, {wrong}\]"):
                    call(boards, dice)


def test_a_bad_roll_is_told_of_before_a_bad_position():
    boards, dice = batch.pack([START] * 3), np.array([[3, 1], [3, 1], [0, 1]])
    boards[1] = 255
    for call in (batch.counts, batch.afterstates):
        with pytest.raises(ValueError, match="row 2 of dice"):
            call(boards, dice)


@pytest.fixture
def threads_that_take_turns_quickly():
    """Let threads wait for the GIL, if there is one, for 10 microseconds instead of 5 milliseconds."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("threads_that_take_turns_quickly")
def test_what_another_thread_changes_while_it_is_read_is_still_checked():
    good_boards, good_dice = batch.pack([START] * 8), np.ones((8, 2), np.uint8)
    boards, dice, counts = good_boards.copy(), good_dice.copy(), np.zeros(8, np.int64)
    done = threading.Event()

    def change():
        bad_boards, bad_dice = np.full_like(boards, 255), np.full_like(dice, 31)
        while not done.is_set():
            dice[:] = bad_dice
            dice[:] = good_dice
            boards[:] = bad_boards
            boards[:] = good_boards

    counted = set()
    end = time.monotonic() + 0.5
    with ThreadPoolExecutor(1) as pool:
        changing = pool.submit(change)
        try:
            while time.monotonic() < end:
                bulk.count_rows(boards, dice, BACKGAMMON.code, counts)
                counted.update(counts.tolist())
        finally:
            done.set()
        changing.result()
    assert counted <= {0, len(bsg.plays(START, (1, 1), BACKGAMMON))}


@pytest.mark.parametrize("rules", [BAN, None], ids=str)
@pytest.mark.parametrize("dice", [np.array([[3, 1]]), None], ids=["dice", "no dice"])
def test_a_row_that_is_good_again_when_its_refusal_is_put_into_words_has_been_changed(rules, dice):
    with pytest.raises(RuntimeError, match="changed by another thread while row 0 was read"):
        buffers.refuse_bad_row(0, batch.pack([START]), rules, dice)


def test_buffers_need_not_be_contiguous_to_be_read():
    _, boards, dice = corpus(BAN)
    assert np.array_equal(batch.counts(boards[::2], dice[::2]), batch.counts(boards, dice)[::2])
    assert np.array_equal(batch.counts(np.asfortranarray(boards), dice.astype(np.int8)), batch.counts(boards, dice))


def test_long_playouts_are_interrupted_by_ctrl_c():
    program = """
import signal
import numpy as np, bsg
from bsg import batch
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background
boards = np.repeat(batch.pack([bsg.Position.start()]), 2_000_000, axis=0)
print("begun", flush=True)
batch.playouts(boards, seed=1, threads=1)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        asked = time.monotonic()
        _, errors = process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in errors
    assert time.monotonic() - asked < 5
