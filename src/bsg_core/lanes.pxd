"""The C of game.h, lanes.h and widths.h, named once for Cython."""

from libc.stdint cimport int64_t, uint32_t

from bsg_core.board cimport Board
from bsg_core.random cimport Stream


cdef extern from "game.h" nogil:
    ctypedef struct Game:
        Board board
        Stream dice
        Stream choices
        Stream choices_of_other
        int64_t plies
        bint turned


cdef extern from "lanes.h" nogil:
    enum:
        MOST_LANES

    ctypedef struct LaneGames:
        uint32_t left
        uint32_t ended

    ctypedef struct LaneRules:
        bint doubles_are_left
        bint closed_home_ends
        uint32_t max_plies

    void read_lane(const LaneGames *games, int lane, Game *game)
    void write_lane(LaneGames *games, int lane, const Game *game)
    void clear_lane(LaneGames *games, int lane)


cdef extern from "widths.h" nogil:
    ctypedef void (*PlayRound)(LaneGames *games, const LaneRules *rules) noexcept nogil

    PlayRound find_round(int lanes)
