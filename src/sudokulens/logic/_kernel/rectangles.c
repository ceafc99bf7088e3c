/* Unique, hidden and avoidable rectangles: two rows, two columns and two boxes in which two digits could be swapped.
 *
 * Corners are numbered so that 0-1 and 2-3 share a row, 0-2 and 1-3 a column; 0-3 and 1-2 are opposite.
 */
#include "record.h"

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
    if (!(removed_a | removed_b) || shape->sink->done || !wants(shape->sink, technique)) return;
    report_head(shape, technique);
    step_candidates(shape->sink, R_REMOVE, removed_a, shape->a);
    step_candidates(shape->sink, R_REMOVE, removed_b, shape->b);
    step_end(shape->sink);
}

static bool in_line(int a, int b) { return same_row(a, b) || same_column(a, b); }

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
    Cells removed = common_peers(shape->roof) & shape->state->places[digit];
    int low = first_cell(shape->roof), high = first_cell(shape->roof & ~bit(low));
    Technique technique = corners == 2 && in_line(low, high) ? T_UNIQUE_RECTANGLE_2 : T_UNIQUE_RECTANGLE_5;
    if (!removed || shape->sink->done || !wants(shape->sink, technique)) return;
    report_head(shape, technique);
    step_candidates(shape->sink, R_REMOVE, removed, digit);
    step_candidates(shape->sink, R_ON, shape->roof, digit);
    step_end(shape->sink);
}

static void report_type_3(const Rectangle *shape, Cells others, Digits digits, Cells unit) {
    const State *state = shape->state;
    Cells all[10] = {0}, any = 0;
    FOR_EACH_DIGIT(digit, digits) {
        /* The digit is in the subset or in a corner; where the corners have it, only what sees all of it can go. */
        any |= all[digit] = state->places[digit] & unit & ~(others | shape->roof);
    }
    if (!any || shape->sink->done) return;
    report_head(shape, T_UNIQUE_RECTANGLE_3);
    FOR_EACH_DIGIT(digit, digits) {
        step_candidates(shape->sink, R_REMOVE, all[digit], digit);
        step_candidates(shape->sink, R_ON, (others | shape->roof) & state->places[digit], digit);
    }
    step_cells(shape->sink, R_CELL_EXTRA, others);
    step_end(shape->sink);
}

static void subset_search(const Rectangle *shape, Cells unit, Cells second, Cells pool, Cells chosen, Digits digits) {
    if (chosen && digit_count(digits) == count(chosen) + 1) {
        /* A subset that lies in both units of the roof clears both. */
        Cells scope = second && !(chosen & ~second) ? unit | second : unit;
        report_type_3(shape, chosen, digits, scope);
    }
    while (pool && !shape->sink->done) {
        int cell = first_cell(pool);
        pool &= pool - 1;
        subset_search(shape, unit, second, pool, chosen | bit(cell), digits | shape->state->marks[cell]);
    }
}

/* Type 3: the extras of two corners make a naked subset with other cells of a unit they share. */
static void type_3(const Rectangle *shape, Digits extras, int low, int high) {
    if (!wants(shape->sink, T_UNIQUE_RECTANGLE_3) || !in_line(low, high)) return;
    Cells line = unit_cells[same_row(low, high) ? row_of[low] : 9 + column_of[low]];
    Cells box = same_box(low, high) ? unit_cells[18 + box_of[low]] : 0;
    for (int i = 0; i < 2; i++) {
        Cells unit = i ? box : line, pool = 0;
        FOR_EACH_CELL(cell, unit & shape->state->empty & ~shape->cells) {
            if (!(shape->state->marks[cell] & shape->pair)) pool |= bit(cell);
        }
        if (unit) subset_search(shape, unit, i ? line : box, pool, 0, extras);
    }
}

/* Whether all places of the digit in the unit, and there are some, lie in the cells. */
static bool confined(const State *state, int digit, Cells unit, Cells cells) {
    Cells places = state->places[digit] & unit;
    return places && !(places & ~cells);
}

/* Type 4: in a unit of both corners one digit of the pair has no other place, so the other digit leaves them. */
static void type_4(const Rectangle *shape, int low, int high) {
    Cells common[2] = {unit_cells[same_row(low, high) ? row_of[low] : 9 + column_of[low]],
                       same_box(low, high) ? unit_cells[18 + box_of[low]] : 0};
    for (int i = 0; i < 2; i++) {
        if (!common[i] || !in_line(low, high)) continue;
        const State *state = shape->state;
        if (confined(state, shape->a, common[i], shape->roof))
            report(shape, T_UNIQUE_RECTANGLE_4, 0, shape->roof & state->places[shape->b]);
        if (confined(state, shape->b, common[i], shape->roof))
            report(shape, T_UNIQUE_RECTANGLE_4, shape->roof & state->places[shape->a], 0);
    }
}

/* Whether the digit has its places inside the rectangle only, in both its rows or in both its columns. */
static bool is_x_wing(const Rectangle *shape, int digit) {
    const int *corner = shape->corner;
    bool rows = true, columns = true;
    for (int i = 0; i < 2; i++) {
        rows &= confined(shape->state, digit, unit_cells[row_of[corner[2 * i]]], shape->cells);
        columns &= confined(shape->state, digit, unit_cells[9 + column_of[corner[i]]], shape->cells);
    }
    return rows || columns;
}

