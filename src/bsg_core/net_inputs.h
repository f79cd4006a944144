/* What the network sees of a board, as a list of *rows*.
 *
 * A row is something that is so or is not so: this side has three checkers at its place 6, the longest prime is four.
 * Of each kind of row exactly one holds, but for places, where an empty one has none. So the first layer of the network
 * is a sum of as many vectors as there are rows in the list, and a board that differs by two checkers differs by a few.
 *
 * What is learned is not a vector for each row, since most would hardly ever be seen, but one for each of fewer
 * *inputs*, and each row is a sum of up to four of them (`inputs_of_row`).
 *
 * The two sides play different parts: the side that rolls next, and the side that waits. Each is in its own numbering.
 */
#ifndef BSG_NET_INPUTS_H
#define BSG_NET_INPUTS_H

#include "rules.h"

enum { ROLLING, WAITING, SIDES };

/* The rows. A side has one for each number of checkers at each place, bar and off among them, and then the kinds below;
 * what the race is like is a kind of both sides together. */
enum {
    PRIMES = 7,          /* blocks in a row, at most 6 */
    CLOSED_HOMES = 7 * 3, /* blocks at home, and the other side's checkers on the bar, at most 2 */
    OUTSIDES = 16,       /* checkers that are not yet home */
    WALLS = 7,           /* blocks among the six points before the other side's last checker */
    PATTERNS = 16,       /* checkers missing from the nearer pattern of a mujo-gachi */
    SHOTS = 37,          /* rolls of 36 that hit a blot of the other side */
    RACES = 33,          /* contact, or who leads the race by how much */
};

enum {
    ROWS_OF_A_PLACE = CHECKERS,
    ROWS_OF_PLACES = PLACES * ROWS_OF_A_PLACE,
    PRIME_ROW = ROWS_OF_PLACES,
    CLOSED_HOME_ROW = PRIME_ROW + PRIMES,
    OUTSIDE_ROW = CLOSED_HOME_ROW + CLOSED_HOMES,
    WALL_ROW = OUTSIDE_ROW + OUTSIDES,
    PATTERN_ROW = WALL_ROW + WALLS,
    SHOT_ROW = PATTERN_ROW + PATTERNS,
    ROWS_OF_A_SIDE = SHOT_ROW + SHOTS,
    RACE_ROW = SIDES * ROWS_OF_A_SIDE,
    ROWS = RACE_ROW + RACES,
};

/* The inputs, in the same order. */
enum {
    INPUTS_OF_A_PLACE = 4,
    INPUTS_OF_SHOTS = 2,
    PRIME_INPUT = PLACES * INPUTS_OF_A_PLACE,
    SHOT_INPUT = PRIME_INPUT + PRIMES + CLOSED_HOMES + OUTSIDES + WALLS + PATTERNS,
    INPUTS_OF_A_SIDE = SHOT_INPUT + INPUTS_OF_SHOTS,
    RACE_INPUT = SIDES * INPUTS_OF_A_SIDE,
    INPUTS = RACE_INPUT + RACES,
};

/* At most 15 occupied places a side, and one row of each kind. */
enum { KINDS_OF_A_SIDE = 6, KIND_ROWS = SIDES * KINDS_OF_A_SIDE + 1, MOST_ROWS = SIDES * CHECKERS + KIND_ROWS };

enum { INPUTS_OF_A_ROW = 4 };

/* Write the inputs that make up a row, and how much of each; return how many. */
static inline int inputs_of_row(int row, int inputs[INPUTS_OF_A_ROW], float shares[INPUTS_OF_A_ROW]) {
    if (row >= RACE_ROW) {
        inputs[0] = RACE_INPUT + row - RACE_ROW;
        shares[0] = 1;
        return 1;
    }
    int first = row >= ROWS_OF_A_SIDE ? INPUTS_OF_A_SIDE : 0;
    row %= ROWS_OF_A_SIDE;
    if (row >= SHOT_ROW) {
        int shots = row - SHOT_ROW;
        inputs[0] = first + SHOT_INPUT;
        inputs[1] = first + SHOT_INPUT + 1;
        shares[0] = (float)shots / 36;
        shares[1] = (float)(shots < 12 ? shots : 12) / 12; /* whether there are shots at all counts for more */
        return 2;
    }
    if (row >= PRIME_ROW) {
        inputs[0] = first + PRIME_INPUT + row - PRIME_ROW;
        shares[0] = 1;
        return 1;
    }
    first += row / ROWS_OF_A_PLACE * INPUTS_OF_A_PLACE;
    int count = row % ROWS_OF_A_PLACE + 1;
    inputs[0] = first + (count < 3 ? count : 3) - 1; /* one checker, two, or more */
    shares[0] = 1;
    if (count <= 3) {
        return 1;
    }
    inputs[1] = first + 3;
    shares[1] = (float)(count - 3) / 2;
    return 2;
}

