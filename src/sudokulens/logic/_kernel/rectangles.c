/* Unique, hidden and avoidable rectangles: two rows, two columns and two boxes in which two digits could be swapped.
 *
 * Corners are numbered so that 0-1 and 2-3 share a row, 0-2 and 1-3 a column; 0-3 and 1-2 are opposite.
 */
#include "guardians.h"

typedef struct {
    const State *state;
    const Options *options;
    Sink *sink;
    int corner[4];
    Cells cells;
    Digits pair; /* the two digits that could be swapped */
    int a, b;
    Digits extra[4]; /* what each corner has besides the pair */
    Cells plain;     /* corners without extras */
    Cells roof;      /* corners with extras */
} Rectangle;

static void report_head(const Rectangle *shape, Technique technique) {
    Sink *sink = shape->sink;
    step_begin(sink, technique);
    step_digits(sink, shape->pair);
    step_cells(sink, R_CELL_FLOOR, shape->plain);
    step_cells(sink, R_CELL_ROOF, shape->roof);
    step_candidates(sink, R_PATTERN, shape->cells & shape->state->places[shape->a], shape->a);
    step_candidates(sink, R_PATTERN, shape->cells & shape->state->places[shape->b], shape->b);
}

static void report(const Rectangle *shape, Technique technique, Cells removed_a, Cells removed_b) {
    if (none(removed_a | removed_b) || shape->sink->done || !wants(shape->sink, technique)) return;
    report_head(shape, technique);
    step_candidates(shape->sink, R_REMOVE, removed_a, shape->a);
    step_candidates(shape->sink, R_REMOVE, removed_b, shape->b);
    step_end(shape->sink);
}

static bool in_line(const State *state, int a, int b) { return same_row(state, a, b) || same_column(state, a, b); }

/* Type 1: three corners have only the pair, so the fourth can have neither of it. */
static void type_1(const Rectangle *shape) {
    if (count(shape->roof) == 1)
        report(shape, T_UNIQUE_RECTANGLE_1, shape->roof & shape->state->places[shape->a],
               shape->roof & shape->state->places[shape->b]);
}

/* Types 2 and 5: the extras are one and the same digit, which one of the corners must take. */
static void types_2_and_5(const Rectangle *shape, Digits extras) {
    int corners = count(shape->roof);
    if (digit_count(extras) != 1 || corners < 2 || corners > 3) return;
    int digit = first_digit(extras);
    Cells removed = common_peers(shape->state, shape->roof) & shape->state->places[digit];
    int low = first_cell(shape->roof), high = first_cell(shape->roof & ~bit(low));
    Technique technique = corners == 2 && in_line(shape->state, low, high) ? T_UNIQUE_RECTANGLE_2 : T_UNIQUE_RECTANGLE_5;
    if (none(removed) || shape->sink->done || !wants(shape->sink, technique)) return;
    report_head(shape, technique);
    step_candidates(shape->sink, R_REMOVE, removed, digit);
    step_candidates(shape->sink, R_ON, shape->roof, digit);
    step_end(shape->sink);
}

static void report_type_3(const Rectangle *shape, Cells others, Digits digits, Cells unit) {
    const State *state = shape->state;
    Cells all[EACH_DIGIT] = {0}, any = NO_CELLS;
    FOR_EACH_DIGIT(digit, digits) {
        /* The digit is in the subset or in a corner; where the corners have it, only what sees all of it can go. */
        any |= all[digit] = state->places[digit] & unit & ~(others | shape->roof);
    }
    if (none(any) || shape->sink->done) return;
    report_head(shape, T_UNIQUE_RECTANGLE_3);
    FOR_EACH_DIGIT(digit, digits) {
        step_candidates(shape->sink, R_REMOVE, all[digit], digit);
        step_candidates(shape->sink, R_ON, (others | shape->roof) & state->places[digit], digit);
    }
    step_cells(shape->sink, R_CELL_EXTRA, others);
    step_end(shape->sink);
}

static void subset_search(const Rectangle *shape, Cells unit, Cells second, Cells pool, Cells chosen, Digits digits) {
    if (some(chosen) && digit_count(digits) == count(chosen) + 1) {
        /* A subset that lies in both units of the roof clears both. */
        Cells scope = some(second) && none(chosen & ~second) ? unit | second : unit;
        report_type_3(shape, chosen, digits, scope);
    }
    while (some(pool) && !shape->sink->done) {
        int cell = first_cell(pool);
        pool = without_first(pool);
        subset_search(shape, unit, second, pool, chosen | bit(cell), digits | shape->state->marks[cell]);
    }
}

