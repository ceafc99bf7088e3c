#include "explainer_record.h"

/* The deepest cause in one chain of a log; moves on to the next chain. */
static int deepest_of_chain(const int16_t **log)
{
    int deepest = 0;
    for (int nodes = *(*log)++; nodes; nodes--) {
        const int16_t *node = *log; /* statement, cause, number of parents, parents */
        deepest = node[1] > deepest ? node[1] : deepest;
        *log += 3 + node[2];
    }
    return deepest;
}

Technique hint_technique(const Collector *found, const Hint *hint)
{
    int patterns = hint->level >= 1, chains = hint->level >= 2;
    if (hint->chain_length) { /* a rule that allows patterns inside chains also finds chains without */
        const int16_t *log = found->log + hint->chain_start;
        int deepest = 0;
        for (int left = *log++; left; left--) {
            int here = deepest_of_chain(&log);
            deepest = here > deepest ? here : deepest;
        }
        patterns = deepest >= BY_LOCKING;
        chains = deepest == BY_CHAIN;
    }
    return chains ? T_NESTED_FORCING_CHAIN : patterns ? T_DYNAMIC_FORCING_CHAIN_PLUS : hint->technique;
}

static void tell_candidate(Sink *sink, Role role, int candidate)
{
    step_candidate(sink, role, candidate / 9, candidate % 9 + 1);
}

static void tell_conclusion(Sink *sink, const Hint *hint, bool whole)
{
    if (hint->placed >= 0)
        tell_candidate(sink, R_PLACE, hint->placed);
    for (int candidate = 0; candidate < CANDIDATES && (whole || hint->placed < 0); candidate++)
        if (set_has(&hint->removed, candidate))
            tell_candidate(sink, R_REMOVE, candidate);
}

static void tell_cells(Sink *sink, Role role, const Hint *hint, int from, int to)
{
    for (int i = from; i < to; i++)
        step_item(sink, role, hint->cells[i]);
}

static void tell_units(Sink *sink, Role role, const Hint *hint, int from, int to)
{
    for (int i = from; i < to; i++)
        step_item(sink, role, hint->units[i]);
}

static void tell_digits(Sink *sink, Role role, int cell, unsigned digits)
{
    for (; digits; digits &= digits - 1)
        step_candidate(sink, role, cell, first(digits) + 1);
}

static void tell_pattern(Sink *sink, const Hint *hint)
{
    step_digits(sink, hint->digits);
    tell_cells(sink, R_CELL_PATTERN, hint, 0, hint->cell_count);
    tell_units(sink, R_UNIT_PATTERN, hint, 0, hint->unit_count);
}

/* Locked candidates with the line and the unit that they leave one place in, or a hidden set in its unit. */
static void tell_direct(Sink *sink, const Hint *hint)
{
    step_digits(sink, hint->digits);
    tell_cells(sink, R_CELL_PATTERN, hint, 0, hint->cell_count);
    for (int i = 0; i < hint->cell_count; i++)
        tell_digits(sink, R_PATTERN, hint->cells[i], hint->digits);
    tell_units(sink, R_UNIT_PATTERN, hint, 0, 1);
    tell_units(sink, R_UNIT_LINE, hint, 1, hint->unit_count > 1 ? 2 : 1);
    tell_units(sink, R_UNIT_PLACE, hint, 2, hint->unit_count);
}

/* The loop in order; its roof are the cells with extra digits, its floor the others. */
static void tell_loop(Sink *sink, const Grid *grid, const Hint *hint)
{
    tell_pattern(sink, hint);
    for (int i = 0; i < hint->cell_count; i++) {
        int cell = hint->cells[i];
        unsigned extra = grid->state.marks[cell] & ~(unsigned)hint->digits;
        step_item(sink, extra ? R_CELL_ROOF : R_CELL_FLOOR, cell);
        tell_digits(sink, R_PATTERN, cell, grid->state.marks[cell] & hint->digits);
        tell_digits(sink, R_FIN, cell, extra);
    }
}

