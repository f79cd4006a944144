"""Who stands in for a player: any object that chooses a play, by name."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bsg.bots import BOTS, bot
from bsg.engine import next_steps, play_from_steps
from bsg.play import Play
from bsg.position import Position
from bsg.rules import Rules
from bsg.step import Step


class Bot(Protocol):
    """Chooses plays."""

    def choose(self, position: Position, dice: tuple[int, int], rules: Rules) -> Play:
        """Return one of the legal plays of a roll; `position` is seen by this player."""


Bots = Mapping[str, Bot]

STAND_INS: Bots = {name: bot(name) for name in BOTS}
"""Who may stand in unless others are given, by the names of `bsg.BOTS`; they keep no state, so all sessions share them."""


def finished_turn(
    bot: Bot, position: Position, dice: tuple[int, int], taken: Sequence[tuple[int, int, int]], rules: Rules
) -> list[Step]:
    """Return the steps with which a bot goes on in a turn that may be begun.

    Where its choice cannot be reached any more, it takes the last play that can.
    """
    choice = bot.choose(position, dice, rules)
    if not taken:
        return list(choice.steps)
    ways = _ways_on(position, dice, taken, rules)
    for steps in ways:
        if play_from_steps(position, dice, [*taken, *steps], rules).after == choice.after:
            return steps
    return ways[-1]


def _ways_on(
    position: Position, dice: tuple[int, int], taken: Sequence[Step | tuple[int, int, int]], rules: Rules
) -> list[list[Step]]:
    """Return every way to go on after the steps taken, which may be to stop."""
    following = next_steps(position, dice, taken, rules)
    if not following:
        return [[]]
    return [[step, *rest] for step in following for rest in _ways_on(position, dice, [*taken, step], rules)]
