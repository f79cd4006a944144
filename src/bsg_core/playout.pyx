"""Whole games by uniformly random plays, and the random streams that games are played from.

A game is keyed by (seed, number): its dice and each seat's choices are streams of their own, so a game that is played
turn by turn from outside, with `begin_game`, `roll` and `choose_random`, is the same game that `play_games` plays.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from bsg_core.board cimport Board, swap_sides
from bsg_core.doors cimport board_bytes, board_from_bytes, check_roll, rules_of_code
from bsg_core.movegen cimport Plays, nth_play, read_plays
from bsg_core.random cimport (
    STREAM_CHOICES_OF_SEAT_0, STREAM_DICE, Stream, draw_below, open_keyed_stream,
)
from bsg_core.routes cimport Afters, new_afters
from bsg_core.rules cimport (
    CAPPED, START_ALTERNATE, START_OPENING_ROLL, Outcome, Rules, find_outcome, has_won, own_win,
)


cdef Dice roll_dice(Stream *dice) noexcept nogil:
    cdef int both = <int> draw_below(dice, 36)
    cdef int first = both // 6 + 1
    cdef int second = both % 6 + 1
    return Dice(max(first, second), min(first, second))


cdef inline int begin(Stream *dice, uint64_t game, const Rules *rules, Dice *first_roll) noexcept nogil:
    """Write the first roll of a game and return the seat that plays it (RULES sections 3 and 4)."""
    cdef int both, die_of_seat_0, die_of_seat_1
    if rules.start == START_ALTERNATE:
        first_roll[0] = roll_dice(dice)
        return <int> (game & 1)
    while True:
        both = <int> draw_below(dice, 36)
        die_of_seat_0 = both // 6 + 1
        die_of_seat_1 = both % 6 + 1
        if die_of_seat_0 != die_of_seat_1:  # R4: ties are rolled again
            break
    if rules.start == START_OPENING_ROLL:
        first_roll[0] = Dice(max(die_of_seat_0, die_of_seat_1), min(die_of_seat_0, die_of_seat_1))
    else:
        first_roll[0] = roll_dice(dice)
    return die_of_seat_1 > die_of_seat_0


cdef bint play_on(
    Board board, Dice roll, const Rules *rules, Stream *dice, Stream *choices_of_mover, Stream *choices_of_other,
    int64_t max_plies, const volatile uint8_t *stop, Afters *scratch, Ending *ending,
) noexcept nogil:
    """Play from `board`, its first roll given, to the end; write how it ended, seen by the side to move on `board`.

    Returns False, with nothing to be read in `ending`, if `stop` was set meanwhile.
    """
    cdef Outcome outcome = find_outcome(&board, rules)
    cdef Stream *choices = choices_of_mover
    cdef Plays plays
    ending.plies = 0
    while not outcome.decided:
        if stop[0]:
            return False
        if ending.plies == max_plies:
            outcome = Outcome(0, CAPPED, True)
            break
        if ending.plies > 0:
            roll = roll_dice(dice)
            board = swap_sides(&board)
            choices = choices_of_mover if choices == choices_of_other else choices_of_other
        read_plays(&board, roll.high, roll.low, rules, scratch, &plays)
        board = nth_play(&plays, <int> draw_below(choices, <uint32_t> plays.count))
        ending.plies += 1
        if has_won(&board, rules):  # R7: the other side cannot; and no step freezes a game (R8)
            outcome = own_win(&board, rules)
    ending.points = outcome.points if choices == choices_of_mover else -outcome.points
    ending.kind = outcome.kind
    return True


cdef bint play_game(
    const Board *start, const Rules *rules, uint64_t seed, uint64_t number, int64_t max_plies,
    const volatile uint8_t *stop, Afters *scratch, int *beginner, Ending *ending,
) noexcept nogil:
    """Play one game of a run, begun as the rules say; `ending` is seen by seat 0. Otherwise as `play_on`."""
    cdef Stream dice = open_keyed_stream(seed, number, STREAM_DICE)
    cdef Stream choices[2]
    cdef Dice first_roll
    cdef int seat
    for seat in range(2):
        choices[seat] = open_keyed_stream(seed, number, STREAM_CHOICES_OF_SEAT_0 + seat)
    seat = begin(&dice, number, rules, &first_roll)
    beginner[0] = seat
    if not play_on(
        start[0], first_roll, rules, &dice, &choices[seat], &choices[1 - seat], max_plies, stop, scratch, ending
    ):
        return False
    if seat == 1:
        ending.points = -ending.points
    return True


# --- the doors --------------------------------------------------------------------------------------------------------

cdef Stream read_stream(const uint8_t[::1] stream) except *:
    """Read a stream from its buffer, which cannot be resized as long as the door holds it."""
    cdef Stream read
    if stream.shape[0] != sizeof(Stream):
        raise ValueError(f"a random stream must be {sizeof(Stream)} bytes, got {stream.shape[0]}")
    memcpy(&read, &stream[0], sizeof(Stream))
    if not (read.state[0] | read.state[1] | read.state[2] | read.state[3]):
        raise ValueError("a random stream must not be all zeros, the one state that the generator never leaves")
    return read


cdef int write_stream(const Stream *stream, uint8_t[::1] target) except -1:
    memcpy(&target[0], stream, sizeof(Stream))
    return 0


def play_games(
    bytes board not None, Py_ssize_t rules, uint64_t seed, uint64_t first_game, int64_t max_plies,
    const uint8_t[::1] stop not None, uint8_t[::1] beginners not None, int8_t[::1] points not None,
    uint8_t[::1] kinds not None, int64_t[::1] plies not None,
):
    """Play games `first_game`, `first_game + 1` and so on by uniformly random plays; the GIL is released.

    Parameters
    ----------
    board : bytes, 32
        The packed position that every game begins from, seen by the side that begins.
    rules : int
        `bsg.Rules.code`.
    seed, first_game : int
        Together the key of each game, 0 to 2**64 - 1.
    max_plies : int
        Where a game is cut off, at least 1.
    stop : uint8, (1,)
        Looked at before every ply; the call returns soon after another thread has set it.
    beginners : uint8, (n,)
        Written: the seat that began.
    points : int8, (n,)
        Written: the points, seen by seat 0; 0 for a draw or a game cut off.
    kinds : uint8, (n,)
        Written: the index in `bsg.winning.KINDS`, or one more than the last for a game cut off.
    plies : int64, (n,)
        Written: how long the game lasted.

    Returns
    -------
    int
        How many games were finished: `n`, or fewer if `stop` was set.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or the position is impossible under the rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board start = board_from_bytes(board, &unpacked)
    cdef Py_ssize_t i, n = plies.shape[0]
    cdef int beginner
    cdef Ending ending
    if stop.shape[0] != 1:
        raise ValueError(f"stop must have one element, got {stop.shape[0]}")
    if beginners.shape[0] != n or points.shape[0] != n or kinds.shape[0] != n:
        raise ValueError(
            "beginners, points, kinds and plies must be of one length, got "
            f"{beginners.shape[0]}, {points.shape[0]}, {kinds.shape[0]} and {n}"
        )
    if max_plies < 1:
        raise ValueError(f"max_plies must be at least 1, got {max_plies}")
    cdef Afters *scratch = new_afters(1)
    cdef Py_ssize_t finished = n
    with nogil:
        for i in range(n):
            if not play_game(
                &start, &unpacked, seed, first_game + <uint64_t> i, max_plies, &stop[0], scratch, &beginner, &ending
            ):
                finished = i
                break
            beginners[i] = <uint8_t> beginner
            points[i] = <int8_t> ending.points
            kinds[i] = <uint8_t> ending.kind
            plies[i] = ending.plies
    free(scratch)
    return finished


