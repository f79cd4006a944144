"""Pictures of boards: that nothing on the board is lost or stands where it misleads."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bsg
from boards import BACKGAMMON, BAN, BEAR_OFF, board
from bsg import Picture, Position, draw_svg, roll_name
from bsg.board_layout import HALF, Layout
from bsg.svg import STYLE
from strategies import made_up, situations

START = Position.start()
SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parent.parent / "docs"
VIEWS = ("own", "opponent")
CROWDED = board({25: 9, 6: 5, 1: 1}, {25: 7, 12: 8})


def tree(picture):
    return ET.fromstring(picture)


def stacks(picture):
    """Return the counts that the groups of checkers tell, by side, each in its own numbering."""
    counts = {"own": [0] * 26, "opponent": [0] * 26}
    for group in tree(picture).iter(f"{SVG}g"):
        if "data-count" in group.attrib:
            counts[group.get("data-side")][int(group.get("data-place"))] = int(group.get("data-count"))
    return counts


def drawn(group):
    """Return the checkers of a group as (class, x, y)."""
    return [
        (shape.get("class"), float(shape.get("cx", shape.get("x"))), float(shape.get("cy", shape.get("y"))))
        for shape in group
        if shape.get("class") in {"bsg-own", "bsg-opponent"}
    ]


def counts_written(picture):
    """Return what is written on checkers, by where."""
    return {
        (float(text.get("x")), round(float(text.get("y")) - 6.5)): text.text
        for text in tree(picture).iter(f"{SVG}text")
        if "bsg-count" in text.get("class")
    }


@given(situations(), st.sampled_from(VIEWS))
def test_every_checker_is_on_the_picture(situation, seen_by):
    position, _, rules = situation
    counts = stacks(draw_svg(position, rules=rules, seen_by=seen_by))
    assert counts["own"] == list(position.own)
    assert counts["opponent"] == list(position.opponent)


@given(made_up(BACKGAMMON), st.sampled_from(VIEWS), st.sampled_from([BACKGAMMON, BAN]))
def test_stacks_stay_in_their_half_and_in_their_column(position, seen_by, rules):
    if rules == BAN and position.problems(BAN):
        return
    picture = draw_svg(position, rules=rules, seen_by=seen_by)
    layout = Layout(rules == BAN, has_tray=rules == BACKGAMMON, has_cube=False)
    spots, written = [], counts_written(picture)
    for group in tree(picture).iter(f"{SVG}g"):
        if "data-count" not in group.attrib:
            continue
        side, place, count = group.get("data-side"), int(group.get("data-place")), int(group.get("data-count"))
        checkers = drawn(group)
        assert {name for name, _, _ in checkers} == {f"bsg-{side}"}
        if place == 0:
            assert len(checkers) == count
            continue
        assert len(checkers) == min(count, 5)
        last = checkers[-1][1], round(checkers[-1][2])
        assert written.get(last) == (str(count) if count > 5 else None)
        seen = place if side == seen_by else 25 - place
        is_lower = seen <= 12 if 1 <= place <= 24 else side != seen_by
        for _, x, y in checkers:
            low, high = (layout.bottom - HALF, layout.bottom) if is_lower else (layout.top, layout.top + HALF)
            assert low <= y - 18 + 3.1 or place == 25
            assert y + 18 - 3.1 <= high or place == 25
            if 1 <= place <= 24:
                assert x == layout.column(seen)
            else:
                assert layout.bar_left < x < layout.bar_left + 46
                assert (y > layout.middle) == is_lower
            spots.append((x, y))
    assert len(set(spots)) == len(spots)
    apart = [abs(x - z) + abs(y - w) for i, (x, y) in enumerate(spots) for z, w in spots[:i]]
    assert min(apart, default=36) >= 35.9


@pytest.mark.parametrize("seen_by", VIEWS)
def test_a_crowded_bar_is_counted_on_both_sides(seen_by):
    picture = draw_svg(CROWDED, seen_by=seen_by)
    assert re.findall(r'class="bsg-text bsg-count bsg-on-(\w+)"[^>]*>(\d+)<', picture) == [
        ("own", "9"),
        ("opponent", "8"),
        ("opponent", "7"),
    ]


def numbers(picture):
    return {
        int(text.get("data-point")): (text.text, float(text.get("x")), float(text.get("y")))
        for text in tree(picture).iter(f"{SVG}text")
        if "data-point" in text.attrib
    }


@pytest.mark.parametrize("seen_by", VIEWS)
def test_points_have_the_numbers_of_whoever_looks_and_home_is_bottom_right(seen_by):
    found = numbers(draw_svg(START, rules=BACKGAMMON, seen_by=seen_by))
    assert [found[point][0] for point in range(1, 25)] == [str(point) for point in range(1, 25)]
    xs = [found[point][1] for point in range(1, 13)]
    assert xs == sorted(xs, reverse=True)
    assert [found[point][1] for point in range(13, 25)] == xs[::-1]
    assert min(found[point][2] for point in range(1, 13)) > max(found[point][2] for point in range(13, 25))


def test_ban_sugoroku_counts_inner_and_outer_from_each_side():
    picture = draw_svg(START)
    found = [numbers(picture)[point][0] for point in range(1, 25)]
    # RULES section 1: point 7 is Outer 6, 12 Outer 1, 13 the opponent's Outer 1, 24 its Inner 1.
    assert found == [*"123456", *"654321", *"123456", *"654321"]
    assert re.findall(r">(Inner|Outer)<", picture) == ["Inner", "Outer", "Outer", "Inner"]
    assert "Inner" not in draw_svg(START, rules=BACKGAMMON).replace("bsg-", "")


def test_ban_sugoroku_has_trays_only_where_checkers_are_borne_off():
    widths = [tree(picture).get("width") for picture in (draw_svg(START), draw_svg(START, rules=BACKGAMMON))]
    assert widths[0] < widths[1]
    assert tree(draw_svg(START, rules=BEAR_OFF)).get("width") == widths[1]
    off = board({0: 3, 6: 12}, {6: 15})
    assert stacks(draw_svg(off, rules=BEAR_OFF))["own"][0] == 3


@pytest.mark.parametrize("seen_by", VIEWS)
def test_dice_are_drawn_with_the_name_of_the_roll(seen_by):
    picture = draw_svg(START, dice=(5, 6), seen_by=seen_by)
    assert re.findall(r'data-die="(\d)"', picture) == ["6", "5"]
    assert picture.count('class="bsg-pip"') == 11
    name = roll_name((5, 6))
    assert f">{name.kanji} {name.romaji}<" in picture
    assert ">二六<" in draw_svg(START, dice=(6, 2))
    assert name.kanji not in draw_svg(START, dice=(5, 6), rules=BACKGAMMON)


@pytest.mark.parametrize(("cube", "text"), [((1, None), "64"), ((2, "own"), "2"), ((8, "opponent"), "8")])
def test_the_cube_lies_with_its_owner(cube, text):
    for seen_by in VIEWS:
        (group,) = [
            group for group in tree(draw_svg(START, cube=cube, seen_by=seen_by)).iter() if "data-cube" in group.attrib
        ]
        assert [shape.text for shape in group if shape.text] == [text]
        y = float(next(iter(group)).get("y"))
        layout = Layout(has_words=True, has_tray=False, has_cube=True)
        where = 0 if abs(y + 19 - layout.middle) < 1 else 1 if y > layout.middle else -1
        assert where == (0 if cube[1] is None else 1 if cube[1] == seen_by else -1)


def way_ends(picture):
    """Return, for each arrow, its source, its target, where it begins and where its head points."""
    ends = []
    for group in tree(picture).iter(f"{SVG}g"):
        if "data-source" in group.attrib:
            shaft, head = (re.findall(r"-?[\d.]+", way.get("d")) for way in group)
            ends.append(
                (int(group.get("data-source")), int(group.get("data-target")), *map(float, shaft[:2] + head[:2]))
            )
    return ends


@given(situations(), st.sampled_from(VIEWS), st.data())
def test_arrows_go_from_where_checkers_left_to_where_they_are(situation, seen_by, data):
    position, dice, rules = situation
    plays = bsg.plays(position, dice, rules)
    if not plays:
        return
    play = data.draw(st.sampled_from(plays))
    picture = draw_svg(position, dice=dice, play=play, rules=rules, seen_by=seen_by)
    ends = way_ends(picture)
    assert [end[:2] for end in ends] == [(step.source, step.target) for step in play.steps]
    layout = Layout(
        has_words := "Ban-sugoroku" in picture,
        has_tray=rules.finish == "bear-off" or not has_words,
        has_cube=False,
    )
    for source, target, *way in ends:
        for place, x in ((source, way[0]), (target, way[2])):
            middle = layout.stand(place, 1, is_viewer=seen_by == "own").x
            assert abs(x - middle) <= 12.2
    assert stacks(picture)["own"] == list(play.after.own)
    assert picture.count('class="bsg-hit"') == len({step.target for step in play.steps if step.hit})
    assert tree(play._repr_svg_()) is not None


def test_each_hop_of_a_chain_is_shown_and_two_alike_do_not_cross():
    chain = draw_svg(START, play=bsg.parse_play("24/13", START, (6, 5), BAN))
    assert re.findall(r'data-source="(\d+)" data-target="(\d+)"', chain) == [("24", "18"), ("18", "13")]
    assert chain.count('class="bsg-ghost"') == 2
    double = draw_svg(START, play=bsg.parse_play("24/21(2)", START, (3, 3), BAN))
    first, second = way_ends(double)
    assert (first[3] < second[3]) == (first[5] < second[5])


def test_a_play_is_written_beside_its_side_with_what_it_wins():
    before = board({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 1, 7: 1}, {25: 1, 12: 14})
    (play,) = [play for play in bsg.plays(before, (6, 6), BAN) if play.result]
    assert ">7/1 · wins 3 points, mujo-gachi<" in draw_svg(before, play=play)


def test_a_forced_pass_is_said():
    position = board({25: 1, 7: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3})
    (play,) = bsg.plays(position, (6, 5), BAN)
    assert ">pass<" in draw_svg(position, play=play, dice=(6, 5))


@pytest.mark.parametrize("step", [bsg.Step(24, 23, 1, hit=False), bsg.Step(24, 3, 6, hit=True)])
def test_a_play_that_can_come_from_nowhere_is_refused(step):
    with pytest.raises(ValueError, match="must be a play from the position that is drawn"):
        draw_svg(START, play=bsg.Play((step,), START, None))


def test_a_play_from_elsewhere_is_refused():
    play = bsg.plays(START, (6, 2), BAN)[0]
    with pytest.raises(ValueError, match="must be a play from the position that is drawn"):
        draw_svg(CROWDED, play=play)
    with pytest.raises(ValueError, match="must be a play of the dice that are drawn, 6-1"):
        draw_svg(START, play=play, dice=(6, 1))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"seen_by": "nobody"}, ValueError),
        ({"dice": (0, 1)}, ValueError),
        ({"cube": (3, None)}, ValueError),
        ({"cube": (2, "me")}, ValueError),
        ({"cube": (1, "own")}, ValueError),
        ({"cube": 2}, TypeError),
        ({"names": "ab"}, TypeError),
        ({"names": ("a", 2)}, TypeError),
        ({"names": ("a", "b", "c")}, ValueError),
        ({"play": "24/18"}, TypeError),
        ({"rules": "backgammon"}, TypeError),
    ],
)
def test_wrong_arguments_are_refused(options, error):
    with pytest.raises(error):
        draw_svg(START, **options)
    with pytest.raises(TypeError):
        draw_svg("start")


def test_names_are_escaped():
    picture = draw_svg(START, names=("<b>Ann & Co</b>", '"Bob"'))
    texts = [text.text for text in tree(picture).iter(f"{SVG}text")]
    assert "<b>Ann & Co</b> · 167 pips" in texts
    assert '"Bob" · 167 pips' in texts


@given(st.text(max_size=40))
def test_any_name_can_be_written_and_a_long_one_is_cut(name):
    picture = draw_svg(START, names=(name, "other"))
    (caption,) = [text.text for text in tree(picture.encode()).iter(f"{SVG}text") if "pips" in text.text][:1]
    assert len(caption) <= 16 + len(" · 167 pips")


def test_who_is_to_move_is_said_until_the_game_is_won():
    assert ">to move<" in draw_svg(START)
    assert ">to move<" in draw_svg(START, dice=(3, 1), seen_by="opponent")
    home = board({6: 15}, {24: 15})
    assert ">to move<" not in draw_svg(home)
    assert ">to move<" not in draw_svg(home.swapped())
    assert ">to move<" in draw_svg(home, rules=BACKGAMMON)


def font_size(picture, words):
    (found,) = [text for text in tree(picture).iter(f"{SVG}text") if text.text == words]
    return int(re.search(r"font-size:(\d+)px", found.get("style", "font-size:19px"))[1])


def test_words_that_would_not_fit_are_written_smaller():
    sizes = [font_size(draw_svg(START, cube=(value, None)), str(value)) for value in (64, 1024, 32768)]
    assert sizes[0] == 19 > sizes[1] > sizes[2] > 8
    before = board({0: 11, 2: 2, 1: 2}, {25: 1, 3: 1, 22: 13})
    (play,) = bsg.plays(before, (6, 6), BACKGAMMON)
    words = "2/off(2) 1/off(2) · wins 3 points, backgammon"
    picture = draw_svg(before, dice=(6, 6), play=play, rules=BACKGAMMON)
    assert 12 <= font_size(picture, words) < 19


def test_a_screen_reader_is_told_the_game_the_roll_the_play_and_where_the_checkers_stand():
    play = bsg.parse_play("24/13", START, (6, 5), BAN)
    root = tree(draw_svg(START, dice=(6, 5), play=play, names=("Genji", "Heike")))
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Ban-sugoroku, 6-5 五六 Goroku, Genji: 24/13"
    assert root.find(f"{SVG}desc").text == play.after.text


def test_what_is_to_be_read_lies_on_top_of_the_arrows():
    before = board({24: 1, 16: 2, 15: 3, 14: 3, 10: 6}, {24: 2, 13: 2, 8: 3, 6: 5, 5: 3})
    play = bsg.parse_play("14/9 14/8", before, (6, 5), BAN)
    picture = draw_svg(before, dice=(6, 5), play=play)
    last_arrow = picture.rindex("data-source")
    assert all(picture.rindex(words) > last_arrow for words in (">6</text>", "data-die", ">五六 Goroku<"))


def test_a_picture_grows_smaller_with_the_page_and_asks_no_renderer_for_a_height_of_auto():
    picture = draw_svg(START)
    assert "@media all{.bsg{max-width:100%;height:auto}}" in picture
    root = tree(picture)
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert "style" not in root.attrib


def test_the_same_arguments_give_the_same_text_and_it_needs_nothing_else():
    first, second = (draw_svg(START, dice=(3, 1), cube=(2, "own")) for _ in range(2))
    assert first == second
    assert isinstance(first, Picture)
    assert first._repr_svg_() == first
    # Several pictures may stand in one page: no ids, no links, no scripts, and variables no renderer knows.
    assert not re.search(r'\bid="|href|<script|var\(|url\(|@import', first)


def test_every_class_that_is_used_has_its_style_and_none_is_more_than_a_name():
    pictures = draw_svg(START, dice=(3, 1), cube=(2, "own")) + draw_svg(CROWDED, rules=BACKGAMMON)
    play = bsg.parse_play("24/18 13/11", START, (6, 2), BAN)
    pictures += draw_svg(START, play=play) + draw_svg(board({0: 3, 6: 12}, {6: 15}), rules=BACKGAMMON)
    used = {name for names in re.findall(r'class="([^"]+)"', pictures) for name in names.split()} - {"bsg", "bsg-dice"}
    styled = set(re.findall(r"^\.([\w-]+)\{", STYLE, re.MULTILINE))
    assert used - styled == set()
    assert "bsg-hit" in styled


def test_notebooks_show_positions_and_plays():
    assert stacks(START._repr_svg_())["own"] == list(START.own)
    play = bsg.parse_play("24/18 13/11", START, (6, 2), BAN)
    assert ">24/18 13/11<" in play._repr_svg_()


@pytest.mark.parametrize("name", ["ban-sugoroku", "backgammon"])
def test_the_pictures_in_the_documents_are_what_is_drawn_now(name):
    roll, text = ((6, 5), "24/13") if name == "ban-sugoroku" else ((3, 1), "8/5 6/5")
    rules = BAN if name == "ban-sugoroku" else BACKGAMMON
    cube = None if name == "ban-sugoroku" else (1, None)
    play = bsg.parse_play(text, START, roll, rules)
    assert (DOCS / f"{name}.svg").read_text(encoding="utf-8") == draw_svg(
        START, dice=roll, play=play, rules=rules, cube=cube
    )
