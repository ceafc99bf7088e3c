/* Kraken fish: a finned fish whose fins, where they do not see a candidate, exclude it by chains. */
#include "net.h"

void find_kraken(const State *state, const Options *options, Sink *sink) {
    (void)state;
    (void)options;
    (void)sink;
}
