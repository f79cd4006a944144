"""What a network learns from: games that it plays against itself, and the gradient of what it gets wrong."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from bsg_core.board cimport Board, swap_sides, write_board
from bsg_core.doors cimport BOARD_BYTES, board_from_bytes, check_columns, check_rows, read_row, rules_of_code
from bsg_core.evaluators cimport evaluator_of
from bsg_core.movegen cimport Plays, draw_play, find_afters, read_plays
from bsg_core.net cimport (
    HIDDEN_BLOCK, LOSE_THREE, LOSE_TWO, MOST_HIDDEN, OUTPUTS, WIN, WIN_THREE, WIN_TWO, Evaluator, PlaceSums,
    best_after, length_of_net, turn_around,
)
from bsg_core.playout cimport Dice, roll_dice, roll_for_beginner
from bsg_core.random cimport STREAM_CHOICES_OF_SEAT_0, STREAM_DICE, Stream, draw_below, open_keyed_stream
from bsg_core.routes cimport Afters, new_afters
from bsg_core.rules cimport START_OPENING_ROLL, Rules, has_won, own_win


cdef extern from "net_training.h" nogil:
    enum:
        INPUTS_OF_NET "INPUTS"

        INPUTS_OF_A_ROW
        MOST_ROWS
        ROWS_OF_NET "ROWS"

    ctypedef struct FloatNet:
        size_t hidden

    ctypedef float (*AddGradient)(
        const FloatNet *net, const Board *after, int steps_per_double, const float *wanted, FloatNet *gradient
    ) noexcept nogil

    size_t length_of_float_net(size_t hidden)
    FloatNet float_net_in(float *buffer, size_t hidden)
    int list_places(const Board *after, int *rows)
    int list_kinds(const Board *after, int steps_per_double, int *rows)
    int inputs_of_row(int row, int *inputs, float *shares)
    bint round_net(const FloatNet *net, int16_t *buffer)
    AddGradient best_gradient()


ROWS = ROWS_OF_NET
"""How many different rows the network can see on a board."""

INPUTS = INPUTS_OF_NET
"""How many numbers the network sees of a board."""

PROBABILITIES = OUTPUTS
"""How many probabilities it gives."""


cdef enum:
    STRAYS_ONE_GAME_IN = 4
    MOST_STRAYS = 24


cdef struct Visited:
    # A board of a game, and what was expected of it, both seen by the side that rolls.
    Board board
    float expected[OUTPUTS]


cdef int play_game(
    const Evaluator *evaluator, const Board *first, uint64_t seed, uint64_t number, int max_plies, Afters *scratch,
    Visited *visited, float *end,
) noexcept nogil:
    """Play a game by the network on both sides, and write the boards it came to, and how it ended, as the side that
    made the last play sees it. Return how many boards; 0 if the game was not over after `max_plies`, or too soon.

    One game in four begins with some plays at random, whose boards are not written: so the network learns to judge what
    it would not let come about, too.
    """
    cdef Stream dice = open_keyed_stream(seed, number, STREAM_DICE)
    cdef Stream choices = open_keyed_stream(seed, number, STREAM_CHOICES_OF_SEAT_0)
    cdef int strays = 0
    cdef Plays plays
    cdef Dice roll
    cdef Board board = first[0]
    cdef Board after
    cdef PlaceSums near
    cdef int count, best
    cdef int plies = 0
    cdef int points
    cdef float worth
    cdef float p[OUTPUTS]
    roll_for_beginner(&dice, number, &evaluator.rules, &roll)
    if evaluator.rules.start != START_OPENING_ROLL:
        roll = roll_dice(&dice)
    if number % STRAYS_ONE_GAME_IN == 0:
        strays = <int> draw_below(&choices, MOST_STRAYS) + 1
    while strays > 0:
        read_plays(&board, roll.high, roll.low, &evaluator.rules, scratch, &plays)
        draw_play(&plays, &choices, &after)
        if has_won(&after, &evaluator.rules):
            return 0
        board = swap_sides(&after)
        roll = roll_dice(&dice)
        strays -= 1
    visited[0].board = board
    while plies < max_plies:
        count = find_afters(&board, roll.high, roll.low, &evaluator.rules, scratch, scratch.boards)
        evaluator.sum_places(&evaluator.net, &board, &near)
        best = best_after(evaluator, &near, scratch.boards, count, &worth, p)
        after = scratch.boards[best]
        plies += 1
        if has_won(&after, &evaluator.rules):
            points = own_win(&after, &evaluator.rules).points
            end[WIN] = 1
            end[WIN_TWO] = points >= 2
            end[WIN_THREE] = points >= 3
            end[LOSE_TWO] = 0
            end[LOSE_THREE] = 0
            return plies
        board = swap_sides(&after)
        visited[plies].board = board
        visited[plies].expected = p
        roll = roll_dice(&dice)
    return 0


cdef void write_targets(Visited *visited, int plies, const float *end, float decay, float *targets) noexcept nogil:
    """Write what should have been expected of each board: what was expected of the next one, and with a weight of
    `decay` what should have been, back from the end (Sutton's TD(lambda))."""
    cdef float target[OUTPUTS]
    cdef float mixed[OUTPUTS]
    cdef int i, ply
    for i in range(OUTPUTS):
        target[i] = end[i]
    for ply in range(plies - 1, -1, -1):
        for i in range(OUTPUTS):
            targets[ply * OUTPUTS + i] = target[i]
        for i in range(OUTPUTS):
            mixed[i] = visited[ply].expected[i] + decay * (target[i] - visited[ply].expected[i])
        turn_around(mixed, target)


# --- the doors --------------------------------------------------------------------------------------------------------

cdef FloatNet float_net_of(float[::1] weights) except *:
    cdef size_t hidden
    for hidden in range(HIDDEN_BLOCK, MOST_HIDDEN + 1, HIDDEN_BLOCK):
        if length_of_float_net(hidden) == <size_t> weights.shape[0]:
            return float_net_in(&weights[0], hidden)
    raise ValueError(f"weights must be those of {HIDDEN_BLOCK}, {2 * HIDDEN_BLOCK} ... hidden units, got "
                     f"{weights.shape[0]} numbers")


def seen_rows(bytes board not None, Py_ssize_t rules):
    """List the rows that the network sees on a board; net_inputs.h tells what they are.

    Parameters
    ----------
    board : bytes, 32
        Seen by the side about to roll.
    rules : int
        `bsg.Rules.code`.

    Raises
    ------
    ValueError
        If an argument is not what it has to be.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board rolling = board_from_bytes(board, &unpacked)
    cdef Board after = swap_sides(&rolling)
    cdef int rows[MOST_ROWS]
    cdef int count = list_places(&after, rows)
    count += list_kinds(&after, unpacked.steps_per_double, rows + count)
    return [rows[i] for i in range(count)]


def shares_of_row(Py_ssize_t row):
    """List the inputs that a row is made of, each with its share.

    Raises
    ------
    ValueError
        If there is no such row.
    """
    cdef int inputs[INPUTS_OF_A_ROW]
    cdef float shares[INPUTS_OF_A_ROW]
    if not 0 <= row < ROWS:
        raise ValueError(f"row must be 0 to {ROWS - 1}, got {row}")
    return [(inputs[i], shares[i]) for i in range(inputs_of_row(<int> row, inputs, shares))]


def count_weights(Py_ssize_t hidden):
    """Return how many weights a network has, in the order hidden units, inputs by hidden units, outputs by hidden
    units, outputs: the biases of the units, their weights, the weights of the outputs and their biases.

    Raises
    ------
    ValueError
        If there cannot be so many hidden units.
    """
    if not HIDDEN_BLOCK <= hidden <= MOST_HIDDEN or hidden % HIDDEN_BLOCK != 0:
        raise ValueError(f"hidden units must be a multiple of {HIDDEN_BLOCK}, at most {MOST_HIDDEN}, got {hidden}")
    return length_of_float_net(hidden)


def round_weights(float[::1] weights not None, int16_t[::1] net not None):
    """Write a network in whole numbers, as it is played with.

    Parameters
    ----------
    weights : float32, (count_weights(hidden),)
    net : int16, (length,)
        Written; see `length_of_net`.

    Raises
    ------
    ValueError
        If the buffers do not fit, or a weight is no number, or too large.
    """
    cdef FloatNet read = float_net_of(weights)
    cdef Py_ssize_t length = length_of_net(read.hidden)
    if net.shape[0] != length:
        raise ValueError(f"net must have {length} numbers, got {net.shape[0]}")
    if not round_net(&read, &net[0]):
        raise ValueError("the weights are too large to be counted in 16 bits, or no numbers")


def length_of_rounded(Py_ssize_t hidden):
    """Return how many numbers of 16 bits a network of so many hidden units takes."""
    count_weights(hidden)
    return <Py_ssize_t> length_of_net(hidden)


def record_games(
    const int16_t[::1] net not None, bytes board not None, Py_ssize_t rules, uint64_t seed, uint64_t first_game,
    Py_ssize_t games, Py_ssize_t max_plies, float decay, uint8_t[:, ::1] boards not None,
    float[:, ::1] targets not None,
):
    """Play games by a network against itself, and write what it can learn from them; the GIL is released.

    Parameters
    ----------
    net : int16
        What `round_weights` wrote.
    board : bytes, 32
        Where every game begins.
    rules : int
        `bsg.Rules.code`.
    seed, first_game : int
        Together the key of each game's dice.
    games : int
        At most so many; fewer if `boards` is full. A game that is not over after `max_plies` is left out.
        One in four begins with up to 24 plays at random, which nothing is learned from.
    decay : float
        The lambda of TD(lambda), 0 to 1: 0 learns from the next board alone, 1 from the end alone.
    boards : uint8, (n, 32)
        Written: the boards, seen by the side about to roll.
    targets : float32, (n, 5)
        Written: what should be expected of them.

    Returns
    -------
    tuple of (int, int)
        Games played, and rows written.

    Raises
    ------
    ValueError
        If an argument is not what it has to be.
    """
    cdef Evaluator evaluator = evaluator_of(net, rules)
    cdef Board first
    cdef Py_ssize_t room = boards.shape[0]
    cdef Py_ssize_t rows = 0
    cdef Py_ssize_t game = 0
    cdef int plies, ply
    cdef float end[OUTPUTS]
    if len(board) != BOARD_BYTES or not read_row(<const uint8_t *> board, &evaluator.rules, &first):
        raise ValueError(f"a board must be 32 bytes and possible under the rules, got {board.hex()}")
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(targets.shape[1], OUTPUTS, "targets")
    check_rows(room, (targets.shape[0],))
    if not 1 <= max_plies <= 100_000:
        raise ValueError(f"max_plies must be 1 to 100,000, got {max_plies}")
    if not 0 <= decay <= 1:
        raise ValueError(f"decay must be 0 to 1, got {decay}")
    cdef Visited *visited = <Visited *> malloc((max_plies + 1) * sizeof(Visited))
    cdef Afters *scratch = new_afters(1)
    if visited == NULL:
        free(scratch)
        raise MemoryError
    with nogil:
        while game < games:
            plies = play_game(
                &evaluator, &first, seed, first_game + <uint64_t> game, <int> max_plies, scratch, visited, end
            )
            if plies > room - rows:
                break
            if plies > 0:
                write_targets(visited, plies, end, decay, &targets[rows, 0])
                for ply in range(plies):
                    write_board(&visited[ply].board, &boards[rows + ply, 0])
                rows += plies
            game += 1
    free(scratch)
    free(visited)
    return game, rows


def add_gradient(
    const uint8_t[:, ::1] boards not None, const float[:, ::1] targets not None, Py_ssize_t rules,
    float[::1] weights not None, float[::1] gradient not None,
):
    """Add the gradient of the cross-entropy between a network and its targets, summed over rows; the GIL is released.

    Parameters
    ----------
    boards : uint8, (n, 32)
        Undecided, seen by the side about to roll.
    targets : float32, (n, 5)
    rules : int
        `bsg.Rules.code`.
    weights : float32
    gradient : float32, as long as `weights`
        Added to.

    Returns
    -------
    float
        The sum of the squared errors.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or a row is impossible under the rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef FloatNet net = float_net_of(weights)
    cdef FloatNet sums
    cdef AddGradient add = best_gradient()
    cdef Py_ssize_t rows = boards.shape[0]
    cdef Py_ssize_t i
    cdef Board board, after
    cdef double error = 0
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(targets.shape[1], OUTPUTS, "targets")
    check_rows(rows, (targets.shape[0],))
    check_rows(weights.shape[0], (gradient.shape[0],))
    sums = float_net_in(&gradient[0], net.hidden)
    for i in range(rows):
        if not read_row(&boards[i, 0], &unpacked, &board):
            raise ValueError(f"row {i} is no position that is possible under the rules")
    with nogil:
        for i in range(rows):
            read_row(&boards[i, 0], &unpacked, &board)
            after = swap_sides(&board)
            error += add(&net, &after, unpacked.steps_per_double, &targets[i, 0], &sums)
    return error
