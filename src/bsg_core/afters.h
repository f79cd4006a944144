/* The scratch that a roll is listed into, and the proof that it is large enough. */
#ifndef BSG_AFTERS_H
#define BSG_AFTERS_H

#include "board.h"

/* Why no roll reaches more boards. With a double of k steps a board is settled by how many steps each of the 15 checkers
 * has made, k in all: the landings follow, and from them what was hit. There are C(14 + k, k) ways, 3,060 for four steps;
 * routes that win early add at most those of one, two and three steps. With two dice there are at most 15 * 15 ways to
 * choose who moves by which, twice that for the order, and 30 wins by one die. */
enum { MAX_AFTERS = 15 + 120 + 680 + 3060, MAX_AFTERS_OF_TWO_DICE = 2 * 15 * 15 + 30 };

/* Slots of the hash table: powers of two, and never more than half of them filled. */
enum { SLOTS = 8192, SLOTS_FOR_TWO_DICE = 1024 };
_Static_assert(SLOTS >= 2 * MAX_AFTERS && SLOTS_FOR_TWO_DICE >= 2 * MAX_AFTERS_OF_TWO_DICE, "tables at most half full");
_Static_assert(MAX_AFTERS < UINT16_MAX, "a slot counts boards in 16 bits");

/* The distinct boards that the best routes found so far lead to, and a hash table over them. */
typedef struct {
    int count;
    int rank;
    uint32_t slot_mask; /* one less than the slots in use */
    Board boards[MAX_AFTERS];
    uint16_t slots[SLOTS]; /* one more than the number of a board; 0 is free */
} Afters;

#endif
