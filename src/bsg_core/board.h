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
#include <string.h>
#if defined(__x86_64__) && !defined(BSG_PORTABLE)
#define BSG_SSE2
#include <emmintrin.h>
#endif

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

static inline int count_at(const uint64_t side[2], int place) {
    return (int)(side[place >> 4] >> 4 * (place & 15) & 15);
}

/* One checker on a place, as the two words of a side. */
#define IN_LOW_WORD(place) (1ULL << 4 * (place)), 0
#define IN_HIGH_WORD(place) 0, (1ULL << 4 * ((place) - 16))
static const uint64_t ONE_CHECKER[PLACES][2] = {
    {IN_LOW_WORD(0)},   {IN_LOW_WORD(1)},   {IN_LOW_WORD(2)},   {IN_LOW_WORD(3)},   {IN_LOW_WORD(4)},
    {IN_LOW_WORD(5)},   {IN_LOW_WORD(6)},   {IN_LOW_WORD(7)},   {IN_LOW_WORD(8)},   {IN_LOW_WORD(9)},
    {IN_LOW_WORD(10)},  {IN_LOW_WORD(11)},  {IN_LOW_WORD(12)},  {IN_LOW_WORD(13)},  {IN_LOW_WORD(14)},
    {IN_LOW_WORD(15)},  {IN_HIGH_WORD(16)}, {IN_HIGH_WORD(17)}, {IN_HIGH_WORD(18)}, {IN_HIGH_WORD(19)},
    {IN_HIGH_WORD(20)}, {IN_HIGH_WORD(21)}, {IN_HIGH_WORD(22)}, {IN_HIGH_WORD(23)}, {IN_HIGH_WORD(24)},
    {IN_HIGH_WORD(25)},
};

/* The two words of a side in one register. */
typedef uint64_t Side __attribute__((vector_size(16)));

static inline Side load_side(const uint64_t side[2]) {
    Side words;
    memcpy(&words, side, sizeof words);
    return words;
}

static inline void store_side(Side words, uint64_t side[2]) { memcpy(side, &words, sizeof words); }

static inline Side after_move(Side side, int source, int target) {
    return side + load_side(ONE_CHECKER[target]) - load_side(ONE_CHECKER[source]);
}

#define LOW_BIT_OF_EACH_NIBBLE 0x1111111111111111ULL

/* Gather the lowest bit of each of 16 nibbles into 16 neighbouring bits. */
static inline uint32_t gather_low_bits(uint64_t nibbles) {
    nibbles &= LOW_BIT_OF_EACH_NIBBLE;
    nibbles = (nibbles | nibbles >> 3) & 0x0303030303030303ULL;
    nibbles = (nibbles | nibbles >> 6) & 0x000F000F000F000FULL;
    nibbles = (nibbles | nibbles >> 12) & 0x000000FF000000FFULL;
    return (uint32_t)((nibbles | nibbles >> 24) & 0xFFFF);
}

/* The other way round: spread the lowest 16 bits, one to each nibble. */
static inline uint64_t spread_low_bits(uint32_t bits) {
    uint64_t nibbles = bits & 0xFFFF;
    nibbles = (nibbles | nibbles << 24) & 0x000000FF000000FFULL;
    nibbles = (nibbles | nibbles << 12) & 0x000F000F000F000FULL;
    nibbles = (nibbles | nibbles << 6) & 0x0303030303030303ULL;
    return (nibbles | nibbles << 3) & LOW_BIT_OF_EACH_NIBBLE;
}

/* The places that hold any checker of a side, and those that hold several, two or more. */
typedef struct {
    uint32_t any;
    uint32_t several;
} Held;

#if defined(BSG_SSE2)

/* A byte a place, 16 places: compare all at once, and gather a bit from each. */
static inline Held held_in_word(uint64_t word) {
    const __m128i nibble = _mm_set1_epi8(15);
    __m128i packed = _mm_cvtsi64_si128((long long)word);
    __m128i even = _mm_and_si128(packed, nibble), odd = _mm_and_si128(_mm_srli_epi64(packed, 4), nibble);
    __m128i counts = _mm_unpacklo_epi8(even, odd);
    return (Held){(uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(counts, _mm_setzero_si128())),
                  (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(counts, _mm_set1_epi8(1)))};
}

