#include "explainer_rate.h"
#include "explainer_rules.h"

#include <stdlib.h>

typedef struct {
    void (*find)(const Grid *grid, Collector *found, int parameter); /* NULL for chains with branches */
    int parameter;
    double minimum; /* the lowest rating of its hints */
    Style style;
} Producer;

static void find_cycles_rule(const Grid *grid, Collector *found, int unused)
{
    (void)unused;
    find_cycles(grid, found);
}

static const Producer PRODUCERS[RULE_COUNT] = {
    [RULE_HIDDEN_SINGLE] = {rule_hidden_singles, 0, 1.0, {0}},
    [RULE_DIRECT_LOCKING] = {rule_locking, 1, 1.7, {0}},
    [RULE_DIRECT_HIDDEN_PAIR] = {rule_direct_hidden_sets, 2, 2.0, {0}},
    [RULE_NAKED_SINGLE] = {rule_naked_singles, 0, 2.3, {0}},
    [RULE_DIRECT_HIDDEN_TRIPLE] = {rule_direct_hidden_sets, 3, 2.5, {0}},
    [RULE_LOCKING] = {rule_locking, 0, 2.6, {0}},
    [RULE_NAKED_PAIR] = {rule_naked_sets, 2, 3.0, {0}},
    [RULE_X_WING] = {rule_fish, 2, 3.2, {0}},
    [RULE_HIDDEN_PAIR] = {rule_hidden_sets, 2, 3.4, {0}},
    [RULE_NAKED_TRIPLE] = {rule_naked_sets, 3, 3.6, {0}},
    [RULE_SWORDFISH] = {rule_fish, 3, 3.8, {0}},
    [RULE_HIDDEN_TRIPLE] = {rule_hidden_sets, 3, 4.0, {0}},
    [RULE_XY_WING] = {rule_wings, 2, 4.2, {0}},
    [RULE_XYZ_WING] = {rule_wings, 3, 4.4, {0}},
    [RULE_UNIQUE_LOOP] = {rule_unique_loops, 0, 4.5, {0}},
    [RULE_NAKED_QUAD] = {rule_naked_sets, 4, 5.0, {0}},
    [RULE_JELLYFISH] = {rule_fish, 4, 5.2, {0}},
    [RULE_HIDDEN_QUAD] = {rule_hidden_sets, 4, 5.4, {0}},
    [RULE_BUG] = {rule_bugs, 0, 5.6, {0}},
    [RULE_ALIGNED_PAIR] = {rule_exclusions, 2, 6.2, {0}},
    [RULE_CYCLE] = {find_cycles_rule, 0, 6.5, {0}},
    [RULE_ALIGNED_TRIPLE] = {rule_exclusions, 3, 7.5, {0}},
    [RULE_NISHIO] = {NULL, 0, 7.5, {0, 1, 1, 0, 0}},
    [RULE_FORCING] = {NULL, 0, 8.0, {1, 0, 0, 0, 0}},
    [RULE_DYNAMIC_FORCING] = {NULL, 0, 8.5, {1, 1, 0, 0, 0}},
    [RULE_DYNAMIC_FORCING_PLUS] = {NULL, 0, 9.0, {1, 1, 0, 1, 0}},
    [RULE_NESTED_CYCLES] = {NULL, 0, 9.5, {1, 1, 0, 2, 0}},
    [RULE_NESTED_FORCING] = {NULL, 0, 10.0, {1, 1, 0, 3, 0}},
    [RULE_NESTED_DYNAMIC] = {NULL, 0, 10.5, {1, 1, 0, 4, 0}},
    [RULE_NESTED_NESTED] = {NULL, 0, 11.0, {1, 1, 0, 5, 0}},
    [RULE_CONTRADICTION] = {NULL, 0, 8.0, {0, 0, 0, 0, 1}},
    [RULE_TWO_STRONG_LINKS] = {rule_strong_links, 2, 4.0, {0}},
    [RULE_THREE_STRONG_LINKS] = {rule_strong_links, 3, 5.4, {0}},
    [RULE_FOUR_STRONG_LINKS] = {rule_strong_links, 4, 5.8, {0}},
    [RULE_BENT_FOUR] = {rule_bent_sets, 4, 5.5, {0}},
    [RULE_BENT_FIVE] = {rule_bent_sets, 5, 6.2, {0}},
    [RULE_BENT_SIX] = {rule_bent_sets, 6, 6.6, {0}},
    [RULE_BENT_SEVEN] = {rule_bent_sets, 7, 7.5, {0}},
};

