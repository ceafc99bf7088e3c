/* What follows from one assumption, breadth first; dynamic runs use what they have already ruled out. */
#include "explainer_chain.h"
#include "explainer_rules.h"

#include <stdlib.h>

typedef struct {
    Chaining *chaining;
    const Grid *source; /* before the assumption */
    Grid now;           /* what dynamic runs have ruled out is gone */
    Run *run;
    int16_t on[STATEMENTS], off[STATEMENTS]; /* nodes waiting */
    int on_next, on_end, off_next, off_end;
} Flow;

Chaining *chaining_new(Style style, Watch *watch)
{
    Chaining *chaining = calloc(1, sizeof *chaining);
    if (!chaining) {
        watch->stopped = 3;
        return NULL;
    }
    chaining->style = style;
    chaining->watch = watch;
    chaining->inner = (Collector){.watch = watch, .all = 1};
    return chaining;
}

void run_free(Run *run)
{
    free(run->nodes);
    free(run->parents);
    free(run->inner);
    free(run->ancestors);
}

void chaining_free(Chaining *chaining)
{
    if (!chaining)
        return;
    for (int i = 0; i < CANDIDATES; i++)
        if (chaining->on[i]) {
            run_free(chaining->on[i]);
            free(chaining->on[i]);
        }
    run_free(&chaining->off);
    collector_free(&chaining->inner);
    chaining_free(chaining->chains[0]);
    chaining_free(chaining->chains[1]);
    free(chaining);
}

static void add_parent(Flow *flow, int statement)
{
    Run *run = flow->run;
    run->parents =
        grow(flow->chaining->watch, run->parents, &run->parent_capacity, run->parent_count + 1, sizeof(int16_t));
    if (flow->chaining->watch->stopped == 3)
        return;
    run->parents[run->parent_count++] = run->node_of[statement];
    run->nodes[run->count - 1].parent_count++;
}

/* A new node without parents; `known` enters it among what follows. */
static int add_node(Flow *flow, int statement, enum Cause cause, int known)
{
    Run *run = flow->run;
    run->nodes = grow(flow->chaining->watch, run->nodes, &run->capacity, run->count + 1, sizeof(Node));
    if (flow->chaining->watch->stopped == 3)
        return 0;
    run->nodes[run->count] = (Node){(int16_t)statement, (uint8_t)cause, 0, run->parent_count, -1};
    if (known) {
        run->node_of[statement] = (int16_t)run->count;
        if (statement & 1)
            flow->on[flow->on_end++] = (int16_t)run->count;
        else
            flow->off[flow->off_end++] = (int16_t)run->count;
    }
    return run->count++;
}

/* Notes that a statement follows from another; true when its opposite follows too. */
static int conclude(Flow *flow, int statement, enum Cause cause, int parent_statement)
{
    Run *run = flow->run;
    int opposite = run->node_of[statement ^ 1];
    if (opposite < 0 && run->node_of[statement] >= 0)
        return 0;
    int node = add_node(flow, statement, cause, opposite < 0);
    add_parent(flow, parent_statement);
    if (opposite < 0)
        return 0;
    run->end = node;
    run->clash_on = statement & 1 ? node : opposite;
    run->clash_off = statement & 1 ? opposite : node;
    return 1;
}

static int follow_on(Flow *flow, int statement)
{
    int cell = statement / 18, digit = statement / 2 % 9;
    if (!flow->chaining->style.nishio)
        for (unsigned rest = flow->now.state.marks[cell] & ~(1u << digit); rest; rest &= rest - 1)
            if (conclude(flow, (cell * 9 + first(rest)) * 2, BY_CELL, statement))
                return 1;
    for (int kind = 0; kind < 3; kind++) {
        int unit = unit_of[cell][kind];
        unsigned places = flow->now.places[unit][digit] & ~(1u << index_in[cell][kind]);
        for (; places; places &= places - 1) {
            int other = classic.unit_list[unit][first(places)];
            if (kind != BOX && unit_of[other][BOX] == unit_of[cell][BOX])
                continue;
            if (conclude(flow, (other * 9 + digit) * 2, (enum Cause)(BY_BOX + kind), statement))
                return 1;
        }
    }
    return 0;
}

