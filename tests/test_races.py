"""Races by table, against plain Python on the reference engine, and against what can be counted by hand."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import bsg
from boards import BACKGAMMON, BAN, BEAR_OFF, FOUR_STEPS, INSTANT, board
from bsg.dice import ROLLS
from bsg.network import shipped_network
from bsg.races import build_race_table, race_table, race_value, read_race_table
from bsg_core import bot_games, playout, races


def weight(roll):
    return 1 if roll[0] == roll[1] else 2


def code_of(rules, points=6):
    return (rules.finish == "bear-off") | (rules.steps_per_double == 4) << 1 | points << 2


@cache
def exact_win(position, rules):
    """The chance of the side that rolls, from every play of the reference."""
    total = 0.0
    for roll in ROLLS:
        after = bsg.reference.plays(position, roll, rules)
        total += weight(roll) * max(
            1.0 if play.result is not None else 1 - exact_win(play.after.swapped(), rules) for play in after
        )
    return total / 36


def test_ranks_number_the_ways_to_stand_one_by_one():
    states, untouched, _ = races.sizes(code_of(BAN, 3))
    seen = [tuple(races.counts_of_rank(code_of(BAN, 3), rank)) for rank in range(states)]
    assert len(set(seen)) == states == 816
    assert all((sum(counts) == 15) == (rank >= untouched) for rank, counts in enumerate(seen))


@pytest.mark.parametrize(("point", "rolls"), [(6, 27), (5, 31), (4, 34), (3, 36)])
def test_the_chance_to_bear_off_a_last_checker_is_the_one_that_is_counted_by_hand(point, rolls):
    value = race_value(board({point: 1}, {1: 1}), BACKGAMMON)
    assert value.is_exact
    assert value.win == pytest.approx(rolls / 36, abs=1e-6)


@pytest.mark.parametrize(("points", "rolls"), [({6: 1, 5: 1}, 6), ({2: 1, 1: 1}, 36), ({6: 2}, 4), ({1: 3}, 6)])
def test_several_checkers_by_hand(points, rolls):
    assert race_value(board(points, {1: 1}), BACKGAMMON).win == pytest.approx(rolls / 36, abs=1e-6)


@pytest.mark.parametrize(
    ("own", "opponent", "rules"),
    [
        ({7: 1, 9: 1, 1: 13}, {8: 1, 1: 14}, BAN),
        ({7: 2, 1: 13}, {7: 1, 9: 1, 1: 13}, BAN),
        ({10: 1, 2: 1, 1: 13}, {9: 1, 1: 14}, FOUR_STEPS),
        ({10: 1, 2: 1, 1: 13}, {9: 1, 1: 14}, INSTANT),
        ({3: 1, 1: 2}, {4: 1, 2: 1}, BACKGAMMON),
        ({6: 1, 2: 1}, {5: 1, 1: 1}, BEAR_OFF),
    ],
)
def test_few_checkers_are_judged_as_every_play_of_the_reference_does(own, opponent, rules):
    position = board(own, opponent)
    value = race_value(position, rules)
    assert value.is_exact
    assert value.win == pytest.approx(exact_win(position, rules), abs=1e-6)


def plain_rows(rules, points, ranks):
    """Mean turns and the chance to be done by turn, steadily and at most, by the plays of the reference."""
    nearest = 1 if rules.finish == "bear-off" else 7

    @cache
    def row(counts):
        if not any(counts):
            return 0.0, (1.0,) * 40, (1.0,) * 40
        own = {nearest + k: n for k, n in enumerate(counts) if n}
        if nearest == 7:
            own[1] = 15 - sum(counts)
        else:
            own[0] = 15 - sum(counts)
        position = board(own, {1: 15} if nearest == 1 else {1: 14, 7: 1})
        mean, steady, timed = 1.0, [0.0] * 40, [0.0] * 40
        for roll in ROLLS:
            afters = {play.after.own[nearest : nearest + points] for play in bsg.reference.plays(position, roll, rules)}
            found = [row(after) for after in afters]
            best = min(found, key=lambda one: one[0])
            mean += weight(roll) * best[0] / 36
            for turn in range(1, 40):
                steady[turn] += weight(roll) * best[1][turn - 1] / 36
                timed[turn] += weight(roll) * max(one[2][turn - 1] for one in found) / 36
        return mean, tuple(steady), tuple(timed)

    return [row(tuple(races.counts_of_rank(code_of(rules, points), rank))) for rank in ranks]


def sureness(steady):
    """1 / (1 + 3 v), v being the variance of the turns."""
    chances = np.diff(steady, prepend=0)
    turns = np.arange(len(steady))
    return 1 / (1 + 3 * (chances @ turns**2 - (chances @ turns) ** 2))


@pytest.mark.parametrize(("rules", "points"), [(BAN, 4), (FOUR_STEPS, 3), (BACKGAMMON, 6), (BEAR_OFF, 6)])
def test_rows_are_those_of_plain_python(rules, points):
    code, ranks = code_of(rules, points), range(1, 34)
    _, _, rows = races.sizes(code)
    turns, firsts, sure = np.zeros(rows), np.zeros(rows, np.uint8), np.zeros(rows, np.uint8)
    starts, done = np.zeros(rows + 1, np.uint32), np.zeros(32 * rows + 192, np.uint16)
    assert races.fill_rows(code, 0, 40, turns, starts, firsts, sure, done) == 40
    for rank, (mean, *chances) in zip(ranks, plain_rows(rules, points, ranks), strict=True):
        assert turns[rank] == pytest.approx(mean, abs=1e-9)
        assert sure[rank] / 255 == pytest.approx(sureness(chances[0]), abs=0.006)
        both = done[starts[rank] : starts[rank + 1]].reshape(2, -1) / 65535
        for numbers, wanted in zip(both, chances, strict=True):
            found = [0.0] * firsts[rank] + list(numbers)
            assert found == pytest.approx(wanted[: len(found)], abs=1e-4)
            assert wanted[len(found) :] == pytest.approx([1] * len(wanted[len(found) :]), abs=1e-4)


@pytest.mark.parametrize("rules", [BAN, FOUR_STEPS, BACKGAMMON], ids=["iri-gachi", "four steps", "bear-off"])
def test_the_exact_chance_lies_between_the_bounds_and_so_does_what_is_put_together(rules):
    exact, rows = race_table(rules), build_race_table(rules, exact_checkers=0)
    states = 210
    bounds, guesses = np.zeros((states, states, 2)), np.zeros((states, states))
    races.bound_chances(rows.buffer, bounds)
    races.guess_chances(rows.buffer, guesses)
    count = int(exact.buffer[4])
    chances = exact.buffer[-count * count :].view(np.float32).reshape(count, count)[1:states, 1:states]
    low, high = bounds[1:, 1:, 0], bounds[1:, 1:, 1]
    assert (low - 1e-6 <= chances).all()
    assert (chances <= high + 1e-6).all()
    assert (low <= guesses[1:, 1:]).all()
    assert (guesses[1:, 1:] <= high).all()
    assert 0 <= low.min() < high.max() <= 1
    assert (high - low).mean() < 0.01


def test_a_value_tells_how_far_off_it_can_be():
    few, many = board({9: 4, 6: 11}, {8: 4, 1: 11}), board({9: 7, 6: 8}, {8: 7, 1: 8})
    exact, rows = race_value(few), race_value(few, table=build_race_table(BAN, exact_checkers=0))
    assert exact.is_exact
    assert exact.error == 0
    assert abs(rows.equity - exact.equity) <= rows.error < 0.05
    assert not race_value(many).is_exact
    assert 0 < race_value(many).error < 0.05
    assert race_value(board({1: 2}, {6: 15}), BACKGAMMON).error is None
    assert race_value(board({1: 2}, {6: 15}), BEAR_OFF).error < 0.01


def test_a_table_knows_neither_contact_nor_a_decided_game_nor_what_stands_too_far():
    assert race_value(bsg.Position.start()) is None
    assert race_value(board({6: 14, 13: 1}, {6: 14, 7: 1})) is None
    assert race_value(board({6: 14, 10: 1}, {6: 14, 16: 1})) is None
    assert race_value(board({6: 15}, {7: 15})) is None


def test_the_checkers_at_home_do_not_matter_under_iri_gachi():
    one = race_value(board({9: 7, 6: 8}, {8: 7, 1: 8}))
    assert one == race_value(board({9: 7, 2: 5, 3: 3}, {8: 7, 6: 8}))
    assert not one.is_exact


def test_a_step_ahead_is_never_worse():
    chances = [race_value(board({point: 6, 6: 9}, {9: 6, 1: 9})).win for point in range(7, 13)]
    assert chances == sorted(chances, reverse=True)


def test_a_gammon_is_lost_by_who_has_no_checker_off_in_time_and_by_nobody_else():
    value = race_value(board({1: 2}, {6: 15}), BACKGAMMON)
    assert (value.win, value.win_gammon, value.equity) == (1, 1, 2)
    missed = race_value(board({6: 15}, {1: 1}), BACKGAMMON)
    # 11 rolls have a 6; 5-1 and 4-2 bear off with both dice, 3-3 and 2-2 with steps of a double: 17 of 36 save it.
    assert missed.lose_gammon == pytest.approx(19 / 36, abs=1e-4)
    assert race_value(board({1: 2}, {6: 14}), BACKGAMMON).win_gammon == 0
    assert race_value(board({1: 2}, {6: 15}), replace(BACKGAMMON, gammons=False)).win_gammon == 0


def test_a_network_with_a_table_plays_a_race_as_well_as_can_be():
    table, net = race_table(BAN), shipped_network(BAN).rounded
    for own, opponent in (({12: 1, 9: 1, 8: 1}, {8: 1, 7: 2}), ({11: 2, 7: 1}, {9: 2}), ({10: 1, 7: 3}, {7: 1})):
        before = board(own | {6: 15 - sum(own.values())}, opponent | {5: 15 - sum(opponent.values())})
        for roll in ROLLS:
            dice = tuple(sorted(roll)[::-1])
            after = bot_games.choose(
                (2, 0.0, net, 0, table.buffer), bytes(before), *dice, BAN.code, playout.open_stream(1, 1, 1)
            )
            best = max(
                1.0 if play.result else 1 - 2 * race_value(play.after.swapped()).win
                for play in bsg.engine.plays(before, roll)
            )
            chosen = bsg.Position.from_bytes(after)
            assert bsg.reference.result(chosen) or -race_value(chosen.swapped()).equity == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("rules", [BAN, BACKGAMMON], ids=["iri-gachi", "bear-off"])
def test_one_sided_values_of_up_to_seven_checkers_are_within_the_bound(rules):
    for checkers in (4, 7):
        errors = race_table(rules).errors(checkers)
        assert errors.mean_error < 0.002
        assert errors.mean_loss < 3e-5


def test_a_table_is_written_and_read_again(tmp_path):
    table = build_race_table(BAN, points=3, exact_checkers=2)
    table.save(tmp_path / "a.races")
    read = read_race_table(tmp_path / "a.races")
    assert (read.buffer == table.buffer).all()
    assert (read.points, read.exact_checkers, read.finish) == (3, 2, "iri-gachi")


@pytest.mark.parametrize("place", [0, 4, 20, 100, -40, -1])
def test_a_table_that_is_not_as_it_was_written_is_refused(tmp_path, place):
    build_race_table(BAN, points=3, exact_checkers=2).save(tmp_path / "a.races")
    whole = (tmp_path / "a.races").read_bytes()
    changed = bytearray(whole)
    changed[place] ^= 16
    for damaged in (bytes(changed), whole[:place], whole + b"\0"):
        (tmp_path / "a.races").write_bytes(damaged)
        with pytest.raises(ValueError, match="must be a table of races"):
            read_race_table(tmp_path / "a.races")


def test_a_table_of_another_format_is_told_apart_from_a_damaged_one(tmp_path):
    table = build_race_table(BAN, points=3, exact_checkers=2)
    older = table.buffer.copy()
    older[3] = 0
    replace(table, buffer=older).save(tmp_path / "a.races")
    with pytest.raises(ValueError, match="of format 2, got format 0: build it again"):
        read_race_table(tmp_path / "a.races")


def test_numbers_may_be_of_numpy_and_a_table_must_be_one():
    table = build_race_table(BAN, points=np.int64(2), exact_checkers=np.int8(1))
    assert (type(table.points), type(table.exact_checkers)) == (int, int)
    with pytest.raises(TypeError, match="table must be a RaceTable, got 'a'"):
        race_value(bsg.Position.start(), BAN, table="a")
    with pytest.raises(ValueError, match="checkers must be 1 to 8, got 0"):
        table.errors(0)


def test_as_many_checkers_are_exact_as_there_is_room_for():
    assert build_race_table(BAN, points=2).exact_checkers == 8
    assert race_table(BAN).exact_checkers == race_table(BACKGAMMON).exact_checkers == 6
    assert build_race_table(BAN, points=7).exact_checkers == 5
    with pytest.raises(ValueError, match="exact_checkers must be 0 to 6, got 7"):
        build_race_table(BAN, points=11, exact_checkers=7)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="points must be 1 to 11, got 12"):
        build_race_table(BAN, points=12)
    with pytest.raises(ValueError, match="the rules bear off"):
        build_race_table(BACKGAMMON, points=6)
    with pytest.raises(ValueError, match="the table is of iri-gachi"):
        race_table(BAN).value(bsg.Position.start(), BACKGAMMON)
    net = shipped_network(BACKGAMMON).rounded
    with pytest.raises(ValueError, match="same finish"):
        bot_games.choose(
            (2, 0.0, net, 0, race_table(BAN).buffer),
            bytes(bsg.Position.start()),
            3,
            1,
            BACKGAMMON.code,
            playout.open_stream(1, 1, 1),
        )
