/* Eight lanes, for processors with AVX2. */
#include "bits.h"

#if HAS_GNU_EXTENSIONS && defined(__x86_64__)
#define LANES 8
#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define SOLVE lockstep_solve_avx2
#include "path.h"
#endif