/* The cells with extra candidates, at least one of which is true. */
static void tell_grave(Sink *sink, const Grid *grid, const Hint *hint)
{
    tell_pattern(sink, hint);
    for (int i = 0; i < hint->cell_count; i++)
        tell_digits(sink, R_FIN, hint->cells[i], grid->state.marks[hint->cells[i]] & hint->digits);
}

/* The aligned cells, and the excluders: cells that see all of them and have few candidates. */
static void tell_exclusion(Sink *sink, const Grid *grid, const Hint *hint, int size)
{
    unsigned digits = 0;
    for (int i = 0; i < size; i++)
        digits |= grid->state.marks[hint->cells[i]];
    step_digits(sink, (Digits)digits);
    tell_cells(sink, R_CELL_PATTERN, hint, 0, size);
    tell_cells(sink, R_CELL_EXCLUDER, hint, size, hint->cell_count);
}

/* Writes one chain of a log as a branch and moves on to the next; returns its digits. */
static unsigned tell_branch(Sink *sink, const int16_t **log)
{
    unsigned digits = 0;
    step_item(sink, R_BRANCH, 0);
    for (int nodes = *(*log)++; nodes; nodes--) {
        int statement = (*log)[0], parents = (*log)[2];
        digits |= 1u << statement / 2 % 9;
        tell_candidate(sink, statement & 1 ? R_NODE_ON : R_NODE_OFF, statement / 2);
        for (int i = 0; i < parents; i++)
            step_item(sink, R_PARENT, (*log)[3 + i]);
        *log += 3 + parents;
    }
    return digits;
}

static bool is_absurd(Technique technique)
{
    return technique == T_NISHIO || technique == T_CONTRADICTION_FORCING_CHAIN ||
           technique == T_DYNAMIC_CONTRADICTION_FORCING_CHAIN;
}

/* A branch for each possibility; those of a contradiction end in the same candidate, on and off. */
static void tell_chains(Sink *sink, const Collector *found, const Hint *hint)
{
    const int16_t *log = found->log + hint->chain_start;
    unsigned digits = 0;
    if (!hint->unit_count)
        tell_cells(sink, R_CELL_STEM, hint, 0, hint->cell_count);
    tell_units(sink, R_UNIT_PATTERN, hint, 0, hint->unit_count);
    if (is_absurd(hint->technique))
        tell_candidate(sink, R_CLASH, log[2] / 2);
    for (int left = *log++; left; left--)
        digits |= tell_branch(sink, &log);
    step_digits(sink, (Digits)digits);
}

static void tell_evidence(Sink *sink, const Grid *grid, const Collector *found, const Hint *hint)
{
    switch (hint->technique) {
    case T_DIRECT_POINTING: case T_DIRECT_CLAIMING: case T_DIRECT_HIDDEN_PAIR: case T_DIRECT_HIDDEN_TRIPLE:
        tell_direct(sink, hint);
        return;
    case T_UNIQUE_RECTANGLE_1: case T_UNIQUE_RECTANGLE_2: case T_UNIQUE_RECTANGLE_3: case T_UNIQUE_RECTANGLE_4:
    case T_UNIQUE_LOOP_1: case T_UNIQUE_LOOP_2: case T_UNIQUE_LOOP_3: case T_UNIQUE_LOOP_4:
        tell_loop(sink, grid, hint);
        return;
    case T_BUG_PLUS_1: case T_BUG_2: case T_BUG_3: case T_BUG_4: tell_grave(sink, grid, hint); return;
    case T_ALIGNED_PAIR_EXCLUSION: tell_exclusion(sink, grid, hint, 2); return;
    case T_ALIGNED_TRIPLE_EXCLUSION: tell_exclusion(sink, grid, hint, 3); return;
    default: hint->chain_length ? tell_chains(sink, found, hint) : tell_pattern(sink, hint);
    }
}

void hint_record(Sink *sink, const Grid *grid, const Collector *found, const Hint *hint, bool whole)
{
    step_begin(sink, hint_technique(found, hint));
    tell_conclusion(sink, hint, whole);
    tell_evidence(sink, grid, found, hint);
    step_end(sink);
}
