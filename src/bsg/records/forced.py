"""What a record says was done although it could not be done legally: made as far as checkers and cube allow."""

import re
from dataclasses import replace

from bsg.cube import HIGHEST, Cube
from bsg.engine import result
from bsg.game import Game
from bsg.notation import BAR, OFF
from bsg.outcome import passed_outcome, played_outcome
from bsg.position import Position
from bsg.records.record import Beaver, Double, Pass
from bsg.seat import Seat, other
from bsg.step import Step

_CHAIN = re.compile(r"((?:bar|off|[0-9]{1,2})(?:[/-](?:bar|off|[0-9]{1,2})\*?)+)(?:\(([1-9])\))?\*?")
_PLACES = {"bar": BAR, "off": OFF}


def forced_play(game: Game, text: str) -> tuple[Game, tuple[Step, ...] | None]:
    """Make an illegal play by moving the checkers as written, and give the turn to the other seat.

    Returns
    -------
    game : Game
        With the board as it was if there is no checker to move, or a landing that is blocked.
    steps : tuple of Step or None
        From where to where, with 0 for each die; None if the board stays as it was.
    """
    turn_given = replace(game, position=game.position.swapped(), on_roll=other(game.on_roll), dice=None)
    own, opponent = list(game.position.own), list(game.position.opponent)
    steps = []
    for source, target in written_moves(text):
        if not OFF <= target < source <= BAR or not own[source] or (target and opponent[BAR - target] > 1):
            return turn_given, None
        hits = target > 0 and opponent[BAR - target] == 1
        own[source] -= 1
        own[target] += 1
        if hits:
            opponent[BAR - target] -= 1
            opponent[BAR] += 1
        steps.append(Step(source, target, 0, hits))
    try:
        after = Position.from_points(dict(enumerate(own)), dict(enumerate(opponent)))
        decided = result(after, game.rules)
        if decided is not None:
            outcome = played_outcome(decided, game.on_roll, game.cube, game.match)
            return replace(game, position=after, dice=None, outcome=outcome), tuple(steps)
        return replace(turn_given, position=after.swapped()), tuple(steps)
    except ValueError:
        return turn_given, None


def written_moves(text: str) -> list[tuple[int, int]]:
    """Return from where to where a text moves checkers, one by one, whether that can be done or not."""
    moves = []
    for match in _CHAIN.finditer(text.lower()):
        places = [
            _PLACES[word] if word in _PLACES else int(word) for word in re.split("[/-]", match[1].replace("*", ""))
        ]
        moves += [(places[0], places[-1])] * int(match[2] or 1)
    return moves


def forced_cube(game: Game, seat: Seat, action: type) -> Game:
    """Return the game with the cube as it stands after something that could not be done with it."""
    cube = game.cube
    if action is Pass:
        return replace(game, dice=None, outcome=passed_outcome(other(seat), Cube(cube.value, cube.owner), game.rules))
    if action is Double:
        # Nobody has it any more, so that whoever has turned it may have done so.
        limit = min(max(game.match.cube_limit, 2 * cube.value), HIGHEST)
        match = replace(game.match, cube_limit=limit, is_crawford_game=False)
        if cube.value == HIGHEST:
            return game
        position = game.position if seat == game.on_roll else game.position.swapped()
        doubled = Cube(cube.value, None, seat)
        return replace(game, position=position, on_roll=seat, dice=None, match=match, cube=doubled, is_opening=False)
    if action is Beaver and cube.doubler is not None and 4 * cube.value <= HIGHEST and game.match.is_money:
        limit = max(game.match.cube_limit, 4 * cube.value)
        return replace(game, match=replace(game.match, beavers=True, cube_limit=limit), cube=cube.beavered())
    if cube.doubler is not None:
        return replace(game, cube=cube.taken())
    return game
