/* The plain generator: plays of a roll and random games as one writes them in C at the first go.
 *
 * It is a yardstick and an oracle. A yardstick, because "fast" means nothing by itself: the benchmarks say how many
 * times faster the native core is than this file, compiled by the same compiler. An oracle, because it shares nothing
 * with the core, not even the packed board: a side is 26 counts, a turn is a recursion over every order of its steps,
 * and what is reached is kept in a list, which is looked through from its beginning before a board is added. (To sort
 * the list in the end instead takes a fifth longer in ban-sugoroku, and as long in backgammon.) It is no straw man: it
 * copies boards of 52 bytes, allocates nothing in a turn, and stops looking where it can. But it knows no trick, and
 * should not be taught any.
 *
 * Rules and rulings (R1 ...) are those of RULES.md.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { OFF = 0, BAR = 25, PLACES = 26, CHECKERS = 15, MOST_DICE = 4 };
enum { CLOSED_HOME_BONUS, CLOSED_HOME_INSTANT, CLOSED_HOME_OFF };

/* Each side counts from its own home, so my point p is the opponent's 25 - p, and the sides swap by being exchanged. */
typedef struct {
    uint8_t own[PLACES];
    uint8_t opponent[PLACES];
} Board;

typedef struct {
    bool bears_off;
    int closed_home;
    int steps_per_double;
    bool gammons;
    bool opening_roll;
} Rules;

/* The distinct boards that the best routes have come to. C(18, 4) = 3,060 ways to deal four steps to 15 checkers, and
 * those of fewer steps beside them, are fewer than this. */
enum { MOST_BOARDS = 4096 };
typedef struct {
    int worth;
    int count;
    Board boards[MOST_BOARDS];
} List;

/* The layout of `bsg.Rules.code`. */
static Rules rules_from_code(int code) {
    Rules rules = {
        .bears_off = code % 2 == 1,
        .closed_home = code / 2 % 4,
        .steps_per_double = code / 8 % 2 == 1 ? 4 : 2,
        .gammons = code / 16 % 2 == 1,
        .opening_roll = code / 32 % 4 == 2,
    };
    return rules;
}

/* --- the end of a game (RULES section 3) ------------------------------------------------------------------------- */

static int farthest_place(const uint8_t side[PLACES]) {
    int place = BAR;
    while (place > OFF && side[place] == 0) {
        place--;
    }
    return place;
}

static bool is_closed_out(const Board *board) {
    for (int point = 1; point <= 6; point++) {
        if (board->own[point] < 2) {
            return false;
        }
    }
    return board->opponent[BAR] > 0;
}

static bool has_won(const Board *board, const Rules *rules) {
    if (rules->closed_home == CLOSED_HOME_INSTANT && is_closed_out(board)) {
        return true;
    }
    return rules->bears_off ? board->own[OFF] == CHECKERS : farthest_place(board->own) <= 6;
}

/* What a win of the own side is worth (R3, R5, R6). */
static int points_of_win(const Board *board, const Rules *rules) {
    static const uint8_t mujo[2][6] = {{2, 2, 2, 3, 3, 3}, {2, 3, 2, 3, 2, 3}};
    if (rules->closed_home == CLOSED_HOME_INSTANT && is_closed_out(board)) {
        return 1;
    }
    if (!rules->bears_off) {
        if (rules->closed_home != CLOSED_HOME_BONUS || !is_closed_out(board)) {
            return 1;
        }
        bool is_mujo = memcmp(&board->own[1], mujo[0], 6) == 0 || memcmp(&board->own[1], mujo[1], 6) == 0;
        return is_mujo ? 3 : 2;
    }
    if (!rules->gammons || board->opponent[OFF] > 0) {
        return 1;
    }
    /* The winner's home is the loser's points 19 to 24; with the bar behind them. */
    return farthest_place(board->opponent) >= 19 ? 3 : 2;
}

/* --- a step (RULES section 2) ------------------------------------------------------------------------------------ */

/* `farthest` is the own checker farthest from home. */
static bool can_step(const Board *board, int source, int die, int farthest, const Rules *rules) {
    if (board->own[source] == 0 || (farthest == BAR && source != BAR)) {
        return false;
    }
    if (source > die) {
        return board->opponent[25 - (source - die)] < 2;
    }
    return rules->bears_off && farthest <= 6 && (source == die || source == farthest);
}

static Board after_step(const Board *board, int source, int die) {
    Board after = *board;
    int target = source > die ? source - die : OFF;
    after.own[source]--;
    after.own[target]++;
    if (target != OFF && after.opponent[25 - target] == 1) {
        after.opponent[25 - target] = 0;
        after.opponent[BAR]++;
    }
    return after;
}

static Board swapped(const Board *board) {
    Board other;
    memcpy(other.own, board->opponent, PLACES);
    memcpy(other.opponent, board->own, PLACES);
    return other;
}

static bool can_step_at_all(const Board *board, const Rules *rules) {
    int farthest = farthest_place(board->own);
    for (int die = 1; die <= 6; die++) {
        for (int source = farthest; source > OFF; source--) {
            if (can_step(board, source, die, farthest, rules)) {
                return true;
            }
        }
    }
    return false;
}

