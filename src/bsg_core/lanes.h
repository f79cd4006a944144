/* Random games side by side, one a lane of a vector register: what every width of register shares.
 *
 * A side is held in four *planes*: bit p of plane b is bit b of the number of checkers at place p, so that a plane is a
 * set of places like any other mask of board.h. Each side is in its own numbering. A game is a column: element [n] of
 * each row below. `play_lanes.h` plays a turn of all games at once, and leaves what is rare to the caller, game by game.
 */
#ifndef BSG_LANES_H
#define BSG_LANES_H

#include "game.h"

enum { PLANES = 4, WORDS = 4, MOST_LANES = 16 };

typedef struct {
    uint32_t own[PLANES][MOST_LANES];
    uint32_t opponent[PLANES][MOST_LANES];
    uint32_t dice[WORDS][MOST_LANES];
    uint32_t choices[WORDS][MOST_LANES];
    uint32_t choices_of_other[WORDS][MOST_LANES];
    uint32_t plies[MOST_LANES];
    uint32_t turned[MOST_LANES];  /* all ones or all zeros, as `Game.turned` */
    uint32_t playing[MOST_LANES]; /* all ones in a lane that holds a game */
    /* Written by a round, a bit a lane: games whose turn is left to the caller, and games whose turn was played and may
     * have ended them; what comes after a turn is left to the caller, too. */
    uint32_t left, ended;
} LaneGames;

/* The rules as far as a round must know them. */
typedef struct {
    bool doubles_are_left; /* a double of four steps has no closed form */
    bool closed_home_ends;
    uint32_t max_plies; /* below 2**31 */
} LaneRules;

static inline void read_side(const uint32_t planes[PLANES][MOST_LANES], int lane, uint64_t side[2]) {
    side[0] = side[1] = 0;
    for (int b = 0; b < PLANES; b++) {
        side[0] |= spread_low_bits(planes[b][lane]) << b;
        side[1] |= spread_low_bits(planes[b][lane] >> 16) << b;
    }
}

static inline void write_side(const uint64_t side[2], uint32_t planes[PLANES][MOST_LANES], int lane) {
    for (int b = 0; b < PLANES; b++) {
        planes[b][lane] = gather_low_bits(side[0] >> b) | gather_low_bits(side[1] >> b) << 16;
    }
}

static inline void read_words(const uint32_t words[WORDS][MOST_LANES], int lane, Stream *stream) {
    for (int i = 0; i < WORDS; i++) {
        stream->state[i] = words[i][lane];
    }
}

static inline void write_words(const Stream *stream, uint32_t words[WORDS][MOST_LANES], int lane) {
    for (int i = 0; i < WORDS; i++) {
        words[i][lane] = stream->state[i];
    }
}

static inline void read_lane(const LaneGames *games, int lane, Game *game) {
    uint64_t opponent[2];
    read_side(games->own, lane, game->board.own);
    read_side(games->opponent, lane, opponent);
    reverse_side(opponent, game->board.opponent);
    read_words(games->dice, lane, &game->dice);
    read_words(games->choices, lane, &game->choices);
    read_words(games->choices_of_other, lane, &game->choices_of_other);
    game->plies = games->plies[lane];
    game->turned = games->turned[lane] != 0;
}

static inline void write_lane(LaneGames *games, int lane, const Game *game) {
    uint64_t opponent[2];
    reverse_side(game->board.opponent, opponent);
    write_side(game->board.own, games->own, lane);
    write_side(opponent, games->opponent, lane);
    write_words(&game->dice, games->dice, lane);
    write_words(&game->choices, games->choices, lane);
    write_words(&game->choices_of_other, games->choices_of_other, lane);
    games->plies[lane] = (uint32_t)game->plies;
    games->turned[lane] = game->turned ? UINT32_MAX : 0;
    games->playing[lane] = UINT32_MAX;
}

static inline void clear_lane(LaneGames *games, int lane) { games->playing[lane] = 0; }

#endif
