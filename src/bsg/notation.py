"""How a play is written: `24/18 13/11*`, `bar/20`, `6/off`, `8/6(2)`, `24/18*/13`, `pass`."""

from collections.abc import Sequence
from operator import itemgetter

from bsg.step import Step

OFF = 0
BAR = 25
NO_STEPS = "pass"

_PLACE_NAMES = ("off", *map(str, range(1, 25)), "bar")

_Chain = tuple[int, int, str, bool]
"""The way of a checker: its source and target, how it is written but for the target, and whether it hits there."""

_source_and_target = itemgetter(0, 1)


def play_text(steps: Sequence[Step]) -> str:
    """Write a play in the notation of the field.

    Parameters
    ----------
    steps : sequence of Step
        The steps in the order played; for a `Play` those of the route that R15 names. None at all is a pass.

    Returns
    -------
    str
        The way of each checker, largest source first. Where a checker lands on its way is said only where it hits.

    Examples
    --------
    >>> play_text([Step(8, 5, 3, False), Step(6, 5, 1, False)])
    '8/5 6/5'
    >>> play_text([Step(24, 18, 6, True), Step(18, 13, 5, False)])
    '24/18*/13'
    >>> play_text([Step(25, 21, 4, False), Step(8, 4, 4, True), Step(8, 4, 4, False), Step(8, 4, 4, False)])
    'bar/21 8/4* 8/4(2)'
    >>> play_text([])
    'pass'
    """
    if not steps:
        return NO_STEPS
    counted: dict[str, int] = {}
    # Python's sort is stable, reversed too, and a dict keeps the order of arrival: chains that tie stay as they were begun.
    for _, target, way, hits in sorted(_chains(steps), key=_source_and_target, reverse=True):
        text = f"{way}/{_PLACE_NAMES[target]}{'*' if hits else ''}"
        counted[text] = counted.get(text, 0) + 1
    return " ".join([text if count == 1 else f"{text}({count})" for text, count in counted.items()])


def place_text(place: int) -> str:
    """Return the word for a place: `bar`, `off`, or the number of the point.

    Examples
    --------
    >>> place_text(25), place_text(13), place_text(0)
    ('bar', '13', 'off')
    """
    return _PLACE_NAMES[place]


def _chains(steps: Sequence[Step]) -> list[_Chain]:
    """Put together what one checker may have done: each step goes to the earliest chain that ends at its source."""
    chains: list[_Chain] = []
    for source, target, _, hit in steps:
        for number, (first, last, way, hits) in enumerate(chains):
            if last == source:  # a landing in between changes the board only where it hits
                chains[number] = (first, target, f"{way}/{_PLACE_NAMES[last]}*" if hits else way, hit)
                break
        else:
            chains.append((source, target, _PLACE_NAMES[source], hit))
    return chains
