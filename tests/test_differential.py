"""The two engines against each other, on made-up positions and along games, under every rule set."""

import itertools
import random
from concurrent.futures import ProcessPoolExecutor

import pytest
from hypothesis import given

import bsg
from boards import EVERY_WAY_TO_PLAY
from bsg_core import movegen, playout, routes
from strategies import game, made_up, near_an_edge, rolls, rule_sets, situations


@given(situations())
def test_native_and_reference_list_the_same_plays(situation):
    assert bsg.engine.plays(*situation) == bsg.reference.plays(*situation)


@given(situations())
def test_native_and_reference_see_the_same_result(situation):
    position, _, rules = situation
    assert bsg.engine.result(position, rules) == bsg.reference.result(position, rules)


@given(situations())
def test_a_result_is_the_negative_of_the_other_sides(situation):
    position, _, rules = situation
    seen, turned = bsg.result(position, rules), bsg.result(position.swapped(), rules)
    assert (seen and seen.swapped()) == turned


@given(situations())
def test_native_and_reference_go_on_with_the_same_steps_everywhere_in_the_turn(situation):
    position, roll, rules = situation
    pending = [()]
    for taken in itertools.islice(pending, 30):
        native = bsg.engine.next_steps(position, roll, taken, rules)
        assert native == bsg.reference.next_steps(position, roll, taken, rules)
        pending += [(*taken, step) for step in native[:3]]  # grows while it is walked


@given(situations())
def test_next_steps_leads_to_exactly_the_plays(situation):
    position, roll, rules = situation
    listed = {bytes(play.after) for play in bsg.plays(position, roll, rules)}
    if len(listed) > 60:
        return  # a double with every order of four steps: too many routes to walk one by one
    reached = set()
    pending = [()]
    while pending:
        taken = pending.pop()
        following = bsg.next_steps(position, roll, taken, rules)
        pending += [(*taken, step) for step in following]
        if not following and listed:
            reached.add(bytes(bsg.play_from_steps(position, roll, taken, rules).after))
    assert reached == listed


@given(situations())
def test_the_steps_of_a_play_make_that_play(situation):
    position, roll, rules = situation
    for play in bsg.plays(position, roll, rules)[:20]:
        for engine in (bsg.engine, bsg.reference):
            assert engine.play_from_steps(position, roll, play.steps, rules) == play


@given(situations())
def test_laws_of_plays(situation):
    position, roll, rules = situation
    plays = bsg.plays(position, roll, rules)
    afters = [play.after for play in plays]
    assert len(set(afters)) == len(afters)
    assert bool(plays) == (bsg.result(position, rules) is None)  # R16: never empty before the end
    assert plays == bsg.plays(position, roll[::-1], rules)
    for after in afters:
        assert bsg.Position.from_bytes(bytes(after)) == after  # 15 checkers a side, no point shared
    keys = [(after.own[:0:-1], after.opponent[1:25]) for after in afters]
    assert keys == sorted(keys, reverse=True)  # R15: the opponent's point q is the mover's 25 - q


def plays_of_slots(board, high, low, rules):
    """A random play is drawn from slots, each as likely: so each play must have one, and none a second."""
    return sorted(after for after in movegen.list_slots(board, high, low, rules) if after is not None)


@given(situations())
def test_counting_drawing_and_searching_agree_with_the_list(situation):
    position, (high, low), rules = situation
    roll = (bytes(position), max(high, low), min(high, low), rules.code)
    listed = movegen.find_plays(*roll)
    assert movegen.count_plays(*roll) == len(listed)
    assert plays_of_slots(*roll) == sorted(listed)
    assert sorted(routes.search_plays(*roll)) == sorted(listed)


@given(near_an_edge())
def test_every_way_to_find_plays_agrees_where_a_shortcut_ends(situation):
    position, (high, low), rules = situation
    roll = (bytes(position), max(high, low), min(high, low), rules.code)
    listed = movegen.find_plays(*roll)
    assert sorted(routes.search_plays(*roll)) == sorted(listed)
    assert plays_of_slots(*roll) == sorted(listed)
    assert [bytes(play.after) for play in bsg.reference.plays(*situation)] == listed
    assert bsg.engine.result(position, rules) == bsg.reference.result(position, rules)


@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_every_play_has_one_slot_along_games(rules):
    for position, (high, low) in itertools.chain.from_iterable(
        itertools.islice(game(rules, seed), 100) for seed in range(5)
    ):
        roll = (bytes(position), max(high, low), min(high, low), rules.code)
        listed = sorted(movegen.find_plays(*roll))
        assert movegen.count_plays(*roll) == len(listed)
        assert plays_of_slots(*roll) == listed
        assert sorted(routes.search_plays(*roll)) == listed


