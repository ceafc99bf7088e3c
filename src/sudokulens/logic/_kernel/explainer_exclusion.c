/* Aligned pair and triplet exclusion: combinations of digits that leave a common peer without any are impossible. */
#include "explainer_rules.h"

typedef struct {
    const Grid *grid;
    Collector *found;
    int degree;
    Cells excluders[CELLS]; /* peers with few enough candidates */
    int cells[CELLS], count;  /* cells that may take part */
} Excluding;

typedef struct {
    int cells[3];
    int excluders[PEERS], excluder_count;
    unsigned allowed[3]; /* digits found possible */
} Group;

static int can_take_part(Excluding *exclusion, int cell)
{
    const Grid *grid = exclusion->grid;
    exclusion->excluders[cell] = NO_CELLS;
    if (bits(grid->state.marks[cell]) < 2)
        return 0;
    for (int i = 0; i < PEERS; i++) {
        int size = bits(grid->state.marks[peers[cell][i]]);
        if (size == 1)
            return 0;
        if (size >= 2 && size <= exclusion->degree)
            exclusion->excluders[cell] |= bit(peers[cell][i]);
    }
    return some(exclusion->excluders[cell]);
}

static int possible(const Excluding *exclusion, const Group *group, unsigned used)
{
    for (int i = 0; i < group->excluder_count; i++)
        if (!(exclusion->grid->state.marks[group->excluders[i]] & ~used))
            return 0;
    return 1;
}

static int clash(const Group *group, const int *digits, int one, int other)
{
    return digits[one] == digits[other] && has(classic.peers[group->cells[one]], group->cells[other]);
}

static void allow(const Excluding *exclusion, Group *group, const int *digits)
{
    unsigned used = 0;
    for (int i = 0; i < exclusion->degree; i++)
        used |= 1u << digits[i];
    if (possible(exclusion, group, used))
        for (int i = 0; i < exclusion->degree; i++)
            group->allowed[i] |= 1u << digits[i];
}

/* Tries every combination of digits and notes those that can be. */
static void combine(const Excluding *exclusion, Group *group)
{
    const uint16_t *candidates = exclusion->grid->state.marks;
    int digits[3];
    for (unsigned a = candidates[group->cells[0]]; a; a &= a - 1)
        for (unsigned b = candidates[group->cells[1]]; b; b &= b - 1) {
            digits[0] = first(a);
            digits[1] = first(b);
            if (clash(group, digits, 0, 1))
                continue;
            if (exclusion->degree == 2)
                allow(exclusion, group, digits);
            for (unsigned c = exclusion->degree == 3 ? candidates[group->cells[2]] : 0; c; c &= c - 1) {
                digits[2] = first(c);
                if (!clash(group, digits, 0, 2) && !clash(group, digits, 1, 2))
                    allow(exclusion, group, digits);
            }
        }
}

static int exclude(const Excluding *exclusion, Group *group)
{
    Cells common = exclusion->excluders[group->cells[0]];
    for (int i = 1; i < exclusion->degree; i++)
        common &= exclusion->excluders[group->cells[i]];
    if (count(common) < 2)
        return 0;
    Hint hint = exclusion->degree == 2 ? hint_new(T_ALIGNED_PAIR_EXCLUSION, 6.2) : hint_new(T_ALIGNED_TRIPLE_EXCLUSION, 7.5);
    for (group->excluder_count = 0; some(common);)
        group->excluders[group->excluder_count++] = take_first(&common);
    memset(group->allowed, 0, sizeof group->allowed);
    combine(exclusion, group);
    for (int i = 0; i < exclusion->degree; i++) {
        int cell = group->cells[i];
        hint.cells[hint.cell_count++] = (uint8_t)cell;
        set_add_digits(&hint.removed, cell, exclusion->grid->state.marks[cell] & ~group->allowed[i]);
    }
    for (int i = 0; i < group->excluder_count && hint.cell_count < HINT_CELLS; i++)
        hint.cells[hint.cell_count++] = (uint8_t)group->excluders[i];
    return set_any(&hint.removed) && collect(exclusion->found, &hint);
}

/* The third cells are the excluders of the first two that may take part themselves, those of the first one before. */
static int triplets(const Excluding *exclusion, int first_cell, int second_cell)
{
    Cells taking_part = NO_CELLS, seen = NO_CELLS;
    for (int i = 0; i < exclusion->count; i++)
        taking_part |= bit(exclusion->cells[i]);
    seen |= bit(first_cell);
    seen |= bit(second_cell);
    for (int which = 0; which < 2; which++) {
        int base = which ? second_cell : first_cell;
        for (int i = 0; i < PEERS; i++) {
            int third = peers[base][i];
            if (!has(exclusion->excluders[base], third) || !has(taking_part, third) ||
                has(seen, third))
                continue;
            seen |= bit(third);
            Group group = {.cells = {first_cell, second_cell, third}};
            if (exclude(exclusion, &group) || watch_stop(exclusion->found->watch))
                return 1;
        }
    }
    return 0;
}

void rule_exclusions(const Grid *grid, Collector *found, int degree)
{
    Excluding exclusion = {.grid = grid, .found = found, .degree = degree};
    for (int cell = 0; cell < CELLS; cell++)
        if (can_take_part(&exclusion, cell))
            exclusion.cells[exclusion.count++] = cell;
    for (int j = 1; j < exclusion.count; j++)
        for (int i = 0; i < j; i++) {
            Group group = {.cells = {exclusion.cells[i], exclusion.cells[j], 0}};
            int stop = degree == 2 ? exclude(&exclusion, &group)
                                   : triplets(&exclusion, exclusion.cells[i], exclusion.cells[j]);
            if (stop)
                return;
        }
}
