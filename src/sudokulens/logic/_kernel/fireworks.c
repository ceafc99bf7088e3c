#include "record.h"

void find_fireworks(const State *state, const Options *options, Sink *sink) {
    (void)state;
    (void)options;
    (void)sink;
}
