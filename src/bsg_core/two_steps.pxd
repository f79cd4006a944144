"""The C of two_steps.h, named once for Cython."""

from libc.stdint cimport uint32_t

from bsg_core.board cimport Board
from bsg_core.rules cimport Rules


cdef extern from "two_steps.h" nogil:
    ctypedef struct TwoSteps:
        pass

    bint is_two_step_turn(const Board *board, int high, int low, const Rules *rules)
    TwoSteps read_two_steps(const Board *start, int first, int second)
    int count_two_step_plays(const TwoSteps *turn)
    bint has_two_step_play(const TwoSteps *turn)
    int list_two_step_plays(const TwoSteps *turn, Board *found)
    int count_two_step_slots(const TwoSteps *turn)
    bint read_two_step_slot(const TwoSteps *turn, int slot, Board *after)
    uint32_t one_step_sources(const TwoSteps *turn, int *die)
    Board board_after_one_step(const TwoSteps *turn, int source, int die)
