"""Many games by uniformly random plays: one after the other, or side by side in the lanes of a vector register.

How they are played changes nothing about a game, which is keyed by (seed, number) and draws from streams of its own.
"""

from libc.stdint cimport INT32_MAX, int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from bsg_core.board cimport Board, lowest_place, swap_sides
from bsg_core.doors cimport BOARD_BYTES, board_from_bytes, check_columns, check_rows, read_row, rules_of_code
from bsg_core.lanes cimport (
    MOST_LANES, Game, LaneGames, LaneRules, PlayRound, clear_lane, find_round, read_lane, write_lane,
)
from bsg_core.movegen cimport Plays, draw_play, read_plays
from bsg_core.playout cimport Dice, roll_dice, roll_for_beginner
from bsg_core.random cimport STREAM_CHOICES_OF_SEAT_0, STREAM_DICE, Stream, open_keyed_stream
from bsg_core.routes cimport Afters, new_afters
from bsg_core.rules cimport (
    CAPPED, CLOSED_HOME_INSTANT, START_OPENING_ROLL, Outcome, Rules, find_outcome, has_won, own_win,
)

WIDTHS = tuple([lanes for lanes in (1, 4, 8, 16) if lanes == 1 or find_round(lanes) != NULL])
"""How many games this build can play side by side on this processor, fewest first."""


cdef struct Run:
    # The games of one call: what they share, and where the results are written.
    Rules rules
    uint64_t seed
    uint64_t first_game
    int64_t max_plies
    Py_ssize_t games
    Board start            # where each game begins; or else
    const uint8_t *rows    # a row of 32 bytes for each game, NULL if there are none
    uint8_t *beginners     # NULL for rows: they know none
    int8_t *points
    uint8_t *kinds
    int64_t *plies
    const volatile uint8_t *stop
    Afters *scratch


cdef enum State:
    PLAYED
    PLAYING
    REFUSED  # the row is bad


# --- one game ---------------------------------------------------------------------------------------------------------

cdef void finish(const Run *run, Py_ssize_t i, const Game *game, Outcome outcome) noexcept nogil:
    """Write how game `i` ended, its outcome seen by the side to move."""
    run.points[i] = <int8_t> (-outcome.points if game.turned else outcome.points)
    run.kinds[i] = <uint8_t> outcome.kind
    run.plies[i] = game.plies


cdef inline void play_turn(const Run *run, Game *game, Dice roll) noexcept nogil:
    """Play a turn, and leave the game as it is before the other side takes over."""
    cdef Board start = game.board
    cdef Plays plays
    read_plays(&start, roll.high, roll.low, &run.rules, run.scratch, &plays)
    draw_play(&plays, &game.choices, &game.board)
    game.plies += 1


cdef inline State end_turn(const Run *run, Py_ssize_t i, Game *game) noexcept nogil:
    """Finish game `i` if the turn just played ended it; else hand over to the other side."""
    cdef Stream choices = game.choices
    if has_won(&game.board, &run.rules):  # R7: the other side cannot; and no step freezes a game (R8)
        finish(run, i, game, own_win(&game.board, &run.rules))
        return PLAYED
    if game.plies == run.max_plies:
        finish(run, i, game, Outcome(0, CAPPED, True))
        return PLAYED
    game.board = swap_sides(&game.board)
    game.choices = game.choices_of_other
    game.choices_of_other = choices
    game.turned = not game.turned
    return PLAYING


cdef State begin(const Run *run, Py_ssize_t i, Game *game) noexcept nogil:
    """Set up game `i`. An opening roll is played at once, since every later turn begins with a roll of its own."""
    cdef uint64_t number = run.first_game + <uint64_t> i
    cdef int seat = 0
    cdef Outcome outcome
    cdef Dice opening
    game.dice = open_keyed_stream(run.seed, number, STREAM_DICE)
    game.plies = 0
    if run.rows != NULL:
        if not read_row(run.rows + BOARD_BYTES * i, &run.rules, &game.board):
            return REFUSED
    else:
        game.board = run.start
        seat = roll_for_beginner(&game.dice, number, &run.rules, &opening)
        run.beginners[i] = <uint8_t> seat
    game.turned = seat == 1
    outcome = find_outcome(&game.board, &run.rules)
    if outcome.decided:
        finish(run, i, game, outcome)
        return PLAYED
    game.choices = open_keyed_stream(run.seed, number, STREAM_CHOICES_OF_SEAT_0 + seat)
    game.choices_of_other = open_keyed_stream(run.seed, number, STREAM_CHOICES_OF_SEAT_0 + 1 - seat)
    if run.rows == NULL and run.rules.start == START_OPENING_ROLL:
        play_turn(run, game, opening)
        return end_turn(run, i, game)
    return PLAYING


