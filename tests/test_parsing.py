"""Reading plays: everything that people write for a play is read as that play, and nothing else is."""

import itertools
import pickle
import time
from collections import defaultdict

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bsg import BACKGAMMON, BAN_SUGOROKU, ROLLS, Play, Position, Rules, next_steps, parse_play, plays
from strategies import met_in_a_game

START = Position.start()
RULE_SETS = (
    BAN_SUGOROKU,
    BACKGAMMON,
    Rules(closed_home="instant"),
    Rules(closed_home="off", steps_per_double=4),
    Rules(finish="bear-off"),
    Rules(finish="bear-off", closed_home="instant", steps_per_double=4),
)


@st.composite
def boards(draw, rules):
    """A made-up board; mostly stacks and blots close together, so that much can be hit, borne off and confused."""
    low = 1 if rules.finish == "iri-gachi" else 0
    highest = draw(st.sampled_from([6, 8, 14, 25]))
    own_places = draw(st.lists(st.integers(low, highest), min_size=15, max_size=15))
    free = [place for place in range(low, 26) if place in (0, 25) or 25 - place not in own_places]
    opponent_places = draw(st.lists(st.sampled_from(free), min_size=8, max_size=8))
    opponent_places += [opponent_places[0]] * 7
    assume(own_places.count(0) < 15 or opponent_places.count(0) < 15)
    own, opponent = ({place: places.count(place) for place in places} for places in (own_places, opponent_places))
    position = Position.from_points(own, opponent)
    assume(not position.problems(rules))
    return position


@st.composite
def turns(draw, rule_sets=RULE_SETS, rolls=ROLLS):
    """A position, a roll, the rules and the legal plays; at least one."""
    rules = draw(st.sampled_from(rule_sets))
    position = draw(st.one_of(boards(rules), met_in_a_game(rules)))
    roll = draw(st.sampled_from(rolls))
    legal = plays(position, roll, rules)
    assume(legal)
    return position, roll, rules, legal


def expanded(text):
    """Write counts out."""
    words = []
    for word in text.split():
        chain, _, count = word.partition("(")
        words += [chain] * int(count.rstrip(")") or 1 if count else 1)
    return words


def respelled(draw, word):
    """Spell one chain as somebody else would."""
    word = word.replace("bar", draw(st.sampled_from(["bar", "BAR", "Bar", "25"])))
    word = word.replace("off", draw(st.sampled_from(["off", "OFF", "Off", "0"])))
    return word.replace("/", draw(st.sampled_from(["/", "-", " / ", " -"])))


def joined(draw, words):
    words = draw(st.permutations(words))
    between = draw(st.sampled_from([" ", ",", ", ", "  ", "\t", " ,\n"]))
    around = draw(st.sampled_from(["", " ", "\n"]))
    return around + between.join(respelled(draw, word) for word in words) + around


def step_text(step, is_marked=True):
    source = "bar" if step.source == 25 else step.source
    target = "off" if step.target == 0 else step.target
    return f"{source}/{target}" + ("*" if step.hit and is_marked else "")


# Laws.


@given(turns())
def test_the_str_of_every_play_is_read_as_that_play(turn):
    position, roll, rules, legal = turn
    for play in legal:
        assert parse_play(str(play), position, roll, rules) == play
        assert parse_play(str(play), position, roll[::-1], rules) == play


@given(turns())
def test_two_plays_of_one_roll_never_print_alike(turn):
    legal = turn[3]
    assert len({str(play) for play in legal}) == len(legal)


@given(turns(), st.data())
def test_the_str_of_a_play_in_another_spelling_is_still_that_play(turn, data):
    position, roll, rules, legal = turn
    play = data.draw(st.sampled_from(legal))
    words = data.draw(st.sampled_from([str(play).split(), expanded(str(play))]))
    text = joined(data.draw, words)
    if str(play) == "pass":
        text = data.draw(st.sampled_from(["pass", "Pass", " PASS\n"]))
    assert parse_play(text, position, roll, rules) == play


@given(turns(), st.data())
def test_a_play_written_step_by_step_in_any_order_is_that_play_marked_or_not(turn, data):
    position, roll, rules, legal = turn
    play = data.draw(st.sampled_from(legal))
    assume(play.steps)
    is_marked = data.draw(st.booleans())
    words = [step_text(step, is_marked) for step in play.steps]
    assert parse_play(joined(data.draw, words), position, roll, rules) == play


