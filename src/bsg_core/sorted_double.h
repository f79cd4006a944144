/* Doubles whose steps can be sorted by source, farthest first: then every board is found once, and none is compared.
 *
 * A sorted route can be read back from the board it leads to: from the farthest place on, how many checkers left each.
 * So two sorted routes never meet, and boards are counted without being made, from sets of places alone.
 */
#ifndef BSG_SORTED_DOUBLE_H
#define BSG_SORTED_DOUBLE_H

#include "rules.h"

/* The places that hold at least one, two, three and four own checkers: enough to know three steps later which hold any,
 * and two steps later which hold several. */
typedef struct {
    uint32_t one, two, three, four;
} Stacks;

typedef struct {
    const Board *start;
    const Rules *rules;
    int die;
    int steps;              /* how many are played: all, or as many as can be; 0 for a pass */
    uint32_t open;          /* the points without an opposing block */
    uint32_t blots;         /* the points that hold one opposing checker */
    Stacks stacks;
    int plays;              /* how many boards are reached, by `steps` steps and no fewer */
    int plays_from[PLACES]; /* how many of them by a first step from each source, farthest source first */
} SortedDouble;

/* Whether sorting changes nothing: no step before the last can win. With k steps such a win needs, under iri-gachi, at
 * most k - 1 checkers outside; instantly, at least 7 - k home points closed already, since each other takes a step. */
static inline bool is_sortable(const Board *board, const Rules *rules) {
    if (rules->closed_home == CLOSED_HOME_INSTANT &&
        count_places(held_by(board->own).several & HOME) >= 7 - rules->steps_per_double) {
        return false;
    }
    return rules->bears_off || count_outside(board) >= rules->steps_per_double;
}

static inline Stacks stacks_of(const Board *board) {
    Held held = held_by(board->own), more = held_by_more(board->own);
    return (Stacks){held.any, held.several, more.any, more.several};
}

/* Whoever leaves a place takes the lowest rank that is held there; whoever comes adds the next. */
static inline Stacks stacks_after_step(const Stacks *stacks, int source, int target) {
    uint32_t left = ~(1u << source), reached = 1u << target;
    return (Stacks){(stacks->one & (left | stacks->two)) | reached,
                    (stacks->two & (left | stacks->three)) | (stacks->one & reached),
                    (stacks->three & (left | stacks->four)) | (stacks->two & reached),
                    (stacks->four & left) | (stacks->three & reached)};
}

static inline uint32_t sources_of(const SortedDouble *turn, const Stacks *stacks) {
    return step_sources(stacks->one, turn->open, turn->die, turn->rules);
}

/* The places from which a sorted route goes on after a step from `source`. */
static inline uint32_t up_to(int source) { return (2u << source) - 1; }

static inline SortedDouble read_sorted_double(const Board *start, int die, const Rules *rules) {
    uint32_t open = open_points(start);
    return (SortedDouble){.start = start,
                          .rules = rules,
                          .die = die,
                          .open = open,
                          .blots = open & held_by(start->opponent).any,
                          .stacks = stacks_of(start)};
}

/* --- counting ---------------------------------------------------------------------------------------------------- */

/* Of two more steps neither enters from the bar nor bears off. */
static inline bool last_two_stay_on_points(const SortedDouble *turn, const Stacks *stacks) {
    uint32_t outside = stacks->one & OUTSIDE;
    return !(stacks->one & BAR_BIT) &&
           (!turn->rules->bears_off || (outside & (outside - 1)) != 0 || (stacks->two & outside) != 0);
}

/* Then they are those of a pair of checkers, or of a single one that goes on from a landing where no other stands. */
static inline int count_last_two(const SortedDouble *turn, const Stacks *stacks, uint32_t sources) {
    int count = count_places(sources);
    uint32_t singles = sources & turn->open << 2 * turn->die & ~(stacks->one << turn->die);
    return count * (count - 1) / 2 + count_places(sources & stacks->two) + count_places(singles);
}

