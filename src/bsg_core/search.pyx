"""Search: what a position is worth if some turns are looked ahead, each roll played as well as can be told.

At 0-ply the network judges. At n-ply a position is worth the mean over all 21 rolls of the best play, judged at n-1.
All plays of a roll are judged at 0-ply first, and only the best of them more deeply: what a *filter* lets through.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bsg_core.board cimport Board, compare_boards, hash_board, same_board, swap_sides
from bsg_core.doors cimport BOARD_BYTES, check_columns, check_rows, read_row
from bsg_core.evaluators cimport evaluator_of
from bsg_core.movegen cimport find_afters
from bsg_core.net cimport OUTPUTS, Evaluator, PlaceSums, best_after, equity_of, judge_undecided, turn_around, worth_of
from bsg_core.rules cimport find_outcome, has_won

# Wide where one play of a roll is chosen, narrow inside, where an error counts for a 36th or two.
FIRST_FILTERS = ((16, 0.32), (8, 0.16), (5, 0.1))
"""Most plays, and margin in points, of the roll that is played, at 1-ply, 2-ply and 3-ply."""

FILTERS = ((3, 0.08), (2, 0.06), (2, 0.06))
"""The same inside of a search, where plays are judged at 1-ply and 2-ply."""


cdef SearchScratch *new_search() except NULL:
    """Return scratch with the usual filters and an empty cache, for the caller to free."""
    cdef SearchScratch *scratch = <SearchScratch *> malloc(sizeof(SearchScratch))
    cdef int n
    if scratch == NULL:
        raise MemoryError(f"no memory for {sizeof(SearchScratch)} bytes of scratch")
    for n in range(1, MOST_PLIES + 1):
        scratch.first_filters[n] = Filter(FIRST_FILTERS[n - 1][0], FIRST_FILTERS[n - 1][1])
        scratch.filters[n] = Filter(FILTERS[n - 1][0], FILTERS[n - 1][1])
    scratch.stop = NULL
    scratch.caches = True
    memset(scratch.cache, 0, sizeof(scratch.cache))
    return scratch


cdef inline Cached *slot_of(SearchScratch *scratch, const Board *board, int plies) noexcept nogil:
    # `hash_board` leaves out a part of the other side, which tells apart boards that a play has not hit.
    cdef uint64_t hash = (hash_board(board) ^ board.opponent[1] * 3) + <uint64_t> plies
    hash *= 0x9E3779B97F4A7C15ULL
    return &scratch.cache[(hash >> 40) % CACHE_SLOTS]


cdef inline bint comes_first(const SearchScratch *scratch, int level, int i, int j) noexcept nogil:
    """Say whether board i of a level is worth more than board j, or as much and first by R15."""
    cdef float a = scratch.worths[level][i]
    cdef float b = scratch.worths[level][j]
    if a != b:
        return a > b
    return compare_boards(&scratch.levels[level].boards[i], &scratch.levels[level].boards[j]) > 0


cdef int keep_best(SearchScratch *scratch, int level, int count, const Filter *filter) noexcept nogil:
    """Put those of the boards of a level first that a filter lets through by their worths, the best before all others;
    return how many."""
    cdef Board *boards = scratch.levels[level].boards
    cdef float *worths = scratch.worths[level]
    cdef int kept = 0
    cdef int i, best
    while kept < min(filter.most, count):
        best = kept
        for i in range(kept + 1, count):
            if comes_first(scratch, level, i, best):
                best = i
        if kept > 0 and worths[best] < worths[0] - filter.margin:
            break
        boards[kept], boards[best] = boards[best], boards[kept]
        worths[kept], worths[best] = worths[best], worths[kept]
        kept += 1
    return kept


cdef int choose(
    const Evaluator *evaluator, const PlaceSums *near, int high, int low, int plies, const Filter *filters,
    SearchScratch *scratch, float *worth, float *p,
) noexcept nogil:
    """Return the index of the best play of a roll, and write what it is worth, and what the other side then expects;
    -1 if the search was stopped. `near` are the sums of the board that it is played from."""
    cdef Afters *afters = &scratch.levels[plies]
    cdef Board *boards = afters.boards
    cdef Board next_board
    cdef float q[OUTPUTS]
    cdef float value
    cdef int count, i, candidate
    cdef int best = -1
    count = find_afters(&near.board, high, low, &evaluator.rules, afters, boards)
    if plies == 0:
        return best_after(evaluator, near, boards, count, worth, p)
    for i in range(count):
        scratch.worths[plies][i] = worth_of(evaluator, near, boards + i, q)
    for candidate in range(keep_best(scratch, plies, count, &filters[plies])):
        if has_won(boards + candidate, &evaluator.rules):
            value = worth_of(evaluator, near, boards + candidate, q)
        else:
            next_board = swap_sides(boards + candidate)
            if not expect(evaluator, &next_board, plies, scratch, q):
                return -1
            value = -equity_of(q)
        if best < 0 or value > worth[0] or (
            value == worth[0] and compare_boards(boards + candidate, boards + best) > 0
        ):
            best = candidate
            worth[0] = value
            for i in range(OUTPUTS):
                p[i] = q[i]
    return best


cdef bint expect(
    const Evaluator *evaluator, const Board *board, int plies, SearchScratch *scratch, float *expected
) noexcept nogil:
    """Write what the side about to roll can expect of an undecided board; say whether it was not stopped meanwhile.

    Uses the levels below `plies` of the scratch.
    """
    cdef Cached *cached = slot_of(scratch, board, plies)
    cdef Board after
    cdef PlaceSums near
    cdef float p[OUTPUTS]
    cdef float turned[OUTPUTS]
    cdef float sums[OUTPUTS]
    cdef float worth
    cdef int high, low, i
    if plies == 0:
        after = swap_sides(board)
        evaluator.sum_places(&evaluator.net, &after, &near)
        judge_undecided(evaluator, &near, &after, expected)
        return True
    if scratch.caches and cached.plies == plies and same_board(&cached.board, board):
        for i in range(OUTPUTS):
            expected[i] = cached.expected[i]
        return True
    for i in range(OUTPUTS):
        sums[i] = 0
    evaluator.sum_places(&evaluator.net, board, &near)
    for high in range(1, 7):
        for low in range(1, high + 1):
            if scratch.stop != NULL and scratch.stop[0]:
                return False
            if choose(evaluator, &near, high, low, plies - 1, scratch.filters, scratch, &worth, p) < 0:
                return False
            turn_around(p, turned)
            for i in range(OUTPUTS):
                sums[i] += turned[i] if high == low else 2 * turned[i]
    for i in range(OUTPUTS):
        expected[i] = sums[i] / 36
        cached.expected[i] = expected[i]
    cached.board = board[0]
    cached.plies = plies
    return True


cdef int search_after(
    const Evaluator *evaluator, const Board *start, int high, int low, int plies, SearchScratch *scratch, float *worth,
    float *p,
) noexcept nogil:
    """Choose a play of a roll: return its index in `scratch.levels[plies].boards`, and write what it is worth to the
    side that plays it and what the other side then expects; -1 if the search was stopped. Of equals the first by R15.

    Requires an undecided start, high >= low and plies at most MOST_PLIES.
    """
    cdef PlaceSums near
    evaluator.sum_places(&evaluator.net, start, &near)
    return choose(evaluator, &near, high, low, plies, scratch.first_filters, scratch, worth, p)


# --- the doors --------------------------------------------------------------------------------------------------------

cdef int check_plies(Py_ssize_t plies) except -1:
    if not 0 <= plies <= MOST_PLIES:
        raise ValueError(f"plies must be 0 to {MOST_PLIES}, got {plies}")
    return 0


cdef int set_filters(SearchScratch *scratch, tuple filters) except -1:
    cdef int n
    if len(filters) != MOST_PLIES:
        raise ValueError(f"filters must be {MOST_PLIES} pairs, got {len(filters)}")
    for n in range(1, MOST_PLIES + 1):
        most, margin = filters[n - 1]
        if not most >= 1 or not margin >= 0:
            raise ValueError(f"a filter must be 1 or more plays and a margin of 0 or more, got {filters[n - 1]}")
        scratch.filters[n] = Filter(min(most, MAX_AFTERS), margin)
    return 0


def judge_rows(
    const int16_t[::1] net not None, const uint32_t[::1] races, const uint8_t[:, ::1] boards not None,
    Py_ssize_t rules, Py_ssize_t plies, tuple filters not None, bint caches, const uint8_t[::1] stop not None,
    float[:, ::1] expected not None,
):
    """Write what the side about to roll can expect of many boards; the GIL is released.

    Parameters
    ----------
    net : int16
        What `round_weights` wrote.
    races : uint32 or None
        A table of `bsg.races`, asked instead of the network where it knows.
    boards : uint8, (n, 32)
        Undecided, seen by the side about to roll.
    rules : int
        `bsg.Rules.code`.
    plies : int
        0 to 3.
    filters : tuple of three (int, float)
        How many plays are looked at inside of the search, and how far behind the best, as `FILTERS`.
    caches : bool
        Whether what was found is kept; changes no answer.
    stop : uint8, (1,)
        Not zero ends the search.
    expected : float32, (n, 5)
        Written: the probabilities to win, to win two points or more, three, to lose two or more, three.

    Returns
    -------
    tuple of int and bool
        The first row that was not judged, or n; and whether that is because it is decided, or impossible under the
        rules.

    Raises
    ------
    ValueError
        If an argument is not what it has to be.
    """
    cdef Evaluator evaluator = evaluator_of(net, rules, races)
    cdef Board board
    cdef Py_ssize_t rows = boards.shape[0]
    cdef Py_ssize_t i = 0
    cdef bint is_bad = False
    check_plies(plies)
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(expected.shape[1], OUTPUTS, "expected")
    check_rows(rows, (expected.shape[0],))
    check_rows(1, (stop.shape[0],))
    cdef SearchScratch *scratch = new_search()
    try:
        set_filters(scratch, filters)
        scratch.stop = &stop[0]
        scratch.caches = caches
        with nogil:
            while i < rows:
                is_bad = not read_row(&boards[i, 0], &evaluator.rules, &board)
                is_bad = is_bad or find_outcome(&board, &evaluator.rules).decided
                if is_bad or scratch.stop[0] or not expect(&evaluator, &board, <int> plies, scratch, &expected[i, 0]):
                    break
                i += 1
    finally:
        free(scratch)
    return i, is_bad
