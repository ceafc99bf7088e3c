#include "board.h"

static bool join_unit(Shape *shape, int unit, int place, int cell) {
    if (shape->unit_count_of[cell] == MAX_CELL_UNITS || place >= shape->size) return false;
    shape->units[unit] |= bit(cell);
    shape->unit_list[unit][place] = (uint8_t)cell;
    shape->units_of[cell][shape->unit_count_of[cell]++] = (uint8_t)unit;
    return true;
}

static void locate(Shape *shape, int cell, int region) {
    shape->row[cell] = (uint8_t)(cell / shape->size);
    shape->column[cell] = (uint8_t)(cell % shape->size);
    shape->region[cell] = (uint8_t)region;
    shape->all_cells |= bit(cell);
}

bool shape_prepare(Shape *shape, int size, const uint8_t *regions, const uint16_t *extras, int extra_count) {
    int filled[MAX_DIGITS] = {0};
    shape->size = size;
    shape->cell_count = size * size;
    shape->unit_count = 3 * size + extra_count;
    shape->all_digits = (Digits)((1u << size) - 1);
    if (size > MAX_DIGITS || shape->unit_count > MAX_UNITS) return false;
    for (int cell = 0; cell < shape->cell_count; cell++) {
        int row = cell / size, column = cell % size, region = regions[cell];
        if (region >= size) return false;
        locate(shape, cell, region);
        if (!join_unit(shape, row, column, cell) || !join_unit(shape, size + column, row, cell)) return false;
        if (!join_unit(shape, 2 * size + region, filled[region]++, cell)) return false;
    }
    for (int i = 0; i < extra_count * size; i++)
        if (extras[i] >= shape->cell_count || !join_unit(shape, 3 * size + i / size, i % size, extras[i])) return false;
    return true;
}

void state_load(State *state, const Shape *shape, const uint8_t *values, const uint8_t *givens, const uint16_t *marks) {
    memset(state, 0, sizeof *state);
    state->shape = shape;
    for (int cell = 0; cell < shape->cell_count; cell++) {
        state->values[cell] = values[cell];
        state->givens[cell] = givens[cell] != 0;
        if (values[cell]) continue;
        state->empty |= bit(cell);
        state->marks[cell] = marks[cell] & shape->all_digits;
        FOR_EACH_DIGIT(digit, state->marks[cell]) state->places[digit] |= bit(cell);
    }
}

void state_place(State *state, int cell, int digit) {
    FOR_EACH_DIGIT(other, state->marks[cell]) state->places[other] &= ~bit(cell);
    state->marks[cell] = 0;
    state->empty &= ~bit(cell);
    state->values[cell] = (uint8_t)digit;
    FOR_EACH_CELL(peer, peers_of(state, cell) & state->places[digit]) state_remove(state, peer, digit);
    const Exclusion *end = exclusions_end(state, cell, digit);
    for (const Exclusion *exclusion = exclusions_of(state, cell, digit); exclusion < end; exclusion++)
        FOR_EACH_DIGIT(other, state->marks[exclusion->other] & exclusion->forbidden)
            state_remove(state, exclusion->other, other);
}
