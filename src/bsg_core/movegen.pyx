"""All plays of a roll: a search of every route, which keeps the boards that the best routes reach.

A *route* is a sequence of steps that goes on until the game is decided, the dice are used up, or no die that is left can
be played. Each finished route has a *rank*; the legal routes are those of the highest rank, which says in one number what
R2 and RULES section 2.6 say in words: complete plays before all others, then more dice before fewer, then the larger die.
"""

from libc.stdlib cimport free, malloc, qsort
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from bsg_core.board cimport (
    BAR, OFF, Board, compare_boards, hash_board, highest_place, read_board, same_board, swap_sides, write_board,
)
from bsg_core.rules cimport (
    CLOSED_HOME_INSTANT, Outcome, Rules, board_after_step, find_outcome, has_won, is_position, is_possible,
    rules_from_code, step_hits, step_sources, step_target,
)


cdef enum:
    BOARD_BYTES = 32
    STEP_BYTES = 4  # source, target, die, hit
    MOST_STEPS = 4
    UNRANKED = -1
    COMPLETE = 2 * MOST_STEPS + 1
    NO_SLOT = 0
    ALL_PLACES = 0x3FFFFFF

# MAX_AFTERS, why no roll reaches more boards. With a double of k steps a board is settled by how many steps each of the
# 15 checkers has made, k in all: the landings follow, and from them what was hit. There are C(14 + k, k) ways, 3,060
# for four steps; routes that win early add at most those of one to three steps, 15 + 120 + 680. With two dice there are
# at most 15 * 15 ways to choose who moves by which, twice that for the order, and 30 wins by one die: fewer.


# --- the search -------------------------------------------------------------------------------------------------------

cdef inline Turn begin_turn(int high, int low, const Rules *rules) noexcept nogil:
    cdef Turn turn
    turn.dice[0] = high
    turn.dice[1] = low
    turn.left[0] = rules.steps_per_double if high == low else 1
    turn.left[1] = 0 if high == low else 1
    turn.used = 0
    return turn


cdef inline Turn turn_after_step(const Turn *turn, int which) noexcept nogil:
    cdef Turn rest = turn[0]
    rest.left[which] -= 1
    rest.used += 1
    return rest


cdef inline int rank_of_stuck(const Turn *turn) noexcept nogil:
    """Return the rank of a route that ends because no die that is left can be played."""
    cdef bint larger_die_was_used = turn.used == 1 and turn.left[0] == 0
    return 2 * turn.used + larger_die_was_used


cdef inline bint is_complete(const Board *board, const Turn *turn, const Rules *rules) noexcept nogil:
    """Say whether a route that has come to `board` is complete: the game decided (R1) or every die used (R2)."""
    return (turn.left[0] == 0 and turn.left[1] == 0) or (turn.used > 0 and has_won(board, rules))


cdef void keep(const Board *board, int rank, Afters *afters) noexcept nogil:
    """Keep a board that a finished route has come to, unless it is there already or its rank is not the best."""
    if rank < afters.rank:
        return
    if rank > afters.rank:
        afters.rank = rank
        afters.count = 0
        memset(afters.slots, NO_SLOT, (afters.slot_mask + 1) * sizeof(uint16_t))
    cdef uint32_t slot = <uint32_t> hash_board(board) & afters.slot_mask
    while afters.slots[slot] != NO_SLOT:
        if same_board(&afters.boards[afters.slots[slot] - 1], board):
            return
        slot = (slot + 1) & afters.slot_mask
    afters.boards[afters.count] = board[0]
    afters.count += 1
    afters.slots[slot] = <uint16_t> afters.count


cdef void search(
    const Board *board, const Turn *turn, uint32_t allowed, const Rules *rules, bint any_order, Afters *afters
) noexcept nogil:
    """Follow every route from `board` and keep where the best ones end.

    `allowed` are the places that may still be moved from; without `any_order` they shrink so that the sources of a
    double never rise, which finds each of its boards once.
    """
    if is_complete(board, turn, rules):
        keep(board, COMPLETE, afters)
        return
    cdef bint is_stuck = True
    cdef int which, source
    cdef uint32_t sources, still_allowed
    cdef Board after
    cdef Turn rest
    for which in range(2):
        if turn.left[which] == 0:
            continue
        rest = turn_after_step(turn, which)
        sources = step_sources(board, turn.dice[which], rules) & allowed
        while sources != 0:
            is_stuck = False
            source = highest_place(sources)
            sources ^= (<uint32_t> 1) << source
            after = board_after_step(board, source, step_target(source, turn.dice[which]))
            still_allowed = allowed if any_order else ((<uint32_t> 2) << source) - 1
            search(&after, &rest, still_allowed, rules, any_order, afters)
    if is_stuck:
        keep(board, rank_of_stuck(turn), afters)


