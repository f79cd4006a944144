"""Ban-sugoroku and backgammon at native speed.

`bsg.reference` is the rule book in plain Python; the functions here are answered by the native core `bsg_core`.
"""

import sys

from bsg import reference
from bsg.dice import ROLLS, Dice, RollName, roll_name
from bsg.play import Play
from bsg.position import Position
from bsg.rules import BACKGAMMON, BAN_SUGOROKU, Rules
from bsg.step import Step
from bsg.winning import KINDS, Result


def _only_the_reference_is_wanted() -> bool:
    """Say whether `import bsg.reference`, and not `import bsg`, has brought us here.

    A package cannot ask which of its modules is being imported, so the frames of the import machinery are looked
    through; should a later Python name them otherwise, the answer is no and the import fails with its sentence.
    """
    frame = sys._getframe()
    while (caller := frame.f_back) is not None:
        frame = caller
        if frame.f_code.co_name == "_find_and_load" and frame.f_locals.get("name") == reference.__name__:
            return True
    return False


try:
    from bsg_core import bulk as _bulk  # the highest floor of the core, which needs all others
    from bsg_core import random_games as _random_games
except ImportError as error:
    if not _only_the_reference_is_wanted():
        raise ImportError(
            "bsg needs its native core bsg_core, which is not built here: run 'pip install .' in the checkout "
            "(it needs a C compiler and the Python headers). Only bsg.reference works without it."
        ) from error
else:
    del _bulk, _random_games
    from bsg import batch, engine
    from bsg.engine import next_steps, perft, play_from_steps, plays, result
    from bsg.parsing import parse_play
    from bsg.simulation import Player, SimulationInterrupted, Summary, simulate

__all__ = [
    "BACKGAMMON",
    "BAN_SUGOROKU",
    "KINDS",
    "ROLLS",
    "Dice",
    "Play",
    "Player",
    "Position",
    "Result",
    "RollName",
    "Rules",
    "SimulationInterrupted",
    "Step",
    "Summary",
    "batch",
    "engine",
    "next_steps",
    "parse_play",
    "perft",
    "play_from_steps",
    "plays",
    "reference",
    "result",
    "roll_name",
    "simulate",
]
