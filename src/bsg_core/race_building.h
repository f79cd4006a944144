/* How the table of races is filled, lowest rank first, since a step can only make a rank smaller. */
#ifndef BSG_RACE_BUILDING_H
#define BSG_RACE_BUILDING_H

#include "race_table.h"

/* Four steps sorted by source reach at most C(11 + 3, 4) ranks, two dice in both orders 2 * 11 * 11. */
enum { MOST_REACHED = 1024, RACE_ROLLS = 21 };

/* A side on the track: how many of its checkers stand on each point of it or farther, and its rank. */
typedef struct {
    uint8_t beyond[MOST_TRACK + 2];
    uint32_t rank;
} Racers;

static inline Racers racers_of_rank(const RaceTable *table, uint32_t rank) {
    Racers racers = {{0}, rank};
    int count = CHECKERS;
    for (int k = 1; k <= table->track; k++) {
        while (table->ways[count][table->track - k + 1] > rank) {
            count--;
        }
        racers.beyond[k] = (uint8_t)count;
        rank -= table->ways[count][table->track - k + 1];
    }
    return racers;
}

static inline bool can_race(const RaceTable *table, const Racers *racers, int k, int die) {
    if (racers->beyond[k] == racers->beyond[k + 1]) {
        return false;
    }
    return !table->bears_off || k >= die || racers->beyond[k + 1] == 0;
}

static inline Racers after_race_step(const RaceTable *table, Racers racers, int k, int die) {
    for (int i = k > die ? k - die + 1 : 1; i <= k; i++) {
        racers.rank -= table->ways[racers.beyond[i]][table->track - i];
        racers.beyond[i]--;
    }
    return racers;
}

/* Write the ranks that dice reach, played in this order; a rank may be written more than once. Steps of a double are
 * played farthest first, which reaches everything: one that could be played before one of a farther checker can be played
 * after it. */
static inline int add_reached(const RaceTable *table, Racers racers, const int *dice, int count_of_dice, int farthest,
                              uint32_t *reached, int count) {
    if (count_of_dice == 0 || racers.rank == 0) {
        reached[count] = racers.rank;
        return count + 1;
    }
    for (int k = farthest; k >= 1; k--) {
        if (can_race(table, &racers, k, dice[0])) {
            bool is_double = count_of_dice > 1 && dice[0] == dice[1];
            count = add_reached(table, after_race_step(table, racers, k, dice[0]), dice + 1, count_of_dice - 1,
                                is_double ? k : table->track, reached, count);
        }
    }
    return count;
}

/* Write all ranks that a roll reaches. Under iri-gachi the larger die first is enough: the other order can only reach
 * more by bringing a checker home with both dice that one brings home alone, which wastes a die. */
static inline int find_reached(const RaceTable *table, const Racers *racers, int high, int low, uint32_t *reached) {
    const int twice[4] = {high, high, high, high}, sorted[2] = {high, low}, other_way[2] = {low, high};
    if (high == low) {
        return add_reached(table, *racers, twice, table->steps_per_double, table->track, reached, 0);
    }
    int count = add_reached(table, *racers, sorted, 2, table->track, reached, 0);
    return table->bears_off ? add_reached(table, *racers, other_way, 2, table->track, reached, count) : count;
}

/* The arrays that are being filled. `turns` is the mean of each row, in full precision, by which plays are chosen. */
typedef struct {
    double *turns;
    uint32_t *starts;
    uint8_t *firsts;
    uint16_t *done;
    size_t room;
} RaceArrays;

/* Fill rows `begin` to `end`; return the first that is not filled, since `done` is full. Rows of states come first: those
 * end with nothing on the track; then those of untouched states, which end with the first checker off. */
static inline size_t fill_rows(const RaceTable *table, RaceArrays *into, size_t begin, size_t end) {
    uint32_t reached[MOST_REACHED];
    for (size_t row = begin; row < end; row++) {
        bool to_first_off = row >= table->states;
        size_t shift = to_first_off ? table->states - table->untouched : 0, ends_below = to_first_off ? table->untouched : 1;
        Racers racers = racers_of_rank(table, (uint32_t)(row - shift));
        uint64_t sums[MOST_TURNS + 2] = {0};
        double turns = 0;
        int last = 0, first = 1;
        size_t start = into->starts[row];
        into->turns[row] = 0;
        into->firsts[row] = 0;
        into->starts[row + 1] = (uint32_t)start;
        if (row - shift < ends_below) {
            continue; /* done after no turn */
        }
        if (into->room - start < MOST_TURNS) {
            return row;
        }
        for (int high = 1; high <= 6; high++) {
            for (int low = 1; low <= high; low++) {
                uint32_t weight = high == low ? 1 : 2;
                int count = find_reached(table, &racers, high, low, reached);
                size_t best = 0;
                double fewest = 1e9;
                for (int i = 0; i < count; i++) {
                    bool ends = reached[i] < ends_below;
                    double more = ends ? 0 : into->turns[reached[i] + shift];
                    if (more < fewest) {
                        fewest = more;
                        best = ends ? 0 : reached[i] + shift;
                    }
                }
                RaceRow then = {into->firsts[best], (int)(into->starts[best + 1] - into->starts[best]),
                                into->done + into->starts[best]};
                int certain = then.first + then.count + 1;
                turns += weight * (1 + fewest);
                for (int turn = 1; turn <= MOST_TURNS; turn++) {
                    sums[turn] += weight * (uint64_t)done_after(&then, turn - 1);
                }
                last = certain > last ? certain : last;
            }
        }
        into->turns[row] = turns / 36;
        while (first < last && (sums[first] + 18) / 36 == 0) {
            first++;
        }
        into->firsts[row] = (uint8_t)first;
        for (int turn = first; turn < last && turn < MOST_TURNS; turn++) {
            uint64_t done = (sums[turn] + 18) / 36;
            if (done >= CERTAIN) {
                break;
            }
            into->done[into->starts[row + 1]++] = (uint16_t)done;
        }
    }
    return end;
}