/* Type 6: opposite corners with extras, and a digit that makes an X-Wing here: it cannot be in these corners. */
static void type_6(const Rectangle *shape, int low, int high) {
    if (in_line(low, high)) return;
    const State *state = shape->state;
    if (is_x_wing(shape, shape->a)) report(shape, T_UNIQUE_RECTANGLE_6, shape->roof & state->places[shape->a], 0);
    if (is_x_wing(shape, shape->b)) report(shape, T_UNIQUE_RECTANGLE_6, 0, shape->roof & state->places[shape->b]);
}

/* Hidden rectangle: opposite a plain corner, a digit with no other place in that corner's row and column forces the
 * rest of the deadly pattern if the corner took the other digit. */
static void hidden_at(const Rectangle *shape, int i) {
    const State *state = shape->state;
    int far = shape->corner[3 - i];
    Cells row = unit_cells[row_of[far]], column = unit_cells[9 + column_of[far]];
    if (!has(shape->plain, shape->corner[i])) return;
    if (confined(state, shape->a, row, shape->cells) && confined(state, shape->a, column, shape->cells))
        report(shape, T_HIDDEN_RECTANGLE, 0, bit(far) & state->places[shape->b]);
    if (confined(state, shape->b, row, shape->cells) && confined(state, shape->b, column, shape->cells))
        report(shape, T_HIDDEN_RECTANGLE, bit(far) & state->places[shape->a], 0);
}

static void hidden(const Rectangle *shape) {
    int plain = count(shape->plain);
    if (!wants(shape->sink, T_HIDDEN_RECTANGLE) || plain < 1 || plain > 2) return;
    int low = first_cell(shape->plain), high = plain == 2 ? first_cell(shape->plain & ~bit(low)) : low;
    if (plain == 2 && in_line(low, high)) return;
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
    shape->plain = shape->roof = 0;
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
    report(shape, T_AVOIDABLE_RECTANGLE_1, bit(cell), 0);
}

/* Avoidable type 2: two corners were found; the others, one digit of the swap and a common extra each. */
static void avoidable_2(Rectangle *shape, int x, int y) {
    const State *state = shape->state;
    int first = shape->corner[x], second = shape->corner[y];
    int mate_x = -1, mate_y = -1; /* the found corners that share a line with the open ones */
    for (int i = 0; i < 4; i++) {
        if (i == x || i == y) continue;
        if (in_line(shape->corner[i], first)) mate_x = i;
        else mate_y = i;
    }
    if (mate_x < 0 || mate_y < 0) return;
    int value_x = state->values[shape->corner[mate_y]], value_y = state->values[shape->corner[mate_x]];
    Digits extra = state->marks[first] & (Digits)~digit_bit(value_x);
    if (value_x == value_y || digit_count(extra) != 1 || !has_digit(state->marks[first], value_x)) return;
    if (state->marks[second] != (Digits)(extra | digit_bit(value_y))) return;
    int digit = first_digit(extra);
    Cells removed = peers_of[first] & peers_of[second] & state->places[digit];
    shape->a = value_x;
    shape->b = value_y;
    shape->pair = digit_bit(value_x) | digit_bit(value_y);
    shape->roof = bit(first) | bit(second);
    shape->plain = shape->cells & ~shape->roof;
    if (!removed || shape->sink->done || !wants(shape->sink, T_AVOIDABLE_RECTANGLE_2)) return;
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
    shape->corner[0] = top * 9 + left;
    shape->corner[1] = top * 9 + right;
    shape->corner[2] = bottom * 9 + left;
    shape->corner[3] = bottom * 9 + right;
    shape->cells = 0;
    for (int i = 0; i < 4; i++) shape->cells |= bit(shape->corner[i]);
    if (!(shape->cells & ~shape->state->empty)) unique_pairs(shape);
    else avoidable(shape);
}

void find_rectangles(const State *state, const Options *options, Sink *sink) {
    Rectangle shape = {.state = state, .options = options, .sink = sink};
    for (int top = 0; top < 9; top++)
        for (int bottom = top + 1; bottom < 9; bottom++)
            for (int left = 0; left < 9; left++)
                for (int right = left + 1; right < 9 && !sink->done; right++)
                    if ((top / 3 == bottom / 3) != (left / 3 == right / 3)) inspect(&shape, top, bottom, left, right);
}

/* A grave: every cell with two candidates and every digit twice in every unit, but for one candidate too many. */
void find_grave(const State *state, const Options *options, Sink *sink) {
    (void)options;
    int odd = -1, digit = 0;
    FOR_EACH_CELL(cell, state->empty) {
        int marks = digit_count(state->marks[cell]);
        if (marks == 2) continue;
        if (marks != 3 || odd >= 0) return;
        odd = cell;
    }
    if (odd < 0) return;
    FOR_EACH_DIGIT(mark, state->marks[odd]) {
        if (count(state->places[mark] & unit_cells[row_of[odd]]) == 3) digit = mark;
    }
    if (!digit) return;
    for (int unit = 0; unit < UNIT_COUNT; unit++)
        for (int mark = 1; mark <= 9; mark++) {
            Cells places = state->places[mark] & unit_cells[unit];
            if (mark == digit) places &= ~bit(odd);
            if (places && count(places) != 2) return;
        }
    step_begin(sink, T_BUG_PLUS_1);
    FOR_EACH_DIGIT(mark, state->marks[odd] & ~digit_bit(digit)) step_candidate(sink, R_REMOVE, odd, mark);
    step_item(sink, R_CELL_PATTERN, odd);
    step_candidate(sink, R_ON, odd, digit);
    step_end(sink);
}
