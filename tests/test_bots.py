"""Bots: that they play as they should, natively as in Python, and that matches between them are counted rightly."""

import dataclasses
import itertools
import math
import statistics
import threading

import numpy as np
import pytest
from hypothesis import given

import bsg
from boards import EVERY_WAY_TO_PLAY, board
from bsg import bots, chunks, matches_of_bots
from bsg.network import shipped_network
from bsg.races import race_table
from bsg_core import bot_games, playout, random_games, search
from strategies import situations

LEVELS = ["beginner", "casual", "club", "expert"]
GAMES = {"ban-sugoroku": bsg.BAN_SUGOROKU, "backgammon": bsg.BACKGAMMON}
START = bsg.Position.start()


def both_games(test):
    return pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)(test)


def played(players, rules, *, games=8, seed=5, first_game=0, max_plies=10_000, in_pairs=False):
    """Play natively, and return a row for each game: who began, points, kind, plies."""
    key = seed, first_game, max_plies, in_pairs
    columns = bots.play_games(players, bytes(START), rules, key, games, np.zeros(1, np.uint8))
    return list(zip(*(column.tolist() for column in columns), strict=True))


# --- single choices ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bsg.BOTS)
@given(situations())
def test_every_bot_plays_a_legal_play_under_all_rules(name, situation):
    position, dice, rules = situation
    legal = bsg.plays(position, dice, rules)
    if legal:
        assert bsg.bot(name, seed=3).choose(position, dice, rules) in legal
    else:
        with pytest.raises(ValueError, match="a decided position has no plays to choose from"):
            bsg.bot(name).choose(position, dice, rules)


@pytest.mark.parametrize("name", bsg.BOTS)
def test_dice_may_be_in_either_order(name):
    bot = bsg.bot(name, seed=1)
    assert bot.choose(START, (2, 5)) == bot.choose(START, (5, 2))


def thumbs(play):
    """Rate a play by the rules of thumb, told again on lists."""
    if play.result is not None:
        return 10_000 * play.result.points
    own = play.after.own
    theirs = [play.after.opponent[25 - place] for place in range(26)]  # by own places: its bar is place 0
    blocks = {place for place in range(1, 25) if own[place] >= 2}
    home = blocks & set(range(1, 7))
    worth = play.after.pips[1] - play.after.pips[0]
    worth += 3 * len(blocks) + 4 * len(home) + 2 * sum(place + 1 in blocks for place in blocks)
    worth += 2 * len(home) * theirs[0]
    for blot in (place for place in range(1, 25) if own[place] == 1):
        distances = {blot - place for place in range(blot) if theirs[place]}
        if distances & set(range(1, 7)):
            worth -= 3 + (25 - blot) // 3
        elif distances & set(range(7, 13)):
            worth -= 2
    return worth


@given(situations())
def test_the_simple_bot_goes_by_its_rules_of_thumb_and_r15(situation):
    position, dice, rules = situation
    legal = bsg.plays(position, dice, rules)
    if legal:
        assert bsg.bot("simple").choose(position, dice, rules) == max(legal, key=thumbs)  # the first of equals


def test_a_bot_with_a_seed_answers_a_question_the_same_way_each_time():
    def answers(seed):
        bot = bsg.bot("random", seed=seed)
        return [str(bot.choose(START, dice)) for dice in bsg.ROLLS]

    assert answers(1) == answers(1) != answers(2)
    assert len({str(bsg.bot("random").choose(START, (3, 1))) for _ in range(60)}) > 5


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize(
    ("own", "opponent", "rules"),
    [
        ({7: 1, 6: 4, 5: 4, 4: 3, 2: 3}, {24: 2, 13: 13}, bsg.BAN_SUGOROKU),
        ({3: 1, 2: 1}, {20: 2, 13: 13}, bsg.BACKGAMMON),
    ],
)
def test_who_misjudges_takes_a_win_that_can_be_had(name, own, opponent, rules):
    assert {play.result is None for play in bsg.plays(board(own, opponent), (4, 2), rules)} == {True, False}
    for seed in range(20):
        play = bsg.bot(name, seed=seed).choose(board(own, opponent), (4, 2), rules)
        assert play.result is not None
        assert play.result.points > 0


@both_games
def test_who_misjudges_less_plays_more_often_as_the_network_does(rules):
    best = [bsg.bot("net").choose(START, dice, rules) for dice in bsg.ROLLS]
    agreed = {
        name: sum(
            bsg.bot(name, seed=seed).choose(START, dice, rules) == play
            for seed in range(20)
            for dice, play in zip(bsg.ROLLS, best, strict=True)
        )
        for name in ("random", "beginner", "expert", "net")
    }
    assert agreed["random"] < agreed["beginner"] < agreed["expert"] < agreed["net"] == 20 * 21


