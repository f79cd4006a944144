"""Routes: the steps behind the plays of a roll, and a search of them all.

A *route* is a sequence of steps that goes on until the game is decided, the dice are used up, or no die that is left
can be played. Each finished route has a *rank*; the legal routes are those of the highest rank, which says in one
number what R2 and RULES section 2.6 say in words: complete plays before all others, then more dice before fewer, then
the larger die.

The search knows no shortcut. It answers where `movegen` has none, and the tests check the others against it.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bsg_core.board cimport (
    BAR, OFF, Board, hash_board, held_by, highest_place, read_board, same_board,
)
from bsg_core.doors cimport BOARD_BYTES, board_bytes, read_turn
from bsg_core.rules cimport (
    Rules, board_after_step, has_won, open_points, step_hits, step_sources, step_target,
)


cdef enum:
    STEP_BYTES = 4  # source, target, die, hit
    MOST_STEPS = 4
    MOST_NEXT_STEPS = 2 * 15  # each checker by each die
    UNRANKED = -1
    COMPLETE = 2 * MOST_STEPS + 1
    NO_SLOT = 0


MOST_AFTERS = MAX_AFTERS


# --- the search -------------------------------------------------------------------------------------------------------

cdef inline Turn begin_turn(const Board *start, int high, int low, const Rules *rules) noexcept nogil:
    cdef Turn turn
    turn.dice[0] = high
    turn.dice[1] = low
    turn.left[0] = rules.steps_per_double if high == low else 1
    turn.left[1] = 0 if high == low else 1
    turn.used = 0
    turn.open = open_points(start)
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
    return (turn.left[0] == 0 and turn.left[1] == 0) or has_won(board, rules)


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


cdef void search(const Board *board, const Turn *turn, const Rules *rules, Afters *afters) noexcept nogil:
    """Follow every route from `board`, each order of steps for itself, and keep where the best ones end."""
    if is_complete(board, turn, rules):
        keep(board, COMPLETE, afters)
        return
    cdef bint is_stuck = True
    cdef int which, source
    cdef uint32_t own = held_by(board.own).any
    cdef uint32_t sources
    cdef Board after
    cdef Turn rest
    for which in range(2):
        if turn.left[which] == 0:
            continue
        rest = turn_after_step(turn, which)
        sources = step_sources(own, turn.open, turn.dice[which], rules)
        while sources != 0:
            is_stuck = False
            source = highest_place(sources)
            sources ^= (<uint32_t> 1) << source
            after = board_after_step(board, source, step_target(source, turn.dice[which]))
            search(&after, &rest, rules, afters)
    if is_stuck:
        keep(board, rank_of_stuck(turn), afters)


cdef int search_afters(const Board *start, int high, int low, const Rules *rules, Afters *afters) noexcept nogil:
    """Do what `find_afters` does by the search alone."""
    cdef Turn turn = begin_turn(start, high, low, rules)
    afters.count = 0
    afters.rank = UNRANKED
    afters.slot_mask = (SLOTS if high == low else SLOTS_FOR_TWO_DICE) - 1
    search(start, &turn, rules, afters)
    return afters.count


# --- routes: the steps behind a board ---------------------------------------------------------------------------------

cdef inline uint32_t sources_of_die(const Board *board, const Turn *turn, int which, const Rules *rules) noexcept nogil:
    """Return the places that one of the dice, if it is left, can move a checker from."""
    if turn.left[which] == 0:
        return 0
    return step_sources(held_by(board.own).any, turn.open, turn.dice[which], rules)


cdef int best_rank(const Board *board, const Turn *turn, const Rules *rules) noexcept nogil:
    """Return the rank of the best routes that go on from `board`.

    Nothing is kept, and little is searched: a complete route ends it, and where there is none few routes exist, since a
    step that can be played now can, as a rule, still be played after another.
    """
    if is_complete(board, turn, rules):
        return COMPLETE
    cdef int best = UNRANKED
    cdef int which, source
    cdef uint32_t sources
    cdef Board after
    cdef Turn rest
    for which in range(2):
        sources = sources_of_die(board, turn, which, rules)
        rest = turn_after_step(turn, which)
        while sources != 0:
            source = highest_place(sources)
            sources ^= (<uint32_t> 1) << source
            after = board_after_step(board, source, step_target(source, turn.dice[which]))
            best = max(best, best_rank(&after, &rest, rules))
            if best == COMPLETE:
                return best
    return rank_of_stuck(turn) if best == UNRANKED else best


cdef inline bint is_each_at_most(uint64_t a, uint64_t b) noexcept nogil:
    """Say whether no nibble of `a` is larger than that of `b`: no byte borrows from the bit that is set above it."""
    cdef uint64_t even = 0x0F0F0F0F0F0F0F0FULL
    cdef uint64_t above = 0x8080808080808080ULL
    return ((b & even | above) - (a & even)) & ((b >> 4 & even | above) - (a >> 4 & even)) & above == above


cdef inline bint is_on_the_way(const uint64_t *own, const uint64_t *goal) noexcept nogil:
    """Say whether own checkers, which only go down, may still come to stand as on the goal.

    They may not if more of them stand at or below some place already than will then. The products have in each nibble
    the sum of all nibbles up to it, and no sum is above 15.
    """
    cdef uint64_t every_nibble = 0x1111111111111111ULL
    cdef uint64_t low = own[0] * every_nibble
    cdef uint64_t goal_low = goal[0] * every_nibble
    return is_each_at_most(low, goal_low) and is_each_at_most(
        (own[1] + (low >> 60)) * every_nibble, (goal[1] + (goal_low >> 60)) * every_nibble
    )


cdef inline void write_step(const Board *board, int source, int die, unsigned char *step) noexcept nogil:
    cdef int target = step_target(source, die)
    step[0] = <unsigned char> source
    step[1] = <unsigned char> target
    step[2] = <unsigned char> die
    step[3] = <unsigned char> step_hits(board, target)


cdef bint find_route_to(
    const Board *board, const Turn *turn, const Rules *rules, int rank, const Board *goal,
    unsigned char *steps, int *length,
) noexcept nogil:
    """Write the first finished route of the given rank that reaches `goal`, in the order of R15; say if there is one.

    `length` counts the bytes written.
    """
    cdef bint is_stuck = True
    cdef int source, which, order
    cdef bint larger_die_first
    cdef uint32_t by_die[2]
    cdef uint32_t sources
    cdef Board after
    cdef Turn rest
    if is_complete(board, turn, rules):
        return rank == COMPLETE and same_board(board, goal)
    for which in range(2):
        by_die[which] = sources_of_die(board, turn, which, rules)
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
            after = board_after_step(board, source, step_target(source, turn.dice[which]))
            if not is_on_the_way(after.own, goal.own):
                continue
            rest = turn_after_step(turn, which)
            write_step(board, source, turn.dice[which], &steps[length[0]])
            length[0] += STEP_BYTES
            if find_route_to(&after, &rest, rules, rank, goal, steps, length):
                return True
            length[0] -= STEP_BYTES
    return is_stuck and rank == rank_of_stuck(turn) and same_board(board, goal)


# --- the doors --------------------------------------------------------------------------------------------------------

cdef Afters *new_afters(int how_many) except NULL:
    cdef Afters *afters = <Afters *> malloc(how_many * sizeof(Afters))
    if afters == NULL:
        raise MemoryError(f"no memory for {how_many * sizeof(Afters)} bytes of scratch")
    return afters


def search_plays(bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules):
    """List the boards that a roll leads to as `movegen.find_plays` does, by the search alone and in no order.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or the position is impossible under the rules.
    """
    cdef Rules unpacked
    cdef Board start
    if not read_turn(board, high, low, rules, &unpacked, &start):
        return []
    cdef Afters *afters = new_afters(1)
    cdef Py_ssize_t count
    try:
        count = search_afters(&start, high, low, &unpacked, afters)
        return [board_bytes(&afters.boards[i]) for i in range(count)]
    finally:
        free(afters)


def find_route(bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules, bytes after not None):
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
    cdef Rules unpacked
    cdef Board start, goal
    cdef Turn turn
    cdef unsigned char steps[STEP_BYTES * MOST_STEPS]
    cdef int length = 0
    cdef int rank
    cdef bint goes_on = read_turn(board, high, low, rules, &unpacked, &start)
    if len(after) != BOARD_BYTES:
        raise ValueError(f"a board must be {BOARD_BYTES} bytes, got {len(after)}")
    if goes_on:
        goal = read_board(<const unsigned char *> after)
        turn = begin_turn(&start, high, low, &unpacked)
        rank = best_rank(&start, &turn, &unpacked)
        if find_route_to(&start, &turn, &unpacked, rank, &goal, steps, &length):
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
        if source > BAR or not sources_of_die(board, turn, which, rules) >> source & 1:
            return False
        if step_target(source, die) != taken[i + 1]:
            return False
        board[0] = board_after_step(board, source, step_target(source, die))
        turn[0] = turn_after_step(turn, which)
    return True


cdef bint begin_legal_play(bytes taken, const Rules *rules, Board *board, Turn *turn, int *rank) except -1:
    """Make the steps `taken` and write the rank of the legal routes; say whether some of these begin so."""
    rank[0] = best_rank(board, turn, rules)
    return walk(taken, rules, board, turn) and best_rank(board, turn, rules) == rank[0]


cdef int write_next_steps(
    const Board *board, const Turn *turn, const Rules *rules, int rank, unsigned char *steps
) noexcept nogil:
    """Write the steps with which a route of the given rank goes on, source then die, largest first; return their bytes.

    Where some route to `board` is legal, there is none of them exactly if the turn is over.
    """
    cdef int length = 0
    cdef int which, source
    cdef uint32_t by_die[2]
    cdef uint32_t sources
    cdef Board after
    cdef Turn rest
    if is_complete(board, turn, rules):
        return 0
    for which in range(2):
        by_die[which] = sources_of_die(board, turn, which, rules)
    sources = by_die[0] | by_die[1]
    while sources != 0:
        source = highest_place(sources)
        sources ^= (<uint32_t> 1) << source
        for which in range(2):
            if not by_die[which] >> source & 1:
                continue
            after = board_after_step(board, source, step_target(source, turn.dice[which]))
            rest = turn_after_step(turn, which)
            if best_rank(&after, &rest, rules) == rank:
                write_step(board, source, turn.dice[which], &steps[length])
                length += STEP_BYTES
    return length


def find_next_steps(bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules, bytes taken not None):
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
    cdef Rules unpacked
    cdef Board now
    cdef Turn turn
    cdef int rank
    cdef unsigned char steps[STEP_BYTES * MOST_NEXT_STEPS]
    if not read_turn(board, high, low, rules, &unpacked, &now):
        return None if taken else b""
    turn = begin_turn(&now, high, low, &unpacked)
    if not begin_legal_play(taken, &unpacked, &now, &turn, &rank):
        return None
    return steps[:write_next_steps(&now, &turn, &unpacked, rank, steps)]


def follow_steps(bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules, bytes steps not None):
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
    cdef Rules unpacked
    cdef Board now
    cdef Turn turn
    cdef int rank
    cdef unsigned char more[STEP_BYTES * MOST_NEXT_STEPS]
    if not read_turn(board, high, low, rules, &unpacked, &now):
        return None
    turn = begin_turn(&now, high, low, &unpacked)
    if not begin_legal_play(steps, &unpacked, &now, &turn, &rank):
        return None
    return None if write_next_steps(&now, &turn, &unpacked, rank, more) else board_bytes(&now)
