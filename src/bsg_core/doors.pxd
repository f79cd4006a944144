from libc.stdint cimport uint8_t

from bsg_core.board cimport Board, read_board
from bsg_core.rules cimport Rules, is_position, is_possible


cdef enum:
    BOARD_BYTES = 32


cdef Board board_from_bytes(bytes board, const Rules *rules) except *
cdef bytes board_bytes(const Board *board)
cdef int check_columns(Py_ssize_t columns, Py_ssize_t wanted, str name) except -1
cdef int check_rows(Py_ssize_t rows, tuple lengths) except -1
cdef int check_roll(Py_ssize_t high, Py_ssize_t low) except -1
cdef Rules rules_of_code(Py_ssize_t code) except *
cdef bint read_turn(
    bytes board, Py_ssize_t high, Py_ssize_t low, Py_ssize_t code, Rules *rules, Board *start
) except -1


cdef inline bint read_row(const uint8_t *row, const Rules *rules, Board *board) noexcept nogil:
    """Read the 32 bytes of a row; say whether they are a position that may be played under the rules."""
    board[0] = read_board(row)
    return is_position(board) and is_possible(board, rules)