cdef bint order_may_matter(const Board *board, int high, int low, const Rules *rules) noexcept nogil:
    """Say whether the steps of a roll have to be tried in every order.

    The steps of a double can be sorted by source, farthest first, without changing where they lead, as long as none
    before the last can win. Under iri-gachi a win before the last step needs one checker fewer outside than there are
    steps; an instant win needs a home that few steps can close, or a hit while it is closed, so it is always searched.
    """
    if high != low or rules.closed_home == CLOSED_HOME_INSTANT:
        return True
    if rules.bears_off:
        return False
    cdef int outside = 0
    cdef int place
    for place in range(7, BAR + 1):
        outside += <int> (board.own[place >> 4] >> (4 * (place & 15)) & 15)
    return outside < rules.steps_per_double


cdef int find_afters(const Board *start, int high, int low, const Rules *rules, Afters *afters) noexcept nogil:
    """Write every distinct position a roll leads to into `afters.boards`; return how many.

    Requires an undecided start and high >= low. Never returns 0: when no checker can move, the only board is `start`.
    The order is that of discovery, the same on every machine.
    """
    cdef Turn turn = begin_turn(high, low, rules)
    afters.count = 0
    afters.rank = UNRANKED
    afters.slot_mask = SLOTS - 1 if high == low else 1023  # at most 480 boards with two dice
    search(start, &turn, ALL_PLACES, rules, order_may_matter(start, high, low, rules), afters)
    return afters.count


# --- routes: the steps behind a board ---------------------------------------------------------------------------------

cdef bint find_route_to(
    const Board *board, const Turn *turn, const Rules *rules, int rank, const Board *goal, unsigned char *steps, int *length
) noexcept nogil:
    """Write the first finished route of the given rank in the order of R15; say whether there is one.

    `goal` is the board it has to reach, or NULL for any. `length` counts the bytes written.
    """
    cdef bint is_stuck = True
    cdef int source, target, which, order
    cdef bint larger_die_first
    cdef uint32_t by_die[2]
    cdef uint32_t sources
    cdef Board after
    cdef Turn rest
    if is_complete(board, turn, rules):
        return rank == COMPLETE and (goal == NULL or same_board(board, goal))
    for which in range(2):
        by_die[which] = step_sources(board, turn.dice[which], rules) if turn.left[which] > 0 else 0
    sources = by_die[0] | by_die[1]
    while sources != 0:
        is_stuck = False
        source = highest_place(sources)
        sources ^= (<uint32_t> 1) << source
        # R15 wants the largest target first, so the smaller die; where both bear off, the larger die.
        larger_die_first = step_target(source, turn.dice[1]) == OFF
        for order in range(2):
            which = order if larger_die_first else 1 - order
            if not by_die[which] >> source & 1:
                continue
            target = step_target(source, turn.dice[which])
            rest = turn_after_step(turn, which)
            after = board_after_step(board, source, target)
            steps[length[0]] = <unsigned char> source
            steps[length[0] + 1] = <unsigned char> target
            steps[length[0] + 2] = <unsigned char> turn.dice[which]
            steps[length[0] + 3] = <unsigned char> step_hits(board, target)
            length[0] += STEP_BYTES
            if find_route_to(&after, &rest, rules, rank, goal, steps, length):
                return True
            length[0] -= STEP_BYTES
    return is_stuck and rank == rank_of_stuck(turn) and (goal == NULL or same_board(board, goal))


# --- the doors --------------------------------------------------------------------------------------------------------

cdef Board board_from_bytes(bytes board, const Rules *rules) except *:
    """Read a board at a door; refuse what is no position, or none under the rules."""
    if len(board) != BOARD_BYTES:
        raise ValueError(f"a board must be {BOARD_BYTES} bytes, got {len(board)}")
    cdef Board read = read_board(<const unsigned char *> board)
    if not is_position(&read):
        raise ValueError(f"a board must be a position that can exist, got {board.hex()}")
    if not is_possible(&read, rules):
        raise ValueError(f"a board must be possible under the rules (R7, R17), got {board.hex()}")
    return read


