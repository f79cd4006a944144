from libc.stdint cimport int64_t, uint8_t, uint64_t

from bsg_core.board cimport Board
from bsg_core.random cimport Stream
from bsg_core.routes cimport Afters
from bsg_core.rules cimport Rules


cdef struct Dice:
    int high
    int low


cdef struct Ending:
    # How a game ended, or was cut off.
    int points
    int kind
    int64_t plies


cdef Dice roll_dice(Stream *dice) noexcept nogil
cdef bint play_on(
    Board board, Dice roll, const Rules *rules, Stream *dice, Stream *choices_of_mover, Stream *choices_of_other,
    int64_t max_plies, const volatile uint8_t *stop, Afters *scratch, Ending *ending,
) noexcept nogil
