/* The rules on a board: which checkers a die can move, what a step does, and when a game is decided. */
#ifndef BSG_RULES_H
#define BSG_RULES_H

#include "board.h"

enum { CLOSED_HOME_BONUS, CLOSED_HOME_INSTANT, CLOSED_HOME_OFF };
enum { START_ALTERNATE, START_ROLL_OFF, START_OPENING_ROLL };

/* The order is that of bsg.winning.KINDS; CAPPED is a game cut off, and no kind of result. */
enum { IRI_GACHI, MUSHI_GACHI, MUJO_GACHI, MUJI_GACHI, BEAR_OFF, SINGLE, GAMMON, BACKGAMMON, DRAW, CAPPED };

typedef struct {
    bool bears_off;
    int closed_home;
    int steps_per_double;
    bool gammons;
    int start;
} Rules;

typedef struct {
    int points; /* signed: positive for the side to move, 0 for a draw or an undecided game */
    int kind;   /* means nothing unless the game is decided */
    bool decided;
} Outcome;

/* The layout is that of bsg.rules.Rules.code. */
static inline Rules rules_from_code(int code) {
    Rules rules;
    rules.bears_off = code & 1;
    rules.closed_home = code >> 1 & 3;
    rules.steps_per_double = code >> 3 & 1 ? 4 : 2;
    rules.gammons = code >> 4 & 1;
    rules.start = code >> 5 & 3;
    return rules;
}

/* --- a step ------------------------------------------------------------------------------------------------------ */

/* The points a checker may land on: no step of one's own changes them, so they hold for a whole turn. */
static inline uint32_t open_points(const Board *board) { return POINTS & ~held_by(board->opponent).several; }

/* The places from which a die can move a checker (RULES section 2, and section 3 for bearing off); `own` are the places
 * that hold an own checker. */
static inline uint32_t step_sources(uint32_t own, uint32_t open, int die, const Rules *rules) {
    uint32_t can_land = open << die; /* the sources whose landing is open; bit 25 is the bar */
    if (own & BAR_BIT) {
        return BAR_BIT & can_land; /* while any checker is on the bar no other moves */
    }
    uint32_t sources = own & POINTS & can_land;
    if (rules->bears_off && !(own & OUTSIDE)) {
        uint32_t home = own & HOME;
        if (home >> die) {
            sources |= home & 1u << die; /* the exact point, checkers at or beyond it allow no other */
        } else if (home) {
            sources |= 1u << highest_place(home); /* the die is larger than every occupied point: the farthest leaves */
        }
    }
    return sources;
}

static inline int step_target(int source, int die) { return source > die ? source - die : OFF; }

static inline bool step_hits(const Board *board, int target) {
    return target != OFF && count_at(board->opponent, target) == 1;
}

/* Move one own checker; a lone opposing checker on the target goes to its bar, which is place 0 here. */
static inline Board board_after_known_step(const Board *board, int source, int target, bool hits) {
    Board after;
    store_side(after_move(load_side(board->own), source, target), after.own);
    Side opponent = load_side(board->opponent);
    store_side(hits ? after_move(opponent, target, 0) : opponent, after.opponent);
    return after;
}

static inline Board board_after_step(const Board *board, int source, int target) {
    return board_after_known_step(board, source, target, step_hits(board, target));
}

/* --- the end of a game ------------------------------------------------------------------------------------------- */

/* All six own home points hold two or more and the opponent has a checker on the bar. */
static inline bool is_closed_out(const Board *board) {
    return count_at(board->opponent, 0) > 0 && (held_by(board->own).several & HOME) == HOME;
}

/* Whether the own side meets a winning condition; looked for after every step (R1). */
static inline bool has_won(const Board *board, const Rules *rules) {
    if (rules->closed_home == CLOSED_HOME_INSTANT && is_closed_out(board)) {
        return true;
    }
    if (rules->bears_off) {
        return count_at(board->own, OFF) == CHECKERS;
    }
    /* No own checker on places 7 to 25; R17: under iri-gachi none is off, so all are home. */
    return (board->own[0] >> 4 * 7 | board->own[1]) == 0;
}

