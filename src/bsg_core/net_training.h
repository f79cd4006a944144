/* The network while it learns: in floating point, with vectors for inputs instead of rows, and how it becomes whole
 * numbers. */
#ifndef BSG_NET_TRAINING_H
#define BSG_NET_TRAINING_H

#include <math.h>

#include "net.h"

typedef struct {
    size_t hidden;
    float *bias;              /* hidden */
    float *weights;           /* INPUTS times hidden */
    float *weights_of_output; /* OUTPUTS times hidden */
    float *bias_of_output;    /* OUTPUTS */
} FloatNet;

/* All of it is one buffer, in that order. */
static inline size_t length_of_float_net(size_t hidden) { return hidden * (1 + INPUTS + OUTPUTS) + OUTPUTS; }

static inline FloatNet float_net_in(float *buffer, size_t hidden) {
    FloatNet net = {.hidden = hidden, .bias = buffer};
    net.weights = net.bias + hidden;
    net.weights_of_output = net.weights + INPUTS * hidden;
    net.bias_of_output = net.weights_of_output + OUTPUTS * hidden;
    return net;
}

/* Of a hidden unit: the largest sum that any board whatsoever could give, in either direction. A side has 15 checkers,
 * so its places come to at most 15 times what a checker can add anywhere; and of each kind one row holds. */
static inline double largest_sum(const float *rows_of_unit, float bias) {
    static const int KINDS[] = {PRIME_ROW, CLOSED_HOME_ROW, OUTSIDE_ROW, WALL_ROW, PATTERN_ROW, SHOT_ROW, ROWS_OF_A_SIDE};
    double sum = fabs(bias);
    for (int side = 0; side < SIDES; side++) {
        const float *rows = rows_of_unit + side * ROWS_OF_A_SIDE;
        double most = 0;
        for (int row = 0; row < ROWS_OF_PLACES; row++) {
            most = fmax(most, fabs(rows[row]) / (row % ROWS_OF_A_PLACE + 1));
        }
        sum += CHECKERS * most;
        for (int kind = 0; kind < KINDS_OF_A_SIDE; kind++) {
            most = 0;
            for (int row = KINDS[kind]; row < KINDS[kind + 1]; row++) {
                most = fmax(most, fabs(rows[row]));
            }
            sum += most;
        }
    }
    double most = 0;
    for (int row = RACE_ROW; row < ROWS; row++) {
        most = fmax(most, fabs(rows_of_unit[row]));
    }
    return sum + most;
}

static inline void rows_of_unit(const FloatNet *net, size_t unit, float rows[ROWS]) {
    for (int row = 0; row < ROWS; row++) {
        int inputs[INPUTS_OF_A_ROW];
        float shares[INPUTS_OF_A_ROW];
        int count = inputs_of_row(row, inputs, shares);
        rows[row] = 0;
        for (int i = 0; i < count; i++) {
            rows[row] += shares[i] * net->weights[(size_t)inputs[i] * net->hidden + unit];
        }
    }
}

/* Write the network in whole numbers: as fine as can be without any sum running over. Returns false if its weights are
 * too large for that, or no numbers. */
static inline bool round_net(const FloatNet *net, int16_t *buffer) {
    const size_t hidden = net->hidden;
    float rows[ROWS];
    double largest = 0;
    for (size_t i = 0; i < length_of_float_net(hidden); i++) {
        if (!isfinite(net->bias[i])) { /* the first of all weights */
            return false;
        }
    }
    for (size_t unit = 0; unit < hidden; unit++) {
        rows_of_unit(net, unit, rows);
        double sum = largest_sum(rows, net->bias[unit]);
        if (!(sum < 1e6)) {
            return false;
        }
        largest = fmax(largest, sum);
    }
    int bits = UNIT_BITS;
    while (bits > 0 && largest * (1 << bits) + MOST_ROWS > INT16_MAX) {
        bits--;
    }
    if (bits == 0) {
        return false;
    }
    memset(buffer, 0, length_of_net(hidden) * sizeof buffer[0]);
    buffer[0] = (int16_t)hidden;
    buffer[1] = (int16_t)bits;
    int32_t *bias_of_output = (int32_t *)(buffer + 2);
    int16_t *bias = buffer + NET_HEADER;
    int16_t *rounded_rows = bias + hidden;
    int16_t *weights_of_output = rounded_rows + ROWS * hidden;
    const float scale = (float)(1 << bits), scale_of_output = 1 << WEIGHT_BITS;
    for (size_t unit = 0; unit < hidden; unit++) {
        rows_of_unit(net, unit, rows);
        bias[unit] = (int16_t)lrintf(net->bias[unit] * scale);
        for (int row = 0; row < ROWS; row++) {
            rounded_rows[(size_t)row * hidden + unit] = (int16_t)lrintf(rows[row] * scale);
        }
    }
    for (int output = 0; output < OUTPUTS; output++) {
        double sum = fabs(net->bias_of_output[output]) * scale_of_output;
        for (size_t unit = 0; unit < hidden; unit++) {
            float weight = net->weights_of_output[(size_t)output * hidden + unit] * scale_of_output;
            sum += fabs(weight);
            if (!(fabs(weight) < INT16_MAX)) {
                return false;
            }
            weights_of_output[(size_t)output * hidden + unit] = (int16_t)lrintf(weight);
        }
        if (!(sum + (double)hidden < INT32_MAX >> UNIT_BITS)) {
            return false;
        }
        bias_of_output[output] = (int32_t)lrintf(net->bias_of_output[output] * scale_of_output * (1 << UNIT_BITS));
    }
    return true;
}

#define NAME(word) word##_plain
#define TARGET
#include "net_gradient.h"
#undef NAME
#undef TARGET

#if defined(__x86_64__)
#define NAME(word) word##_avx2
#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#include "net_gradient.h"
#undef NAME
#undef TARGET
#endif

typedef float (*AddGradient)(const FloatNet *net, const Board *after, int steps_per_double, const float wanted[OUTPUTS],
                             FloatNet *gradient);

static inline AddGradient best_gradient(void) {
#if defined(__x86_64__) && !defined(BSG_PORTABLE)
    if (has_avx2()) {
        return add_gradient_avx2;
    }
#endif
    return add_gradient_plain;
}

#endif
