"""What all public values share: they can be hashed, pickled and copied, and used by many threads at once."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError

import pytest

import bsg
from boards import BACKGAMMON, EVERY_WAY_TO_PLAY, INSTANT, board
from strategies import game

WINNING = board({11: 1, 6: 5, 4: 4, 3: 5}, {23: 2, 13: 13})
VALUES = [
    bsg.Position.start(),
    bsg.BAN_SUGOROKU,
    BACKGAMMON,
    INSTANT,
    bsg.Result(2, "mushi-gachi"),
    bsg.Step(8, 5, 3, hit=False),
    bsg.roll_name((6, 6)),
    *bsg.engine.plays(bsg.Position.start(), (3, 1)),
    *bsg.reference.plays(WINNING, (5, 4)),
    *bsg.engine.plays(WINNING, (5, 4)),
]


@pytest.mark.parametrize(
    "value", VALUES, ids=[f"{number}-{type(value).__name__}" for number, value in enumerate(VALUES)]
)
def test_values_survive_pickling_and_copying(value):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert hash(again) == hash(value)
        assert repr(again) == repr(value)
    assert copy.copy(value) == copy.deepcopy(value) == value


def test_plays_of_both_engines_are_equal_and_hash_alike():
    native, reference = (engine.plays(WINNING, (5, 4)) for engine in (bsg.engine, bsg.reference))
    assert native == reference
    assert set(native) == set(reference)
    assert native[0] != native[1]
    assert native[0] != str(native[0])
    assert repr(native[0]) == repr(reference[0])


def test_a_play_cannot_be_changed(engine):
    play = engine.plays(WINNING, (5, 4))[0]
    for name in ("steps", "after", "result", "anything"):
        with pytest.raises(AttributeError):
            setattr(play, name, None)


def test_rules_and_results_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        bsg.BAN_SUGOROKU.finish = "bear-off"
    with pytest.raises(FrozenInstanceError):
        bsg.Result(1, "single").points = 3


def test_unpickled_rules_have_been_checked():
    tampered = pickle.dumps(bsg.BAN_SUGOROKU).replace(b"iri-gachi", b"irigachi!")
    with pytest.raises(ValueError, match="finish"):
        pickle.loads(tampered)


def test_unpickled_positions_have_been_checked():
    packed = bytes(bsg.Position.start())
    tampered = pickle.dumps(bsg.Position.start()).replace(packed, b"\xff" * 32)
    with pytest.raises(ValueError, match="impossible position"):
        pickle.loads(tampered)


def test_many_threads_get_the_answers_of_one():
    work = [(position, roll, rules) for rules in EVERY_WAY_TO_PLAY for position, roll in list(game(rules, seed=3))[:25]]

    def answer(situation):
        position, roll, rules = situation
        found = bsg.plays(*situation)
        return (
            found,
            [play.steps for play in found],
            bsg.result(position, rules),
            bsg.next_steps(position, roll, (), rules),
        )

    alone = [answer(situation) for situation in work]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, work * 3)) == alone * 3