cdef int check_roll(int high, int low) except -1:
    if not 1 <= low <= high <= 6:
        raise ValueError(f"a roll must be two dice 1 to 6, the larger first, got {high}-{low}")
    return 0


cdef Rules rules_of_code(int code) except *:
    # Bits 1-2 and 5-6 have three values each.
    if not 0 <= code < 128 or code >> 1 & 3 == 3 or code >> 5 & 3 == 3:
        raise ValueError(f"a code of rules must be one of Rules.code, got {code}")
    return rules_from_code(code)


cdef Afters *new_afters(int how_many) except NULL:
    cdef Afters *afters = <Afters *> malloc(how_many * sizeof(Afters))
    if afters == NULL:
        raise MemoryError(f"no memory for {how_many * sizeof(Afters)} bytes of scratch")
    return afters


cdef int compare_for_sorting(const void *a, const void *b) noexcept nogil:
    return compare_boards(<const Board *> b, <const Board *> a)


cdef bytes board_bytes(const Board *board):
    cdef unsigned char packed[BOARD_BYTES]
    write_board(board, packed)
    return packed[:BOARD_BYTES]


def find_plays(bytes board not None, int high, int low, int rules):
    """List the boards that a roll leads to.

    Parameters
    ----------
    board : bytes, 32
        A packed position, seen by the side to move.
    high, low : int
        The roll, the larger die first.
    rules : int
        `bsg.Rules.code`.

    Returns
    -------
    list of bytes
        Each reached board once, still seen by the mover, in the order of R15. A forced pass gives `board` itself; a
        decided position gives no board (R16).

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or the position is impossible under the rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board start = board_from_bytes(board, &unpacked)
    check_roll(high, low)
    if find_outcome(&start, &unpacked).decided:
        return []
    cdef Afters *afters = new_afters(1)
    cdef int i, count
    try:
        count = find_afters(&start, high, low, &unpacked, afters)
        qsort(afters.boards, count, sizeof(Board), compare_for_sorting)
        return [board_bytes(&afters.boards[i]) for i in range(count)]
    finally:
        free(afters)


cdef int best_rank(const Board *start, int high, int low, const Rules *rules) except -1:
    """Return the rank of the legal routes of a roll."""
    cdef Afters *afters = new_afters(1)
    cdef int rank
    find_afters(start, high, low, rules, afters)
    rank = afters.rank
    free(afters)
    return rank


def find_route(bytes board not None, int high, int low, int rules, bytes after not None):
    """Return the steps that lead from `board` to `after`, the largest such route (R15).

    Returns
    -------
    bytes
        Four a step: source, target, die, and 1 for a hit or 0. None at all for a pass.

    Raises
    ------
    ValueError
        If no legal play of the roll reaches `after`, or an argument is not what it has to be.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board start = board_from_bytes(board, &unpacked)
    cdef unsigned char steps[STEP_BYTES * MOST_STEPS]
    cdef int length = 0
    cdef Board goal
    cdef Turn turn
    check_roll(high, low)
    if len(after) != BOARD_BYTES:
        raise ValueError(f"a board must be {BOARD_BYTES} bytes, got {len(after)}")
    goal = read_board(<const unsigned char *> after)
    turn = begin_turn(high, low, &unpacked)
    if not find_outcome(&start, &unpacked).decided:
        if find_route_to(&start, &turn, &unpacked, best_rank(&start, high, low, &unpacked), &goal, steps, &length):
            return steps[:length]
    raise ValueError(f"no legal play of {high}-{low} leads to the board {after.hex()}")


cdef bint walk(bytes taken, const Rules *rules, Board *board, Turn *turn) except -1:
    """Make the steps `taken`, three bytes each, one after the other; say whether each was one that the dice allow."""
    cdef int i, which, source, die
    if len(taken) % 3:
        raise ValueError(f"steps must be three bytes each, got {len(taken)} bytes")
    for i in range(0, len(taken), 3):
        source, die = taken[i], taken[i + 2]
        which = 0 if die == turn.dice[0] else 1
        if turn.dice[which] != die or turn.left[which] == 0 or is_complete(board, turn, rules):
            return False
        if source > BAR or not step_sources(board, die, rules) >> source & 1 or step_target(source, die) != taken[i + 1]:
            return False
        board[0] = board_after_step(board, source, step_target(source, die))
        turn[0] = turn_after_step(turn, which)
    return True


