/* Fireworks: a row and a column that cross in a box, each with at most one place of a digit outside the box. If the
 * digit is in neither of those two cells, it is in the box in the row and in the column: where they cross. So it is in
 * one of three cells; three such digits fill them, and two pairs at opposite crossings fill four.
 */
#include "record.h"

typedef struct {
    int row, column, right, below; /* the crossing, and the column and row of the cells outside the box */
} Shape;

static int cross_cell(const Shape *shape) { return shape->row * 9 + shape->column; }
static int row_wing(const Shape *shape) { return shape->row * 9 + shape->right; }
static int column_wing(const Shape *shape) { return shape->below * 9 + shape->column; }

/* The digits that must be in the crossing or one of its wings. */
static Digits lit(const State *state, const Shape *shape) {
    Cells box = unit_cells[18 + box_of[cross_cell(shape)]];
    Digits digits = 0;
    for (int digit = 1; digit <= 9; digit++) {
        Cells in_row = state->places[digit] & unit_cells[shape->row];
        Cells in_column = state->places[digit] & unit_cells[9 + shape->column];
        bool confined = !(in_row & ~box & ~bit(row_wing(shape))) && !(in_column & ~box & ~bit(column_wing(shape)));
        if (confined && in_row && in_column) digits |= digit_bit(digit);
    }
    return digits;
}

static void report(const State *state, Sink *sink, Cells cells, Cells crossings, Digits digits) {
    Cells any = 0, removed[10] = {0};
    for (int digit = 1; digit <= 9; digit++)
        if (!has_digit(digits, digit)) any |= removed[digit] = cells & state->places[digit];
    if (!any || sink->done) return;
    step_begin(sink, T_FIREWORK);
    for (int digit = 1; digit <= 9; digit++) step_candidates(sink, R_REMOVE, removed[digit], digit);
    step_digits(sink, digits);
    step_cells(sink, R_CELL_PIVOT, crossings);
    step_cells(sink, R_CELL_PINCER, cells & ~crossings);
    FOR_EACH_DIGIT(digit, digits) step_candidates(sink, R_PATTERN, cells & state->places[digit], digit);
    step_end(sink);
}

static bool all_empty(const State *state, Cells cells) { return !(cells & ~state->empty); }

static void inspect(const State *state, Sink *sink, const Shape *shape) {
    Cells crossing = bit(cross_cell(shape)), wings = bit(row_wing(shape)) | bit(column_wing(shape));
    if (!all_empty(state, crossing | wings)) return;
    Digits digits = lit(state, shape);
    if (digit_count(digits) == 3) report(state, sink, crossing | wings, crossing, digits);
    if (digit_count(digits) != 2) return;
    Shape opposite = {shape->below, shape->right, shape->column, shape->row};
    Cells far = bit(cross_cell(&opposite));
    if (!all_empty(state, far) || cross_cell(shape) > cross_cell(&opposite)) return;
    Digits others = lit(state, &opposite);
    if (digit_count(others) == 2 && !(others & digits))
        report(state, sink, crossing | wings | far, crossing | far, digits | others);
}

void find_fireworks(const State *state, const Options *options, Sink *sink) {
    (void)options;
    for (int cell = 0; cell < CELL_COUNT; cell++)
        for (int right = 0; right < 9; right++)
            for (int below = 0; below < 9 && !sink->done; below++) {
                Shape shape = {row_of[cell], column_of[cell], right, below};
                if (right / 3 != shape.column / 3 && below / 3 != shape.row / 3) inspect(state, sink, &shape);
            }
}
