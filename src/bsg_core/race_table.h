/* What is known of races: when each side will be done, playing for itself, and who is done first.
 *
 * In a race every own checker has passed every opposing one. Nothing can be hit or blocked any more, so nobody gets onto
 * a bar, a closed home means nothing, and a win under iri-gachi is one point whatever `closed_home` says. Nor do checkers
 * at home matter under iri-gachi: one outside can use any die and does no worse by it. So a side is the set of its
 * checkers on a few points in a row, the *track*: points 7 and on under iri-gachi, points 1 to 6 if it bears off.
 *
 * A side is numbered by how many of its checkers stand on each point of the track or farther: b[1] >= b[2] >= ... >= b[n].
 * With b[k] + n - k these are n different numbers, and the rank of the side is theirs in the combinatorial number system,
 * the sum of C(b[k] + n - k, n - k + 1). Any step makes the rank smaller, and 0 is a side that is done.
 *
 * A row tells twice how likely a side is done after so many turns, in 1/65535. *Steady* is what it has by playing to be done
 * after the fewest turns on average. *Timed* is the most that any play can have for that very turn, as if the
 * side knew that it had so many turns and no more. What a side that sees the other's board has lies between,
 * and nearer to timed the surer it is when the other will be done. So each side is taken to have a share of the
 * difference, its `sureness`, which is 1 if the other's turns do not vary and 1 / (1 + 3 v) if their variance is v.
 * The 3 fits exact tables of up to seven checkers under iri-gachi and in backgammon. Whatever the share, one side steady
 * against the other timed bounds the exact chance from below, and the reverse from above: dice are independent, so
 * nobody is done in time more often than timed says, and either side can always play steadily. Numbers are rounded to
 * the nearest once a turn.
 */
#ifndef BSG_RACE_TABLE_H
#define BSG_RACE_TABLE_H

#include "rules.h"

enum { MOST_TRACK = 11, MOST_TURNS = 96, CERTAIN = 65535, SURE = 255 };
enum { RACE_MAGIC = 0x52677362, RACE_HEADER = 6, RACE_FORMAT = 2 };
enum { RACE_IS_UNKNOWN, RACE_IS_ONE_SIDED, RACE_IS_EXACT };

typedef struct {
    int track;            /* points of the track; 0 for no table */
    bool bears_off;
    int steps_per_double;
    size_t states;        /* of a side */
    size_t untouched;     /* the lowest rank with all 15 checkers on the track */
    size_t rows;          /* one for each state; if bearing off, then one for each untouched state: its first checker off */
    size_t numbers;
    size_t exact_states;  /* both sides below it: `exact` knows */
    const uint32_t *starts;
    const uint8_t *firsts;
    const uint8_t *sureness; /* how sure the other is when this side will be done, in 1/255 */
    const uint16_t *done;
    const float *exact;   /* the chance of the side that rolls, by its rank and then the other's */
    uint32_t ways[CHECKERS + 2][MOST_TRACK + 1]; /* ways[s][j] is C(s + j - 1, j) */
} RaceTable;

/* Bit 0 bears off, bit 1 four steps a double, bits 2 on the points of the track. */
static inline bool set_out_races(uint32_t code, RaceTable *table) {
    table->bears_off = code & 1;
    table->steps_per_double = code & 2 ? 4 : 2;
    table->track = (int)(code >> 2);
    if (code >> 2 < 1 || code >> 2 > MOST_TRACK || (table->bears_off && table->track != 6)) {
        return false;
    }
    for (int s = 0; s <= CHECKERS + 1; s++) {
        table->ways[s][0] = s > 0;
        for (int j = 1; j <= MOST_TRACK; j++) {
            table->ways[s][j] = s == 0 ? 0 : table->ways[s - 1][j] + table->ways[s][j - 1];
        }
    }
    table->states = table->ways[CHECKERS + 1][table->track];
    table->untouched = table->ways[CHECKERS][table->track];
    table->rows = table->states + (table->bears_off ? table->states - table->untouched : 0);
    return true;
}

/* The words of a table: a magic number, its code, numbers in `done`, its format, exact states, a spare; the
 * starts, one more than rows; then `firsts`, `sureness`, `done` and `exact`, each filled up to whole words. */
static inline size_t length_of_races(const RaceTable *table) {
    return RACE_HEADER + table->rows + 1 + 2 * ((table->rows + 3) / 4) + (table->numbers + 1) / 2 +
           table->exact_states * table->exact_states;
}

/* Read a table from its buffer; say whether it is one. The buffer must live as long as the table does. */
static inline bool read_races(const uint32_t *buffer, size_t length, RaceTable *table) {
    if (length < RACE_HEADER || buffer[0] != RACE_MAGIC || buffer[3] != RACE_FORMAT || !set_out_races(buffer[1], table)) {
        return false;
    }
    table->numbers = buffer[2];
    table->exact_states = buffer[4];
    if (table->exact_states > table->untouched || length != length_of_races(table)) {
        return false;
    }
    table->starts = buffer + RACE_HEADER;
    table->firsts = (const uint8_t *)(table->starts + table->rows + 1);
    table->sureness = table->firsts + (table->rows + 3) / 4 * 4;
    table->done = (const uint16_t *)(table->sureness + (table->rows + 3) / 4 * 4);
    table->exact = (const float *)(table->done + (table->numbers + 1) / 2 * 2);
    return true;
}

/* From turn `first` on, before which neither is likely at all; after `count` turns both are certain. */
typedef struct {
    int first;
    int count;
    uint32_t sureness;
    const uint16_t *steady;
    const uint16_t *timed;
} RaceRow;

static inline RaceRow row_between(const uint16_t *done, size_t start, size_t end, int first, uint32_t sureness) {
    size_t count = (end - start) / 2;
    return (RaceRow){first, (int)count, sureness, done + start, done + start + count};
}

