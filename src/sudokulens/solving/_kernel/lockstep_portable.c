/* One lane in a plain integer, for any compiler. */
#define LANES 1
#define SOLVE lockstep_solve_portable
#include "path.h"
