"""Whether a peer lists what bsg lists: asserted before anything is timed."""


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
