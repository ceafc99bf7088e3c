#include "state.h"

Cells unit_cells[UNIT_COUNT];
uint8_t unit_list[UNIT_COUNT][9];
Cells peers_of[CELL_COUNT];
uint8_t row_of[CELL_COUNT], column_of[CELL_COUNT], box_of[CELL_COUNT];

void geometry_prepare(void) {
    int filled[UNIT_COUNT] = {0};
    memset(unit_cells, 0, sizeof unit_cells);
    for (int cell = 0; cell < CELL_COUNT; cell++) {
        int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        int units[3] = {row, 9 + column, 18 + box};
        row_of[cell] = (uint8_t)row;
        column_of[cell] = (uint8_t)column;
        box_of[cell] = (uint8_t)box;
        for (int i = 0; i < 3; i++) {
            unit_cells[units[i]] |= bit(cell);
            unit_list[units[i]][filled[units[i]]++] = (uint8_t)cell;
        }
    }
    for (int cell = 0; cell < CELL_COUNT; cell++)
        peers_of[cell] = (unit_cells[row_of[cell]] | unit_cells[9 + column_of[cell]] | unit_cells[18 + box_of[cell]]) &
                         ~bit(cell);
}

void state_load(State *state, const uint8_t *values, const uint8_t *givens, const uint16_t *marks) {
    memset(state, 0, sizeof *state);
    for (int cell = 0; cell < CELL_COUNT; cell++) {
        state->values[cell] = values[cell];
        state->givens[cell] = givens[cell] != 0;
        if (values[cell]) continue;
        state->empty |= bit(cell);
        state->marks[cell] = marks[cell] & ALL_DIGITS;
        FOR_EACH_DIGIT(digit, state->marks[cell]) state->places[digit] |= bit(cell);
    }
}

void state_remove(State *state, int cell, int digit) {
    state->marks[cell] &= (Digits)~digit_bit(digit);
    state->places[digit] &= ~bit(cell);
}

void state_place(State *state, int cell, int digit) {
    FOR_EACH_DIGIT(other, state->marks[cell]) state->places[other] &= ~bit(cell);
    state->marks[cell] = 0;
    state->empty &= ~bit(cell);
    state->values[cell] = (uint8_t)digit;
    FOR_EACH_CELL(peer, peers_of[cell] & state->places[digit]) state_remove(state, peer, digit);
}
