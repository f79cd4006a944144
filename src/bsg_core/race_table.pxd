"""The C of race_table.h, named once for Cython."""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from bsg_core.board cimport Board
from bsg_core.rules cimport Rules


cdef extern from "race_table.h" nogil:
    enum:
        RACE_MAGIC
        RACE_HEADER
        RACE_FORMAT
        RACE_IS_UNKNOWN
        RACE_IS_EXACT
        RACE_IS_ONE_SIDED
        MOST_TURNS

    ctypedef struct RaceTable:
        int track
        bint bears_off
        int steps_per_double
        size_t states
        size_t untouched
        size_t rows
        size_t numbers
        size_t exact_states
        const uint32_t *starts
        const uint8_t *firsts
        const uint8_t *sureness
        const uint16_t *done

    ctypedef struct RaceRow:
        int first

    ctypedef struct RaceChances:
        float win
        float win_two
        float lose_two

    bint set_out_races(uint32_t code, RaceTable *table)
    bint read_races(const uint32_t *buffer, size_t length, RaceTable *table)
    bint look_up_row(const RaceTable *table, size_t row, RaceRow *found)
    size_t rank_of_side(const RaceTable *table, const uint64_t *side, bint is_opponent)
    bint bound_race(const RaceTable *table, size_t rolling, size_t other, double *low, double *high)
    double chance_of_first(const RaceRow *one, const RaceRow *other, int behind)
    int judge_race(const RaceTable *table, const Rules *rules, const Board *after, RaceChances *chances)