/* Won by either side (R7), or frozen (R8). */
static bool is_decided(const Board *board, const Rules *rules) {
    Board other = swapped(board);
    return has_won(board, rules) || has_won(&other, rules) ||
           (!can_step_at_all(board, rules) && !can_step_at_all(&other, rules));
}

/* --- the plays of a roll ----------------------------------------------------------------------------------------- */

/* Add where a route has ended, unless better ones have been seen or the board is there already. */
static void add(List *list, const Board *board, int worth) {
    if (worth < list->worth) {
        return;
    }
    if (worth > list->worth) {
        list->worth = worth;
        list->count = 0;
    }
    for (int i = 0; i < list->count; i++) {
        if (memcmp(&list->boards[i], board, sizeof *board) == 0) {
            return;
        }
    }
    list->boards[list->count++] = *board;
}

/* Go every way through the rest of a turn. A route ends when a step has won (R1), when the dice are used up, or when
 * none that is left can be played. Its worth says which routes are legal, the best: those that are complete (R2), else
 * those of most steps, and of single steps those by the larger die. */
static void follow(const Board *board, const int dice[], int left, int used, int last_die, const Rules *rules,
                   List *list) {
    enum { COMPLETE = 100, A_STEP = 10 };
    if (left == 0 || (used > 0 && has_won(board, rules))) {
        add(list, board, COMPLETE);
        return;
    }
    bool is_stuck = true;
    int farthest = farthest_place(board->own);
    for (int i = 0; i < left; i++) {
        if (i > 0 && dice[i] == dice[i - 1]) {
            continue; /* one of a double is as good as another */
        }
        int rest[MOST_DICE];
        for (int from = 0, to = 0; from < left; from++) {
            if (from != i) {
                rest[to++] = dice[from];
            }
        }
        for (int source = farthest; source > OFF; source--) {
            if (can_step(board, source, dice[i], farthest, rules)) {
                Board after = after_step(board, source, dice[i]);
                follow(&after, rest, left - 1, used + 1, dice[i], rules, list);
                is_stuck = false;
            }
        }
    }
    if (is_stuck) {
        add(list, board, A_STEP * used + last_die);
    }
}

static void list_plays(const Board *board, int die, int other_die, const Rules *rules, List *list) {
    const int dice[MOST_DICE] = {die, other_die, other_die, other_die};
    list->worth = -1;
    list->count = 0;
    follow(board, dice, die == other_die ? rules->steps_per_double : 2, 0, 0, rules, list);
}

/* --- random games ------------------------------------------------------------------------------------------------ */

/* splitmix64 (Steele, Lea and Flood, 2014). */
static uint32_t draw_below(uint64_t *state, uint32_t bound) {
    uint64_t x = *state += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((x ^ x >> 31) >> 32) % bound;
}

static int roll_die(uint64_t *state) { return 1 + (int)draw_below(state, 6); }

/* --- what ctypes calls ------------------------------------------------------------------------------------------- */

/* List the plays of `rows` boards, row i at `after[offsets[i]]` and on, none where the game is decided (R16). Returns
 * how many there are in all, or -1 if that is more than `room`. Without `after` they are listed for being counted. */
int64_t plain_list(const Board boards[], const uint8_t dice[][2], int64_t rows, int code, Board after[], int64_t room,
                   int64_t offsets[]) {
    const Rules rules = rules_from_code(code);
    List *list = malloc(sizeof *list);
    int64_t total = list == NULL ? -1 : 0;
    offsets[0] = 0;
    for (int64_t row = 0; total >= 0 && row < rows; row++) {
        list->count = 0;
        if (!is_decided(&boards[row], &rules)) {
            list_plays(&boards[row], dice[row][0], dice[row][1], &rules, list);
        }
        if (after != NULL && list->count > room - total) {
            total = -1;
            break;
        }
        if (after != NULL) {
            memcpy(&after[total], list->boards, (size_t)list->count * sizeof(Board));
        }
        total += list->count;
        offsets[row + 1] = total;
    }
    free(list);
    return total;
}

/* Play games from `start`, undecided, by listing the plays of every roll and taking any of them. Writes the points of
 * each game, seen by the side that began it, and its plies; returns how many were played. */
int64_t plain_playout(const Board *start, int64_t games, int code, uint64_t seed, int8_t points[], int64_t plies[]) {
    const Rules rules = rules_from_code(code);
    List *list = malloc(sizeof *list);
    if (list == NULL) {
        return 0;
    }
    for (int64_t game = 0; game < games; game++) {
        Board board = *start;
        int die = roll_die(&seed), other_die = roll_die(&seed);
        while (rules.opening_roll && die == other_die) { /* R4 */
            die = roll_die(&seed);
            other_die = roll_die(&seed);
        }
        plies[game] = 0;
        for (;;) {
            list_plays(&board, die, other_die, &rules, list);
            board = list->boards[draw_below(&seed, (uint32_t)list->count)];
            plies[game]++;
            if (has_won(&board, &rules)) {
                break;
            }
            board = swapped(&board);
            die = roll_die(&seed);
            other_die = roll_die(&seed);
        }
        int won = points_of_win(&board, &rules);
        points[game] = (int8_t)(plies[game] % 2 == 1 ? won : -won);
    }
    free(list);
    return games;
}
