"""The doubling cube: its value, who owns it, and a double that waits for its answer (RULES section 4).

It knows what happens to a cube, not when: whether a game allows a double is the business of the game and its match.
"""

from dataclasses import dataclass

from bsg.checks import integer, integer_between, shown
from bsg.seat import Seat, check_optional_seat, check_seat, other

HIGHEST = 2**15
"""The highest value a cube can have: what a GNU Backgammon Match ID has room for."""


@dataclass(frozen=True, slots=True)
class Cube:
    """A doubling cube; immutable.

    Parameters
    ----------
    value : int
        What the game is played for now: a power of two, 1 to 32768.
    owner : {0, 1} or None
        The seat that alone may double next; None while the cube is in the middle.
    doubler : {0, 1} or None
        The seat that has doubled, while that is not answered.
    turned_back : int
        How often the cube was turned back since (1 a beaver, 2 a raccoon …); each has raised `value` already.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If there can be no such cube; the message says why.

    Examples
    --------
    >>> Cube().doubled(0).taken()
    Cube(value=2, owner=1, doubler=None, turned_back=0)
    >>> Cube().doubled(0).beavered().taken()
    Cube(value=4, owner=1, doubler=None, turned_back=0)
    """

    value: int = 1
    owner: Seat | None = None
    doubler: Seat | None = None
    turned_back: int = 0

    def __post_init__(self) -> None:
        value = integer(self.value, "the value of a cube")
        if not 1 <= value <= HIGHEST or value & (value - 1):
            raise ValueError(f"the value of a cube must be a power of two from 1 to {HIGHEST}, got {shown(value)}")
        owner = check_optional_seat(self.owner, "the owner of a cube")
        doubler = check_optional_seat(self.doubler, "the doubler")
        turned_back = integer_between(self.turned_back, 0, 15, "how often a cube was turned back")
        if owner is not None and value == 1:
            raise ValueError(f"a cube at 1 is in the middle, got one that seat {owner} owns")
        if turned_back and (doubler is None or owner != other(doubler)):
            raise ValueError(
                "a cube that was turned back belongs to the seat that was doubled, and waits for an answer"
            )
        if doubler is not None and not turned_back and owner not in {None, doubler}:
            raise ValueError(f"seat {doubler} cannot have doubled with a cube that seat {owner} owns")
        if doubler is not None and value == HIGHEST:
            raise ValueError(f"a cube at {HIGHEST} cannot be turned")
        for name, plain in (("value", value), ("owner", owner), ("doubler", doubler), ("turned_back", turned_back)):
            object.__setattr__(self, name, plain)

    @property
    def offered_by(self) -> Seat | None:
        """The seat that waits for an answer: the doubler, or after a beaver the other; None if none is due."""
        if self.doubler is None:
            return None
        return other(self.doubler) if self.turned_back % 2 else self.doubler

    def doubled(self, seat: Seat) -> "Cube":
        """Return the cube after `seat` has offered to double.

        Raises
        ------
        ValueError
            If a double waits for its answer already, the other seat owns the cube, or it cannot go higher.
        """
        seat = check_seat(seat)
        if self.doubler is not None:
            raise ValueError("a double waits for its answer already")
        if self.owner == other(seat):
            raise ValueError(f"seat {seat} cannot double: seat {self.owner} owns the cube")
        return Cube(self.value, self.owner, seat)

    def taken(self) -> "Cube":
        """Return the cube after the offer was taken: at twice the value, owned by the seat that was doubled first.

        Raises
        ------
        ValueError
            If no double waits for an answer.
        """
        return Cube(2 * self.value, other(self._waiting_doubler()))

    def beavered(self) -> "Cube":
        """Return the cube after the offer was taken and turned back at once: a beaver, or after a beaver a raccoon.

        Raises
        ------
        ValueError
            If no double waits for an answer, or the cube cannot go higher.
        """
        doubler = self._waiting_doubler()
        return Cube(2 * self.value, other(doubler), doubler, self.turned_back + 1)

    def _waiting_doubler(self) -> Seat:
        if self.doubler is None:
            raise ValueError("no double waits for an answer")
        return self.doubler


IN_THE_MIDDLE = Cube()
"""The cube as every game begins with it."""
