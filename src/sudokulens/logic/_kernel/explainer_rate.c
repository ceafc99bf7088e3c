#include "explainer_rate.h"
#include "explainer_rules.h"

#include <stdlib.h>

enum { FIRST_CHAINS = 20, LAST_CHAINS = 30 }; /* the rules between these give chains */

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

static const Producer RULES[PRODUCERS] = {
    {find_hidden_singles, 0, 1.0, {0}},
    {find_locking, 1, 1.7, {0}},
    {find_direct_hidden_sets, 2, 2.0, {0}},
    {find_naked_singles, 0, 2.3, {0}},
    {find_direct_hidden_sets, 3, 2.5, {0}},
    {find_locking, 0, 2.6, {0}},
    {find_naked_sets, 2, 3.0, {0}},
    {find_fish, 2, 3.2, {0}},
    {find_hidden_sets, 2, 3.4, {0}},
    {find_naked_sets, 3, 3.6, {0}},
    {find_fish, 3, 3.8, {0}},
    {find_hidden_sets, 3, 4.0, {0}},
    {find_wings, 2, 4.2, {0}},
    {find_wings, 3, 4.4, {0}},
    {find_unique_loops, 0, 4.5, {0}},
    {find_naked_sets, 4, 5.0, {0}},
    {find_fish, 4, 5.2, {0}},
    {find_hidden_sets, 4, 5.4, {0}},
    {find_bugs, 0, 5.6, {0}},
    {find_exclusions, 2, 6.2, {0}},
    {find_cycles_rule, 0, 6.5, {0}},
    {find_exclusions, 3, 7.5, {0}},
    {NULL, 0, 7.5, {0, 1, 1, 0, 0}},
    {NULL, 0, 8.0, {1, 0, 0, 0, 0}},
    {NULL, 0, 8.5, {1, 1, 0, 0, 0}},
    {NULL, 0, 9.0, {1, 1, 0, 1, 0}},
    {NULL, 0, 9.5, {1, 1, 0, 2, 0}},
    {NULL, 0, 10.0, {1, 1, 0, 3, 0}},
    {NULL, 0, 10.5, {1, 1, 0, 4, 0}},
    {NULL, 0, 11.0, {1, 1, 0, 5, 0}},
    {NULL, 0, 8.0, {0, 0, 0, 0, 1}},
    {find_strong_links, 2, 4.0, {0}},
    {find_strong_links, 3, 5.4, {0}},
    {find_strong_links, 4, 5.8, {0}},
    {find_bent_sets, 4, 5.5, {0}},
    {find_bent_sets, 5, 6.2, {0}},
    {find_bent_sets, 6, 6.6, {0}},
    {find_bent_sets, 7, 7.5, {0}},
};

/* The rules of each scale in their order; -1 ends the list. */
static const int8_t LADDERS[2][PRODUCERS + 1] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, -1},
    {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 31, 12, 13, 14, 15, 16, 17,
     32, 34, 18, 33, 35, 19, 36, 20, 37, 21, 22, 23, 24, 25, 26, 27, 28, 29, -1},
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
    for (int i = 0; i < PRODUCERS; i++)
        chaining_free(ladder->chaining[i]);
    collector_free(&ladder->found);
}

double producer_minimum(int producer) { return RULES[producer].minimum; }

void ladder_run(Ladder *ladder, const Grid *grid, int producer)
{
    const Producer *rule = &RULES[producer];
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
    if (producer < FIRST_CHAINS || producer > LAST_CHAINS)
        return;
    sort_and_thin(found);
    if (found->count && !ladder->watch->stopped)
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
        if (set_has(&hint->removed, candidate) && has(grid, candidate / 9, candidate % 9))
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

Rated rate(Ladder *ladder, Grid grid, void (*tell)(void *context, const Hint *hint), void *context)
{
    Rated rated = {0.0, 0.0, 0.0, SOLVED, 0};
    int placed = 0, producer;
    while (!grid_solved(&grid)) {
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
        if (tell)
            tell(context, hint);
        apply_hint(&grid, hint);
    }
    return rated;
}
