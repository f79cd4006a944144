/* Who chooses plays natively. */
#ifndef BSG_PLAYERS_H
#define BSG_PLAYERS_H

#include "choosing.h"
#include "random.h"

enum { PLAYS_AT_RANDOM, PLAYS_BY_NETWORK };

typedef struct {
    int kind;
    float noise;         /* by a network: what is added to each equity, as a standard deviation */
    Evaluator evaluator; /* by a network */
} Player;

/* A number drawn from a bell curve of mean 0 and deviation 1: twelve even ones added up. */
static inline float draw_from_bell(Stream *choices) {
    int64_t sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += next_word(choices);
    }
    return (float)(sum - 6 * (int64_t)UINT32_MAX) / (float)UINT32_MAX;
}

/* As `best_after`, but each equity is misjudged a little. */
static inline int noisy_after(const Evaluator *evaluator, const Board *start, const Board *afters, int count, float noise,
                              Stream *choices) {
    PlaceSums near;
    float p[OUTPUTS], best_worth = 0;
    int best = -1;
    evaluator->sum_places(&evaluator->net, start, &near);
    for (int i = 0; i < count; i++) {
        float worth = worth_of(evaluator, &near, afters + i, p) + noise * draw_from_bell(choices);
        if (best < 0 || worth > best_worth) {
            best = i;
            best_worth = worth;
        }
    }
    return best;
}

#endif
