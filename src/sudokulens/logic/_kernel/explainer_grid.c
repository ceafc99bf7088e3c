#include "explainer_grid.h"

Shape classic;
uint8_t bit_counts[ALL_DIGITS + 1];
uint8_t unit_of[CELLS][3];
uint8_t index_in[CELLS][3];
uint8_t peers[CELLS][PEERS];
uint16_t common_places[UNITS][UNITS];
uint16_t subsets[10][126];
int subset_count[10];

static void prepare_shape(void)
{
    uint8_t boxes[CELLS];
    for (int cell = 0; cell < CELLS; cell++)
        boxes[cell] = (uint8_t)(cell / 27 * 3 + cell % 9 / 3);
    shape_prepare(&classic, 9, boxes, NULL, 0);
}

static void prepare_units(int cell)
{
    int row = classic.row[cell], column = classic.column[cell];
    unit_of[cell][BOX] = (uint8_t)unit_at(BOX, classic.region[cell]);
    unit_of[cell][ROW] = (uint8_t)unit_at(ROW, row);
    unit_of[cell][COLUMN] = (uint8_t)unit_at(COLUMN, column);
    index_in[cell][BOX] = (uint8_t)(row % 3 * 3 + column % 3);
    index_in[cell][ROW] = (uint8_t)column;
    index_in[cell][COLUMN] = (uint8_t)row;
}

static void prepare_peers(int cell)
{
    int count = 0;
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 9; i++) {
            int other = classic.unit_list[unit_of[cell][kind]][i];
            if (other == cell || has(classic.peers[cell], other))
                continue;
            classic.peers[cell] |= bit(other);
            peers[cell][count++] = (uint8_t)other;
        }
}

static void prepare_crossings(int unit)
{
    for (int other = 0; other < UNITS; other++)
        for (int i = 0; i < 9; i++)
            common_places[unit][other] |= (uint16_t)(has(classic.units[other], classic.unit_list[unit][i]) << i);
}

void geometry_prepare(void)
{
    static int ready;
    if (ready)
        return;
    prepare_shape();
    for (int cell = 0; cell < CELLS; cell++)
        prepare_units(cell);
    for (int cell = 0; cell < CELLS; cell++)
        prepare_peers(cell);
    for (int unit = 0; unit < UNITS; unit++)
        prepare_crossings(unit);
    for (unsigned mask = 1; mask <= ALL_DIGITS; mask++)
        bit_counts[mask] = (uint8_t)(bit_counts[mask >> 1] + (mask & 1));
    for (unsigned mask = 0; mask <= ALL_DIGITS; mask++)
        subsets[bits(mask)][subset_count[bits(mask)]++] = (uint16_t)mask;
    ready = 1;
}

void grid_load(Grid *grid, const State *state)
{
    memset(grid, 0, sizeof *grid);
    grid->state = *state;
    for (int cell = 0; cell < CELLS; cell++)
        for (unsigned rest = state->marks[cell]; rest; rest &= rest - 1)
            for (int kind = 0; kind < 3; kind++)
                grid->places[unit_of[cell][kind]][first(rest)] |= (uint16_t)(1 << index_in[cell][kind]);
}

void grid_place(Grid *grid, int cell, int digit)
{
    State after = grid->state;
    state_place(&after, cell, digit + 1);
    grid_load(grid, &after);
}

int unit_empty(const Grid *grid, int unit) { return count(classic.units[unit] & grid->state.empty); }

int set_any(const CandidateSet *set)
{
    uint64_t all = 0;
    for (int i = 0; i < 12; i++)
        all |= set->word[i];
    return all != 0;
}

void set_add_digits(CandidateSet *set, int cell, unsigned digits)
{
    for (; digits; digits &= digits - 1)
        set_add(set, cell * 9 + first(digits));
}
