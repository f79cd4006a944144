"""What every door of the core does with what it is given: read it, or refuse it with what was wanted and got."""

from bsg_core.board cimport Board, read_board, write_board
from bsg_core.rules cimport Rules, find_outcome, is_position, is_possible, rules_from_code


cdef Board board_from_bytes(bytes board, const Rules *rules) except *:
    """Read a board at a door; refuse what is no position, or none under the rules."""
    if len(board) != BOARD_BYTES:
        raise ValueError(f"a board must be {BOARD_BYTES} bytes, got {len(board)}")
    cdef Board read = read_board(<const unsigned char *> board)
    if not is_position(&read):
        raise ValueError(f"a board must be a position that can exist, got {board.hex()}")
    if not is_possible(&read, rules):
        raise ValueError(f"a board must be possible under the rules (R7, R17), got {board.hex()}")
    return read


cdef int check_roll(Py_ssize_t high, Py_ssize_t low) except -1:
    if not 1 <= low <= high <= 6:
        raise ValueError(f"a roll must be two dice 1 to 6, the larger first, got {high}-{low}")
    return 0


cdef Rules rules_of_code(Py_ssize_t code) except *:
    cdef bint has_no_meaning = (code >> 1 & 3) == 3 or (code >> 5 & 3) == 3  # each has three values
    cdef bint counts_gammons_without_bear_off = (code & 17) == 16
    if not 0 <= code < 128 or has_no_meaning or counts_gammons_without_bear_off:
        raise ValueError(f"a code of rules must be one of Rules.code, got {code}")
    return rules_from_code(<int> code)


cdef bint read_turn(
    bytes board, Py_ssize_t high, Py_ssize_t low, Py_ssize_t code, Rules *rules, Board *start
) except -1:
    """Read the rules and the position of a turn at a door; say whether it has plays, or the game is decided (R16)."""
    rules[0] = rules_of_code(code)
    start[0] = board_from_bytes(board, rules)
    check_roll(high, low)
    return not find_outcome(start, rules).decided


cdef int check_rows(Py_ssize_t rows, tuple lengths) except -1:
    for length in lengths:
        if length != rows:
            raise ValueError(f"all buffers must have one number of rows, got {rows} and {length}")
    return 0


cdef int check_columns(Py_ssize_t columns, Py_ssize_t wanted, str name) except -1:
    if columns != wanted:
        raise ValueError(f"{name} must have {wanted} columns, got {columns}")
    return 0


cdef bytes board_bytes(const Board *board):
    cdef unsigned char packed[BOARD_BYTES]
    write_board(board, packed)
    return packed[:BOARD_BYTES]
