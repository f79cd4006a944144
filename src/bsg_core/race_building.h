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

/* Write the ranks that a last die reaches. A step from k makes the rank smaller by what each point it passes counts. */
static inline int add_last_step(const RaceTable *table, const Racers *racers, int die, int farthest, uint32_t *reached, int count) {
    uint32_t up_to[MOST_TRACK + 1] = {0};
    for (int k = 1; k <= farthest; k++) {
        up_to[k] = up_to[k - 1] + table->ways[racers->beyond[k]][table->track - k];
    }
    for (int k = farthest; k >= 1; k--) {
        if (can_race(table, racers, k, die)) {
            reached[count++] = racers->rank - (up_to[k] - up_to[k > die ? k - die : 0]);
        }
    }
    return count;
}

/* Write the ranks that dice reach, played in this order; a rank may be written more than once. Steps of a double are
 * played farthest first, which reaches everything: one that could be played before one of a farther checker can be played
 * after it. */
static inline int add_reached(const RaceTable *table, const Racers *racers, const int *dice, int count_of_dice, int farthest,
                              uint32_t *reached, int count) {
    if (racers->rank == 0) {
        reached[count] = 0;
        return count + 1;
    }
    if (count_of_dice == 1) {
        return add_last_step(table, racers, dice[0], farthest, reached, count);
    }
    for (int k = farthest; k >= 1; k--) {
        if (can_race(table, racers, k, dice[0])) {
            Racers after = after_race_step(table, *racers, k, dice[0]);
            int then_farthest = dice[0] == dice[1] ? k : table->track;
            count = add_reached(table, &after, dice + 1, count_of_dice - 1, then_farthest, reached, count);
        }
    }
    return count;
}

/* Write all ranks that a roll reaches. Under iri-gachi the larger die first is enough: the other order can only reach
 * more by bringing a checker home with both dice that one brings home alone, which wastes a die. */
static inline int find_reached(const RaceTable *table, const Racers *racers, int high, int low, uint32_t *reached) {
    const int twice[4] = {high, high, high, high}, sorted[2] = {high, low}, other_way[2] = {low, high};
    if (high == low) {
        return add_reached(table, racers, twice, table->steps_per_double, table->track, reached, 0);
    }
    int count = add_reached(table, racers, sorted, 2, table->track, reached, 0);
    return table->bears_off ? add_reached(table, racers, other_way, 2, table->track, reached, count) : count;
}

/* The arrays that are being filled. `turns` is the mean of each steady row, in full precision, by which plays are chosen. */
typedef struct {
    double *turns;
    uint32_t *starts;
    uint8_t *firsts;
    uint8_t *sureness;
    uint16_t *done;
    size_t room;
} RaceArrays;

/* How sure the other is when a side will be done, from the variance of its turns; v times CERTAIN squared is whole. */
static inline uint8_t sureness_of(const RaceRow *row) {
    uint64_t sum = 0, squares = 0, certain = CERTAIN;
    for (uint64_t turn = 0; turn < (uint64_t)(row->first + row->count); turn++) {
        uint64_t left = certain - done_after(row, (int)turn, 0) / SURE;
        sum += left;
        squares += (2 * turn + 1) * left;
    }
    return (uint8_t)(SURE * certain * certain / (certain * certain + 3 * (squares * certain - sum * sum)));
}

/* Sums over rolls, each by its weight: of the numbers of a row by turn, and of rolls by the turn from which both numbers
 * are certain and so are not among them. */
typedef struct {
    uint32_t steady[MOST_TURNS + 2], timed[MOST_TURNS + 2], certain[MOST_TURNS + 2];
} RollSums;

