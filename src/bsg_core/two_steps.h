/* Turns of two steps in closed form: every play counted, listed and drawn without a search.
 *
 * It holds where no checker can be borne off and no step but the last can end the game. Every distinct play is then
 * exactly one of
 *   - a pair: checker i moves by the first die and checker j by the second, or
 *   - a single checker that moves by both, through a landing between.
 * The order of a pair never matters, since own steps close nothing to oneself. But if checker j stands where checker i
 * lands, "i by a, j by b" is the same board as "i by a and b": with 6-5, 24/18 18/13 is 24/13. With two different dice
 * that board is counted as the single. With a double, the pair of i and j is one unordered choice already, so there the
 * pair is kept and the single left out.
 */
#ifndef BSG_TWO_STEPS_H
#define BSG_TWO_STEPS_H

#include "rules.h"

typedef struct {
    const Board *start;
    int first, second;     /* the dice, the larger first */
    uint32_t several;      /* the places that hold two own checkers or more */
    uint32_t blots;        /* the points that hold one opposing checker */
    uint32_t by_first;     /* the sources from which the first die can be played, were the bar no hindrance */
    uint32_t by_second;    /* likewise by the second; `pair_partners` says which of them go together */
    uint32_t via_first;    /* sources of singles that move by the first die, then by the second */
    uint32_t via_second;   /* the other way round, where that reaches another board */
    bool one_on_bar;       /* then the checker on the bar is one of every pair; with more there none but they move */
} TwoSteps;

/* Whether a turn may be read in closed form: see the top of this file. */
static inline bool is_two_step_turn(const Board *board, int high, int low, const Rules *rules) {
    if (high == low && rules->steps_per_double != 2) {
        return false;
    }
    Held own = held_by(board->own);
    /* An instant win by the first step needs five home points closed already. */
    if (rules->closed_home == CLOSED_HOME_INSTANT && count_places(own.several & HOME) >= 5) {
        return false;
    }
    /* At least two checkers outside, or one on the bar: it enters far from home. */
    uint32_t outside = own.any & OUTSIDE;
    return (outside & (outside - 1)) != 0 || ((own.several | BAR_BIT) & outside) != 0;
}

static inline TwoSteps read_two_steps(const Board *start, int first, int second) {
    Held own = held_by(start->own), opponent = held_by(start->opponent);
    uint32_t open = POINTS & ~opponent.several;
    if (own.several & BAR_BIT) {
        own.any = BAR_BIT;
    }
    uint32_t by_first = own.any & open << first, by_second = own.any & open << second;
    uint32_t whole_way = own.any & open << (first + second);
    TwoSteps turn = {.start = start,
                     .first = first,
                     .second = second,
                     .several = own.several,
                     .blots = opponent.any & open,
                     .one_on_bar = (own.any & ~own.several & BAR_BIT) != 0};
    if (own.any & BAR_BIT) {
        whole_way &= turn.one_on_bar ? BAR_BIT : 0;
    }
    turn.by_first = by_first;
    turn.by_second = by_second;
    if (first == second) {
        /* Through an own checker the single is the pair of the two. */
        turn.via_first = by_first & whole_way & ~(own.any << first);
        if (turn.one_on_bar) {
            turn.by_first &= BAR_BIT; /* the pair is unordered, so the checker on the bar is its first */
            turn.by_second &= POINTS;
        }
        return turn;
    }
    /* Both ways reach one board, unless one of them hits on its way; so the second way counts only where the first is
     * shut or where either hits. */
    uint32_t hits_on_the_way_by_first = turn.blots << first, hits_on_the_way_by_second = turn.blots << second;
    turn.via_first = by_first & whole_way;
    turn.via_second =
        by_second & whole_way & (hits_on_the_way_by_second | ~turn.via_first | hits_on_the_way_by_first);
    return turn;
}

/* The sources of the second checker of a pair whose first is at `source`. */
static inline uint32_t pair_partners(const TwoSteps *turn, int source) {
    uint32_t here = 1u << source;
    uint32_t partners = turn->by_second;
    if (turn->first == turn->second) {
        return partners & ((here - 1) | (here & turn->several)); /* unordered: the second never from farther */
    }
    if (turn->one_on_bar) {
        partners &= source == BAR ? POINTS : BAR_BIT;
    }
    partners &= ~(here & ~turn->several);
    return partners & ~(here >> turn->first) & ~(here << turn->second); /* those that are a single checker's */
}

static inline int count_pairs(const TwoSteps *turn) {
    uint32_t a = turn->by_first, b = turn->by_second;
    if (turn->one_on_bar) {
        int pairs = a & BAR_BIT ? count_places(pair_partners(turn, BAR)) : 0;
        if (turn->first != turn->second && b & BAR_BIT) {
            pairs += count_places(a & POINTS & ~(BAR_BIT >> turn->second));
        }
        return pairs;
    }
    if (turn->first == turn->second) {
        int sources = count_places(a);
        return sources * (sources - 1) / 2 + count_places(a & turn->several);
    }
    /* Every pair, less those of one lone checker with itself, and those that are a single checker's: j where i lands,
     * and i where j lands. */
    return count_places(a) * count_places(b) - count_places(a & b & ~turn->several) -
           count_places(a >> turn->first & b) - count_places(a << turn->second & b);
}

static inline int count_two_step_plays(const TwoSteps *turn) {
    return count_pairs(turn) + count_places(turn->via_first) + count_places(turn->via_second);
}

static inline bool has_two_step_play(const TwoSteps *turn) {
    return (turn->via_first | turn->via_second) != 0 || count_pairs(turn) > 0;
}

