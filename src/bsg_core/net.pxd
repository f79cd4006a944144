"""The C of net.h and choosing.h, named once for Cython."""

from libc.stddef cimport size_t
from libc.stdint cimport int16_t

from bsg_core.board cimport Board
from bsg_core.race_table cimport RaceTable
from bsg_core.rules cimport Rules


cdef extern from "net.h" nogil:
    enum:
        OUTPUTS
        HIDDEN_BLOCK
        MOST_HIDDEN
        WIN
        WIN_TWO
        WIN_THREE
        LOSE_TWO
        LOSE_THREE

    ctypedef struct Net:
        size_t hidden

    ctypedef struct PlaceSums:
        Board board

    ctypedef void (*SumPlaces)(const Net *net, const Board *board, PlaceSums *places) noexcept nogil
    ctypedef void (*Judge)(
        const Net *net, const Rules *rules, const PlaceSums *near, const Board *after, float *p
    ) noexcept nogil

    ctypedef struct Evaluator:
        Net net
        Rules rules
        SumPlaces sum_places
        Judge judge
        RaceTable races

    size_t length_of_net(size_t hidden)
    bint read_net(const int16_t *buffer, size_t length, Net *net)
    void choose_functions(Evaluator *evaluator)
    void turn_around(const float *p, float *turned)
    float equity_of(const float *p)


cdef extern from "choosing.h" nogil:
    void judge_undecided(const Evaluator *evaluator, const PlaceSums *near, const Board *after, float *p)
    float worth_of(const Evaluator *evaluator, const PlaceSums *near, const Board *after, float *p)
    int best_after(
        const Evaluator *evaluator, const PlaceSums *near, const Board *afters, int count, float *worth, float *p
    )
