"""Tables of races: filled, asked about boards, and compared with exact ones."""

from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

from bsg_core.board cimport Board, swap_sides
from bsg_core.doors cimport BOARD_BYTES, check_columns, check_rows, read_row, rules_of_code
from bsg_core.race_table cimport (
    MOST_TURNS, RACE_FORMAT, RACE_HEADER, RACE_IS_ONE_SIDED, RACE_MAGIC, RaceChances, RaceRow, RaceTable, bound_race,
    chance_of_first, judge_race, look_up_row, rank_of_side, read_races, set_out_races,
)
from bsg_core.rules cimport Rules


cdef extern from "race_building.h" nogil:
    enum:
        MOST_REACHED
        RACE_ROLLS

    ctypedef struct Racers:
        uint8_t *beyond
        uint32_t rank

    ctypedef struct RaceArrays:
        double *turns
        uint32_t *starts
        uint8_t *firsts
        uint8_t *sureness
        uint16_t *done
        size_t room

    ctypedef struct RaceErrors:
        int64_t pairs
        int64_t plays
        int64_t wrong_plays
        double mean_error
        double worst_error
        double mean_loss
        double worst_loss

    Racers racers_of_rank(const RaceTable *table, uint32_t rank)
    size_t fill_rows_c "fill_rows"(const RaceTable *table, RaceArrays *arrays, size_t begin, size_t end)
    size_t list_reached_c "list_reached"(
        const RaceTable *table, size_t states, uint32_t *starts, uint32_t *ranks, size_t room
    )
    void fill_exact_c "fill_exact"(size_t states, const uint32_t *starts, const uint32_t *ranks, double *chances)
    RaceErrors compare_races_c "compare_races"(
        const double *guesses, const double *chances, size_t states, const uint32_t *starts, const uint32_t *ranks
    )


MAGIC = RACE_MAGIC
FORMAT = RACE_FORMAT
HEADER = RACE_HEADER
LONGEST_ROW = 2 * MOST_TURNS
ROLLS = RACE_ROLLS
MOST_REACHED_BY_A_ROLL = MOST_REACHED


cdef RaceTable table_of_code(Py_ssize_t code) except *:
    cdef RaceTable table
    table.numbers = 0
    table.exact_states = 0
    if not 0 <= code < 1 << 16 or not set_out_races(<uint32_t> code, &table):
        raise ValueError(f"a code of races must name 1 to 11 points of iri-gachi, or 6 of bearing off, got {code}")
    return table


cdef RaceTable table_of(const uint32_t[::1] races) except *:
    cdef RaceTable table
    if races.shape[0] == 0 or not read_races(&races[0], races.shape[0], &table):
        raise ValueError(f"races must be a table that `bsg.races` made, got {races.shape[0]} numbers")
    return table


def sizes(Py_ssize_t code):
    """Return how many states a side has, the lowest with all its checkers on the track, and how many rows a table has.

    The code is 1 for bearing off, 2 for four steps a double, and 4 for each point of the track.
    """
    cdef RaceTable table = table_of_code(code)
    return table.states, table.untouched, table.rows


def counts_of_rank(Py_ssize_t code, Py_ssize_t rank):
    """Return how many checkers of a state stand on each point of the track, the nearest first."""
    cdef RaceTable table = table_of_code(code)
    if not 0 <= rank < <Py_ssize_t> table.states:
        raise ValueError(f"rank must be 0 to {table.states - 1}, got {rank}")
    cdef Racers racers = racers_of_rank(&table, <uint32_t> rank)
    return [racers.beyond[k] - racers.beyond[k + 1] for k in range(1, table.track + 1)]


