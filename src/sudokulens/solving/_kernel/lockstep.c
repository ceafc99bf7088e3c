/* Chooses among the paths of the lock-step solver by what the processor can run. */
#include "lockstep.h"

#include <stddef.h>

#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_X86_PATHS 1
#define VECTOR4_NAME "sse2"
#elif defined(__GNUC__)
#define HAS_X86_PATHS 0
#define VECTOR4_NAME "vector4"
#endif

static LockstepPath usable[5];

const LockstepPath *lockstep_paths(void) {
    if (usable[0].name) return usable;
    LockstepPath *next = usable + 1; /* the first goes in last: it says that the list is complete */
    LockstepPath first = {NULL, 0, NULL};
#define ADD(path) *(first.name ? next++ : &first) = (LockstepPath)path
#if defined(__GNUC__) && HAS_X86_PATHS
    __builtin_cpu_init();
    int has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("popcnt");
    if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        ADD(((LockstepPath){"avx512", 16, lockstep_solve_avx512}));
    if (has_avx2) ADD(((LockstepPath){"avx2", 8, lockstep_solve_avx2}));
#endif
#if defined(__GNUC__)
    ADD(((LockstepPath){VECTOR4_NAME, 4, lockstep_solve_vector4}));
#endif
    ADD(((LockstepPath){"portable", 1, lockstep_solve_portable}));
#undef ADD
    usable[0] = first;
    return usable;
}