/* Type 3: the extras of two corners make a naked subset with other cells of a unit they share. */
static void type_3(const Rectangle *shape, Digits extras, int low, int high) {
    if (!wants(shape->sink, T_UNIQUE_RECTANGLE_3) || !in_line(shape->state, low, high)) return;
    Cells line = unit_cells(shape->state, same_row(shape->state, low, high) ? row_of(shape->state, low) : column_unit(shape->state, low));
    Cells box = same_region(shape->state, low, high) ? unit_cells(shape->state, region_unit(shape->state, low)) : NO_CELLS;
    for (int i = 0; i < 2; i++) {
        Cells unit = i ? box : line, pool = NO_CELLS;
        FOR_EACH_CELL(cell, unit & shape->state->empty & ~shape->cells) {
            if (!(shape->state->marks[cell] & shape->pair)) pool |= bit(cell);
        }
        if (some(unit)) subset_search(shape, unit, i ? line : box, pool, NO_CELLS, extras);
    }
}

/* Whether all places of the digit in the unit, and there are some, lie in the cells. */
static bool confined(const State *state, int digit, Cells unit, Cells cells) {
    Cells places = state->places[digit] & unit;
    return some(places) && none(places & ~cells);
}

/* Type 4: in a unit of both corners one digit of the pair has no other place, so the other digit leaves them. */
static void type_4(const Rectangle *shape, int low, int high) {
    Cells common[2] = {unit_cells(shape->state, same_row(shape->state, low, high) ? row_of(shape->state, low) : column_unit(shape->state, low)),
                       same_region(shape->state, low, high) ? unit_cells(shape->state, region_unit(shape->state, low)) : NO_CELLS};
    for (int i = 0; i < 2; i++) {
        if (none(common[i]) || !in_line(shape->state, low, high)) continue;
        const State *state = shape->state;
        if (confined(state, shape->a, common[i], shape->roof))
            report(shape, T_UNIQUE_RECTANGLE_4, NO_CELLS, shape->roof & state->places[shape->b]);
        if (confined(state, shape->b, common[i], shape->roof))
            report(shape, T_UNIQUE_RECTANGLE_4, shape->roof & state->places[shape->a], NO_CELLS);
    }
}

/* Whether the digit has its places inside the rectangle only, in both its rows or in both its columns. */
static bool is_x_wing(const Rectangle *shape, int digit) {
    const int *corner = shape->corner;
    bool rows = true, columns = true;
    for (int i = 0; i < 2; i++) {
        rows &= confined(shape->state, digit, unit_cells(shape->state, row_of(shape->state, corner[2 * i])), shape->cells);
        columns &= confined(shape->state, digit, unit_cells(shape->state, column_unit(shape->state, corner[i])), shape->cells);
    }
    return rows || columns;
}

/* Type 6: opposite corners with extras, and a digit that makes an X-Wing here: it cannot be in these corners. */
static void type_6(const Rectangle *shape, int low, int high) {
    if (in_line(shape->state, low, high)) return;
    const State *state = shape->state;
    if (is_x_wing(shape, shape->a)) report(shape, T_UNIQUE_RECTANGLE_6, shape->roof & state->places[shape->a], NO_CELLS);
    if (is_x_wing(shape, shape->b)) report(shape, T_UNIQUE_RECTANGLE_6, NO_CELLS, shape->roof & state->places[shape->b]);
}

