"""The marks that a play leaves on a picture: where checkers stood, where they have come to, and the way between."""

from collections.abc import Iterator, Sequence

from bsg.board_layout import CHECKER, OFF, Layout, Spot
from bsg.scene import Hop, Scene
from bsg.svg_shapes import arrow, circle, towards

_BEND = 0.18  # of the length of an arrow
_UPRIGHT_BEND = 0.12  # of one that stays in its column
_GAP = CHECKER / 2 - 6  # between the end of an arrow and the middle of a checker, so that its number stays free


def play_marks(scene: Scene, layout: Layout) -> Iterator[str]:
    """Draw ghosts, rings and an arrow for each step of own's play, in the order of the steps."""
    way = _Way(scene, layout)
    starts, ends = way.starts, way.ends
    standing = {
        way.spot(place, height) for place in range(26) for height in range(1, scene.own[place] + 1) if place != OFF
    }
    for spot in dict.fromkeys(starts):
        if spot not in standing:
            yield circle("bsg-ghost", spot, CHECKER / 2 - 2)
    hits = {end for hop, end in zip(scene.hops, ends, strict=True) if hop.hit}
    for spot in dict.fromkeys(ends):
        if spot in hits or spot in standing:
            yield circle("bsg-hit" if spot in hits else "bsg-moved", spot, CHECKER / 2)
    for hop, start, end in zip(scene.hops, *_uncrossed(scene.hops, starts, ends), strict=True):
        yield _arrow(hop, start, end, layout)


class _Way:
    """Where each step begins and ends: on top of what stands there at that moment."""

    def __init__(self, scene: Scene, layout: Layout) -> None:
        self._layout = layout
        self._is_viewer = scene.seen_by == "own"
        self.starts: list[Spot] = []
        self.ends: list[Spot] = []
        counts = list(scene.own)
        for hop in scene.hops:
            counts[hop.source] += 1
            counts[hop.target] -= 1
        for hop in scene.hops:
            self.starts.append(self.spot(hop.source, counts[hop.source]))
            counts[hop.source] -= 1
            counts[hop.target] += 1
            self.ends.append(self.spot(hop.target, counts[hop.target]))

    def spot(self, place: int, height: int) -> Spot:
        return self._layout.stand(place, height, is_viewer=self._is_viewer)


def _uncrossed(hops: Sequence[Hop], starts: Sequence[Spot], ends: Sequence[Spot]) -> tuple[list[Spot], list[Spot]]:
    """Let steps between the same two places run side by side: nobody can tell which checker is which."""
    new_starts, new_ends = list(starts), list(ends)
    for way in dict.fromkeys((hop.source, hop.target) for hop in hops):
        alike = [number for number, hop in enumerate(hops) if (hop.source, hop.target) == way]
        for spots in (new_starts, new_ends):
            for number, spot in zip(alike, sorted(spots[number] for number in alike), strict=True):
                spots[number] = spot
    return new_starts, new_ends


def _arrow(hop: Hop, start: Spot, end: Spot, layout: Layout) -> str:
    across, down = end.x - start.x, end.y - start.y
    length = max((across**2 + down**2) ** 0.5, 1)
    if abs(across) < 1:
        control = Spot(start.x + _UPRIGHT_BEND * length, (start.y + end.y) / 2)
    else:
        # Towards the middle of the board, away from the numbers outside it.
        bend = _BEND * length * (1 if (start.y + end.y) / 2 < layout.middle else -1)
        control = Spot((start.x + end.x) / 2, (start.y + end.y) / 2 + bend)
    return arrow(
        towards(start, control, _GAP),
        control,
        towards(end, control, _GAP),
        f' data-source="{hop.source}" data-target="{hop.target}"',
    )
