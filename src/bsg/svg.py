"""A board drawn as SVG: text that stands by itself, with classes for whoever wants other colours.

Every colour and line is set by one of the classes in `STYLE`, each by its name alone, so that a page that shows the
picture in its own text has only to be a little more precise: ``svg.bsg .bsg-own { fill: navy }``.
"""

from collections.abc import Iterator
from html import escape

from bsg.board_layout import BAR_WIDTH, CHECKER, COLUMN, FRAME, HALF, OFF, STACK, TRAY, Layout, Spot
from bsg.scene import Scene, Side
from bsg.svg_play import play_marks
from bsg.svg_shapes import at, circle, number, path, rect, text, text_width

# A narrow page makes the picture smaller. Said for all media, since renderers that know no pages know no media either,
# and take a height of auto for none.
STYLE = """
@media all{.bsg{max-width:100%;height:auto}}
.bsg-text{font-family:system-ui,"Noto Sans","Noto Sans CJK JP","Hiragino Sans","Yu Gothic",sans-serif;font-size:19px;\
fill:#2b2018}
.bsg-number{font-weight:600;text-anchor:middle}
.bsg-quarter{font-size:17px;fill:#5c4632;text-anchor:middle}
.bsg-note{text-anchor:end}
.bsg-count{font-weight:700;text-anchor:middle}
.bsg-roll{font-family:"Noto Sans CJK JP","Hiragino Sans","Yu Gothic",system-ui,sans-serif;font-weight:700;text-anchor:middle}
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

_SIDES: tuple[Side, Side] = ("own", "opponent")
_NAME_SIGNS = 16  # of a name that is longer, the beginning is shown

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


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
        has_tray = scene.bears_off or bool(scene.own[OFF] or scene.opponent[OFF])
        self._layout = Layout(scene.is_ban_sugoroku, has_tray, scene.cube is not None)

    def lines(self) -> Iterator[str]:
        layout, scene = self._layout, self._scene
        width, height = number(layout.width), number(layout.height)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bsg" role="img" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">'
        )
        yield f"<title>{escape(_writable(scene.title))}</title>"
        yield f"<desc>{escape(_writable(scene.description))}</desc>"
        yield f"<style>{STYLE}</style>"
        yield rect("bsg-page", 0, 0, layout.width, layout.height)
        yield from self._board()
        yield from self._numbers()
        for side in _SIDES:
            yield from self._stacks(side)
            yield from self._caption(side)
        yield from play_marks(scene, layout)
        # Whatever is to be read lies on top of the arrows.
        yield from self._stack_counts()
        yield from self._dice()
        yield from self._cube()
        yield "</svg>"

    def _board(self) -> Iterator[str]:
        layout = self._layout
        left, right = layout.left - (TRAY if layout.has_cube else 0), layout.right + (TRAY if layout.has_tray else 0)
        height = layout.bottom - layout.top
        yield rect("bsg-frame", left - FRAME + 2, layout.top - 8, right - left + 2 * FRAME - 4, height + 16, 8)
        for x in (layout.left, layout.bar_left + BAR_WIDTH):
            yield rect("bsg-field", x, layout.top, 6 * COLUMN, height)
        yield rect("bsg-bar", layout.bar_left, layout.top, BAR_WIDTH, height)
        if layout.has_tray:
            for y in (layout.top, layout.bottom - HALF):
                yield rect("bsg-bar", layout.right + FRAME - 4, y, TRAY - 2, HALF, 4)
        for point in range(1, 25):
            yield self._lane(point) if self._scene.is_ban_sugoroku else self._point(point)

    def _lane(self, point: int) -> str:
        x = self._layout.column(point)
        y = self._layout.bottom - HALF if point <= 12 else self._layout.top
        return rect("bsg-lane", x - COLUMN / 2 + 2.5, y + (4 if point <= 12 else 2), COLUMN - 5, HALF - 6, 6)

    def _point(self, point: int) -> str:
        layout, x = self._layout, self._layout.column(point)
        base, tip = (layout.bottom, layout.bottom - HALF) if point <= 12 else (layout.top, layout.top + HALF)
        name = "bsg-dark-point" if point % 2 else "bsg-light-point"
        return path(name, f"M{at(Spot(x - 19, base))}L{at(Spot(x, tip))}L{at(Spot(x + 19, base))}Z")

    def _numbers(self) -> Iterator[str]:
        layout = self._layout
        for point in range(1, 25):
            # In ban-sugoroku each half of a side is counted 1 to 6, and the other side's half as that side counts it.
            own_half = point if point <= 12 else 25 - point
            inner_outer = own_half if own_half <= 6 else 13 - own_half
            label = str(inner_outer if self._scene.is_ban_sugoroku else point)
            yield text("bsg-text bsg-number", layout.number(point), label, f' data-point="{point}"')
        if self._scene.is_ban_sugoroku:
            for quarter, name in enumerate(("Inner", "Outer", "Outer", "Inner")):
                yield text("bsg-text bsg-quarter", layout.quarter(quarter), name)

    def _stacks(self, side: Side) -> Iterator[str]:
        for place, count in enumerate(self._scene.counts(side)):
            if count:
                yield f'<g data-side="{side}" data-place="{place}" data-count="{count}">'
                yield from self._tray(side, count) if place == OFF else self._stack(side, place, count)
                yield "</g>"

    def _stack(self, side: Side, place: int, count: int) -> Iterator[str]:
        for height in range(1, min(count, STACK) + 1):
            spot = self._slot(side, place, height)
            yield circle(f"bsg-{side}", spot, CHECKER / 2 - 1)
            # A stone of ban-sugoroku is plain, as those of go are.
            if not self._scene.is_ban_sugoroku and (height < STACK or count <= STACK):
                yield circle("bsg-shine", spot, CHECKER / 2 - 6)

    def _tray(self, side: Side, count: int) -> Iterator[str]:
        for height in range(1, count + 1):
            yield rect(f"bsg-{side}", *self._layout.slab(height, is_viewer=side == self._scene.seen_by), 3)

    def _stack_counts(self) -> Iterator[str]:
        for side in _SIDES:
            for place, count in enumerate(self._scene.counts(side)):
                if place == OFF and count:
                    spot = self._layout.tray_count(is_viewer=side == self._scene.seen_by)
                    yield text("bsg-text bsg-count bsg-on-own", spot, str(count))
                elif count > STACK:
                    yield text(f"bsg-text bsg-count bsg-on-{side}", self._slot(side, place, STACK), str(count))

    def _caption(self, side: Side) -> Iterator[str]:
        scene, layout = self._scene, self._layout
        y = layout.caption(is_viewer=side == scene.seen_by)
        name = _writable(scene.name(side))
        if len(name) > _NAME_SIGNS:
            name = name[: _NAME_SIGNS - 1] + "…"
        pips = sum(place * count for place, count in enumerate(scene.counts(side)))
        words = f"{name} · {pips} pips"
        yield circle(f"bsg-{side}", Spot(layout.left + 12, y), 10)
        begin = layout.left + 30
        yield text("bsg-text", Spot(begin, y), words)
        if side == "own" and scene.note:
            room = layout.right - begin - text_width(f"{words}  ")
            yield text("bsg-text bsg-note", Spot(layout.right, y), _writable(scene.note), room=room)

    def _dice(self) -> Iterator[str]:
        scene = self._scene
        if scene.dice is None:
            return
        is_viewer = scene.seen_by == "own"
        for index, die in enumerate(scene.dice):
            x, y = self._layout.die(index, is_viewer=is_viewer)
            yield f'<g class="bsg-dice" data-die="{die}">'
            yield rect("bsg-die", x - 19, y - 19, 38, 38, 6)
            for across, down in _PIPS[die]:
                yield circle("bsg-pip", Spot(x + 10 * across, y + 10 * down), 3.8)
            yield "</g>"
        if scene.roll_name:
            spot = self._layout.roll_name(is_viewer=is_viewer)
            width = text_width(scene.roll_name) + 12
            yield rect("bsg-field", spot.x - width / 2, spot.y - 15, width, 30, 6)  # an arrow may pass below
            yield text("bsg-text bsg-roll", spot, scene.roll_name)

    def _cube(self) -> Iterator[str]:
        if self._scene.cube is not None:
            value, owner = self._scene.cube
            x, y = self._layout.cube(owner, self._scene.seen_by)
            yield f'<g data-cube="{value}" data-owner="{owner or ""}">'
            yield rect("bsg-cube", x - 19, y - 19, 38, 38, 6)
            # A cube that nobody owns lies with 64 up, since it shows no 1.
            shown = str(value if value > 1 or owner else 64)
            yield text("bsg-text bsg-count bsg-on-opponent", Spot(x, y), shown, room=30)
            yield "</g>"

    def _slot(self, side: Side, place: int, height: int) -> Spot:
        return self._layout.stand(place, height, is_viewer=side == self._scene.seen_by)


def _writable(words: str) -> str:
    """Replace what XML has no way to write, such as control characters."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in words)
