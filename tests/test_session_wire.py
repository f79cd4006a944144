"""What goes over the wire: golden messages, schemas, files, and clients that send rubbish."""

import json
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bsg
from bsg import session as s
from bsg.session import FairDice, RefusedError, Session, Settings
from bsg.session.ratings import Rating, rated
from tables import KEY, MONEY, SECOND, TOKENS, Loaded, Table, play_out

GOLDEN = Path(__file__).parent / "data" / "session-golden.json"
SCHEMA = Path(__file__).parent.parent / "docs" / "session.schema.json"


def golden_session():
    """Play a short session in which nearly everything happens once."""
    settings = Settings(rules=bsg.BACKGAMMON, cube_limit=64, games=2, turn_seconds=30, grace_seconds=10, beavers=True)
    table = Table(settings, dice=Loaded((2, 2), (3, 1), (6, 5), (4, 2), (5, 5)))
    table.do(s.Play, table.session.state.on_roll, play="8/5 6/5")
    seat = table.session.state.on_roll
    table.do(s.Double, seat, at=SECOND)
    table.do(s.Beaver, 1 - seat)
    table.do(s.Take, seat)
    table.step()
    table.do(s.Undo, seat)
    table.do(s.OfferDraw, 1 - seat)
    table.do(s.DeclineDraw, seat)
    table.do(s.Resign, 1 - seat, level=1)
    table.do(s.DeclineResignation, seat)
    table.do(s.Disconnect, 1 - seat, at=2 * SECOND)
    table.do(s.Reconnect, 1 - seat, token=TOKENS[1 - seat])
    table.do(s.Resign, seat, level=3)
    return table


def test_messages_are_what_they_were():
    """A message that changes breaks clients: then its version has to be another."""
    table = golden_session()
    found = {
        "events": json.loads(s.encode(table.session.events)),
        "view": json.loads(s.encode(table.session.view_for(0))),
        "snapshot": json.loads(s.encode(table.session.snapshot())),
    }
    wanted = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert found == wanted


def test_golden_messages_are_read_back():
    wanted = json.loads(GOLDEN.read_text(encoding="utf-8"))
    events = msgspec.json.decode(json.dumps(wanted["events"]), type=list[s.AnyEvent])
    assert json.loads(s.encode(Session.replay(events).snapshot())) == wanted["snapshot"]
    assert s.read_snapshot(json.dumps(wanted["snapshot"])).state.match.score == (12, 0)


def test_the_published_schema_is_that_of_the_code():
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == json.loads(json.dumps(s.schema()))
    assert {"command", "event", "view", "snapshot", "file"} == set(s.schema()["properties"])