/* Look a row up; say whether it is whole, which a buffer from elsewhere may not keep to. */
static inline bool look_up_row(const RaceTable *table, size_t row, RaceRow *found) {
    size_t start = table->starts[row], end = table->starts[row + 1];
    if (start > end || end > table->numbers || end - start > 2 * MOST_TURNS) {
        return false;
    }
    *found = row_between(table->done, start, end, table->firsts[row], table->sureness[row]);
    return true;
}

/* How likely a side is done after so many turns of its own, in 1/65535 and 1/255 of those: steady if it has no share of
 * the difference, timed if it has all 255 of it. */
static inline uint64_t done_after(const RaceRow *row, int turns, uint32_t share) {
    int i = turns - row->first;
    if (i < 0 || i >= row->count) {
        return i < 0 ? 0 : CERTAIN * SURE;
    }
    return row->steady[i] * (uint64_t)(SURE - share) + row->timed[i] * (uint64_t)share;
}

/* How likely one side is done in a turn before which the other has had `behind` turns fewer, and is not done, if each has
 * such a share. In whole numbers: the same on every machine. */
static inline double chance_by_shares(const RaceRow *one, const RaceRow *other, int behind, uint32_t share, uint32_t others) {
    uint64_t sum = 0, before = 0;
    for (int turn = one->first; turn <= one->first + one->count; turn++) {
        uint64_t now = done_after(one, turn, share);
        sum += (now - before) * (CERTAIN * SURE - done_after(other, turn - behind, others));
        before = now;
    }
    return (double)sum / ((double)(CERTAIN * SURE) * (CERTAIN * SURE));
}

static inline double chance_of_first(const RaceRow *one, const RaceRow *other, int behind) {
    return chance_by_shares(one, other, behind, other->sureness, one->sureness);
}

/* The rank of a side on the track, from its counts by place, place 0 being off and 25 the bar. */
static inline size_t rank_of_side(const RaceTable *table, const uint64_t side[2], bool is_opponent) {
    size_t rank = 0;
    int beyond = 0, nearest = table->bears_off ? 1 : 7;
    for (int k = table->track; k >= 1; k--) {
        int place = nearest + k - 1;
        beyond += count_at(side, is_opponent ? 25 - place : place);
        rank += table->ways[beyond][table->track - k + 1];
    }
    return rank;
}

/* What the side that rolls expects: that it wins, that it wins a gammon, that it loses one. */
typedef struct {
    float win, win_two, lose_two;
} RaceChances;

/* Say whether a board, seen by the side that has just played, is a race on the track of a table, and what the side that
 * rolls next expects. A backgammon is impossible: nobody is left in the other's home. */
static inline int judge_race(const RaceTable *table, const Rules *rules, const Board *after, RaceChances *chances) {
    int farthest = (table->bears_off ? 0 : 6) + table->track;
    uint32_t own = held_by(after->own).any & ~1u, opponent = held_by(after->opponent).any & ~BAR_BIT;
    if (own >> farthest >> 1 || opponent & ((1u << (25 - farthest)) - 1) || !own || !opponent ||
        highest_place(own) > lowest_place(opponent)) {
        return RACE_IS_UNKNOWN;
    }
    size_t rolling = rank_of_side(table, after->opponent, true), other = rank_of_side(table, after->own, false);
    *chances = (RaceChances){0, 0, 0};
    if (rolling == 0 || other == 0) {
        return RACE_IS_UNKNOWN; /* decided */
    }
    if (rolling < table->exact_states && other < table->exact_states) {
        chances->win = table->exact[rolling * table->exact_states + other];
        return RACE_IS_EXACT;
    }
    RaceRow mine, theirs, first_off;
    if (!look_up_row(table, rolling, &mine) || !look_up_row(table, other, &theirs)) {
        return RACE_IS_UNKNOWN;
    }
    chances->win = (float)chance_of_first(&mine, &theirs, 1);
    if (rules->gammons && other >= table->untouched) {
        if (!look_up_row(table, table->states + other - table->untouched, &first_off)) {
            return RACE_IS_UNKNOWN;
        }
        chances->win_two = (float)chance_of_first(&mine, &first_off, 1);
    }
    if (rules->gammons && rolling >= table->untouched) {
        if (!look_up_row(table, table->states + rolling - table->untouched, &first_off)) {
            return RACE_IS_UNKNOWN;
        }
        chances->lose_two = (float)chance_of_first(&theirs, &first_off, 0);
    }
    /* The two rows are played for different ends, and may disagree in the last place. */
    if (chances->win_two > chances->win) chances->win_two = chances->win;
    if (chances->lose_two > 1 - chances->win) chances->lose_two = 1 - chances->win;
    return RACE_IS_ONE_SIDED;
}

/* What rounding can have done to a row: half a unit a turn, and so to the chance by the row at most. */
static inline double rounding_of(const RaceRow *row) { return (row->first + row->count) * 0.5 / CERTAIN; }

/* Between which chances that of the side that rolls lies, if each side does its best to be done first. */
static inline bool bound_race(const RaceTable *table, size_t rolling, size_t other, double *low, double *high) {
    RaceRow mine, theirs;
    if (!look_up_row(table, rolling, &mine) || !look_up_row(table, other, &theirs)) {
        return false;
    }
    double rounding = rounding_of(&mine) + rounding_of(&theirs);
    *low = chance_by_shares(&mine, &theirs, 1, 0, SURE) - rounding;
    *high = chance_by_shares(&mine, &theirs, 1, SURE, 0) + rounding;
    if (*low < 0) *low = 0;
    if (*high > 1) *high = 1;
    return true;
}

#endif