def test_a_network_of_ones_own_is_played_by(tmp_path):
    network = shipped_network(bsg.BACKGAMMON)
    network.save(tmp_path / "my.net")
    by_file, by_value = bsg.bot("net", network=tmp_path / "my.net"), bsg.bot("net", network=network)
    by_rules = bsg.bot("net", rules=bsg.BACKGAMMON)
    shipped = bsg.bot("net")
    for dice in bsg.ROLLS:
        play = shipped.choose(START, dice, bsg.BACKGAMMON)
        assert by_file.choose(START, dice, bsg.BACKGAMMON) == by_value.choose(START, dice, bsg.BACKGAMMON) == play
        assert by_rules.choose(START, dice) == by_value.choose(START, dice)


# --- games ------------------------------------------------------------------------------------------------------------


class Asked:
    """Plays as a bot does, from Python: so the games with it are played turn by turn."""

    def __init__(self, bot):
        self.bot = bot
        self.name = bot.name

    def choose(self, position, dice, rules):
        return self.bot.choose(position, dice, rules)


@both_games
def test_native_choices_are_those_of_choose(rules):
    natively = bsg.simulate(6, rules, seed=2, players=("net", "simple"))
    for players in [
        (Asked(bsg.bot("net")), Asked(bsg.bot("simple"))),
        ("net", Asked(bsg.bot("simple"))),
        (Asked(bsg.bot("net")), "simple"),
    ]:
        assert bsg.simulate(6, rules, seed=2, players=players) == natively


@pytest.mark.parametrize("rules", EVERY_WAY_TO_PLAY, ids=str)
@pytest.mark.parametrize("name", ["random", "beginner"])
def test_bots_that_draw_play_the_same_turn_by_turn_from_the_same_streams(name, rules):
    players = bsg.bot(name), bsg.bot("expert")
    native = played(players, rules, games=2, max_plies=200)
    for game, (beginner, points, _, plies) in enumerate(native):
        dice = playout.open_stream(5, game, 0)
        streams = [playout.open_stream(5, game, purpose) for purpose in (1, 2)]
        seat, high, low = playout.begin_game(dice, game, rules.code)
        assert seat == beginner
        position = START
        for ply in range(plies):
            if ply:
                high, low = playout.roll(dice)
                position, seat = position.swapped(), 1 - seat
            after = players[seat].native_after(position, (high, low), rules, streams[seat])
            position = bsg.Position.from_bytes(after)
        result = bsg.result(position, rules)
        if plies < 200:
            assert result.points * (1 if seat == 0 else -1) == points


def test_random_games_are_those_of_the_other_way_to_play_them():
    key = 7, 3, 10_000
    columns = [np.empty(40, t) for t in (np.uint8, np.int8, np.uint8, np.int64)]
    for rules in EVERY_WAY_TO_PLAY:
        random_games.play_games(bytes(START), rules.code, *key, np.zeros(1, np.uint8), *columns)
        expected = list(zip(*(column.tolist() for column in columns), strict=True))
        two = bsg.bot("random"), bsg.bot("random")
        assert played(two, rules, games=40, seed=7, first_game=3) == expected


@both_games
def test_a_pair_has_the_dice_of_one_game_and_exchanged_seats(rules):
    players = bsg.bot("net"), bsg.bot("casual")
    pairs = played(players, rules, games=20, in_pairs=True)
    assert pairs[0::2] == played(players, rules, games=10)
    exchanged = played(players[::-1], rules, games=10)
    assert pairs[1::2] == [(1 - beginner, -points, kind, plies) for beginner, points, kind, plies in exchanged]
    assert played(players, rules, games=6, first_game=9, in_pairs=True) == pairs[9:15]


def test_a_decided_or_frozen_start_ends_every_game_at_once():
    won = bsg.Position.parse("own 6:5 3:5 1:5 / opp 18:2 13:5 8:3 7:5")
    summary = bsg.simulate(10, seed=1, position=won, players=("net", "simple"))
    assert (summary.wins, summary.longest_plies) == ((5, 5), 0)
    match = bsg.play_match("net", "simple", 8, seed=1, position=won.swapped())
    assert (match.wins, match.points_per_game) == ((4, 4), 0)


