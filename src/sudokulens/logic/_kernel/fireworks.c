/* Fireworks: a row and a column that cross in a box, each with at most one place of a digit outside the box. If the
 * digit is in neither of those two cells, it is in the box in the row and in the column: where they cross. So it is in
 * one of three cells; three such digits fill them, and two pairs at opposite crossings fill four.
 */
#include "record.h"

typedef struct {
    int row, column, right, below; /* the crossing, and the column and row of the cells outside the box */
} Cross;

static int cross_cell(const State *state, const Cross *cross) { return cell_at(state, cross->row, cross->column); }
static int row_wing(const State *state, const Cross *cross) { return cell_at(state, cross->row, cross->right); }
static int column_wing(const State *state, const Cross *cross) { return cell_at(state, cross->below, cross->column); }

/* The digits that must be in the crossing or one of its wings. */
static Digits lit(const State *state, const Cross *cross) {
    Cells box = unit_cells(state, region_unit(state, cross_cell(state, cross)));
    Digits digits = 0;
    for (int digit = 1; digit <= board_size(state); digit++) {
        Cells in_row = state->places[digit] & unit_cells(state, cross->row);
        Cells in_column = state->places[digit] & unit_cells(state, first_column(state) + cross->column);
        bool confined = none(in_row & ~box & ~bit(row_wing(state, cross))) && none(in_column & ~box & ~bit(column_wing(state, cross)));
        if (confined && some(in_row) && some(in_column)) digits |= digit_bit(digit);
    }
    return digits;
}

static void report(const State *state, Sink *sink, Cells cells, Cells crossings, Digits digits) {
    Cells any = NO_CELLS, removed[EACH_DIGIT] = {0};
    for (int digit = 1; digit <= board_size(state); digit++)
        if (!has_digit(digits, digit)) any |= removed[digit] = cells & state->places[digit];
    if (none(any) || sink->done) return;
    step_begin(sink, T_FIREWORK);
    for (int digit = 1; digit <= board_size(state); digit++) step_candidates(sink, R_REMOVE, removed[digit], digit);
    step_digits(sink, digits);
    step_cells(sink, R_CELL_PIVOT, crossings);
    step_cells(sink, R_CELL_PINCER, cells & ~crossings);
    FOR_EACH_DIGIT(digit, digits) step_candidates(sink, R_PATTERN, cells & state->places[digit], digit);
    step_end(sink);
}

static bool all_empty(const State *state, Cells cells) { return none(cells & ~state->empty); }

static void inspect(const State *state, Sink *sink, const Cross *cross) {
    Cells crossing = bit(cross_cell(state, cross)), wings = bit(row_wing(state, cross)) | bit(column_wing(state, cross));
    if (!all_empty(state, crossing | wings)) return;
    Digits digits = lit(state, cross);
    if (digit_count(digits) == 3) report(state, sink, crossing | wings, crossing, digits);
    if (digit_count(digits) != 2) return;
    Cross opposite = {cross->below, cross->right, cross->column, cross->row};
    Cells far = bit(cross_cell(state, &opposite));
    if (!all_empty(state, far) || cross_cell(state, cross) > cross_cell(state, &opposite)) return;
    Digits others = lit(state, &opposite);
    if (digit_count(others) == 2 && !(others & digits))
        report(state, sink, crossing | wings | far, crossing | far, digits | others);
}

void find_fireworks(const State *state, const Options *options, Sink *sink) {
    (void)options;
    for (int cell = 0; cell < state->shape->cell_count; cell++)
        for (int right = 0; right < board_size(state); right++)
            for (int below = 0; below < board_size(state) && !sink->done; below++) {
                Cross cross = {row_of(state, cell), column_of(state, cell), right, below};
                bool bent = !same_region(state, cell, row_wing(state, &cross)) && !same_region(state, cell, column_wing(state, &cross));
                if (bent) inspect(state, sink, &cross);
            }
}
