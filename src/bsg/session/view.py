"""What a seat may see of a session: enough for a client that has just come, and nothing of the future or of others."""

from collections.abc import Sequence
from typing import Literal

from bsg.dice import roll_name
from bsg.position import Position, moved_unchecked
from bsg.seat import Seat, other
from bsg.session.message import VERSION, Message
from bsg.session.settings import Settings
from bsg.session.state import Phase, State
from bsg.step import Step


class Opponent(Message, frozen=True, kw_only=True, tag=False, tag_field=None):
    """What is told of the other seat."""

    name: str
    is_seated: bool
    is_away: bool
    is_cpu: bool


class View(Message, frozen=True, kw_only=True, tag="view"):
    """A session as a seat sees it.

    Parameters
    ----------
    session : str
    seat : {0, 1}
    last_event : int
        The number of the last event that is in it.
    phase : {"waiting", "roll", "play", "confirm", "answer", "over"}
        For seats to be taken; to roll or double; to play; to confirm the end of the turn; to answer a double; match over.
    decides : {0, 1} or None
        Whose decision it is.
    turn : int
        Its number, which commands have to name.
    position : str
        `Position.text` as it stands after the steps taken, **seen by this seat**.
    dice, roll_name : the roll of this turn and its old name; None before the roll
    dice_left : list of int
        The dice that are not used yet, the larger first.
    taken : list of Step
        The steps of this turn, in the numbering of the seat on roll.
    steps : list of Step
        The legal next steps, if this seat has to play: each leads to a legal play.
    can_undo : bool
    deadline : int or None
        When the clock of `decides` runs out, in nanoseconds of the server's clock.
    score, games, cube, cube_owner, cube_offered_by : where the match stands
    can_double : bool
        Whether this seat may double now.
    draw_offered_by, resignation_offered_by, resignation_level, rematch_offered_by : offers that wait for an answer
    """

    session: str
    settings: Settings
    seat: Seat
    name: str
    opponent: Opponent
    last_event: int
    phase: Phase
    decides: Seat | None
    turn: int
    on_roll: Seat
    position: str
    dice: tuple[int, int] | None
    roll_name: tuple[str, str | None] | None
    dice_left: tuple[int, ...]
    taken: tuple[tuple[int, int, int], ...]
    steps: tuple[Step, ...]
    can_undo: bool
    deadline: int | None
    game: int
    score: tuple[int, int]
    is_crawford_game: bool
    cube: int
    cube_owner: Seat | None
    cube_offered_by: Seat | None
    can_double: bool
    draw_offered_by: Seat | None
    resignation_offered_by: Seat | None
    resignation_level: int
    rematch_offered_by: Seat | None
    version: Literal[1] = VERSION


def view_of(state: State, seat: Seat, position: Position, steps: Sequence[Step]) -> View:
    """Return a session as a seat sees it; `position` is that at the beginning of the turn, seen by the seat on roll."""
    shown = moved_unchecked(position, [(source, target) for source, target, _ in state.taken])
    rival = state.seats[other(seat)]
    is_deciding = state.decides == seat
    return View(
        session=state.session,
        settings=state.settings,
        seat=seat,
        name=state.seats[seat].name,
        opponent=Opponent(
            name=rival.name, is_seated=rival.credential is not None, is_away=rival.is_away, is_cpu=rival.is_cpu
        ),
        last_event=state.number - 1,
        phase=state.phase,
        decides=state.decides,
        turn=state.turn,
        on_roll=state.on_roll,
        position=(shown if seat == state.on_roll else shown.swapped()).text,
        dice=state.dice,
        roll_name=None if state.dice is None else (roll_name(state.dice).kanji, roll_name(state.dice).romaji),
        dice_left=_dice_left(state),
        taken=tuple(state.taken),
        steps=tuple(steps),
        can_undo=is_deciding and state.phase in {"play", "confirm"} and state.own_steps > 0,
        deadline=state.deadline,
        game=state.game,
        score=state.match.score,
        is_crawford_game=state.match.is_crawford_game,
        cube=state.cube.value,
        cube_owner=state.cube.owner,
        cube_offered_by=state.cube.offered_by,
        can_double=is_deciding and state.phase == "roll" and state.match.why_not_double(seat, state.cube) is None,
        draw_offered_by=state.draw_offered_by,
        resignation_offered_by=state.resigning,
        resignation_level=state.level,
        rematch_offered_by=state.rematch_by,
    )


def _dice_left(state: State) -> tuple[int, ...]:
    if state.dice is None:
        return ()
    first, second = state.dice
    left = sorted(state.dice, reverse=True) if first != second else [first] * state.settings.rules.steps_per_double
    for _, _, die in state.taken:
        left.remove(die)
    return tuple(left)
