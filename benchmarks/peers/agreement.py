"""Whether a peer lists what bsg lists, and judges much as it does: asserted before anything is timed."""

from statistics import correlation, fmean

LEAST_CORRELATION = 0.98
MOST_DIFFERENCE = 0.1


class DisagreementError(Exception):
    """Where a peer's answer is another than ours, in a sentence."""


def require_same(pairs, ours, theirs):
    """Refuse a peer unless it reaches, for each pair it was asked about, the rows that bsg does, and none of them twice.

    `pairs` holds a row in hexadecimal and a roll each; `ours` and `theirs` list for each the rows reached, and `theirs`
    has None for a pair that the peer cannot be asked about. Returns how many pairs were compared, and their rows.
    """
    compared = afterstates = 0
    for (row, dice), wanted, got in zip(pairs, ours, theirs, strict=True):
        if got is None:
            continue
        if len(got) != len(wanted) or set(got) != set(wanted):
            raise DisagreementError(
                f"{row} with {dice[0]}-{dice[1]} reaches {len(wanted)} positions by bsg; the peer lists {len(got)},"
                f" {len(set(got))} of them distinct and {len(set(got) & set(wanted))} the same"
            )
        compared += 1
        afterstates += len(wanted)
    if not compared:
        raise DisagreementError("the peer could not be asked about any pair")
    return compared, afterstates


def require_close(ours, theirs):
    """Refuse a peer unless what it makes of positions, in points, is much what bsg makes of the same ones.

    Two evaluators that have learned for themselves never say the same; one that is asked about another board than is meant, or
    whose answer is read with sides exchanged, is far off. Returns the correlation and the mean absolute difference.
    """
    difference = fmean(abs(one - other) for one, other in zip(ours, theirs, strict=True))
    together = correlation(ours, theirs)
    if together < LEAST_CORRELATION or difference > MOST_DIFFERENCE:
        raise DisagreementError(
            f"what {len(ours):,} positions are worth must correlate by {LEAST_CORRELATION} and differ by {MOST_DIFFERENCE}"
            f" points on average at most; got {together:.4f} and {difference:.4f}"
        )
    return together, difference
