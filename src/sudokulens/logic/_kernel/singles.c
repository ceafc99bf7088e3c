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
    Cells reported = NO_CELLS;
    for (int unit = 0; unit < unit_count(state) && !sink->done; unit++) {
        Cells open = state->empty & unit_cells(state, unit);
        if (count(open) != 1 || some(open & reported)) continue;
        int cell = first_cell(open);
        reported |= open;
        if (digit_count(state->marks[cell]) == 1)
            report(sink, T_FULL_HOUSE, cell, first_digit(state->marks[cell]), unit);
    }
}

/* Boxes come first: that is where a person looks. */
static void hidden_singles(const State *state, Sink *sink) {
    Cells reported[EACH_DIGIT] = {0};
    for (int i = 0; i < unit_count(state); i++) {
        bool is_region = i < board_size(state), is_line = !is_region && i < first_extra(state);
        int unit = is_region ? first_region(state) + i : is_line ? i - board_size(state) : i;
        for (int digit = 1; digit <= board_size(state) && !sink->done; digit++) {
            Cells places = state->places[digit] & unit_cells(state, unit);
            if (count(places) != 1 || some(places & reported[digit])) continue;
            reported[digit] |= places;
            report(sink, T_HIDDEN_SINGLE, first_cell(places), digit, unit);
        }
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
