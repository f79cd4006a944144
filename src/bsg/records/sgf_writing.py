"""Writing SGF of backgammon (GM[6]) in the dialect of GNU Backgammon: a tree for each game."""

from bsg.checks import shown
from bsg.notation import BAR
from bsg.position import OFF, Position
from bsg.records.forced import written_moves
from bsg.records.options import DEFAULT_LIMIT, rules_text
from bsg.records.record import Action, Beaver, Double, MatchRecord, Move, RecordError, SetUp, Take
from bsg.records.replay import ReplayedGame, replay
from bsg.records.sgf_reading import BACKGAMMON_NUMBER, INFO, OWN_PROPERTY
from bsg.rules import BACKGAMMON
from bsg.seat import SEATS, Seat, other
from bsg.step import Step
from bsg.version import installed_version

_COLOURS = "WB"
_MOST_MOVES = 4


def write_sgf(record: MatchRecord) -> str:
    r"""Write a record as SGF.

    Of what `record.info` tells, that is written for which SGF has a property. Beavers are two doubles in turn.

    Returns
    -------
    str
        Lines end in ``\n``.

    Raises
    ------
    RecordError
        If an illegal play moves more checkers than SGF has room for.
    """
    if not record.games:
        raise RecordError("SGF has no place for a match without games")
    played = replay(record)
    return "".join(_tree(record, number, game) for number, game in enumerate(played.games))


def _tree(record: MatchRecord, number: int, game: ReplayedGame) -> str:
    score = game.record.score
    properties = [
        ("FF", "4"),
        ("GM", BACKGAMMON_NUMBER),
        ("CA", "UTF-8"),
        ("AP", f"bsg:{installed_version()}"),
    ]
    head = "".join(f"{name}[{_escaped(value)}]" for name, value in properties)
    head += f"MI[length:{record.length}][game:{number}][ws:{score[0]}][bs:{score[1]}]"
    named = [("PW", record.players[0]), ("PB", record.players[1])]
    if number == 0:
        keys = {name: key for key, name in INFO.items()}
        named += [
            (keys[name], value.replace(".", "-") if keys[name] == "DT" else value)
            for name, value in record.info.items()
            if name in keys
        ]
    if words := _rule_words(record, game):
        named.append(("RU", ":".join(words)))
    outcome = game.end.outcome
    if outcome is not None and outcome.winner is not None:
        resigned = "R" if outcome.by == "resignation" else ""
        named.append(("RE", f"{_COLOURS[outcome.winner]}+{outcome.points}{resigned}"))
    head += "".join(f"{name}[{_escaped(value)}]" for name, value in named) + (
        _own_property(record) if number == 0 else ""
    )
    last = len(game.record.actions) - 1
    nodes = []
    for index, action in enumerate(game.record.actions):
        # What comes after a play that is withheld could not be replayed, and is written in the words it was read in.
        steps = game.steps[index] if index < len(game.steps) else None
        before = game.before[index] if index < len(game.before) else game.end
        nodes.append(_node(action, steps, before.seen_by(action.seat), is_last=index == last))
    return "(;" + "\n;".join([head, *nodes]) + ")\n"


def _own_property(record: MatchRecord) -> str:
    values = [f"rules:{rules_text(record.rules)}"] if record.rules != BACKGAMMON else []
    if record.cube_limit not in {1, DEFAULT_LIMIT}:
        values.append(f"cube_limit:{record.cube_limit}")
    if record.beavers:
        values.append("beavers:on")
    return f"{OWN_PROPERTY}[{']['.join(values)}]" if values else ""


def _rule_words(record: MatchRecord, game: ReplayedGame) -> list[str]:
    words = []
    if record.length > 1 and record.crawford:
        words.append("Crawford")
        if game.match.is_crawford_game:
            words.append("CrawfordGame")
    if record.jacoby:
        words.append("Jacoby")
    if record.cube_limit == 1:
        words.append("NoCube")
    return words


def _node(action: Action, steps: tuple[Step, ...] | None, before: Position, *, is_last: bool) -> str:
    if isinstance(action, SetUp):
        return _set_up(action, before)
    if isinstance(action, Move):
        value = _move(action, steps, is_last=is_last)
    elif isinstance(action, Double | Beaver):
        value = "double"
    else:
        value = "take" if isinstance(action, Take) else "drop"
    return f"{_COLOURS[action.seat]}[{value}]"


def _move(action: Move, steps: tuple[Step, ...] | None, *, is_last: bool) -> str:
    if steps is not None:
        moves = [(step.source, step.target) for step in steps]
    elif action.play is None and not is_last:
        raise RecordError("SGF has no words for a play that is withheld", action.line)
    elif is_last:
        moves = []  # withheld, or half done when somebody resigned: SGF has no words for it, and the roll stands alone
    else:
        moves = written_moves(action.play or "")
    if len(moves) > _MOST_MOVES:
        raise RecordError(f"a play in SGF moves at most {_MOST_MOVES} checkers, got {shown(action.play)}", action.line)
    if any(place > BAR for move in moves for place in move):
        raise RecordError(f"SGF has no place for the play {shown(action.play)}", action.line)
    letters = "".join(_letter(place, action.seat) for move in moves for place in move)
    return f"{action.dice[0]}{action.dice[1]}{letters}"


def _set_up(action: SetUp, before: Position) -> str:
    position = before if action.position is None else Position.parse(action.position)
    seen = {action.seat: position.own, other(action.seat): position.opponent}
    parts = [f"PL[{_COLOURS[action.seat]}]AE[a:y]"]
    for seat in SEATS:
        places = [f"[{_letter(place, seat)}]" * seen[seat][place] for place in range(1, BAR + 1)]
        parts.append(f"A{_COLOURS[seat]}{''.join(places)}" if any(places) else "")
    if action.cube is not None:
        owner = "c" if action.owner is None else _COLOURS[action.owner].lower()
        parts.append(f"\n;CV[{action.cube}]\n;CP[{owner}]")
    return "".join(parts)


def _letter(place: int, seat: Seat) -> str:
    if place == BAR:
        return "y"
    if place == OFF:
        return "z"
    return chr(ord("a") + (place - 1 if seat == 0 else 24 - place))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
