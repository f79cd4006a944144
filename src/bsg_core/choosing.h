/* Which of the boards that a roll reaches is the best for the side that has rolled. */
#ifndef BSG_CHOOSING_H
#define BSG_CHOOSING_H

#include "net.h"

/* What the side that rolls next expects of an undecided board: by the table of races if that knows, else by the network. */
static inline void judge_undecided(const Evaluator *evaluator, const PlaceSums *near, const Board *after, float p[OUTPUTS]) {
    RaceChances chances;
    if (evaluator->races.track && judge_race(&evaluator->races, &evaluator->rules, after, &chances)) {
        const float known[OUTPUTS] = {chances.win, chances.win_two, 0, chances.lose_two, 0};
        memcpy(p, known, sizeof known);
        return;
    }
    evaluator->judge(&evaluator->net, &evaluator->rules, near, after, p);
}

/* What a board is worth to the side that has just played, and what the side that rolls next expects. */
static inline float worth_of(const Evaluator *evaluator, const PlaceSums *near, const Board *after, float p[OUTPUTS]) {
    if (has_won(after, &evaluator->rules)) {
        int points = own_win(after, &evaluator->rules).points;
        const float lost[OUTPUTS] = {0, 0, 0, points >= 2, points >= 3};
        memcpy(p, lost, sizeof lost);
        return (float)points;
    }
    judge_undecided(evaluator, near, after, p);
    return -equity_of(p);
}

/* Return the index of the best board, and write what it is worth and expected; of equals the first by R15. `near` are the
 * sums of the board before the roll: they serve all its rolls. */
static inline int best_after(const Evaluator *evaluator, const PlaceSums *near, const Board *afters, int count,
                             float *worth, float p[OUTPUTS]) {
    int best = 0;
    *worth = worth_of(evaluator, near, afters, p);
    for (int i = 1; i < count; i++) {
        float q[OUTPUTS];
        float other = worth_of(evaluator, near, afters + i, q);
        if (other > *worth || (other == *worth && compare_boards(afters + i, afters + best) > 0)) {
            best = i;
            *worth = other;
            memcpy(p, q, sizeof q);
        }
    }
    return best;
}

#endif