def test_games_of_bots_are_capped_as_others_are():
    summary = bsg.simulate(20, seed=1, max_plies=3, players=("net", "simple"))
    assert (summary.capped, summary.longest_plies, summary.points_per_game) == (20, 3, 0)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_and_chunks_change_nothing(threads, monkeypatch):
    simulated = bsg.simulate(60, seed=4, players=("club", "beginner"), threads=1)
    match = bsg.play_match("club", "beginner", 60, seed=4, threads=1)
    monkeypatch.setattr(chunks, "_LARGEST_CHUNK", 6)
    assert bsg.simulate(60, seed=4, players=("club", "beginner"), threads=threads) == simulated
    assert bsg.play_match("club", "beginner", 60, seed=4, threads=threads) == match


# --- matches ----------------------------------------------------------------------------------------------------------


@both_games
@pytest.mark.parametrize("pair", [("net", "simple"), ("beginner", "random")])
def test_exchanging_the_bots_turns_a_match_around_exactly(pair, rules):
    match = bsg.play_match(*pair, 40, rules, seed=8)
    turned = bsg.play_match(*pair[::-1], 40, rules, seed=8)
    low, high = match.points_interval
    assert turned == dataclasses.replace(
        match,
        bots=pair[::-1],
        points_per_game=-match.points_per_game,
        points_interval=pytest.approx((-high, -low)),
        wins=match.wins[::-1],
        wins_by_kind={kind: wins[::-1] for kind, wins in match.wins_by_kind.items()},
    )


@pytest.mark.parametrize("name", bsg.BOTS)
def test_a_bot_wins_nothing_against_itself(name):
    pairs = 1 if name.endswith("ply") else 5  # who looks ahead takes its time
    match = bsg.play_match(name, name, 2 * pairs, seed=3)
    assert (match.points_per_game, match.wins) == (0, (pairs, pairs))
    assert match.points_interval == (None if pairs == 1 else (0, 0))


def test_the_interval_is_that_of_the_means_of_pairs():
    match = bsg.play_match("net", "simple", 60, seed=6)
    points = [
        points
        for _, points, _, _ in played(
            (bsg.bot("net"), bsg.bot("simple")), bsg.BAN_SUGOROKU, games=60, seed=6, in_pairs=True
        )
    ]
    means = [(first + second) / 2 for first, second in zip(points[::2], points[1::2], strict=True)]
    reach = 1.959964 * statistics.stdev(means) / math.sqrt(30)
    assert match.points_per_game == pytest.approx(statistics.fmean(points))
    assert match.points_interval == pytest.approx(
        (statistics.fmean(points) - reach, statistics.fmean(points) + reach), abs=1e-6
    )
    assert match.wins == (sum(p > 0 for p in points), sum(p < 0 for p in points))


def test_one_pair_tells_no_interval():
    match = bsg.play_match("net", "random", 2, seed=1)
    assert match.points_interval is None
    assert "one pair tells no interval" in str(match)


def test_the_text_of_a_match_shows_its_numbers():
    match = bsg.play_match("net", "random", 40, bsg.BACKGAMMON, seed=1)
    text = str(match)
    assert text.splitlines()[0] == "40 games of backgammon, in pairs with the same dice"
    assert f"{match.points_per_game:+.4f}" in text
    assert "backgammon  " in text
    assert match.to_dict()["wins"] == list(match.wins)


@both_games
def test_the_network_beats_random_plays_clearly(rules):
    match = bsg.play_match("net", "random", 400, rules, seed=1)
    assert match.points_interval[0] > 0.8
    assert match.wins[0] > 370


@both_games
def test_levels_are_in_order(rules):
    levels = ["random", *LEVELS, "net"]
    for weaker, stronger in itertools.pairwise(levels):
        match = bsg.play_match(stronger, weaker, 1000, rules, seed=1)
        assert match.points_interval[0] > 0, (stronger, weaker)


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "message", "arguments", "options"),
    [
        (ValueError, "a bot must be one of random, simple, .*net.*, got 'nett'", ("nett",), {}),
        (TypeError, "the name of a bot must be a str, got 3 of type int", (3,), {}),
        (ValueError, "the bot random plays without a network, got one", ("random",), {"network": "my.net"}),
        (TypeError, "network must be a Network or the path of one, got 3", ("net",), {"network": 3}),
        (ValueError, "seed must be 0 to", ("net",), {"seed": -1}),
        (TypeError, "rules must be a bsg.Rules", ("net",), {"rules": "backgammon"}),
        (OSError, "no.net", ("net",), {"network": "no.net"}),
    ],
)
def test_what_makes_no_bot(error, message, arguments, options):
    with pytest.raises(error, match=message):
        bsg.bot(*arguments, **options)


