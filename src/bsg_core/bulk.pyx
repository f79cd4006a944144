"""Many positions in one call: each row is read, checked and answered with the GIL released.

A row is copied before it is checked, so that a buffer which another thread changes meanwhile can give a wrong answer
but never an unchecked board or roll. Doors say which row is the first bad one, and leave its refusal in words to the
caller.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free

from bsg_core.board cimport BOARD_IS_ITS_BYTES, Board, read_board, swap_sides, write_board
from bsg_core.doors cimport BOARD_BYTES, check_columns, check_rows, read_row, rules_of_code
from bsg_core.movegen cimport Plays, count_of, find_afters, read_plays, sort_boards
from bsg_core.playout cimport Dice
from bsg_core.routes cimport MAX_AFTERS, Afters, new_afters
from bsg_core.rules cimport Outcome, Rules, find_outcome, is_position


cdef extern from "board_features.h" nogil:
    enum:
        FEATURES_A_SIDE

    void write_side_features(const uint64_t side[2], float *features)


cdef enum:
    NO_BAD_ROW = -1


cdef inline bint read_dice(const uint8_t[:, ::1] dice, Py_ssize_t i, Dice *roll) noexcept nogil:
    # Each is read once, or another thread could change it after it was found to be a die, or the larger one.
    cdef int one = dice[i, 0]
    cdef int other = dice[i, 1]
    roll[0] = Dice(max(one, other), min(one, other))
    return roll.low >= 1 and roll.high <= 6


def count_rows(
    const uint8_t[:, ::1] boards not None, const uint8_t[:, ::1] dice not None, Py_ssize_t rules,
    int64_t[::1] counts not None,
):
    """Count the plays of each row.

    Parameters
    ----------
    boards : uint8, (n, 32)
    dice : uint8, (n, 2)
        In either order.
    rules : int
        `bsg.Rules.code`.
    counts : int64, (n,)
        Written: the number of distinct plays; 0 for a decided position, 1 for a forced pass.

    Returns
    -------
    int
        The first row that is no position possible under the rules, or no roll; -1 if there is none.

    Raises
    ------
    ValueError
        If the buffers do not fit each other, or `rules` is no code of rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Py_ssize_t i, n = boards.shape[0]
    cdef Py_ssize_t bad = NO_BAD_ROW
    cdef Board board
    cdef Dice roll
    cdef Plays plays
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(dice.shape[1], 2, "dice")
    check_rows(n, (dice.shape[0], counts.shape[0]))
    cdef Afters *scratch = new_afters(1)
    with nogil:
        for i in range(n):
            if not read_row(&boards[i, 0], &unpacked, &board) or not read_dice(dice, i, &roll):
                bad = i
                break
            if find_outcome(&board, &unpacked).decided:
                counts[i] = 0
                continue
            read_plays(&board, roll.high, roll.low, &unpacked, scratch, &plays)
            counts[i] = count_of(&plays)
    free(scratch)
    return bad