def fill_rows(
    Py_ssize_t code, Py_ssize_t begin, Py_ssize_t end, double[::1] turns not None, uint32_t[::1] starts not None,
    uint8_t[::1] firsts not None, uint8_t[::1] sureness not None, uint16_t[::1] done not None,
):
    """Fill rows `begin` to `end` of a table; those before are filled already. The GIL is released.

    Parameters
    ----------
    code : int
    turns : float64, (rows,)
        Written: how many turns a row takes on average, played steadily.
    starts : uint32, (rows + 1,)
        Written: where each row begins in `done`; the first is 0.
    firsts : uint8, (rows,)
        Written: the turn that a row begins with.
    sureness : uint8, (rows,)
        Written: how sure the other is when a side will be done, in 1/255.
    done : uint16, (n,)
        Written: how likely it is to be done after each turn, in 1/65535: all turns played steadily, then all timed.

    Returns
    -------
    int
        The first row that is not filled: `end`, or less if `done` is full.

    Raises
    ------
    ValueError
        If the arrays do not fit.
    """
    cdef RaceTable table = table_of_code(code)
    cdef RaceArrays arrays
    cdef Py_ssize_t rows = table.rows
    cdef size_t reached
    check_rows(rows, (turns.shape[0], firsts.shape[0], sureness.shape[0], starts.shape[0] - 1))
    if not 0 <= begin <= end <= rows:
        raise ValueError(f"rows must be 0 to {rows}, got {begin} to {end}")
    if done.shape[0] < 2 * MOST_TURNS or starts[0] != 0 or <Py_ssize_t> starts[begin] > done.shape[0]:
        raise ValueError(f"done must have room for {2 * MOST_TURNS} numbers and what is filled, got {done.shape[0]}")
    arrays.turns = &turns[0]
    arrays.starts = &starts[0]
    arrays.firsts = &firsts[0]
    arrays.sureness = &sureness[0]
    arrays.done = &done[0]
    arrays.room = done.shape[0]
    with nogil:
        reached = fill_rows_c(&table, &arrays, begin, end)
    return <Py_ssize_t> reached


def list_reached(Py_ssize_t code, Py_ssize_t states, uint32_t[::1] starts not None, uint32_t[::1] ranks not None):
    """Write what each roll reaches from each of the lowest ranks; return how many ranks, 0 if there is no room.

    Parameters
    ----------
    starts : uint32, (21 * states + 1,)
        Written: where each roll begins, in the order 1-1, 2-1, 2-2, 3-1 and so on.
    ranks : uint32, (n,)
        Written.
    """
    cdef RaceTable table = table_of_code(code)
    cdef size_t used
    if not 1 <= states <= <Py_ssize_t> table.states or ranks.shape[0] == 0:
        raise ValueError(f"states must be 1 to {table.states}, got {states}")
    check_rows(starts.shape[0], (RACE_ROLLS * states + 1,))
    with nogil:
        used = list_reached_c(&table, states, &starts[0], &ranks[0], ranks.shape[0])
    return <Py_ssize_t> used


cdef int check_lists(const uint32_t[::1] starts, const uint32_t[::1] ranks, Py_ssize_t states) except -1:
    cdef Py_ssize_t i
    check_rows(starts.shape[0], (RACE_ROLLS * states + 1,))
    for i in range(starts.shape[0] - 1):
        if starts[i] >= starts[i + 1] or starts[i + 1] > ranks.shape[0]:
            raise ValueError("starts and ranks must be what `list_reached` wrote")
    for i in range(starts[starts.shape[0] - 1]):
        if ranks[i] >= states:
            raise ValueError("starts and ranks must be what `list_reached` wrote")
    return 0


def fill_exact(
    const uint32_t[::1] starts not None, const uint32_t[::1] ranks not None, double[:, ::1] chances not None,
):
    """Write the chance of the side that rolls, by its rank and the other's, if both play as well as can be.

    Parameters
    ----------
    starts, ranks : uint32
        What `list_reached` wrote.
    chances : float64, (states, states)
        Written. The GIL is released.
    """
    cdef Py_ssize_t states = chances.shape[0]
    if states == 0 or chances.shape[1] != states:
        raise ValueError(f"chances must be square, got {states} by {chances.shape[1]}")
    check_lists(starts, ranks, states)
    with nogil:
        fill_exact_c(states, &starts[0], &ranks[0], &chances[0, 0])


def compare_races(
    const double[:, ::1] guesses not None, const double[:, ::1] chances not None, const uint32_t[::1] starts not None,
    const uint32_t[::1] ranks not None,
):
    """Return how far guesses are from exact chances, and what plays chosen by them lose, as a dict.

    Parameters
    ----------
    guesses, chances : float64, (states, states)
    starts, ranks : uint32
        What `list_reached` wrote.
    """
    cdef Py_ssize_t states = chances.shape[0]
    cdef RaceErrors errors
    if states < 2:
        raise ValueError(f"chances must be of two states or more, got {states}")
    check_rows(states, (chances.shape[1], guesses.shape[0], guesses.shape[1]))
    check_lists(starts, ranks, states)
    with nogil:
        errors = compare_races_c(&guesses[0, 0], &chances[0, 0], states, &starts[0], &ranks[0])
    return errors


