/* Templates: the ways to put one digit into all rows, columns and boxes with its candidates as they are.
 *
 * A cell that all templates of a digit hold is sure. Templates of other digits that hold it are dropped, and the rest
 * looked at again until nothing changes.
 */
#include "record.h"
#include <stdlib.h>

typedef struct {
    Cells *items;
    int count, capacity;
    bool failed;
} Templates;

static void add(Templates *templates, Cells cells) {
    if (templates->count == templates->capacity) {
        int capacity = templates->capacity ? 2 * templates->capacity : 256;
        Cells *items = realloc(templates->items, (size_t)capacity * sizeof *items);
        if (!items) {
            templates->failed = true;
            return;
        }
        templates->items = items;
        templates->capacity = capacity;
    }
    templates->items[templates->count++] = cells;
}

static void lay(Templates *templates, const Cells by_row[9], int row, Cells chosen, Cells blocked) {
    if (row == 9) {
        add(templates, chosen);
        return;
    }
    FOR_EACH_CELL(cell, by_row[row] & ~blocked) {
        lay(templates, by_row, row + 1, chosen | bit(cell), blocked | peers_of[cell]);
    }
}

static void collect(const State *state, int digit, Templates *templates) {
    Cells placed = 0, by_row[9];
    for (int cell = 0; cell < CELL_COUNT; cell++)
        if (state->values[cell] == digit) placed |= bit(cell);
    for (int row = 0; row < 9; row++) {
        Cells here = placed & unit_cells[row];
        by_row[row] = here ? here : state->places[digit] & unit_cells[row];
    }
    lay(templates, by_row, 0, 0, 0);
}

/* The cells that every template of the digit holds. */
static Cells in_all(const Templates *templates) {
    Cells every = ((Cells)1 << CELL_COUNT) - 1;
    for (int i = 0; i < templates->count; i++) every &= templates->items[i];
    return every;
}

/* What was found sure, in that order, one digit at a time. */
typedef struct {
    Cells of[10];
    uint16_t order[CELL_COUNT]; /* cell * 16 + digit */
    int count;
} Sure;

static void note_sure(const State *state, Sure *sure, const Templates *own, int digit) {
    Cells fresh = in_all(own) & state->places[digit] & ~sure->of[digit];
    FOR_EACH_CELL(cell, fresh) {
        if (sure->count < CELL_COUNT) sure->order[sure->count++] = (uint16_t)(cell * 16 + digit);
    }
    sure->of[digit] |= fresh;
}

/* Drops the templates of one digit that hold a cell which another digit is sure of; true if any were. */
static bool thin_out(const State *state, Templates all[10], Sure *sure, int digit) {
    Cells taken = 0;
    for (int other = 1; other <= 9; other++)
        if (other != digit) taken |= sure->of[other];
    Templates *own = &all[digit];
    int kept = 0;
    for (int i = 0; i < own->count; i++)
        if (!(own->items[i] & taken)) own->items[kept++] = own->items[i];
    bool changed = kept != own->count;
    own->count = kept;
    if (kept) note_sure(state, sure, own, digit);
    return changed;
}

/* All that was found sure on the way: what the step may rest on besides its own digit. */
static void report_sure(Sink *sink, const Sure *sure) {
    for (int i = 0; i < sure->count; i++) step_item(sink, R_ON, sure->order[i]);
}

static void report(const State *state, Sink *sink, const Sure *sure, int digit, Cells any, Cells every) {
    Cells set = every & state->places[digit], never = state->places[digit] & ~any;
    if (set && wants(sink, T_TEMPLATE_SET) && !sink->done) {
        step_begin(sink, T_TEMPLATE_SET);
        step_candidates(sink, R_PLACE, set, digit);
        step_item(sink, R_DIGIT, digit);
        report_sure(sink, sure);
        step_end(sink);
    }
    if (never && wants(sink, T_TEMPLATE_DELETE) && !sink->done) {
        step_begin(sink, T_TEMPLATE_DELETE);
        step_candidates(sink, R_REMOVE, never, digit);
        step_item(sink, R_DIGIT, digit);
        step_candidates(sink, R_PATTERN, any & state->places[digit], digit);
        report_sure(sink, sure);
        step_end(sink);
    }
}

void find_templates(const State *state, const Options *options, Sink *sink) {
    Templates all[10] = {0};
    Sure sure = {0};
    for (int digit = 1; digit <= 9; digit++) {
        collect(state, digit, &all[digit]);
        if (all[digit].failed || !all[digit].count) sink->done |= sink->failed |= all[digit].failed;
    }
    for (bool changed = true; changed && !sink->done;) {
        changed = false;
        for (int digit = 1; digit <= 9; digit++) changed |= thin_out(state, all, &sure, digit);
    }
    FOR_EACH_DIGIT(digit, options->digits) {
        Cells any = 0, every = ((Cells)1 << CELL_COUNT) - 1;
        for (int i = 0; i < all[digit].count; i++) {
            any |= all[digit].items[i];
            every &= all[digit].items[i];
        }
        if (all[digit].count && state->places[digit]) report(state, sink, &sure, digit, any, every);
    }
    for (int digit = 1; digit <= 9; digit++) free(all[digit].items);
}
