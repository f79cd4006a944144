/* Random numbers keyed by (seed, game, purpose), so that a game's dice depend on nothing else.
 *
 * The generator is xoshiro128++ (Blackman and Vigna, 2019): words of 32 bits, so that many games fit into one vector
 * register (lanes.h). Its state is set by splitmix64 (Steele, Lea and Flood, 2014). Dice and each seat's choices are
 * streams of their own, so that the dice of a game stay the same when a player changes.
 */
#ifndef BSG_RANDOM_H
#define BSG_RANDOM_H

#include <stdint.h>

enum { STREAM_DICE, STREAM_CHOICES_OF_SEAT_0, STREAM_CHOICES_OF_SEAT_1 };

typedef struct {
    uint32_t state[4];
} Stream;

static inline uint64_t mix_bits(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
}

/* For one seed and purpose the key is a bijection of the game number: no two games begin in the same state. */
static inline Stream open_keyed_stream(uint64_t seed, uint64_t game, uint64_t purpose) {
    const uint64_t golden = 0x9E3779B97F4A7C15ULL;
    uint64_t key = mix_bits(seed + golden);
    key = mix_bits((key ^ purpose) + golden);
    key = mix_bits((key ^ game) + golden);
    uint64_t low = mix_bits(key + golden), high = mix_bits(key + 2 * golden);
    return (Stream){{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)}};
}

static inline uint32_t rotate_left(uint32_t x, int by) { return x << by | x >> (32 - by); }

static inline uint32_t next_word(Stream *stream) {
    uint32_t *s = stream->state;
    uint32_t word = rotate_left(s[0] + s[3], 7) + s[0];
    uint32_t shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 11);
    return word;
}

/* A draw takes the upper 20 bits of a word, so that the product with any bound fits into a word again. */
enum { DRAWN_BITS = 20, LARGEST_BOUND = 1 << (32 - DRAWN_BITS) };
#define DRAWN_RANGE (1u << DRAWN_BITS)

/* Draw a whole number below `bound`, at most LARGEST_BOUND, each equally likely (Lemire, 2019): the upper part of a
 * product, drawn again in the few cases that would favour some numbers. */
static inline uint32_t draw_below(Stream *stream, uint32_t bound) {
    for (;;) {
        uint32_t product = (next_word(stream) >> (32 - DRAWN_BITS)) * bound;
        uint32_t rest = product % DRAWN_RANGE;
        if (rest >= bound || rest >= DRAWN_RANGE % bound) {
            return product / DRAWN_RANGE;
        }
    }
}

#endif