/* Whether the opponent does, its own home being places 19 to 24 here, its off place 25 and its bar place 0. */
static inline bool has_lost(const Board *board, const Rules *rules) {
    if (rules->closed_home == CLOSED_HOME_INSTANT && count_at(board->own, BAR) > 0 &&
        (held_by(board->opponent).several & OPPONENT_HOME) == OPPONENT_HOME) {
        return true;
    }
    if (rules->bears_off) {
        return count_at(board->opponent, BAR) == CHECKERS;
    }
    return (board->opponent[0] | board->opponent[1] << 4 * (32 - 19)) == 0;
}

/* R3: 2-2-2-3-3-3 or 2-3-2-3-2-3, read from Inner 1 (the lowest nibble here) to Inner 6. */
static inline bool is_mujo_pattern(const Board *board) {
    uint64_t home = board->own[0] >> 4 & 0xFFFFFF;
    return home == 0x333222 || home == 0x323232;
}

/* How the own side, which has won, has won. */
static inline Outcome own_win(const Board *board, const Rules *rules) {
    if (rules->closed_home == CLOSED_HOME_INSTANT && is_closed_out(board)) {
        return (Outcome){1, MUJI_GACHI, true}; /* R6 */
    }
    if (!rules->bears_off) {
        if (rules->closed_home == CLOSED_HOME_BONUS && is_closed_out(board)) {
            return is_mujo_pattern(board) ? (Outcome){3, MUJO_GACHI, true} : (Outcome){2, MUSHI_GACHI, true};
        }
        return (Outcome){1, IRI_GACHI, true};
    }
    if (!rules->gammons) {
        return (Outcome){1, BEAR_OFF, true}; /* R5: a finished home is empty, so no closed-home bonus */
    }
    if (count_at(board->opponent, BAR) > 0) { /* the opponent's off is place 25 here */
        return (Outcome){1, SINGLE, true};
    }
    /* On its bar (place 0 here) or in the winner's home, which is the own home. */
    bool far_behind = held_by(board->opponent).any & (HOME | 1u << 0);
    return far_behind ? (Outcome){3, BACKGAMMON, true} : (Outcome){2, GAMMON, true};
}

/* R8: neither side has a legal step with any roll. That is so exactly when both are on the bar before a closed home.
 * For suppose a side has nobody on the bar and yet no step. Then some checker of it stands outside (15 at home have won
 * or can be borne off) before six opposing blocks in a row. The rearmost of those may step onto the next, unless their
 * owner is on the bar before this side's closed home; but who holds a closed home can step from 6 to 5. */
static inline bool is_frozen(const Board *board) {
    return count_at(board->own, BAR) > 0 && count_at(board->opponent, 0) > 0 &&
           (held_by(board->own).several & HOME) == HOME &&
           (held_by(board->opponent).several & OPPONENT_HOME) == OPPONENT_HOME;
}

/* The result of a position as it stands, seen by the side to move; R7: either side may be the one that has won. */
static inline Outcome find_outcome(const Board *board, const Rules *rules) {
    if (has_won(board, rules)) {
        return own_win(board, rules);
    }
    if (has_lost(board, rules)) {
        Board swapped = swap_sides(board);
        Outcome outcome = own_win(&swapped, rules);
        outcome.points = -outcome.points;
        return outcome;
    }
    if (is_frozen(board)) {
        return (Outcome){0, DRAW, true};
    }
    return (Outcome){0, 0, false};
}

/* --- what is refused --------------------------------------------------------------------------------------------- */

/* Whether the words are a position that some rule set allows: 15 checkers a side, no point shared, unused nibbles
 * zero, not both sides borne off. */
static inline bool is_position(const Board *board) {
    uint32_t shared = held_by(board->own).any & held_by(board->opponent).any & POINTS;
    return board->own[1] >> 40 == 0 && board->opponent[1] >> 40 == 0 && shared == 0 &&
           count_checkers(board->own) == CHECKERS && count_checkers(board->opponent) == CHECKERS &&
           !(count_at(board->own, OFF) == CHECKERS && count_at(board->opponent, BAR) == CHECKERS);
}

/* Whether the position may be played under the rules (R7, R17). */
static inline bool is_possible(const Board *board, const Rules *rules) {
    if (!rules->bears_off && (count_at(board->own, OFF) > 0 || count_at(board->opponent, BAR) > 0)) {
        return false;
    }
    return !(has_won(board, rules) && has_lost(board, rules));
}

#endif
