/* Aligned pair and triplet exclusion: combinations of digits that leave a common peer without any are impossible. */
#include "explainer_rules.h"

typedef struct {
    const Grid *grid;
    Collector *found;
    int degree;
    CellSet excluders[CELLS]; /* peers with few enough candidates */
    int cells[CELLS], count;  /* cells that may take part */
} Exclusion;

typedef struct {
    int cells[3];
    int excluders[PEERS], excluder_count;
    unsigned allowed[3]; /* digits found possible */
} Group;

static int can_take_part(Exclusion *exclusion, int cell)
{
    const Grid *grid = exclusion->grid;
    exclusion->excluders[cell] = cells_none();
    if (bits(grid->candidates[cell]) < 2)
        return 0;
    for (int i = 0; i < PEERS; i++) {
        int size = bits(grid->candidates[peers[cell][i]]);
        if (size == 1)
            return 0;
        if (size >= 2 && size <= exclusion->degree)
            cells_add(&exclusion->excluders[cell], peers[cell][i]);
    }
    return cells_any(exclusion->excluders[cell]);
}

static int possible(const Exclusion *exclusion, const Group *group, unsigned used)
{
    for (int i = 0; i < group->excluder_count; i++)
        if (!(exclusion->grid->candidates[group->excluders[i]] & ~used))
            return 0;
    return 1;
}

static int clash(const Group *group, const int *digits, int one, int other)
{
    return digits[one] == digits[other] && cells_has(peer_set[group->cells[one]], group->cells[other]);
}

static void allow(const Exclusion *exclusion, Group *group, const int *digits)
{
    unsigned used = 0;
    for (int i = 0; i < exclusion->degree; i++)
        used |= 1u << digits[i];
    if (possible(exclusion, group, used))
        for (int i = 0; i < exclusion->degree; i++)
            group->allowed[i] |= 1u << digits[i];
}

/* Tries every combination of digits and notes those that can be. */
static void combine(const Exclusion *exclusion, Group *group)
{
    const uint16_t *candidates = exclusion->grid->candidates;
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

static int exclude(const Exclusion *exclusion, Group *group)
{
    CellSet common = exclusion->excluders[group->cells[0]];
    for (int i = 1; i < exclusion->degree; i++)
        common = cells_and(common, exclusion->excluders[group->cells[i]]);
    if (cells_count(common) < 2)
        return 0;
    Hint hint = exclusion->degree == 2 ? hint_new(ALIGNED_PAIR, 6.2) : hint_new(ALIGNED_TRIPLET, 7.5);
    for (group->excluder_count = 0; cells_any(common);)
        group->excluders[group->excluder_count++] = cells_take(&common);
    memset(group->allowed, 0, sizeof group->allowed);
    combine(exclusion, group);
    for (int i = 0; i < exclusion->degree; i++) {
        int cell = group->cells[i];
        hint.cells[hint.cell_count++] = (uint8_t)cell;
        set_add_digits(&hint.removed, cell, exclusion->grid->candidates[cell] & ~group->allowed[i]);
    }
    for (int i = 0; i < group->excluder_count && hint.cell_count < HINT_CELLS; i++)
        hint.cells[hint.cell_count++] = (uint8_t)group->excluders[i];
    return set_any(&hint.removed) && collect(exclusion->found, &hint);
}

/* The third cells are the excluders of the first two that may take part themselves, those of the first one before. */
static int triplets(const Exclusion *exclusion, int first_cell, int second_cell)
{
    CellSet taking_part = cells_none(), seen = cells_none();
    for (int i = 0; i < exclusion->count; i++)
        cells_add(&taking_part, exclusion->cells[i]);
    cells_add(&seen, first_cell);
    cells_add(&seen, second_cell);
    for (int which = 0; which < 2; which++) {
        int base = which ? second_cell : first_cell;
        for (int i = 0; i < PEERS; i++) {
            int third = peers[base][i];
            if (!cells_has(exclusion->excluders[base], third) || !cells_has(taking_part, third) ||
                cells_has(seen, third))
                continue;
            cells_add(&seen, third);
            Group group = {.cells = {first_cell, second_cell, third}};
            if (exclude(exclusion, &group) || watch_stop(exclusion->found->watch))
                return 1;
        }
    }
    return 0;
}

void find_exclusions(const Grid *grid, Collector *found, int degree)
{
    Exclusion exclusion = {.grid = grid, .found = found, .degree = degree};
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
