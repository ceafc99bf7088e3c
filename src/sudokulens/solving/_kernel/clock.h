/* Seconds on a monotonic clock. */
#ifndef SUDOKULENS_CLOCK_H
#define SUDOKULENS_CLOCK_H

#if defined(_WIN32)

/* Declared here because <windows.h> would bring in hundreds of macros. */
__declspec(dllimport) unsigned long long __stdcall GetTickCount64(void);

static inline double monotonic_seconds(void) { return 1e-3 * (double)GetTickCount64(); }

#else

#include <time.h>

static inline double monotonic_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif

#endif
