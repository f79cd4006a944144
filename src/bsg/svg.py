"""A board drawn as SVG: text that stands by itself, with classes for whoever wants other colours.

Every colour and line is set by one of the classes in `STYLE`, each by its name alone, so that a page that shows the
picture in its own text has only to be a little more precise: ``svg.bsg .bsg-own { fill: navy }``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from bsg.board_layout import BAR, BAR_WIDTH, CHECKER, COLUMN, FRAME, HALF, OFF, STACK, TRAY, Layout, Spot

Side = Literal["own", "opponent"]
Counts = Sequence[int]
"""26 counts of one side in its own numbering: [0] off, [1] to [24] the points, [25] the bar."""

STYLE = """
.bsg-text{font-family:system-ui,"Noto Sans","Noto Sans CJK JP","Hiragino Sans","Yu Gothic",sans-serif;font-size:19px;\
fill:#2b2018}
.bsg-number{font-size:19px;font-weight:600;fill:#2b2018;text-anchor:middle}
.bsg-quarter{font-size:17px;fill:#5c4632;text-anchor:middle}
.bsg-count{font-size:20px;font-weight:700;text-anchor:middle}
.bsg-page{fill:#f4ecdc}
.bsg-frame{fill:#7a5632}
.bsg-field{fill:#f1e0b8}
.bsg-bar{fill:#a67c4e}
.bsg-lane{fill:#dcbd83}
.bsg-dark-point{fill:#a4583c}
.bsg-light-point{fill:#d6b47c}
.bsg-own{fill:#26221f;stroke:#000;stroke-width:1.5}
.bsg-opponent{fill:#fbf8f0;stroke:#3a3128;stroke-width:1.5}
.bsg-shine{fill:none;stroke:#8a8178;stroke-width:1.5;stroke-opacity:.6}
.bsg-on-own{fill:#fff}
.bsg-on-opponent{fill:#1c1814}
.bsg-ghost{fill:none;stroke:#1d5fa8;stroke-width:2.5;stroke-dasharray:5 4}
.bsg-moved{fill:none;stroke:#1d5fa8;stroke-width:3.5}
.bsg-hit{fill:none;stroke:#c62828;stroke-width:4}
.bsg-arrow{fill:none;stroke:#1d5fa8;stroke-width:4;stroke-opacity:.85;stroke-linecap:round}
.bsg-head{fill:#1d5fa8}
.bsg-die{fill:#fffdf6;stroke:#3a3128;stroke-width:1.5}
.bsg-pip{fill:#2b2018}
.bsg-cube{fill:#fffdf6;stroke:#3a3128;stroke-width:2}
"""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


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
    title : str
        What the picture shows, in words, for those who cannot see it.
    is_ban_sugoroku : bool
        Whether it is drawn with lanes and the names of the quarters, or with points and their numbers.
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
    title: str
    is_ban_sugoroku: bool
    seen_by: Side = "own"
    names: tuple[str, str] = ("own", "opponent")
    dice: tuple[int, int] | None = None
    roll_name: str = ""
    hops: Sequence[Hop] = ()
    note: str = ""
    cube: tuple[int, Side | None] | None = None


def draw_scene(scene: Scene) -> str:
    """Draw a board as SVG.

    Returns
    -------
    str
        The same scene gives the same text. Every stack is a group with ``data-side``, ``data-place`` (in the numbering
        of its side; 25 the bar, 0 off) and ``data-count``; every arrow has ``data-source`` and ``data-target``.
    """
    return "\n".join(_Drawing(scene).lines()) + "\n"


class _Drawing:
    """A scene on its way to becoming text."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        has_tray = not scene.is_ban_sugoroku or bool(scene.own[OFF] or scene.opponent[OFF])
        self._layout = Layout(scene.is_ban_sugoroku, has_tray, scene.cube is not None)
        self._sides: dict[Side, Counts] = {"own": scene.own, "opponent": scene.opponent}

    def lines(self) -> Iterator[str]:
        layout, scene = self._layout, self._scene
        width, height = _n(layout.width), _n(layout.height)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bsg" role="img" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" style="max-width:100%;height:auto">'
        )
        yield f"<title>{escape(scene.title)}</title>"
        yield f"<style>{STYLE}</style>"
        yield _rect("bsg-page", 0, 0, layout.width, layout.height)
        yield from self._board()
        yield from self._numbers()
        for side in ("own", "opponent"):
            yield from self._stacks(side)
            yield self._caption(side)
        yield from self._dice()
        yield from self._cube()
        yield from self._play()
        yield "</svg>"

    def _board(self) -> Iterator[str]:
        layout = self._layout
        right = layout.right + (TRAY if layout.has_tray else 0)
        left = layout.left - (TRAY if layout.has_cube else 0)
        yield _rect(
            "bsg-frame",
            left - FRAME + 2,
            layout.top - 8,
            right - left + 2 * FRAME - 4,
            layout.bottom - layout.top + 16,
            8,
        )
        for x in (layout.left, layout.bar_left + BAR_WIDTH):
            yield _rect("bsg-field", x, layout.top, 6 * COLUMN, layout.bottom - layout.top)
        yield _rect("bsg-bar", layout.bar_left, layout.top, BAR_WIDTH, layout.bottom - layout.top)
        if layout.has_tray:
            for y in (layout.top, layout.bottom - HALF):
                yield _rect("bsg-bar", layout.right + FRAME - 4, y, TRAY - 2, HALF, 4)
        for point in range(1, 25):
            yield self._lane(point) if self._scene.is_ban_sugoroku else self._point(point)

    def _lane(self, point: int) -> str:
        x = self._layout.column(point)
        y = self._layout.bottom - HALF if point <= 12 else self._layout.top
        return _rect("bsg-lane", x - COLUMN / 2 + 2.5, y + (4 if point <= 12 else 2), COLUMN - 5, HALF - 6, 6)

    def _point(self, point: int) -> str:
        x = self._layout.column(point)
        base, tip = (
            (self._layout.bottom, self._layout.bottom - HALF)
            if point <= 12
            else (self._layout.top, self._layout.top + HALF)
        )
        name = "bsg-dark-point" if point % 2 else "bsg-light-point"
        return f'<path class="{name}" d="M{_n(x - 19)} {_n(base)}L{_n(x)} {_n(tip)}L{_n(x + 19)} {_n(base)}Z"/>'

    def _numbers(self) -> Iterator[str]:
        layout = self._layout
        for point in range(1, 25):
            # In ban-sugoroku each half of a side is counted 1 to 6, and the other side's half as that side counts it.
            own_half = point if point <= 12 else 25 - point
            inner_outer = own_half if own_half <= 6 else 13 - own_half
            text = str(inner_outer if self._scene.is_ban_sugoroku else point)
            yield _text("bsg-text bsg-number", layout.number(point), text, f' data-point="{point}"')
        if self._scene.is_ban_sugoroku:
            for quarter, name in enumerate(("Inner", "Outer", "Outer", "Inner")):
                yield _text("bsg-text bsg-quarter", layout.quarter(quarter), name)

    def _stacks(self, side: Side) -> Iterator[str]:
        for place, count in enumerate(self._sides[side]):
            if count and (place != OFF or self._layout.has_tray):
                yield f'<g data-side="{side}" data-place="{place}" data-count="{count}">'
                yield from self._tray(side, count) if place == OFF else self._stack(side, place, count)
                yield "</g>"

    def _stack(self, side: Side, place: int, count: int) -> Iterator[str]:
        for height in range(1, min(count, STACK) + 1):
            spot = self._slot(side, place, height)
            yield _circle(f"bsg-{side}", spot, CHECKER / 2 - 1)
            if height < STACK or count <= STACK:
                yield _circle("bsg-shine", spot, CHECKER / 2 - 6)
        if count > STACK:
            yield _text(f"bsg-text bsg-count bsg-on-{side}", self._slot(side, place, STACK), str(count))

    def _tray(self, side: Side, count: int) -> Iterator[str]:
        is_viewer = side == self._scene.seen_by
        for height in range(1, count + 1):
            yield _rect(f"bsg-{side}", *self._layout.slab(height, is_viewer=is_viewer), 3)
        spot = self._layout.slot(OFF, 15, is_viewer=is_viewer)
        y = self._layout.middle + (15 if is_viewer else -15)
        yield _text("bsg-text bsg-count bsg-on-own", Spot(spot.x, y), str(count))

    def _caption(self, side: Side) -> str:
        scene, is_viewer = self._scene, side == self._scene.seen_by
        y = self._layout.caption(is_viewer=is_viewer)
        pips = sum(place * count for place, count in enumerate(self._sides[side]))
        name = scene.names[0 if side == "own" else 1]
        text = f"{name}  {pips} pips"
        left, right = self._layout.left, self._layout.right
        parts = [
            _circle(f"bsg-{side}", Spot(left + 12, y), 10),
            f'<text class="bsg-text" x="{_n(left + 30)}" y="{_n(y + 6.5)}">{escape(text)}</text>',
        ]
        if side == "own" and scene.note:
            parts.append(
                f'<text class="bsg-text" x="{_n(right)}" y="{_n(y + 6.5)}" text-anchor="end">{escape(scene.note)}</text>'
            )
        return "".join(parts)

    def _dice(self) -> Iterator[str]:
        scene = self._scene
        if scene.dice is None:
            return
        is_viewer = scene.seen_by == "own"
        for index, die in enumerate(scene.dice):
            x, y = self._layout.die(index, is_viewer=is_viewer)
            yield f'<g class="bsg-dice" data-die="{die}">'
            yield _rect("bsg-die", x - 19, y - 19, 38, 38, 6)
            for across, down in _PIPS[die]:
                yield _circle("bsg-pip", Spot(x + 10 * across, y + 10 * down), 3.8)
            yield "</g>"
        if scene.roll_name:
            spot = self._layout.roll_name(is_viewer=is_viewer)
            yield _text("bsg-text bsg-count bsg-on-opponent", spot, scene.roll_name)

    def _cube(self) -> Iterator[str]:
        if self._scene.cube is not None:
            value, owner = self._scene.cube
            x, y = self._layout.cube(owner, self._scene.seen_by)
            yield f'<g data-cube="{value}" data-owner="{owner or ""}">'
            yield _rect("bsg-cube", x - 19, y - 19, 38, 38, 6)
            # A cube that nobody owns lies with 64 up, since it shows no 1.
            yield _text("bsg-text bsg-count bsg-on-opponent", Spot(x, y), str(value if value > 1 or owner else 64))
            yield "</g>"

    def _play(self) -> Iterator[str]:
        """Mark where checkers have left, where they have come to, and the way between."""
        counts = list(self._scene.own)
        for hop in self._scene.hops:
            counts[hop.source] += 1
            counts[hop.target] -= 1
        ghosts, marks, arrows = [], {}, []
        for hop in self._scene.hops:
            start = self._slot("own", hop.source, counts[hop.source])
            counts[hop.source] -= 1
            counts[hop.target] += 1
            end = self._slot("own", hop.target, counts[hop.target])
            ghosts.append((hop.source, start))
            marks[hop.target, counts[hop.target]] = (end, hop.hit)
            arrows.append(self._arrow(hop, start, end))
        for source, spot in dict.fromkeys(ghosts):
            taken = {self._slot("own", source, height) for height in range(1, self._scene.own[source] + 1)}
            if spot not in taken:
                yield _circle("bsg-ghost", spot, CHECKER / 2 - 2)
        for (place, height), (spot, is_hit) in marks.items():
            if is_hit or (height <= self._scene.own[place] and place != OFF):
                yield _circle("bsg-hit" if is_hit else "bsg-moved", spot, CHECKER / 2)
        yield from arrows

    def _arrow(self, hop: Hop, start: Spot, end: Spot) -> str:
        across, down = end.x - start.x, end.y - start.y
        length = max((across**2 + down**2) ** 0.5, 1)
        # The way bends towards the middle of the board, away from the stacks and the numbers.
        bend = 0.18 * length * (1 if (start.y + end.y) / 2 < self._layout.middle else -1)
        if abs(across) < 1:
            control = Spot(start.x + 0.12 * length, (start.y + end.y) / 2)
        else:
            control = Spot((start.x + end.x) / 2, (start.y + end.y) / 2 + bend)
        tip, ahead = _towards(end, control, CHECKER / 2 - 6), _towards(end, control, CHECKER / 2 + 8)
        begin = _towards(start, control, CHECKER / 2 - 6)
        side = Spot((ahead.y - tip.y) * 0.55, (tip.x - ahead.x) * 0.55)
        head = f"M{_n(tip.x)} {_n(tip.y)}L{_n(ahead.x + side.x)} {_n(ahead.y + side.y)}L{_n(ahead.x - side.x)} {_n(ahead.y - side.y)}Z"
        return (
            f'<g data-source="{hop.source}" data-target="{hop.target}">'
            f'<path class="bsg-arrow" d="M{_n(begin.x)} {_n(begin.y)}Q{_n(control.x)} {_n(control.y)} {_n(ahead.x)} {_n(ahead.y)}"/>'
            f'<path class="bsg-head" d="{head}"/></g>'
        )

    def _slot(self, side: Side, place: int, height: int) -> Spot:
        is_viewer = side == self._scene.seen_by
        seen = place if is_viewer or place in {OFF, BAR} else 25 - place
        return self._layout.slot(seen, height, is_viewer=is_viewer)


def _towards(spot: Spot, goal: Spot, distance: float) -> Spot:
    across, down = goal.x - spot.x, goal.y - spot.y
    length = max((across**2 + down**2) ** 0.5, 1)
    return Spot(spot.x + across * distance / length, spot.y + down * distance / length)


def _n(number: float) -> str:
    """Write a number without needless digits."""
    return f"{number:.1f}".removesuffix(".0")


def _rect(name: str, x: float, y: float, width: float, height: float, round_by: float = 0) -> str:
    corner = f' rx="{_n(round_by)}"' if round_by else ""
    return f'<rect class="{name}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{corner}/>'


def _circle(name: str, spot: Spot, radius: float) -> str:
    return f'<circle class="{name}" cx="{_n(spot.x)}" cy="{_n(spot.y)}" r="{_n(radius)}"/>'


def _text(name: str, spot: Spot, text: str, more: str = "") -> str:
    # Set by the baseline, which every renderer knows, a third of the size below the middle.
    return f'<text class="{name}" x="{_n(spot.x)}" y="{_n(spot.y + 6.5)}"{more}>{escape(text)}</text>'
