#include "explainer_rules.h"

static const enum Kind UNIT_ORDER[3] = {BOX, COLUMN, ROW};

static int place(Collector *found, Technique technique, double rating, int cell, int digit, int unit)
{
    Hint hint = hint_new(technique, rating);
    hint.placed = cell * 9 + digit;
    hint.digits = (uint16_t)(1 << digit);
    hint.cells[hint.cell_count++] = (uint8_t)cell;
    if (unit >= 0)
        hint.units[hint.unit_count++] = (uint8_t)unit;
    return collect(found, &hint);
}

static int singles_of_unit(const Grid *grid, Collector *found, int unit, int alone)
{
    if ((unit_empty(grid, unit) == 1) != alone)
        return 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        unsigned places = grid->places[unit][digit];
        if (bits(places) != 1)
            continue;
        Technique technique = alone ? T_FULL_HOUSE : T_HIDDEN_SINGLE;
        double rating = alone ? 1.0 : is_box(unit) ? 1.2 : 1.5;
        if (place(found, technique, rating, classic.unit_list[unit][first(places)], digit, unit))
            return 1;
    }
    return 0;
}

void rule_hidden_singles(const Grid *grid, Collector *found, int unused)
{
    (void)unused;
    for (int alone = 1; alone >= 0; alone--)
        for (int kind = 0; kind < 3; kind++)
            for (int i = 0; i < 9; i++)
                if (singles_of_unit(grid, found, unit_at(UNIT_ORDER[kind], i), alone))
                    return;
}

void rule_naked_singles(const Grid *grid, Collector *found, int unused)
{
    (void)unused;
    for (int cell = 0; cell < CELLS; cell++)
        if (bits(grid->state.marks[cell]) == 1)
            if (place(found, T_NAKED_SINGLE, 2.3, cell, first(grid->state.marks[cell]), -1))
                return;
}

/* All places of the digit in one unit lie in the other. */
typedef struct {
    int from, to, digit;
} Lock;

static void note_lock(const Grid *grid, Hint *hint, Lock lock, const Grid *source)
{
    hint->digits = (uint16_t)(1 << lock.digit);
    hint->units[0] = (uint8_t)lock.from;
    hint->units[1] = (uint8_t)lock.to;
    hint->unit_count = 2;
    for (int i = 0; i < 9; i++) {
        int cell = classic.unit_list[lock.from][i];
        if (can_hold(grid, cell, lock.digit))
            hint->cells[hint->cell_count++] = (uint8_t)cell;
        else if (source && can_hold(source, cell, lock.digit) && !has(classic.units[lock.to], cell))
            set_add(&hint->parents, cell * 9 + lock.digit);
    }
}

static CandidateSet lock_removed(const Grid *grid, Lock lock)
{
    CandidateSet removed = {{0}};
    for (int i = 0; i < 9; i++) {
        int cell = classic.unit_list[lock.to][i];
        if (!has(classic.units[lock.from], cell) && can_hold(grid, cell, lock.digit))
            set_add(&removed, cell * 9 + lock.digit);
    }
    return removed;
}

static int lock_removes(const Grid *grid, Collector *found, Lock lock)
{
    Hint hint = is_box(lock.from) ? hint_new(T_LOCKED_CANDIDATES_1, 2.6) : hint_new(T_LOCKED_CANDIDATES_2, 2.8);
    hint.removed = lock_removed(grid, lock);
    if (!set_any(&hint.removed))
        return 0;
    note_lock(grid, &hint, lock, found->source);
    return collect(found, &hint);
}

/* A third unit of the first one's kind that, without its places in the second, has a single place left. */
static int lock_places(const Grid *grid, Collector *found, Lock lock)
{
    int start = lock.from / 9 * 9;
    for (int unit = start; unit < start + 9; unit++) {
        unsigned places = grid->places[unit][lock.digit], left = places & ~common_places[unit][lock.to];
        if (unit == lock.from || bits(places) < 2 || bits(left) != 1 || !common_places[unit][lock.to])
            continue;
        Hint hint = is_box(lock.from) ? hint_new(T_DIRECT_POINTING, 1.7) : hint_new(T_DIRECT_CLAIMING, 1.9);
        hint.placed = classic.unit_list[unit][first(left)] * 9 + lock.digit;
        if (!found->revised)
            hint.removed = lock_removed(grid, lock);
        note_lock(grid, &hint, lock, NULL);
        hint.units[hint.unit_count++] = (uint8_t)unit;
        if (collect(found, &hint))
            return 1;
    }
    return 0;
}

static int locks_between(const Grid *grid, Collector *found, int from, int to, int direct)
{
    for (int digit = 0; digit < DIGITS; digit++) {
        unsigned places = grid->places[from][digit];
        if (places & ~common_places[from][to] || bits(places) < 2)
            continue;
        Lock lock = {from, to, digit};
        if (direct ? lock_places(grid, found, lock) : lock_removes(grid, found, lock))
            return 1;
    }
    return 0;
}

void rule_locking(const Grid *grid, Collector *found, int direct)
{
    static const enum Kind PAIRS[4][2] = {{BOX, COLUMN}, {BOX, ROW}, {COLUMN, BOX}, {ROW, BOX}};
    for (int pair = 0; pair < 4; pair++)
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 9; j++) {
                int from = unit_at(PAIRS[pair][0], i), to = unit_at(PAIRS[pair][1], j);
                if (common_places[from][to] && locks_between(grid, found, from, to, direct))
                    return;
            }
}