#else

static inline Held held_in_word(uint64_t word) {
    uint64_t several = word >> 1 | word >> 2 | word >> 3; /* one of the upper three bits of a nibble */
    return (Held){gather_low_bits(word | several), gather_low_bits(several)};
}

#endif

static inline Held held_by(const uint64_t side[2]) {
    Held low = held_in_word(side[0]), high = held_in_word(side[1]);
    return (Held){low.any | high.any << 16, low.several | high.several << 16};
}

/* The places that hold at least three checkers of a side, as `any`, and those that hold at least four, as `several`. */
static inline Held held_by_more(const uint64_t side[2]) {
    Held more = {0, 0};
    for (int i = 0; i < 2; i++) {
        uint64_t four = side[i] >> 2 | side[i] >> 3, three = four | (side[i] & side[i] >> 1);
        more.any |= gather_low_bits(three) << 16 * i;
        more.several |= gather_low_bits(four) << 16 * i;
    }
    return more;
}

/* At most 16 times 15, so that the sum of all bytes fits into the highest. */
static inline int sum_of_nibbles(uint64_t word) {
    const uint64_t even = 0x0F0F0F0F0F0F0F0FULL;
    return (int)(((word & even) + (word >> 4 & even)) * 0x0101010101010101ULL >> 56);
}

/* All checkers of a side, unused nibbles included. */
static inline int count_checkers(const uint64_t side[2]) { return sum_of_nibbles(side[0]) + sum_of_nibbles(side[1]); }

/* Own checkers on places 7 to 25. */
static inline int count_outside(const Board *board) {
    return sum_of_nibbles(board->own[0] >> 4 * 7) + sum_of_nibbles(board->own[1]);
}

static inline int highest_place(uint32_t places) { return 31 - __builtin_clz(places); }

static inline int lowest_place(uint32_t places) { return __builtin_ctz(places); }

static inline int count_places(uint32_t places) {
    places -= places >> 1 & 0x55555555u;
    places = (places & 0x33333333u) + (places >> 2 & 0x33333333u);
    return (int)(((places + (places >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}

/* Place number `n`, from 0, lowest first, of at least `n + 1` places. */
static inline int nth_place(uint32_t places, int n) {
    while (n-- > 0) {
        places &= places - 1;
    }
    return lowest_place(places);
}

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
 * The nibbles of own off and of the opponent's bar and off take part, and change nothing: within one roll the opponent's
 * off stays as it is, and the other two follow from the rest. */
static inline int compare_boards(const Board *a, const Board *b) {
    int order = compare_words(a->own[1], b->own[1]);
    if (order == 0) order = compare_words(a->own[0], b->own[0]);
    if (order == 0) order = compare_words(a->opponent[1], b->opponent[1]);
    if (order == 0) order = compare_words(a->opponent[0], b->opponent[0]);
    return order;
}

/* Of the boards of one roll: the opponent's places 16 to 25 are left out, since what is hit there shows on its bar. */
static inline uint64_t hash_board(const Board *board) {
    uint64_t hash = board->own[0] * 0x9E3779B97F4A7C15ULL;
    hash = (hash ^ hash >> 32 ^ board->own[1]) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ hash >> 32 ^ board->opponent[0]) * 0x94D049BB133111EBULL;
    return hash ^ hash >> 32;
}

/* The 32 bytes of a position are the four words, each little-endian, on every machine. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { BOARD_IS_ITS_BYTES = false };
static inline uint64_t little_endian(uint64_t word) { return __builtin_bswap64(word); }
#else
enum { BOARD_IS_ITS_BYTES = true };
static inline uint64_t little_endian(uint64_t word) { return word; }
#endif

static inline Board read_board(const unsigned char *bytes) {
    uint64_t words[4];
    memcpy(words, bytes, sizeof words);
    return (Board){{little_endian(words[0]), little_endian(words[1])},
                   {little_endian(words[2]), little_endian(words[3])}};
}

static inline void write_board(const Board *board, unsigned char *bytes) {
    const uint64_t words[4] = {little_endian(board->own[0]), little_endian(board->own[1]),
                               little_endian(board->opponent[0]), little_endian(board->opponent[1])};
    memcpy(bytes, words, sizeof words);
}

#endif
