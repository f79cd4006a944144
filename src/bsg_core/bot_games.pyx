"""Many games between two players that both choose natively, and single choices of theirs.

A game is keyed as a random one is: its dice and each seat's choices are streams of their own.
"""

from libc.math cimport isfinite
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from bsg_core.board cimport Board, swap_sides
from bsg_core.doors cimport board_bytes, board_from_bytes, check_rows, read_turn, rules_of_code
from bsg_core.evaluators cimport evaluator_of
from bsg_core.movegen cimport Plays, draw_play, find_afters, read_plays
from bsg_core.net cimport Evaluator, PlaceSums, best_after
from bsg_core.playout cimport Dice, read_stream, roll_dice, roll_for_beginner, write_stream
from bsg_core.random cimport STREAM_CHOICES_OF_SEAT_0, STREAM_DICE, Stream, open_keyed_stream
from bsg_core.rollouts cimport rolled_out_after
from bsg_core.routes cimport Afters, new_afters
from bsg_core.rules cimport CAPPED, START_OPENING_ROLL, Outcome, Rules, find_outcome, has_won, own_win
from bsg_core.search cimport MOST_PLIES, SearchScratch, new_search, search_after


cdef extern from "players.h" nogil:
    enum:
        PLAYS_AT_RANDOM
        PLAYS_SIMPLY
        PLAYS_BY_NETWORK
        PLAYS_BY_ROLLOUT
        KINDS_OF_PLAYERS

    ctypedef struct Player:
        int kind
        float noise
        int plies
        Evaluator evaluator

    int best_by_thumb(const Board *afters, int count, const Rules *rules)
    int misjudged_after(const Player *player, const Board *start, const Board *afters, int count, Stream *choices)


cdef inline bint searches(const Player *player) noexcept nogil:
    return player.plies > 0 or player.kind == PLAYS_BY_ROLLOUT


cdef struct Run:
    # The games of one call: what they share, and where the results are written.
    Player players[2]
    Rules rules
    uint64_t seed
    int64_t max_plies
    bint in_pairs
    Board start
    const volatile uint8_t *stop
    uint8_t *beginners
    int8_t *points
    uint8_t *kinds
    int64_t *plies
    Afters *scratch
    SearchScratch *searches[2]  # of each player one that keeps what it has found; NULL for who does not search


cdef Board chosen_after(
    const Player *player, const Rules *rules, const Board *start, Dice roll, Afters *scratch, SearchScratch *search,
    Stream *choices,
) noexcept nogil:
    """Return the board that a player's play of a roll reaches, not swapped."""
    cdef Plays plays
    cdef Board after
    cdef PlaceSums near
    cdef float worth
    cdef float p[5]
    cdef int count
    if player.kind == PLAYS_AT_RANDOM:
        read_plays(start, roll.high, roll.low, rules, scratch, &plays)
        draw_play(&plays, choices, &after)
        return after
    count = find_afters(start, roll.high, roll.low, rules, scratch, scratch.boards)
    if count == 1:
        return scratch.boards[0]
    if player.kind == PLAYS_BY_ROLLOUT:
        return rolled_out_after(&player.evaluator, start, roll.high, roll.low, search)
    if search != NULL:
        count = search_after(&player.evaluator, start, roll.high, roll.low, player.plies, search, &worth, p)
        return search.levels[player.plies].boards[count]
    if player.kind == PLAYS_SIMPLY:
        return scratch.boards[best_by_thumb(scratch.boards, count, rules)]
    if player.noise > 0:
        return scratch.boards[misjudged_after(player, start, scratch.boards, count, choices)]
    player.evaluator.sum_places(&player.evaluator.net, start, &near)
    return scratch.boards[best_after(&player.evaluator, &near, scratch.boards, count, &worth, p)]


cdef inline void finish(const Run *run, Py_ssize_t i, int mover, Outcome outcome, int64_t plies) noexcept nogil:
    """Write how game `i` ended, its outcome seen by player `mover`."""
    run.points[i] = <int8_t> (-outcome.points if mover == 1 else outcome.points)
    run.kinds[i] = <uint8_t> outcome.kind
    run.plies[i] = plies


