/* What a learner sees of a side: numbers that grow with the checkers of each place, written by table. */
#ifndef BSG_BOARD_FEATURES_H
#define BSG_BOARD_FEATURES_H

#include "board.h"

enum { FEATURES_A_POINT = 4, FEATURES_A_SIDE = 24 * FEATURES_A_POINT + 2 };

/* For each count of checkers on a point: whether it is one, two, three or more, and half of what is above three. */
static const float FEATURES_OF_COUNT[CHECKERS + 1][FEATURES_A_POINT] = {
    {0, 0, 0, 0.0f}, {1, 0, 0, 0.0f}, {0, 1, 0, 0.0f}, {0, 0, 1, 0.0f}, {0, 0, 1, 0.5f}, {0, 0, 1, 1.0f},
    {0, 0, 1, 1.5f}, {0, 0, 1, 2.0f}, {0, 0, 1, 2.5f}, {0, 0, 1, 3.0f}, {0, 0, 1, 3.5f}, {0, 0, 1, 4.0f},
    {0, 0, 1, 4.5f}, {0, 0, 1, 5.0f}, {0, 0, 1, 5.5f}, {0, 0, 1, 6.0f},
};

/* Write the features of a side in its own numbering: points 1 to 24, half of its bar, a fifteenth of its off. */
static inline void write_side_features(const uint64_t side[2], float *features) {
    for (int point = 1; point <= 24; point++) {
        memcpy(features, FEATURES_OF_COUNT[count_at(side, point)], sizeof FEATURES_OF_COUNT[0]);
        features += FEATURES_A_POINT;
    }
    features[0] = (float)count_at(side, BAR) / 2;
    features[1] = (float)count_at(side, OFF) / 15;
}

#endif