static inline int row_of_place(int side, int place, int count) {
    return side * ROWS_OF_A_SIDE + place * ROWS_OF_A_PLACE + count - 1;
}

/* --- the kinds --------------------------------------------------------------------------------------------------- */

/* Turn the set of places p into the set of places 25 - p. */
static inline uint32_t reverse_places(uint32_t places) {
    places = (places >> 1 & 0x55555555u) | (places & 0x55555555u) << 1;
    places = (places >> 2 & 0x33333333u) | (places & 0x33333333u) << 2;
    places = (places >> 4 & 0x0F0F0F0Fu) | (places & 0x0F0F0F0Fu) << 4;
    return __builtin_bswap32(places) >> 6;
}

/* The longest run of blocks, at most 6. */
static inline int longest_prime(uint32_t blocks) {
    uint32_t two = blocks & blocks << 1, three = two & blocks << 2, four = two & two << 2;
    uint32_t five = three & two << 3, six = three & three << 3;
    return (blocks != 0) + (two != 0) + (three != 0) + (four != 0) + (five != 0) + (six != 0);
}

/* Of 36 rolls, those that hit a blot: `own` holds the places of the side that rolls, in its own numbering, as do `blots`
 * and `open`. With one checker on the bar the other die may hit once the first has entered; with more it must enter.
 * (That the third die of a double might then hit after all is so rare that it is not looked for.) */
static inline int count_shots(uint32_t own, int on_bar, uint32_t blots, uint32_t open, int steps_per_double) {
    if ((blots &= POINTS) == 0) {
        return 0;
    }
    uint32_t movers = on_bar ? BAR_BIT : own & POINTS;       /* who may make the first step */
    uint32_t others = on_bar == 1 ? own & POINTS : 0;        /* who may make the second besides the one that has moved */
    uint32_t goes_on = on_bar <= 1 ? ~0u : 0;                /* else both dice enter */
    uint32_t after[7];                                       /* who may make the second, once this die has been played */
    uint32_t hits[7];                                        /* the blots that the first step hits */
#pragma GCC unroll 6
    for (int die = 1; die <= 6; die++) {
        uint32_t landed = movers >> die & open;
        hits[die] = landed & blots;
        after[die] = (landed | (landed ? others : 0)) & goes_on;
    }
    int shots = 0;
#pragma GCC unroll 6
    for (int high = 1; high <= 6; high++) {
#pragma GCC unroll 6
        for (int low = 1; low < high; low++) {
            uint32_t hit = hits[high] | hits[low] | ((after[high] >> low | after[low] >> high) & blots);
            shots += 2 * (hit != 0);
        }
        uint32_t places = after[high] >> high & open;
        uint32_t reached = places | hits[high];
        if (steps_per_double == 4) {
            places = places >> high & open;
            reached |= places | (places >> high & open);
        }
        shots += (reached & blots) != 0;
    }
    return shots;
}

static inline int count_pips(const uint64_t side[2]) {
    int pips = 0;
    for (int place = 1; place <= BAR; place++) {
        pips += place * count_at(side, place);
    }
    return pips;
}

/* A side as its kinds need it: in its own numbering. */
typedef struct {
    uint32_t any, blocks;
    uint32_t three_at_home; /* of the points 1 to 6, those that hold three or more */
    int on_bar, outside;
} SeenSide;

static inline uint32_t three_at_home(uint64_t home) {
    uint64_t three = home >> 3 | home >> 2 | (home >> 1 & home);
    return gather_low_bits(three) & HOME;
}

