/* Forcing chains: what follows from every digit of a cell, every place in a unit, or both states of a candidate. */
#include "explainer_chain.h"

#include <stdlib.h>

enum { BRANCHES = 9 };
enum Argument { EVERY_DIGIT, EVERY_PLACE, CONTRADICTION, BOTH_STATES };

/* A conclusion with the runs that lead to it and its node in each. */
typedef struct {
    enum Argument argument;
    int sort_key, count;
    enum Cause origin; /* what joins the assumptions: a cell, a kind of unit, or ASSUMED */
    Run *runs[BRANCHES];
    int nodes[BRANCHES];
    int target; /* the statement concluded */
} Verdict;

typedef struct {
    Chaining *chaining;
    const Grid *grid;
    Collector *found;
} Search;

/* The name of a chain without patterns inside; `hint_technique` knows those. */
static Technique name_of(enum Argument argument, const Style *style)
{
    static const Technique NAMES[2][4] = {
        {T_CELL_FORCING_CHAIN, T_REGION_FORCING_CHAIN, T_CONTRADICTION_FORCING_CHAIN, T_DYNAMIC_DOUBLE_FORCING_CHAIN},
        {T_DYNAMIC_CELL_FORCING_CHAIN, T_DYNAMIC_REGION_FORCING_CHAIN, T_DYNAMIC_CONTRADICTION_FORCING_CHAIN,
         T_DYNAMIC_DOUBLE_FORCING_CHAIN}};
    return style->nishio ? T_NISHIO : NAMES[style->dynamic][argument];
}

static double base_rating(const Style *style)
{
    if (style->level >= 2)
        return 9.5 + 0.5 * (style->level - 2);
    if (style->level)
        return 8.5 + 0.5 * style->level;
    return style->nishio ? 7.5 : style->dynamic ? 8.5 : 8.0;
}

static Run *run_on(Search *search, int candidate)
{
    Chaining *chaining = search->chaining;
    if (!chaining->on[candidate]) {
        chaining->on[candidate] = calloc(1, sizeof(Run));
        if (!chaining->on[candidate]) {
            chaining->watch->stopped = 3;
            return NULL;
        }
    }
    Run *run = chaining->on[candidate];
    if (!run->ready) {
        run_from(chaining, search->grid, run, candidate * 2 + 1);
        run->ready = 1;
    }
    return run;
}

/* The complexities of the inner chains used, each once. */
static int inner_complexity(Search *search, const Verdict *verdict)
{
    uint64_t known[256];
    int count = 0, total = 0;
    for (int i = 0; i < verdict->count; i++) {
        const Run *run = verdict->runs[i];
        int nodes = run->inner_count ? trace(search->chaining, run, verdict->nodes[i]) : 0;
        for (int j = 0; j < nodes; j++) {
            int nested = run->nodes[search->chaining->path[j]].nested, seen = 0;
            for (int k = 0; nested >= 0 && k < count; k++)
                seen |= known[k] == run->inner[nested].identity;
            if (nested < 0 || seen)
                continue;
            total += run->inner[nested].complexity;
            if (count < 256)
                known[count++] = run->inner[nested].identity;
        }
    }
    return total;
}

static int complexity_of(Search *search, const Verdict *verdict)
{
    int total = 0;
    for (int i = 0; i < verdict->count; i++)
        total += count_ancestors(search->chaining, verdict->runs[i], verdict->nodes[i]);
    return total;
}

/* What an outer chain has to know about this one: its identity and the candidates that had to go before. */
static void note_for_outer(Search *search, Hint *hint, const Verdict *verdict)
{
    uint64_t identity = 1469598103934665603ULL;
    for (int i = 0; i < verdict->count; i++) {
        const Run *run = verdict->runs[i];
        int nodes = trace(search->chaining, run, verdict->nodes[i]);
        for (int j = 0; j < nodes; j++) {
            const Node *node = &run->nodes[search->chaining->path[j]];
            identity = (identity ^ (uint64_t)node->statement) * 1099511628211ULL;
            enum Cause cause = node->cause == ASSUMED ? verdict->origin : (enum Cause)node->cause;
            if (node->statement & 1)
                add_rule_parents(&hint->parents, search->found->source, search->grid, node->statement / 2, cause);
        }
        identity = (identity ^ 0xFFFF) * 1099511628211ULL;
    }
    hint->identity = identity;
}