/* External: if neither digit of the pair were elsewhere in a unit of both corners, the corners would take them. */
static void external(const Rectangle *shape, int low, int high) {
    const State *state = shape->state;
    if (!wants(shape->sink, T_EXTERNAL_RECTANGLE) || !in_line(state, low, high)) return;
    int units[2] = {same_row(state, low, high) ? row_of(state, low) : column_unit(state, low),
                    same_region(state, low, high) ? region_unit(state, low) : -1};
    for (int i = 0; i < 2; i++) {
        Cells guardians[EACH_DIGIT] = {0}, removed[EACH_DIGIT];
        if (units[i] < 0 || (state->marks[low] & state->marks[high] & shape->pair) != shape->pair) continue;
        Cells outside = unit_cells(state, units[i]) & ~shape->roof;
        guardians[shape->a] = outside & state->places[shape->a];
        guardians[shape->b] = outside & state->places[shape->b];
        if (none(guardians[shape->a] | guardians[shape->b]) || !guarded_removals(state, guardians, removed)) continue;
        bool type_4 = none(guardians[shape->a]) || none(guardians[shape->b]); /* removes from the corners */
        Cells any = NO_CELLS;
        for (int digit = 1; digit <= board_size(state); digit++) any |= removed[digit] &= type_4 ? ~shape->roof : shape->state->shape->all_cells;
        if (none(any) || shape->sink->done) continue;
        report_head(shape, T_EXTERNAL_RECTANGLE);
        step_removals(state, shape->sink, removed);
        step_candidates(shape->sink, R_ON, guardians[shape->a], shape->a);
        step_candidates(shape->sink, R_ON, guardians[shape->b], shape->b);
        step_item(shape->sink, R_UNIT_PATTERN, units[i]);
        step_end(shape->sink);
    }
}

/* Hidden rectangle: opposite a plain corner, a digit with no other place in that corner's row and column forces the
 * rest of the deadly pattern if the corner took the other digit. */
static void hidden_at(const Rectangle *shape, int i) {
    const State *state = shape->state;
    int far = shape->corner[3 - i];
    Cells row = unit_cells(shape->state, row_of(shape->state, far)), column = unit_cells(shape->state, column_unit(shape->state, far));
    if (!has(shape->plain, shape->corner[i])) return;
    if (confined(state, shape->a, row, shape->cells) && confined(state, shape->a, column, shape->cells))
        report(shape, T_HIDDEN_RECTANGLE, NO_CELLS, bit(far) & state->places[shape->b]);
    if (confined(state, shape->b, row, shape->cells) && confined(state, shape->b, column, shape->cells))
        report(shape, T_HIDDEN_RECTANGLE, bit(far) & state->places[shape->a], NO_CELLS);
}

static void hidden(const Rectangle *shape) {
    int plain = count(shape->plain);
    if (!wants(shape->sink, T_HIDDEN_RECTANGLE) || plain < 1 || plain > 2) return;
    int low = first_cell(shape->plain), high = plain == 2 ? first_cell(shape->plain & ~bit(low)) : low;
    if (plain == 2 && in_line(shape->state, low, high)) return;
    for (int i = 0; i < 4; i++) hidden_at(shape, i);
}

static bool complete(const Rectangle *shape) {
    for (int i = 0; i < 4; i++) {
        Digits marks = shape->state->marks[shape->corner[i]] & shape->pair;
        if (!marks || (marks != shape->pair && !shape->options->incomplete_rectangles)) return false;
    }
    return true;
}

static void unique(Rectangle *shape) {
    Digits extras = 0;
    if (!complete(shape)) return;
    shape->plain = shape->roof = NO_CELLS;
    for (int i = 0; i < 4; i++) {
        shape->extra[i] = shape->state->marks[shape->corner[i]] & (Digits)~shape->pair;
        extras |= shape->extra[i];
        if (shape->extra[i]) shape->roof |= bit(shape->corner[i]);
        else shape->plain |= bit(shape->corner[i]);
    }
    type_1(shape);
    types_2_and_5(shape, extras);
    if (count(shape->roof) == 2) {
        int low = first_cell(shape->roof), high = first_cell(shape->roof & ~bit(low));
        type_3(shape, extras, low, high);
        type_4(shape, low, high);
        type_6(shape, low, high);
        external(shape, low, high);
    }
    hidden(shape);
}

static void unique_pairs(Rectangle *shape) {
    Digits all = 0;
    for (int i = 0; i < 4; i++) all |= shape->state->marks[shape->corner[i]];
    FOR_EACH_DIGIT(a, all) {
        FOR_EACH_DIGIT(b, all & ~(digit_bit(a) | (digit_bit(a) - 1))) {
            shape->a = a;
            shape->b = b;
            shape->pair = digit_bit(a) | digit_bit(b);
            if (!shape->sink->done) unique(shape);
        }
    }
}

