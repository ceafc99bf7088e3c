/* Hints of the rating procedure as records, the same that the finders write. */
#ifndef SUDOKULENS_EXPLAINER_RECORD_H
#define SUDOKULENS_EXPLAINER_RECORD_H

#include "explainer_chain.h"

/* What the hint is an instance of, patterns inside its chains considered. */
Technique hint_technique(const Collector *found, const Hint *hint);
/* Writes the hint down. `whole`: what it removes too where it places a digit, as the program applies both. */
void hint_record(Sink *sink, const Grid *grid, const Collector *found, const Hint *hint, bool whole);

#endif