def list_rows(
    const uint8_t[:, ::1] boards not None, const uint8_t[:, ::1] dice not None, Py_ssize_t rules, bint ordered,
    uint8_t[:, ::1] after not None, int64_t[::1] offsets not None,
):
    """List the positions that each row reaches, one row after the other, as far as there is room.

    Parameters
    ----------
    boards : uint8, (n, 32)
    dice : uint8, (n, 2)
        In either order.
    rules : int
        `bsg.Rules.code`.
    ordered : bool
        Whether each row is listed in the order of R15; else in that of discovery.
    after : uint8, (room, 32)
        Written from its beginning: the positions reached, not swapped.
    offsets : int64, (n + 1,)
        Written: row i reaches `after[offsets[i]:offsets[i + 1]]`.

    Returns
    -------
    tuple of (int, bool)
        How many rows were listed, and whether the next is a bad one; if it is not, there was no room for it.

    Raises
    ------
    ValueError
        If the buffers do not fit each other, or `rules` is no code of rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Py_ssize_t n = boards.shape[0]
    cdef Py_ssize_t done = 0
    cdef Py_ssize_t used = 0
    cdef Py_ssize_t room = after.shape[0]
    cdef bint is_bad = False
    cdef int k, count
    cdef Board board
    cdef Board *found
    cdef bint holds_boards
    cdef Dice roll
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(dice.shape[1], 2, "dice")
    check_columns(after.shape[1], BOARD_BYTES, "after")
    check_rows(n, (dice.shape[0], offsets.shape[0] - 1))
    # Boards are listed straight into the buffer where they can be, and where any roll has room.
    holds_boards = BOARD_IS_ITS_BYTES and room > 0 and <size_t> &after[0, 0] % sizeof(uint64_t) == 0
    cdef Afters *scratch = new_afters(1)
    with nogil:
        offsets[0] = 0
        while done < n:
            if not read_row(&boards[done, 0], &unpacked, &board) or not read_dice(dice, done, &roll):
                is_bad = True
                break
            count = 0
            found = <Board *> &after[used, 0] if holds_boards and room - used >= MAX_AFTERS else scratch.boards
            if not find_outcome(&board, &unpacked).decided:
                count = find_afters(&board, roll.high, roll.low, &unpacked, scratch, found)
            if count > room - used:
                break
            if ordered:
                sort_boards(found, count)
            if found == scratch.boards:
                for k in range(count):
                    write_board(&found[k], &after[used + k, 0])
            used += count
            done += 1
            offsets[done] = used
    free(scratch)
    return done, is_bad


def result_rows(
    const uint8_t[:, ::1] boards not None, Py_ssize_t rules, int8_t[::1] points not None, uint8_t[::1] kinds not None,
):
    """Write how each position as it stands is decided, seen by its side to move.

    Parameters
    ----------
    boards : uint8, (n, 32)
    rules : int
        `bsg.Rules.code`.
    points : int8, (n,)
        Written: signed points; 0 for a draw and where the game goes on.
    kinds : uint8, (n,)
        Written: the index in `bsg.winning.KINDS`, or 255 where the game goes on.

    Returns
    -------
    int
        The first row that is no position possible under the rules; -1 if there is none.

    Raises
    ------
    ValueError
        If the buffers do not fit each other, or `rules` is no code of rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Py_ssize_t i, n = boards.shape[0]
    cdef Py_ssize_t bad = NO_BAD_ROW
    cdef Board board
    cdef Outcome outcome
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_rows(n, (points.shape[0], kinds.shape[0]))
    with nogil:
        for i in range(n):
            if not read_row(&boards[i, 0], &unpacked, &board):
                bad = i
                break
            outcome = find_outcome(&board, &unpacked)
            points[i] = <int8_t> outcome.points
            kinds[i] = <uint8_t> (outcome.kind if outcome.decided else 255)
    return bad


def swap_rows(const uint8_t[:, ::1] boards not None, uint8_t[:, ::1] swapped not None):
    """Write each board as the other side sees it; `swapped` may be `boards`.

    Returns
    -------
    int
        The first row that is no position; -1 if there is none.

    Raises
    ------
    ValueError
        If the buffers are not both uint8 of shape (n, 32).
    """
    cdef Py_ssize_t i, n = boards.shape[0]
    cdef Py_ssize_t bad = NO_BAD_ROW
    cdef Board board
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(swapped.shape[1], BOARD_BYTES, "swapped")
    check_rows(n, (swapped.shape[0],))
    with nogil:
        for i in range(n):
            board = read_board(&boards[i, 0])
            if not is_position(&board):
                bad = i
                break
            board = swap_sides(&board)
            write_board(&board, &swapped[i, 0])
    return bad


def feature_rows(const uint8_t[:, ::1] boards not None, float[:, ::1] features not None):
    """Write what a learner sees of each board: each side from its own home, own side first.

    Parameters
    ----------
    boards : uint8, (n, 32)
    features : float32, (n, 196)
        Written, for each side: for points 1 to 24 whether there is one checker, two, three or more, and half of what is
        above three; then half of the checkers on the bar, and a fifteenth of those off.

    Returns
    -------
    int
        The first row that is no position; -1 if there is none.

    Raises
    ------
    ValueError
        If the buffers do not fit each other.
    """
    cdef Py_ssize_t i, n = boards.shape[0]
    cdef Py_ssize_t bad = NO_BAD_ROW
    cdef Board board
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(features.shape[1], 2 * FEATURES_A_SIDE, "features")
    check_rows(n, (features.shape[0],))
    with nogil:
        for i in range(n):
            board = read_board(&boards[i, 0])
            if not is_position(&board):
                bad = i
                break
            write_side_features(board.own, &features[i, 0])
            board = swap_sides(&board)
            write_side_features(board.own, &features[i, FEATURES_A_SIDE])
    return bad
