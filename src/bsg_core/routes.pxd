from libc.stdint cimport uint16_t, uint32_t

from bsg_core.board cimport Board
from bsg_core.rules cimport Rules

cdef enum:
    MAX_AFTERS = 3875
    SLOTS = 8192


cdef struct Turn:
    # What is left to play of a roll: `left[i]` steps of `dice[i]`. A double has all its steps at index 0.
    int dice[2]
    int left[2]
    int used
    # The points that are open, the same through the whole turn.
    uint32_t open


cdef struct Afters:
    # The distinct boards that the best routes found so far lead to, and a hash table over them.
    int count
    int rank
    uint32_t slot_mask  # one less than the slots in use
    Board boards[MAX_AFTERS]
    uint16_t slots[SLOTS]


cdef int search_afters(const Board *start, int high, int low, const Rules *rules, Afters *afters) noexcept nogil
cdef Afters *new_afters(int how_many) except NULL
