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


cdef struct Afters:
    # The distinct boards that the best routes found so far lead to, and a hash table over them.
    int count
    int rank
    uint32_t slot_mask
    Board boards[MAX_AFTERS]
    uint16_t slots[SLOTS]


cdef int find_afters(const Board *start, int high, int low, const Rules *rules, Afters *afters) noexcept nogil
cdef Board board_from_bytes(bytes board, const Rules *rules) except *
cdef int check_roll(int high, int low) except -1
cdef Rules rules_of_code(int code) except *
