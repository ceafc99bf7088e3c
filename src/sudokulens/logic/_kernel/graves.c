/* Bivalue universal graves: every cell with two candidates and every digit twice in every unit, except for
 * some extra candidates, one of which is true.
 */
#include "guardians.h"

/* A grave: every cell with two candidates and every digit twice in every unit, except for one extra candidate. */
void find_grave(const State *state, const Options *options, Sink *sink) {
    (void)options;
    int odd = -1, digit = 0;
    if (!state->shape->is_plain) return;
    FOR_EACH_CELL(cell, state->empty) {
        int marks = digit_count(state->marks[cell]);
        if (marks == 2) continue;
        if (marks != 3 || odd >= 0) return;
        odd = cell;
    }
    if (odd < 0) return;
    FOR_EACH_DIGIT(mark, state->marks[odd]) {
        if (count(state->places[mark] & unit_cells(state, row_of(state, odd))) == 3) digit = mark;
    }
    if (!digit) return;
    for (int unit = 0; unit < unit_count(state); unit++)
        for (int mark = 1; mark <= board_size(state); mark++) {
            Cells places = state->places[mark] & unit_cells(state, unit);
            if (mark == digit) places &= ~bit(odd);
            if (some(places) && count(places) != 2) return;
        }
    step_begin(sink, T_BUG_PLUS_1);
    FOR_EACH_DIGIT(mark, state->marks[odd] & ~digit_bit(digit)) step_candidate(sink, R_REMOVE, odd, mark);
    step_item(sink, R_CELL_PATTERN, odd);
    step_candidate(sink, R_ON, odd, digit);
    step_end(sink);
}

/* Whether the digit has more than two places in every unit of the cell. */
static bool in_excess(const State *state, int cell, int digit) {
    FOR_EACH_UNIT_OF(unit, state, cell) {
        if (count(state->places[digit] & unit_cells(state, unit)) < 3) return false;
    }
    return true;
}

/* Whether without the extra candidates every digit has none or two places in every unit. */
static bool is_grave(const State *state, const Cells spare[EACH_DIGIT]) {
    for (int unit = 0; unit < unit_count(state); unit++)
        for (int digit = 1; digit <= board_size(state); digit++) {
            Cells places = state->places[digit] & unit_cells(state, unit) & ~spare[digit];
            if (some(places) && count(places) != 2) return false;
        }
    return true;
}

#define MAX_SPARE_CELLS 6

void find_larger_graves(const State *state, const Options *options, Sink *sink) {
    (void)options;
    Cells spare[EACH_DIGIT] = {0};
    int cells = 0, digits = 0;
    if (!state->shape->is_plain) return;
    FOR_EACH_CELL(cell, state->empty) {
        int left = digit_count(state->marks[cell]) - 2;
        if (!left) continue;
        if (left < 0 || left > 2 || ++cells > MAX_SPARE_CELLS) return;
        FOR_EACH_DIGIT(digit, state->marks[cell]) {
            if (!in_excess(state, cell, digit)) continue;
            spare[digit] |= bit(cell);
            left--;
        }
        if (left) return;
    }
    for (int digit = 1; digit <= board_size(state); digit++) digits += some(spare[digit]);
    /* One cell is BUG+1, one digit BUG type 2. */
    if (cells < 2 || digits < 2 || !is_grave(state, spare) || !begin_guarded(state, sink, T_BUG_PLUS_N, spare)) return;
    for (int digit = 1; digit <= board_size(state); digit++) step_cells(sink, R_CELL_PATTERN, spare[digit]);
    step_end(sink);
}
