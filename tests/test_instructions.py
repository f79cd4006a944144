"""What the count of instructions adds up, what it refuses, and that its data file is as it writes it."""

import tomllib

import pytest

import instructions

# As callgrind writes it: Python calls two functions of the core, the first of which calls the other module and the C
# library, which calls back. What a call took stands on the line after it, all that was called from there included.
PROFILE = """\
events: Ir
summary: 5000

ob=/usr/lib/libpython3.so
fn=call
0 100
cob=/site/bsg_core/bulk.so
cfn=list_rows
calls=2 7
0 1000
cfn=call_again
calls=5 7
0 2000
cob=/site/bsg_core/movegen.so
cfn=count_plays
calls=1 7
0 30

ob=/site/bsg_core/bulk.so
fn=list_rows
0 500
cob=/site/bsg_core/movegen.so
cfn=find_afters
calls=1 7
0 400
cob=/usr/lib/libc.so.6
cfn=qsort
calls=1 7
0 100

ob=/usr/lib/libc.so.6
fn=qsort
0 20
cob=/site/bsg_core/bulk.so
cfn=compare
calls=9 7
0 80
"""


def test_only_calls_from_outside_into_the_core_count():
    assert instructions.behind_the_doors(PROFILE.splitlines(keepends=True), "/site/bsg_core") == 1030


def test_the_compiler_is_read_from_what_it_made():
    made_by_gcc = b"\0GCC: (Debian 12.2.0-14) 12.2.0\0"
    assert instructions.compiler_of(made_by_gcc) == "gcc 12"
    assert instructions.compiler_of(made_by_gcc + b"clang version 22.1.8\0") == "clang 22"
    assert instructions.compiler_of(b"\0") == "unknown"


def test_a_count_may_be_above_its_figure_by_the_margin_and_no_more():
    figures = {"compiler": "gcc 12", "list": 100.0, "count": 50.0}
    assert list(instructions.refusals({"list": 109.9, "count": 5.0}, figures, 0.10)) == []
    assert list(instructions.refusals({"list": 110.1, "count": 55.0}, figures, 0.10)) == [
        "list: at most 110.0 instructions wanted, 100.0 and 10%, got 110.1, which is +10.1%"
    ]


@pytest.mark.parametrize(
    ("counts", "figures", "refusal"),
    [
        ({"list": 1.0}, {}, "list: there must be a figure for this kind of processor"),
        ({}, {"compiler": "gcc 12", "list": 1.0}, "list: what has a figure must be measured"),
    ],
    ids=["a count without a figure", "a figure without a count"],
)
def test_nothing_is_left_out_unseen(counts, figures, refusal):
    (said,) = instructions.refusals(counts, figures, 0.10)
    assert said.startswith(refusal)


def test_the_data_file_is_as_an_update_writes_it():
    text = instructions.FIGURES.read_text()
    assert instructions.text_of(tomllib.loads(text)) == text
