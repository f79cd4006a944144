"""Records damaged in any way: each is read, or refused with one clear sentence, in a time that grows with its length."""

import io
import time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bsg
from boards import BACKGAMMON, BAN, INSTANT
from bsg import RecordError, read_record, replay, write_record
from bsg.cli import main
from bsg.records.record import without_lines
from dialects import DIALECTS
from made_records import random_record
from test_mat import states

FORMS = ("mat", "sgf", "json")
WHOLE = [
    write_record(random_record(seed, rules), form) for seed, rules in ((3, BACKGAMMON), (8, BAN)) for form in FORMS
]
WHOLE += [dialect.write(random_record(4, has_options=False)) for dialect in DIALECTS.values()]
SHORT = [
    write_record(
        read_record(
            " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
            "  2)  Doubles => 2                Drops\n      Wins 1 point\n"
        ),
        form,
    )
    for form in FORMS
]
PIECES = [
    *(
        "Doubles => 2",
        "Takes",
        "Drops",
        "Wins 9 points",
        "Wins 999999999999 points",
        "Beavers",
        "Resigns",
        "63:",
        "????",
    ),
    *(
        "Illegal play (1;2)",
        "; Set Pos=-b----E-C---eE---c-e----B-/0",
        "13/3(4)",
        "25/24*",
        "0/0",
        " Game 2",
        "7 point match",
    ),
    *("(", ")", "[", "]", ";", "\\", "(;", "PL[B]", "DI[63]", "AE[a:y]", "AW[a:x]", "CV[99999]", "CP[b]", "W[double]"),
    *(
        "RE[W+99999]",
        "MI[length:0]",
        "RU[Jacoby]",
        "XB[rules:ban-sugoroku]",
        "{",
        "}",
        '"',
        "null",
        "1e999",
        '"seat": 1',
    ),
    *("99999999999999999999", "-5", "\x00", "\r", "\n", "\u2028", "\ufffd", "\ud800", "²", "٣", "> ", "```"),
]


@st.composite
def damaged(draw):
    text = draw(st.sampled_from(WHOLE + SHORT))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.sampled_from([0, 1, 3, 20, 200, 10_000])))
        put = draw(st.sampled_from(["", *PIECES]) | st.text(max_size=3))
        text = text[:begin] + put + text[end:]
        if draw(st.booleans()):
            lines = text.splitlines(keepends=True)
            first, second = (draw(st.integers(0, max(len(lines) - 1, 0))) for _ in range(2))
            if lines:
                lines[first], lines[second] = lines[second], lines[first]
            text = "".join(lines)
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n"])))


def assert_clear(error):
    sentence = str(error)
    assert sentence
    assert len(sentence) < 1000
    assert "\n" not in sentence


def attack(text, form=None):
    """Read, replay and write a text; the only error allowed is a clear `RecordError`."""
    try:
        record = read_record(text, form)
        played = replay(record)
    except RecordError as error:
        assert_clear(error)
        return
    for problem in played.problems:
        assert_clear(problem)
    try:
        replay(record, stop=True)
    except RecordError as error:
        assert_clear(error)
    for other in FORMS:
        try:
            written = write_record(record, other)
        except RecordError as error:
            assert_clear(error)
        else:
            assert len(read_record(written).games) == len(record.games)


@given(damaged())
def test_a_damaged_record_does_no_worse_than_one_clear_sentence(text):
    attack(text)


@given(st.binary(max_size=300) | damaged().map(lambda text: text.encode("utf-16", "replace")[:-1]))
def test_bytes_do_no_worse_than_one_clear_sentence(data):
    attack(data)


@pytest.mark.parametrize("text", SHORT, ids=FORMS)
def test_a_record_that_is_cut_off_anywhere_does_no_worse_than_one_clear_sentence(text):
    for end in range(len(text)):
        attack(text[:end])
        attack(text[end:])


@settings(max_examples=30)
@given(text=damaged(), command=st.sampled_from(["check", "convert"]))
def test_the_commands_say_one_sentence_for_what_they_cannot_read(text, command):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "replace"))))
        output, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        patch.setattr("sys.stdout", output)
        patch.setattr("sys.stderr", errors)
        status = main([command])
        errors.flush()
        said = errors.buffer.getvalue().decode()
    assert status in {0, 1, 2}
    assert "Traceback" not in said
    if status == 2:
        assert said.startswith("bsg: ")


LONG = [
    "(",
    "(;",
    ")",
    ";",
    "[",
    " ",
    "\n",
    "\r",
    "> ",
    "a : 1 ",
    "8/5 ",
    "31: ",
    "; [",
    '"',
    "{",
    "\\",
    "A[",
    "W[31]",
    "1 ",
]
HEADS = ["", " 5 point match\n\n Game 1\n Ann : 0    Bob : 0\n", "(;GM[6]MI[length:5]"]


@pytest.mark.parametrize("head", HEADS, ids=["", "mat", "sgf"])
@pytest.mark.parametrize("piece", LONG)
def test_the_time_of_reading_grows_with_the_length(head, piece):
    begin = time.perf_counter()
    attack(head + piece * (100_000 // len(piece)))
    assert time.perf_counter() - begin < 10  # it is a second at most, where it is not the square of the length


@pytest.mark.parametrize("piece", [" ", "\n", "\t", "xgid ", "4HPwATDgc/ABMA ", "own ", "a", ":", "%3D", "<a "])
def test_the_time_of_reading_an_id_grows_with_the_length(piece):
    begin = time.perf_counter()
    for head in ("", "position id", "XGID=-b"):
        try:
            bsg.parse_id(head + piece * (90_000 // len(piece)) + "!")
        except ValueError as error:
            assert_clear(error)
    assert time.perf_counter() - begin < 10


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32), rules=st.sampled_from([BACKGAMMON, BAN, INSTANT]))
def test_mat_sgf_and_json_in_any_order_come_to_the_same_games(seed, rules):
    record = random_record(seed, rules)
    texts = {form: write_record(record, form) for form in FORMS}
    for first in FORMS:
        for second in FORMS:
            found = read_record(write_record(read_record(texts[first]), second))
            assert states(found) == states(record)
            assert (found.rules, found.beavers, found.jacoby) == (rules, record.beavers, record.jacoby)
            assert write_record(found, first) == texts[first] or "json" in {first, second}
    assert without_lines(read_record(texts["json"])) == without_lines(record)


def test_half_a_letter_is_replaced_in_what_is_read_and_refused_in_what_is_written():
    text = SHORT[0].replace("Ann", "A\ud800n")
    assert read_record(text).players[0] == "A\ufffdn"
    with pytest.raises(RecordError, match="JSON has no place for"):
        write_record(msgspec.structs.replace(read_record(text), players=("\ud800", "Bob")), "json")
