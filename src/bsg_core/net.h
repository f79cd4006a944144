/* The network that judges a board: one hidden layer, in whole numbers, so that every machine finds the same value.
 *
 * A board gives a list of rows (net_inputs.h). The first layer is the sum of their vectors, in 16 bits; since whole
 * numbers add up to the same in any order, the sum for a board that a play reaches is that of the board before it, and a
 * few vectors more and less. A hidden unit bends its sum into -1 to 1; five sums of all units, in 32 bits, are the
 * logits of five probabilities.
 *
 * Fixed point: a hidden unit counts in 1/1024, and the first layer as finely as its weights allow without any sum running
 * over (net_training.h counts that out). In a buffer from elsewhere they may run over, and give a wrong value, but no
 * worse: all sums are unsigned in the processor.
 */
#ifndef BSG_NET_H
#define BSG_NET_H

#include "net_inputs.h"
#include "race_table.h"

enum { OUTPUTS = 5, OUTPUT_LANES = 8, HIDDEN_BLOCK = 64, MOST_HIDDEN = 512 };
enum { UNIT_BITS = 10, WEIGHT_BITS = 12 };

/* What the side that rolls expects, each at least as likely as the next of its two: that it wins at all, two points or
 * more, three; that it loses two or more, three. */
enum { WIN, WIN_TWO, WIN_THREE, LOSE_TWO, LOSE_THREE };

typedef struct {
    size_t hidden; /* a multiple of HIDDEN_BLOCK */
    int bits;      /* the first layer counts in 1 / 2**bits */
    const int16_t *bias;                    /* hidden */
    const int16_t *rows;                    /* ROWS times hidden */
    const int16_t *weights_of_output;       /* OUTPUTS times hidden */
    const int32_t *bias_of_output;          /* OUTPUTS */
} Net;

/* The whole network is one buffer of 16-bit numbers, each little-endian as the machine is: hidden, bits, bias_of_output
 * as pairs, and then the arrays in the order above. */
enum { NET_HEADER = 2 + 2 * OUTPUTS + 4 };

static inline size_t length_of_net(size_t hidden) { return NET_HEADER + hidden * (1 + ROWS + OUTPUTS); }

/* Read a network from its buffer; say whether it is one. The buffer must live as long as the network does. */
static inline bool read_net(const int16_t *buffer, size_t length, Net *net) {
    if (length < NET_HEADER) {
        return false;
    }
    net->hidden = buffer[0] < 0 ? 0 : (size_t)buffer[0];
    net->bits = buffer[1];
    if (net->hidden < HIDDEN_BLOCK || net->hidden > MOST_HIDDEN || net->hidden % HIDDEN_BLOCK ||
        net->bits < 1 || net->bits > UNIT_BITS || length != length_of_net(net->hidden)) {
        return false;
    }
    net->bias_of_output = (const int32_t *)(buffer + 2);
    net->bias = buffer + NET_HEADER;
    net->rows = net->bias + net->hidden;
    net->weights_of_output = net->rows + ROWS * net->hidden;
    return true;
}

static inline const int16_t *row_of_net(const Net *net, int row) { return net->rows + (size_t)row * net->hidden; }

/* The sums of the places of a board, without those of its kinds. */
typedef struct {
    Board board;
    int16_t sums[MOST_HIDDEN];
} PlaceSums;

/* Make five independent answers agree with each other, and with what is still possible after a play; seen, as they are,
 * by the side that rolls next. */
static inline void settle(float p[OUTPUTS], const Board *after, const Rules *rules) {
    bool wins_more = rules->bears_off ? rules->gammons : rules->closed_home == CLOSED_HOME_BONUS;
    /* Who has borne off a checker loses no gammon. */
    if (!wins_more || count_at(after->own, OFF)) {
        p[WIN_TWO] = p[WIN_THREE] = 0;
    }
    if (!wins_more || count_at(after->opponent, BAR)) { /* its off is place 25 here */
        p[LOSE_TWO] = p[LOSE_THREE] = 0;
    }
    if (p[WIN_TWO] > p[WIN]) p[WIN_TWO] = p[WIN];
    if (p[WIN_THREE] > p[WIN_TWO]) p[WIN_THREE] = p[WIN_TWO];
    if (p[LOSE_TWO] > 1 - p[WIN]) p[LOSE_TWO] = 1 - p[WIN];
    if (p[LOSE_THREE] > p[LOSE_TWO]) p[LOSE_THREE] = p[LOSE_TWO];
}

/* Seen by the other side. */
static inline void turn_around(const float p[OUTPUTS], float turned[OUTPUTS]) {
    const float q[OUTPUTS] = {1 - p[WIN], p[LOSE_TWO], p[LOSE_THREE], p[WIN_TWO], p[WIN_THREE]};
    memcpy(turned, q, sizeof q);
}

static inline float equity_of(const float p[OUTPUTS]) {
    return 2 * p[WIN] - 1 + p[WIN_TWO] - p[LOSE_TWO] + p[WIN_THREE] - p[LOSE_THREE];
}

#define NAME(word) word##_plain
#define TARGET
#include "net_layers.h"
#undef NAME
#undef TARGET

#if defined(__x86_64__)
#define NAME(word) word##_avx2
#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#include "net_layers.h"
#undef NAME
#undef TARGET
#endif

typedef void (*SumPlaces)(const Net *net, const Board *board, PlaceSums *places);
typedef void (*Judge)(const Net *net, const Rules *rules, const PlaceSums *near, const Board *after, float p[OUTPUTS]);

/* A network, the rules it is asked about, and the functions that are fastest on this processor. */
typedef struct {
    Net net;
    Rules rules;
    SumPlaces sum_places;
    Judge judge;
    RaceTable races; /* asked instead of the network where it knows; of no track if there is none */
} Evaluator;

#if defined(__x86_64__) && !defined(BSG_PORTABLE)
static inline bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

static inline void choose_functions(Evaluator *evaluator) {
    evaluator->sum_places = sum_places_plain;
    evaluator->judge = judge_plain;
#if defined(__x86_64__) && !defined(BSG_PORTABLE)
    if (has_avx2()) {
        evaluator->sum_places = sum_places_avx2;
        evaluator->judge = judge_avx2;
    }
#endif
}

#endif
