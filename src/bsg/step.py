"""One checker moved by one die."""

from typing import NamedTuple


class Step(NamedTuple):
    """One checker moved by one die, in the mover's numbering.

    Parameters
    ----------
    source : int
        A point 1 to 24, or 25 for the bar.
    target : int
        A point 1 to 24, or 0 for off.
    die : int
        The die used, 1 to 6; larger than `source - target` where a bear-off wastes some of it.
    hit : bool
        Whether the step sends an opposing checker to the bar.
    """

    source: int
    target: int
    die: int
    hit: bool
