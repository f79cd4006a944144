/* How the network learns: the same two layers in floating point, and the gradient of what they get wrong, for a processor
 * to be given (`NAME`, `TARGET`). No include guard: net_training.h includes this once for each.
 *
 * Sums are kept in eight lanes that are added up in one order, and no product is fused with a sum; so every processor
 * learns the same. */

typedef int32_t NAME(LaneBits) __attribute__((vector_size(32)));
typedef float NAME(Lanes) __attribute__((vector_size(32), aligned(4), may_alias));

TARGET static inline float NAME(sum_of_lanes)(NAME(Lanes) x) {
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

#define LANES_AT(place) (*(NAME(Lanes) *)(place))
#define CONSTANT_LANES_AT(place) (*(const NAME(Lanes) *)(place))

/* target += share * source */
TARGET static inline void NAME(add_to)(float *target, const float *source, float share, size_t count) {
    for (size_t i = 0; i < count; i += 8) {
        LANES_AT(target + i) += share * CONSTANT_LANES_AT(source + i);
    }
}

/* Bend sums as net_layers.h does, and write how steeply each is bent. */
TARGET static inline void NAME(bend_sums)(const float *sums, size_t count, float *units, float *slopes) {
    for (size_t i = 0; i < count; i += 8) {
        NAME(Lanes) x = CONSTANT_LANES_AT(sums + i);
        NAME(LaneBits) below = x < 0;
        NAME(Lanes) size = (NAME(Lanes))((NAME(LaneBits))x & 0x7FFFFFFF);
        NAME(LaneBits) is_cut = size > 1;
        NAME(Lanes) bent = size * (2 - size);
        NAME(Lanes) slope = 2 - 2 * size;
        NAME(Lanes) one = (NAME(Lanes)){0} + 1;
        bent = (NAME(Lanes))(((NAME(LaneBits))bent & ~is_cut) | ((NAME(LaneBits))one & is_cut));
        LANES_AT(units + i) = (NAME(Lanes))((NAME(LaneBits))bent | (below & INT32_MIN));
        LANES_AT(slopes + i) = (NAME(Lanes))((NAME(LaneBits))slope & ~is_cut);
    }
}

/* Add the gradient of the cross-entropy between what is found for a board and what it should be; return the sum of
 * the squared errors.
 * `after` is seen by the side that waits, `wanted` by the side that rolls. */
TARGET static float NAME(add_gradient)(const FloatNet *net, const Board *after, int steps_per_double,
                                       const float wanted[OUTPUTS], FloatNet *gradient) {
    int rows[MOST_ROWS], inputs[MOST_ROWS * INPUTS_OF_A_ROW];
    float shares[MOST_ROWS * INPUTS_OF_A_ROW];
    float sums[MOST_HIDDEN], units[MOST_HIDDEN], slopes[MOST_HIDDEN], blame[MOST_HIDDEN];
    const size_t hidden = net->hidden;
    int count = list_places(after, rows);
    count += list_kinds(after, steps_per_double, rows + count);
    int used = 0;
    for (int i = 0; i < count; i++) {
        used += inputs_of_row(rows[i], inputs + used, shares + used);
    }

    memcpy(sums, net->bias, hidden * sizeof sums[0]);
    for (int i = 0; i < used; i++) {
        NAME(add_to)(sums, net->weights + (size_t)inputs[i] * hidden, shares[i], hidden);
    }
    NAME(bend_sums)(sums, hidden, units, slopes);
    memset(blame, 0, hidden * sizeof blame[0]);

    float error = 0;
    for (int output = 0; output < OUTPUTS; output++) {
        const float *weights = net->weights_of_output + (size_t)output * hidden;
        NAME(Lanes) lanes = {0};
        for (size_t i = 0; i < hidden; i += 8) {
            lanes += CONSTANT_LANES_AT(units + i) * CONSTANT_LANES_AT(weights + i);
        }
        float values[OUTPUT_LANES] = {NAME(sum_of_lanes)(lanes) + net->bias_of_output[output]};
        NAME(find_sigmoids)(values);
        float wrong = values[0] - wanted[output];
        error += wrong * wrong;
        NAME(add_to)(gradient->weights_of_output + (size_t)output * hidden, units, wrong, hidden);
        gradient->bias_of_output[output] += wrong;
        NAME(add_to)(blame, weights, wrong, hidden);
    }

    for (size_t i = 0; i < hidden; i += 8) {
        LANES_AT(blame + i) *= CONSTANT_LANES_AT(slopes + i);
    }
    NAME(add_to)(gradient->bias, blame, 1, hidden);
    for (int i = 0; i < used; i++) {
        NAME(add_to)(gradient->weights + (size_t)inputs[i] * hidden, blame, shares[i], hidden);
    }
    return error;
}

#undef LANES_AT
#undef CONSTANT_LANES_AT
