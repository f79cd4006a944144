"""Where things stand on a picture of a board: points, stacks, bar, trays, dice and cube, in the units of the picture.

Everything is in the numbering of whoever looks: home is at the bottom right, point 1 in the corner, and the way home runs
from 24, top right, round the left side.
"""

from dataclasses import dataclass
from typing import NamedTuple

OFF = 0
BAR = 25

COLUMN = 40  # the width of a point
CHECKER = 36  # the diameter of a checker
STACK = 5  # the checkers of a stack that are drawn; a number counts the rest
FRAME = 12
CAPTION = 36
NUMBERS = 32
WORDS = 22  # the names of the quarters
HALF = STACK * CHECKER + 6
GAP = 60  # between the halves, for the dice
BAR_WIDTH = 46
TRAY = 52
_SLAB = 11  # a checker seen from the side, in a tray


class Spot(NamedTuple):
    """The middle of something."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a board.

    Parameters
    ----------
    has_words : bool
        Whether there is room for the names of the quarters.
    has_tray : bool
        Whether there are trays for checkers off, at the right.
    has_cube : bool
        Whether there is room for the cube, at the left.
    """

    has_words: bool
    has_tray: bool
    has_cube: bool

    @property
    def left(self) -> float:
        """The left edge of the field."""
        return FRAME + (TRAY if self.has_cube else 0)

    @property
    def right(self) -> float:
        """The right edge of the field."""
        return self.left + 12 * COLUMN + BAR_WIDTH

    @property
    def top(self) -> float:
        """The upper edge of the field."""
        return CAPTION + (WORDS if self.has_words else 0) + NUMBERS

    @property
    def bottom(self) -> float:
        """The lower edge of the field."""
        return self.top + 2 * HALF + GAP

    @property
    def middle(self) -> float:
        """Half way between the upper and the lower edge."""
        return (self.top + self.bottom) / 2

    @property
    def bar_left(self) -> float:
        """The left edge of the bar."""
        return self.left + 6 * COLUMN

    @property
    def width(self) -> float:
        """The width of the picture."""
        return self.right + FRAME + (TRAY if self.has_tray else 0)

    @property
    def height(self) -> float:
        """The height of the picture."""
        return self.bottom + self.top

    def column(self, point: int) -> float:
        """Return the middle of a point's column."""
        # From the corner of point 1 the columns run left, and from that of 13 right again; the bar is between the sixths.
        number = 12 - point if point <= 12 else point - 13
        return self.left + number * COLUMN + COLUMN / 2 + (BAR_WIDTH if number >= 6 else 0)

    def slot(self, place: int, height: int, *, is_viewer: bool) -> Spot:
        """Return where the checker of a stack stands, `height` counted from 1; higher ones share the last slot.

        Parameters
        ----------
        place : int
            A point in the viewer's numbering, or 25 the bar or 0 off, whose side `is_viewer` says.
        """
        level = min(height, STACK) - 1
        if place == OFF:
            return Spot(self.right + FRAME + TRAY / 2 - 4, self._slab(height, is_viewer=is_viewer))
        if place == BAR:
            # A side enters in the other's home, which the viewer has at the bottom.
            offset = GAP / 2 + CHECKER / 2 + level * CHECKER
            return Spot(self.bar_left + BAR_WIDTH / 2, self.middle - offset if is_viewer else self.middle + offset)
        offset = 3 + CHECKER / 2 + level * CHECKER
        return Spot(self.column(place), self.bottom - offset if place <= 12 else self.top + offset)

    def stand(self, place: int, height: int, *, is_viewer: bool) -> Spot:
        """Return the same as `slot`, for a place in the numbering of the side whose checker it is."""
        is_shared = 1 <= place <= 24
        return self.slot(BAR - place if is_shared and not is_viewer else place, height, is_viewer=is_viewer)

    def number(self, point: int) -> Spot:
        """Return where the number of a point stands."""
        offset = NUMBERS / 2 + 5  # outside the frame
        return Spot(self.column(point), self.bottom + offset if point <= 12 else self.top - offset)

    def quarter(self, number: int) -> Spot:
        """Return where the name of a quarter stands; 0 is points 1 to 6, 3 is points 19 to 24."""
        x = (self.column(6 * number + 1) + self.column(6 * number + 6)) / 2
        offset = NUMBERS + WORDS / 2
        return Spot(x, self.bottom + offset if number < 2 else self.top - offset)

    def caption(self, *, is_viewer: bool) -> float:
        """Return how far down the line stands that tells of a side."""
        return self.height - CAPTION / 2 if is_viewer else CAPTION / 2

    def die(self, index: int, *, is_viewer: bool) -> Spot:
        """Return where a die lies: to the right of whoever rolls it."""
        first = self.column(4) if is_viewer else self.column(10)
        return Spot(first + COLUMN / 2 + (index - 0.5) * 46, self.middle)

    def roll_name(self, *, is_viewer: bool) -> Spot:
        """Return where the name of the roll stands: across the bar from the dice."""
        return Spot(self.column(10 if is_viewer else 4) + COLUMN / 2, self.middle)

    def cube(self, owner: str | None, seen_by: str) -> Spot:
        """Return where the cube lies: with its owner, or half way."""
        y = self.middle if owner is None else self.bottom - 24 if owner == seen_by else self.top + 24
        return Spot(FRAME + TRAY / 2 - 6, y)

    def tray_count(self, *, is_viewer: bool) -> Spot:
        """Return where the number of the checkers in a tray stands: between the trays, towards its own."""
        return Spot(self.slot(OFF, 1, is_viewer=is_viewer).x, self.middle + (15 if is_viewer else -15))

    def slab(self, height: int, *, is_viewer: bool) -> tuple[float, float, float, float]:
        """Return left, top, width and height of a checker in a tray."""
        x, y = self.slot(OFF, height, is_viewer=is_viewer)
        return x - 19, y - (_SLAB - 2) / 2, 38, _SLAB - 2

    def _slab(self, height: int, *, is_viewer: bool) -> float:
        offset = 6 + (height - 0.5) * _SLAB
        return self.bottom - offset if is_viewer else self.top + offset
