"""How plays are written (the design's rules of `str(play)`, one by one)."""

import pytest

from bsg.notation import place_text, play_text
from bsg.step import Step


def steps(*words):
    """Make steps from words such as `13/11*`; the die is the way, as far as it goes."""
    made = []
    for word in words:
        source, target = word.rstrip("*").split("/")
        source, target = 25 if source == "bar" else int(source), 0 if target == "off" else int(target)
        made.append(Step(source, target, source - target, word.endswith("*")))
    return made


@pytest.mark.parametrize(
    ("played", "written"),
    [
        (["24/18", "13/11*"], "24/18 13/11*"),
        (["bar/20"], "bar/20"),
        (["6/off"], "6/off"),
        (["8/6", "8/6"], "8/6(2)"),
        (["24/18*", "18/13"], "24/18*/13"),
        (["24/18", "18/13"], "24/13"),
        ([], "pass"),
    ],
)
def test_the_examples_of_the_design(played, written):
    assert play_text(steps(*played)) == written


def test_a_step_goes_to_the_earliest_chain_that_ends_at_its_source():
    # Both chains end on 6 when 6/4 comes: it is the checker from 8 that goes on, since its chain was begun first.
    assert play_text(steps("8/6", "7/6", "6/4")) == "8/4 7/6"
    assert play_text(steps("7/6", "8/6", "6/4")) == "8/6 7/4"


def test_a_step_from_where_no_chain_ends_begins_one():
    assert play_text(steps("18/13", "24/18")) == "24/18 18/13"


def test_a_chain_that_has_gone_on_no_longer_ends_where_it_was():
    # A second step from 18 is another checker's.
    assert play_text(steps("24/18", "18/12", "18/12", "24/18")) == "24/18 24/12 18/12"


@pytest.mark.parametrize(
    ("played", "written"),
    [
        (["24/20", "20/16", "16/12", "12/8"], "24/8"),
        (["24/20*", "20/16", "16/12", "12/8"], "24/20*/8"),
        (["24/20", "20/16*", "16/12", "12/8*"], "24/16*/8*"),
        (["24/20*", "20/16*", "16/12*", "12/8*"], "24/20*/16*/12*/8*"),
        (["bar/20*", "20/15"], "bar/20*/15"),
        (["11/6*", "6/off"], "11/6*/off"),
    ],
)
def test_a_landing_is_kept_only_where_it_hits(played, written):
    assert play_text(steps(*played)) == written


@pytest.mark.parametrize(
    ("played", "written"),
    [
        (["8/6*", "8/6"], "8/6* 8/6"),
        (["8/4*", "8/4", "8/4", "6/2"], "8/4* 8/4(2) 6/2"),
        (["6/off", "6/off", "6/off", "6/off"], "6/off(4)"),
        (["bar/22", "bar/22", "24/21", "24/21"], "bar/22(2) 24/21(2)"),
        (["13/12", "12/11", "13/12", "12/11"], "13/11(2)"),
    ],
)
def test_equal_chains_are_counted_and_those_that_hit_are_not_equal(played, written):
    assert play_text(steps(*played)) == written


def test_chains_that_are_equal_are_counted_together_even_if_another_comes_between():
    # The second goes 24/21*/18; the first and the third, without a hit, are alike.
    played = [Step(24, 18, 6, False), Step(24, 21, 3, True), Step(21, 18, 3, False), Step(24, 18, 6, False)]
    assert play_text(played) == "24/18(2) 24/21*/18"


@pytest.mark.parametrize(
    ("played", "written"),
    [
        (["6/5", "8/5"], "8/5 6/5"),
        (["8/3", "8/7"], "8/7 8/3"),
        (["24/23", "bar/20"], "bar/20 24/23"),
        (["6/off", "6/2"], "6/2 6/off"),
    ],
)
def test_chains_are_ordered_by_source_then_target_largest_first(played, written):
    assert play_text(steps(*played)) == written


def test_chains_that_tie_stay_as_they_were_begun():
    hits_first = [Step(13, 7, 6, True), Step(7, 2, 5, False), Step(13, 2, 11, False)]
    assert play_text(hits_first) == "13/7*/2 13/2"
    assert play_text([hits_first[2], *hits_first[:2]]) == "13/2 13/7*/2"


def test_the_die_that_bears_off_is_not_written():
    assert play_text([Step(5, 0, 6, False)]) == play_text([Step(5, 0, 5, False)]) == "5/off"


def test_any_sequence_of_steps_is_written_and_left_as_it_was():
    played = steps("8/5", "6/5")
    assert play_text(tuple(played)) == play_text(played) == "8/5 6/5"
    assert played == steps("8/5", "6/5")


def test_places_have_their_words():
    assert [place_text(place) for place in (25, 24, 1, 0)] == ["bar", "24", "1", "off"]
