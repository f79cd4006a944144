from libc.stdint cimport uint32_t

from bsg_core.board cimport Board
from bsg_core.random cimport Stream
from bsg_core.routes cimport Afters
from bsg_core.rules cimport Rules
from bsg_core.sorted_double cimport SortedDouble
from bsg_core.two_steps cimport TwoSteps

cdef enum Form:
    PASS
    ONE_STEP
    TWO_STEPS
    SORTED
    SEARCHED


cdef struct Plays:
    # The plays of a roll, not written out, and what they are counted and made from.
    Form form
    const Board *start
    int count                   # all but TWO_STEPS
    TwoSteps two_steps          # TWO_STEPS, ONE_STEP
    uint32_t sources            # ONE_STEP
    int die                     # ONE_STEP
    SortedDouble sorted_double  # SORTED
    const Board *boards         # SEARCHED


cdef int find_afters(
    const Board *start, int high, int low, const Rules *rules, Afters *scratch, Board *found
) noexcept nogil
cdef void read_plays(
    const Board *start, int high, int low, const Rules *rules, Afters *scratch, Plays *plays
) noexcept nogil
cdef int count_of(const Plays *plays) noexcept nogil
cdef void draw_play(const Plays *plays, Stream *choices, Board *after) noexcept nogil
cdef void sort_boards(Board *boards, int count) noexcept nogil
