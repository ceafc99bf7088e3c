/* Templates: the ways to put one digit into all rows, columns and boxes with its candidates as they are.
 *
 * A template also needs, for every other digit, one that shares no cell with it; what lacks one is dropped, and the
 * rest looked at again until nothing changes.
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

static bool fits_any(Cells cells, const Templates *others) {
    for (int i = 0; i < others->count; i++)
        if (!(others->items[i] & cells)) return true;
    return false;
}

/* Drops the templates of one digit that some other digit has no room beside; true if any were. */
static bool thin_out(Templates all[10], int digit) {
    Templates *own = &all[digit];
    int kept = 0;
    for (int i = 0; i < own->count; i++) {
        bool fits = true;
        for (int other = 1; other <= 9 && fits; other++) fits = other == digit || fits_any(own->items[i], &all[other]);
        if (fits) own->items[kept++] = own->items[i];
    }
    bool changed = kept != own->count;
    own->count = kept;
    return changed;
}

static void report(const State *state, Sink *sink, int digit, Cells any, Cells every) {
    Cells set = every & state->places[digit], never = state->places[digit] & ~any;
    if (set && wants(sink, T_TEMPLATE_SET) && !sink->done) {
        step_begin(sink, T_TEMPLATE_SET);
        step_candidates(sink, R_PLACE, set, digit);
        step_item(sink, R_DIGIT, digit);
        step_end(sink);
    }
    if (never && wants(sink, T_TEMPLATE_DELETE) && !sink->done) {
        step_begin(sink, T_TEMPLATE_DELETE);
        step_candidates(sink, R_REMOVE, never, digit);
        step_item(sink, R_DIGIT, digit);
        step_candidates(sink, R_PATTERN, any & state->places[digit], digit);
        step_end(sink);
    }
}

void find_templates(const State *state, const Options *options, Sink *sink) {
    Templates all[10] = {0};
    for (int digit = 1; digit <= 9; digit++) {
        collect(state, digit, &all[digit]);
        if (all[digit].failed || !all[digit].count) sink->done |= sink->failed |= all[digit].failed;
    }
    for (bool changed = true; changed && !sink->done;) {
        changed = false;
        for (int digit = 1; digit <= 9; digit++) changed |= thin_out(all, digit);
    }
    FOR_EACH_DIGIT(digit, options->digits) {
        Cells any = 0, every = ((Cells)1 << CELL_COUNT) - 1;
        for (int i = 0; i < all[digit].count; i++) {
            any |= all[digit].items[i];
            every &= all[digit].items[i];
        }
        if (all[digit].count && state->places[digit]) report(state, sink, digit, any, every);
    }
    for (int digit = 1; digit <= 9; digit++) free(all[digit].items);
}
