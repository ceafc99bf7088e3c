/* Chooses among the paths of the lock-step solver by what the processor can run. */
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#ifndef PF_AVX2_INSTRUCTIONS_AVAILABLE
#define PF_AVX2_INSTRUCTIONS_AVAILABLE 40
#endif
#endif

#include "lockstep.h"

#include <stddef.h>

#include "bits.h"

#if HAS_GNU_EXTENSIONS && defined(__x86_64__)
#define HAS_X86_PATHS 1
#define VECTOR4_NAME "sse2"
#else
#define HAS_X86_PATHS 0
#define VECTOR4_NAME "vector4"
#endif

static LockstepPath usable[5];

const LockstepPath *lockstep_paths(void) {
    if (usable[0].name) return usable;
    LockstepPath *next = usable + 1; /* the first goes in last: it says that the list is complete */
    LockstepPath first = {NULL, 0, NULL};
#define ADD(path) *(first.name ? next++ : &first) = (LockstepPath)path
#if defined(_WIN32) && HAS_X86_PATHS
    /* The builtins below need a library that clang-cl does not link. No processor with AVX2 lacks BMI or POPCNT; for
     * AVX-512 the system does not report the subsets that are needed. */
    if (IsProcessorFeaturePresent(PF_AVX2_INSTRUCTIONS_AVAILABLE))
        ADD(((LockstepPath){"avx2", 8, lockstep_solve_avx2}));
#elif HAS_X86_PATHS
    __builtin_cpu_init();
    int has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("popcnt");
    if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        ADD(((LockstepPath){"avx512", 16, lockstep_solve_avx512}));
    if (has_avx2) ADD(((LockstepPath){"avx2", 8, lockstep_solve_avx2}));
#endif
#if HAS_GNU_EXTENSIONS
    ADD(((LockstepPath){VECTOR4_NAME, 4, lockstep_solve_vector4}));
#endif
    ADD(((LockstepPath){"portable", 1, lockstep_solve_portable}));
#undef ADD
    usable[0] = first;
    return usable;
}
