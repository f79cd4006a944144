"""The shapes of a picture as SVG text, and how wide a text will be."""

from html import escape
from unicodedata import east_asian_width

from bsg.board_layout import Spot

TEXT_SIZE = 19  # as the style sheet sets it
_ARROW_HEAD = 14
_WIDE, _NARROW = 1.0, 0.54  # of the size; a little more than letters and figures need in most fonts


def number(value: float) -> str:
    """Write a number without needless digits.

    Examples
    --------
    >>> number(18.0), number(18.25), number(-0.04)
    ('18', '18.2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def rect(name: str, x: float, y: float, width: float, height: float, round_by: float = 0) -> str:
    """Draw a rectangle of class `name` from its upper left corner."""
    corner = f' rx="{number(round_by)}"' if round_by else ""
    return f'<rect class="{name}" x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{corner}/>'


def circle(name: str, spot: Spot, radius: float) -> str:
    """Draw a circle of class `name` around a spot."""
    return f'<circle class="{name}" cx="{number(spot.x)}" cy="{number(spot.y)}" r="{number(radius)}"/>'


def path(name: str, way: str) -> str:
    """Draw a way of class `name`, written as SVG writes it."""
    return f'<path class="{name}" d="{way}"/>'


def at(spot: Spot) -> str:
    """Write a spot as part of a way."""
    return f"{number(spot.x)} {number(spot.y)}"


def text(name: str, spot: Spot, words: str, more: str = "", *, room: float | None = None) -> str:
    """Write words of class `name` at a spot, smaller where they would need more than `room`.

    Where the words are put relative to the spot, to the left or around it, is a matter of the class; they are set by the
    baseline, which every renderer knows, a third of the size below the middle.
    """
    size = TEXT_SIZE
    if room is not None and (wanted := text_width(words)) > room:
        size = max(1, int(TEXT_SIZE * room / wanted))
        more += f' style="font-size:{size}px"'
    y = spot.y + size * 0.34
    return f'<text class="{name}" x="{number(spot.x)}" y="{number(y)}"{more}>{escape(words)}</text>'


def text_width(words: str) -> float:
    """Guess how wide words are, in the size that the style sheet sets; no font is asked, so it is rather too much.

    Examples
    --------
    >>> text_width("重六") == 2 * TEXT_SIZE
    True
    """
    return TEXT_SIZE * sum(_WIDE if east_asian_width(sign) in "WF" else _NARROW for sign in words)


def arrow(start: Spot, control: Spot, end: Spot, attributes: str) -> str:
    """Draw a bent arrow from `start` to `end`, pulled towards `control`."""
    behind = towards(end, control, _ARROW_HEAD)
    aside = Spot((behind.y - end.y) * 0.55, (end.x - behind.x) * 0.55)
    one, other = Spot(behind.x + aside.x, behind.y + aside.y), Spot(behind.x - aside.x, behind.y - aside.y)
    shaft = path("bsg-arrow", f"M{at(start)}Q{at(control)} {at(behind)}")
    return f"<g{attributes}>{shaft}{path('bsg-head', f'M{at(end)}L{at(one)}L{at(other)}Z')}</g>"


def towards(spot: Spot, goal: Spot, distance: float) -> Spot:
    """Return the spot that lies `distance` from one towards another."""
    across, down = goal.x - spot.x, goal.y - spot.y
    length = max((across**2 + down**2) ** 0.5, 1)
    return Spot(spot.x + across * distance / length, spot.y + down * distance / length)
