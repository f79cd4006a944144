"""Rollouts: what a position is worth by games that are played from it, the luck of their dice taken out.

A trial is a game that the network plays on both sides. What the dice bring is known: a roll changes what can be
expected from the mean over all 21 rolls, which a look ahead tells, to what it makes of the position. These changes have
the mean zero, however wrong the network is; so to take them out changes no mean, but what is left varies far less.

The dice of a trial are keyed by (seed, number of the trial), so positions that are compared have the same dice.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free

from bsg_core.board cimport Board, swap_sides
from bsg_core.doors cimport board_from_bytes, check_columns
from bsg_core.evaluators cimport evaluator_of
from bsg_core.movegen cimport find_afters
from bsg_core.net cimport OUTPUTS, Evaluator, PlaceSums, equity_of, turn_around, worth_of
from bsg_core.playout cimport Dice, roll_dice
from bsg_core.race_table cimport RACE_IS_EXACT, RaceChances, judge_race
from bsg_core.random cimport STREAM_DICE, Stream, open_keyed_stream
from bsg_core.rules cimport find_outcome, has_won
from bsg_core.search cimport MOST_PLIES, Filter, SearchScratch, expect, keep_best, new_search, search_after


cdef enum:
    # For `rolled_out_after`: how often a play is rolled out, and after how many turns a trial is judged.
    TRIALS_OF_A_PLAY = 72
    TURNS_OF_A_TRIAL = 8


cdef inline bint is_known_exactly(const Evaluator *evaluator, const Board *board) noexcept nogil:
    cdef RaceChances chances
    cdef Board after
    if evaluator.races.track == 0:
        return False
    after = swap_sides(board)
    return judge_race(&evaluator.races, &evaluator.rules, &after, &chances) == RACE_IS_EXACT


cdef bint roll_out(
    const Evaluator *evaluator, const Board *start, const Course *course, uint64_t trial, SearchScratch *scratch,
    float *expected,
) noexcept nogil:
    """Write what a trial tells that the side about to roll can expect of an undecided board; say whether it was not
    stopped. A trial is not played on where a table of races is exact.

    Uses the levels of the scratch up to `course.plies`.
    """
    cdef Stream dice = open_keyed_stream(course.seed, trial, STREAM_DICE)
    cdef Board board = start[0]
    cdef Board after
    cdef Dice roll
    cdef int64_t turns = 0
    cdef bint goes_on = True
    cdef float worth
    cdef float estimate[OUTPUTS]    # what is told so far
    cdef float judged[OUTPUTS]      # what the network expects after a play ...
    cdef float reached[OUTPUTS]     # ... and what is known better: by a look ahead from there, or as the trial is over
    cdef int i, chosen
    if is_known_exactly(evaluator, &board):
        return expect(evaluator, &board, 0, scratch, expected)
    if not expect(evaluator, &board, 1 if course.adjusts_luck else 0, scratch, estimate):
        return False
    while goes_on:
        roll = roll_dice(&dice)
        chosen = search_after(evaluator, &board, roll.high, roll.low, 0, scratch, &worth, judged)
        after = scratch.levels[0].boards[chosen]
        for i in range(OUTPUTS):
            reached[i] = judged[i]
        if course.plies > 0:
            chosen = search_after(evaluator, &board, roll.high, roll.low, course.plies, scratch, &worth, reached)
            if chosen < 0:
                return False
            after = scratch.levels[course.plies].boards[chosen]
        turns += 1
        board = swap_sides(&after)
        goes_on = turns < course.longest and not has_won(&after, &evaluator.rules)
        goes_on = goes_on and not is_known_exactly(evaluator, &board)
        if course.adjusts_luck:
            if goes_on and not expect(evaluator, &board, 1, scratch, reached):
                return False
            turn_around(estimate, estimate)
            for i in range(OUTPUTS):
                estimate[i] += reached[i] - judged[i]
    if not course.adjusts_luck:
        estimate = reached
    # Both are seen by the side that would roll next.
    if turns % 2 == 1:
        turn_around(estimate, estimate)
    for i in range(OUTPUTS):
        expected[i] = estimate[i]
    return True


cdef Board rolled_out_after(
    const Evaluator *evaluator, const Board *start, int high, int low, SearchScratch *scratch
) noexcept nogil:
    """Return the board that the best play of a roll reaches: all are judged at 0-ply, of these the best at 1-ply, and
    of these the best by short rollouts with the same dice."""
    cdef int level = MOST_PLIES  # the one that neither search nor rollouts use here
    cdef Board *boards = scratch.levels[level].boards
    cdef float *worths = scratch.worths[level]
    cdef Filter looked_at = Filter(8, 0.16)
    cdef Filter rolled_out = Filter(4, 0.05)
    cdef Filter first = Filter(1, 0)
    cdef Course course = Course(0, TURNS_OF_A_TRIAL, True, 0)
    cdef PlaceSums near
    cdef Board board
    cdef float p[OUTPUTS]
    cdef double sum
    cdef int count, i, trial
    count = find_afters(start, high, low, &evaluator.rules, &scratch.levels[level], boards)
    evaluator.sum_places(&evaluator.net, start, &near)
    for i in range(count):
        worths[i] = worth_of(evaluator, &near, boards + i, p)
    count = keep_best(scratch, level, count, &looked_at)
    if count == 1:
        return boards[0]
    for i in range(count):
        if not has_won(boards + i, &evaluator.rules):
            board = swap_sides(boards + i)
            expect(evaluator, &board, 1, scratch, p)
            worths[i] = -equity_of(p)
    count = keep_best(scratch, level, count, &rolled_out)
    if count == 1:
        return boards[0]
    for i in range(count):
        if not has_won(boards + i, &evaluator.rules):
            board = swap_sides(boards + i)
            sum = 0
            for trial in range(TRIALS_OF_A_PLAY):
                roll_out(evaluator, &board, &course, trial, scratch, p)
                sum += equity_of(p)
            worths[i] = <float> (-sum / TRIALS_OF_A_PLAY)
    keep_best(scratch, level, count, &first)
    return boards[0]


# --- the doors --------------------------------------------------------------------------------------------------------

def roll_out_rows(
    const int16_t[::1] net not None, const uint32_t[::1] races, bytes board not None, Py_ssize_t rules,
    Py_ssize_t plies, int64_t longest, bint adjusts_luck, uint64_t seed, uint64_t first_trial,
    const uint8_t[::1] stop not None, float[:, ::1] expected not None,
):
    """Write what trials `first_trial`, `first_trial + 1` and so on tell that the side about to roll can expect; the GIL
    is released.

    Parameters
    ----------
    net : int16
        What `round_weights` wrote.
    races : uint32 or None
        A table of `bsg.races`, asked instead of the network where it knows.
    board : bytes, 32
        Undecided, seen by the side about to roll.
    rules : int
        `bsg.Rules.code`.
    plies : int
        How far who plays looks ahead, 0 to 2.
    longest : int
        After how many turns a trial is judged and not played on, at least 1.
    adjusts_luck : bool
        Whether the luck of the dice is taken out.
    seed : int
        0 to 2**64 - 1.
    stop : uint8, (1,)
        Not zero ends the call.
    expected : float32, (n, 5)
        Written: the probabilities to win, to win two points or more, three, to lose two or more, three. With the luck
        taken out those of a single trial need not lie between 0 and 1.

    Returns
    -------
    int
        How many trials were finished: `n`, or fewer if `stop` was set.

    Raises
    ------
    ValueError
        If the position is decided or impossible under the rules, or an argument is not what it has to be.
    """
    cdef Evaluator evaluator = evaluator_of(net, rules, races)
    cdef Board start = board_from_bytes(board, &evaluator.rules)
    cdef Course course = Course(<int> plies, longest, adjusts_luck, seed)
    cdef Py_ssize_t trials = expected.shape[0]
    cdef Py_ssize_t done = 0
    if find_outcome(&start, &evaluator.rules).decided:
        raise ValueError("a decided position cannot be rolled out")
    if not 0 <= plies < MOST_PLIES:
        raise ValueError(f"plies must be 0 to {MOST_PLIES - 1}, got {plies}")
    if longest < 1:
        raise ValueError(f"longest must be at least 1, got {longest}")
    if stop.shape[0] != 1:
        raise ValueError(f"stop must have one element, got {stop.shape[0]}")
    check_columns(expected.shape[1], OUTPUTS, "expected")
    cdef SearchScratch *scratch = new_search()
    scratch.stop = &stop[0]
    with nogil:
        while done < trials and not stop[0]:
            if not roll_out(&evaluator, &start, &course, first_trial + <uint64_t> done, scratch, &expected[done, 0]):
                break
            done += 1
    free(scratch)
    return done