/* The ranks that each roll reaches from each of the lowest ranks, so that they are searched for once. */
static inline size_t list_reached(const RaceTable *table, size_t states, uint32_t *starts, uint32_t *ranks, size_t room) {
    size_t used = 0, roll = 0;
    for (size_t rank = 0; rank < states; rank++) {
        Racers racers = racers_of_rank(table, (uint32_t)rank);
        for (int high = 1; high <= 6; high++) {
            for (int low = 1; low <= high; low++) {
                starts[roll++] = (uint32_t)used;
                if (room - used < MOST_REACHED) {
                    return 0;
                }
                used += (size_t)find_reached(table, &racers, high, low, ranks + used);
            }
        }
    }
    starts[roll] = (uint32_t)used;
    return used;
}

/* Roll 0 is 1-1, then 2-1, 2-2, 3-1 and so on: number high (high - 1) / 2 + low - 1; doubles weigh half. */
static inline int weight_of_roll(int roll) { return roll == 0 || roll == 2 || roll == 5 || roll == 9 || roll == 14 || roll == 20 ? 1 : 2; }

static inline double chance_after(const double *chances, size_t states, size_t other, size_t reached) {
    return reached == 0 ? 1 : 1 - chances[other * states + reached];
}

static inline double best_chance(const double *chances, size_t states, size_t other, const uint32_t *from, const uint32_t *to) {
    double best = 0;
    for (; from < to; from++) {
        double chance = chance_after(chances, states, other, *from);
        best = chance > best ? chance : best;
    }
    return best;
}

static inline void find_exact_chance(size_t states, size_t own, size_t other, const uint32_t *starts, const uint32_t *ranks,
                                     double *chances) {
    double sum = 0;
    if (own == 0 || other == 0) {
        chances[own * states + other] = own == 0; /* decided: nobody asks */
        return;
    }
    for (int roll = 0; roll < RACE_ROLLS; roll++) {
        const uint32_t *start = starts + own * RACE_ROLLS + (size_t)roll;
        sum += weight_of_roll(roll) * best_chance(chances, states, other, ranks + start[0], ranks + start[1]);
    }
    chances[own * states + other] = sum / 36;
}

/* Both sides below `states`, each playing as well as can be against the other. The chance of (own, other) is made of
 * those of (other, less than own). So with the larger of the two as `most`, those of smaller ones come first. */
static inline void fill_exact(size_t states, const uint32_t *starts, const uint32_t *ranks, double *chances) {
    for (size_t most = 0; most < states; most++) {
        for (size_t other = 0; other <= most; other++) {
            find_exact_chance(states, most, other, starts, ranks, chances);
        }
        for (size_t own = 0; own < most; own++) {
            find_exact_chance(states, own, most, starts, ranks, chances);
        }
    }
}

typedef struct {
    int64_t pairs, plays, wrong_plays; /* a play is a roll of a pair */
    double mean_error, worst_error;    /* of equity: twice that of the chance */
    double mean_loss, worst_loss;      /* of equity, exactly judged */
} RaceErrors;

/* How far one-sided rows are from exact chances, and what plays chosen by them lose. */
static inline RaceErrors compare_races(const double *guesses, const double *chances, size_t states, const uint32_t *starts,
                                       const uint32_t *ranks) {
    RaceErrors errors = {0};
    for (size_t own = 1; own < states; own++) {
        for (size_t other = 1; other < states; other++) {
            double error = 2 * (guesses[own * states + other] - chances[own * states + other]);
            error = error < 0 ? -error : error;
            errors.pairs++;
            errors.mean_error += error;
            errors.worst_error = error > errors.worst_error ? error : errors.worst_error;
            for (int roll = 0; roll < RACE_ROLLS; roll++) {
                const uint32_t *start = starts + own * RACE_ROLLS + (size_t)roll;
                const uint32_t *from = ranks + start[0], *to = ranks + start[1];
                uint32_t chosen = *from;
                for (const uint32_t *at = from; at < to; at++) {
                    if (chance_after(guesses, states, other, *at) > chance_after(guesses, states, other, chosen)) {
                        chosen = *at;
                    }
                }
                double loss = 2 * (best_chance(chances, states, other, from, to) - chance_after(chances, states, other, chosen));
                errors.plays += weight_of_roll(roll);
                errors.wrong_plays += loss > 1e-9 ? weight_of_roll(roll) : 0;
                errors.mean_loss += loss * weight_of_roll(roll);
                errors.worst_loss = loss > errors.worst_loss ? loss : errors.worst_loss;
            }
        }
    }
    errors.mean_error /= (double)errors.pairs;
    errors.mean_loss /= (double)errors.plays;
    return errors;
}

#endif
