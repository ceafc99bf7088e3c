/* Patterns of two strong links of one digit: skyscrapers, 2-string kites and empty rectangles. */
#include "record.h"

/* The two places of a digit in a unit that has exactly two. */
typedef struct {
    int unit;
    int ends[2];
} Pair;

static int pairs_in(const State *state, int digit, int first_unit, Pair *pairs) {
    int found = 0;
    for (int unit = first_unit; unit < first_unit + board_size(state); unit++) {
        Cells places = state->places[digit] & unit_cells(state, unit);
        if (count(places) != 2) continue;
        pairs[found].unit = unit;
        pairs[found].ends[0] = first_cell(places);
        pairs[found++].ends[1] = first_cell(without_first(places));
    }
    return found;
}

static void report(Sink *sink, Technique technique, int digit, const int chain[4], Cells removed) {
    step_begin(sink, technique);
    step_candidates(sink, R_REMOVE, removed, digit);
    step_item(sink, R_DIGIT, digit);
    for (int i = 0; i < 4; i++) {
        step_item(sink, i == 0 || i == 3 ? R_CELL_PINCER : R_CELL_PATTERN, chain[i]);
        step_candidate(sink, R_PATTERN, chain[i], digit);
    }
    for (int i = 0; i < 3; i++) step_link(sink, i != 1, bit(chain[i]), digit, bit(chain[i + 1]), digit);
    step_end(sink);
}

static void skyscraper(const State *state, Sink *sink, int digit, const Pair *a, const Pair *b, bool rows) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int base_a = a->ends[i], base_b = b->ends[j], top_a = a->ends[!i], top_b = b->ends[!j];
            bool aligned = rows ? same_column(state, base_a, base_b) : same_row(state, base_a, base_b);
            bool level = rows ? same_column(state, top_a, top_b) : same_row(state, top_a, top_b);
            Cells removed = peers_of(state, top_a) & peers_of(state, top_b) & state->places[digit];
            if (!aligned || level || none(removed) || sink->done) continue;
            report(sink, T_SKYSCRAPER, digit, (int[4]){top_a, base_a, base_b, top_b}, removed);
        }
}

void find_skyscrapers(const State *state, const Options *options, Sink *sink) {
    FOR_EACH_DIGIT(digit, options->digits) {
        for (int first_unit = 0; first_unit <= first_column(state); first_unit += board_size(state)) {
            Pair pairs[MAX_DIGITS];
            int found = pairs_in(state, digit, first_unit, pairs);
            for (int i = 0; i < found; i++)
                for (int j = i + 1; j < found; j++) skyscraper(state, sink, digit, &pairs[i], &pairs[j], first_unit == 0);
        }
    }
}

static void kite(const State *state, Sink *sink, int digit, const Pair *row, const Pair *column) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int a = row->ends[i], b = column->ends[j], tail_a = row->ends[!i], tail_b = column->ends[!j];
            if (a == b || !same_region(state, a, b) || same_region(state, a, tail_a) || same_region(state, b, tail_b) || sink->done) continue;
            Cells removed = peers_of(state, tail_a) & peers_of(state, tail_b) & state->places[digit];
            if (some(removed)) report(sink, T_TWO_STRING_KITE, digit, (int[4]){tail_a, a, b, tail_b}, removed);
        }
}

void find_kites(const State *state, const Options *options, Sink *sink) {
    FOR_EACH_DIGIT(digit, options->digits) {
        Pair rows[MAX_DIGITS], columns[MAX_DIGITS];
        int row_count = pairs_in(state, digit, 0, rows);
        int column_count = pairs_in(state, digit, first_column(state), columns);
        for (int i = 0; i < row_count; i++)
            for (int j = 0; j < column_count; j++) kite(state, sink, digit, &rows[i], &columns[j]);
    }
}

typedef struct {
    int digit, box, row, column; /* the box's places all lie on this row or this column */
    Cells places, in_row, in_column;
} Rectangle;

static void report_rectangle(Sink *sink, const Rectangle *shape, int near, int far, int removed, bool along_row) {
    int digit = shape->digit;
    Cells arm = along_row ? shape->in_row : shape->in_column;
    Cells other = shape->places & ~arm;
    step_begin(sink, T_EMPTY_RECTANGLE);
    step_candidate(sink, R_REMOVE, removed, digit);
    step_item(sink, R_DIGIT, digit);
    step_cells(sink, R_CELL_PATTERN, shape->places);
    step_item(sink, R_CELL_PINCER, near);
    step_item(sink, R_CELL_PINCER, far);
    step_candidates(sink, R_PATTERN, shape->places | bit(near) | bit(far), digit);
    step_item(sink, R_UNIT_PATTERN, shape->box);
    step_link(sink, true, bit(far), digit, bit(near), digit);
    step_link(sink, false, bit(near), digit, arm, digit);
    step_link(sink, true, arm, digit, other, digit);
    step_end(sink);
}

/* One arm meets an end of a strong link; the other end and the other arm then exclude the cell that sees both. */
static void rectangle_with_pair(const State *state, Sink *sink, const Rectangle *shape, const Pair *pair, bool columns) {
    for (int i = 0; i < 2 && !sink->done; i++) {
        int near = pair->ends[i], far = pair->ends[!i];
        bool meets = columns ? row_of(state, near) == shape->row : column_of(state, near) == shape->column;
        int target = columns ? cell_at(state, row_of(state, far), shape->column)
                             : cell_at(state, shape->row, column_of(state, far));
        bool inside = some((bit(near) | bit(far) | bit(target)) & unit_cells(state, shape->box));
        if (meets && !inside && has(state->places[shape->digit], target) && target != far)
            report_rectangle(sink, shape, near, far, target, columns);
    }
}

static void rectangles_in(const State *state, Sink *sink, Rectangle *shape, const Pair *rows, int row_count,
                          const Pair *columns, int column_count) {
    shape->in_row = shape->places & unit_cells(state, shape->row);
    shape->in_column = shape->places & unit_cells(state, first_column(state) + shape->column);
    bool bent = !within(shape->in_row, shape->in_column) && !within(shape->in_column, shape->in_row);
    if (!bent || !within(shape->places, shape->in_row | shape->in_column)) return;
    for (int i = 0; i < column_count; i++) rectangle_with_pair(state, sink, shape, &columns[i], true);
    for (int i = 0; i < row_count; i++) rectangle_with_pair(state, sink, shape, &rows[i], false);
}

void find_empty_rectangles(const State *state, const Options *options, Sink *sink) {
    int fewest = options->empty_rectangle_pairs ? 2 : 3;
    FOR_EACH_DIGIT(digit, options->digits) {
        Pair rows[MAX_DIGITS], columns[MAX_DIGITS];
        int row_count = pairs_in(state, digit, 0, rows);
        int column_count = pairs_in(state, digit, first_column(state), columns);
        for (int box = first_region(state); box < first_extra(state); box++) {
            Cells cells = unit_cells(state, box), places = state->places[digit] & cells;
            if (count(places) < fewest) continue;
            for (int row = 0; row < board_size(state); row++)
                for (int column = 0; column < board_size(state); column++) {
                    Rectangle shape = {.digit = digit, .box = box, .row = row, .column = column, .places = places};
                    rectangles_in(state, sink, &shape, rows, row_count, columns, column_count);
                }
        }
    }
}
