/* A game of random plays while it is played. */
#ifndef BSG_GAME_H
#define BSG_GAME_H

#include "afters.h"
#include "random.h"
#include "rules.h"

_Static_assert((int)MAX_AFTERS <= (int)LARGEST_BOUND, "any play can be drawn");

typedef struct {
    Board board; /* seen by the side to move */
    Stream dice;
    Stream choices; /* of the side to move */
    Stream choices_of_other;
    int64_t plies;
    bool turned; /* the side to move is not the one that sees the result */
} Game;

#endif