def find_next_steps(bytes board not None, int high, int low, int rules, bytes taken not None):
    """Return the steps with which a legal play goes on after exactly the steps `taken`.

    Parameters
    ----------
    taken : bytes
        Three a step: source, target, die.

    Returns
    -------
    bytes or None
        Four a step: source, target, die, hit; source then die, largest first. Empty when the turn is over. None if
        `taken` begins no legal play.

    Raises
    ------
    ValueError
        If an argument is not what it has to be.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board now = board_from_bytes(board, &unpacked)
    cdef unsigned char rest_of_route[STEP_BYTES * MOST_STEPS]
    cdef int length = 0
    cdef int rank, which, source, target
    cdef Board after
    cdef Turn turn, rest
    check_roll(high, low)
    if find_outcome(&now, &unpacked).decided:
        return None if taken else b""
    rank = best_rank(&now, high, low, &unpacked)
    turn = begin_turn(high, low, &unpacked)
    if not walk(taken, &unpacked, &now, &turn):
        return None
    if not find_route_to(&now, &turn, &unpacked, rank, NULL, rest_of_route, &length):
        return None
    found = bytearray()
    if length == 0:
        return bytes(found)
    for source in range(BAR, OFF, -1):
        for which in range(2):
            if turn.left[which] == 0 or not step_sources(&now, turn.dice[which], &unpacked) >> source & 1:
                continue
            target = step_target(source, turn.dice[which])
            after = board_after_step(&now, source, target)
            rest = turn_after_step(&turn, which)
            length = 0
            if find_route_to(&after, &rest, &unpacked, rank, NULL, rest_of_route, &length):
                found += bytes((source, target, turn.dice[which], step_hits(&now, target)))
    return bytes(found)


def follow_steps(bytes board not None, int high, int low, int rules, bytes steps not None):
    """Return the board that a whole turn of steps reaches.

    Parameters
    ----------
    steps : bytes
        Three a step: source, target, die.

    Returns
    -------
    bytes or None
        The board reached, not swapped; None if the steps make no legal play, or not a whole one.

    Raises
    ------
    ValueError
        If an argument is not what it has to be.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board now = board_from_bytes(board, &unpacked)
    cdef unsigned char rest_of_route[STEP_BYTES * MOST_STEPS]
    cdef int length = 0
    cdef int rank
    cdef Turn turn
    check_roll(high, low)
    if find_outcome(&now, &unpacked).decided:
        return None
    rank = best_rank(&now, high, low, &unpacked)
    turn = begin_turn(high, low, &unpacked)
    if not walk(steps, &unpacked, &now, &turn):
        return None
    if not find_route_to(&now, &turn, &unpacked, rank, NULL, rest_of_route, &length) or length > 0:
        return None
    return board_bytes(&now)


def find_result(bytes board not None, int rules):
    """Return how the position as it stands is decided, seen by the side to move.

    Returns
    -------
    tuple of (int, int) or None
        Signed points, and the kind as its index in `bsg.winning.KINDS`; None while the game goes on.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or the position is impossible under the rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board read = board_from_bytes(board, &unpacked)
    cdef Outcome outcome = find_outcome(&read, &unpacked)
    return (outcome.points, outcome.kind) if outcome.decided else None


cdef uint64_t leaves_below(const Board *board, int depth, const Rules *rules, Afters *afters) noexcept nogil:
    """Count leaves; `afters` has room for `depth` lists."""
    cdef uint64_t leaves = 0
    cdef int high, low, i, count
    cdef Board swapped
    if depth == 0 or find_outcome(board, rules).decided:
        return 1
    for high in range(1, 7):
        for low in range(1, high + 1):
            count = find_afters(board, high, low, rules, afters)
            if depth == 1:
                leaves += <uint64_t> count
                continue
            for i in range(count):
                swapped = swap_sides(&afters.boards[i])
                leaves += leaves_below(&swapped, depth - 1, rules, afters + 1)
    return leaves


def count_leaves(bytes board not None, int depth, int rules):
    """Count the leaves of perft at a depth of 0, 1 or 2; the GIL is released.

    Deeper counts are the caller's, one call a position, so that they can be interrupted.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or the position is impossible under the rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board start = board_from_bytes(board, &unpacked)
    if not 0 <= depth <= 2:
        raise ValueError(f"depth must be 0 to 2, got {depth}")
    cdef Afters *afters = new_afters(max(1, depth))
    cdef uint64_t leaves
    with nogil:
        leaves = leaves_below(&start, depth, &unpacked, afters)
    free(afters)
    return leaves
