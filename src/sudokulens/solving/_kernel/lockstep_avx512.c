/* Sixteen lanes, for processors with AVX-512. */
#include "bits.h"

#if HAS_GNU_EXTENSIONS && defined(__x86_64__)
#define LANES 16
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")))
#define SOLVE lockstep_solve_avx512
#include "path.h"
#endif