/* Writes one chain: its length, then statement, cause, number of parents and parents of every node. */
static void log_run(Search *search, const Run *run, int node)
{
    Chaining *chaining = search->chaining;
    int nodes = trace(chaining, run, node), needed = 1;
    for (int i = 0; i < nodes; i++)
        needed += 3 + run->nodes[chaining->path[i]].parent_count;
    int16_t *log = log_reserve(search->found, needed);
    if (!log)
        return;
    static _Thread_local int16_t index_of[STATEMENTS];
    for (int i = 0; i < nodes; i++)
        index_of[run->nodes[chaining->path[i]].statement] = (int16_t)i;
    *log++ = (int16_t)nodes;
    for (int i = 0; i < nodes; i++) {
        const Node *at = &run->nodes[chaining->path[i]];
        *log++ = at->statement;
        *log++ = at->cause;
        *log++ = at->parent_count;
        for (int j = 0; j < at->parent_count; j++)
            *log++ = index_of[run->nodes[run->parents[at->parents + j]].statement];
    }
    search->found->log_count += needed;
}

static void log_verdict(Search *search, Hint *hint, const Verdict *verdict)
{
    int16_t *log = log_reserve(search->found, 1);
    if (!log)
        return;
    hint->chain_start = search->found->log_count++;
    *log = (int16_t)verdict->count;
    for (int i = 0; i < verdict->count; i++)
        log_run(search, verdict->runs[i], verdict->nodes[i]);
    hint->chain_length = search->found->log_count - hint->chain_start;
}

static void offer_verdict(Search *search, const Verdict *verdict, int cell, int unit)
{
    const Style *style = &search->chaining->style;
    int candidate = verdict->target / 2, on = verdict->target & 1;
    unsigned digit = 1u << candidate % 9;
    unsigned removed = on ? search->grid->state.marks[candidate / 9] & ~digit : digit;
    if (!removed)
        return;
    int complexity = complexity_of(search, verdict);
    if (hopeless(search->found, base_rating(style) + length_rating(complexity), complexity))
        return;
    complexity += inner_complexity(search, verdict);
    Hint hint = hint_new(name_of(verdict->argument, style), base_rating(style) + length_rating(complexity));
    hint.level = style->level;
    hint.complexity = complexity;
    hint.sort_key = verdict->sort_key;
    hint.placed = on ? candidate : -1;
    hint.digits = (uint16_t)digit;
    set_add_digits(&hint.removed, candidate / 9, removed);
    hint.cells[hint.cell_count++] = (uint8_t)cell;
    if (unit >= 0)
        hint.units[hint.unit_count++] = (uint8_t)unit;
    if (hopeless(search->found, hint.rating, complexity))
        return;
    if (search->found->source)
        note_for_outer(search, &hint, verdict);
    if (wants_chain(search->found))
        log_verdict(search, &hint, verdict);
    offer(search->found, &hint);
}

static void contradiction(Search *search, Run *run, int candidate, int assumed_on)
{
    if (run->clash_on < 0)
        return;
    Verdict verdict = {.argument = CONTRADICTION, .sort_key = 7, .count = 2};
    verdict.runs[0] = verdict.runs[1] = run;
    verdict.nodes[0] = run->clash_on;
    verdict.nodes[1] = run->clash_off;
    verdict.target = candidate * 2 + !assumed_on;
    offer_verdict(search, &verdict, candidate / 9, -1);
}

