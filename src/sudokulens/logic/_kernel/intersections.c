/* Locked candidates: a digit whose places in one unit all lie in another. */
#include "record.h"

static void locked(const State *state, Sink *sink, Technique technique, int digit, int from, int into) {
    Cells places = state->places[digit] & unit_cells[from];
    if (count(places) < 2 || (places & ~unit_cells[into])) return;
    Cells removed = state->places[digit] & unit_cells[into] & ~unit_cells[from];
    if (!removed) return;
    step_begin(sink, technique);
    step_candidates(sink, R_REMOVE, removed, digit);
    step_item(sink, R_DIGIT, digit);
    step_cells(sink, R_CELL_PATTERN, places);
    step_candidates(sink, R_PATTERN, places, digit);
    step_item(sink, R_UNIT_BASE, from);
    step_item(sink, R_UNIT_COVER, into);
    step_end(sink);
}

void find_intersections(const State *state, const Options *options, Sink *sink) {
    for (int box = 18; box < 27; box++)
        for (int line = 0; line < 18; line++) {
            if (!(unit_cells[box] & unit_cells[line])) continue;
            FOR_EACH_DIGIT(digit, options->digits) {
                if (!sink->done && wants(sink, T_LOCKED_CANDIDATES_1))
                    locked(state, sink, T_LOCKED_CANDIDATES_1, digit, box, line);
                if (!sink->done && wants(sink, T_LOCKED_CANDIDATES_2))
                    locked(state, sink, T_LOCKED_CANDIDATES_2, digit, line, box);
            }
        }
}
