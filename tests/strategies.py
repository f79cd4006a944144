"""Positions for Hypothesis: made up, and met along games. Each kind finds what the other misses."""

import random

from hypothesis import strategies as st

import bsg
from boards import EVERY_WAY_TO_PLAY

rule_sets = st.sampled_from(EVERY_WAY_TO_PLAY)
rolls = st.tuples(st.integers(1, 6), st.integers(1, 6))
seeds = st.integers(0, 2**64 - 1)

# Where a side's checkers are put: spread, at home, about to come home, before the enemy home, and on the bar.
NEIGHBOURHOODS = (range(1, 25), range(1, 7), range(1, 13), range(5, 10), range(13, 25), (25, 1, 2, 3, 4, 5, 6, 24))


@st.composite
def made_up(draw, rules):
    """Put 15 checkers a side anywhere that the rules allow."""
    bears_off = rules.finish == "bear-off"
    own = _side(draw, taken=set(), bears_off=bears_off)
    opponent = _side(draw, taken={25 - place for place in own if 1 <= place <= 24}, bears_off=bears_off)
    if bears_off and own.get(0) == opponent.get(0) == 15:
        own = {1: 1}
    position = bsg.Position.from_points(own, opponent)
    if position.problems(rules):  # both sides have won: let one of them have a checker before it
        position = bsg.Position.from_points({24: 15}, {24: 15})
    return position


def _side(draw, *, taken, bears_off):
    counts = {}
    left = 15
    closed = draw(st.integers(0, 3))
    if closed == 0:  # a closed home, or most of one
        for point in range(1, 7):
            if point not in taken and draw(st.integers(0, 9)):
                counts[point] = 2
                left -= 2
    free = [place for place in draw(st.sampled_from(NEIGHBOURHOODS)) if place not in taken] or [25]
    while left:
        place = draw(st.sampled_from(free))
        count = draw(st.integers(1, min(left, 5)))
        counts[place] = counts.get(place, 0) + count
        left -= count
    if bears_off and draw(st.booleans()):
        gone = draw(st.sampled_from(sorted(counts)))
        counts[0] = counts.pop(gone)
    return counts


def game(rules, seed):
    """Yield (position, roll) pairs of one random game, until it is decided."""
    chance = random.Random(seed)
    position = bsg.Position.start()
    while True:
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        yield position, roll
        play = chance.choice(bsg.engine.plays(position, roll, rules))
        if play.result:
            return
        position = play.after.swapped()


@st.composite
def met_in_a_game(draw, rules):
    """Follow a seeded random game for some plies."""
    plies = draw(st.integers(0, 150))
    for number, (position, _) in enumerate(game(rules, draw(seeds))):
        if number == plies:
            break
    return position


@st.composite
def situations(draw):
    """Draw (position, roll, rules)."""
    rules = draw(rule_sets)
    position = draw(made_up(rules) | met_in_a_game(rules))
    return position, draw(rolls), rules


@st.composite
def near_an_edge(draw):
    """Draw (position, roll, rules) where the shortcuts of the native core begin and end.

    Few checkers outside, a home that is nearly closed, the opponent on the bar or with blots in reach, doubles preferred.
    """
    rules = draw(rule_sets)
    own = {point: 2 for point in range(1, 7) if draw(st.integers(0, 5))}
    outside = [draw(st.sampled_from([7, 8, 9, 10, 12, 18, 24, 25])) for _ in range(draw(st.integers(0, 4)))]
    for place in outside[: 15 - sum(own.values())]:
        own[place] = own.get(place, 0) + 1
    rest = 15 - sum(own.values())
    if rules.finish == "iri-gachi" or draw(st.booleans()):
        point = draw(st.integers(1, 6))
        own[point] = own.get(point, 0) + rest
    opponent = {25: draw(st.integers(0, 2))}
    free = [25 - point for point in range(1, 25) if point not in own]
    for _ in range(draw(st.integers(0, 4))):
        opponent[draw(st.sampled_from(free))] = 1
    if draw(st.integers(0, 3)) == 0:  # the opponent's home closed too, as far as there is room
        for point in range(1, 7):
            if point in free and point not in opponent and sum(opponent.values()) <= 13:
                opponent[point] = 2
    far = draw(st.sampled_from(free))
    opponent[far] = opponent.get(far, 0) + 15 - sum(opponent.values())
    position = bsg.Position.from_points(own, opponent)
    if position.problems(rules):
        position = bsg.Position.start()
    die = draw(st.integers(1, 6))
    return position, draw(st.just((die, die)) | rolls), rules
