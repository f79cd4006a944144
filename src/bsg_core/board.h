/* The bitpacked board: a nibble a place, two 64-bit words a side, 32 bytes in all.
 *
 *                nibble  15  14  ...   9   8   7   6   5   4   3   2   1   0
 *   own[0], opponent[0]  15  14  ...   9   8   7   6   5   4   3   2   1   0
 *   own[1], opponent[1]   -   -  ...  25  24  23  22  21  20  19  18  17  16
 *
 * Place 0 is off, 1 to 24 the points, 25 the bar, and BOTH sides are in the mover's numbering: the opponent's bar is
 * its place 0 and its off is its place 25. In a debugger the words read as the board, a hexadecimal digit a place.
 *
 * A nibble counts 0 to 15 and a side has 15 checkers, so no count runs over into its neighbour. A set of places is a
 * 32-bit mask, bit p for place p: what can be reached by a die is then a shift, and what is blocked an AND.
 */
#ifndef BSG_BOARD_H
#define BSG_BOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t own[2];
    uint64_t opponent[2];
} Board;

enum { OFF = 0, BAR = 25, PLACES = 26, CHECKERS = 15 };

#define POINTS 0x1FFFFFEu  /* bits 1 to 24 */
#define HOME 0x7Eu         /* bits 1 to 6 */
#define BAR_BIT (1u << BAR)
#define OUTSIDE (BAR_BIT | (POINTS & ~HOME))
#define OPPONENT_HOME (0x3Fu << 19)  /* bits 19 to 24, the opponent's points 6 to 1 */

#define LOW_BIT_OF_EACH_NIBBLE 0x1111111111111111ULL

static inline int count_at(const uint64_t side[2], int place) {
    return (int)(side[place >> 4] >> 4 * (place & 15) & 15);
}

static inline void put_checker(uint64_t side[2], int place) {
    side[place >> 4] += 1ULL << 4 * (place & 15);
}

static inline void take_checker(uint64_t side[2], int place) {
    side[place >> 4] -= 1ULL << 4 * (place & 15);
}

/* Gather the lowest bit of each of 16 nibbles into 16 neighbouring bits. */
static inline uint32_t gather_low_bits(uint64_t nibbles) {
    nibbles &= LOW_BIT_OF_EACH_NIBBLE;
    nibbles = (nibbles | nibbles >> 3) & 0x0303030303030303ULL;
    nibbles = (nibbles | nibbles >> 6) & 0x000F000F000F000FULL;
    nibbles = (nibbles | nibbles >> 12) & 0x000000FF000000FFULL;
    return (uint32_t)((nibbles | nibbles >> 24) & 0xFFFF);
}

/* The places that hold at least one checker of a side. */
static inline uint32_t places_with_one(const uint64_t side[2]) {
    uint64_t low = side[0] | side[0] >> 1, high = side[1] | side[1] >> 1;
    return gather_low_bits(low | low >> 2) | gather_low_bits(high | high >> 2) << 16;
}

/* The places that hold at least two checkers of a side: any of the upper three bits of the nibble. */
static inline uint32_t places_with_two(const uint64_t side[2]) {
    uint64_t low = side[0] >> 1 | side[0] >> 2 | side[0] >> 3, high = side[1] >> 1 | side[1] >> 2 | side[1] >> 3;
    return gather_low_bits(low) | gather_low_bits(high) << 16;
}

/* All checkers of a side, unused nibbles included. */
static inline int count_checkers(const uint64_t side[2]) {
    const uint64_t even = 0x0F0F0F0F0F0F0F0FULL;
    int total = 0;
    for (int word = 0; word < 2; word++) {
        uint64_t bytes = (side[word] & even) + (side[word] >> 4 & even); /* at most 30 a byte */
        for (; bytes != 0; bytes >>= 8) {
            total += (int)(bytes & 0xFF);
        }
    }
    return total;
}

static inline int highest_place(uint32_t places) { return 31 - __builtin_clz(places); }

static inline int lowest_place(uint32_t places) { return __builtin_ctz(places); }

/* Reverse the 16 nibbles of a word. */
static inline uint64_t reverse_nibbles(uint64_t word) {
    word = (word & 0x0F0F0F0F0F0F0F0FULL) << 4 | (word >> 4 & 0x0F0F0F0F0F0F0F0FULL);
    return __builtin_bswap64(word);
}

/* Turn place p into place 25 - p: reverse all 32 nibbles, then drop the six unused ones that came out lowest. */
static inline void reverse_side(const uint64_t side[2], uint64_t reversed[2]) {
    uint64_t high = reverse_nibbles(side[0]), low = reverse_nibbles(side[1]);
    reversed[0] = low >> 24 | high << 40;
    reversed[1] = high >> 24;
}

/* The same board seen by the other side. */
static inline Board swap_sides(const Board *board) {
    Board swapped;
    reverse_side(board->opponent, swapped.own);
    reverse_side(board->own, swapped.opponent);
    return swapped;
}

static inline bool same_board(const Board *a, const Board *b) {
    return ((a->own[0] ^ b->own[0]) | (a->own[1] ^ b->own[1]) | (a->opponent[0] ^ b->opponent[0]) |
            (a->opponent[1] ^ b->opponent[1])) == 0;
}

static inline int compare_words(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

/* R15: positive if `a` is listed before `b`, the packed words compared as one number, own side and high places first.
 * The two off nibbles take part, and change nothing: own off follows from the rest, and the opponent's stays as it is
 * within one roll. */
static inline int compare_boards(const Board *a, const Board *b) {
    int order = compare_words(a->own[1], b->own[1]);
    if (order == 0) order = compare_words(a->own[0], b->own[0]);
    if (order == 0) order = compare_words(a->opponent[1], b->opponent[1]);
    if (order == 0) order = compare_words(a->opponent[0], b->opponent[0]);
    return order;
}

static inline uint64_t hash_board(const Board *board) {
    uint64_t hash = board->own[0] * 0x9E3779B97F4A7C15ULL;
    hash = (hash ^ hash >> 32 ^ board->own[1]) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ hash >> 32 ^ board->opponent[0]) * 0x94D049BB133111EBULL;
    return hash ^ hash >> 32;
}

/* The 32 bytes of a position are the four words, each little-endian, on every machine. */
static inline Board read_board(const unsigned char *bytes) {
    uint64_t words[4] = {0, 0, 0, 0};
    for (int i = 0; i < 32; i++) {
        words[i >> 3] |= (uint64_t)bytes[i] << 8 * (i & 7);
    }
    return (Board){{words[0], words[1]}, {words[2], words[3]}};
}

static inline void write_board(const Board *board, unsigned char *bytes) {
    const uint64_t words[4] = {board->own[0], board->own[1], board->opponent[0], board->opponent[1]};
    for (int i = 0; i < 32; i++) {
        bytes[i] = (unsigned char)(words[i >> 3] >> 8 * (i & 7));
    }
}

#endif
