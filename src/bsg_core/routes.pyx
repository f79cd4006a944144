"""Routes: the steps behind the plays of a roll, and a search of them all.

A *route* is a sequence of steps that goes on until the game is decided, the dice are used up, or no die that is left
can be played. Each finished route has a *rank*; the legal routes are those of the highest rank, which says in one
number what R2 and RULES section 2.6 say in words: complete plays before all others, then more dice before fewer, then
the larger die.

The search knows no shortcut. It answers where `movegen` has none, and the tests check the others against it.
"""

from libc.stdint cimport uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bsg_core.board cimport (
    BAR, OFF, Board, hash_board, held_by, highest_place, read_board, same_board,
)
from bsg_core.doors cimport BOARD_BYTES, board_bytes, board_from_bytes, check_roll, rules_of_code
from bsg_core.rules cimport (
    Rules, board_after_step, find_outcome, has_won, open_points, step_hits, step_sources, step_target,
)


cdef enum:
    STEP_BYTES = 4  # source, target, die, hit
    MOST_STEPS = 4
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
    """Do what `find_afters` does by the search alone, and write the rank of the legal routes too."""
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


cdef bint find_route_to(
    const Board *board, const Turn *turn, const Rules *rules, int rank, const Board *goal,
    unsigned char *steps, int *length,
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
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board start = board_from_bytes(board, &unpacked)
    check_roll(high, low)
    if find_outcome(&start, &unpacked).decided:
        return []
    cdef Afters *afters = new_afters(1)
    cdef Py_ssize_t count
    try:
        count = search_afters(&start, high, low, &unpacked, afters)
        return [board_bytes(&afters.boards[i]) for i in range(count)]
    finally:
        free(afters)


cdef int best_rank(const Board *start, int high, int low, const Rules *rules) except -1:
    """Return the rank of the legal routes of a roll; only where none is complete are all of them searched."""
    cdef unsigned char route[STEP_BYTES * MOST_STEPS]
    cdef int length = 0
    cdef Turn turn = begin_turn(start, high, low, rules)
    if find_route_to(start, &turn, rules, COMPLETE, NULL, route, &length):
        return COMPLETE
    cdef Afters *afters = new_afters(1)
    search_afters(start, high, low, rules, afters)
    cdef int rank = afters.rank
    free(afters)
    return rank


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
    turn = begin_turn(&start, high, low, &unpacked)
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
        if source > BAR or not sources_of_die(board, turn, which, rules) >> source & 1:
            return False
        if step_target(source, die) != taken[i + 1]:
            return False
        board[0] = board_after_step(board, source, step_target(source, die))
        turn[0] = turn_after_step(turn, which)
    return True


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
    turn = begin_turn(&now, high, low, &unpacked)
    if not walk(taken, &unpacked, &now, &turn):
        return None
    if not find_route_to(&now, &turn, &unpacked, rank, NULL, rest_of_route, &length):
        return None
    found = bytearray()
    if length == 0:
        return bytes(found)
    for source in range(BAR, OFF, -1):
        for which in range(2):
            if not sources_of_die(&now, &turn, which, &unpacked) >> source & 1:
                continue
            target = step_target(source, turn.dice[which])
            after = board_after_step(&now, source, target)
            rest = turn_after_step(&turn, which)
            length = 0
            if find_route_to(&after, &rest, &unpacked, rank, NULL, rest_of_route, &length):
                found += bytes((source, target, turn.dice[which], step_hits(&now, target)))
    return bytes(found)


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
    turn = begin_turn(&now, high, low, &unpacked)
    if not walk(steps, &unpacked, &now, &turn):
        return None
    if not find_route_to(&now, &turn, &unpacked, rank, NULL, rest_of_route, &length) or length > 0:
        return None
    return board_bytes(&now)
