#include "explainer_grid.h"

uint8_t bit_counts[ALL_DIGITS + 1];
uint8_t unit_cells[UNITS][9];
uint8_t unit_of[CELLS][3];
uint8_t index_in[CELLS][3];
uint8_t peers[CELLS][PEERS];
CellSet peer_set[CELLS];
CellSet unit_set[UNITS];
uint16_t common_places[UNITS][UNITS];
uint16_t subsets[10][126];
int subset_count[10];

static void prepare_units(void)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        int units[3] = {box, 9 + row, 18 + column};
        int index[3] = {row % 3 * 3 + column % 3, column, row};
        for (int kind = 0; kind < 3; kind++) {
            unit_of[cell][kind] = (uint8_t)units[kind];
            index_in[cell][kind] = (uint8_t)index[kind];
            unit_cells[units[kind]][index[kind]] = (uint8_t)cell;
            cells_add(&unit_set[units[kind]], cell);
        }
    }
}

static void prepare_peers(int cell)
{
    int count = 0;
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 9; i++) {
            int other = unit_cells[unit_of[cell][kind]][i];
            if (other == cell || cells_has(peer_set[cell], other))
                continue;
            cells_add(&peer_set[cell], other);
            peers[cell][count++] = (uint8_t)other;
        }
}

static void prepare_crossings(int unit)
{
    for (int other = 0; other < UNITS; other++)
        for (int i = 0; i < 9; i++)
            common_places[unit][other] |= (uint16_t)(cells_has(unit_set[other], unit_cells[unit][i]) << i);
}

void geometry_prepare(void)
{
    static int ready;
    if (ready)
        return;
    prepare_units();
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

void grid_clear(Grid *grid) { memset(grid, 0, sizeof *grid); }

void grid_add(Grid *grid, int cell, int digit)
{
    grid->candidates[cell] |= (uint16_t)(1 << digit);
    for (int kind = 0; kind < 3; kind++)
        grid->places[unit_of[cell][kind]][digit] |= (uint16_t)(1 << index_in[cell][kind]);
}

void grid_remove(Grid *grid, int cell, int digit)
{
    grid->candidates[cell] &= (uint16_t)~(1 << digit);
    for (int kind = 0; kind < 3; kind++)
        grid->places[unit_of[cell][kind]][digit] &= (uint16_t)~(1 << index_in[cell][kind]);
}

void grid_place(Grid *grid, int cell, int digit)
{
    for (int other = 0; other < DIGITS; other++)
        if (has(grid, cell, other))
            grid_remove(grid, cell, other);
    for (int i = 0; i < PEERS; i++)
        if (has(grid, peers[cell][i], digit))
            grid_remove(grid, peers[cell][i], digit);
    grid->value[cell] = (uint8_t)(digit + 1);
}

int grid_solved(const Grid *grid)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (!grid->value[cell])
            return 0;
    return 1;
}

int unit_empty(const Grid *grid, int unit)
{
    int count = 0;
    for (int i = 0; i < 9; i++)
        count += !grid->value[unit_cells[unit][i]];
    return count;
}

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

unsigned set_digits(const CandidateSet *set, int cell)
{
    unsigned digits = 0;
    for (int digit = 0; digit < DIGITS; digit++)
        digits |= (unsigned)set_has(set, cell * 9 + digit) << digit;
    return digits;
}
