"""Records played through: what is illegal is told with its line, and the replay goes on as the record does."""

import json

import pytest

import bsg
from boards import BACKGAMMON, board
from bsg import Cube, RecordError, read_record, replay, write_record
from bsg.records.record import FORMAT, VERSION, GameRecord, MatchRecord, Move, SetUp, without_lines
from made_records import random_record

HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def record_of(*rows, head=HEAD):
    return read_record(head + "\n".join(rows) + "\n")


def problems(*rows, head=HEAD):
    return [(problem.line, problem.text) for problem in replay(record_of(*rows, head=head)).problems]


def outcome(*rows, head=HEAD):
    return replay(record_of(*rows, head=head)).games[-1].end.outcome


def test_an_illegal_play_is_told_with_its_line_and_made_as_it_is_written():
    record = record_of(
        "  1) 31: 8/5 6/4                 42: 8/4 6/4",
        "  2) 65: 24/13                   31: 13/10 6/5",
    )
    played = replay(record)
    (problem,) = played.illegal_plays
    assert (problem.line, problem.game) == (5, 1)
    assert problem.text.startswith("'8/5 6/4' is no legal play of 3-1")
    assert played.problems == (problem,)
    after = played.games[0].before[1].position.swapped()
    assert (after.own[5], after.own[4], after.own[6]) == (1, 1, 4)
    assert [(step.source, step.target, step.die) for step in played.games[0].steps[0]] == [(8, 5, 0), (6, 4, 0)]


def test_an_illegal_play_without_checkers_leaves_the_board():
    played = replay(record_of("  1) 31: 7/4 6/5                 42: 8/4 6/4"))
    assert len(played.illegal_plays) == 1
    assert played.games[0].before[1].position == bsg.Position.start()
    assert played.games[0].steps[0] is None


def test_what_is_illegal_goes_from_format_to_format_too():
    for rows in (["  1) 31: 8/5 6/4                 42: 8/4 6/4"], ["  1) 31: 7/4 6/5(2)              42: 8/4 6/4"]):
        record = record_of(*rows)
        wanted = [state.position for state in replay(record).games[0].before]
        for form in ("mat", "sgf", "json"):
            played = replay(read_record(write_record(record, form)))
            assert len(played.illegal_plays) == 1
            assert [state.position for state in played.games[0].before] == wanted


def test_a_replay_stops_at_the_first_problem_if_asked_to():
    record = record_of("  1) 31: 8/5 6/4                 42: 8/4 6/3")
    assert len(replay(record).problems) == 2
    with pytest.raises(RecordError, match=r"^line 5: game 1: '8/5 6/4' is no legal play of 3-1"):
        replay(record, stop=True)


def test_a_dance_is_no_play_and_no_play_is_illegal_where_there_is_one():
    assert problems("  1) 31: 8/5 6/5                 42:", "  2) 65: 24/13")[0] == (
        5,
        "'pass' is no legal play of 4-2: a checker can move; there are 14 legal plays",
    )


def test_a_bear_off_with_a_larger_die_may_be_merged_and_hits_need_no_mark():
    # 9/3/off by 6-5: no checker is farther than the three that is left for the five.
    play = bsg.parse_play("9/Off", board({9: 1, 1: 2}, {12: 15}), (6, 5), BACKGAMMON)
    assert play.after.own[0] == 13
    assert problems("  1) 62: 24/18 13/11              64: 24/14", "  2) 31: 25/22 6/5") == []


def test_four_off_five_off_uses_each_die_where_it_fits():
    for text in ("4/off 5/off", "5/off 4/off"):
        play = bsg.parse_play(text, board({5: 2, 4: 2}, {12: 15}), (5, 4), BACKGAMMON)
        assert sorted((step.source, step.die) for step in play.steps) == [(4, 4), (5, 5)]


def test_a_shorthand_is_read_by_the_rules_and_not_by_geometry():
    # 13/11(2) of 1-1 goes by way of 12, which must be open.
    position = board({13: 2, 6: 13}, {13: 2, 24: 13})
    with pytest.raises(ValueError, match="no legal play"):
        bsg.parse_play("13/11(2)", position, (1, 1), BACKGAMMON)
    assert bsg.parse_play("13/11(2)", board({13: 2, 6: 13}, {24: 15}), (1, 1), BACKGAMMON).after.own[11] == 2


def test_a_turn_that_is_left_out_is_told():
    assert problems("  1) 31: 8/5 6/5", "  2) 42: 8/4 6/4                 31: 8/5 6/5") == [
        (6, "it is Bob's turn, and the record goes on with Ann")
    ]


def test_an_opening_roll_of_equal_dice_is_told():
    assert problems("  1) 33: 8/5(2) 6/3(2)") == [(5, "the opening roll is 3-3, and equal dice are rolled again (R4)")]


