/* Random numbers keyed by (seed, game, purpose), so that a game's dice depend on nothing else.
 *
 * The generator is xoshiro256++ (Blackman and Vigna, 2019); its state is set by splitmix64 (Steele, Lea and
 * Flood, 2014). Dice and each seat's choices are streams of their own, so that the dice of a game stay the same
 * when a player changes.
 */
#ifndef BSG_RANDOM_H
#define BSG_RANDOM_H

#include <stdint.h>

enum { STREAM_DICE, STREAM_CHOICES_OF_SEAT_0, STREAM_CHOICES_OF_SEAT_1 };

typedef struct {
    uint64_t state[4];
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
    Stream stream;
    for (int i = 0; i < 4; i++) {
        stream.state[i] = mix_bits(key += golden);
    }
    return stream;
}

static inline uint64_t rotate_left(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline uint64_t next_bits(Stream *stream) {
    uint64_t *s = stream->state;
    uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Draw a whole number below `bound`, each equally likely (Lemire, 2019): the upper half of a 32 by 32 bit product,
 * drawn again in the few cases that would favour some numbers. */
static inline uint32_t draw_below(Stream *stream, uint32_t bound) {
    uint64_t product = (next_bits(stream) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t uneven = (0u - bound) % bound;
        while ((uint32_t)product < uneven) {
            product = (next_bits(stream) >> 32) * bound;
        }
    }
    return (uint32_t)(product >> 32);
}

#endif
