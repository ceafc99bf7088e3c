/* Full houses, hidden and naked singles. */
#include "record.h"

static void report(Sink *sink, Technique technique, int cell, int digit, int unit) {
    step_begin(sink, technique);
    step_candidate(sink, R_PLACE, cell, digit);
    step_item(sink, R_DIGIT, digit);
    step_item(sink, R_CELL_PATTERN, cell);
    if (unit >= 0) step_item(sink, R_UNIT_PATTERN, unit);
    step_end(sink);
}

static void full_houses(const State *state, Sink *sink) {
    Cells reported = 0;
    for (int unit = 0; unit < UNIT_COUNT && !sink->done; unit++) {
        Cells open = state->empty & unit_cells[unit];
        if (count(open) != 1 || (open & reported)) continue;
        int cell = first_cell(open);
        reported |= open;
        if (digit_count(state->marks[cell]) == 1)
            report(sink, T_FULL_HOUSE, cell, first_digit(state->marks[cell]), unit);
    }
}

/* Boxes come first: that is where a person looks. */
static void hidden_singles(const State *state, Sink *sink) {
    static const int first_unit[3] = {18, 0, 9};
    Cells reported[10] = {0};
    for (int kind = 0; kind < 3; kind++)
        for (int unit = first_unit[kind]; unit < first_unit[kind] + 9; unit++)
            for (int digit = 1; digit <= 9 && !sink->done; digit++) {
                Cells places = state->places[digit] & unit_cells[unit];
                if (count(places) != 1 || (places & reported[digit])) continue;
                reported[digit] |= places;
                report(sink, T_HIDDEN_SINGLE, first_cell(places), digit, unit);
            }
}

static void naked_singles(const State *state, Sink *sink) {
    FOR_EACH_CELL(cell, state->empty) {
        if (!sink->done && digit_count(state->marks[cell]) == 1)
            report(sink, T_NAKED_SINGLE, cell, first_digit(state->marks[cell]), -1);
    }
}

void find_singles(const State *state, const Options *options, Sink *sink) {
    (void)options;
    if (wants(sink, T_FULL_HOUSE)) full_houses(state, sink);
    if (wants(sink, T_HIDDEN_SINGLE) && !sink->done) hidden_singles(state, sink);
    if (wants(sink, T_NAKED_SINGLE) && !sink->done) naked_singles(state, sink);
}
