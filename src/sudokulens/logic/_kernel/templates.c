/* Templates: the ways to put one digit into all rows, columns and boxes with its candidates as they are. */
#include "record.h"

typedef struct {
    Cells by_row[9];
    Cells any, every; /* cells of some, and of all, templates that fit */
} Overlay;

static void lay(Overlay *overlay, int row, Cells chosen, Cells blocked) {
    if (row == 9) {
        overlay->any |= chosen;
        overlay->every &= chosen;
        return;
    }
    FOR_EACH_CELL(cell, overlay->by_row[row] & ~blocked) {
        lay(overlay, row + 1, chosen | bit(cell), blocked | peers_of[cell]);
    }
}

static Overlay overlay_of(const State *state, int digit) {
    Overlay overlay = {.every = ((Cells)1 << CELL_COUNT) - 1};
    Cells placed = 0;
    for (int cell = 0; cell < CELL_COUNT; cell++)
        if (state->values[cell] == digit) placed |= bit(cell);
    for (int row = 0; row < 9; row++) {
        Cells here = placed & unit_cells[row];
        overlay.by_row[row] = here ? here : state->places[digit] & unit_cells[row];
    }
    lay(&overlay, 0, 0, 0);
    overlay.every &= state->places[digit];
    return overlay;
}

void find_templates(const State *state, const Options *options, Sink *sink) {
    FOR_EACH_DIGIT(digit, options->digits) {
        if (!state->places[digit] || sink->done) continue;
        Overlay overlay = overlay_of(state, digit);
        if (overlay.any && overlay.every && wants(sink, T_TEMPLATE_SET)) {
            step_begin(sink, T_TEMPLATE_SET);
            step_candidates(sink, R_PLACE, overlay.every, digit);
            step_item(sink, R_DIGIT, digit);
            step_end(sink);
        }
        Cells never = state->places[digit] & ~overlay.any;
        if (overlay.any && never && wants(sink, T_TEMPLATE_DELETE) && !sink->done) {
            step_begin(sink, T_TEMPLATE_DELETE);
            step_candidates(sink, R_REMOVE, never, digit);
            step_item(sink, R_DIGIT, digit);
            step_candidates(sink, R_PATTERN, overlay.any & state->places[digit], digit);
            step_end(sink);
        }
    }
}
