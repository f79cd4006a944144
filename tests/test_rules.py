"""Rule sets: the options, which of them go together, and the two presets."""

import copy
import dataclasses
import itertools
import pickle

import numpy as np
import pytest

import bsg
from bsg.rules import check_rules

FINISHES = ("iri-gachi", "bear-off")
CLOSED_HOMES = ("bonus", "instant", "off")
STEPS_PER_DOUBLE = (2, 4)
STARTS = ("alternate", "roll-off", "opening-roll")
WITHOUT_GAMMONS = list(itertools.product(FINISHES, CLOSED_HOMES, STEPS_PER_DOUBLE, STARTS, [False]))
WITH_GAMMONS = list(itertools.product(["bear-off"], CLOSED_HOMES, STEPS_PER_DOUBLE, STARTS, [True]))
ALL_OPTIONS = [*WITHOUT_GAMMONS, *WITH_GAMMONS]


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_every_combination_is_allowed_and_says_what_it_was_given(options):
    assert dataclasses.astuple(bsg.Rules(*options)) == options


@pytest.mark.parametrize("options", list(itertools.product(CLOSED_HOMES, STEPS_PER_DOUBLE, STARTS)), ids=str)
def test_gammons_need_bear_off(options):
    with pytest.raises(ValueError, match=r'gammons=True needs finish="bear-off"'):
        bsg.Rules("iri-gachi", *options, gammons=True)


def test_the_default_is_ban_sugoroku():
    assert bsg.Rules() == bsg.BAN_SUGOROKU == bsg.Rules("iri-gachi", "bonus", 2, "alternate", gammons=False)


def test_backgammon_differs_as_section_4_says():
    assert bsg.Rules("bear-off", "off", 4, "opening-roll", gammons=True) == bsg.BACKGAMMON


@pytest.mark.parametrize("option", ["finish", "closed_home", "start"])
@pytest.mark.parametrize("word", ["", "no such thing", "Iri-Gachi", "bonus "])
def test_an_unknown_word_is_refused_with_the_words_there_are(option, word):
    with pytest.raises(ValueError, match=rf"""{option} must be "[^"]+".* or "[^"]+", got '{word}'"""):
        bsg.Rules(**{option: word})


@pytest.mark.parametrize("option", ["finish", "closed_home", "start"])
@pytest.mark.parametrize("value", [None, 1, b"bonus", ["bonus"], True])
def test_an_option_that_is_no_word_is_a_type_error(option, value):
    with pytest.raises(TypeError, match=rf"{option} must be a str"):
        bsg.Rules(**{option: value})


@pytest.mark.parametrize("steps", [0, 1, 3, 5, -2, 2**70])
def test_a_double_gives_two_steps_or_four(steps):
    with pytest.raises(ValueError, match=f"steps_per_double must be 2 or 4, got {steps}"):
        bsg.Rules(steps_per_double=steps)


@pytest.mark.parametrize("steps", [None, "2", 2.0, True, [2]])
def test_steps_per_double_are_an_integer(steps):
    with pytest.raises(TypeError, match=r"steps_per_double must be an integer"):
        bsg.Rules(steps_per_double=steps)


@pytest.mark.parametrize("gammons", [None, 0, 1, "no", np.True_])
def test_gammons_are_true_or_false(gammons):
    with pytest.raises(TypeError, match=r"gammons must be True or False"):
        bsg.Rules(finish="bear-off", gammons=gammons)


def test_a_numpy_integer_becomes_a_plain_one():
    rules = bsg.Rules(steps_per_double=np.int64(4))
    assert type(rules.steps_per_double) is int
    assert rules == bsg.Rules(steps_per_double=4)
    assert repr(rules) == repr(bsg.Rules(steps_per_double=4))


def test_replace_checks_again():
    assert dataclasses.replace(bsg.BAN_SUGOROKU, closed_home="instant") == bsg.Rules(closed_home="instant")
    with pytest.raises(ValueError):
        dataclasses.replace(bsg.BACKGAMMON, finish="iri-gachi")
    with pytest.raises(ValueError):
        dataclasses.replace(bsg.BAN_SUGOROKU, gammons=True)


def test_rules_do_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        bsg.BAN_SUGOROKU.finish = "bear-off"


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_pickle_copy_and_repr_give_the_same_rules_back(options):
    rules = bsg.Rules(*options)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules
    assert copy.deepcopy(rules) == copy.copy(rules) == rules
    assert eval(repr(rules), {"Rules": bsg.Rules}) == rules
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)


def test_the_code_tells_all_rule_sets_apart():
    assert len({bsg.Rules(*options).code for options in ALL_OPTIONS}) == len(ALL_OPTIONS) == 54


def test_no_two_rule_sets_are_equal():
    assert len({bsg.Rules(*options) for options in ALL_OPTIONS}) == len(ALL_OPTIONS)


@pytest.mark.parametrize("rules", [None, "ban-sugoroku", bsg.Rules, {}, 0])
def test_what_is_no_rules_is_a_type_error_everywhere(engine, rules):
    start = bsg.Position.start()
    with pytest.raises(TypeError, match=r"rules must be a bsg\.Rules"):
        check_rules(rules)
    for call in (
        lambda: engine.plays(start, (3, 1), rules),
        lambda: engine.next_steps(start, (3, 1), (), rules),
        lambda: engine.result(start, rules),
        lambda: engine.play_from_steps(start, (3, 1), [(8, 5, 3), (6, 5, 1)], rules),
        lambda: engine.perft(start, 0, rules),
        lambda: start.problems(rules),
    ):
        with pytest.raises(TypeError, match=r"rules must be a bsg\.Rules"):
            call()


def test_ban_sugoroku_is_played_where_no_rules_are_given(engine):
    start = bsg.Position.start()
    taken = [(13, 7, 6)]
    assert engine.plays(start, (6, 6)) == engine.plays(start, (6, 6), bsg.BAN_SUGOROKU)
    assert engine.next_steps(start, (6, 6), taken) == engine.next_steps(start, (6, 6), taken, bsg.BAN_SUGOROKU)
    assert engine.perft(start, 1) == engine.perft(start, 1, bsg.BAN_SUGOROKU)
    home = bsg.Position.from_points({6: 15}, {24: 2, 13: 13})
    assert engine.result(home) == engine.result(home, bsg.BAN_SUGOROKU) == bsg.Result(1, "iri-gachi")
