from libc.stdint cimport uint8_t

from bsg_core.board cimport Board
from bsg_core.net cimport OUTPUTS, Evaluator
from bsg_core.routes cimport MAX_AFTERS, Afters


cdef enum:
    MOST_PLIES = 3
    CACHE_SLOTS = 16384


cdef struct Filter:
    # Of the plays of a roll, how many are looked at more deeply, and how far behind the best at 0-ply they may be.
    int most
    float margin


cdef struct Cached:
    Board board
    int plies                   # 0: nothing is kept here
    float expected[OUTPUTS]


cdef struct SearchScratch:
    # `filters[n]` is for plays judged at n-ply inside of a search, `first_filters[n]` for those of `search_after`.
    # What is kept in `cache` holds for one evaluator and its filters alone.
    Filter filters[MOST_PLIES + 1]
    Filter first_filters[MOST_PLIES + 1]
    const volatile uint8_t *stop    # may be NULL
    bint caches
    Cached cache[CACHE_SLOTS]
    Afters levels[MOST_PLIES + 1]
    float worths[MOST_PLIES + 1][MAX_AFTERS]


cdef SearchScratch *new_search() except NULL
cdef int keep_best(SearchScratch *scratch, int level, int count, const Filter *filter) noexcept nogil
cdef bint expect(
    const Evaluator *evaluator, const Board *board, int plies, SearchScratch *scratch, float *expected
) noexcept nogil
cdef int search_after(
    const Evaluator *evaluator, const Board *start, int high, int low, int plies, SearchScratch *scratch, float *worth,
    float *p,
) noexcept nogil