@given(turns(), st.data())
def test_a_play_without_its_marks_is_that_play_or_another_of_that_name_or_refused_as_ambiguous(turn, data):
    position, roll, rules, legal = turn
    play = data.draw(st.sampled_from(legal))
    text = str(play).replace("*", "")
    try:
        read = str(parse_play(text, position, roll, rules))
    except ValueError as error:
        refusal = str(error)
    else:
        refusal = ""
        assert read == str(play) or sorted(expanded(read)) == sorted(expanded(text))
    assert not refusal or ("fits more than one play" in refusal and str(play) in refusal)


@given(turns(), st.text(alphabet="0123456789/-*()baroff ,\nBO", max_size=30))
def test_any_other_text_is_a_legal_play_or_a_value_error(turn, text):
    position, roll, rules, legal = turn
    try:
        read = parse_play(text, position, roll, rules)
    except ValueError:
        return
    assert read in legal


# Against all texts there are.


def routes(position, roll, rules, taken=()):
    """Go every legal way through a turn, for as long as `next_steps` says."""
    following = next_steps(position, roll, taken, rules)
    if not following:
        yield taken
    for step in following:
        yield from routes(position, roll, rules, (*taken, step))


def chainings(steps):
    """Give every way to say which checker has made which step."""
    if not steps:
        yield []
        return
    *before, last = steps
    for chains in chainings(before):
        yield [*chains, [last]]
        for number, chain in enumerate(chains):
            if chain[-1].target == last.source:
                yield [*chains[:number], [*chain, last], *chains[number + 1 :]]


def spellings(chain):
    """Give every way to write one chain: with each landing named or not, each hit marked or not."""
    for kept in itertools.product([False, True], repeat=len(chain) - 1):
        landings = [step for step, is_kept in zip(chain, (*kept, True), strict=True) if is_kept]
        marks = itertools.product(*([("", "*") if step.hit else ("",) for step in landings]))
        for marked in marks:
            ways = "".join(f"/{step.target}{mark}" for step, mark in zip(landings, marked, strict=True))
            yield f"{chain[0].source}{ways}"


def all_texts(position, roll, rules):
    """Map every text, its words sorted, to the positions after the plays that it fits."""
    meant = defaultdict(set)
    by_steps = {}
    for route in routes(position, roll, rules):
        after = by_steps.setdefault(tuple(sorted(route)), route)
        for chains in chainings(route):
            for words in itertools.product(*(list(spellings(chain)) for chain in chains)):
                meant[tuple(sorted(words))].add(after)
    return meant


def check_all_texts(position, roll, rules):
    legal = plays(position, roll, rules)
    plays_by_steps = {}
    meant = {
        words: {plays_by_steps.setdefault(route, play_of(legal, position, route)) for route in found}
        for words, found in all_texts(position, roll, rules).items()
    }
    # A play's own words, counts written out: whatever else they fit, they mean it.
    named = {words_of(play): play for play in legal}
    for words, fitting in meant.items():
        text = " ".join(words) or "pass"
        if len(fitting) == 1 or words in named:
            expected = named[words] if words in named else next(iter(fitting))
            assert expected in fitting
            assert parse_play(text, position, roll, rules) == expected
        else:
            with pytest.raises(ValueError, match="fits more than one play") as refusal:
                parse_play(text, position, roll, rules)
            names = str(refusal.value).split(": ", 1)[1].split(", ")
            assert sorted(names) == sorted(map(str, fitting))
    return len(meant)


def words_of(play):
    if str(play) == "pass":
        return ()
    return tuple(sorted(word.replace("bar", "25").replace("off", "0") for word in expanded(str(play))))


def play_of(legal, position, route):
    """Move the checkers by hand and look the position up."""
    own, opponent = list(position.own), list(position.opponent)
    for step in route:
        own[step.source] -= 1
        own[step.target] += 1
        if step.hit:
            opponent[25 - step.target] -= 1
            opponent[25] += 1
    (play,) = [play for play in legal if (play.after.own, play.after.opponent) == (tuple(own), tuple(opponent))]
    return play


@given(turns(rule_sets=(BAN_SUGOROKU, Rules(closed_home="instant"), Rules(finish="bear-off"))))
def test_every_text_of_a_turn_of_two_steps_means_what_it_fits(turn):
    position, roll, rules, _ = turn
    check_all_texts(position, roll, rules)