@given(situations())
def test_refusals_agree_on_positions_impossible_under_the_rules(situation):
    position, roll, _ = situation
    for rules in EVERY_WAY_TO_PLAY:
        answers = []
        for engine in (bsg.engine, bsg.reference):
            try:
                answers.append([engine.result(position, rules), engine.plays(position, roll, rules) == []])
            except ValueError as refusal:
                answers.append(str(refusal))
        assert answers[0] == answers[1]
        assert isinstance(answers[0], str) == bool(position.problems(rules))


@given(rule_sets.flatmap(made_up), rolls)
def test_default_rules_are_those_of_ban_sugoroku(position, roll):
    if not position.problems(bsg.BAN_SUGOROKU):
        assert bsg.plays(position, roll) == bsg.reference.plays(position, roll)


@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
def test_native_and_reference_agree_along_a_game(rules):
    for position, roll in itertools.islice(game(rules, seed=20), 150):
        assert bsg.engine.plays(position, roll, rules) == bsg.reference.plays(position, roll, rules)


# --- the slow profile -------------------------------------------------------------------------------------------------

SLOW_PAIRS = 1_000_000
PAIRS_A_BATCH = 2_000


def disagreements(batch):
    """Compare one batch of pairs, two thirds along games and one third made up; return what differed, as text."""
    chance = random.Random(f"slow profile {batch}")
    rules = EVERY_WAY_TO_PLAY[batch % len(EVERY_WAY_TO_PLAY)]
    return [
        f"{position!r} {roll} {rules}"
        for position, roll in itertools.islice(_pairs(chance, rules), PAIRS_A_BATCH)
        if bsg.engine.plays(position, roll, rules) != bsg.reference.plays(position, roll, rules)
    ]


def _pairs(chance, rules):
    while True:
        for pair in game(rules, chance.getrandbits(64)):
            yield pair
            if chance.random() < 0.5:
                yield _scattered(chance, rules), (chance.randint(1, 6), chance.randint(1, 6))


def _scattered(chance, rules):
    """Put checkers at random, crowded into few places so that blocks, closed homes and bars are common."""
    while True:
        taken = set()
        sides = []
        for _ in range(2):
            free = [place for place in range(1, 25) if 25 - place not in taken]
            places = chance.choices(free, k=chance.randint(1, 15))
            places = [*places, *[25] * chance.randint(0, 2)] if chance.random() < 0.3 else places
            if chance.random() < 0.4:
                places = [*(p for p in range(1, 7) if p in free), *(p for p in range(1, 7) if p in free), *places]
            counts = {}
            for place in chance.choices(places, k=15) if chance.random() < 0.5 else places[:15]:
                counts[place] = counts.get(place, 0) + 1
            if rules.finish == "iri-gachi":
                counts[places[0]] = counts.get(places[0], 0) + 15 - sum(counts.values())
            sides.append(counts)
            taken = {place for place in counts if place != 25}
        try:
            position = bsg.Position.from_points(*sides)
        except ValueError:
            continue
        if not position.problems(rules):
            return position


@pytest.mark.slow
def test_a_million_pairs_agree():
    batches = SLOW_PAIRS // PAIRS_A_BATCH
    with ProcessPoolExecutor() as pool:
        differing = []
        for done, found in enumerate(pool.map(disagreements, range(batches)), start=1):
            differing += found
            if done % 10 == 0:
                print(f"{done * PAIRS_A_BATCH:,} of {SLOW_PAIRS:,} pairs, {len(differing)} differ", flush=True)
    assert differing == []


def misses_of_the_search(batch):
    """Compare one batch of pairs along native games with the search that knows no shortcut; return what differed."""
    chance = random.Random(f"search {batch}")
    rules = EVERY_WAY_TO_PLAY[batch % len(EVERY_WAY_TO_PLAY)]
    start = bytes(bsg.Position.start())
    seed, game_number, compared, found = chance.getrandbits(64), 0, 0, []
    while compared < PAIRS_A_BATCH:
        dice, choices = (playout.open_stream(seed, game_number, purpose) for purpose in (0, 1))
        board, game_number = start, game_number + 1
        while movegen.find_result(board, rules.code) is None:
            roll = (board, *playout.roll(dice), rules.code)
            listed = movegen.find_plays(*roll)
            if movegen.count_plays(*roll) != len(listed) or not sorted(listed) == sorted(
                routes.search_plays(*roll)
            ) == plays_of_slots(*roll):
                found.append(f"{board.hex()} {roll[1:]}")
            compared += 1
            board = bytes(bsg.Position.from_bytes(playout.choose_random(*roll, choices)).swapped())
    return found


@pytest.mark.slow
def test_a_million_pairs_agree_with_the_search():
    with ProcessPoolExecutor() as pool:
        assert not any(pool.map(misses_of_the_search, range(SLOW_PAIRS // PAIRS_A_BATCH)))
