/* Four lanes in the compiler's own 128-bit vectors: SSE2 on any 64-bit x86, NEON on 64-bit ARM. */
#if defined(__GNUC__)
#define LANES 4
#define SOLVE lockstep_solve_vector4
#include "path.h"
#endif
