#include "explainer_rules.h"

static int wing(const Grid *grid, Collector *found, int pivot, int left, int right)
{
    int three = bits(grid->candidates[pivot]) == 3;
    int digit = first(grid->candidates[left] & grid->candidates[right]);
    CellSet victims = cells_and(peer_set[left], peer_set[right]);
    if (three)
        victims = cells_and(victims, peer_set[pivot]);
    Hint hint = three ? hint_new(XYZ_WING, 4.4) : hint_new(XY_WING, 4.2);
    int any = 0;
    while (cells_any(victims)) {
        int cell = cells_take(&victims);
        if (cell == pivot || !has(grid, cell, digit))
            continue;
        set_add(&hint.removed, cell * 9 + digit);
        any = 1;
    }
    if (!any)
        return 0;
    hint.digits = (uint16_t)(1 << digit);
    hint.extra_digits = grid->candidates[pivot];
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
    unsigned digits = grid->candidates[pivot];
    for (int i = 0; i < PEERS; i++) {
        int left = peers[pivot][i];
        if (bits(grid->candidates[left]) != 2 || bits(digits & ~grid->candidates[left]) != 1)
            continue;
        for (int j = 0; j < PEERS; j++) {
            int right = peers[pivot][j];
            if (is_wing(digits, grid->candidates[left], grid->candidates[right]))
                if (wing(grid, found, pivot, left, right))
                    return 1;
        }
    }
    return 0;
}

void find_wings(const Grid *grid, Collector *found, int pivot_digits)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (bits(grid->candidates[cell]) == pivot_digits && wings_of_pivot(grid, found, cell))
            return;
}