def test_a_session_goes_through_a_file():
    table = Table(Settings(dice="fair"), dice=FairDice(KEY))
    play_out(table)
    data = s.write_events(table.session.events)
    events = s.read_events(data)
    assert events == table.session.events
    assert s.write_events(events) == data
    again = Session.replay(events, dice=FairDice(KEY))
    again.check_plays()
    assert s.encode(again.snapshot()) == s.encode(table.session.snapshot())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("bsg-session", "other"), "Invalid enum value 'other'"),
        (lambda text: text.replace('"version": 1', '"version": 2', 1), "Invalid enum value 2"),
        (lambda text: text.replace('"type": "opened"', '"type": "closed"'), "Invalid value 'closed'"),
        (lambda text: text.replace('"seat"', '"sitz"', 1), "field"),
        (lambda text: text[:-20], "malformed|truncated"),
        (lambda _: "[]", "Expected `object`, got `array`"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_reason(change, message):
    text = s.write_events(Table().session.events).decode()
    with pytest.raises(ValueError, match=f"no session file: .*({message})"):
        s.read_events(change(text))
    with pytest.raises(ValueError, match="no snapshot"):
        s.read_snapshot("{}")


def test_a_play_that_was_forged_is_found():
    table = Table(dice=Loaded((3, 1)))
    table.turn()
    text = s.write_events(table.session.events).decode()
    forged = Session.replay(s.read_events(text.replace('"source": 24', '"source": 6', 1)))
    with pytest.raises(ValueError, match=r"event \d+: "):
        forged.check_plays()


# --- bad clients


def malformed(session, data):
    before = s.encode(session.snapshot())
    with pytest.raises(RefusedError) as refusal:
        session.handle_json(data, SECOND)
    assert s.encode(session.snapshot()) == before
    return refusal.value


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no command"),
        (b"\xff\xfe", "no command"),
        (b"{}", "missing required field `type`"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"type": "step"}', "missing required field"),
        (b'{"type": "jump", "id": "a", "seat": 0}', "Invalid value 'jump'"),
        (b'{"type": "roll", "id": "a", "seat": 2, "turn": 1}', "Invalid enum value 2"),
        (b'{"type": "roll", "id": "", "seat": 0, "turn": 1}', "length >= 1"),
        (b'{"type": "roll", "id": "a", "seat": 0, "turn": -1}', ">= 0"),
        (b'{"type": "roll", "id": "a", "seat": 0, "turn": 1, "x": 1}', "unknown field `x`"),
        (b'{"type": "roll", "id": "a", "seat": 0, "turn": 1e400}', "no command"),
        (b'{"type": "roll", "id": "a", "seat": 0, "turn": ' + b"9" * 5_000 + b"}", "no command"),
        (b'{"type": "roll", "id": "a", "seat": true, "turn": 1}', "got `bool`"),
        (b'{"type": "play", "id": "a", "seat": 0, "turn": 1, "play": "' + b"x" * 201 + b'"}', "length <= 200"),
        (b"[" * 100_000, "no command"),
        (b'{"a":' * 100_000, "no command"),
    ],
)
def test_what_is_no_command_is_refused_as_malformed(data, message):
    refusal = malformed(Table().session, data)
    assert refusal.code == "malformed"
    assert message in refusal.text


def test_a_million_random_bytes_do_no_harm():
    chance = random.Random(1)
    session = Table().session
    before = s.encode(session.snapshot())
    left = 1_000_000
    while left > 0:
        data = chance.randbytes(chance.choice([1, 10, 100, 1_000]))
        left -= len(data)
        with pytest.raises(RefusedError):
            session.handle_json(data, SECOND)
    assert s.encode(session.snapshot()) == before


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
_TYPES = st.sampled_from(["roll", "step", "play", "take seat", "reconnect", "resign", "rematch", "disconnect"])


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "type": _TYPES | _VALUES,
            "id": st.text(max_size=70) | _VALUES,
            "seat": st.integers(-1, 2) | _VALUES,
            "turn": st.integers(-1, 3) | _VALUES,
            "source": _VALUES,
            "die": _VALUES,
            "play": st.text(max_size=250) | _VALUES,
            "token": st.text(max_size=250) | _VALUES,
            "level": _VALUES,
        },
    )
)
def test_json_of_wrong_shapes_is_refused_or_a_command(value):
    session = Table(MONEY).session
    before = s.encode(session.snapshot())
    try:
        session.handle_json(json.dumps(value), SECOND)
    except RefusedError as refusal:
        assert refusal.text
        assert s.encode(session.snapshot()) == before


def test_commands_come_as_json_too():
    table = Table(dice=Loaded((3, 1)))
    events = table.session.handle_json('{"type":"step","id":"x","seat":0,"turn":1,"source":8,"die":3}', SECOND)
    assert [type(event).__name__ for event in events] == ["Stepped"]
    data = s.encode(s.Step(id="x", seat=0, turn=1, source=8, die=3))
    assert s.read_command(data) == s.Step(id="x", seat=0, turn=1, source=8, die=3)


# --- ratings


def test_ratings_go_up_with_a_win_down_with_a_loss_and_together_with_a_draw():
    winner, loser = rated(Rating(), Rating(), 1)
    assert winner.mu > Rating().mu > loser.mu
    strong, weak = Rating(30.0, 4.0), Rating(20.0, 4.0)
    after_draw = rated(strong, weak, 0.5)
    assert (after_draw[0].mu < strong.mu, after_draw[1].mu > weak.mu) == (True, True)
    assert rated(weak, strong, 0) == rated(strong, weak, 1)[::-1]
    with pytest.raises(ValueError, match=r"must be 0, 0\.5 or 1, got 2"):
        rated(strong, weak, 2)