cdef bint play_game(const Run *run, Py_ssize_t i, uint64_t number) noexcept nogil:
    """Play game `i` to its end, and say whether it got there, or was stopped."""
    cdef uint64_t key = number // 2 if run.in_pairs else number
    # Two games of a pair share all streams, those of the choices by seat; it is the players who change seats.
    cdef int turned = <int> (number & 1) if run.in_pairs else 0
    cdef Stream dice = open_keyed_stream(run.seed, key, STREAM_DICE)
    cdef Stream choices[2]
    cdef Board board = run.start
    cdef Board after
    cdef Dice roll
    cdef Outcome outcome
    cdef int64_t plies = 0
    cdef int seat
    for seat in range(2):
        choices[seat] = open_keyed_stream(run.seed, key, STREAM_CHOICES_OF_SEAT_0 + seat)
    seat = roll_for_beginner(&dice, key, &run.rules, &roll)
    run.beginners[i] = <uint8_t> (seat ^ turned)
    outcome = find_outcome(&board, &run.rules)
    if outcome.decided:
        finish(run, i, seat ^ turned, outcome, 0)
        return True
    if run.rules.start != START_OPENING_ROLL:
        roll = roll_dice(&dice)
    while not run.stop[0]:
        after = chosen_after(
            &run.players[seat ^ turned], &run.rules, &board, roll, run.scratch, run.searches[seat ^ turned],
            &choices[seat],
        )
        plies += 1
        if has_won(&after, &run.rules):  # R7: the other side cannot; and no step freezes a game (R8)
            finish(run, i, seat ^ turned, own_win(&after, &run.rules), plies)
            return True
        if plies == run.max_plies:
            finish(run, i, seat ^ turned, Outcome(0, CAPPED, True), plies)
            return True
        board = swap_sides(&after)
        seat = 1 - seat
        roll = roll_dice(&dice)
    return False


# --- the doors --------------------------------------------------------------------------------------------------------

cdef int read_player(
    Py_ssize_t kind, double noise, const int16_t[::1] net, Py_ssize_t plies, const uint32_t[::1] races,
    Py_ssize_t rules, Player *player,
) except -1:
    """Read a player at a door; the buffer of its network must live as long as the player does."""
    memset(player, 0, sizeof(Player))
    if not 0 <= kind < KINDS_OF_PLAYERS:
        raise ValueError(f"the kind of a player must be 0 to {KINDS_OF_PLAYERS - 1}, got {kind}")
    if not (isfinite(noise) and 0 <= noise <= 100):
        raise ValueError(f"the noise of a player must be 0 to 100, got {noise}")
    if not 0 <= plies <= MOST_PLIES or (plies > 0 and (kind != PLAYS_BY_NETWORK or noise > 0)):
        raise ValueError(f"only a network without noise looks ahead, at most {MOST_PLIES} plies, got {plies}")
    player.kind = <int> kind
    player.noise = <float> noise
    player.plies = <int> plies
    if kind == PLAYS_BY_NETWORK or kind == PLAYS_BY_ROLLOUT:
        if net is None:
            raise ValueError("a player by a network must have one, got None")
        player.evaluator = evaluator_of(net, rules, races)
    return 0


