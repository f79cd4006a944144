"""What the Python API costs a call, each with its answer asserted. Untimed, these run in the ordinary test suite.

To time them: pytest benchmarks --benchmark-enable
"""

import numpy as np
import pytest

import bsg
from bsg import batch

START = bsg.Position.start()
PACKED = batch.pack([START])
DICE = np.array([[3, 1]])

# The most plays of one roll that are known.
CROWDED = bsg.Position.from_points(dict.fromkeys([3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 19, 20, 22, 23, 24], 1), {25: 1})
CROWDED_PLAYS = bsg.plays(CROWDED, (1, 1), bsg.BACKGAMMON)


# --- plays ------------------------------------------------------------------------------------------------------------


def test_list_the_plays_of_a_roll(benchmark):
    assert len(benchmark(bsg.plays, START, (3, 1))) == 16


def test_list_the_plays_of_a_backgammon_double(benchmark):
    assert len(benchmark(bsg.plays, START, (1, 1), bsg.BACKGAMMON)) == 42


def test_list_the_plays_of_a_crowded_double(benchmark):
    assert len(benchmark(bsg.plays, CROWDED, (1, 1), bsg.BACKGAMMON)) == 2225


def test_look_at_where_the_plays_of_a_roll_lead(benchmark):
    afters = benchmark(lambda: [play.after for play in bsg.plays(START, (3, 1)) if play.result is None])
    assert len(set(afters)) == 16


def test_list_and_print_the_plays_of_a_roll(benchmark):
    texts = benchmark(lambda: [str(play) for play in bsg.plays(START, (3, 1))])
    assert texts[4] == "8/5 6/5"


def test_list_and_print_the_plays_of_a_backgammon_double(benchmark):
    texts = benchmark(lambda: [str(play) for play in bsg.plays(START, (1, 1), bsg.BACKGAMMON)])
    assert len(set(texts)) == 42


def test_look_at_the_steps_of_one_play_of_a_crowded_double(benchmark):
    assert len(benchmark(lambda: CROWDED_PLAYS[1100].steps)) == 4


def test_hash_the_plays_of_a_roll(benchmark):
    assert len(benchmark(set, bsg.plays(START, (3, 1)))) == 16


# --- steps, results and text ------------------------------------------------------------------------------------------


def test_next_steps_of_a_roll(benchmark):
    assert len(benchmark(bsg.next_steps, START, (3, 1))) == 7


def test_next_steps_after_a_step(benchmark):
    assert len(benchmark(bsg.next_steps, START, (3, 1), [(8, 5, 3)])) == 4


def test_next_steps_of_a_crowded_double(benchmark):
    assert len(benchmark(bsg.next_steps, CROWDED, (1, 1), (), bsg.BACKGAMMON)) == 15


def test_the_play_of_some_steps(benchmark):
    assert str(benchmark(bsg.play_from_steps, START, (3, 1), [(6, 5, 1), (8, 5, 3)])) == "8/5 6/5"


def test_read_a_play(benchmark):
    assert str(benchmark(bsg.parse_play, "8/5 6/5", START, (3, 1))) == "8/5 6/5"


def test_read_a_play_of_a_crowded_double(benchmark):
    play = benchmark(bsg.parse_play, "24/20", CROWDED, (1, 1), bsg.BACKGAMMON)
    assert str(play) == "24/20"


def test_the_result_of_a_position(benchmark):
    assert benchmark(bsg.result, START) is None


def test_perft_of_one_ply(benchmark):
    assert benchmark(bsg.perft, START, 1) == 246


# --- positions --------------------------------------------------------------------------------------------------------


def test_pack_and_swap_a_position(benchmark):
    assert benchmark(lambda: bsg.Position.from_bytes(bytes(START)).swapped()) == START


def test_unpack_the_counts_of_a_position(benchmark):
    own, opponent = benchmark(lambda: (START.own, START.opponent))
    assert own == opponent
    assert own[6] == 5


def test_count_the_pips_of_a_position(benchmark):
    assert benchmark(lambda: START.pips) == (167, 167)


# --- one row of a batch -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [DICE, DICE.astype(np.uint8)], ids=["int64", "uint8"])
def test_afterstates_of_one_row(benchmark, dice):
    after, offsets = benchmark(batch.afterstates, PACKED, dice)
    assert len(after) == offsets[1] == 16


def test_afterstates_of_one_row_into_buffers(benchmark):
    out = (np.empty((100, 32), np.uint8), np.empty(2, np.int64))
    after, _ = benchmark(batch.afterstates, PACKED, DICE, out=out)
    assert len(after) == 16


def test_counts_of_one_row(benchmark):
    assert benchmark(batch.counts, PACKED, DICE).tolist() == [16]


def test_result_of_one_row(benchmark):
    assert benchmark(batch.results, PACKED).kinds.tolist() == [batch.UNDECIDED]


def test_features_of_one_row(benchmark):
    assert benchmark(batch.features, PACKED).shape == (1, batch.FEATURES)


def test_playout_of_one_row(benchmark):
    assert benchmark(batch.playouts, PACKED, seed=1).plies[0] > 10
