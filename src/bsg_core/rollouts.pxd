from libc.stdint cimport int64_t, uint64_t

from bsg_core.board cimport Board
from bsg_core.net cimport Evaluator
from bsg_core.search cimport SearchScratch


cdef struct Course:
    # How a trial goes. Who plays looks `plies` turns ahead, less than MOST_PLIES.
    int plies
    int64_t longest         # turns after which a board is judged and not played on
    bint adjusts_luck
    uint64_t seed


cdef bint roll_out(
    const Evaluator *evaluator, const Board *start, const Course *course, uint64_t trial, SearchScratch *scratch,
    float *expected,
) noexcept nogil
cdef Board rolled_out_after(
    const Evaluator *evaluator, const Board *start, int high, int low, SearchScratch *scratch
) noexcept nogil
