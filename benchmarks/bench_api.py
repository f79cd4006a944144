"""What the Python API costs a call, each with its answer asserted. Untimed, these run in the ordinary test suite.

To time them: pytest benchmarks --benchmark-enable
"""

import bsg

START = bsg.Position.start()


def test_list_the_plays_of_a_roll(benchmark):
    assert len(benchmark(bsg.plays, START, (3, 1))) == 16


def test_list_the_plays_of_a_backgammon_double(benchmark):
    assert len(benchmark(bsg.plays, START, (1, 1), bsg.BACKGAMMON)) == 42


def test_list_and_print_the_plays_of_a_roll(benchmark):
    texts = benchmark(lambda: [str(play) for play in bsg.plays(START, (3, 1))])
    assert texts[4] == "8/5 6/5"


def test_next_steps_of_a_roll(benchmark):
    assert len(benchmark(bsg.next_steps, START, (3, 1))) == 7


def test_read_a_play(benchmark):
    assert str(benchmark(bsg.parse_play, "8/5 6/5", START, (3, 1))) == "8/5 6/5"


def test_pack_and_swap_a_position(benchmark):
    assert benchmark(lambda: bsg.Position.from_bytes(bytes(START)).swapped()) == START
