/* Bidirectional cycles and forcing chains from one candidate: with links inside digits (X), inside cells (Y) or both. */
#include "explainer_links.h"

#include <stdlib.h>

double length_rating(int complexity)
{
    double added = 0.0;
    int ceiling = 4, odd = 0;
    for (int length = complexity - 2; length > ceiling; odd = !odd) {
        added += 0.1;
        ceiling = odd ? ceiling * 4 / 3 : ceiling * 3 / 2;
    }
    return added;
}

void add_rule_parents(CandidateSet *parents, const Grid *source, const Grid *grid, int candidate, enum Cause cause)
{
    int cell = candidate / 9, digit = candidate % 9;
    if (cause == BY_CELL)
        set_add_digits(parents, cell, source->state.marks[cell] & ~grid->state.marks[cell]);
    if (cause < BY_BOX || cause > BY_COLUMN)
        return;
    int unit = unit_of[cell][cause - BY_BOX];
    for (unsigned gone = source->places[unit][digit] & ~grid->places[unit][digit]; gone; gone &= gone - 1)
        set_add(parents, classic.unit_list[unit][first(gone)] * 9 + digit);
}

static int add_step(Walk *walk, int statement, int cause, int parent)
{
    if (walk->count == walk->capacity)
        walk->steps = grow(walk->found->watch, walk->steps, &walk->capacity, walk->count + 1, sizeof(Step));
    if (walk->found->watch->stopped == 3)
        return 0;
    walk->steps[walk->count] = (Step){(int16_t)statement, (uint8_t)cause, parent};
    return walk->count++;
}

static int is_ancestor(const Walk *walk, int step, int statement)
{
    for (int at = walk->steps[step].parent; at >= 0; at = walk->steps[at].parent)
        if (walk->steps[at].statement == statement)
            return 1;
    return 0;
}

static void note_chain(const Walk *walk, Hint *hint, int step, int with_off)
{
    const Grid *source = walk->found->source;
    uint64_t identity = 1469598103934665603ULL;
    for (int at = step; at >= 0; at = walk->steps[at].parent) {
        const Step *node = &walk->steps[at];
        identity = (identity ^ (uint64_t)node->statement) * 1099511628211ULL;
        if (source && (with_off || node->statement & 1))
            add_rule_parents(&hint->parents, source, walk->grid, node->statement / 2, node->cause);
    }
    hint->identity = identity;
}

/* Writes the chain down: one chain of `length` nodes, each with its statement, cause and one parent. */
static void log_chain(Walk *walk, Hint *hint, int step, int length)
{
    if (!wants_chain(walk->found))
        return;
    int16_t *log = log_reserve(walk->found, 2 + length * 4);
    if (!log)
        return;
    hint->chain_start = walk->found->log_count;
    *log++ = 1;
    *log++ = (int16_t)length;
    int index = 0;
    for (int at = step; at >= 0; at = walk->steps[at].parent) {
        const Step *node = &walk->steps[at];
        *log++ = node->statement;
        *log++ = node->cause;
        *log++ = node->parent >= 0;
        if (node->parent >= 0)
            *log++ = (int16_t)(index + 1);
        index++;
    }
    walk->found->log_count = (int)(log - walk->found->log);
    hint->chain_length = walk->found->log_count - hint->chain_start;
}

static int depth_of(const Walk *walk, int step)
{
    int depth = 0;
    for (int at = step; at >= 0; at = walk->steps[at].parent)
        depth++;
    return depth;
}

/* Candidates outside the cycle's cells that see the same digit both on and off. */
static CandidateSet cycle_removes(const Walk *walk, int step)
{
    CandidateSet removed = {{0}};
    Cells seen[2][DIGITS], cells = NO_CELLS;
    memset(seen, 0, sizeof seen);
    for (int at = step; walk->steps[at].parent >= 0; at = walk->steps[at].parent) {
        int statement = walk->steps[at].statement, cell = statement / 18, digit = statement / 2 % 9;
        cells |= bit(cell);
        seen[statement & 1][digit] |= classic.peers[cell];
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        Cells both = seen[0][digit] & seen[1][digit] & walk->digit_cells[digit];
        both &= ~cells;
        while (some(both))
            set_add(&removed, take_first(&both) * 9 + digit);
    }
    return removed;
}

