/* A whole logical solve. */
#ifndef SUDOKULENS_PATH_H
#define SUDOKULENS_PATH_H

#include "record.h"

Finder *finder_of(Technique technique);

/* Makes steps, the first technique of the order that applies each time, until the board is full (then true), nothing
 * applies, or `most` steps were made; the sink holds their records. */
bool solve_by_logic(State *state, const Options *options, Sink *sink, const uint8_t *order, size_t length, size_t most);

#endif
