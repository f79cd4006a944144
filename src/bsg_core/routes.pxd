from libc.stdint cimport uint16_t, uint32_t

from bsg_core.board cimport Board
from bsg_core.rules cimport Rules


cdef extern from "afters.h" nogil:
    enum:
        MAX_AFTERS
        SLOTS
        SLOTS_FOR_TWO_DICE

    ctypedef struct Afters:
        int count
        int rank
        uint32_t slot_mask
        Board *boards
        uint16_t *slots


cdef struct Turn:
    # What is left to play of a roll: `left[i]` steps of `dice[i]`. A double has all its steps at index 0.
    int dice[2]
    int left[2]
    int used
    # The points that are open, the same through the whole turn.
    uint32_t open


cdef int search_afters(const Board *start, int high, int low, const Rules *rules, Afters *afters) noexcept nogil
cdef Afters *new_afters(int how_many) except NULL
