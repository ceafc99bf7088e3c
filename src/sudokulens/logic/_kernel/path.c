/* A whole logical solve: the easiest step that applies, again and again. */
#include "path.h"

static void apply(State *state, const int16_t *record) {
    for (size_t i = 2; i < record_length(record); i += 2) {
        int cell = cell_of_number(record[i + 1]), digit = digit_of_number(record[i + 1]);
        if (record[i] == R_PLACE && !state->values[cell]) state_place(state, cell, digit);
        if (record[i] == R_REMOVE) state_remove(state, cell, digit);
    }
}

/* The digits that have other places now. */
static Digits changed(const State *before, const State *after) {
    Digits digits = 0;
    for (int digit = 1; digit <= board_size(after); digit++)
        if (!same(before->places[digit], after->places[digit])) digits |= digit_bit(digit);
    return digits;
}

/* Whether the search for a digit looks at other digits too. */
static bool mixes_digits(Finder *finder) { return finder == find_templates || finder == find_kraken; }

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
        Options own = *options;
        if (mixes_digits(finder)) own.digits = state->shape->all_digits;
        finder(state, &own, sink);
        if (sink->failed) return false;
        if (sink->done) return true;
    }
    return false;
}

bool solve_by_logic(State *state, const Options *options, Sink *sink, const uint8_t *order, size_t length, size_t most) {
    Options own = *options;
    sink->first_only = true;
    while (some(state->empty) && sink->steps < most) {
        size_t start = sink->used;
        if (!next_step(state, &own, sink, order, length)) return false;
        State before = *state;
        apply(state, sink->data + start);
        own.digits |= changed(&before, state);
    }
    return none(state->empty);
}
