/* WXYZ-, VWXYZ- and UVWXYZ-wings: as many cells as digits in a box and a line that cross. If only one digit is not
 * confined to cells that see each other, that digit must occur in them.
 */
#include "record.h"

typedef struct {
    const State *state;
    Sink *sink;
    Cells box, line;
    int size;
    Technique technique;
} Bend;

static bool confined(const State *state, Cells places) {
    FOR_EACH_CELL(cell, places) {
        if (some(places & ~(peers_of(state, cell) | bit(cell)))) return false;
    }
    return true;
}

static void report(const Bend *bend, Cells cells, Digits digits, int loose, Cells removed) {
    const State *state = bend->state;
    Cells hinge = NO_CELLS;
    FOR_EACH_CELL(cell, cells) {
        if (none(cells & ~(peers_of(state, cell) | bit(cell)))) hinge |= bit(cell);
    }
    step_begin(bend->sink, bend->technique);
    step_candidates(bend->sink, R_REMOVE, removed, loose);
    step_digits(bend->sink, digits);
    step_cells(bend->sink, R_CELL_PIVOT, hinge);
    step_cells(bend->sink, R_CELL_PINCER, cells & ~hinge);
    FOR_EACH_DIGIT(other, digits) step_candidates(bend->sink, other == loose ? R_ON : R_PATTERN, cells & state->places[other], other);
    step_end(bend->sink);
}

static void inspect(const Bend *bend, Cells cells, Digits digits) {
    const State *state = bend->state;
    int loose = 0;
    if (none(cells & bend->box & ~bend->line) || none(cells & bend->line & ~bend->box) || none(cells & bend->line & bend->box)) return;
    FOR_EACH_DIGIT(digit, digits) {
        if (confined(state, cells & state->places[digit])) continue;
        if (loose) return;
        loose = digit;
    }
    if (!loose) return;
    Cells removed = common_peers(state, cells & state->places[loose]) & state->places[loose] & ~cells;
    if (some(removed)) report(bend, cells, digits, loose, removed);
}

static void extend(const Bend *bend, Cells pool, Cells cells, Digits digits, int left) {
    if (!left) {
        if (digit_count(digits) == bend->size) inspect(bend, cells, digits);
        return;
    }
    FOR_EACH_CELL(cell, pool) {
        Digits joint = digits | bend->state->marks[cell];
        if (bend->sink->done) return;
        if (digit_count(joint) <= bend->size) extend(bend, pool & after(cell), cells | bit(cell), joint, left - 1);
    }
}

static Cells small_cells(const State *state, int most) {
    Cells found = NO_CELLS;
    FOR_EACH_CELL(cell, state->empty) {
        int marks = digit_count(state->marks[cell]);
        if (marks >= 2 && marks <= most) found |= bit(cell);
    }
    return found;
}

static void bent_sets(const State *state, Sink *sink, Technique technique, int size) {
    Cells small = small_cells(state, size);
    if (!wants(sink, technique)) return;
    for (int box = first_region(state); box < first_extra(state); box++)
        for (int line = 0; line < first_region(state) && !sink->done; line++) {
            Bend bend = {state, sink, unit_cells(state, box), unit_cells(state, line), size, technique};
            if (some(bend.box & bend.line)) extend(&bend, (bend.box | bend.line) & small, NO_CELLS, 0, size);
        }
}

void find_bent_sets(const State *state, const Options *options, Sink *sink) {
    (void)options;
    bent_sets(state, sink, T_WXYZ_WING, 4);
    bent_sets(state, sink, T_VWXYZ_WING, 5);
    bent_sets(state, sink, T_UVWXYZ_WING, 6);
}