/* A pair in two halves, since many pairs share their first. */
static inline Board board_after_first_of_pair(const TwoSteps *turn, int i) {
    int target = i - turn->first;
    return board_after_known_step(turn->start, i, target, turn->blots >> target & 1);
}

/* Where both land on one blot, the first hits it. */
static inline uint32_t blots_for_second_of_pair(const TwoSteps *turn, int i) {
    return turn->blots & ~(1u << (i - turn->first));
}

static inline Board board_after_second_of_pair(const Board *half, int j, int die, uint32_t blots) {
    int target = j - die;
    return board_after_known_step(half, j, target, blots >> target & 1);
}

static inline Board board_after_single(const TwoSteps *turn, int source, int die, int other_die) {
    int between = source - die, target = between - other_die;
    Board after = board_after_known_step(turn->start, source, between, turn->blots >> between & 1);
    return board_after_known_step(&after, between, target, turn->blots >> target & 1);
}

/* Write all plays of two steps; return how many. */
static inline int list_two_step_plays(const TwoSteps *turn, Board *found) {
    Board *next = found;
    for (uint32_t left = turn->via_first; left; left &= left - 1) {
        *next++ = board_after_single(turn, lowest_place(left), turn->first, turn->second);
    }
    for (uint32_t left = turn->via_second; left; left &= left - 1) {
        *next++ = board_after_single(turn, lowest_place(left), turn->second, turn->first);
    }
    for (uint32_t left = turn->by_first; left; left &= left - 1) {
        int i = lowest_place(left);
        const Board half = board_after_first_of_pair(turn, i);
        const uint32_t blots = blots_for_second_of_pair(turn, i);
        const int second = turn->second;
        for (uint32_t partners = pair_partners(turn, i); partners; partners &= partners - 1) {
            *next++ = board_after_second_of_pair(&half, lowest_place(partners), second, blots);
        }
    }
    return (int)(next - found);
}

/* --- drawing a play ---------------------------------------------------------------------------------------------- */

/* A play is drawn from *slots*: one for each play, and some that hold none, which are drawn again. The slots of pairs
 * are the whole rectangle of `by_first` and `by_second`, so that no pair has to be counted to find the next. */
static inline int count_pair_slots(const TwoSteps *turn) {
    uint32_t a = turn->by_first, b = turn->by_second;
    if (turn->one_on_bar) {
        return (a & BAR_BIT ? count_places(b & POINTS) : 0) + (b & BAR_BIT ? count_places(a & POINTS) : 0);
    }
    int sources = count_places(a);
    return turn->first == turn->second ? (sources + 1) / 2 * (sources | 1) : sources * count_places(b);
}

static inline int count_two_step_slots(const TwoSteps *turn) {
    return count_places(turn->via_first) + count_places(turn->via_second) + count_pair_slots(turn);
}

/* The pair of a slot: the checkers at `i` and `j`, which need not make a play. */
static inline void read_pair_slot(const TwoSteps *turn, int slot, int *i, int *j) {
    uint32_t a = turn->by_first, b = turn->by_second;
    if (turn->one_on_bar) {
        int entering_by_first = a & BAR_BIT ? count_places(b & POINTS) : 0;
        bool by_first = slot < entering_by_first;
        *i = by_first ? BAR : nth_place(a & POINTS, slot - entering_by_first);
        *j = by_first ? nth_place(b & POINTS, slot) : BAR;
    } else if (turn->first == turn->second) {
        /* The triangle of unordered pairs, its short rows laid beside its long ones: half as many rows, all as long. */
        int sources = count_places(a), even = ~sources & 1;
        int row = slot / (sources | 1), column = slot % (sources | 1);
        bool is_long = column >= row + even;
        *i = nth_place(a, is_long ? column - even : sources - 1 - column);
        *j = nth_place(a, is_long ? row : sources - even - row);
    } else {
        int columns = count_places(b);
        *i = nth_place(a, slot / columns);
        *j = nth_place(b, slot % columns);
    }
}

/* Write the board that the play of a slot reaches; say whether the slot holds one. */
static inline bool read_two_step_slot(const TwoSteps *turn, int slot, Board *after) {
    int singles = count_places(turn->via_first);
    if (slot < singles) {
        *after = board_after_single(turn, nth_place(turn->via_first, slot), turn->first, turn->second);
        return true;
    }
    slot -= singles;
    singles = count_places(turn->via_second);
    if (slot < singles) {
        *after = board_after_single(turn, nth_place(turn->via_second, slot), turn->second, turn->first);
        return true;
    }
    int i, j;
    read_pair_slot(turn, slot - singles, &i, &j);
    if (!(pair_partners(turn, i) >> j & 1)) {
        return false;
    }
    const Board half = board_after_first_of_pair(turn, i);
    *after = board_after_second_of_pair(&half, j, turn->second, blots_for_second_of_pair(turn, i));
    return true;
}

/* --- turns of one step ------------------------------------------------------------------------------------------- */

/* Where no play has two steps: the larger die if any checker can move by it, else the smaller (RULES section 2.6).
 * Returns the sources, none for a pass. */
static inline uint32_t one_step_sources(const TwoSteps *turn, int *die) {
    uint32_t a = turn->by_first, b = turn->by_second;
    if (turn->one_on_bar) {
        a &= BAR_BIT;
        b &= BAR_BIT;
    }
    *die = a ? turn->first : turn->second;
    return a ? a : b;
}

static inline Board board_after_one_step(const TwoSteps *turn, int source, int die) {
    int target = source - die;
    return board_after_known_step(turn->start, source, target, turn->blots >> target & 1);
}

#endif