typedef struct {
    int candidate;
    enum Cause cause;
    unsigned gone; /* digits of the cell, or places of the unit, ruled out before */
} Single;

/* The candidates left alone in their cell or unit once the given one goes. */
static int singles_after(const Flow *flow, int cell, int digit, Single *singles)
{
    const Grid *now = &flow->now, *source = flow->source;
    int count = 0;
    unsigned others = now->state.marks[cell] & ~(1u << digit);
    if (!flow->chaining->style.nishio && bits(others) == 1)
        singles[count++] = (Single){cell * 9 + first(others), BY_CELL, source->state.marks[cell] & ~now->state.marks[cell]};
    for (int kind = 0; kind < 3; kind++) {
        int unit = unit_of[cell][kind], repeated = 0;
        unsigned places = now->places[unit][digit] & ~(1u << index_in[cell][kind]);
        if (bits(places) != 1)
            continue;
        int candidate = classic.unit_list[unit][first(places)] * 9 + digit;
        for (int i = 0; i < count; i++)
            repeated |= singles[i].candidate == candidate;
        if (!repeated)
            singles[count++] = (Single){candidate, (enum Cause)(BY_BOX + kind),
                                        source->places[unit][digit] & ~now->places[unit][digit]};
    }
    return count;
}

static void add_hidden_parents(Flow *flow, Single single)
{
    int cell = single.candidate / 9, digit = single.candidate % 9;
    for (unsigned rest = single.gone; rest; rest &= rest - 1) {
        if (single.cause == BY_CELL)
            add_parent(flow, (cell * 9 + first(rest)) * 2);
        else
            add_parent(flow, (classic.unit_list[unit_of[cell][single.cause - BY_BOX]][first(rest)] * 9 + digit) * 2);
    }
}

static int follow_off(Flow *flow, int statement)
{
    int cell = statement / 18, digit = statement / 2 % 9;
    Single singles[4];
    int count = singles_after(flow, cell, digit, singles);
    if (flow->chaining->style.dynamic)
        grid_remove(&flow->now, cell, digit);
    for (int i = 0; i < count; i++) {
        int before = flow->run->count;
        int clash = conclude(flow, singles[i].candidate * 2 + 1, singles[i].cause, statement);
        if (flow->run->count > before)
            add_hidden_parents(flow, singles[i]);
        if (clash)
            return 1;
    }
    return 0;
}

/* The inner searches for chains: cycles at 0; at 1 the forcing chains that the level allows inside. */
static void find_inner_chains(Flow *flow, int which)
{
    Chaining *chaining = flow->chaining;
    int level = chaining->style.level;
    if (which == 0 && level < 4) {
        find_cycles(&flow->now, &chaining->inner);
        sort_and_thin(&chaining->inner);
        return;
    }
    Style style = {1, level >= 4, 0, level >= 4 && which ? level - 3 : 0, 0};
    if (!chaining->chains[which])
        chaining->chains[which] = chaining_new(style, chaining->watch);
    if (chaining->chains[which])
        find_forcing(chaining->chains[which], &flow->now, &chaining->inner);
}

static void find_inner(Flow *flow, int rule)
{
    Collector *inner = &flow->chaining->inner;
    collector_clear(inner);
    inner->source = flow->source;
    switch (rule) {
    case 0: rule_locking(&flow->now, inner, 0); break;
    case 1: rule_hidden_sets(&flow->now, inner, 2); break;
    case 2: rule_naked_sets(&flow->now, inner, 2); break;
    case 3: rule_fish(&flow->now, inner, 2); break;
    default: find_inner_chains(flow, rule - 4);
    }
}

static void add_inner_parents(Flow *flow, const CandidateSet *parents)
{
    for (int word = 0; word < 12; word++)
        for (uint64_t rest = parents->word[word]; rest; rest &= rest - 1) {
            int statement = (word * 64 + __builtin_ctzll(rest)) * 2;
            if (flow->run->node_of[statement] >= 0)
                add_parent(flow, statement);
        }
}

