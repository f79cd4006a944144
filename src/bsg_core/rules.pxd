"""The C of rules.h, named once for Cython."""

from libc.stdint cimport uint32_t

from bsg_core.board cimport Board


cdef extern from "rules.h" nogil:
    ctypedef struct Rules:
        bint bears_off
        int closed_home
        int steps_per_double
        bint gammons
        int start

    ctypedef struct Outcome:
        int points
        int kind
        bint decided

    enum:
        CLOSED_HOME_INSTANT
        START_ALTERNATE
        START_OPENING_ROLL
        CAPPED

    Rules rules_from_code(int code)
    uint32_t open_points(const Board *board)
    uint32_t step_sources(uint32_t own, uint32_t open, int die, const Rules *rules)
    int step_target(int source, int die)
    bint step_hits(const Board *board, int target)
    Board board_after_step(const Board *board, int source, int target)
    bint has_won(const Board *board, const Rules *rules)
    Outcome own_win(const Board *board, const Rules *rules)
    Outcome find_outcome(const Board *board, const Rules *rules)
    bint is_position(const Board *board)
    bint is_possible(const Board *board, const Rules *rules)
