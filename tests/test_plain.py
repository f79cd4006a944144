"""The plain generator and the native core list the same plays, and their random games come out alike."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import bsg
import plain
from boards import BACKGAMMON, BAN, BEAR_OFF, CLOSED, EVERY_WAY_TO_PLAY, INSTANT, board
from bsg import batch
from strategies import game, near_an_edge, situations

PAIRS = 250
GAMES = 2_000
# More than the plays of 250 rolls along a game: a roll has 10 to 20, and very few have hundreds.
ROOM = 100 * PAIRS

# The closed home is complete but for one checker, and the opponent waits: wins of every kind are near.
NEARLY_CLOSED = board({**CLOSED, 4: 1, 8: 2, 7: 2}, {25: 1, 13: 14})


def sets(after, offsets):
    """Split listed positions into a set for each row, each position once."""
    rows = [list(map(bytes, after[first:last])) for first, last in itertools.pairwise(offsets)]
    assert all(len(set(row)) == len(row) for row in rows)
    return [set(row) for row in rows]


def plain_plays(positions, dice, rules):
    """List the plays of each row by the plain generator, as sets of packed positions."""
    after, offsets = plain.afterstates(plain.unpack(positions), dice, rules, np.empty((ROOM, plain.COUNTS), np.uint8))
    return sets(plain.pack(after), offsets)


@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_plain_and_native_list_the_same_plays_along_games(rules):
    pairs = itertools.islice(itertools.chain.from_iterable(game(rules, seed) for seed in itertools.count()), PAIRS)
    met, rolls = zip(*pairs, strict=True)
    positions, dice = batch.pack(met), np.array(rolls, np.uint8)
    assert plain_plays(positions, dice, rules) == sets(*batch.afterstates(positions, dice, rules, ordered=True))


@given(situations() | near_an_edge())
def test_plain_and_native_list_the_same_plays_of_made_up_positions(situation):
    position, roll, rules = situation
    positions, dice = batch.pack([position]), np.array([roll], np.uint8)
    assert plain_plays(positions, dice, rules) == sets(*batch.afterstates(positions, dice, rules, ordered=True))


def test_counting_by_the_plain_generator_is_listing():
    met, rolls = zip(*game(BAN, seed=1), strict=True)
    boards, dice = plain.unpack(batch.pack(met)), np.array(rolls, np.uint8)
    assert plain.count(boards, dice, BAN) == batch.counts(batch.pack(met), dice, BAN).sum()


def test_a_packed_position_comes_back_from_its_counts():
    met = batch.pack([position for position, _ in game(BACKGAMMON, seed=1)])
    boards = plain.unpack(met)
    assert (plain.pack(boards) == met).all()
    assert [tuple(side) for side in boards[0].reshape(2, -1).tolist()] == [
        bsg.Position.start().own,
        bsg.Position.start().opponent,
    ]


@pytest.mark.parametrize("rules", [BAN, INSTANT, BEAR_OFF, BACKGAMMON], ids=str)
@pytest.mark.parametrize("position", [bsg.Position.start(), NEARLY_CLOSED], ids=["start", "nearly closed"])
def test_random_games_of_both_are_as_long_and_end_as_often_in_each_way(position, rules):
    # The seeds are fixed, so this is a fixed comparison. Two samples of one law differ by four standard errors in one of
    # ten thousand cases; a rule that one of them has wrong shows as far more.
    started = batch.pack([position])
    both_roll = replace(rules, start="alternate")
    points, plies = plain.playouts(plain.unpack(started), GAMES, both_roll, seed=1)
    native = batch.playouts(np.repeat(started, GAMES, axis=0), both_roll, seed=1)
    assert abs(plies.mean() - native.plies.mean()) < 4 * np.hypot(plies.std(), native.plies.std()) / GAMES**0.5
    for value in range(-3, 4):
        ours, theirs = (points == value).mean(), (native.points == value).mean()
        share = (ours + theirs) / 2
        assert abs(ours - theirs) <= 4 * (2 * share * (1 - share) / GAMES) ** 0.5, value


def test_a_game_of_backgammon_begins_with_two_different_dice():
    # Three checkers are left, and two dice that differ bear off two at most.
    left = plain.unpack(batch.pack([board({1: 3}, {13: 15})]))
    _, plies = plain.playouts(left, GAMES, replace(BACKGAMMON, start="alternate"), seed=1)
    assert (plies == 1).mean() == pytest.approx(1 / 6, abs=0.04)
    _, plies = plain.playouts(left, GAMES, BACKGAMMON, seed=1)
    assert plies.min() > 1