# --- one after the other ----------------------------------------------------------------------------------------------

cdef Py_ssize_t play_in_turn(const Run *run, bint *is_bad) noexcept nogil:
    """Return how many games were played before the end, a bad row, or a stop."""
    cdef Py_ssize_t i
    cdef State state
    cdef Game game
    for i in range(run.games):
        state = begin(run, i, &game)
        if state == REFUSED:
            is_bad[0] = True
            return i
        while state == PLAYING:
            if run.stop[0]:
                return i
            play_turn(run, &game, roll_dice(&game.dice))
            state = end_turn(run, i, &game)
    return run.games


# --- side by side -----------------------------------------------------------------------------------------------------

cdef struct Lanes:
    LaneGames games
    Py_ssize_t game_of[MOST_LANES]  # the index of the game in each lane
    uint32_t playing                # the lanes that hold a game
    Py_ssize_t next                 # the index of the next game to begin


cdef State fill_lane(const Run *run, Lanes *lanes, int lane) noexcept nogil:
    """Begin the next game, and the one after if it was over at once, until one can go on in the lane."""
    cdef State state
    cdef Game game
    clear_lane(&lanes.games, lane)
    lanes.playing &= ~(<uint32_t> 1 << lane)
    while lanes.next < run.games:
        state = begin(run, lanes.next, &game)
        if state == REFUSED:
            return REFUSED
        lanes.next += 1
        if state == PLAYING:
            write_lane(&lanes.games, lane, &game)
            lanes.game_of[lane] = lanes.next - 1
            lanes.playing |= <uint32_t> 1 << lane
            return PLAYING
    return PLAYED


cdef Py_ssize_t first_playing(const Lanes *lanes) noexcept nogil:
    cdef Py_ssize_t first = lanes.next
    cdef uint32_t left = lanes.playing
    while left != 0:
        first = min(first, lanes.game_of[lowest_place(left)])
        left &= left - 1
    return first


cdef Py_ssize_t play_side_by_side(const Run *run, int width, bint *is_bad) noexcept nogil:
    """As `play_in_turn`, `width` games at once; of games after the first that is not played some may be, too."""
    cdef PlayRound play_round = find_round(width)
    cdef LaneRules lane_rules = LaneRules(
        run.rules.steps_per_double != 2, run.rules.closed_home == CLOSED_HOME_INSTANT, <uint32_t> run.max_plies
    )
    cdef Lanes lanes
    cdef Game game
    cdef uint32_t attention
    cdef int lane
    memset(&lanes, 0, sizeof(lanes))
    for lane in range(width):
        if fill_lane(run, &lanes, lane) == REFUSED:
            is_bad[0] = True
            return lanes.next
    while lanes.playing != 0:
        if run.stop[0]:
            return first_playing(&lanes)
        play_round(&lanes.games, &lane_rules)
        attention = lanes.games.left | lanes.games.ended
        while attention != 0:
            lane = lowest_place(attention)
            attention &= attention - 1
            read_lane(&lanes.games, lane, &game)
            if lanes.games.left >> lane & 1:
                play_turn(run, &game, roll_dice(&game.dice))
            if end_turn(run, lanes.game_of[lane], &game) == PLAYING:
                write_lane(&lanes.games, lane, &game)
            elif fill_lane(run, &lanes, lane) == REFUSED:
                is_bad[0] = True
                return lanes.next
    return run.games


cdef int best_width(const Run *run) noexcept nogil:
    """Return the width that is fastest here: the widest, but none that few games would leave half empty.

    Four lanes cost more than they save where doubles of four steps, which they leave alone, are one turn in six.
    """
    cdef int narrowest = 4 if run.rules.steps_per_double == 2 else 8
    cdef int width = 16
    while width >= narrowest:
        if find_round(width) != NULL and run.games >= width // 2:
            return width
        width //= 2
    return 1


