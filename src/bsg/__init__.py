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
    from bsg.analysis import AnalysedPlay, Evaluation, Probabilities, analyse, evaluate
    from bsg.bots import BOTS, bot
    from bsg.cube import Cube
    from bsg.engine import next_steps, perft, play_from_steps, plays, result
    from bsg.game import Game
    from bsg.gnubg_id import gnubg_id, match_id, position_id
    from bsg.ids import parse_id
    from bsg.match import Match
    from bsg.matches_of_bots import BotMatch, MatchInterrupted, play_match
    from bsg.opening_table import Opening, openings
    from bsg.outcome import Outcome
    from bsg.parsing import parse_play
    from bsg.picture import Picture, draw_svg
    from bsg.records.files import read_record, write_record
    from bsg.records.record import MatchRecord, RecordError
    from bsg.records.replay import replay
    from bsg.rollouts import RolledOutPlay, Rollout, RolloutInterrupted, rollout
    from bsg.simulation import Player, SimulationInterrupted, Summary, simulate
    from bsg.xgid import xgid

__all__ = [
    "BACKGAMMON",
    "BAN_SUGOROKU",
    "BOTS",
    "KINDS",
    "ROLLS",
    "AnalysedPlay",
    "BotMatch",
    "Cube",
    "Dice",
    "Evaluation",
    "Game",
    "Match",
    "MatchInterrupted",
    "MatchRecord",
    "Opening",
    "Outcome",
    "Picture",
    "Play",
    "Player",
    "Position",
    "Probabilities",
    "RecordError",
    "Result",
    "RollName",
    "RolledOutPlay",
    "Rollout",
    "RolloutInterrupted",
    "Rules",
    "SimulationInterrupted",
    "Step",
    "Summary",
    "analyse",
    "batch",
    "bot",
    "draw_svg",
    "engine",
    "evaluate",
    "gnubg_id",
    "match_id",
    "next_steps",
    "openings",
    "parse_id",
    "parse_play",
    "perft",
    "play_from_steps",
    "play_match",
    "plays",
    "position_id",
    "read_record",
    "reference",
    "replay",
    "result",
    "roll_name",
    "rollout",
    "simulate",
    "write_record",
    "xgid",
]