/* What follows whether the candidate is on or off. */
static void double_forcing(Search *search, Run *on, Run *off, int cell)
{
    for (int state = 1; state >= 0; state--)
        for (int node = 0; node < on->end; node++) {
            int statement = on->nodes[node].statement;
            if ((statement & 1) != state || off->node_of[statement] < 0)
                continue;
            Verdict verdict = {.argument = BOTH_STATES, .sort_key = 1, .count = 2, .target = statement};
            verdict.runs[0] = on;
            verdict.runs[1] = off;
            verdict.nodes[0] = node;
            verdict.nodes[1] = off->node_of[statement];
            offer_verdict(search, &verdict, cell, -1);
        }
}

/* What follows in every one of the verdict's runs; the first run gives the order. */
static void common_conclusions(Search *search, Verdict *verdict, int cell, int unit)
{
    const Run *lead = verdict->runs[0];
    for (int state = 1; state >= 0; state--)
        for (int node = 0; node < lead->end; node++) {
            verdict->target = lead->nodes[node].statement;
            int shared = (verdict->target & 1) == state;
            for (int i = 0; i < verdict->count && shared; i++) {
                verdict->nodes[i] = verdict->runs[i]->node_of[verdict->target];
                shared = verdict->nodes[i] >= 0;
            }
            if (shared)
                offer_verdict(search, verdict, cell, unit);
        }
}

static void region_forcing(Search *search, int cell, int digit)
{
    for (int kind = 0; kind < 3; kind++) {
        int unit = unit_of[cell][kind];
        unsigned places = search->grid->places[unit][digit];
        if (bits(places) < 2 || classic.unit_list[unit][first(places)] != cell)
            continue;
        Verdict verdict = {.argument = EVERY_PLACE, .sort_key = 6, .origin = (enum Cause)(BY_BOX + kind)};
        for (; places; places &= places - 1) {
            Run *run = run_on(search, classic.unit_list[unit][first(places)] * 9 + digit);
            if (search->chaining->watch->stopped)
                return;
            verdict.runs[verdict.count++] = run;
        }
        common_conclusions(search, &verdict, cell, unit);
    }
}

static void candidate_forcing(Search *search, int cell, int digit)
{
    Chaining *chaining = search->chaining;
    int candidate = cell * 9 + digit;
    Run *on = run_on(search, candidate);
    if (chaining->watch->stopped)
        return;
    if (chaining->style.dynamic || chaining->style.absurd) {
        contradiction(search, on, candidate, 1);
        run_from(chaining, search->grid, &chaining->off, candidate * 2);
        if (chaining->watch->stopped)
            return;
        contradiction(search, &chaining->off, candidate, 0);
        if (bits(search->grid->state.marks[cell]) >= 3 && chaining->style.multiple)
            double_forcing(search, on, &chaining->off, cell);
    }
    if (chaining->style.multiple)
        region_forcing(search, cell, digit);
}

static void cell_forcing(Search *search, int cell)
{
    Verdict verdict = {.argument = EVERY_DIGIT, .sort_key = 5, .origin = BY_CELL};
    for (unsigned rest = search->grid->state.marks[cell]; rest; rest &= rest - 1) {
        candidate_forcing(search, cell, first(rest));
        if (search->chaining->watch->stopped)
            return;
        verdict.runs[verdict.count++] = run_on(search, cell * 9 + first(rest));
    }
    if (search->chaining->style.multiple)
        common_conclusions(search, &verdict, cell, -1);
}

void find_forcing(Chaining *chaining, const Grid *grid, Collector *found)
{
    Search search = {chaining, grid, found};
    for (int i = 0; i < CANDIDATES; i++)
        if (chaining->on[i])
            chaining->on[i]->ready = 0;
    for (int cell = 0; cell < CELLS && !chaining->watch->stopped; cell++) {
        int size = grid->state.values[cell] ? 0 : bits(grid->state.marks[cell]);
        if (size > 2 || (size > 1 && (chaining->style.dynamic || chaining->style.absurd)))
            cell_forcing(&search, cell);
        if (found->hasty && found->count && chaining->style.level >= 2)
            break;
    }
    if (found->all)
        sort_and_thin(found);
}
