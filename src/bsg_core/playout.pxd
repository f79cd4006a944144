from libc.stdint cimport uint8_t, uint64_t

from bsg_core.random cimport Stream, draw_below
from bsg_core.rules cimport Rules


cdef struct Dice:
    int high
    int low


cdef int roll_for_beginner(Stream *dice, uint64_t game, const Rules *rules, Dice *opening) noexcept nogil
cdef Stream read_stream(const uint8_t[::1] stream) except *
cdef int write_stream(const Stream *stream, uint8_t[::1] target) except -1


cdef inline Dice roll_dice(Stream *dice) noexcept nogil:
    cdef int both = <int> draw_below(dice, 36)
    cdef int first = both // 6 + 1
    cdef int second = both % 6 + 1
    return Dice(max(first, second), min(first, second))
