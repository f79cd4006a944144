"""The hard positions of data/cases, each answered by both engines; data/README.md says where they come from."""

import json
from pathlib import Path

import pytest

import bsg

FOLDER = Path(__file__, "../data/cases").resolve()

# The opponent is all home under iri-gachi, so R7 has the position decided; see data/README.md.
DECIDED_BY_R7 = {"S07", "S09"}


def cases():
    for file in sorted(FOLDER.glob("*.jsonl")):
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            case = json.loads(line)
            yield pytest.param(case, id=f"{file.stem}-{case.get('id', number)}")


def position_of(own, opponent):
    return bsg.Position.from_points(dict(enumerate(own, start=1)), dict(enumerate(opponent, start=1)))


@pytest.mark.parametrize("case", list(cases()))
def test_a_roll_reaches_exactly_the_positions_of_the_case(engine, case):
    position, rules = position_of(case["own"], case["opp"]), bsg.Rules(**case["rules"])
    reached = {play.after: play.result for play in engine.plays(position, case["dice"], rules)}
    if case.get("id") in DECIDED_BY_R7:
        assert reached == {}
        assert engine.result(position, rules).points < 0
        return
    decided = [outcome and bsg.Result(outcome[1], outcome[0]) for outcome in case["decided"]]
    afters = [position_of(own, opponent) for own, opponent in case["after"]]
    assert reached == dict(zip(afters, decided, strict=True))


def test_every_case_is_there():
    assert len(list(cases())) == 323 + 54 + 22