@pytest.mark.parametrize(
    ("own", "opponent", "roll"),
    [
        ({13: 2, 6: 1}, {15: 1, 14: 1, 1: 13}, (1, 1)),
        ({10: 2, 4: 1}, {17: 1, 1: 14}, (2, 2)),
        ({25: 2, 24: 1}, {2: 1, 4: 1, 13: 13}, (1, 1)),
        ({3: 2, 1: 1}, {23: 1, 1: 14}, (1, 1)),
        ({5: 3, 2: 2}, {24: 1, 1: 14}, (4, 4)),
    ],
)
def test_every_text_of_a_turn_of_four_steps_means_what_it_fits(own, opponent, roll):
    assert check_all_texts(Position.from_points(own, opponent), roll, BACKGAMMON) > 1


# Spellings, by example.


@pytest.mark.parametrize(
    "text",
    [
        "8/5 6/5",
        "6/5 8/5",
        "8-5, 6-5",
        "8/5,6/5",
        " 8 / 5 ,6- 5\n",
        "08/05 06/05",
        "8/5(1) 6/5(1)",
        "8/5\u00a06/5",
    ],
)
def test_one_play_in_many_spellings(text):
    assert str(parse_play(text, START, (3, 1))) == "8/5 6/5"


@pytest.mark.parametrize("text", ["24/20", "24/23/20", "24/21/20", "24/23 23/20", "21/20 24/21", "24-21-20"])
def test_one_checker_by_both_dice(text):
    assert str(parse_play(text, START, (1, 3))) == "24/20"


def test_words_for_the_bar_and_for_off():
    entering = Position.from_points({25: 1, 6: 14}, {7: 1, 6: 14})
    for text in ("bar/20 6/2", "Bar/20 6/2", "BAR-20,6-2", "25/20 6/2"):
        assert str(parse_play(text, entering, (5, 4))) == "bar/20 6/2"
    leaving = Position.from_points({6: 1, 5: 1, 1: 2}, {6: 15})
    for text in ("6/off 5/off", "5/0 6/OFF", "6-Off 5-off"):
        assert str(parse_play(text, leaving, (6, 5), BACKGAMMON)) == "6/off 5/off"


@pytest.mark.parametrize(
    "text", ["13/11(2)", "13/11 13/11", "13/12/11(2)", "13/12(2) 12/11(2)", "13/12/11 13/12 12/11"]
)
def test_a_count_is_of_checkers_not_of_steps(text):
    position = Position.from_points({13: 5, 6: 10}, {7: 1, 6: 14})
    assert str(parse_play(text, position, (1, 1), BACKGAMMON)) == "13/11(2)"
    with pytest.raises(ValueError, match="is no legal play of 1-1"):
        parse_play(text, position, (1, 1), BAN_SUGOROKU)


def test_four_checkers_one_step_each_and_one_checker_four():
    position = Position.from_points({13: 5, 6: 10}, {6: 15})
    assert str(parse_play("13/12 (4)", position, (1, 1), BACKGAMMON)) == "13/12(4)"
    assert str(parse_play("13/9", position, (1, 1), BACKGAMMON)) == "13/9"
    assert str(parse_play("13/10 6/5", position, (1, 1), BACKGAMMON)) == "13/10 6/5"


@pytest.mark.parametrize("text", ["8/4*(2)", "8/4(2)*", "8/4* 8/4", "8/4 8/4*", "8/4(2)", "8/4 8/4", "8/4 * (2)"])
def test_where_several_go_one_hits(text):
    position = Position.from_points({8: 3, 6: 12}, {21: 1, 1: 14})
    assert str(parse_play(text, position, (4, 4))) == "8/4* 8/4"


@pytest.mark.parametrize(("text", "dice"), [("5/off 4/off", (6, 5)), ("4/0 5/0", (6, 5)), ("4/off 5/off", (6, 6))])
def test_a_bear_off_does_not_say_by_which_die(text, dice):
    position = Position.from_points({5: 1, 4: 1}, {1: 15})
    assert str(parse_play(text, position, dice, BACKGAMMON)) == "5/off 4/off"


def test_one_checker_goes_home_and_off():
    position = Position.from_points({8: 1, 2: 1}, {1: 15})
    for text in ("8/off", "8/2/off", "8/2 2/off", "8/3/off"):
        assert str(parse_play(text, position, (6, 5), BACKGAMMON)) == "8/off"


def test_r1_a_win_by_one_die_and_a_play_of_both_are_told_apart():
    position = Position.from_points({11: 1, 6: 5, 4: 4, 3: 5}, {23: 2, 13: 13})
    assert parse_play("11/6", position, (5, 4)).result.kind == "iri-gachi"
    assert parse_play("6/1 11/7", position, (5, 4)).result is None
    with pytest.raises(ValueError, match=r"the step before it has decided the game \(R1\)"):
        parse_play("11/6 6/2", position, (5, 4))


