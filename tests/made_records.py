"""Records of random matches, with all that a record can hold, to be written and read again."""

import random

import bsg
from boards import BACKGAMMON
from bsg.outcome import highest_resignation
from bsg.records.record import (
    FORMAT,
    VERSION,
    Beaver,
    Double,
    Ending,
    GameRecord,
    MatchRecord,
    Move,
    Pass,
    Take,
)


def random_record(seed, rules=BACKGAMMON, length=None, *, has_options=True):
    """Make a record of a whole match, or of a few games of money play, that is right in everything."""
    chance = random.Random(seed)
    if length is None:
        length = chance.choice([0, 1, 2, 3, 5])
    has_cube = rules == BACKGAMMON
    match = bsg.Match(
        length,
        jacoby=has_options and not length and has_cube and chance.random() < 0.5,
        beavers=has_options and not length and has_cube,
        cube_limit=1024 if has_cube else 1,
    )
    first, games = match, []
    while match.winner is None and (length or len(games) < 3):
        game, match = _random_game(chance, match, rules)
        games.append(game)
    return MatchRecord(
        format=FORMAT,
        version=VERSION,
        players=("Ann", "Bob B"),
        length=length,
        rules=rules,
        jacoby=first.jacoby,
        beavers=first.beavers,
        cube_limit=first.cube_limit,
        info={"Event": "A made-up match", "EventDate": "2026.01.02"},
        games=tuple(games),
    )


def _random_game(chance, match, rules):
    state = bsg.Game(bsg.Position.start(), chance.randrange(2), match=match, rules=rules)
    actions = []
    while state.outcome is None:
        if actions and chance.random() < 0.02 and state.cube.value < 64:
            state = _resigned(chance, state)
            break
        if actions and state.why_not_double() is None and chance.random() < 0.06:
            actions.append(Double(state.on_roll, 2 * state.cube.value))
            state = _answered(chance, state.doubled(), actions)
            continue
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        if not actions and rules.start == "opening-roll":
            dice = (6, 2) if dice[0] == dice[1] else dice
        seat, state = state.on_roll, state.rolled(dice)
        play = chance.choice(bsg.plays(state.position, dice, rules))
        actions.append(Move(seat, dice, str(play)))
        state = state.after(play)
    outcome = state.outcome
    ending = None
    if outcome.winner is not None:
        ending = Ending(outcome.winner, outcome.points, resigned=outcome.by == "resignation")
    record = GameRecord(
        match.score, tuple(actions), ending, is_crawford_game=match.is_crawford_game if match.length > 1 else None
    )
    return record, state.next_match()


def _answered(chance, state, actions):
    """Answer a double; a cube that is turned back is answered too."""
    while state.phase == "answer":
        seat = state.decides
        kind = chance.random()
        if kind < 0.25:
            actions.append(Pass(seat))
            return state.passed()
        if kind < 0.5 and state.match.beavers and state.cube.turned_back < 2 and state.cube.value < 32:
            actions.append(Beaver(seat, 4 * state.cube.value))
            state = state.beavered()
        else:
            actions.append(Take(seat))
            state = state.taken()
    return state


def _resigned(chance, state):
    seat = chance.randrange(2)
    most = highest_resignation(state.seen_by(seat), state.cube, state.match, state.rules)
    return state.resigned(seat, chance.randint(1, most)).accepted()
