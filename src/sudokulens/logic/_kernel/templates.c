/* Templates: the ways to put one digit into all rows, columns and boxes with its candidates as they are.
 *
 * A cell that all templates of a digit hold is sure. Templates of other digits that hold it are dropped, and the rest
 * looked at again until nothing changes.
 */
#include "record.h"
#include <stdlib.h>

#define MAX_SIZE 9 /* on larger boards there are too many templates to list */

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

static void lay(const State *state, Templates *templates, const Cells *by_row, int row, Cells chosen, Cells blocked) {
    if (row == board_size(state)) {
        add(templates, chosen);
        return;
    }
    FOR_EACH_CELL(cell, by_row[row] & ~blocked) {
        lay(state, templates, by_row, row + 1, chosen | bit(cell), blocked | peers_of(state, cell));
    }
}

static void collect(const State *state, int digit, Templates *templates) {
    Cells placed = NO_CELLS, by_row[MAX_DIGITS];
    for (int cell = 0; cell < state->shape->cell_count; cell++)
        if (state->values[cell] == digit) placed |= bit(cell);
    for (int row = 0; row < board_size(state); row++) {
        Cells here = placed & unit_cells(state, row);
        by_row[row] = some(here) ? here : state->places[digit] & unit_cells(state, row);
    }
    lay(state, templates, by_row, 0, NO_CELLS, NO_CELLS);
}

/* The cells that every template of the digit holds. */
static Cells in_all(const State *state, const Templates *templates) {
    Cells every = state->shape->all_cells;
    for (int i = 0; i < templates->count; i++) every &= templates->items[i];
    return every;
}

/* What was found sure, in that order, one digit at a time. */
typedef struct {
    Cells of[EACH_DIGIT];
    uint16_t order[MAX_CELLS]; /* as in a record */
    int count;
} Sure;

static void note_sure(const State *state, Sure *sure, const Templates *own, int digit) {
    Cells fresh = in_all(state, own) & state->places[digit] & ~sure->of[digit];
    FOR_EACH_CELL(cell, fresh) {
        if (sure->count < MAX_CELLS) sure->order[sure->count++] = candidate_number(cell, digit);
    }
    sure->of[digit] |= fresh;
}

/* Drops the templates of one digit that hold a cell which another digit is sure of; true if any were. */
static bool thin_out(const State *state, Templates all[EACH_DIGIT], Sure *sure, int digit) {
    Cells taken = NO_CELLS;
    for (int other = 1; other <= board_size(state); other++)
        if (other != digit) taken |= sure->of[other];
    Templates *own = &all[digit];
    int kept = 0;
    for (int i = 0; i < own->count; i++)
        if (none(own->items[i] & taken)) own->items[kept++] = own->items[i];
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
    if (some(set) && wants(sink, T_TEMPLATE_SET) && !sink->done) {
        step_begin(sink, T_TEMPLATE_SET);
        step_candidates(sink, R_PLACE, set, digit);
        step_item(sink, R_DIGIT, digit);
        report_sure(sink, sure);
        step_end(sink);
    }
    if (some(never) && wants(sink, T_TEMPLATE_DELETE) && !sink->done) {
        step_begin(sink, T_TEMPLATE_DELETE);
        step_candidates(sink, R_REMOVE, never, digit);
        step_item(sink, R_DIGIT, digit);
        step_candidates(sink, R_PATTERN, any & state->places[digit], digit);
        report_sure(sink, sure);
        step_end(sink);
    }
}

void find_templates(const State *state, const Options *options, Sink *sink) {
    Templates all[EACH_DIGIT] = {0};
    Sure sure = {0};
    if (board_size(state) > MAX_SIZE) return;
    for (int digit = 1; digit <= board_size(state); digit++) {
        collect(state, digit, &all[digit]);
        if (all[digit].failed || !all[digit].count) sink->done |= sink->failed |= all[digit].failed;
    }
    for (bool changed = true; changed && !sink->done;) {
        changed = false;
        for (int digit = 1; digit <= board_size(state); digit++) changed |= thin_out(state, all, &sure, digit);
    }
    FOR_EACH_DIGIT(digit, options->digits) {
        Cells any = NO_CELLS, every = state->shape->all_cells;
        for (int i = 0; i < all[digit].count; i++) {
            any |= all[digit].items[i];
            every &= all[digit].items[i];
        }
        if (all[digit].count && some(state->places[digit])) report(state, sink, &sure, digit, any, every);
    }
    for (int digit = 1; digit <= board_size(state); digit++) free(all[digit].items);
}
