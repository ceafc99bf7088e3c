/* Seconds on a clock that never goes back. */
#ifndef SUDOKULENS_CLOCK_H
#define SUDOKULENS_CLOCK_H

#include <time.h>

static inline double monotonic_seconds(void) {
    struct timespec now;
#if defined(CLOCK_MONOTONIC)
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    timespec_get(&now, TIME_UTC);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
