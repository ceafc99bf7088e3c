/* Unique rectangles and loops, types 1 to 4. */
#include "explainer_rules.h"

enum { LOOP_LIMIT = 18 }; /* each unit is visited at most once by the cells of either parity */

typedef struct {
    const Grid *grid;
    Collector *found;
    unsigned pair;      /* the two digits of the loop */
    int cells[LOOP_LIMIT];
    int length;
    Cells inside;
    int stop;
} Loop;

static double loop_rating(const Loop *loop)
{
    double rating = 4.5;
    if (loop->length >= 10)
        rating += 0.3;
    if (loop->length >= 8)
        rating += 0.2;
    else if (loop->length >= 6)
        rating += 0.1;
    return rating;
}

static int same_cells(const Hint *a, const Hint *b)
{
    Cells left = NO_CELLS, right = NO_CELLS;
    for (int i = 0; i < a->cell_count; i++)
        left |= bit(a->cells[i]);
    for (int i = 0; i < b->cell_count; i++)
        right |= bit(b->cells[i]);
    return same(left, right);
}

static int known(const Collector *found, const Hint *hint)
{
    for (int i = 0; i < found->count; i++) {
        const Hint *other = &found->items[i];
        if (other->technique == hint->technique && same_cells(other, hint) &&
            !memcmp(&other->removed, &hint->removed, sizeof hint->removed))
            return 1;
    }
    return 0;
}

static Hint loop_hint(const Loop *loop, int type, double extra)
{
    static const Technique NAMES[2][4] = {
        {T_UNIQUE_RECTANGLE_1, T_UNIQUE_RECTANGLE_2, T_UNIQUE_RECTANGLE_3, T_UNIQUE_RECTANGLE_4},
        {T_UNIQUE_LOOP_1, T_UNIQUE_LOOP_2, T_UNIQUE_LOOP_3, T_UNIQUE_LOOP_4}};
    Hint hint = hint_new(NAMES[loop->length > 4][type - 1], loop_rating(loop) + extra);
    hint.sort_key = type;
    hint.digits = (uint16_t)loop->pair;
    for (int i = 0; i < loop->length; i++)
        hint.cells[hint.cell_count++] = (uint8_t)loop->cells[i];
    return hint;
}

static void offer_loop(Loop *loop, const Hint *hint)
{
    if (set_any(&hint->removed) && !(loop->found->all && known(loop->found, hint)))
        offer(loop->found, hint);
}

static void type_1(Loop *loop, int cell)
{
    Hint hint = loop_hint(loop, 1, 0.0);
    set_add_digits(&hint.removed, cell, loop->pair);
    offer_loop(loop, &hint);
}

static void type_2(Loop *loop, const int *extra, int count)
{
    Hint hint = loop_hint(loop, 2, 0.0);
    int digit = first(loop->grid->state.marks[extra[0]] & ~loop->pair);
    Cells common = classic.peers[extra[0]];
    for (int i = 1; i < count; i++)
        common &= classic.peers[extra[i]];
    while (some(common)) {
        int cell = take_first(&common);
        if (can_hold(loop->grid, cell, digit))
            set_add(&hint.removed, cell * 9 + digit);
    }
    offer_loop(loop, &hint);
}

/* Type 3: the two cells with extra digits act as one cell of a set in a unit that they share. */
typedef struct {
    int cells[2], unit, kind, degree;
    unsigned extra;
} Roof;

static unsigned roof_place(const Roof *roof, int which) { return 1u << index_in[roof->cells[which]][roof->kind]; }

static void type_3_naked(Loop *loop, const Roof *roof, unsigned places)
{
    const Grid *grid = loop->grid;
    unsigned digits = roof->extra;
    unsigned covered = roof->extra & grid->state.marks[roof->cells[0]] & grid->state.marks[roof->cells[1]];
    for (unsigned rest = places & ~roof_place(roof, 0); rest; rest &= rest - 1) {
        unsigned candidates = grid->state.marks[classic.unit_list[roof->unit][first(rest)]];
        if (bits(candidates) < 2)
            return;
        digits |= candidates;
        covered |= candidates;
    }
    if (bits(covered) != roof->degree || bits(digits) != roof->degree)
        return;
    Hint hint = loop_hint(loop, 3, (roof->degree - 1) * 0.1);
    hint.units[hint.unit_count++] = (uint8_t)roof->unit;
    for (int i = 0; i < 9; i++)
        if (!((places | roof_place(roof, 1)) >> i & 1)) {
            int cell = classic.unit_list[roof->unit][i];
            set_add_digits(&hint.removed, cell, grid->state.marks[cell] & digits);
        }
    offer_loop(loop, &hint);
}

static void type_3_hidden(Loop *loop, const Roof *roof, unsigned others)
{
    const Grid *grid = loop->grid;
    unsigned digits = others | loop->pair, places = 0;
    for (unsigned rest = digits; rest; rest &= rest - 1) {
        unsigned of_digit = grid->places[roof->unit][first(rest)] & ~roof_place(roof, 1);
        if (!of_digit)
            return;
        places |= of_digit;
    }
    if (bits(places) != roof->degree)
        return;
    places &= ~roof_place(roof, 0);
    Hint hint = loop_hint(loop, 3, (bits(places) - 1) * 0.1);
    hint.units[hint.unit_count++] = (uint8_t)roof->unit;
    for (unsigned rest = places; rest; rest &= rest - 1) {
        int cell = classic.unit_list[roof->unit][first(rest)];
        set_add_digits(&hint.removed, cell, grid->state.marks[cell] & ~digits);
    }
    offer_loop(loop, &hint);
}

