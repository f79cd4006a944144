/* Who chooses plays natively, and how those choose that are neither random nor a network alone. */
#ifndef BSG_PLAYERS_H
#define BSG_PLAYERS_H

#include "choosing.h"
#include "random.h"

/* The order is that of bsg.bots. */
enum { PLAYS_AT_RANDOM, PLAYS_SIMPLY, PLAYS_BY_NETWORK, PLAYS_BY_ROLLOUT, KINDS_OF_PLAYERS };

/* What a point that is won at once is worth to who would else weigh it against hopes. */
enum { MORE_THAN_ANY_BOARD = 10000 };

typedef struct {
    int kind;
    float noise;         /* by a network: how far it misjudges a board, in points, as a standard deviation */
    int plies;           /* by a network without noise: how many turns it looks ahead */
    Evaluator evaluator; /* by a network or by rollouts */
} Player;

/* --- by rules of thumb ------------------------------------------------------------------------------------------- */

/* What a board is worth by rules of thumb, in pips, to the side that has just played: who is ahead, points held, most of
 * all at home and side by side, and blots within reach of the other side. */
static inline int rate_simply(const Board *after) {
    Held own = held_by(after->own), opponent = held_by(after->opponent);
    uint32_t blots = own.any & ~own.several & POINTS, blocks = own.several & POINTS;
    uint32_t behind = opponent.any & (POINTS | 1); /* the other side walks up from place 0, its bar */
    uint32_t direct = 0;
    for (int die = 1; die <= 6; die++) {
        direct |= behind << die;
    }
    /* The other side has the farther to go, the lower the places where it stands. */
    int worth = -count_pips(after->own) - count_pips(after->opponent);
    worth += 3 * count_places(blocks) + 4 * count_places(blocks & HOME) + 2 * count_places(blocks & blocks >> 1);
    worth += 2 * count_places(blocks & HOME) * count_at(after->opponent, 0);
    for (uint32_t left = blots & direct; left != 0; left &= left - 1) {
        worth -= 3 + (25 - lowest_place(left)) / 3;
    }
    worth -= 2 * count_places(blots & direct << 6 & ~direct);
    return worth;
}

/* Return the index of the board that is best by rules of thumb; a win is best of all, and of equals the first by R15. */
static inline int best_by_thumb(const Board *afters, int count, const Rules *rules) {
    int best = -1, best_worth = 0;
    for (int i = 0; i < count; i++) {
        int worth = has_won(afters + i, rules) ? MORE_THAN_ANY_BOARD * own_win(afters + i, rules).points
                                               : rate_simply(afters + i);
        if (best < 0 || worth > best_worth ||
            (worth == best_worth && compare_boards(afters + i, afters + best) > 0)) {
            best = i;
            best_worth = worth;
        }
    }
    return best;
}

/* --- by a network that misjudges -------------------------------------------------------------------------------- */

/* A number drawn from a bell curve of mean 0 and deviation 1: twelve even ones added up. */
static inline float draw_from_bell(Stream *choices) {
    int64_t sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += next_word(choices);
    }
    return (float)(sum - 6 * (int64_t)UINT32_MAX) / (float)UINT32_MAX;
}

/* Whether the sides have passed each other, so that nobody can be hit any more; the opponent's bar is place 0. */
static inline bool is_race(const Board *board) {
    uint32_t own = held_by(board->own).any & ~1u, opponent = held_by(board->opponent).any & ~BAR_BIT;
    return own == 0 || opponent == 0 || highest_place(own) < lowest_place(opponent);
}

/* As `best_after`, but each board is misjudged, as people misjudge: not a win that can be had at once, which is taken, and
 * a race less than anything else, since whoever has to count alone counts well enough. */
static inline int misjudged_after(const Player *player, const Board *start, const Board *afters, int count,
                                  Stream *choices) {
    const Rules *rules = &player->evaluator.rules;
    float noise = is_race(start) ? player->noise / 8 : player->noise;
    PlaceSums near;
    float p[OUTPUTS], best_worth = 0;
    int best = -1;
    player->evaluator.sum_places(&player->evaluator.net, start, &near);
    for (int i = 0; i < count; i++) {
        float worth = worth_of(&player->evaluator, &near, afters + i, p);
        worth = has_won(afters + i, rules) ? MORE_THAN_ANY_BOARD * worth : worth + noise * draw_from_bell(choices);
        if (best < 0 || worth > best_worth ||
            (worth == best_worth && compare_boards(afters + i, afters + best) > 0)) {
            best = i;
            best_worth = worth;
        }
    }
    return best;
}

#endif
