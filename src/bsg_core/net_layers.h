/* The network at work, for a processor to be given: `NAME` and `TARGET` say which. No include guard: net.h
 * includes this once for each. */

/* Sixteen sums, at any address. */
typedef uint16_t NAME(Units) __attribute__((vector_size(32), aligned(2), may_alias));

/* Write `from` with some rows added and some taken away. The sums of a block stay in registers meanwhile. */
TARGET static void NAME(sum_rows)(const Net *net, const int16_t *from, const int *more, int mores, const int *less,
                                  int lesses, int16_t *sums) {
    for (size_t first = 0; first < net->hidden; first += HIDDEN_BLOCK) {
        NAME(Units) a = *(const NAME(Units) *)(from + first), b = *(const NAME(Units) *)(from + first + 16);
        NAME(Units) c = *(const NAME(Units) *)(from + first + 32), d = *(const NAME(Units) *)(from + first + 48);
        for (int i = 0; i < mores; i++) {
            const int16_t *row = row_of_net(net, more[i]) + first;
            a += *(const NAME(Units) *)row;
            b += *(const NAME(Units) *)(row + 16);
            c += *(const NAME(Units) *)(row + 32);
            d += *(const NAME(Units) *)(row + 48);
        }
        for (int i = 0; i < lesses; i++) {
            const int16_t *row = row_of_net(net, less[i]) + first;
            a -= *(const NAME(Units) *)row;
            b -= *(const NAME(Units) *)(row + 16);
            c -= *(const NAME(Units) *)(row + 32);
            d -= *(const NAME(Units) *)(row + 48);
        }
        *(NAME(Units) *)(sums + first) = a;
        *(NAME(Units) *)(sums + first + 16) = b;
        *(NAME(Units) *)(sums + first + 32) = c;
        *(NAME(Units) *)(sums + first + 48) = d;
    }
}

/* Bend sums into -1 to 1: x (2 - |x|) of the sum cut at -1 and 1. */
TARGET static inline void NAME(bend)(const int16_t *restrict sums, size_t hidden, int bits,
                              int16_t *restrict units) {
    const int16_t one = (int16_t)(1 << bits), minus_one = (int16_t)-one;
    const int up = UNIT_BITS - bits;
    for (size_t i = 0; i < hidden; i++) {
        int16_t x = sums[i];
        x = x > one ? one : x;
        x = x < minus_one ? minus_one : x;
        x = (int16_t)(x << up);
        int16_t rest = (int16_t)((2 << UNIT_BITS) - (x < 0 ? -x : x));
        /* x (2048 - |x|) / 1024, as the upper half of a product of two numbers eight times as large */
        units[i] = (int16_t)((int32_t)(int16_t)(8 * x) * (int16_t)(8 * rest) >> 16);
    }
}

TARGET static inline uint32_t NAME(product)(const int16_t *restrict units, const int16_t *restrict weights, size_t hidden) {
    uint32_t sum = 0;
    for (size_t i = 0; i < hidden; i++) {
        sum += (uint32_t)((int32_t)units[i] * weights[i]);
    }
    return sum;
}

typedef float NAME(Floats) __attribute__((vector_size(4 * OUTPUT_LANES)));
typedef int32_t NAME(Ints) __attribute__((vector_size(4 * OUTPUT_LANES)));

/* 1 / (1 + e**-x), from additions, multiplications and one division, each rounded as IEEE 754 says, so that it is the same
 * everywhere. e**-x is 2**(i + f): i goes into the exponent, and for f, at most a half, Taylor's series is good to a few
 * units in the last place. */
TARGET static inline void NAME(find_sigmoids)(float values[OUTPUT_LANES]) {
    NAME(Floats) x, scale;
    memcpy(&x, values, sizeof x);
    NAME(Ints) too_large = x > 30, too_small = x < -30;
    x = (NAME(Floats))((NAME(Ints))x & ~(too_large | too_small)); /* and mended below */
    NAME(Floats) power = x * -1.44269504f;
    NAME(Ints) whole = __builtin_convertvector(power + 1024.5f, NAME(Ints)) - 1024; /* rounded, since it is cut off */
    NAME(Floats) f = (power - __builtin_convertvector(whole, NAME(Floats))) * 0.69314718f;
    NAME(Floats) series = f * 0.0013888889f + 0.0083333333f;
    series = series * f + 0.041666667f;
    series = series * f + 0.16666667f;
    series = series * f + 0.5f;
    series = series * f + 1.0f;
    series = series * f + 1.0f;
    NAME(Ints) exponent = (whole + 127) << 23;
    memcpy(&scale, &exponent, sizeof scale);
    NAME(Floats) result = 1.0f / (1.0f + series * scale);
    result = (NAME(Floats))((NAME(Ints))result & ~(too_large | too_small)); /* 0 */
    result += __builtin_convertvector(too_large & 1, NAME(Floats));
    memcpy(values, &result, sizeof result);
}

/* Find the probabilities from the sums of the first layer. */
TARGET static inline void NAME(find_outputs)(const Net *net, const int16_t *sums, float outputs[OUTPUT_LANES]) {
    int16_t units[MOST_HIDDEN];
    uint32_t sum[OUTPUT_LANES] = {0};
    NAME(bend)(sums, net->hidden, net->bits, units);
    for (int output = 0; output < OUTPUTS; output++) {
        sum[output] = NAME(product)(units, net->weights_of_output + output * net->hidden, net->hidden);
    }
    for (int i = 0; i < OUTPUT_LANES; i++) {
        uint32_t bias = i < OUTPUTS ? (uint32_t)net->bias_of_output[i] : 0;
        outputs[i] = (float)(int32_t)(sum[i] + bias) / (1 << (UNIT_BITS + WEIGHT_BITS));
    }
    NAME(find_sigmoids)(outputs);
}

/* Prepare to judge boards near this one, such as all that a roll reaches; seen by the side that has just played. */
TARGET static void NAME(sum_places)(const Net *net, const Board *board, PlaceSums *places) {
    int rows[MOST_ROWS];
    int count = list_places(board, rows);
    places->board = *board;
    NAME(sum_rows)(net, net->bias, rows, count, NULL, 0, places->sums);
}

/* Judge an undecided board seen by the side that has just played, as the side that rolls next sees it. */
TARGET static void NAME(judge)(const Net *net, const Rules *rules, const PlaceSums *near, const Board *after,
                               float p[OUTPUTS]) {
    int more[MOST_ROWS], less[MOST_ROWS];
    int16_t sums[MOST_HIDDEN];
    float all[OUTPUT_LANES];
    int mores, lesses;
    list_differences(&near->board, after, more, &mores, less, &lesses);
    mores += list_kinds(after, rules->steps_per_double, more + mores);
    NAME(sum_rows)(net, near->sums, more, mores, less, lesses, sums);
    NAME(find_outputs)(net, sums, all);
    memcpy(p, all, OUTPUTS * sizeof p[0]);
    settle(p, after, rules);
}
