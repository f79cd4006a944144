"""The C of sorted_double.h, named once for Cython."""

from bsg_core.board cimport Board
from bsg_core.rules cimport Rules


cdef extern from "sorted_double.h" nogil:
    ctypedef struct SortedDouble:
        pass

    bint is_sortable(const Board *board, const Rules *rules)
    SortedDouble read_sorted_double(const Board *start, int die, const Rules *rules)
    int count_sorted_double(SortedDouble *turn)
    int list_sorted_double(const SortedDouble *turn, Board *found)
    Board nth_of_sorted_double(const SortedDouble *turn, int n)
