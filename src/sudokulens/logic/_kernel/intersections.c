/* Locked candidates: a digit whose places in one unit all lie in another. */
#include "record.h"

static void locked(const State *state, Sink *sink, Technique technique, int digit, int from, int into) {
    Cells places = state->places[digit] & unit_cells(state, from);
    if (count(places) < 2 || !within(places, unit_cells(state, into))) return;
    Cells removed = state->places[digit] & unit_cells(state, into) & ~unit_cells(state, from);
    if (none(removed)) return;
    step_begin(sink, technique);
    step_candidates(sink, R_REMOVE, removed, digit);
    step_item(sink, R_DIGIT, digit);
    step_cells(sink, R_CELL_PATTERN, places);
    step_candidates(sink, R_PATTERN, places, digit);
    step_item(sink, R_UNIT_BASE, from);
    step_item(sink, R_UNIT_COVER, into);
    step_end(sink);
}

/* From regions and extra units into any other unit, and from lines into regions and extra units. */
void find_intersections(const State *state, const Options *options, Sink *sink) {
    for (int region = first_region(state); region < unit_count(state); region++)
        for (int other = 0; other < unit_count(state); other++) {
            if (other == region || none(unit_cells(state, region) & unit_cells(state, other))) continue;
            FOR_EACH_DIGIT(digit, options->digits) {
                if (!sink->done && wants(sink, T_LOCKED_CANDIDATES_1))
                    locked(state, sink, T_LOCKED_CANDIDATES_1, digit, region, other);
                if (!sink->done && other < first_region(state) && wants(sink, T_LOCKED_CANDIDATES_2))
                    locked(state, sink, T_LOCKED_CANDIDATES_2, digit, other, region);
            }
        }
}