static void offer_cycle(Walk *walk, int step)
{
    int nodes = depth_of(walk, step), complexity = nodes - 1;
    double rating = (walk->x && walk->y ? 7.0 : 6.5) + length_rating(complexity);
    if (hopeless(walk->found, rating, complexity))
        return;
    Technique technique = walk->x && walk->y ? T_BIDIRECTIONAL_CYCLE
                          : walk->x            ? T_BIDIRECTIONAL_X_CYCLE
                                               : T_BIDIRECTIONAL_Y_CYCLE;
    Hint hint = hint_new(technique, rating);
    hint.removed = cycle_removes(walk, step);
    if (!set_any(&hint.removed))
        return;
    hint.complexity = complexity;
    hint.sort_key = walk->x && walk->y ? 4 : walk->y ? 3 : 2;
    note_chain(walk, &hint, step, 1);
    log_chain(walk, &hint, step, nodes);
    offer(walk->found, &hint);
}

static void offer_chain(Walk *walk, int step)
{
    int nodes = depth_of(walk, step), statement = walk->steps[step].statement, candidate = statement / 2;
    double rating = (walk->y ? 7.0 : 6.6) + length_rating(nodes);
    if (hopeless(walk->found, rating, nodes))
        return;
    Hint hint = hint_new(walk->y ? T_FORCING_CHAIN : T_FORCING_X_CHAIN, rating);
    unsigned digit = 1u << candidate % 9;
    hint.complexity = nodes;
    hint.sort_key = walk->y ? 4 : 2;
    if (statement & 1)
        hint.placed = candidate;
    unsigned digits = statement & 1 ? walk->grid->state.marks[candidate / 9] & ~digit : digit;
    set_add_digits(&hint.removed, candidate / 9, digits);
    note_chain(walk, &hint, step, 0);
    log_chain(walk, &hint, step, nodes);
    offer(walk->found, &hint);
}

static void on_in_cycle(Walk *walk, int step)
{
    int candidate = walk->steps[step].statement / 2;
    for (int i = 0; i < walk->weak_count[candidate]; i++) {
        Weak weak = walk->weak[candidate][i];
        if (!is_ancestor(walk, step, weak.candidate * 2))
            add_step(walk, weak.candidate * 2, weak.cause, step);
    }
}

static void off_in_cycle(Walk *walk, int step, int length)
{
    int candidate = walk->steps[step].statement / 2;
    for (int link = walk->y ? 0 : 1; link < (walk->x ? 4 : 1); link++) {
        int partner = walk->strong[candidate][link];
        if (partner < 0)
            continue;
        if (partner == walk->source && length >= 4)
            offer_cycle(walk, add_step(walk, partner * 2 + 1, BY_CELL + link, step));
        else if (walk->seen[partner * 2 + 1] != walk->stamp) {
            walk->seen[partner * 2 + 1] = walk->stamp;
            add_step(walk, partner * 2 + 1, BY_CELL + link, step);
        }
    }
}

static void walk_cycles(Walk *walk)
{
    walk->count = 0;
    walk->stamp++;
    walk->seen[walk->source * 2 + 1] = walk->stamp;
    add_step(walk, walk->source * 2 + 1, ASSUMED, -1);
    int next = 0;
    for (int length = 1; next < walk->count && !watch_stop(walk->found->watch); length++) {
        int end = walk->count;
        for (; next < end; next++) {
            if (walk->steps[next].statement & 1) {
                /* Only the assumption opens a cycle; the copy of it that closes one goes no further. */
                if (!next || walk->steps[next].statement / 2 != walk->source)
                    on_in_cycle(walk, next);
            } else
                off_in_cycle(walk, next, length);
        }
    }
}