def open_stream(uint64_t seed, uint64_t game, Py_ssize_t purpose):
    """Return a random stream of a game: 32 bytes of state, which the caller keeps and hands back.

    `purpose` is 0 for the dice, 1 for the choices of seat 0, 2 for those of seat 1.

    Raises
    ------
    ValueError
        If `purpose` is none of them.
    """
    if not 0 <= purpose <= 2:
        raise ValueError(f"purpose must be 0, 1 or 2, got {purpose}")
    cdef Stream stream = open_keyed_stream(seed, game, purpose)
    cdef bytearray state = bytearray(sizeof(Stream))
    write_stream(&stream, state)
    return state


def begin_game(uint8_t[::1] dice_stream not None, uint64_t game, Py_ssize_t rules):
    """Return the seat that begins a game, and its first roll, the larger die first.

    Raises
    ------
    ValueError
        If the stream is not 32 bytes of which one is not zero, or `rules` is no code of rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Stream dice = read_stream(dice_stream)
    cdef Dice first_roll
    cdef int beginner = begin(&dice, game, &unpacked, &first_roll)
    write_stream(&dice, dice_stream)
    return beginner, first_roll.high, first_roll.low


def roll(uint8_t[::1] dice_stream not None):
    """Return the next roll of a stream of dice, the larger die first.

    Raises
    ------
    ValueError
        If the stream is not 32 bytes of which one is not zero.
    """
    cdef Stream dice = read_stream(dice_stream)
    cdef Dice rolled = roll_dice(&dice)
    write_stream(&dice, dice_stream)
    return rolled.high, rolled.low


def choose_random(
    bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules, uint8_t[::1] choice_stream not None
):
    """Return the position reached by a play drawn from all plays of a roll, each equally likely; not swapped.

    Raises
    ------
    ValueError
        If the position is decided or impossible under the rules, or an argument is not what it has to be.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Board start = board_from_bytes(board, &unpacked)
    cdef Stream choices = read_stream(choice_stream)
    cdef Plays plays
    check_roll(high, low)
    if find_outcome(&start, &unpacked).decided:
        raise ValueError("a decided position has no plays to choose from")
    cdef Afters *scratch = new_afters(1)
    read_plays(&start, high, low, &unpacked, scratch, &plays)
    start = nth_play(&plays, <int> draw_below(&choices, <uint32_t> plays.count))
    free(scratch)
    write_stream(&choices, choice_stream)
    return board_bytes(&start)