def play_games(
    tuple players not None, bytes board not None, Py_ssize_t rules, uint64_t seed, uint64_t first_game,
    int64_t max_plies, bint in_pairs, const uint8_t[::1] stop not None, uint8_t[::1] beginners not None,
    int8_t[::1] points not None, uint8_t[::1] kinds not None, int64_t[::1] plies not None,
):
    """Play games `first_game`, `first_game + 1` and so on from one position; the GIL is released.

    Parameters
    ----------
    players : tuple of two tuples (kind, noise, net, plies, races)
        Player 0 and player 1. The kind is 0 for plays at random, 1 for rules of thumb, 2 for a network, 3 for rollouts
        by one. A network
        misjudges boards by `noise` points, as a standard deviation, and is what `round_weights` wrote; otherwise None.
        One without noise looks `plies` turns ahead. `races` is a table of `bsg.races`, asked where it knows, or None.
    board : bytes, 32
        The packed position that every game begins from, seen by the side that begins.
    rules : int
        `bsg.Rules.code`.
    seed, first_game : int
        Together the key of each game, 0 to 2**64 - 1.
    max_plies : int
        Where a game is cut off, at least 1.
    in_pairs : bool
        If so, games 2 k and 2 k + 1 both have the dice, the beginner and the choices by seat of game k, and player 0
        has seat 1 in the second. Else player 0 has seat 0 always.
    stop : uint8, (1,)
        Looked at before every ply; the call returns after the ply in which another thread has set it.
    beginners : uint8, (n,)
        Written: the player that began.
    points : int8, (n,)
        Written: the points, seen by player 0; 0 for a draw or a game cut off.
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
    cdef Py_ssize_t n = plies.shape[0]
    cdef Py_ssize_t played = 0
    cdef Py_ssize_t i
    cdef Run run
    cdef const int16_t[::1] net_of_0, net_of_1
    cdef const uint32_t[::1] races_of_0, races_of_1
    memset(&run, 0, sizeof(run))
    run.rules = rules_of_code(rules)
    run.start = board_from_bytes(board, &run.rules)
    (kind_of_0, noise_of_0, net_of_0, plies_of_0, races_of_0), (
        kind_of_1, noise_of_1, net_of_1, plies_of_1, races_of_1
    ) = players
    read_player(kind_of_0, noise_of_0, net_of_0, plies_of_0, races_of_0, rules, &run.players[0])
    read_player(kind_of_1, noise_of_1, net_of_1, plies_of_1, races_of_1, rules, &run.players[1])
    if max_plies < 1:
        raise ValueError(f"max_plies must be at least 1, got {max_plies}")
    check_rows(n, (beginners.shape[0], points.shape[0], kinds.shape[0]))
    if stop.shape[0] != 1:
        raise ValueError(f"stop must have one element, got {stop.shape[0]}")
    if n == 0:
        return 0
    run.seed = seed
    run.max_plies = max_plies
    run.in_pairs = in_pairs
    run.stop = &stop[0]
    run.beginners = &beginners[0]
    run.points = &points[0]
    run.kinds = &kinds[0]
    run.plies = &plies[0]
    try:
        run.scratch = new_afters(1)
        for i in range(2):
            if searches(&run.players[i]):
                run.searches[i] = new_search()
        with nogil:
            while played < n and play_game(&run, played, first_game + <uint64_t> played):
                played += 1
    finally:
        free(run.searches[0])
        free(run.searches[1])
        free(run.scratch)
    return played


def choose(
    tuple player not None, bytes board not None, Py_ssize_t high, Py_ssize_t low, Py_ssize_t rules,
    uint8_t[::1] choice_stream not None,
):
    """Return the position that a player's play of a roll reaches; not swapped.

    Parameters
    ----------
    player : tuple (kind, noise, net, plies, races)
        As for `play_games`.
    board : bytes, 32
        Seen by the side about to move.
    choice_stream : uint8, (16,)
        What the player draws from, as `bsg_core.playout.open_stream` opens it; written, if anything was drawn.

    Raises
    ------
    ValueError
        If the position is decided or impossible under the rules, or an argument is not what it has to be.
    """
    cdef Rules unpacked
    cdef Board start, after
    cdef Player read
    cdef const int16_t[::1] net
    cdef const uint32_t[::1] races
    cdef Stream choices = read_stream(choice_stream)
    if not read_turn(board, high, low, rules, &unpacked, &start):
        raise ValueError("a decided position has no plays to choose from")
    kind, noise, net, plies, races = player
    read_player(kind, noise, net, plies, races, rules, &read)
    cdef Afters *scratch = NULL
    cdef SearchScratch *search = NULL
    try:
        scratch = new_afters(1)
        if searches(&read):
            search = new_search()
        with nogil:
            after = chosen_after(&read, &unpacked, &start, Dice(<int> high, <int> low), scratch, search, &choices)
    finally:
        free(search)
        free(scratch)
    write_stream(&choices, choice_stream)
    return board_bytes(&after)
