/* A whole logical solve: the easiest step that applies, again and again. */
#include "path.h"

static void apply(State *state, const int16_t *record) {
    for (int i = 2; i < record[0]; i += 2) {
        int cell = cell_of_number(record[i + 1]), digit = digit_of_number(record[i + 1]);
        if (record[i] == R_PLACE && !state->values[cell]) state_place(state, cell, digit);
        if (record[i] == R_REMOVE) state_remove(state, cell, digit);
    }
}

/* Techniques that one search finds together, of which it gives the shortest. */
static bool is_joint(Finder *finder) { return finder == find_loops || finder == find_grouped_loops; }

/* Looks for the first technique of the order that applies; its record stays in the sink. */
static bool next_step(const State *state, const Options *options, Sink *sink, const uint8_t *order, size_t length) {
    for (size_t i = 0; i < length; i++) {
        Finder *finder = finder_of((Technique)order[i]);
        memset(sink->wanted, 0, sizeof sink->wanted);
        want(sink, (Technique)order[i]);
        while (is_joint(finder) && i + 1 < length && finder_of((Technique)order[i + 1]) == finder)
            want(sink, (Technique)order[++i]);
        sink->done = false;
        finder(state, options, sink);
        if (sink->failed) return false;
        if (sink->done) return true;
    }
    return false;
}

bool solve_by_logic(State *state, const Options *options, Sink *sink, const uint8_t *order, size_t length, size_t most) {
    sink->first_only = true;
    while (some(state->empty) && sink->steps < most) {
        size_t start = sink->used;
        if (!next_step(state, options, sink, order, length)) return false;
        apply(state, sink->data + start);
    }
    return none(state->empty);
}
