from bsg_core.board cimport Board
from bsg_core.rules cimport Rules

cdef enum:
    BOARD_BYTES = 32


cdef Board board_from_bytes(bytes board, const Rules *rules) except *
cdef bytes board_bytes(const Board *board)
cdef int check_roll(Py_ssize_t high, Py_ssize_t low) except -1
cdef Rules rules_of_code(Py_ssize_t code) except *
cdef bint read_turn(
    bytes board, Py_ssize_t high, Py_ssize_t low, Py_ssize_t code, Rules *rules, Board *start
) except -1
