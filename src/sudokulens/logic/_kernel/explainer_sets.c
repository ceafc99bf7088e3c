#include "explainer_rules.h"

static const enum Kind UNIT_ORDER[3] = {BOX, COLUMN, ROW};

/* The union of the chosen masks, or 0 unless each has two bits or more and all together as many as were chosen. */
static unsigned common_tuple(const uint16_t *masks, unsigned chosen)
{
    unsigned all = 0;
    for (unsigned rest = chosen; rest; rest &= rest - 1) {
        unsigned mask = masks[first(rest)];
        if (bits(mask) < 2)
            return 0;
        all |= mask;
    }
    return bits(all) == bits(chosen) ? all : 0;
}

/* Which of nine masks can be part of such a tuple. */
static unsigned eligible(const uint16_t *masks, int degree)
{
    unsigned found = 0;
    for (int i = 0; i < 9; i++)
        found |= (unsigned)(bits(masks[i]) >= 2 && bits(masks[i]) <= degree) << i;
    return found;
}

typedef struct {
    int unit;
    unsigned digits, places;
} Tuple;

static void note_tuple(Hint *hint, Tuple tuple)
{
    hint->digits = (uint16_t)tuple.digits;
    hint->units[hint->unit_count++] = (uint8_t)tuple.unit;
    for (unsigned rest = tuple.places; rest; rest &= rest - 1)
        hint->cells[hint->cell_count++] = classic.unit_list[tuple.unit][first(rest)];
}

static int hidden_set(const Grid *grid, Collector *found, Tuple tuple)
{
    static const Technique NAMES[] = {T_HIDDEN_PAIR, T_HIDDEN_TRIPLE, T_HIDDEN_QUAD};
    static const double RATINGS[] = {3.4, 4.0, 5.4};
    int degree = bits(tuple.digits);
    Hint hint = hint_new(NAMES[degree - 2], RATINGS[degree - 2]);
    int any = 0;
    for (int i = 0; i < 9; i++) {
        int cell = classic.unit_list[tuple.unit][i];
        unsigned others = tuple.places >> i & 1 ? grid->state.marks[cell] & ~tuple.digits : 0;
        set_add_digits(&hint.removed, cell, others);
        any |= others != 0;
        if (found->source && !(tuple.places >> i & 1))
            set_add_digits(&hint.parents, cell, found->source->state.marks[cell] & tuple.digits);
    }
    if (!any)
        return 0;
    note_tuple(&hint, tuple);
    return collect(found, &hint);
}

/* The lowest digit that, without the cells of the hidden set, has a single place left in the unit. */
static int direct_hidden_set(const Grid *grid, Collector *found, Tuple tuple)
{
    for (int digit = 0; digit < DIGITS; digit++) {
        unsigned places = grid->places[tuple.unit][digit], left = places & ~tuple.places;
        if (tuple.digits >> digit & 1 || bits(places) < 2 || bits(left) != 1)
            continue;
        int pair = bits(tuple.digits) == 2;
        Hint hint = pair ? hint_new(T_DIRECT_HIDDEN_PAIR, 2.0) : hint_new(T_DIRECT_HIDDEN_TRIPLE, 2.5);
        hint.placed = classic.unit_list[tuple.unit][first(left)] * 9 + digit;
        for (unsigned rest = found->revised ? 0 : tuple.places; rest; rest &= rest - 1) {
            int cell = classic.unit_list[tuple.unit][first(rest)];
            set_add_digits(&hint.removed, cell, grid->state.marks[cell] & ~tuple.digits);
        }
        note_tuple(&hint, tuple);
        return collect(found, &hint);
    }
    return 0;
}

static int hidden_sets_of_unit(const Grid *grid, Collector *found, int unit, int degree, int direct)
{
    unsigned possible = eligible(grid->places[unit], degree);
    if (bits(possible) < degree)
        return 0;
    for (int i = 0; i < subset_count[degree]; i++) {
        unsigned digits = subsets[degree][i];
        unsigned places = digits & ~possible ? 0 : common_tuple(grid->places[unit], digits);
        if (!places)
            continue;
        Tuple tuple = {unit, digits, places};
        if (direct ? direct_hidden_set(grid, found, tuple) : hidden_set(grid, found, tuple))
            return 1;
    }
    return 0;
}

static void hidden_sets(const Grid *grid, Collector *found, int degree, int direct)
{
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 9; i++) {
            int unit = unit_at(UNIT_ORDER[kind], i), empty = unit_empty(grid, unit);
            if (empty > (direct ? degree : degree * 2))
                if (hidden_sets_of_unit(grid, found, unit, degree, direct))
                    return;
        }
}

void rule_hidden_sets(const Grid *grid, Collector *found, int degree) { hidden_sets(grid, found, degree, 0); }

void rule_direct_hidden_sets(const Grid *grid, Collector *found, int degree) { hidden_sets(grid, found, degree, 1); }