static void type_3_in_unit(Loop *loop, const Roof *roof)
{
    int empty = unit_empty(loop->grid, roof->unit);
    int naked = roof->degree * 2 <= empty && roof->degree >= bits(roof->extra);
    for (int i = 0; naked && i < subset_count[roof->degree]; i++) {
        unsigned places = subsets[roof->degree][i];
        if (places & roof_place(roof, 0) && !(places & roof_place(roof, 1)))
            type_3_naked(loop, roof, places);
    }
    unsigned free_digits = ALL_DIGITS & ~loop->pair & ~roof->extra;
    for (int i = 0; i < subset_count[roof->degree - 2] && roof->degree * 2 < empty; i++)
        if (free_digits && !(subsets[roof->degree - 2][i] & ~free_digits))
            type_3_hidden(loop, roof, subsets[roof->degree - 2][i]);
}

static void type_3(Loop *loop, const int *extra)
{
    const Grid *grid = loop->grid;
    Roof roof = {{extra[0], extra[1]}, 0, 0, 0, 0};
    roof.extra = (grid->state.marks[extra[0]] | grid->state.marks[extra[1]]) & ~loop->pair;
    for (roof.degree = loop->found->revised ? 2 : bits(roof.extra); roof.degree <= 7; roof.degree++)
        for (roof.kind = 0; roof.kind < 3; roof.kind++) {
            roof.unit = unit_of[extra[0]][roof.kind];
            if (roof.unit == unit_of[extra[1]][roof.kind])
                type_3_in_unit(loop, &roof);
        }
}

static void type_4(Loop *loop, const int *extra)
{
    int locked = -1, unit = -1;
    for (int which = 1; which >= 0; which--)
        for (int kind = 0; kind < 3; kind++) {
            int shared = unit_of[extra[0]][kind];
            int digit = which ? first(loop->pair & (loop->pair - 1)) : first(loop->pair);
            if (shared == unit_of[extra[1]][kind] && bits(loop->grid->places[shared][digit]) == 2) {
                locked = digit;
                unit = shared;
            }
        }
    if (locked < 0)
        return;
    Hint hint = loop_hint(loop, 4, 0.0);
    hint.units[hint.unit_count++] = (uint8_t)unit;
    for (int i = 0; i < 2; i++)
        set_add_digits(&hint.removed, extra[i], loop->pair & ~(1u << locked));
    offer_loop(loop, &hint);
}

/* Every unit that the loop visits holds one cell of each parity. */
static int loop_valid(const Loop *loop)
{
    uint32_t visited[2] = {0, 0};
    for (int i = 0; i < loop->length; i++)
        for (int kind = 0; kind < 3; kind++) {
            uint32_t bit = 1u << unit_of[loop->cells[i]][kind];
            if (visited[i & 1] & bit)
                return 0;
            visited[i & 1] |= bit;
        }
    return visited[0] == visited[1];
}

static void loop_closed(Loop *loop)
{
    int extra[LOOP_LIMIT], count = 0;
    if (!loop_valid(loop))
        return;
    for (int i = 0; i < loop->length; i++)
        if (bits(loop->grid->state.marks[loop->cells[i]]) > 2)
            extra[count++] = loop->cells[i];
    if (count == 1)
        type_1(loop, extra[0]);
    if (count > 2)
        type_2(loop, extra, count);
    if (count != 2)
        return;
    unsigned digits = (loop->grid->state.marks[extra[0]] | loop->grid->state.marks[extra[1]]) & ~loop->pair;
    if (bits(digits) == 1)
        type_2(loop, extra, count);
    else
        type_3(loop, extra);
    type_4(loop, extra);
}

static void extend(Loop *loop, int cell, int allowed, unsigned extra, int last_kind);

/* Goes on to a cell that has both digits and is bivalue, shares the only extra digit so far, or is within the two
   cells allowed to have others. In 1.2.1 `extra` accumulates over the siblings tried before. */
static void try_next(Loop *loop, int next, int allowed, unsigned *extra, int kind)
{
    unsigned candidates = loop->grid->state.marks[next];
    if ((candidates & loop->pair) != loop->pair)
        return;
    unsigned together = (*extra | candidates) & ~loop->pair;
    if (!loop->found->revised)
        *extra = together;
    int bivalue = bits(candidates) == 2;
    if (bivalue || bits(together) == 1 || allowed > 0)
        extend(loop, next, allowed - !bivalue, together, kind);
}

static void extend(Loop *loop, int cell, int allowed, unsigned extra, int last_kind)
{
    if (loop->length == LOOP_LIMIT || (loop->stop |= watch_stop(loop->found->watch)))
        return;
    loop->cells[loop->length++] = cell;
    loop->inside |= bit(cell);
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; kind != last_kind && i < 9; i++) {
            int next = classic.unit_list[unit_of[cell][kind]][i];
            if (next == loop->cells[0] && loop->length >= 4)
                loop_closed(loop);
            else if (!has(loop->inside, next))
                try_next(loop, next, allowed, &extra, kind);
        }
    }
    loop->length--;
    Cells leaving = NO_CELLS;
    leaving |= bit(cell);
    loop->inside &= ~leaving;
}

void rule_unique_loops(const Grid *grid, Collector *found, int unused)
{
    (void)unused;
    Loop loop = {.grid = grid, .found = found};
    for (int cell = 0; cell < CELLS && !loop.stop; cell++)
        if (bits(grid->state.marks[cell]) == 2) {
            loop.pair = grid->state.marks[cell];
            extend(&loop, cell, 2, 0, -1);
        }
}