/* Write the rows of a side's kinds; the other side is needed for some. */
static inline int list_kinds_of_side(int side, const SeenSide *own, const SeenSide *other, int steps_per_double,
                                     int *rows) {
    int first = side * ROWS_OF_A_SIDE;
    int bar = other->on_bar < 2 ? other->on_bar : 2;
    int blocks_at_home = count_places(own->blocks & HOME);
    rows[0] = first + PRIME_ROW + longest_prime(own->blocks & POINTS);
    rows[1] = first + CLOSED_HOME_ROW + blocks_at_home * 3 + bar;
    rows[2] = first + OUTSIDE_ROW + own->outside;
    int last = highest_place(other->any | 1); /* in the other's numbering */
    rows[3] = first + WALL_ROW + count_places((own->blocks & POINTS) >> (26 - last) & 0x3F);
    int three_of_first = count_places(own->three_at_home & (1u << 4 | 1u << 5 | 1u << 6));
    int three_of_second = count_places(own->three_at_home & (1u << 2 | 1u << 4 | 1u << 6));
    rows[4] = first + PATTERN_ROW + 15 - count_places(own->any & HOME) - blocks_at_home -
              (three_of_first > three_of_second ? three_of_first : three_of_second);
    uint32_t theirs = reverse_places(other->blocks & POINTS);
    uint32_t blots = reverse_places(other->any & ~other->blocks & POINTS);
    rows[5] = first + SHOT_ROW + count_shots(own->any, own->on_bar, blots, POINTS & ~theirs, steps_per_double);
    return KINDS_OF_A_SIDE;
}

/* Write the rows of all kinds of a board seen by the side that waits, whose play has just been made. */
static inline int list_kinds(const Board *after, int steps_per_double, int *rows) {
    Held own = held_by(after->own), opponent = held_by(after->opponent);
    uint64_t their_home = reverse_nibbles(after->opponent[1]) >> 4 * (16 - 10);
    SeenSide waiting = {own.any, own.several, three_at_home(after->own[0]), count_at(after->own, BAR),
                        count_outside(after)};
    SeenSide rolling = {reverse_places(opponent.any), reverse_places(opponent.several), three_at_home(their_home),
                        count_at(after->opponent, 0),
                        sum_of_nibbles(after->opponent[0]) + sum_of_nibbles(after->opponent[1] & 0xFFF)};
    int count = list_kinds_of_side(ROLLING, &rolling, &waiting, steps_per_double, rows);
    count += list_kinds_of_side(WAITING, &waiting, &rolling, steps_per_double, rows + count);
    int race = 0;
    if (highest_place((waiting.any | 1)) + highest_place(rolling.any | 1) < 25) {
        uint64_t turned[2];
        reverse_side(after->opponent, turned);
        int lead = count_pips(after->own) - count_pips(turned); /* of the side that rolls */
        lead = (lead + 64) / 4;
        race = 1 + (lead < 0 ? 0 : lead > 31 ? 31 : lead);
    }
    rows[count] = RACE_ROW + race;
    return count + 1;
}

/* --- the places -------------------------------------------------------------------------------------------------- */

/* Write the rows of all places of a board seen by the side that waits; return how many. */
static inline int list_places(const Board *after, int *rows) {
    int count = 0;
    for (int place = 0; place < PLACES; place++) {
        int own = count_at(after->own, place), opponent = count_at(after->opponent, place);
        if (own) {
            rows[count++] = row_of_place(WAITING, place, own);
        }
        if (opponent) {
            rows[count++] = row_of_place(ROLLING, 25 - place, opponent);
        }
    }
    return count;
}

/* Write the rows of places by which a board differs from another one: those it has more, and those it has less. */
static inline void list_differences(const Board *from, const Board *to, int *more, int *mores, int *less,
                                    int *lesses) {
    *mores = *lesses = 0;
    for (int word = 0; word < 4; word++) {
        int half = word & 1;
        const uint64_t before = word < 2 ? from->own[half] : from->opponent[half];
        const uint64_t after = word < 2 ? to->own[half] : to->opponent[half];
        uint64_t different = before ^ after;
        while (different) {
            int nibble = __builtin_ctzll(different) >> 2;
            int place = 16 * half + nibble;
            int old = before >> 4 * nibble & 15, now = after >> 4 * nibble & 15;
            int side = word < 2 ? WAITING : ROLLING;
            place = word < 2 ? place : 25 - place;
            different &= ~(15ULL << 4 * nibble);
            if (now) {
                more[(*mores)++] = row_of_place(side, place, now);
            }
            if (old) {
                less[(*lesses)++] = row_of_place(side, place, old);
            }
        }
    }
}

#endif
