/* The state of a search, shared by the search itself and the propagators of rules. */
#ifndef SUDOKULENS_BITSET_STATE_H
#define SUDOKULENS_BITSET_STATE_H

#include <stdint.h>

#include "bits.h"
#include "bitset.h"
#include "pairs.h"
#include "rules.h"

typedef struct {
    uint16_t cell;
    uint64_t open;
} Change;

/* A branch whose second half, "not this digit here", is still to be tried. */
typedef struct {
    int trail_length;
    uint16_t cell;
    uint64_t digit;
} Choice;

/* Units and rules are both scopes: sets of cells, numbered in one row, units first. Pair rules have lists of their own. */
struct BitsetSearch {
    int size, cell_count, unit_count, rule_count;
    uint64_t all_digits;
    uint16_t *unit_cells;    /* unit_count * size */
    Rule *rules;
    int64_t *rule_numbers;   /* what the rules were read from; they point into it */
    uint16_t *rule_cells;
    uint16_t *cell_scopes;   /* the scopes of a cell are cell_scopes[first_scope[cell]] up to first_scope[cell + 1] */
    uint32_t *first_scope;
    PairEnd *pair_ends;      /* those of a cell are pair_ends[first_pair[cell]] up to first_pair[cell + 1] */
    uint32_t *first_pair;
    uint64_t *pair_tables;
    uint32_t *weights;       /* of every scope: contradictions found in it */
    uint64_t *open;          /* of every cell */
    Change *trail;           /* room for every mask losing its digits one by one */
    int trail_length;
    Choice *choices;         /* at most one per cell: each has placed a digit in a cell of its own */
    int choice_count;
    uint16_t *single_queue;  /* cells that came down to one digit and have not told their peers */
    int single_count;
    uint16_t *changed_queue; /* cells that have not told the other cells of their pairs */
    uint8_t *changed;        /* of every cell: is it in that queue? */
    int changed_count;
    uint8_t *dirty;          /* of every scope: has a cell of it changed since it was looked at? */
    uint16_t *dirty_units, *dirty_rules;
    int dirty_unit_count, dirty_rule_count;
    uint8_t *digits;
    uint64_t nodes;
    enum { FRESH, OPEN, AT_SOLUTION, EXHAUSTED } state;
};

static inline void mark_dirty(BitsetSearch *search, uint16_t scope) {
    if (search->dirty[scope]) return;
    search->dirty[scope] = 1;
    if (scope < search->unit_count) search->dirty_units[search->dirty_unit_count++] = scope;
    else search->dirty_rules[search->dirty_rule_count++] = scope;
}

static inline void mark_changed(BitsetSearch *search, int cell) {
    if (search->changed[cell] || search->first_pair[cell] == search->first_pair[cell + 1]) return;
    search->changed[cell] = 1;
    search->changed_queue[search->changed_count++] = (uint16_t)cell;
}

/* Narrows a cell; 0 when nothing is left of it. */
static inline int narrow(BitsetSearch *search, int cell, uint64_t keep) {
    uint64_t before = search->open[cell], after = before & keep;
    if (after == before) return 1;
    search->trail[search->trail_length++] = (Change){(uint16_t)cell, before};
    search->open[cell] = after;
    if (!after) return 0;
    if (!(after & (after - 1))) search->single_queue[search->single_count++] = (uint16_t)cell;
    for (uint32_t i = search->first_scope[cell]; i < search->first_scope[cell + 1]; i++)
        mark_dirty(search, search->cell_scopes[i]);
    mark_changed(search, cell);
    return 1;
}

#endif
