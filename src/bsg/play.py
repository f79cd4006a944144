"""A play: a whole turn, its steps and the position they reach."""

from bsg.notation import play_text
from bsg.position import Position
from bsg.scene import Hop, Scene
from bsg.step import Step
from bsg.svg import draw_scene
from bsg.winning import Result


class Play:
    """A whole turn of one side; immutable.

    Parameters
    ----------
    steps : tuple of Step
        In the order played; empty for a pass (R16). Where several routes reach the same position, these are the steps
        of the route that R15 names.
    after : Position
        The position reached, **still seen by the mover** (not swapped).
    result : Result or None
        How the play has ended the game, seen by the mover; None if the game goes on.
    """

    __slots__ = ("_after", "_result", "_steps")
    _steps: tuple[Step, ...]
    _after: Position
    _result: Result | None

    def __init__(self, steps: tuple[Step, ...], after: Position, result: Result | None) -> None:
        self._steps = steps
        self._after = after
        self._result = result

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in the order played; empty for a pass."""
        return self._steps

    @property
    def after(self) -> Position:
        """The position reached, still seen by the mover."""
        return self._after

    @property
    def result(self) -> Result | None:
        """How the play has ended the game, seen by the mover, or None."""
        return self._result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.after == other.after and self.steps == other.steps and self.result == other.result

    def __hash__(self) -> int:
        return hash(self.after)  # that of the steps would have them searched for, and tells no more

    def __str__(self) -> str:
        return play_text(self.steps)

    def _repr_svg_(self) -> str:
        hops, note = play_scene_parts(self)
        return draw_scene(
            Scene(
                self.after.own,
                self.after.opponent,
                self.after.text,
                is_ban_sugoroku=True,
                hops=hops,
                note=note,
            )
        )

    def __repr__(self) -> str:
        return f"Play({str(self)!r}, after={self.after!r}, result={self.result!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Play, (self.steps, self.after, self.result)


def play_scene_parts(play: Play) -> tuple[tuple[Hop, ...], str]:
    """Return the steps of a play as a picture shows them, and what it says of the play."""
    hops = tuple(Hop(source, target, hit) for source, target, _, hit in play.steps)
    return hops, str(play) if play.result is None else f"{play} · {_outcome(play.result)}"


def _outcome(result: Result) -> str:
    if not result.points:
        return result.kind
    points = abs(result.points)
    return f"{'wins' if result.points > 0 else 'loses'} {points} {'point' if points == 1 else 'points'}, {result.kind}"
