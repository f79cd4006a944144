"""All plays of a roll, each exactly once: counted, listed, or one of them drawn from slots.

Three ways, the first that holds is taken. Turns of two steps have a closed form (two_steps.h). The steps of a double
can be sorted, and then each board is found once. Where a step before the last can end the game, or two dice can bear
off, the order of steps matters and every route is searched (routes.pyx).
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free

from bsg_core.board cimport (
    BAR_BIT, HOME, OUTSIDE, Board, Held, compare_boards, count_outside, count_places, held_by, held_by_more,
    highest_place, lowest_place, nth_place, swap_sides,
)
from bsg_core.doors cimport board_bytes, board_from_bytes, read_turn, rules_of_code
from bsg_core.random cimport Stream, draw_below
from bsg_core.routes cimport Afters, new_afters, search_afters
from bsg_core.rules cimport (
    CLOSED_HOME_INSTANT, Outcome, Rules, board_after_known_step, board_after_step, find_outcome, open_points,
    step_sources, step_target,
)
from bsg_core.two_steps cimport (
    board_after_one_step, count_two_step_plays, count_two_step_slots, has_two_step_play, is_two_step_turn,
    list_two_step_plays, one_step_sources, read_two_step_slot, read_two_steps,
)


cdef enum:
    ALL_PLACES = 0x3FFFFFF


# --- doubles, their steps sorted --------------------------------------------------------------------------------------

cdef bint is_sortable(const Board *board, const Rules *rules) noexcept nogil:
    """Say whether the steps of a double can be sorted by source, farthest first, without changing where they lead.

    They can as long as none before the last can win. With k steps such a win needs, under iri-gachi, at most k - 1
    checkers outside; instantly, at least 7 - k home points closed already, since each of the others takes a step.
    """
    if rules.closed_home == CLOSED_HOME_INSTANT:
        if count_places(held_by(board.own).several & HOME) >= 7 - rules.steps_per_double:
            return False
    return rules.bears_off or count_outside(board) >= rules.steps_per_double


cdef inline uint32_t bit(int place) noexcept nogil:
    return (<uint32_t> 1) << place


cdef inline uint32_t up_to(int place) noexcept nogil:
    return ((<uint32_t> 2) << place) - 1


cdef struct Stacks:
    # The places that hold at least one, two, three and four own checkers: enough to know, three steps later, which hold
    # any, and two steps later which hold several.
    uint32_t one
    uint32_t two
    uint32_t three
    uint32_t four


cdef inline Stacks stacks_of(const Board *board) noexcept nogil:
    cdef Held held = held_by(board.own)
    cdef Held more = held_by_more(board.own)
    return Stacks(held.any, held.several, more.any, more.several)


cdef inline Stacks stacks_after_step(const Stacks *stacks, uint32_t source, uint32_t target) noexcept nogil:
    cdef Stacks after
    # Whoever leaves a place takes the lowest rank that the place has; whoever comes adds the next.
    after.one = (stacks.one & (~source | stacks.two)) | target
    after.two = (stacks.two & (~source | stacks.three)) | (stacks.one & target)
    after.three = (stacks.three & (~source | stacks.four)) | (stacks.two & target)
    after.four = (stacks.four & ~source) | (stacks.three & target)
    return after


cdef inline bint has_last_two_in_closed_form(const Stacks *stacks, const Plays *plays) noexcept nogil:
    """Say whether of two more steps neither enters from the bar nor bears off."""
    cdef uint32_t outside = stacks.one & OUTSIDE
    if stacks.one & BAR_BIT:
        return False
    return not plays.rules.bears_off or (outside & (outside - 1)) != 0 or (stacks.two & outside) != 0


cdef inline int count_last_two(const Stacks *stacks, uint32_t sources, const Plays *plays) noexcept nogil:
    """Count pairs of checkers, and single ones that go on from a landing where no other checker stands."""
    cdef int count = count_places(sources)
    cdef uint32_t singles = sources & plays.open << 2 * plays.die & ~(stacks.one << plays.die)
    return count * (count - 1) // 2 + count_places(sources & stacks.two) + count_places(singles)


cdef int count_sorted(const Stacks *stacks, uint32_t allowed, int steps, const Plays *plays) noexcept nogil:
    """Count the boards that exactly `steps` steps reach; see `list_sorted`."""
    cdef uint32_t sources = step_sources(stacks.one, plays.open, plays.die, plays.rules) & allowed
    cdef int count = 0
    if steps == 1:
        return count_places(sources)
    if steps == 2 and has_last_two_in_closed_form(stacks, plays):
        return count_last_two(stacks, sources, plays)
    while sources != 0:
        count += count_from(stacks, highest_place(sources), steps, plays)
        sources ^= bit(highest_place(sources))
    return count


cdef inline int count_from(const Stacks *stacks, int source, int steps, const Plays *plays) noexcept nogil:
    """Count those of the boards whose first source is `source`."""
    cdef Stacks after = stacks_after_step(stacks, bit(source), bit(step_target(source, plays.die)))
    return count_sorted(&after, up_to(source), steps - 1, plays) if steps > 1 else 1


cdef inline int list_last(
    const Board *board, uint32_t sources, uint32_t blots, const Plays *plays, Board *found
) noexcept nogil:
    cdef int count = 0
    cdef int source, target
    while sources != 0:
        source = highest_place(sources)
        sources ^= bit(source)
        target = step_target(source, plays.die)
        found[count] = board_after_known_step(board, source, target, blots >> target & 1)
        count += 1
    return count


cdef int list_sorted(
    const Board *board, const Stacks *stacks, uint32_t sources, uint32_t blots, int steps, const Plays *plays,
    Board *found,
) noexcept nogil:
    """Write every board that exactly `steps` steps reach, the first from one of `sources`; return how many.

    `blots` are the opposing checkers that can still be hit. The sources never rise, so the multiset of sources can be
    read back from the board and none is written twice.
    """
    cdef uint32_t next_sources
    cdef int source, target
    cdef int count = 0
    cdef Board after
    cdef Stacks stacks_after
    if steps == 1:
        return list_last(board, sources, blots, plays, found)
    while sources != 0:
        source = highest_place(sources)
        sources ^= bit(source)
        target = step_target(source, plays.die)
        after = board_after_known_step(board, source, target, blots >> target & 1)
        stacks_after = stacks_after_step(stacks, bit(source), bit(target))
        next_sources = step_sources(stacks_after.one, plays.open, plays.die, plays.rules) & up_to(source)
        if steps == 2:
            count += list_last(&after, next_sources, blots & ~bit(target), plays, found + count)
        else:
            count += list_sorted(
                &after, &stacks_after, next_sources, blots & ~bit(target), steps - 1, plays, found + count
            )
    return count


cdef inline void begin_sorted(int die, Plays *plays) noexcept nogil:
    plays.form = SORTED
    plays.die = die
    plays.steps = plays.rules.steps_per_double
    plays.open = open_points(plays.start)


cdef void read_sorted_double(int die, Plays *plays) noexcept nogil:
    """Count a sortable double: with all its steps, or else with as many as can be played."""
    cdef Stacks stacks = stacks_of(plays.start)
    cdef uint32_t sources
    cdef int i
    begin_sorted(die, plays)
    while plays.steps > 0:
        plays.count = 0
        i = 0
        sources = step_sources(stacks.one, plays.open, die, plays.rules)
        while sources != 0:
            plays.counts[i] = count_from(&stacks, highest_place(sources), plays.steps, plays)
            plays.count += plays.counts[i]
            sources ^= bit(highest_place(sources))
            i += 1
        if plays.count > 0:
            return
        plays.steps -= 1
    plays.form = PASS
    plays.count = 1


cdef int nth_source(const Stacks *stacks, uint32_t allowed, int steps, const Plays *plays, int *n) noexcept nogil:
    """Return the first source of board number `n`, and make `n` its number among those from there."""
    cdef uint32_t sources = step_sources(stacks.one, plays.open, plays.die, plays.rules) & allowed
    cdef int count
    while True:
        count = count_from(stacks, highest_place(sources), steps, plays)
        if n[0] < count:
            return highest_place(sources)
        n[0] -= count
        sources ^= bit(highest_place(sources))


cdef void nth_sorted(const Plays *plays, int n, Board *after) noexcept nogil:
    """Write board number `n`, from 0, of those that `list_sorted` writes."""
    cdef Stacks stacks = stacks_of(plays.start)
    cdef uint32_t sources = step_sources(stacks.one, plays.open, plays.die, plays.rules)
    cdef int steps = plays.steps
    cdef int i = 0
    cdef int source, target
    while n >= plays.counts[i]:
        n -= plays.counts[i]
        sources ^= bit(highest_place(sources))
        i += 1
    source = highest_place(sources)
    after[0] = plays.start[0]
    while True:
        target = step_target(source, plays.die)
        after[0] = board_after_step(after, source, target)
        steps -= 1
        if steps == 0:
            return
        stacks = stacks_after_step(&stacks, bit(source), bit(target))
        source = nth_source(&stacks, up_to(source), steps, plays, &n)


cdef inline int list_sorted_double(int die, Plays *plays, Board *found) noexcept nogil:
    """Write what `read_sorted_double` counts."""
    cdef Stacks stacks = stacks_of(plays.start)
    cdef uint32_t blots, sources
    cdef int count
    begin_sorted(die, plays)
    blots = plays.open & held_by(plays.start.opponent).any
    sources = step_sources(stacks.one, plays.open, die, plays.rules)
    while plays.steps > 0:
        count = list_sorted(plays.start, &stacks, sources, blots, plays.steps, plays, found)
        if count > 0:
            return count
        plays.steps -= 1
    found[0] = plays.start[0]
    return 1


# --- the plays of a roll ----------------------------------------------------------------------------------------------

cdef inline void read_two_step_turn(int high, int low, Plays *plays) noexcept nogil:
    plays.form = TWO_STEPS
    plays.two_steps = read_two_steps(plays.start, high, low)
    if has_two_step_play(&plays.two_steps):
        return
    plays.form = ONE_STEP
    plays.sources = one_step_sources(&plays.two_steps, &plays.die)
    plays.count = count_places(plays.sources)
    if plays.count == 0:
        plays.form = PASS
        plays.count = 1


cdef inline int list_two_step_turn(int high, int low, Plays *plays, Board *found) noexcept nogil:
    cdef uint32_t sources
    cdef int i = 0
    read_two_step_turn(high, low, plays)
    if plays.form == TWO_STEPS:
        return list_two_step_plays(&plays.two_steps, found)
    if plays.form == PASS:
        found[0] = plays.start[0]
        return 1
    sources = plays.sources
    while sources != 0:
        found[i] = board_after_one_step(&plays.two_steps, lowest_place(sources), plays.die)
        sources &= sources - 1
        i += 1
    return i


cdef int find_afters(const Board *start, int high, int low, const Rules *rules, Afters *afters) noexcept nogil:
    """Write every distinct position a roll leads to into `afters.boards`, not swapped; return how many.

    Requires an undecided start and high >= low. Never returns 0: when no checker can move, the only board is `start`.
    The order is that of discovery, the same on every machine.
    """
    cdef Plays plays
    plays.start = start
    plays.rules = rules
    if is_two_step_turn(start, high, low, rules):
        return list_two_step_turn(high, low, &plays, afters.boards)
    if high == low and is_sortable(start, rules):
        return list_sorted_double(high, &plays, afters.boards)
    return search_afters(start, high, low, rules, afters)


cdef void read_plays(
    const Board *start, int high, int low, const Rules *rules, Afters *scratch, Plays *plays
) noexcept nogil:
    """Read the plays of a roll without writing them out; `find_afters` tells what is required.

    `plays` stays good as long as the other arguments do.
    """
    plays.start = start
    plays.rules = rules
    if is_two_step_turn(start, high, low, rules):
        read_two_step_turn(high, low, plays)
    elif high == low and is_sortable(start, rules):
        read_sorted_double(high, plays)
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
        nth_sorted(plays, slot, after)
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


# --- the doors --------------------------------------------------------------------------------------------------------

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
        count = find_afters(&start, high, low, &unpacked, afters)
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
            count = find_afters(board, high, low, rules, scratch)
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
