"""Many games between players that choose natively: at random, or by a network."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free

from bsg_core.board cimport Board, swap_sides
from bsg_core.doors cimport board_from_bytes, check_rows
from bsg_core.movegen cimport Plays, draw_play, find_afters, read_plays
from bsg_core.net cimport Evaluator, best_after, choose_functions, read_net
from bsg_core.playout cimport Dice, roll_dice, roll_for_beginner
from bsg_core.random cimport STREAM_CHOICES_OF_SEAT_0, STREAM_DICE, Stream, open_keyed_stream
from bsg_core.routes cimport Afters, new_afters
from bsg_core.rules cimport CAPPED, START_OPENING_ROLL, Outcome, Rules, find_outcome, has_won, own_win
from bsg_core.doors cimport rules_of_code


cdef extern from "players.h" nogil:
    enum:
        PLAYS_AT_RANDOM
        PLAYS_BY_NETWORK

    ctypedef struct Player:
        int kind
        float noise
        Evaluator evaluator

    int noisy_after(
        const Evaluator *evaluator, const Board *start, const Board *afters, int count, float noise, Stream *choices
    )


cdef Board choose(
    const Player *player, const Rules *rules, const Board *start, Dice roll, Afters *scratch, Stream *choices
) noexcept nogil:
    """Return the board that a player's play reaches, not swapped."""
    cdef Plays plays
    cdef Board after
    cdef int count
    cdef float worth
    cdef float p[5]
    if player.kind == PLAYS_AT_RANDOM:
        read_plays(start, roll.high, roll.low, rules, scratch, &plays)
        draw_play(&plays, choices, &after)
        return after
    count = find_afters(start, roll.high, roll.low, rules, scratch, scratch.boards)
    if count == 1:
        return scratch.boards[0]
    if player.noise > 0:
        return scratch.boards[noisy_after(&player.evaluator, start, scratch.boards, count, player.noise, choices)]
    return scratch.boards[best_after(&player.evaluator, start, scratch.boards, count, &worth, p)]


def play_games(
    tuple nets not None, tuple noises not None, bytes board not None, Py_ssize_t code, uint64_t seed, uint64_t first_game,
    int64_t max_plies, const uint8_t[::1] stop not None, bint in_pairs, uint8_t[::1] beginners not None,
    int8_t[::1] points not None, uint8_t[::1] kinds not None, int64_t[::1] plies not None,
):
    cdef Player players[2]
    cdef const int16_t[::1] first_net, second_net
    cdef Rules rules = rules_of_code(code)
    cdef Board first = board_from_bytes(board, &rules)
    cdef Board current, after
    cdef Stream dice
    cdef Stream choices[2]
    cdef Dice roll
    cdef Outcome outcome
    cdef uint64_t number
    cdef Py_ssize_t n = plies.shape[0]
    cdef Py_ssize_t i
    cdef int seat
    cdef int64_t ply
    for seat in range(2):
        players[seat].kind = PLAYS_AT_RANDOM
        players[seat].noise = noises[seat]
        if nets[seat] is not None:
            players[seat].kind = PLAYS_BY_NETWORK
            if seat == 0:
                first_net = nets[0]
                if not read_net(&first_net[0], first_net.shape[0], &players[0].evaluator.net):
                    raise ValueError
            else:
                second_net = nets[1]
                if not read_net(&second_net[0], second_net.shape[0], &players[1].evaluator.net):
                    raise ValueError
            players[seat].evaluator.rules = rules
            choose_functions(&players[seat].evaluator)
    cdef Afters *scratch = new_afters(1)
    with nogil:
        for i in range(n):
            number = first_game + <uint64_t> i
            # In pairs the second game has the dice of the first, and the players have changed seats.
            dice = open_keyed_stream(seed, number // 2 if in_pairs else number, STREAM_DICE)
            choices[0] = open_keyed_stream(seed, number, STREAM_CHOICES_OF_SEAT_0)
            choices[1] = open_keyed_stream(seed, number, STREAM_CHOICES_OF_SEAT_0 + 1)
            seat = roll_for_beginner(&dice, number // 2 if in_pairs else number, &rules, &roll)
            if rules.start != START_OPENING_ROLL:
                roll = roll_dice(&dice)
            if in_pairs and number & 1:
                seat = 1 - seat
            beginners[i] = seat
            current = first
            ply = 0
            while True:
                if ply == max_plies:
                    points[i] = 0
                    kinds[i] = CAPPED
                    break
                after = choose(&players[seat], &rules, &current, roll, scratch, &choices[seat])
                ply += 1
                if has_won(&after, &rules):
                    outcome = own_win(&after, &rules)
                    points[i] = outcome.points if seat == 0 else -outcome.points
                    kinds[i] = outcome.kind
                    break
                current = swap_sides(&after)
                seat = 1 - seat
                roll = roll_dice(&dice)
            plies[i] = ply
    free(scratch)
    return n
