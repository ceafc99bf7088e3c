/* Sue de Coq: cells where a box and a line cross, whose digits are shared out between a set in the line and one in the
 * box, so that every digit of the three sets is used up within its unit.
 */
#include "record.h"

typedef struct {
    const State *state;
    Sink *sink;
    int box, line;
    Cells middle; /* the chosen cells of the intersection */
    Digits middle_digits;
    Cells in_line; /* the chosen cells of the line outside the box */
    Digits line_digits;
} Search;

/* Both sets are chosen; with as many cells as digits in all, each digit is locked to its unit. */
static void check(const Search *search, Cells in_box, Digits box_digits) {
    Digits own_line = search->line_digits & (Digits)~box_digits, own_box = box_digits & (Digits)~search->line_digits;
    Digits shared = search->line_digits & box_digits;
    Digits all = search->middle_digits | search->line_digits | box_digits;
    int cells = count(search->middle | search->in_line | in_box);
    /* A digit that both sets have may be used once in each, so it counts twice. */
    if (digit_count(all) + digit_count(shared) != cells) return;
    Cells line = unit_cells(search->state, search->line) & ~(search->middle | search->in_line);
    Cells box = unit_cells(search->state, search->box) & ~(search->middle | in_box);
    Digits unclaimed = all & (Digits) ~(own_line | own_box | shared);
    Cells removed[EACH_DIGIT] = {0}, any = NO_CELLS;
    FOR_EACH_DIGIT(digit, all) {
        Cells scope = NO_CELLS;
        if (has_digit(own_line | unclaimed | shared, digit)) scope |= line;
        if (has_digit(own_box | unclaimed | shared, digit)) scope |= box;
        any |= removed[digit] = search->state->places[digit] & scope & ~(in_box | search->in_line);
    }
    if (none(any) || search->sink->done) return;
    step_begin(search->sink, T_SUE_DE_COQ);
    for (int digit = 1; digit <= board_size(search->state); digit++) step_candidates(search->sink, R_REMOVE, removed[digit], digit);
    step_digits(search->sink, search->middle_digits);
    step_cells(search->sink, R_CELL_INTERSECTION, search->middle);
    step_cells(search->sink, R_CELL_LINE, search->in_line);
    step_cells(search->sink, R_CELL_BOX, in_box);
    step_item(search->sink, R_UNIT_BASE, search->line);
    step_item(search->sink, R_UNIT_COVER, search->box);
    FOR_EACH_DIGIT(digit, all)
        step_candidates(search->sink, R_PATTERN, (search->middle | search->in_line | in_box) & search->state->places[digit],
                        digit);
    step_end(search->sink);
}

static void choose_in_box(const Search *search, Cells pool, Cells chosen, Digits digits) {
    if (some(chosen)) check(search, chosen, digits);
    while (some(pool) && !search->sink->done) {
        int cell = first_cell(pool);
        pool = without_first(pool);
        choose_in_box(search, pool, chosen | bit(cell), digits | search->state->marks[cell]);
    }
}

static Cells useful(const Search *search, int unit, Cells outside) {
    Cells pool = NO_CELLS;
    FOR_EACH_CELL(cell, search->state->empty & unit_cells(search->state, unit) & ~outside) {
        if (digit_count(search->state->marks[cell]) >= 2) pool |= bit(cell);
    }
    return pool;
}

/* Cells of the box for the second set. A digit of the crossing cells belongs to one set only, or the crossing would not
 * be shared out: so none that has a digit of both the crossing and the set in the line. */
static Cells box_pool(const Search *search) {
    Cells pool = useful(search, search->box, unit_cells(search->state, search->line));
    FOR_EACH_DIGIT(digit, search->line_digits & search->middle_digits) pool &= ~search->state->places[digit];
    return pool;
}

static void choose_in_line(Search *search, Cells pool, Cells chosen, Digits digits) {
    if (some(chosen) && (digits & search->middle_digits)) {
        search->in_line = chosen;
        search->line_digits = digits;
        choose_in_box(search, box_pool(search), NO_CELLS, 0);
    }
    while (some(pool) && !search->sink->done) {
        int cell = first_cell(pool);
        pool = without_first(pool);
        choose_in_line(search, pool, chosen | bit(cell), digits | search->state->marks[cell]);
    }
}

static void choose_middle(Search *search, Cells pool, Cells chosen) {
    Digits digits = digits_in(search->state, chosen);
    if (count(chosen) >= 2 && digit_count(digits) >= count(chosen) + 2) {
        search->middle = chosen;
        search->middle_digits = digits;
        choose_in_line(search, useful(search, search->line, unit_cells(search->state, search->box)), NO_CELLS, 0);
    }
    while (some(pool) && !search->sink->done) {
        int cell = first_cell(pool);
        pool = without_first(pool);
        choose_middle(search, pool, chosen | bit(cell));
    }
}

void find_sue_de_coq(const State *state, const Options *options, Sink *sink) {
    (void)options;
    for (int box = first_region(state); box < first_extra(state); box++)
        for (int line = 0; line < first_region(state) && !sink->done; line++) {
            Cells crossing = unit_cells(state, box) & unit_cells(state, line) & state->empty;
            Search search = {.state = state, .sink = sink, .box = box, .line = line};
            if (count(crossing) >= 2) choose_middle(&search, crossing, NO_CELLS);
        }
}