@pytest.mark.parametrize(
    ("error", "message", "arguments", "options"),
    [
        (
            ValueError,
            "games must be an even number, since they come in pairs, from 2 to 2\\*\\*62, got 3",
            ("net", "net", 3),
            {},
        ),
        (ValueError, "games must be an even number", ("net", "net", 0), {}),
        (TypeError, "games must be an integer", ("net", "net", 2.0), {}),
        (ValueError, "a bot must be one of random", ("net", "n", 2), {}),
        (TypeError, "the second bot must be a name of bsg.BOTS", ("net", None, 2), {}),
        (TypeError, "the first bot must be a name of bsg.BOTS", (Asked(bsg.bot("net")), "net", 2), {}),
        (ValueError, "max_plies must be 1 to", ("net", "net", 2), {"max_plies": 0}),
        (ValueError, "threads must be 1 to 1024", ("net", "net", 2), {"threads": 0}),
        (TypeError, "progress must be callable", ("net", "net", 2), {"progress": 1}),
        (ValueError, "R17", ("net", "net", 2), {"position": board({6: 14}, {6: 14})}),
    ],
)
def test_what_makes_no_match(error, message, arguments, options):
    with pytest.raises(error, match=message):
        bsg.play_match(*arguments, **options)


@pytest.mark.parametrize(("name", "ply"), [("net-1ply", 1), ("net-2ply", 2)])
@pytest.mark.parametrize("rules", [bsg.BAN_SUGOROKU, bsg.BACKGAMMON], ids=["ban-sugoroku", "backgammon"])
def test_who_looks_ahead_chooses_as_an_analysis_of_all_its_candidates(name, ply, rules):
    net = shipped_network(rules).rounded
    chosen = bsg.bot(name).choose(START, (6, 4), rules)
    shallow = bsg.analyse(START, (6, 4), rules, 0)
    most, margin = search.FIRST_FILTERS[ply - 1]
    candidates = [row.play for row in shallow[:most] if row.equity >= shallow[0].equity - margin]
    expected = np.empty((len(candidates), 5), np.float32)
    boards = bsg.batch.pack(play.after.swapped() for play in candidates)
    search.judge_rows(
        net, race_table(rules).buffer, boards, rules.code, ply, search.FILTERS, True, np.zeros(1, np.uint8), expected
    )
    equities = [bsg.Probabilities(*row).equity for row in expected.tolist()]
    assert chosen == candidates[equities.index(min(equities))]


def test_games_of_who_looks_ahead_do_not_depend_on_threads():
    options = {"seed": 4, "players": ("net-1ply", "simple")}
    assert bsg.simulate(12, threads=1, **options) == bsg.simulate(12, threads=3, **options)


@pytest.mark.parametrize(
    ("message", "player"),
    [
        ("the kind of a player must be 0 to", (99, 0.0, None, 0, None)),
        ("the noise of a player must be 0 to 100, got nan", (0, math.nan, None, 0, None)),
        ("a player by a network must have one, got None", (2, 0.0, None, 0, None)),
        ("a network must be a buffer that `round_weights` wrote", (2, 0.0, np.zeros(3, np.int16), 0, None)),
        ("only a network without noise looks ahead, at most 3 plies, got 1", (0, 0.0, None, 1, None)),
        ("only a network without noise looks ahead, at most 3 plies, got 2", (2, 0.1, None, 2, None)),
        ("only a network without noise looks ahead, at most 3 plies, got 4", (2, 0.0, None, 4, None)),
    ],
)
def test_the_core_refuses_what_is_no_player(message, player):
    with pytest.raises(ValueError, match=message):
        bot_games.choose(player, bytes(START), 3, 1, 0, playout.open_stream(1, 1, 1))


def test_progress_is_told_and_its_exceptions_stop_a_match():
    told = []
    bsg.play_match("net", "random", 100, seed=1, progress=lambda *args: told.append(args))
    assert told[-1] == (100, 100)

    def enough(*_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        bsg.play_match("net", "random", 10**9, seed=1, progress=enough)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("bsg-games")]


def test_an_interrupted_match_holds_whole_pairs(monkeypatch):
    def interrupted(self, *_):
        self.counts = self.play(0, 7, self._stop)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(matches_of_bots.Chunks, "run", interrupted)
        with pytest.raises(bsg.MatchInterrupted, match=r"^stopped after 6 of 100 games$") as caught:
            bsg.play_match("net", "random", 100, seed=1)
    assert caught.value.match == bsg.play_match("net", "random", 6, seed=1)