/* Avoidable type 1: three corners were found (not given); the fourth may not complete the swap. */
static void avoidable_1(Rectangle *shape, int open) {
    const State *state = shape->state;
    int row_mate = state->values[shape->corner[open ^ 1]], column_mate = state->values[shape->corner[open ^ 2]];
    int opposite = state->values[shape->corner[3 - open]];
    int cell = shape->corner[open];
    if (row_mate != column_mate || !has_digit(state->marks[cell], opposite)) return;
    shape->a = opposite;
    shape->b = row_mate;
    shape->pair = digit_bit(shape->a) | digit_bit(shape->b);
    shape->roof = bit(cell);
    shape->plain = shape->cells & ~bit(cell);
    report(shape, T_AVOIDABLE_RECTANGLE_1, bit(cell), NO_CELLS);
}

/* Avoidable type 2: two corners were found; the others, one digit of the swap and a common extra each. */
static void avoidable_2(Rectangle *shape, int x, int y) {
    const State *state = shape->state;
    int first = shape->corner[x], second = shape->corner[y];
    int mate_x = -1, mate_y = -1; /* the found corners that share a line with the open ones */
    for (int i = 0; i < 4; i++) {
        if (i == x || i == y) continue;
        if (in_line(shape->state, shape->corner[i], first)) mate_x = i;
        else mate_y = i;
    }
    if (mate_x < 0 || mate_y < 0) return;
    int value_x = state->values[shape->corner[mate_y]], value_y = state->values[shape->corner[mate_x]];
    Digits extra = state->marks[first] & (Digits)~digit_bit(value_x);
    if (value_x == value_y || digit_count(extra) != 1 || !has_digit(state->marks[first], value_x)) return;
    if (state->marks[second] != (Digits)(extra | digit_bit(value_y))) return;
    int digit = first_digit(extra);
    Cells removed = peers_of(shape->state, first) & peers_of(shape->state, second) & state->places[digit];
    shape->a = value_x;
    shape->b = value_y;
    shape->pair = digit_bit(value_x) | digit_bit(value_y);
    shape->roof = bit(first) | bit(second);
    shape->plain = shape->cells & ~shape->roof;
    if (none(removed) || shape->sink->done || !wants(shape->sink, T_AVOIDABLE_RECTANGLE_2)) return;
    report_head(shape, T_AVOIDABLE_RECTANGLE_2);
    step_candidates(shape->sink, R_REMOVE, removed, digit);
    step_candidates(shape->sink, R_ON, shape->roof, digit);
    step_end(shape->sink);
}

static void avoidable(Rectangle *shape) {
    int open[4], open_count = 0;
    for (int i = 0; i < 4; i++) {
        if (shape->state->givens[shape->corner[i]]) return;
        if (!shape->state->values[shape->corner[i]]) open[open_count++] = i;
    }
    if (open_count == 1) avoidable_1(shape, open[0]);
    if (open_count == 2 && open[0] + open[1] != 3) avoidable_2(shape, open[0], open[1]);
}

static void inspect(Rectangle *shape, int top, int bottom, int left, int right) {
    shape->corner[0] = cell_at(shape->state, top, left);
    shape->corner[1] = cell_at(shape->state, top, right);
    shape->corner[2] = cell_at(shape->state, bottom, left);
    shape->corner[3] = cell_at(shape->state, bottom, right);
    const int *corner = shape->corner;
    bool level = same_region(shape->state, corner[0], corner[1]) && same_region(shape->state, corner[2], corner[3]);
    bool upright = same_region(shape->state, corner[0], corner[2]) && same_region(shape->state, corner[1], corner[3]);
    if (level == upright) return; /* in one region or in more than two */
    shape->cells = NO_CELLS;
    for (int i = 0; i < 4; i++) shape->cells |= bit(shape->corner[i]);
    if (none(shape->cells & ~shape->state->empty)) unique_pairs(shape);
    else avoidable(shape);
}

void find_rectangles(const State *state, const Options *options, Sink *sink) {
    Rectangle shape = {.state = state, .options = options, .sink = sink};
    int size = state->shape->is_plain ? board_size(state) : 0; /* other rules may tell the two solutions apart */
    for (int top = 0; top < size; top++)
        for (int bottom = top + 1; bottom < size; bottom++)
            for (int left = 0; left < size; left++)
                for (int right = left + 1; right < size && !sink->done; right++)
                    inspect(&shape, top, bottom, left, right);
}
