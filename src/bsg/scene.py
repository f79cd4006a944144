"""What is on a picture of a board: plain counts and words, before anything has a place or a colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Side = Literal["own", "opponent"]
Counts = Sequence[int]
"""26 counts of one side in its own numbering: [0] off, [1] to [24] the points, [25] the bar."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A step of a play, in the numbering of the side that moves.

    Parameters
    ----------
    source, target : int
        Points, or 25 the bar and 0 off.
    hit : bool
    """

    source: int
    target: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is on a picture.

    Parameters
    ----------
    own, opponent : sequence of int, length 26
        The board as it is drawn, each side in its own numbering.
    description : str
        Where the checkers stand, in words, for those who cannot see it.
    is_ban_sugoroku : bool
        Whether it is drawn with lanes and the names of the quarters, or with points and their numbers.
    bears_off : bool
        Whether there are trays even while no checker is off.
    seen_by : {"own", "opponent"}
        Who sits at the lower edge.
    names : tuple of str
        What both sides are called, own first.
    dice : tuple of int or None
        Rolled by own.
    roll_name : str
        What stands beside the dice.
    hops : sequence of Hop
        What own has played, ending in the board as it is drawn.
    note : str
        What stands beside own's name.
    cube : tuple of int and str or None
        The value of the cube and its owner, None for nobody; without it no cube is drawn.
    """

    own: Counts
    opponent: Counts
    description: str
    is_ban_sugoroku: bool
    bears_off: bool = False
    seen_by: Side = "own"
    names: tuple[str, str] = ("own", "opponent")
    dice: tuple[int, int] | None = None
    roll_name: str = ""
    hops: Sequence[Hop] = ()
    note: str = ""
    cube: tuple[int, Side | None] | None = None

    def counts(self, side: Side) -> Counts:
        """Return the checkers of a side."""
        return self.own if side == "own" else self.opponent

    def name(self, side: Side) -> str:
        """Return what a side is called."""
        return self.names[0 if side == "own" else 1]

    @property
    def title(self) -> str:
        """The game, the roll and what own does with it."""
        parts = ["Ban-sugoroku" if self.is_ban_sugoroku else "Backgammon"]
        if self.dice is not None:
            parts.append(f"{self.dice[0]}-{self.dice[1]} {self.roll_name}".rstrip())
        if self.note:
            parts.append(f"{self.name('own')}: {self.note}")
        return ", ".join(parts)
