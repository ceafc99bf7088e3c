#include "explainer_links.h"

static int strong_partner(const Grid *grid, int cell, int digit, int kind)
{
    unsigned places = grid->places[unit_of[cell][kind]][digit];
    if (bits(places) != 2)
        return -1;
    return classic.unit_list[unit_of[cell][kind]][first(places & ~(1u << index_in[cell][kind]))] * 9 + digit;
}

/* Inside a chain only links that did not exist before it are fresh; outside of one, all are. */
static void find_fresh(Walk *walk)
{
    const Grid *grid = walk->grid, *source = walk->found->source;
    walk->fresh_digits = source ? 0 : ALL_DIGITS;
    walk->fresh_cells = !source;
    for (int unit = 0; source && unit < UNITS; unit++)
        for (int digit = 0; digit < DIGITS; digit++)
            if (bits(grid->places[unit][digit]) == 2 && bits(source->places[unit][digit]) > 2)
                walk->fresh_digits |= 1u << digit;
    for (int cell = 0; source && cell < CELLS; cell++)
        walk->fresh_cells |= bits(grid->state.marks[cell]) == 2 && bits(source->state.marks[cell]) > 2;
}

void prepare_strong(Walk *walk)
{
    find_fresh(walk);
    const Grid *grid = walk->grid;
    for (int cell = 0; cell < CELLS; cell++)
        for (unsigned rest = grid->state.marks[cell]; rest; rest &= rest - 1) {
            int digit = first(rest);
            int16_t *strong = walk->strong[cell * 9 + digit];
            unsigned others = grid->state.marks[cell] & ~(1u << digit);
            strong[0] = (int16_t)(bits(others) == 1 ? cell * 9 + first(others) : -1);
            for (int kind = 0; kind < 3; kind++) {
                int partner = strong_partner(grid, cell, digit, kind);
                for (int before = 0; before < kind; before++)
                    if (strong[1 + before] == partner)
                        partner = -1;
                strong[1 + kind] = (int16_t)partner;
            }
            walk->digit_cells[digit] |= bit(cell);
        }
}

/* Whether anything follows by the links in use when the candidate is off; dead ends need not be followed. */
static int leads_on(const Walk *walk, int candidate)
{
    const int16_t *strong = walk->strong[candidate];
    return (walk->y && strong[0] >= 0) || (walk->x && (strong[1] >= 0 || strong[2] >= 0 || strong[3] >= 0));
}

static void add_weak(Walk *walk, int from, Cells cells, int digit, enum Cause cause)
{
    while (some(cells))
        walk->weak[from][walk->weak_count[from]++] = (Weak){(int16_t)(take_first(&cells) * 9 + digit), (uint8_t)cause};
}

/* Lists what each candidate turns off by the links in use: in the cell, the box, the row, the column. */
static void weak_of(Walk *walk, int cell, int digit)
{
    int from = cell * 9 + digit;
    Cells here = NO_CELLS, reach = walk->leading[digit] & classic.peers[cell];
    const Cells *box = &classic.units[unit_of[cell][BOX]], *row = &classic.units[unit_of[cell][ROW]];
    here |= bit(cell);
    walk->weak_count[from] = 0;
    if (walk->y)
        for (unsigned rest = walk->grid->state.marks[cell] & ~(1u << digit); rest; rest &= rest - 1)
            add_weak(walk, from, walk->leading[first(rest)] & here, first(rest), BY_CELL);
    add_weak(walk, from, reach & *box, digit, BY_BOX);
    reach &= ~*box;
    add_weak(walk, from, reach & *row, digit, BY_ROW);
    add_weak(walk, from, reach & ~*row, digit, BY_COLUMN);
}

void prepare_weak(Walk *walk)
{
    const Grid *grid = walk->grid;
    memset(walk->leading, 0, sizeof walk->leading);
    for (int cell = 0; cell < CELLS; cell++)
        for (unsigned rest = grid->state.marks[cell]; rest; rest &= rest - 1)
            if (leads_on(walk, cell * 9 + first(rest)))
                walk->leading[first(rest)] |= bit(cell);
    for (int cell = 0; cell < CELLS; cell++)
        for (unsigned rest = grid->state.marks[cell]; rest; rest &= rest - 1)
            weak_of(walk, cell, first(rest));
}