/* Count the boards that `steps` steps reach, the first from `source`. */
static inline int count_from(const SortedDouble *turn, const Stacks *stacks, int source, int steps) {
    if (steps == 1) {
        return 1;
    }
    Stacks after = stacks_after_step(stacks, source, step_target(source, turn->die));
    uint32_t sources = sources_of(turn, &after) & up_to(source);
    if (steps == 2) {
        return count_places(sources);
    }
    if (steps == 3 && last_two_stay_on_points(turn, &after)) {
        return count_last_two(turn, &after, sources);
    }
    int count = 0;
    for (; sources; sources ^= 1u << highest_place(sources)) {
        count += count_from(turn, &after, highest_place(sources), steps - 1);
    }
    return count;
}

/* Count the boards, none for a pass, and how many steps lead to them. */
static inline int count_sorted_double(SortedDouble *turn) {
    for (turn->steps = turn->rules->steps_per_double; turn->steps > 0; turn->steps--) {
        int *plays_from = turn->plays_from;
        turn->plays = 0;
        for (uint32_t sources = sources_of(turn, &turn->stacks); sources; sources ^= 1u << highest_place(sources)) {
            *plays_from = count_from(turn, &turn->stacks, highest_place(sources), turn->steps);
            turn->plays += *plays_from++;
        }
        if (turn->plays > 0) {
            break;
        }
    }
    return turn->plays;
}

/* --- listing ----------------------------------------------------------------------------------------------------- */

static inline Board *list_last_steps(
    const SortedDouble *turn, const Board *board, uint32_t sources, uint32_t blots, Board *found
) {
    for (; sources; sources ^= 1u << highest_place(sources)) {
        int source = highest_place(sources), target = step_target(source, turn->die);
        *found++ = board_after_known_step(board, source, target, blots >> target & 1);
    }
    return found;
}

/* Write the boards that `steps` steps reach, the first from one of `sources`; return where the next is to be written.
 * `blots` are those not hit yet. */
static inline Board *list_steps(
    const SortedDouble *turn, const Board *board, const Stacks *stacks, uint32_t sources, uint32_t blots, int steps,
    Board *found
) {
    if (steps == 1) {
        return list_last_steps(turn, board, sources, blots, found);
    }
    for (; sources; sources ^= 1u << highest_place(sources)) {
        int source = highest_place(sources), target = step_target(source, turn->die);
        Board after = board_after_known_step(board, source, target, blots >> target & 1);
        Stacks stacks_after = stacks_after_step(stacks, source, target);
        uint32_t next_sources = sources_of(turn, &stacks_after) & up_to(source), blots_left = blots & ~(1u << target);
        found = steps == 2 ? list_last_steps(turn, &after, next_sources, blots_left, found)
                           : list_steps(turn, &after, &stacks_after, next_sources, blots_left, steps - 1, found);
    }
    return found;
}

/* Write all boards, none for a pass; return how many. */
static inline int list_sorted_double(const SortedDouble *turn, Board *found) {
    uint32_t sources = sources_of(turn, &turn->stacks);
    Board *end = found;
    for (int steps = turn->rules->steps_per_double; steps > 0 && end == found; steps--) {
        end = list_steps(turn, turn->start, &turn->stacks, sources, turn->blots, steps, found);
    }
    return (int)(end - found);
}

/* --- making one -------------------------------------------------------------------------------------------------- */

/* Return board number `n`, from 0, of those counted. */
static inline Board nth_of_sorted_double(const SortedDouble *turn, int n) {
    Stacks stacks = turn->stacks;
    uint32_t sources = sources_of(turn, &stacks);
    for (const int *plays_from = turn->plays_from; n >= *plays_from; n -= *plays_from++) {
        sources ^= 1u << highest_place(sources);
    }
    Board after = *turn->start;
    for (int steps = turn->steps;;) {
        int source = highest_place(sources), target = step_target(source, turn->die);
        after = board_after_step(&after, source, target);
        if (--steps == 0) {
            return after;
        }
        stacks = stacks_after_step(&stacks, source, target);
        sources = sources_of(turn, &stacks) & up_to(source);
        for (int count; n >= (count = count_from(turn, &stacks, highest_place(sources), steps)); n -= count) {
            sources ^= 1u << highest_place(sources);
        }
    }
}

#endif