def test_a_game_that_goes_on_after_its_end_is_told():
    found = problems("  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Drops                      42: 8/4 6/4")
    assert found == [(6, "Bob goes on after the game is over")]


# --- the cube


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (["  1)  Doubles => 2                Takes"], "a double before the opening roll"),
        (
            ["  1) 31: 8/5 6/5                  Doubles => 4", "  2)  Takes"],
            "the cube is turned to 4, and it would show 2",
        ),
        (["  1) 31: 8/5 6/5                  Takes"], "nobody can take when it is time to roll"),
        (["  1) 31: 8/5 6/5                  Doubles => 2", "  2) 42: 8/4 6/4"], "the double is not answered"),
        (
            [
                "  1) 31: 8/5 6/5                  Doubles => 2",
                "  2)  Takes                      42: 8/4 6/4",
                "  3) 31: 24/20                    Doubles => 4",
            ],
            "Ann owns the cube",
        ),
        (["  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Beavers => 4"], "beavers are not agreed"),
    ],
)
def test_what_cannot_be_done_with_the_cube_is_told(rows, text):
    assert any(text in found for _, found in problems(*rows))


def test_a_cube_that_could_not_be_turned_is_turned_all_the_same():
    played = replay(
        record_of(
            "  1) 31: 8/5 6/5                  Doubles => 2",
            "  2)  Takes                      42: 8/4 6/4",
            "  3) 31: 24/20                    Doubles => 4",
            "  4)  Takes                      65: 24/13",
        )
    )
    assert len(played.problems) == 1
    assert played.games[0].end.cube == Cube(4, 0)


def test_in_the_crawford_game_nobody_doubles():
    head = HEAD.replace("Ann : 0", "Ann : 4")
    assert problems("  1) 31: 8/5 6/5                 42: 8/4 6/4", head=head) == []
    assert replay(record_of("  1) 31: 8/5 6/5", head=head)).games[0].match.is_crawford_game
    # Of a record that begins there, a double tells that the Crawford game has been played.
    played = replay(record_of("  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Takes", head=head))
    assert played.games[0].match.is_post_crawford
    assert played.problems == ()


def test_crawford_follows_from_the_games_before():
    text = HEAD + "  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 4 points\n\n"
    second = " Game 2\n Ann : 4                        Bob : 0\n  1) 31: 8/5 6/5                  Doubles => 2\n"
    played = replay(
        read_record(text.replace("Wins 4", "Wins 2").replace("5 point", "3 point") + second.replace("4", "2"))
    )
    assert played.games[1].match.is_crawford_game
    assert "Crawford game" in played.problems[0].text
    fine = replay(read_record(text.replace("4 points", "3 points") + second.replace(" 4 ", " 3 ")))
    assert not fine.games[1].match.is_crawford_game


# --- endings


def test_points_follow_from_what_was_passed_and_what_a_file_says_is_compared():
    rows = ["  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Drops                       Wins {} point"]
    assert outcome(*[row.format(1) for row in rows]).points == 1
    assert problems(*[row.format(1) for row in rows]) == []
    assert problems(*[row.format(3) for row in rows]) == [(6, "the game is said to be worth 3, and it is worth 1")]
    # Some write for the last game what the winner still needed, which is less and never more.
    assert problems(*[row.format(5) for row in rows]) == [(6, "the game is said to be worth 5, and it is worth 1")]
    taken = ["  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Takes", "      Wins 1 point"]
    assert problems(*taken, head=HEAD.replace("Ann : 0", "Ann : 4")) == []
    assert [line for line, _ in problems(*taken)] == [7]


def test_who_wins_is_compared():
    rows = ["  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Drops", "      Wins 1 point"]
    assert problems(*rows) == [(7, "Ann is said to win, and Bob has won")]


def test_a_game_that_stops_was_resigned_at_the_level_its_points_tell():
    for points, level in ((1, 1), (2, 2), (3, 3)):
        found = outcome("  1) 31: 8/5 6/5                 42: 8/4 6/4", f"      Wins {points} points")
        assert (found.winner, found.points, found.by) == (0, points, "resignation")
        assert found.kind == ("single", "gammon", "backgammon")[level - 1]


def test_points_that_no_resignation_can_cost_are_told():
    rows = ["  1) 31: 8/5 6/5                 42: 8/4 6/4", "      Wins 2008 points"]
    assert problems(*rows) == [(6, "Ann wins 2008 by resignation, which is not 1, 2 or 3 times the cube at 1")]