static void on_in_chain(Walk *walk, int step)
{
    int candidate = walk->steps[step].statement / 2;
    for (int i = 0; i < walk->weak_count[candidate]; i++) {
        Weak weak = walk->weak[candidate][i];
        if (walk->seen[weak.candidate * 2] == walk->stamp)
            continue;
        walk->seen[weak.candidate * 2] = walk->stamp;
        add_step(walk, weak.candidate * 2, weak.cause, step);
    }
}

/* By which link the source is off when the step is on, or ASSUMED where it is not. */
static enum Cause turns_off(const Walk *walk, int step)
{
    int candidate = walk->steps[step].statement / 2, cell = candidate / 9, target = walk->source / 9;
    if (candidate == walk->source)
        return ASSUMED;
    if (cell == target)
        return walk->y ? BY_CELL : ASSUMED;
    if (candidate % 9 != walk->source % 9)
        return ASSUMED;
    for (int kind = 0; kind < 3; kind++)
        if (unit_of[cell][kind] == unit_of[target][kind])
            return (enum Cause)(BY_BOX + kind);
    return ASSUMED;
}

/* Follows an "off"; true when the assumption, being off, turned itself on. */
static int off_in_chain(Walk *walk, int step, int assumed_on)
{
    int candidate = walk->steps[step].statement / 2;
    for (int link = walk->y ? 0 : 1; link < 4; link++) {
        int partner = walk->strong[candidate][link];
        if (partner < 0)
            continue;
        if (!assumed_on && partner == walk->source) {
            offer_chain(walk, add_step(walk, partner * 2 + 1, BY_CELL + link, step));
            return 1;
        }
        if (walk->seen[partner * 2 + 1] != walk->stamp) {
            walk->seen[partner * 2 + 1] = walk->stamp;
            add_step(walk, partner * 2 + 1, BY_CELL + link, step);
        }
    }
    return 0;
}

static void walk_chain(Walk *walk, int assumed_on)
{
    walk->count = 0;
    walk->stamp++;
    int start = walk->source * 2 + assumed_on;
    walk->seen[start] = walk->stamp;
    add_step(walk, start, ASSUMED, -1);
    for (int next = 0; next < walk->count && !watch_stop(walk->found->watch); next++) {
        if (!(walk->steps[next].statement & 1)) {
            if (off_in_chain(walk, next, assumed_on))
                return;
            continue;
        }
        enum Cause cause = assumed_on ? turns_off(walk, next) : ASSUMED;
        if (cause != ASSUMED) {
            offer_chain(walk, add_step(walk, walk->source * 2, cause, next));
            return;
        }
        on_in_chain(walk, next);
    }
}

static void walk_all(Walk *walk, int y, int x)
{
    walk->y = y;
    walk->x = x;
    prepare_weak(walk);
    for (int cell = 0; cell < CELLS; cell++) {
        unsigned candidates = walk->grid->state.values[cell] ? 0 : walk->grid->state.marks[cell];
        if (bits(candidates) < 2 || (bits(candidates) > 2 && !x))
            continue;
        for (; candidates; candidates &= candidates - 1) {
            walk->source = cell * 9 + first(candidates);
            if (!y && !(walk->fresh_digits >> first(candidates) & 1))
                continue;
            walk_cycles(walk);
            if (x) {
                walk_chain(walk, 1);
                walk_chain(walk, 0);
            }
        }
    }
}

void find_cycles(const Grid *grid, Collector *found)
{
    Walk *walk = calloc(1, sizeof *walk);
    if (!walk) {
        found->watch->stopped = 3;
        return;
    }
    walk->grid = grid;
    walk->found = found;
    prepare_strong(walk);
    if (walk->fresh_digits)
        walk_all(walk, 0, 1);
    if (walk->fresh_cells)
        walk_all(walk, 1, 0);
    if ((walk->fresh_digits || walk->fresh_cells) && !hopeless(found, 7.0, 0))
        walk_all(walk, 1, 1);
    free(walk->steps);
    free(walk);
}