static void use_inner(Flow *flow, const Hint *hint, int rule)
{
    Run *run = flow->run;
    int nested = -1;
    if (rule >= 4) {
        run->inner = grow(flow->chaining->watch, run->inner, &run->inner_capacity, run->inner_count + 1, sizeof(Inner));
        if (flow->chaining->watch->stopped == 3)
            return;
        nested = run->inner_count++;
        run->inner[nested] = (Inner){hint->complexity, hint->identity};
    }
    for (int word = 0; word < 12; word++)
        for (uint64_t rest = hint->removed.word[word]; rest; rest &= rest - 1) {
            int statement = (word * 64 + __builtin_ctzll(rest)) * 2;
            if (run->node_of[statement] >= 0)
                continue;
            int node = add_node(flow, statement, (enum Cause)(rule < 4 ? BY_LOCKING + rule : BY_CHAIN), 1);
            add_inner_parents(flow, &hint->parents);
            run->nodes[node].nested = nested;
        }
}

/* Adds what the first rule finds that is new; a hint that needed nothing from the chain is not. */
static void follow_rules(Flow *flow)
{
    Chaining *chaining = flow->chaining;
    static const int RULES[6] = {0, 4, 5, 6, 5, 6};
    int rules = RULES[chaining->style.level], used = 0;
    for (int rule = 0; rule < rules && !used && !chaining->watch->stopped; rule++) {
        find_inner(flow, rule);
        if (chaining->watch->stopped)
            return;
        for (int i = 0; i < chaining->inner.count; i++)
            if (set_any(&chaining->inner.items[i].parents)) {
                use_inner(flow, &chaining->inner.items[i], rule);
                used = 1;
            }
    }
}

static void flow_on(Flow *flow)
{
    Run *run = flow->run;
    Watch *watch = flow->chaining->watch;
    while ((flow->on_next < flow->on_end || flow->off_next < flow->off_end) && !watch_stop(watch)) {
        int clash = flow->on_next < flow->on_end
                        ? follow_on(flow, run->nodes[flow->on[flow->on_next++]].statement)
                        : follow_off(flow, run->nodes[flow->off[flow->off_next++]].statement);
        if (clash)
            return;
        if (flow->on_next == flow->on_end && flow->off_next == flow->off_end && flow->chaining->style.level > 0)
            follow_rules(flow);
    }
}

static void reserve_ancestors(Chaining *chaining, Run *run)
{
    run->ancestors = grow(chaining->watch, run->ancestors, &run->ancestor_capacity, run->count, sizeof(int16_t));
    if (chaining->watch->stopped != 3)
        memset(run->ancestors, 0, (size_t)run->count * sizeof(int16_t));
}

void run_from(Chaining *chaining, const Grid *grid, Run *run, int statement)
{
    Flow flow;
    flow.chaining = chaining;
    flow.source = grid;
    flow.now = *grid;
    flow.run = run;
    flow.on_next = flow.on_end = flow.off_next = flow.off_end = 0;
    run->count = run->parent_count = run->inner_count = 0;
    run->clash_on = run->clash_off = -1;
    run->end = 0;
    memset(run->node_of, 0xFF, sizeof run->node_of);
    add_node(&flow, statement, ASSUMED, 1);
    flow_on(&flow);
    if (run->clash_on < 0)
        run->end = run->count;
    reserve_ancestors(chaining, run);
}

int trace(Chaining *chaining, const Run *run, int node)
{
    int16_t *path = chaining->path;
    int count = 0;
    chaining->stamp++;
    path[count++] = (int16_t)node;
    chaining->stamps[run->nodes[node].statement] = chaining->stamp;
    for (int next = 0; next < count; next++) {
        const Node *at = &run->nodes[path[next]];
        for (int i = 0; i < at->parent_count; i++) {
            int parent = run->parents[at->parents + i];
            int statement = run->nodes[parent].statement;
            if (chaining->stamps[statement] == chaining->stamp)
                continue;
            chaining->stamps[statement] = chaining->stamp;
            path[count++] = (int16_t)parent;
        }
    }
    return count;
}

int count_ancestors(Chaining *chaining, Run *run, int node)
{
    if (!run->ancestors[node])
        run->ancestors[node] = (int16_t)trace(chaining, run, node);
    return run->ancestors[node];
}
