"""The network: what it sees, that it counts in whole numbers as it should, and what it learns."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bsg
from boards import EVERY_WAY_TO_PLAY, board
from bsg.network import Network, read_network, shipped_network
from bsg.training import Training, TrainingSettings
from bsg_core import search, training
from strategies import situations

# --- what it sees, told again in plain Python -------------------------------------------------------------------------

ROWS_OF_A_SIDE = 26 * 15 + 7 + 21 + 16 + 7 + 16 + 37
PATTERNS = ((2, 2, 2, 3, 3, 3), (2, 3, 2, 3, 2, 3))


def blocks(side):
    return {point for point in range(1, 25) if side[point] >= 2}


def prime(side):
    held = blocks(side)
    runs = [len(list(run)) for is_held, run in itertools.groupby(range(1, 25), held.__contains__) if is_held]
    return min(6, max(runs, default=0))


def last_checker(side):
    return max((place for place in range(1, 26) if side[place]), default=0)


def wall(side, other):
    before = {25 - (last_checker(other) - distance) for distance in range(1, 7)}
    return len(blocks(side) & before)


def missing_from_pattern(side):
    return min(sum(max(0, count - side[point]) for point, count in enumerate(p, start=1)) for p in PATTERNS)


def shots(side, other, steps_per_double):
    """Of 36 rolls, those with which some steps hit a blot; that more dice may have to be used is not asked.

    With two or more on the bar only the first two steps are looked at.
    """
    blots = {25 - point for point in range(1, 25) if other[point] == 1}
    shut = {25 - point for point in blocks(other)}

    def hits(counts, dice):
        if not dice:
            return False
        for place in [25] if counts[25] else range(1, 25):
            target = place - dice[0]
            if not counts[place] or target < 1 or target in shut:
                continue
            if target in blots:
                return True
            after = list(counts)
            after[place] -= 1
            after[target] += 1
            if hits(after, dice[1:]):
                return True
        return False

    found = 0
    steps = 2 if side[25] > 1 else steps_per_double
    for high, low in itertools.product(range(1, 7), repeat=2):
        orders = [(high, low), (low, high)] if high != low else [(high,) * steps]
        found += any(hits(list(side), dice) for dice in orders)
    return found


def race(rolling, waiting):
    if last_checker(rolling) + last_checker(waiting) >= 25:
        return 0
    lead = sum(place * (waiting[place] - rolling[place]) for place in range(1, 26))
    return 1 + min(31, max(0, (lead + 64) // 4)) if lead + 64 >= 0 else 1


def expected_rows(position, rules):
    rows = []
    sides = (position.own, position.opponent)
    for number, (side, other) in enumerate((sides, sides[::-1])):
        first = number * ROWS_OF_A_SIDE
        rows += [first + 15 * place + side[place] - 1 for place in range(26) if side[place]]
        closed = len(blocks(side) & set(range(1, 7))) * 3 + min(2, other[25])
        kinds = (
            (7, prime(side)),
            (21, closed),
            (16, sum(side[7:])),
            (7, wall(side, other)),
            (16, missing_from_pattern(side)),
            (37, shots(side, other, rules.steps_per_double)),
        )
        first += 26 * 15
        for how_many, which in kinds:
            rows.append(first + which)
            first += how_many
    return sorted([*rows, 2 * ROWS_OF_A_SIDE + race(*sides)])


@given(situations())
def test_the_network_sees_what_is_on_the_board(situation):
    position, _, rules = situation
    assert sorted(training.seen_rows(bytes(position), rules.code)) == expected_rows(position, rules)


def test_the_two_patterns_of_a_mujo_gachi_are_seen_and_not_the_reversed_ones():
    for pattern in PATTERNS:
        assert missing_from_pattern((0, *pattern, *[0] * 19)) == 0
        assert missing_from_pattern((0, *pattern[::-1], *[0] * 19)) > 0


def test_every_input_belongs_to_some_row_and_no_row_is_empty():
    shares = [training.shares_of_row(row) for row in range(training.ROWS)]
    assert all(shares)
    assert {number for row in shares for number, _ in row} == set(range(training.INPUTS))
    with pytest.raises(ValueError, match="row must be 0 to"):
        training.shares_of_row(training.ROWS)


# --- how it counts ----------------------------------------------------------------------------------------------------


def some_weights(hidden=64, seed=1, size=0.2):
    return np.random.default_rng(seed).normal(0, size, training.count_weights(hidden)).astype(np.float32)


def parts(weights):
    """Cut a buffer of weights into biases, weights of inputs, weights of outputs and their biases."""
    hidden = next(hidden for hidden in (64, 128, 256) if training.count_weights(hidden) == len(weights))
    first, second = hidden * (1 + training.INPUTS), hidden * (1 + training.INPUTS + training.PROBABILITIES)
    return (
        weights[:hidden],
        weights[hidden:first].reshape(-1, hidden),
        weights[first:second].reshape(-1, hidden),
        weights[second:],
    )


def judged(weights, position, rules):
    """Judge a position in floating point, as it is told in net.h."""
    bias, of_inputs, of_outputs, bias_of_outputs = (part.astype(float) for part in parts(weights))
    sums = bias.copy()
    for row in training.seen_rows(bytes(position), rules.code):
        for number, share in training.shares_of_row(row):
            sums += share * of_inputs[number]
    cut = np.clip(sums, -1, 1)
    return 1 / (1 + np.exp(-(of_outputs @ (cut * (2 - abs(cut))) + bias_of_outputs)))


def settled(p, position, rules):
    """Make five independent answers agree with each other and with what is still possible; told in net.h, too."""
    wins_more = rules.gammons if rules.finish == "bear-off" else rules.closed_home == "bonus"
    win = p[0]
    win_two = min(win, p[1]) if wins_more and not position.opponent[0] else 0
    lose_two = min(1 - win, p[3]) if wins_more and not position.own[0] else 0
    return [win, win_two, min(win_two, p[2]), lose_two, min(lose_two, p[4])]


def squared_error(weights, position, wanted, rules):
    return ((judged(weights, position, rules) - wanted) ** 2).sum()


def cross_entropy(weights, position, wanted, rules):
    found = judged(weights, position, rules)
    return -(wanted * np.log(found) + (1 - wanted) * np.log(1 - found)).sum()


POSITIONS = (
    bsg.Position.start(),
    board({24: 1, 20: 1, 13: 4, 8: 4, 6: 5}, {25: 1, 13: 5, 8: 3, 6: 5, 4: 1}),
    board({13: 1, 6: 4, 5: 4, 4: 3, 3: 3}, {25: 2, 8: 3, 6: 5, 5: 3, 3: 2}),
)


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_the_gradient_is_the_slope_of_the_cross_entropy(position):
    weights = some_weights()
    wanted = np.array([[0.7, 0.2, 0.1, 0.1, 0.05]], np.float32)
    gradient = np.zeros_like(weights)
    rows = bsg.batch.pack([position])
    error = training.add_gradient(rows, wanted, bsg.BACKGAMMON.code, weights, gradient)
    assert error == pytest.approx(squared_error(weights, position, wanted[0], bsg.BACKGAMMON), rel=1e-4)
    chance = np.random.default_rng(3)
    steepest = np.argsort(-abs(gradient))[:200]
    for place in chance.choice(steepest, 25, replace=False):
        step = np.zeros(len(weights))
        step[place] = 1e-4
        higher, lower = (
            cross_entropy(weights.astype(float) + sign * step, position, wanted[0], bsg.BACKGAMMON) for sign in (1, -1)
        )
        assert gradient[place] == pytest.approx((higher - lower) / 2e-4, rel=2e-2, abs=1e-4)


def test_gradients_add_up():
    weights = some_weights()
    wanted = np.full((3, 5), 0.3, np.float32)
    together, one_by_one = np.zeros_like(weights), np.zeros_like(weights)
    rows = bsg.batch.pack(POSITIONS)
    training.add_gradient(rows, wanted, bsg.BAN_SUGOROKU.code, weights, together)
    for i in range(3):
        training.add_gradient(rows[i : i + 1], wanted[i : i + 1], bsg.BAN_SUGOROKU.code, weights, one_by_one)
    assert (together == one_by_one).all()


def test_weights_too_large_for_sixteen_bits_are_refused():
    net = np.empty(training.length_of_rounded(64), np.int16)
    for wrong in (1e4, np.nan, np.inf):
        weights = some_weights()
        weights[100] = wrong
        with pytest.raises(ValueError, match="too large to be counted in 16 bits, or no numbers"):
            training.round_weights(weights, net)


def test_large_weights_are_counted_more_coarsely_so_that_no_sum_runs_over():
    net = np.empty(training.length_of_rounded(64), np.int16)
    bits = []
    for size in (0.05, 0.5, 2.0):
        training.round_weights(some_weights(size=size), net)
        bits.append(net[1])
    assert bits[0] == 10 > bits[1] > bits[2]


@pytest.mark.parametrize("hidden", [0, 32, 100, 576, -64])
def test_hidden_units_come_in_sixty_fours(hidden):
    with pytest.raises(ValueError, match="multiple of 64"):
        training.count_weights(hidden)


# --- what it learns from ----------------------------------------------------------------------------------------------


def rounded(weights):
    return Network(bsg.BAN_SUGOROKU, weights, {}).rounded


def recorded(rules=bsg.BAN_SUGOROKU, decay=0.5, games=4, first_game=0):
    """Games of a trained network, since one of chance weights hardly ever finishes."""
    boards, targets = np.empty((4000, 32), np.uint8), np.empty((4000, 5), np.float32)
    played, rows = training.record_games(
        shipped_network(rules).rounded,
        bytes(bsg.Position.start()),
        rules.code,
        1,
        first_game,
        games,
        400,
        decay,
        boards,
        targets,
    )
    return played, boards[:rows], targets[:rows]


@pytest.mark.parametrize("rules", [bsg.BAN_SUGOROKU, bsg.BACKGAMMON], ids=["ban-sugoroku", "backgammon"])
def test_targets_that_look_at_the_end_alone_tell_how_the_game_ended_as_each_side_sees_it(rules):
    _, _, targets = recorded(rules, decay=1, games=1, first_game=1)
    assert targets[-1][0] == 1
    for ply, target in enumerate(targets[::-1]):
        win, win_two, win_three, lose_two, lose_three = targets[-1]
        assert target.tolist() == (
            [1, win_two, win_three, lose_two, lose_three] if ply % 2 == 0 else [0, 0, 0, win_two, win_three]
        )
        assert win == 1


def test_targets_that_look_one_roll_ahead_are_what_is_then_expected():
    _, boards, targets = recorded(decay=0, games=1, first_game=1)
    weights = shipped_network().weights
    assert len(boards) > 10
    for ply in range(len(boards) - 1):
        following = judged(weights, bsg.Position.from_bytes(bytes(boards[ply + 1])), bsg.BAN_SUGOROKU)
        assert targets[ply][0] == pytest.approx(1 - following[0], abs=0.02)


def test_recorded_boards_are_undecided_and_follow_from_each_other():
    _, boards, _ = recorded(games=1, first_game=1)
    positions = [bsg.Position.from_bytes(bytes(row)) for row in boards]
    assert len(positions) > 10
    assert positions[0] == bsg.Position.start()
    for before, after in itertools.pairwise(positions):
        assert bsg.result(before) is None
        assert any(
            play.after.swapped() == after
            for roll in itertools.combinations_with_replacement(range(1, 7), 2)
            for play in bsg.plays(before, roll)
        )


def test_one_game_in_four_begins_with_plays_that_nothing_is_learned_from():
    firsts = [bytes(recorded(games=1, first_game=game)[1][0]) == bytes(bsg.Position.start()) for game in range(8)]
    assert firsts == [False, True, True, True] * 2


def test_looking_ahead_is_the_mean_of_the_best_plays_of_all_rolls():
    weights = some_weights()
    position = POSITIONS[1]
    expected = np.empty((1, 5), np.float32)
    boards, going_on = bsg.batch.pack([position]), np.zeros(1, np.uint8)
    search.judge_rows(rounded(weights), None, boards, bsg.BACKGAMMON.code, 1, search.FILTERS, False, going_on, expected)
    mean = np.zeros(5)
    for high, low in itertools.product(range(1, 7), repeat=2):
        reached = [play.after.swapped() for play in bsg.plays(position, (high, low), bsg.BACKGAMMON)]
        seen = [settled(judged(weights, after, bsg.BACKGAMMON), after, bsg.BACKGAMMON) for after in reached]
        best = min(seen, key=lambda p: 2 * p[0] + p[1] + p[2] - p[3] - p[4])
        mean += np.array([1 - best[0], *best[3:], *best[1:3]]) / 36
    assert expected[0] == pytest.approx(mean, abs=0.03)


BOARDS, TARGETS, START = np.zeros((2, 32), np.uint8), np.zeros((2, 5), np.float32), bytes(bsg.Position.start())
CODE = bsg.BAN_SUGOROKU.code


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(
            lambda net: training.record_games(net[:-1], START, CODE, 1, 0, 1, 400, 0.5, BOARDS, TARGETS), id="record"
        ),
        pytest.param(
            lambda net: training.add_gradient(BOARDS, TARGETS, CODE, some_weights(), some_weights()), id="gradient"
        ),
    ],
)
def test_the_doors_refuse_what_does_not_fit(call):
    net = rounded(some_weights())
    with pytest.raises(ValueError):
        call(net)


# --- a whole run ------------------------------------------------------------------------------------------------------

SHORT = TrainingSettings(games=1536, hidden=64, seed=5, polish=0.4)


def test_a_run_gives_the_same_weights_on_any_number_of_threads_and_after_a_restart(tmp_path):
    once, again = Training(SHORT, threads=1), Training(SHORT, threads=3)
    assert (once.run().weights == again.run().weights).all()

    class StoppedError(Exception):
        pass

    def stop(done):
        if done.games == 512:
            raise StoppedError

    stopped = Training(SHORT, threads=1)
    with pytest.raises(StoppedError):
        stopped.run(progress=stop, checkpoint=tmp_path / "run.npz")
    resumed = Training.resume(tmp_path / "run.npz", threads=2)
    assert resumed.games == 512
    assert (resumed.run().weights == once.network.weights).all()
    assert [done.games for done in resumed.rounds] == [512, 1024, 1536]


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-100], lambda data: b"", lambda data: b"nothing"], ids=["short", "empty", "other"]
)
def test_a_torn_checkpoint_is_refused(tmp_path, damage):
    run = Training(TrainingSettings(games=512, hidden=64))
    run.save(tmp_path / "run.npz")
    (tmp_path / "torn.npz").write_bytes(damage((tmp_path / "run.npz").read_bytes()))
    with pytest.raises(ValueError, match="must be a checkpoint that bsg train wrote"):
        Training.resume(tmp_path / "torn.npz")


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"games": 0}, "games must be 1 to"),
        ({"hidden": 100}, "multiple of 64"),
        ({"seed": -1}, "seed must be 0 to"),
        ({"polish": 1.5}, "polish must be 0 to 1"),
        ({"decay": (0.5, -1)}, "decay must be 0 to 1"),
        ({"learning_rate": (0, 1)}, "learning_rate must be above 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(change, wanted):
    with pytest.raises(ValueError, match=wanted):
        TrainingSettings(**change)


# --- its file ---------------------------------------------------------------------------------------------------------


def test_a_network_comes_back_from_its_file(tmp_path):
    weights = some_weights().astype(np.float16).astype(np.float32)
    network = Network(bsg.BACKGAMMON, weights, {"games": 3})
    network.save(tmp_path / "a.net")
    read = read_network(tmp_path / "a.net")
    assert (read.rules, read.hidden, read.origin) == (bsg.BACKGAMMON, 64, {"games": 3})
    assert (read.weights == weights).all()
    assert (read.rounded == network.rounded).all()
    assert [file.name for file in tmp_path.iterdir()] == ["a.net"]


@pytest.mark.parametrize(
    ("damage", "wanted"),
    [
        pytest.param(lambda data: data[:-2], "checksum", id="short"),
        pytest.param(lambda data: data[:-1] + b"\x01", "checksum", id="changed"),
        pytest.param(lambda data: b"", "does not begin as one", id="empty"),
        pytest.param(lambda data: b"[]\n" + data, "does not begin as one", id="other JSON"),
        pytest.param(lambda data: data.replace(b"network 1", b"network 9", 1), "format", id="later format"),
        pytest.param(lambda data: data.replace(b'"hidden": 64', b'"hidden": 65', 1), "makes no sense", id="size"),
        pytest.param(lambda data: data.replace(b'"finish"', b'"finnish"', 1), "makes no sense", id="rules"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, damage, wanted):
    Network(bsg.BAN_SUGOROKU, some_weights(), {}).save(tmp_path / "a.net")
    (tmp_path / "b.net").write_bytes(damage((tmp_path / "a.net").read_bytes()))
    with pytest.raises(ValueError, match=wanted):
        read_network(tmp_path / "b.net")


@given(st.sampled_from(EVERY_WAY_TO_PLAY))
@settings(max_examples=40)
def test_every_set_of_rules_has_a_network_that_finishes_as_it_does(rules):
    trained = shipped_network(rules).rules
    assert trained.finish == rules.finish
    if rules.closed_home != "bonus" and rules.finish == "iri-gachi" and rules.steps_per_double == 2:
        assert trained.closed_home == rules.closed_home