/* The rules of each scale in their order; -1 ends the list. */
static const int8_t LADDERS[2][RULE_COUNT + 1] = {
    {RULE_HIDDEN_SINGLE, RULE_DIRECT_LOCKING, RULE_DIRECT_HIDDEN_PAIR, RULE_NAKED_SINGLE,
     RULE_DIRECT_HIDDEN_TRIPLE, RULE_LOCKING, RULE_NAKED_PAIR, RULE_X_WING, RULE_HIDDEN_PAIR, RULE_NAKED_TRIPLE,
     RULE_SWORDFISH, RULE_HIDDEN_TRIPLE, RULE_XY_WING, RULE_XYZ_WING, RULE_UNIQUE_LOOP, RULE_NAKED_QUAD,
     RULE_JELLYFISH, RULE_HIDDEN_QUAD, RULE_BUG, RULE_ALIGNED_PAIR, RULE_CYCLE, RULE_ALIGNED_TRIPLE, RULE_NISHIO,
     RULE_FORCING, RULE_DYNAMIC_FORCING, RULE_DYNAMIC_FORCING_PLUS, RULE_NESTED_CYCLES, RULE_NESTED_FORCING,
     RULE_NESTED_DYNAMIC, RULE_NESTED_NESTED, -1},
    {RULE_HIDDEN_SINGLE, RULE_DIRECT_LOCKING, RULE_DIRECT_HIDDEN_PAIR, RULE_NAKED_SINGLE,
     RULE_DIRECT_HIDDEN_TRIPLE, RULE_LOCKING, RULE_NAKED_PAIR, RULE_X_WING, RULE_HIDDEN_PAIR, RULE_NAKED_TRIPLE,
     RULE_SWORDFISH, RULE_HIDDEN_TRIPLE, RULE_TWO_STRONG_LINKS, RULE_XY_WING, RULE_XYZ_WING, RULE_UNIQUE_LOOP,
     RULE_NAKED_QUAD, RULE_JELLYFISH, RULE_HIDDEN_QUAD, RULE_THREE_STRONG_LINKS, RULE_BENT_FOUR, RULE_BUG,
     RULE_FOUR_STRONG_LINKS, RULE_BENT_FIVE, RULE_ALIGNED_PAIR, RULE_BENT_SIX, RULE_CYCLE, RULE_BENT_SEVEN,
     RULE_ALIGNED_TRIPLE, RULE_NISHIO, RULE_FORCING, RULE_DYNAMIC_FORCING, RULE_DYNAMIC_FORCING_PLUS,
     RULE_NESTED_CYCLES, RULE_NESTED_FORCING, RULE_NESTED_DYNAMIC, RULE_NESTED_NESTED, -1},
};

void ladder_open(Ladder *ladder, Watch *watch, enum Scale scale)
{
    geometry_prepare();
    memset(ladder, 0, sizeof *ladder);
    ladder->scale = scale;
    ladder->found.revised = scale == SUKAKU;
    ladder->watch = watch;
    ladder->found.watch = watch;
}

void ladder_close(Ladder *ladder)
{
    for (int i = 0; i < RULE_COUNT; i++)
        chaining_free(ladder->chaining[i]);
    collector_free(&ladder->found);
}

int tells_chains(int producer) { return producer == RULE_CYCLE || !PRODUCERS[producer].find; }

double producer_minimum(int producer) { return PRODUCERS[producer].minimum; }

void ladder_run(Ladder *ladder, const Grid *grid, int producer)
{
    const Producer *rule = &PRODUCERS[producer];
    collector_clear(&ladder->found);
    if (rule->find)
        rule->find(grid, &ladder->found, rule->parameter);
    else {
        if (!ladder->chaining[producer])
            ladder->chaining[producer] = chaining_new(rule->style, ladder->watch);
        if (ladder->chaining[producer])
            find_forcing(ladder->chaining[producer], grid, &ladder->found);
    }
}

/* Finds the hints again and writes down the chains of those that are kept. */
static void tell_chains(Ladder *ladder, const Grid *grid, int producer)
{
    Collector *found = &ladder->found;
    found->selected_count = found->sequence;
    uint8_t *selected = calloc((size_t)found->selected_count, 1);
    if (!selected) {
        ladder->watch->stopped = 3;
        return;
    }
    for (int i = 0; i < found->count; i++)
        selected[found->items[i].sequence] = 1;
    found->selected = selected;
    found->explain = 1;
    ladder_run(ladder, grid, producer);
    sort_and_thin(found);
    found->selected = NULL;
    free(selected);
}

void ladder_run_all(Ladder *ladder, const Grid *grid, int producer)
{
    Collector *found = &ladder->found;
    found->all = 1;
    found->explain = 0;
    ladder_run(ladder, grid, producer);
    if (producer < RULE_CYCLE || producer > RULE_CONTRADICTION)
        return;
    sort_and_thin(found);
    if (tells_chains(producer) && found->count && !ladder->watch->stopped)
        tell_chains(ladder, grid, producer);
}

const Hint *ladder_next(Ladder *ladder, const Grid *grid, int *producer)
{
    for (const int8_t *rule = LADDERS[ladder->scale]; *rule >= 0; rule++) {
        *producer = *rule;
        ladder_run(ladder, grid, *producer);
        if (ladder->watch->stopped)
            return NULL;
        if (ladder->found.count)
            return ladder->found.items;
    }
    return NULL;
}

void apply_hint(Grid *grid, const Hint *hint)
{
    for (int candidate = 0; candidate < CANDIDATES; candidate++)
        if (set_has(&hint->removed, candidate) && can_hold(grid, candidate / 9, candidate % 9))
            grid_remove(grid, candidate / 9, candidate % 9);
    if (hint->placed >= 0)
        grid_place(grid, hint->placed / 9, hint->placed % 9);
}

static void count_step(Rated *rated, const Hint *hint, int *placed)
{
    if (hint->rating > rated->er)
        rated->er = hint->rating;
    if (!rated->steps++)
        rated->ed = rated->er;
    if (!*placed)
        rated->ep = rated->er;
    *placed |= hint->placed >= 0;
}

Rated rate(Ladder *ladder, Grid grid, Teller *tell, void *context)
{
    Rated rated = {0.0, 0.0, 0.0, SOLVED, 0};
    int placed = 0, producer;
    while (some(grid.state.empty)) {
        const Hint *hint = ladder_next(ladder, &grid, &producer);
        /* Every step takes a candidate away; more steps than that only happen where the board contradicts itself. */
        if (!hint || rated.steps > CANDIDATES) {
            rated.outcome = ladder->watch->stopped ? UNFINISHED : STUCK;
            /* No easier rule applies here, so the puzzle needs at least this one. */
            if (rated.outcome == UNFINISHED && producer_minimum(producer) > rated.er)
                rated.er = producer_minimum(producer);
            break;
        }
        count_step(&rated, hint, &placed);
        tell(context, &grid, &ladder->found, hint);
        apply_hint(&grid, hint);
    }
    return rated;
}
