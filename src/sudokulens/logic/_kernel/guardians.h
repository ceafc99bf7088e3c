/* Guardians: candidates of which one is true, since without them a pattern could not be filled. */
#ifndef SUDOKULENS_GUARDIANS_H
#define SUDOKULENS_GUARDIANS_H

#include "record.h"

#define MAX_GUARDIANS 6

/* guardians[digit] are their cells. */
int guardian_count(const Cells guardians[EACH_DIGIT]);

/* Fills in the candidates that exclude every guardian; false where there are none. */
bool guarded_removals(const State *state, const Cells guardians[EACH_DIGIT], Cells removed[EACH_DIGIT]);

/* Begins a step that places the only guardian, or removes what all of them exclude; false where nothing follows. */
bool begin_guarded(const State *state, Sink *sink, Technique technique, const Cells guardians[EACH_DIGIT]);

void step_removals(const State *state, Sink *sink, const Cells removed[EACH_DIGIT]);

#endif
