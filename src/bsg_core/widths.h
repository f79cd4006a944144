/* The widths in which this build can play games side by side, and which of them this processor has. */
#ifndef BSG_WIDTHS_H
#define BSG_WIDTHS_H

#include "lanes.h"

#define LANES 4
#define NAME(word) word##_of_4
#define TARGET
#include "play_lanes.h"
#undef LANES
#undef NAME
#undef TARGET

#if defined(__x86_64__)
#define LANES 8
#define NAME(word) word##_of_8
#define TARGET __attribute__((target("avx2")))
#include "play_lanes.h"
#undef LANES
#undef NAME
#undef TARGET

#define LANES 16
#define NAME(word) word##_of_16
#define TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl")))
#include "play_lanes.h"
#undef LANES
#undef NAME
#undef TARGET
#endif

typedef void (*PlayRound)(LaneGames *, const LaneRules *);

/* The function that plays a round of so many lanes; NULL if there is none, or the processor lacks its instructions. */
static PlayRound find_round(int lanes) {
    switch (lanes) {
        case 4:
            return play_round_of_4;
#if defined(__x86_64__)
        case 8:
            return __builtin_cpu_supports("avx2") ? play_round_of_8 : NULL;
        case 16:
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
                       ? play_round_of_16
                       : NULL;
#endif
        default:
            return NULL;
    }
}

#endif