def test_r16_a_pass_is_legal_only_where_nothing_else_is():
    blocked = Position.from_points({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 13: 3})
    for text in ("pass", "Pass", " PASS "):
        play = parse_play(text, blocked, (6, 5))
        assert play.steps == ()
        assert play.after == blocked
    with pytest.raises(ValueError, match="no checker can move, so the only play is 'pass'"):
        parse_play("bar/20", blocked, (6, 5))
    with pytest.raises(ValueError, match="'pass' is no legal play of 3-1: a checker can move"):
        parse_play("pass", START, (3, 1))


@pytest.mark.parametrize("text", ["pass", "6/5"])
def test_r16_a_decided_position_has_no_play_not_even_a_pass(text):
    position = Position.from_points({6: 15}, {7: 15})
    with pytest.raises(ValueError, match="the game is decided"):
        parse_play(text, position, (1, 2))


def test_the_play_read_is_one_of_plays():
    play = parse_play("6/5 8/5", START, (3, 1))
    assert isinstance(play, Play)
    assert play in plays(START, (3, 1))
    assert [step[:3] for step in play.steps] == [(8, 5, 3), (6, 5, 1)]
    assert pickle.loads(pickle.dumps(play)) == play


# What fits several.

TWO_BLOTS = Position.from_points({13: 1, 6: 14}, {18: 1, 17: 1, 1: 13})


def test_a_text_that_fits_several_plays_is_refused_and_they_are_named():
    with pytest.raises(ValueError) as refusal:
        parse_play("13/2", TWO_BLOTS, (6, 5), BACKGAMMON)
    assert str(refusal.value) == "'13/2' fits more than one play of 6-5: 13/7*/2, 13/8*/2"


@pytest.mark.parametrize(
    ("text", "play"), [("13/7*/2", "13/7*/2"), ("13/7/2", "13/7*/2"), ("13-8-2", "13/8*/2"), ("8/2 13/8", "13/8*/2")]
)
def test_a_landing_says_which(text, play):
    assert str(parse_play(text, TWO_BLOTS, (6, 5), BACKGAMMON)) == play


def test_the_str_of_a_play_is_that_play_although_the_text_fits_another():
    one_blot = Position.from_points({13: 1, 6: 14}, {18: 1, 1: 14})
    assert str(parse_play("13-2", one_blot, (6, 5), BACKGAMMON)) == "13/2"
    assert str(parse_play("13/8/2", one_blot, (6, 5), BACKGAMMON)) == "13/2"
    assert str(parse_play("13/7/2", one_blot, (6, 5), BACKGAMMON)) == "13/7*/2"


# What fits none.


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8/5", "the turn is not over after 8/5: a 1 can still be played"),
        ("8/5 6/4", "after 8/5, 6/4 cannot be played"),
        ("8/5* 6/5", r"nothing is hit where it says '\*'"),
        ("24/22", "24/22 cannot be played"),
        ("8/5(2)", "step 2, 8/5 by a 3, is not legal: no 3 is left"),
        ("bar/22", "step 1, bar/22 by a 3, is not legal: no own checker is on"),
        ("13/12 6/3", "13/12 by a 1, is not legal: point 12 is blocked by 5 opposing checkers"),
        ("6/5 6/5 6/5 6/5", "no 1 is left"),
        ("1/off 6/3", "step 2, 1/off by a 1"),
        ("24/23/21/20", "cannot be played"),
    ],
)
def test_a_text_that_fits_no_play_is_refused_with_what_is_wrong(text, why):
    with pytest.raises(ValueError, match=r"is no legal play of 3-1: .*" + why):
        parse_play(text, START, (3, 1))


def test_a_point_that_is_blocked_is_named():
    position = Position.from_points({13: 5, 6: 10}, {16: 2, 6: 13})
    with pytest.raises(ValueError, match="step 2, 10/9 by a 1, is not legal: point 9 is blocked by 2"):
        parse_play("13/10/9", position, (3, 1))


def test_the_legal_plays_are_listed_if_they_are_few_and_counted_if_not():
    few = Position.from_points({5: 1, 4: 1}, {1: 15})
    with pytest.raises(ValueError, match=r"; legal: 5/off 4/off$"):
        parse_play("5/off", few, (6, 5), BACKGAMMON)
    with pytest.raises(ValueError, match=r"; there are 16 legal plays$"):
        parse_play("8/5", START, (3, 1))


