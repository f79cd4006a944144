"""Our packed positions in plain Python, for processes in which bsg is never imported.

A row is 32 bytes, as ARCHITECTURE.md draws them. Counts are two lists of 26, the mover's first, each side from its own
home: checkers off at 0, points 1 to 24, the bar at 25.
"""

CHECKERS = 15
PLACES = 26


def counts(row):
    """Read a row; return the counts of the mover and of the opponent."""
    own, opponent = (_nibbles(row[half : half + 16]) for half in (0, 16))
    return own, opponent[::-1]


def row(own, opponent):
    """Write the counts of both sides as a row. What is off is what is missing from 15, whatever stands at 0."""
    own, opponent = ([CHECKERS - sum(side[1:]), *side[1:]] for side in (own, opponent))
    return _packed(own) + _packed(opponent[::-1])


def swapped(given):
    """Return a row as the other side sees it."""
    own, opponent = counts(given)
    return row(opponent, own)


def _nibbles(half):
    word = int.from_bytes(half, "little")
    return [word >> 4 * place & 15 for place in range(PLACES)]


def _packed(places):
    return sum(count << 4 * place for place, count in enumerate(places)).to_bytes(16, "little")


# Both games begin like this.
START = row(*[[0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]] * 2)