@pytest.mark.parametrize("length", [0, 5, 25, 32767])
@pytest.mark.parametrize("points", [4, 5, 25, 32767, 99999, 999999])
@pytest.mark.parametrize("column", [6, 34])
def test_more_than_can_be_won_is_told_with_its_line_whatever_was_missing(length, points, column):
    head = HEAD.replace(" 5 point", f" {length} point")
    rows = ["  1) 31: 8/5 6/5                 42: 8/4 6/4", f"{'':<{column}}Wins {points} points"]
    winner = "Ann" if column == 6 else "Bob"
    assert problems(*rows, head=head) == [
        (6, f"{winner} wins {points} by resignation, which is not 1, 2 or 3 times the cube at 1")
    ]
    assert outcome(*rows, head=head).winner == (0 if column == 6 else 1)
    sgf = f"(;GM[6]MI[length:{length}]RE[W+{points}R]\n;W[31hefe]\n;B[42qupu])".replace("qupu", "quqs")
    assert [problem.line for problem in replay(read_record(sgf)).problems][-1:] == [1]


def test_a_resignation_after_bearing_off_costs_no_gammon():
    set_up = SetUp(0, board({1: 3}, {0: 1, 23: 1, 6: 13}).text)
    game = GameRecord((0, 0), (set_up, Move(0, (2, 1), "1/off(2)")), bsg.records.record.Ending(0, 2))
    record = MatchRecord(format=FORMAT, version=VERSION, players=("Ann", "Bob"), length=5, games=(game,))
    (problem,) = replay(record).problems
    assert problem.text == "Ann wins 2 times the cube by resignation, and Bob could lose no more than 1 times"


def test_who_resigns_may_have_rolled_and_even_moved():
    for last in ("65:", "65: ????", "65: 24/18", "65: 3/1", "00: ????"):
        rows = ["  1) 31: 8/5 6/5                 42: 8/4 6/4", f"  2) {last:<27}  Wins 1 point"]
        assert problems(*rows) == []
        assert outcome(*rows).by == "resignation"


def test_after_a_play_that_is_withheld_nothing_is_known():
    rows = ["  1) 31: ???                     42: 8/4 6/4", "  2) 65: 24/13"]
    assert problems(*rows) == [(5, "the play is withheld, and nothing is known of what follows")]


def test_the_score_is_compared_from_game_to_game():
    second = "\n Game 2\n Ann : 0                        Bob : 1\n  1) 31: 8/5 6/5\n"
    text = HEAD + "  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 1 point\n" + second
    assert [str(problem) for problem in replay(read_record(text)).problems] == [
        "line 8: game 2: the score is 0-1, and by the games before it is 1-0"
    ]
    # A game without an ending may have ended any way.
    assert replay(read_record(text.replace("      Wins 1 point\n", ""))).problems == ()


def test_a_game_after_the_match_is_won_is_refused():
    second = "\n Game 2\n Ann : 6                        Bob : 0\n  1) 31: 8/5 6/5\n"
    text = HEAD + "  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 3 points\n" + second
    with pytest.raises(RecordError, match="line 8: game 2 begins after Ann has won the match"):
        replay(read_record(text))


# --- JSON


def test_json_is_read_as_it_was_written():
    for seed in range(8):
        record = random_record(seed)
        text = write_record(record, "json")
        assert read_record(text) == record
        assert write_record(read_record(text), "json") == text


def test_json_holds_no_lines_of_other_files():
    record = record_of("  1) 31: 8/5 6/5")
    assert read_record(write_record(record, "json")) == without_lines(record)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "other"}, "Invalid enum value"),
        ({"version": 2}, r"\$.version"),
        ({"players": ["Ann"]}, r"\$.players"),
        ({"colour": 1}, "unknown field `colour`"),
        ({"rules": {"finish": "soon"}}, "finish"),
        ({"games": [{"score": [0, 0], "actions": [{"do": "jump", "seat": 0}]}]}, "jump"),
        ({"games": [{"score": [0, 0], "actions": [{"do": "take", "seat": 2}]}]}, r"seat"),
    ],
)
def test_json_that_is_no_record_is_refused_with_the_place(change, reason):
    whole = json.loads(write_record(random_record(1), "json")) | change
    with pytest.raises(RecordError, match=reason):
        read_record(json.dumps(whole))


@pytest.mark.parametrize("text", ["{", "{}", '{"format": 1}', "{" * 5_000, '{"games": ' + "[" * 5_000])
def test_broken_json_is_refused(text):
    with pytest.raises(RecordError, match="no record in JSON"):
        read_record(text)


def test_wrong_types_are_told():
    with pytest.raises(TypeError, match="must be read from str or bytes, got 3"):
        read_record(3)
    with pytest.raises(TypeError, match="record must be a MatchRecord"):
        write_record("text", "mat")
    with pytest.raises(ValueError, match="the format must be mat, sgf, json, got 'xls'"):
        write_record(random_record(1), "xls")
    with pytest.raises(ValueError, match="the format must be mat, sgf, json"):
        read_record("text", "xls")
