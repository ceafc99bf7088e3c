/* Four lanes in the compiler's own 128-bit vectors: SSE2 on any 64-bit x86, NEON on 64-bit ARM. */
#include "bits.h"

#if HAS_GNU_EXTENSIONS
#define LANES 4
#define SOLVE lockstep_solve_vector4
#include "path.h"
#endif
