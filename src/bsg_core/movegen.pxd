from libc.stdint cimport uint32_t

from bsg_core.board cimport Board
from bsg_core.routes cimport Afters
from bsg_core.rules cimport Rules
from bsg_core.two_steps cimport TwoSteps

cdef enum Form:
    PASS
    ONE_STEP
    TWO_STEPS
    SORTED
    SEARCHED


cdef struct Plays:
    # The plays of a roll, counted but not written out, and what `nth_play` makes them from.
    int count
    Form form
    const Board *start
    const Rules *rules
    int die               # ONE_STEP, SORTED
    uint32_t sources      # ONE_STEP
    TwoSteps two_steps    # TWO_STEPS, ONE_STEP
    int steps             # SORTED
    uint32_t own          # SORTED
    uint32_t open         # SORTED
    const Board *boards   # SEARCHED


cdef int find_afters(const Board *start, int high, int low, const Rules *rules, Afters *afters) noexcept nogil
cdef void read_plays(
    const Board *start, int high, int low, const Rules *rules, Afters *scratch, Plays *plays
) noexcept nogil
cdef Board nth_play(const Plays *plays, int n) noexcept nogil
cdef void sort_boards(Board *boards, int count) noexcept nogil