/* Add what a roll leads to: the steady row of the best play, and for each turn the most that any play has. */
static inline void add_roll(const RaceArrays *from, const uint32_t *rows, int count, size_t best, uint32_t weight, RollSums *sums) {
    uint16_t most[MOST_TURNS + 1] = {0};
    RaceRow then = row_between(from->done, from->starts[best], from->starts[best + 1], from->firsts[best], 0);
    int certain = then.first + then.count, timed_certain = certain;
    for (int i = 0; i < count; i++) {
        RaceRow row = row_between(from->done, from->starts[rows[i]], from->starts[rows[i] + 1], from->firsts[rows[i]], 0);
        uint16_t *into = most + row.first;
        for (int turn = 0; turn < row.count; turn++) {
            into[turn] = into[turn] > row.timed[turn] ? into[turn] : row.timed[turn];
        }
        timed_certain = row.first + row.count < timed_certain ? row.first + row.count : timed_certain;
    }
    for (int i = 0; i < then.count; i++) {
        sums->steady[then.first + i + 1] += weight * then.steady[i];
    }
    for (int turn = 0; turn < certain; turn++) {
        sums->timed[turn + 1] += weight * (turn < timed_certain ? most[turn] : CERTAIN);
    }
    sums->certain[certain + 1] += weight;
}

/* Store the row of some sums, a mean of 36 rolls, and how sure the other is of it. */
static inline void store_row(RaceArrays *into, size_t row, RollSums *sums) {
    uint16_t steady[MOST_TURNS + 1], timed[MOST_TURNS + 1];
    int first = 0, count = 0;
    uint32_t certain = 0;
    for (int turn = 1; turn <= MOST_TURNS; turn++) {
        certain += sums->certain[turn];
        uint32_t most = (sums->timed[turn] + certain * CERTAIN + 18) / 36;
        uint32_t done = (sums->steady[turn] + certain * CERTAIN + 18) / 36;
        if (count == 0) {
            first = turn;
        }
        if (done == CERTAIN) {
            break;
        }
        steady[count] = (uint16_t)done;
        timed[count] = (uint16_t)most;
        count += most > 0;
    }
    uint16_t *done = into->done + into->starts[row];
    for (int i = 0; i < count; i++) {
        done[i] = steady[i];
        done[count + i] = timed[i];
    }
    into->firsts[row] = (uint8_t)first;
    into->starts[row + 1] = into->starts[row] + 2 * (uint32_t)count;
    RaceRow stored = row_between(into->done, into->starts[row], into->starts[row + 1], first, 0);
    into->sureness[row] = sureness_of(&stored);
}

/* Fill rows `begin` to `end`; return the first that is not filled, since `done` is full. Rows of states come first: those
 * end with nothing on the track; then those of untouched states, which end with the first checker off. */
static inline size_t fill_rows(const RaceTable *table, RaceArrays *into, size_t begin, size_t end) {
    uint32_t reached[MOST_REACHED];
    for (size_t row = begin; row < end; row++) {
        bool to_first_off = row >= table->states;
        size_t shift = to_first_off ? table->states - table->untouched : 0, ends_below = to_first_off ? table->untouched : 1;
        Racers racers = racers_of_rank(table, (uint32_t)(row - shift));
        RollSums sums = {0};
        double turns = 0;
        size_t start = into->starts[row];
        into->turns[row] = 0;
        into->firsts[row] = 0;
        into->sureness[row] = SURE;
        into->starts[row + 1] = (uint32_t)start;
        if (row - shift < ends_below) {
            continue; /* done after no turn */
        }
        if (into->room - start < 2 * MOST_TURNS) {
            return row;
        }
        for (int high = 1; high <= 6; high++) {
            for (int low = 1; low <= high; low++) {
                uint32_t weight = high == low ? 1 : 2;
                int count = find_reached(table, &racers, high, low, reached);
                size_t best = 0;
                double fewest = 1e9;
                for (int i = 0; i < count; i++) {
                    reached[i] = reached[i] < ends_below ? 0 : reached[i] + (uint32_t)shift; /* row 0 is done */
                    if (into->turns[reached[i]] < fewest) {
                        fewest = into->turns[reached[i]];
                        best = reached[i];
                    }
                }
                turns += weight * (1 + fewest);
                add_roll(into, reached, count, best, weight, &sums);
            }
        }
        into->turns[row] = turns / 36;
        store_row(into, row, &sums);
    }
    return end;
}

/* Leave each rank once, in the order in which they are met first. */
static inline int without_repeats(uint32_t *ranks, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int j = 0;
        while (j < kept && ranks[j] != ranks[i]) {
            j++;
        }
        if (j == kept) {
            ranks[kept++] = ranks[i];
        }
    }
    return kept;
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
                used += (size_t)without_repeats(ranks + used, find_reached(table, &racers, high, low, ranks + used));
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
