#include "explainer_rules.h"

static int wing(const Grid *grid, Collector *found, int pivot, int left, int right)
{
    int three = bits(grid->state.marks[pivot]) == 3;
    int digit = first(grid->state.marks[left] & grid->state.marks[right]);
    Cells victims = classic.peers[left] & classic.peers[right];
    if (three)
        victims &= classic.peers[pivot];
    Hint hint = three ? hint_new(T_XYZ_WING, 4.4) : hint_new(T_XY_WING, 4.2);
    int any = 0;
    while (some(victims)) {
        int cell = take_first(&victims);
        if (cell == pivot || !can_hold(grid, cell, digit))
            continue;
        set_add(&hint.removed, cell * 9 + digit);
        any = 1;
    }
    if (!any)
        return 0;
    hint.digits = (uint16_t)(1 << digit);
    uint8_t cells[3] = {(uint8_t)pivot, (uint8_t)left, (uint8_t)right};
    memcpy(hint.cells, cells, sizeof cells);
    hint.cell_count = 3;
    return collect(found, &hint);
}

static int is_wing(unsigned pivot, unsigned left, unsigned right)
{
    int common = bits(pivot) == 3 ? 1 : 0;
    return bits(right) == 2 && bits(pivot | left | right) == 3 && bits(pivot & left & right) == common;
}

static int wings_of_pivot(const Grid *grid, Collector *found, int pivot)
{
    unsigned digits = grid->state.marks[pivot];
    for (int i = 0; i < PEERS; i++) {
        int left = peers[pivot][i];
        if (bits(grid->state.marks[left]) != 2 || bits(digits & ~grid->state.marks[left]) != 1)
            continue;
        for (int j = 0; j < PEERS; j++) {
            int right = peers[pivot][j];
            if (is_wing(digits, grid->state.marks[left], grid->state.marks[right]))
                if (wing(grid, found, pivot, left, right))
                    return 1;
        }
    }
    return 0;
}

void rule_wings(const Grid *grid, Collector *found, int pivot_digits)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (bits(grid->state.marks[cell]) == pivot_digits && wings_of_pivot(grid, found, cell))
            return;
}
