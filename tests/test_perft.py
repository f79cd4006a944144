"""Numbers of leaves: the whole tree of plays against numbers found by other programs."""

import json
from pathlib import Path

import pytest

import bsg
from boards import BACKGAMMON, BAN, EVERY_WAY_TO_PLAY, board

KNOWN = [json.loads(line) for line in Path(__file__, "../data/perft.jsonl").resolve().read_text().splitlines()]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known['rules']}-{known['depth']}")
def test_perft_of_the_native_engine_is_the_known_number(known):
    rules = getattr(bsg, known["rules"])
    assert bsg.perft(bsg.Position.parse(known["position"]), known["depth"], rules) == known["leaves"]


@pytest.mark.parametrize("known", [known for known in KNOWN if known["depth"] == 1], ids=lambda known: known["rules"])
def test_perft_of_the_reference_is_the_known_number(known):
    rules = getattr(bsg, known["rules"])
    assert bsg.reference.perft(bsg.Position.parse(known["position"]), 1, rules) == known["leaves"]


@pytest.mark.slow
@pytest.mark.parametrize("known", [known for known in KNOWN if known["depth"] == 2], ids=lambda known: known["rules"])
def test_perft_of_the_reference_is_the_known_number_at_depth_two(known):
    rules = getattr(bsg, known["rules"])
    assert bsg.reference.perft(bsg.Position.parse(known["position"]), 2, rules) == known["leaves"]


@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_perft_near_the_end_agrees_in_both_engines(rules):
    near = (
        board({7: 1, 6: 2, 5: 2, 4: 2, 3: 3, 2: 3, 1: 2}, {25: 1, 13: 14})
        if rules.finish == "iri-gachi"
        else board({7: 1, 1: 2}, {25: 1, 2: 1})
    )
    for depth in range(3):
        assert bsg.engine.perft(near, depth, rules) == bsg.reference.perft(near, depth, rules)


def test_perft_of_depth_zero_is_one(engine):
    assert engine.perft(bsg.Position.start(), 0) == 1


def test_perft_counts_a_decided_position_as_one_leaf_also_at_the_root(engine):
    decided = board({6: 5, 5: 5, 4: 5}, {13: 15})
    assert [engine.perft(decided, depth, BAN) for depth in range(4)] == [1, 1, 1, 1]
    assert [engine.perft(decided.swapped(), depth, BAN) for depth in range(4)] == [1, 1, 1, 1]


def test_perft_counts_a_forced_pass_as_one(engine):
    barred = board({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})
    assert engine.perft(barred, 1, BACKGAMMON) == 21


@pytest.mark.parametrize("depth", [-1, -(10**30)])
def test_perft_refuses_a_negative_depth(engine, depth):
    with pytest.raises(ValueError, match="depth"):
        engine.perft(bsg.Position.start(), depth)


def test_perft_of_a_finished_tree_may_be_asked_for_any_depth():
    last_checkers = board({1: 1}, {1: 1})
    assert bsg.perft(last_checkers, 500, BACKGAMMON) == 21
    assert bsg.perft(last_checkers, 10**30, BACKGAMMON) == 21


def test_perft_of_an_endless_tree_is_refused_where_it_is_too_deep(engine):
    with pytest.raises(ValueError, match="deeper than can be counted, got 100000"):
        engine.perft(board({7: 1, 6: 14}, {25: 1, 1: 14}), 100_000)