cdef Py_ssize_t play(const Run *run, int width, bint *is_bad) noexcept nogil:
    if width == 0:
        width = best_width(run)
    if width == 1 or run.max_plies > INT32_MAX:  # a lane counts plies in 32 bits
        return play_in_turn(run, is_bad)
    return play_side_by_side(run, width, is_bad)


# --- the doors --------------------------------------------------------------------------------------------------------

cdef Run new_run(Py_ssize_t rules, uint64_t seed, uint64_t first_game, int64_t max_plies, Py_ssize_t games) except *:
    cdef Run run
    memset(&run, 0, sizeof(run))
    run.rules = rules_of_code(rules)
    run.seed = seed
    run.first_game = first_game
    if max_plies < 1:
        raise ValueError(f"max_plies must be at least 1, got {max_plies}")
    run.max_plies = max_plies
    run.games = games
    return run


cdef int check_lanes(Py_ssize_t lanes) except -1:
    if lanes != 0 and lanes not in WIDTHS:
        raise ValueError(f"lanes must be 0 for the best, or one of {WIDTHS}, got {lanes}")
    return 0


cdef int check_stop(Py_ssize_t length) except -1:
    if length != 1:
        raise ValueError(f"stop must have one element, got {length}")
    return 0


def play_games(
    bytes board not None, Py_ssize_t rules, uint64_t seed, uint64_t first_game, int64_t max_plies,
    const uint8_t[::1] stop not None, uint8_t[::1] beginners not None, int8_t[::1] points not None,
    uint8_t[::1] kinds not None, int64_t[::1] plies not None, Py_ssize_t lanes=0,
):
    """Play games `first_game`, `first_game + 1` and so on from one position; the GIL is released.

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
    lanes : int
        How many games are played side by side, one of `WIDTHS`; 0 for what is fastest here. It changes no game.

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
    cdef Run run = new_run(rules, seed, first_game, max_plies, n)
    cdef bint is_bad = False
    cdef Py_ssize_t played
    run.start = board_from_bytes(board, &run.rules)
    check_rows(n, (beginners.shape[0], points.shape[0], kinds.shape[0]))
    check_stop(stop.shape[0])
    check_lanes(lanes)
    if n == 0:
        return 0
    run.beginners = &beginners[0]
    run.points = &points[0]
    run.kinds = &kinds[0]
    run.plies = &plies[0]
    run.stop = &stop[0]
    run.scratch = new_afters(1)
    with nogil:
        played = play(&run, <int> lanes, &is_bad)
    free(run.scratch)
    return played


def play_rows(
    const uint8_t[:, ::1] boards not None, Py_ssize_t rules, uint64_t seed, uint64_t first_game, int64_t max_plies,
    const uint8_t[::1] stop not None, int8_t[::1] points not None, uint8_t[::1] kinds not None,
    int64_t[::1] plies not None, Py_ssize_t lanes=0,
):
    """Play each position to the end, its side to move rolling first; the GIL is released.

    Row i has the random streams of game `first_game + i`; the side to move draws its choices as seat 0 does. What is
    not told here is as for `play_games`.

    Parameters
    ----------
    boards : uint8, (n, 32)
    points : int8, (n,)
        Written: the points, seen by the side to move of the row.

    Returns
    -------
    tuple of (int, bool)
        The first row that was not played to the end, or `n`; and whether it is a bad one. If it is not, `stop` was set.

    Raises
    ------
    ValueError
        If the buffers do not fit each other, or a number is out of range.
    """
    cdef Py_ssize_t n = boards.shape[0]
    cdef Run run = new_run(rules, seed, first_game, max_plies, n)
    cdef bint is_bad = False
    cdef Py_ssize_t played
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_rows(n, (points.shape[0], kinds.shape[0], plies.shape[0]))
    check_stop(stop.shape[0])
    check_lanes(lanes)
    if n == 0:
        return 0, False
    run.rows = &boards[0, 0]
    run.points = &points[0]
    run.kinds = &kinds[0]
    run.plies = &plies[0]
    run.stop = &stop[0]
    run.scratch = new_afters(1)
    with nogil:
        played = play(&run, <int> lanes, &is_bad)
    free(run.scratch)
    return played, is_bad