def test_the_larger_die_is_asked_for_where_only_one_can_be_played():
    position = Position.from_points({13: 1, 1: 1}, {23: 2, 1: 13})
    assert [str(play) for play in plays(position, (6, 5), BACKGAMMON)] == ["13/7"]
    with pytest.raises(ValueError, match="then it must be the larger, the 6"):
        parse_play("13/8", position, (6, 5), BACKGAMMON)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "must name its moves"),
        (" \n", "must name its moves"),
        (",,", "must name its moves"),
        ("8", "must read like .*, got '8'"),
        ("8/5 6", "must read like .*, got '6'"),
        ("8/", "must read like"),
        ("/5", "must read like"),
        ("8//5", "must read like"),
        ("8/5/", "must read like"),
        ("8 5", "must read like"),
        ("8*/5", "must read like"),
        ("8/5**", "must read like"),
        ("8/5()", "must read like"),
        ("8/5(2", "must read like"),
        ("8/5(-2)", "must read like"),
        ("8/5(2)(2)", "must read like"),
        ("(2)8/5", "must read like"),
        ("8/5 pass", "must read like .*, got 'pass'"),
        ("pass pass", "must read like"),
        ("3-1: 8/5 6/5", "must read like .*, got '3-1:'"),
        ("eight/five", "must read like"),
        ("barr/20", "must read like"),
        ("108/5", "must read like"),
        ("٨/٥ 6/5", "must read like"),
        ("8/⁵", "must read like"),
        ("ba\u0155/20", "must read like"),
        ("pa\u017fs", "must read like"),
        ("8/5\x00", "must read like"),
        ("26/20", "a place must be 1 to 24"),
        ("99/98", "a place must be 1 to 24"),
        ("5/8", "goes from 5 to 8"),
        ("5/5", "goes from 5 to 5"),
        ("24/20/22", "goes from 20 to 22"),
        ("off/5", "goes from off to 5"),
        ("8/bar", "goes from 8 to bar"),
        ("6/off*", "nothing can be hit off the board"),
        ("6/off(2)*", "nothing can be hit off the board"),
        ("8/5(0)", r"a count must be \(1\) to \(4\)"),
        ("8/5(5)", r"a count must be \(1\) to \(4\)"),
        ("8/5(99)", r"a count must be \(1\) to \(4\)"),
        ("8/5(" + "9" * 150 + ")", r"a count must be \(1\) to \(4\)"),
        ("8/7(3) 6/5(2)", "at most 4 checkers, and .* names 5 moves"),
        ("x" * 201, "at most 200 characters, got 201"),
        (" " * 201, "at most 200 characters, got 201"),
    ],
)
def test_malformed_text_is_refused_with_the_word_that_is(text, why):
    for rules in (BAN_SUGOROKU, BACKGAMMON):
        with pytest.raises(ValueError, match=why):
            parse_play(text, START, (3, 1), rules)


@pytest.mark.parametrize("text", ["8/5 6/5 ", " ", "(", "*", "-", "8/", "\ud800", "9"])
def test_a_text_of_ten_megabytes_is_refused_at_once_and_briefly(text):
    text *= 10_000_000 // len(text)
    began = time.perf_counter()
    with pytest.raises(ValueError, match="at most 200 characters") as refusal:
        parse_play(text, START, (3, 1))
    assert time.perf_counter() - began < 0.5
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("text", ["24/23 " * 4, "24/1 " * 4, "24-" + "-".join(map(str, range(23, -1, -1))), "8/5(4)"])
def test_the_worst_text_takes_no_longer_than_the_search_it_asks_for(text):
    position = Position.from_points({24: 4, 23: 4, 22: 4, 21: 3}, {6: 15})
    began = time.perf_counter()
    with pytest.raises(ValueError):
        parse_play(text, position.swapped(), (1, 1), BACKGAMMON)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("text", [None, b"8/5 6/5", 85, ["8/5", "6/5"], START])
def test_text_must_be_a_str(text):
    with pytest.raises(TypeError, match="the text of a play must be a str"):
        parse_play(text, START, (3, 1))


def test_the_other_arguments_are_checked_as_everywhere():
    with pytest.raises(TypeError, match="position"):
        parse_play("8/5 6/5", START.text, (3, 1))
    with pytest.raises(TypeError, match="rules"):
        parse_play("8/5 6/5", START, (3, 1), "backgammon")
    with pytest.raises(TypeError):
        parse_play("8/5 6/5", START, 31)
    with pytest.raises(ValueError, match="a die must be 1 to 6, got 7"):
        parse_play("8/5 6/5", START, (7, 1))
    with pytest.raises(ValueError, match="R17"):
        parse_play("6/5 6/3", Position.from_points({6: 14}, {6: 15}), (3, 1))
