"""The C of board.h, named once for Cython."""

from libc.stdint cimport uint32_t, uint64_t


cdef extern from "board.h" nogil:
    ctypedef struct Board:
        uint64_t own[2]
        uint64_t opponent[2]

    ctypedef struct Held:
        uint32_t any
        uint32_t several

    enum:
        OFF
        BAR
        HOME
        BOARD_IS_ITS_BYTES

    Held held_by(const uint64_t side[2])
    int count_at(const uint64_t side[2], int place)
    int count_outside(const Board *board)

    int highest_place(uint32_t places)
    int lowest_place(uint32_t places)
    int count_places(uint32_t places)
    int nth_place(uint32_t places, int n)
    Board swap_sides(const Board *board)
    bint same_board(const Board *a, const Board *b)
    int compare_boards(const Board *a, const Board *b)
    uint64_t hash_board(const Board *board)
    Board read_board(const unsigned char *bytes)
    void write_board(const Board *board, unsigned char *bytes)
