/* Bivalue universal graves, types 1 to 4. */
#include "explainer_rules.h"

typedef struct {
    Grid rest;                /* the grid without the extra digits */
    int cells[CELLS], count;  /* cells with extra digits, as they are found */
    unsigned extra[CELLS], all_extra;
    Cells marked, common;   /* cells seen by all of them */
    Cells suspects;         /* cells that may hold the extra digit, if it is the same one everywhere */
    unsigned suspect_digits;
} Grave;

static void add_extra(Grave *grave, int cell, int digit)
{
    if (!has(grave->marked, cell)) {
        grave->common = grave->count ? (grave->common & classic.peers[cell]) : classic.peers[cell];
        grave->cells[grave->count++] = cell;
        grave->marked |= bit(cell);
        grave->common &= ~grave->marked;
    }
    grave->extra[cell] |= 1u << digit;
    grave->all_extra |= 1u << digit;
    if (can_hold(&grave->rest, cell, digit))
        grid_remove(&grave->rest, cell, digit);
}

/* Looks at one digit in one unit; false when the pattern cannot be a grave. */
static int inspect(const Grid *grid, Grave *grave, int unit, int digit)
{
    unsigned places = grid->places[unit][digit];
    if (!places || bits(places) == 2)
        return 1;
    int wide = 0, last = -1;
    for (; places; places &= places - 1) {
        int cell = classic.unit_list[unit][first(places)];
        if (bits(grid->state.marks[cell]) >= 3) {
            wide++;
            last = cell;
            grave->suspects |= bit(cell);
            grave->suspect_digits |= 1u << digit;
        }
    }
    if (wide == 1)
        add_extra(grave, last, digit);
    if (grave->count > 1 && bits(grave->all_extra) > 1 && none(grave->common))
        return 0;
    return wide > 0;
}

static int all_bivalue(const Grid *rest)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (!rest->state.values[cell] && bits(rest->state.marks[cell]) != 2)
            return 0;
    for (int unit = 0; unit < UNITS; unit++)
        for (int digit = 0; digit < DIGITS; digit++)
            if (rest->places[unit][digit] && bits(rest->places[unit][digit]) != 2)
                return 0;
    return 1;
}

/* Sukaku Explainer: where one digit alone is extra, every cell that may hold it does. */
static void add_suspects(Grave *grave)
{
    Cells rest = grave->suspects & ~grave->marked;
    while (some(rest) && bits(grave->suspect_digits) == 1)
        add_extra(grave, take_first(&rest), first(grave->suspect_digits));
}

static int is_grave(const Grid *grid, Grave *grave, int revised)
{
    for (int i = 0; i < UNITS; i++)
        for (int digit = 0; digit < DIGITS; digit++)
            if (!inspect(grid, grave, unit_at((enum Kind)(i / 9), i % 9), digit))
                return 0;
    if (revised)
        add_suspects(grave);
    return grave->count > 0 && all_bivalue(&grave->rest);
}

static Hint grave_hint(const Grave *grave, Technique technique, double rating)
{
    Hint hint = hint_new(technique, rating);
    hint.digits = (uint16_t)grave->all_extra;
    for (int i = 0; i < grave->count && i < HINT_CELLS; i++)
        hint.cells[hint.cell_count++] = (uint8_t)grave->cells[i];
    return hint;
}

static int bug_1(const Grid *grid, Collector *found, const Grave *grave)
{
    Hint hint = grave_hint(grave, T_BUG_PLUS_1, 5.6);
    set_add_digits(&hint.removed, grave->cells[0], grid->state.marks[grave->cells[0]] & ~grave->all_extra);
    return collect(found, &hint);
}

static int bug_2(const Grid *grid, Collector *found, const Grave *grave)
{
    Hint hint = grave_hint(grave, T_BUG_2, 5.7);
    int digit = first(grave->all_extra);
    for (Cells rest = grave->common; some(rest);) {
        int cell = take_first(&rest);
        if (can_hold(grid, cell, digit))
            set_add(&hint.removed, cell * 9 + digit);
    }
    return set_any(&hint.removed) && collect(found, &hint);
}

/* The unit of that kind which holds all the cells with extra digits, or -1. */
static int shared_unit(const Grave *grave, int kind)
{
    int unit = unit_of[grave->cells[0]][kind];
    for (int i = 1; i < grave->count; i++)
        if (unit_of[grave->cells[i]][kind] != unit)
            return -1;
    return unit;
}

static int bug_3_set(const Grid *grid, Collector *found, const Grave *grave, int unit, unsigned places)
{
    int degree = bits(places) + 1;
    unsigned others = 0;
    for (unsigned rest = places; rest; rest &= rest - 1) {
        unsigned candidates = grid->state.marks[classic.unit_list[unit][first(rest)]];
        if (bits(candidates) < 2)
            return 0;
        others |= candidates;
    }
    if (bits(others) != degree || bits(grave->all_extra) < 2 || bits(others | grave->all_extra) != degree)
        return 0;
    Hint hint = grave_hint(grave, T_BUG_3, 5.7 + (degree - 1) * 0.1);
    hint.units[hint.unit_count++] = (uint8_t)unit;
    for (int i = 0; i < 9; i++) {
        int cell = classic.unit_list[unit][i];
        if (!(places >> i & 1) && has(grave->common, cell))
            set_add_digits(&hint.removed, cell, grid->state.marks[cell] & others);
    }
    return set_any(&hint.removed) && collect(found, &hint);
}

static int bug_3(const Grid *grid, Collector *found, const Grave *grave)
{
    for (int kind = 0; kind < 3; kind++) {
        int unit = shared_unit(grave, kind);
        unsigned allowed = 0;
        for (int i = 0; unit >= 0 && i < 9; i++)
            allowed |= (unsigned)has(grave->common, classic.unit_list[unit][i]) << i;
        for (int degree = 2; degree <= 6 && degree <= bits(allowed); degree++)
            for (int i = 0; i < subset_count[degree - 1]; i++)
                if (!(subsets[degree - 1][i] & ~allowed))
                    if (bug_3_set(grid, found, grave, unit, subsets[degree - 1][i]))
                        return 1;
    }
    return 0;
}

static int bug_4(const Grid *grid, Collector *found, const Grave *grave)
{
    const int *cells = grave->cells;
    unsigned common = grid->state.marks[cells[0]] & grid->state.marks[cells[1]] & ~grave->all_extra;
    if (bits(common) != 1)
        return 0;
    for (int kind = 0; kind < 3; kind++) {
        int unit = shared_unit(grave, kind);
        if (unit < 0)
            continue;
        Hint hint = grave_hint(grave, T_BUG_4, 5.7);
        hint.units[hint.unit_count++] = (uint8_t)unit;
        for (int i = 0; i < 2; i++)
            set_add_digits(&hint.removed, cells[i], grid->state.marks[cells[i]] & ~grave->extra[cells[i]] & ~common);
        if (collect(found, &hint))
            return 1;
    }
    return 0;
}

void rule_bugs(const Grid *grid, Collector *found, int unused)
{
    (void)unused;
    Grave grave;
    memset(&grave, 0, sizeof grave);
    grave.rest = *grid;
    if (!is_grave(grid, &grave, found->revised))
        return;
    if (grave.count == 1)
        bug_1(grid, found, &grave);
    else if (bits(grave.all_extra) == 1) {
        if (!bug_2(grid, found, &grave) && grave.count == 2)
            bug_4(grid, found, &grave);
    } else if (some(grave.common)) {
        if (grave.count != 2 || !bug_4(grid, found, &grave))
            bug_3(grid, found, &grave);
    }
}
