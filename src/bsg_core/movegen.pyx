"""All plays of a roll, each exactly once: counted, listed, or one of them drawn from slots.

Three ways, the first that holds is taken. Turns of two steps have a closed form (two_steps.h). The steps of a double
can be sorted, and then each board is found once (sorted_double.h). Where a step before the last can end the game, or
two dice can bear off, the order of steps matters and every route is searched (routes.pyx).
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from bsg_core.board cimport Board, compare_boards, count_places, lowest_place, nth_place, swap_sides
from bsg_core.doors cimport board_bytes, board_from_bytes, read_turn, rules_of_code
from bsg_core.random cimport Stream, draw_below
from bsg_core.routes cimport Afters, new_afters, search_afters
from bsg_core.rules cimport Outcome, Rules, find_outcome
from bsg_core.sorted_double cimport (
    SortedDouble, count_sorted_double, is_sortable, list_sorted_double, nth_of_sorted_double, read_sorted_double,
)
from bsg_core.two_steps cimport (
    TwoSteps, board_after_one_step, count_two_step_plays, count_two_step_slots, has_two_step_play, is_two_step_turn,
    list_two_step_plays, one_step_sources, read_two_step_slot, read_two_steps,
)


# --- the plays of a roll ----------------------------------------------------------------------------------------------

cdef inline void read_pass(Plays *plays) noexcept nogil:
    plays.form = PASS
    plays.count = 1


cdef inline void read_two_step_turn(int high, int low, Plays *plays) noexcept nogil:
    plays.form = TWO_STEPS
    plays.two_steps = read_two_steps(plays.start, high, low)
    if has_two_step_play(&plays.two_steps):
        return
    plays.form = ONE_STEP
    plays.sources = one_step_sources(&plays.two_steps, &plays.die)
    plays.count = count_places(plays.sources)
    if plays.count == 0:
        read_pass(plays)


cdef inline int list_two_step_turn(const Board *start, int high, int low, Board *found) noexcept nogil:
    """Write the boards; return how many, 0 for a pass."""
    cdef TwoSteps turn = read_two_steps(start, high, low)
    cdef uint32_t sources
    cdef int die
    cdef int count = list_two_step_plays(&turn, found)
    if count > 0:
        return count
    sources = one_step_sources(&turn, &die)
    while sources != 0:
        found[count] = board_after_one_step(&turn, lowest_place(sources), die)
        sources &= sources - 1
        count += 1
    return count


cdef int find_afters(
    const Board *start, int high, int low, const Rules *rules, Afters *scratch, Board *found
) noexcept nogil:
    """Write every distinct position a roll leads to, not swapped; return how many.

    Requires an undecided start and high >= low, and room for MAX_AFTERS boards: `found` may be `scratch.boards`. Never
    returns 0: when no checker can move, the only board is `start`. The order is that of discovery, the same on every
    machine.
    """
    cdef SortedDouble turn
    cdef int count
    if is_two_step_turn(start, high, low, rules):
        count = list_two_step_turn(start, high, low, found)
    elif high == low and is_sortable(start, rules):
        turn = read_sorted_double(start, high, rules)
        count = list_sorted_double(&turn, found)
    else:
        count = search_afters(start, high, low, rules, scratch)
        if found != scratch.boards:
            memcpy(found, scratch.boards, count * sizeof(Board))
    if count == 0:
        found[0] = start[0]
        return 1
    return count


cdef void read_plays(
    const Board *start, int high, int low, const Rules *rules, Afters *scratch, Plays *plays
) noexcept nogil:
    """Read the plays of a roll without writing them out; `find_afters` tells what is required.

    `plays` stays good as long as the other arguments do.
    """
    plays.start = start
    if is_two_step_turn(start, high, low, rules):
        read_two_step_turn(high, low, plays)
    elif high == low and is_sortable(start, rules):
        plays.form = SORTED
        plays.sorted_double = read_sorted_double(start, high, rules)
        plays.count = count_sorted_double(&plays.sorted_double)
        if plays.count == 0:
            read_pass(plays)
    else:
        plays.form = SEARCHED
        plays.count = search_afters(start, high, low, rules, scratch)
        plays.boards = scratch.boards


cdef int count_of(const Plays *plays) noexcept nogil:
    """Return how many plays there are."""
    return count_two_step_plays(&plays.two_steps) if plays.form == TWO_STEPS else plays.count


cdef inline int slots_of(const Plays *plays) noexcept nogil:
    """Return from how many slots a play is drawn: as many as plays, and for a turn of two steps some more."""
    return count_two_step_slots(&plays.two_steps) if plays.form == TWO_STEPS else plays.count


cdef inline bint read_slot(const Plays *plays, int slot, Board *after) noexcept nogil:
    """Write the position that the play of a slot, from 0, reaches; say whether the slot holds a play.

    Each play has one slot, so a slot drawn again until it holds a play draws every play with the same probability.
    """
    if plays.form == TWO_STEPS:
        return read_two_step_slot(&plays.two_steps, slot, after)
    if plays.form == SORTED:
        after[0] = nth_of_sorted_double(&plays.sorted_double, slot)
    elif plays.form == SEARCHED:
        after[0] = plays.boards[slot]
    elif plays.form == ONE_STEP:
        after[0] = board_after_one_step(&plays.two_steps, nth_place(plays.sources, slot), plays.die)
    else:
        after[0] = plays.start[0]
    return True


cdef void draw_play(const Plays *plays, Stream *choices, Board *after) noexcept nogil:
    """Write the position that one of the plays reaches, each equally likely."""
    cdef uint32_t slots = <uint32_t> slots_of(plays)
    while not read_slot(plays, <int> draw_below(choices, slots), after):
        pass


cdef void sort_boards(Board *boards, int count) noexcept nogil:
    """Sort boards as R15 lists them: Shell's sort with Knuth's gaps, for a short list simply insertion."""
    cdef int gap = 1
    cdef int i, to
    cdef Board board
    while gap < count // 9:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, count):
            board = boards[i]
            to = i
            while to >= gap and compare_boards(&board, &boards[to - gap]) > 0:
                boards[to] = boards[to - gap]
                to -= gap
            boards[to] = board
        gap //= 3


# --- the doors --------------------------------------------------------------------------------------------------------

def find_plays(bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules):
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
    cdef Rules unpacked
    cdef Board start
    if not read_turn(board, high, low, rules, &unpacked, &start):
        return []
    cdef Afters *afters = new_afters(1)
    cdef Py_ssize_t count
    try:
        count = find_afters(&start, high, low, &unpacked, afters, afters.boards)
        sort_boards(afters.boards, count)
        return [board_bytes(&afters.boards[i]) for i in range(count)]
    finally:
        free(afters)


def count_plays(bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules):
    """Return how many boards `find_plays` lists.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or the position is impossible under the rules.
    """
    cdef Rules unpacked
    cdef Board start
    cdef Plays plays
    if not read_turn(board, high, low, rules, &unpacked, &start):
        return 0
    cdef Afters *scratch = new_afters(1)
    read_plays(&start, high, low, &unpacked, scratch, &plays)
    free(scratch)
    return count_of(&plays)


def list_slots(bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules):
    """List the slots that a random play is drawn from, each with the same probability.

    Returns
    -------
    list of bytes or None
        Each board that `find_plays` lists once; None for a slot that holds no play, and is drawn again.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or the position is impossible under the rules.
    """
    cdef Rules unpacked
    cdef Board start, after
    cdef Plays plays
    if not read_turn(board, high, low, rules, &unpacked, &start):
        return []
    cdef Afters *scratch = new_afters(1)
    try:
        read_plays(&start, high, low, &unpacked, scratch, &plays)
        return [board_bytes(&after) if read_slot(&plays, slot, &after) else None for slot in range(slots_of(&plays))]
    finally:
        free(scratch)


def find_result(bytes board not None, Py_ssize_t rules):
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


cdef uint64_t leaves_below(const Board *board, int depth, const Rules *rules, Afters *scratch) noexcept nogil:
    """Count leaves; `scratch` has room for `depth` lists."""
    cdef uint64_t leaves = 0
    cdef int high, low, i, count
    cdef Plays plays
    cdef Board swapped
    if depth == 0 or find_outcome(board, rules).decided:
        return 1
    for high in range(1, 7):
        for low in range(1, high + 1):
            if depth == 1:
                read_plays(board, high, low, rules, scratch, &plays)
                leaves += <uint64_t> count_of(&plays)
                continue
            count = find_afters(board, high, low, rules, scratch, scratch.boards)
            for i in range(count):
                swapped = swap_sides(&scratch.boards[i])
                leaves += leaves_below(&swapped, depth - 1, rules, scratch + 1)
    return leaves


def count_leaves(bytes board not None, Py_ssize_t depth, Py_ssize_t rules):
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
    cdef Afters *scratch = new_afters(max(1, depth))
    cdef uint64_t leaves
    with nogil:
        leaves = leaves_below(&start, depth, &unpacked, scratch)
    free(scratch)
    return leaves