static int naked_set(const Grid *grid, Collector *found, Tuple tuple)
{
    static const Technique NAMES[] = {T_NAKED_PAIR, T_NAKED_TRIPLE, T_NAKED_QUAD};
    static const double RATINGS[] = {3.0, 3.6, 5.0};
    int degree = bits(tuple.digits);
    Hint hint = hint_new(NAMES[degree - 2], RATINGS[degree - 2]);
    int any = 0;
    for (int i = 0; i < 9; i++) {
        int cell = classic.unit_list[tuple.unit][i];
        unsigned others = tuple.places >> i & 1 ? 0 : grid->state.marks[cell] & tuple.digits;
        set_add_digits(&hint.removed, cell, others);
        any |= others != 0;
        if (found->source && tuple.places >> i & 1)
            set_add_digits(&hint.parents, cell, found->source->state.marks[cell] & ~tuple.digits);
    }
    if (!any)
        return 0;
    note_tuple(&hint, tuple);
    return collect(found, &hint);
}

static int naked_sets_of_unit(const Grid *grid, Collector *found, int unit, int degree)
{
    uint16_t candidates[9];
    for (int i = 0; i < 9; i++)
        candidates[i] = grid->state.marks[classic.unit_list[unit][i]];
    unsigned possible = eligible(candidates, degree);
    if (bits(possible) < degree)
        return 0;
    for (int i = 0; i < subset_count[degree]; i++) {
        unsigned digits = subsets[degree][i] & ~possible ? 0 : common_tuple(candidates, subsets[degree][i]);
        if (digits && naked_set(grid, found, (Tuple){unit, digits, subsets[degree][i]}))
            return 1;
    }
    return 0;
}

void rule_naked_sets(const Grid *grid, Collector *found, int degree)
{
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 9; i++) {
            int unit = unit_at(UNIT_ORDER[kind], i);
            if (unit_empty(grid, unit) >= degree * 2 && naked_sets_of_unit(grid, found, unit, degree))
                return;
        }
}

typedef struct {
    enum Kind base_kind, cover_kind;
    int digit;
    unsigned bases, covers;
} Fish;

static void note_fish(const Grid *grid, Hint *hint, Fish fish, const Grid *source)
{
    hint->digits = (uint16_t)(1 << fish.digit);
    for (unsigned rest = fish.bases; rest; rest &= rest - 1) {
        int base = unit_at(fish.base_kind, first(rest));
        hint->units[hint->unit_count++] = (uint8_t)base;
        for (unsigned places = grid->places[base][fish.digit]; places; places &= places - 1)
            hint->cells[hint->cell_count++] = classic.unit_list[base][first(places)];
        unsigned gone = source ? source->places[base][fish.digit] & ~grid->places[base][fish.digit] & ~fish.covers : 0;
        for (; gone; gone &= gone - 1)
            set_add(&hint->parents, classic.unit_list[base][first(gone)] * 9 + fish.digit);
    }
    for (unsigned rest = fish.covers; rest; rest &= rest - 1)
        hint->units[hint->unit_count++] = (uint8_t)unit_at(fish.cover_kind, first(rest));
}

static int fish_removes(const Grid *grid, Collector *found, Fish fish)
{
    static const Technique NAMES[] = {T_X_WING, T_SWORDFISH, T_JELLYFISH};
    static const double RATINGS[] = {3.2, 3.8, 5.2};
    int degree = bits(fish.bases), any = 0;
    Hint hint = hint_new(NAMES[degree - 2], RATINGS[degree - 2]);
    for (unsigned rest = fish.covers; rest; rest &= rest - 1) {
        int cover = unit_at(fish.cover_kind, first(rest));
        for (unsigned out = grid->places[cover][fish.digit] & ~fish.bases; out; out &= out - 1) {
            set_add(&hint.removed, classic.unit_list[cover][first(out)] * 9 + fish.digit);
            any = 1;
        }
    }
    if (!any)
        return 0;
    note_fish(grid, &hint, fish, found->source);
    return collect(found, &hint);
}

static int fish_of_kind(const Grid *grid, Collector *found, int degree, enum Kind base_kind, const int *solved)
{
    uint16_t places[DIGITS][9];
    unsigned possible[DIGITS];
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int line = 0; line < 9; line++)
            places[digit][line] = grid->places[unit_at(base_kind, line)][digit];
        possible[digit] = solved[digit] + degree * 2 > 9 ? 0 : eligible(places[digit], degree);
    }
    for (int i = 0; i < subset_count[degree]; i++)
        for (int digit = 0; digit < DIGITS; digit++) {
            unsigned bases = subsets[degree][i];
            unsigned covers = bases & ~possible[digit] ? 0 : common_tuple(places[digit], bases);
            Fish fish = {base_kind, base_kind == ROW ? COLUMN : ROW, digit, bases, covers};
            if (covers && fish_removes(grid, found, fish))
                return 1;
        }
    return 0;
}

void rule_fish(const Grid *grid, Collector *found, int degree)
{
    int solved[DIGITS] = {0};
    for (int cell = 0; cell < CELLS; cell++)
        if (grid->state.values[cell])
            solved[grid->state.values[cell] - 1]++;
    if (!fish_of_kind(grid, found, degree, COLUMN, solved))
        fish_of_kind(grid, found, degree, ROW, solved);
}
