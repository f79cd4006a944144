"""Random streams, dice and choices, for games that are played turn by turn from outside.

A game is keyed by (seed, number): its dice and each seat's choices are streams of their own, so a game that is played
with `begin_game`, `roll` and `choose_random` is the same game that `bsg_core.random_games` plays.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from bsg_core.board cimport Board
from bsg_core.doors cimport board_bytes, read_turn, rules_of_code
from bsg_core.movegen cimport Plays, draw_play, read_plays
from bsg_core.random cimport Stream, open_keyed_stream
from bsg_core.routes cimport Afters, new_afters
from bsg_core.rules cimport START_ALTERNATE, START_OPENING_ROLL, Rules


cdef int roll_for_beginner(Stream *dice, uint64_t game, const Rules *rules, Dice *opening) noexcept nogil:
    """Return the seat that begins a game (RULES sections 3 and 4), and write the dice that say so, if it was dice."""
    cdef int both, die_of_seat_0, die_of_seat_1
    if rules.start == START_ALTERNATE:
        return <int> (game & 1)
    while True:
        both = <int> draw_below(dice, 36)
        die_of_seat_0 = both // 6 + 1
        die_of_seat_1 = both % 6 + 1
        if die_of_seat_0 != die_of_seat_1:  # R4: ties are rolled again
            opening[0] = Dice(max(die_of_seat_0, die_of_seat_1), min(die_of_seat_0, die_of_seat_1))
            return die_of_seat_1 > die_of_seat_0


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


def open_stream(uint64_t seed, uint64_t game, Py_ssize_t purpose):
    """Return a random stream of a game: 16 bytes of state, which the caller keeps and hands back.

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
        If the stream is not 16 bytes of which one is not zero, or `rules` is no code of rules.
    """
    cdef Rules unpacked = rules_of_code(rules)
    cdef Stream dice = read_stream(dice_stream)
    cdef Dice first_roll
    cdef int beginner = roll_for_beginner(&dice, game, &unpacked, &first_roll)
    if unpacked.start != START_OPENING_ROLL:
        first_roll = roll_dice(&dice)
    write_stream(&dice, dice_stream)
    return beginner, first_roll.high, first_roll.low


def roll(uint8_t[::1] dice_stream not None):
    """Return the next roll of a stream of dice, the larger die first.

    Raises
    ------
    ValueError
        If the stream is not 16 bytes of which one is not zero.
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
    cdef Rules unpacked
    cdef Board start, after
    cdef Plays plays
    cdef Stream choices = read_stream(choice_stream)
    if not read_turn(board, high, low, rules, &unpacked, &start):
        raise ValueError("a decided position has no plays to choose from")
    cdef Afters *scratch = new_afters(1)
    read_plays(&start, high, low, &unpacked, scratch, &plays)
    draw_play(&plays, &choices, &after)
    free(scratch)
    write_stream(&choices, choice_stream)
    return board_bytes(&after)