def guess_chances(const uint32_t[::1] races not None, double[:, ::1] guesses not None):
    """Write the chance of the side that rolls by the rows of a table, by its rank and the other's.

    Parameters
    ----------
    races : uint32
    guesses : float64, (states, states)
        Written.
    """
    cdef RaceTable table = table_of(races)
    cdef Py_ssize_t states = guesses.shape[0]
    cdef Py_ssize_t own, other
    cdef RaceRow mine, theirs
    check_columns(guesses.shape[1], states, "guesses")
    if not 0 < states <= <Py_ssize_t> table.states:
        raise ValueError(f"guesses must be of 1 to {table.states} states, got {states}")
    for own in range(states):
        for other in range(states):
            if look_up_row(&table, own, &mine) and look_up_row(&table, other, &theirs):
                guesses[own, other] = chance_of_first(&mine, &theirs, 1)


def bound_chances(const uint32_t[::1] races not None, double[:, :, ::1] bounds not None):
    """Write between which chances the exact one lies, of the side that rolls, by its rank and the other's.

    Parameters
    ----------
    races : uint32
    bounds : float64, (states, states, 2)
        Written: the lower bound and the upper one.
    """
    cdef RaceTable table = table_of(races)
    cdef Py_ssize_t states = bounds.shape[0]
    cdef Py_ssize_t own, other
    check_columns(bounds.shape[1], states, "bounds")
    check_columns(bounds.shape[2], 2, "bounds")
    if not 0 < states <= <Py_ssize_t> table.states:
        raise ValueError(f"bounds must be of 1 to {table.states} states, got {states}")
    for own in range(states):
        for other in range(states):
            bound_race(&table, own, other, &bounds[own, other, 0], &bounds[own, other, 1])


def judge_races(
    const uint32_t[::1] races not None, const uint8_t[:, ::1] boards not None, Py_ssize_t rules,
    double[:, ::1] chances not None, uint8_t[::1] known not None,
):
    """Write what the side to roll can expect of boards that are races on the track of a table; the GIL is released.

    Parameters
    ----------
    races : uint32
    boards : uint8, (n, 32)
        Seen by the side about to roll.
    rules : int
        `bsg.Rules.code`.
    chances : float64, (n, 5)
        Written: that it wins, that it wins a gammon, that it loses one; then the bounds of its chance to win if both
        play for that alone.
    known : uint8, (n,)
        Written: 0 for what the table does not know, 1 for what it knows from rows, 2 for what it knows exactly.

    Raises
    ------
    ValueError
        If an argument is not what it has to be, or a row is impossible under the rules.
    """
    cdef RaceTable table = table_of(races)
    cdef Rules unpacked = rules_of_code(rules)
    cdef RaceChances found
    cdef Board board, after
    cdef Py_ssize_t i
    cdef size_t rolling, other
    if table.bears_off != unpacked.bears_off or table.steps_per_double != unpacked.steps_per_double:
        raise ValueError("races must be of the same finish and steps per double as the rules")
    check_columns(boards.shape[1], BOARD_BYTES, "boards")
    check_columns(chances.shape[1], 5, "chances")
    check_rows(boards.shape[0], (chances.shape[0], known.shape[0]))
    cdef Py_ssize_t bad = -1
    with nogil:
        for i in range(boards.shape[0]):
            if not read_row(&boards[i, 0], &unpacked, &board):
                bad = i
                break
            after = swap_sides(&board)
            found.win = found.win_two = found.lose_two = 0
            known[i] = <uint8_t> judge_race(&table, &unpacked, &after, &found)
            chances[i, 0] = found.win
            chances[i, 1] = found.win_two
            chances[i, 2] = found.lose_two
            chances[i, 3] = chances[i, 4] = found.win
            if known[i] == RACE_IS_ONE_SIDED:
                rolling = rank_of_side(&table, after.opponent, True)
                other = rank_of_side(&table, after.own, False)
                bound_race(&table, rolling, other, &chances[i, 3], &chances[i, 4])
    if bad >= 0:
        raise ValueError(f"row {bad} must be a position that is possible under the rules")
