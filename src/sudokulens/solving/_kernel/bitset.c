/* Every cell has a mask of the digits it is open to. Naked singles (a cell open to one digit), hidden singles (a digit
 * with one place left in a unit) and rules are followed to the end. Then the search branches: it takes the cell with the
 * fewest digits for the contradictions that its units and rules have led to (dom/wdeg), which finds the hard core of a
 * board early, or a digit with two places in a unit where that cell has more than two, and tries "this digit here"
 * before "not here".
 *
 * All of the search is in BitsetSearch, none on the C stack: so it can stop after any number of nodes and go on later.
 * Masks are undone from a trail that remembers each one's former value.
 */
#include "bitset.h"

#include <stdlib.h>
#include <string.h>

#include "bitset_state.h"

/* The weight that every cell starts with, in contradictions. The lower it is, the sooner the search turns from the cells
 * with the fewest digits to those that led to most contradictions. Chosen among 1, 8, 30 and 100 on minimal boards of
 * twelve kinds. */
enum { INITIAL_WEIGHT = 30 };

static const uint16_t *cells_of(const BitsetSearch *search, int unit) {
    return search->unit_cells + (size_t)unit * (size_t)search->size;
}

static int blame(BitsetSearch *search, int scope) {
    search->weights[scope]++;
    return 0;
}

/* A cell that is down to one digit takes it from all its peers. */
static int tell_peers(BitsetSearch *search, int cell) {
    uint64_t digit = search->open[cell];
    for (uint32_t i = search->first_scope[cell]; i < search->first_scope[cell + 1]; i++) {
        int unit = search->cell_scopes[i];
        if (unit >= search->unit_count) return 1;
        const uint16_t *cells = cells_of(search, unit);
        for (int k = 0; k < search->size; k++)
            if (cells[k] != cell && !narrow(search, cells[k], ~digit)) return blame(search, unit);
    }
    return 1;
}

/* Places the digits of a unit that have a single place left. */
static int place_hidden_singles(BitsetSearch *search, int unit) {
    const uint16_t *cells = cells_of(search, unit);
    uint64_t once = 0, twice = 0, settled = 0;
    for (int k = 0; k < search->size; k++) {
        uint64_t open = search->open[cells[k]];
        twice |= once & open;
        once |= open;
        settled |= open & (open - 1) ? 0 : open;
    }
    if (once != search->all_digits) return blame(search, unit);
    uint64_t hidden = once & ~twice & ~settled;
    for (int k = 0; hidden && k < search->size; k++) {
        uint64_t here = search->open[cells[k]] & hidden;
        if (!here) continue;
        if (here & (here - 1)) return blame(search, unit);
        narrow(search, cells[k], here);
        hidden &= ~here;
    }
    return 1;
}

static void forget_queues(BitsetSearch *search) {
    search->single_count = 0;
    while (search->changed_count) search->changed[search->changed_queue[--search->changed_count]] = 0;
    while (search->dirty_unit_count) search->dirty[search->dirty_units[--search->dirty_unit_count]] = 0;
    while (search->dirty_rule_count) search->dirty[search->dirty_rules[--search->dirty_rule_count]] = 0;
}

static int look_at_rule(BitsetSearch *search, uint16_t scope) {
    const Rule *rule = search->rules + (scope - search->unit_count);
    return propagate_rule(search, rule) || blame(search, scope);
}

/* Follows singles and pairs until there are none, then the rules, which cost more; 0 at a contradiction. */
static int propagate(BitsetSearch *search) {
    for (;;) {
        while (search->single_count)
            if (!tell_peers(search, search->single_queue[--search->single_count])) return 0;
        if (search->changed_count) {
            uint16_t cell = search->changed_queue[--search->changed_count];
            search->changed[cell] = 0;
            if (!tell_pairs(search, cell)) return 0;
        } else if (search->dirty_unit_count) {
            uint16_t unit = search->dirty_units[--search->dirty_unit_count];
            search->dirty[unit] = 0;
            if (!place_hidden_singles(search, unit)) return 0;
        } else if (search->dirty_rule_count) {
            uint16_t rule = search->dirty_rules[--search->dirty_rule_count];
            search->dirty[rule] = 0;
            if (!look_at_rule(search, rule)) return 0;
        } else {
            return 1;
        }
    }
}

static uint32_t weight_of(const BitsetSearch *search, int cell) {
    uint32_t sum = 0;
    for (uint32_t i = search->first_scope[cell]; i < search->first_scope[cell + 1]; i++)
        sum += search->weights[search->cell_scopes[i]];
    for (uint32_t i = search->first_pair[cell]; i < search->first_pair[cell + 1]; i++)
        sum += search->weights[search->pair_ends[i].scope];
    return sum;
}

/* The open cell with the fewest digits for its weight; -1 when every cell is settled. */
static int choose_cell(const BitsetSearch *search) {
    int best = -1, fewest = 0;
    uint32_t heaviest = 0;
    for (int cell = 0; cell < search->cell_count; cell++) {
        uint64_t open = search->open[cell];
        if (!(open & (open - 1))) continue;
        int count = bit_count64(open);
        uint32_t weight = INITIAL_WEIGHT + weight_of(search, cell);
        if (best >= 0 && (uint64_t)count * heaviest >= (uint64_t)fewest * weight) continue;
        best = cell, fewest = count, heaviest = weight;
    }
    return best;
}

/* A digit with exactly two places in the heaviest unit that has one: returns one of the places, or -1. */
static int choose_place(const BitsetSearch *search, uint64_t *digit) {
    int best = -1;
    uint32_t heaviest = 0;
    for (int unit = 0; unit < search->unit_count; unit++) {
        if (best >= 0 && search->weights[unit] <= heaviest) continue;
        const uint16_t *cells = cells_of(search, unit);
        uint64_t once = 0, twice = 0, thrice = 0;
        for (int k = 0; k < search->size; k++) {
            uint64_t open = search->open[cells[k]];
            thrice |= twice & open;
            twice |= once & open;
            once |= open;
        }
        uint64_t pair = twice & ~thrice;
        if (!pair) continue;
        pair &= 0 - pair;
        int k = 0;
        while (!(search->open[cells[k]] & pair)) k++;
        best = cells[k], *digit = pair, heaviest = search->weights[unit];
    }
    return best;
}

/* Branches once; 0 when the branch that was tried first is impossible at once, -1 when there is nothing to branch on. */
static int branch(BitsetSearch *search) {
    int cell = choose_cell(search);
    if (cell < 0) return -1;
    uint64_t digit = search->open[cell] & (0 - search->open[cell]);
    if (bit_count64(search->open[cell]) > 2) {
        uint64_t hidden_pair;
        int place = choose_place(search, &hidden_pair);
        if (place >= 0) cell = place, digit = hidden_pair;
    }
    search->nodes++;
    search->choices[search->choice_count++] = (Choice){search->trail_length, (uint16_t)cell, digit};
    return narrow(search, cell, digit) && propagate(search);
}

/* Undoes the last branch and takes its other half, and so on until one is possible; 0 when there are no more. */
static int go_back(BitsetSearch *search) {
    while (search->choice_count) {
        forget_queues(search);
        Choice last = search->choices[--search->choice_count];
        while (search->trail_length > last.trail_length) {
            Change change = search->trail[--search->trail_length];
            search->open[change.cell] = change.open;
        }
        if (narrow(search, last.cell, ~last.digit) && propagate(search)) return 1;
    }
    return 0;
}

static int start(BitsetSearch *search) {
    for (int unit = 0; unit < search->unit_count; unit++) mark_dirty(search, (uint16_t)unit);
    for (int r = 0; r < search->rule_count; r++)
        if (search->rules[r].kind != PAIR) mark_dirty(search, (uint16_t)(search->unit_count + r));
    for (int cell = 0; cell < search->cell_count; cell++) {
        uint64_t open = search->open[cell];
        if (!open) return 0;
        if (!(open & (open - 1))) search->single_queue[search->single_count++] = (uint16_t)cell;
        mark_changed(search, cell);
    }
    return propagate(search);
}

static void write_digits(BitsetSearch *search) {
    for (int cell = 0; cell < search->cell_count; cell++)
        search->digits[cell] = (uint8_t)(lowest_bit64(search->open[cell]) + 1);
}

BitsetOutcome bitset_advance(BitsetSearch *search, uint64_t nodes) {
    if (search->state == EXHAUSTED) return BITSET_DONE;
    int possible = 1;
    if (search->state == FRESH) possible = start(search);
    if (search->state == AT_SOLUTION) possible = 0;
    search->state = OPEN;
    for (uint64_t end = search->nodes + nodes;;) {
        if (!possible && !go_back(search)) {
            search->state = EXHAUSTED;
            return BITSET_DONE;
        }
        possible = 1;
        if (search->nodes >= end) return BITSET_SPENT;
        int outcome = branch(search);
        if (outcome < 0) {
            write_digits(search);
            search->state = AT_SOLUTION;
            return BITSET_FOUND;
        }
        possible = outcome;
    }
}

const uint8_t *bitset_digits(const BitsetSearch *search) { return search->digits; }
uint64_t bitset_nodes(const BitsetSearch *search) { return search->nodes; }

static int listed_cells(const Rule *rule) { return rule->kind == PAIR ? 0 : rule->cell_count; }

/* For every cell its scopes, without pairs: first_scope counts them, then marks where they end, then walks back to where they begin. */
static void index_scopes(BitsetSearch *search) {
    int members = search->unit_count * search->size;
    for (int i = 0; i < members; i++) search->first_scope[search->unit_cells[i]]++;
    for (int r = 0; r < search->rule_count; r++)
        for (int k = 0; k < listed_cells(search->rules + r); k++) search->first_scope[search->rules[r].cells[k]]++;
    for (int cell = 1; cell <= search->cell_count; cell++) search->first_scope[cell] += search->first_scope[cell - 1];
    for (int r = search->rule_count - 1; r >= 0; r--)
        for (int k = 0; k < listed_cells(search->rules + r); k++)
            search->cell_scopes[--search->first_scope[search->rules[r].cells[k]]] = (uint16_t)(search->unit_count + r);
    for (int i = members - 1; i >= 0; i--)
        search->cell_scopes[--search->first_scope[search->unit_cells[i]]] = (uint16_t)(i / search->size);
}

static int allocate(BitsetSearch *search, size_t rule_numbers) {
    size_t size = (size_t)search->size, cells = (size_t)search->cell_count, units = (size_t)search->unit_count;
    size_t scopes = units + (size_t)search->rule_count;
    return (search->unit_cells = calloc(units * size, sizeof *search->unit_cells)) &&
           (search->rules = calloc((size_t)search->rule_count + 1, sizeof *search->rules)) &&
           (search->rule_numbers = calloc(rule_numbers + 1, sizeof *search->rule_numbers)) &&
           (search->rule_cells = calloc(rule_numbers + 1, sizeof *search->rule_cells)) &&
           (search->cell_scopes = calloc(units * size + rule_numbers, sizeof *search->cell_scopes)) &&
           (search->first_scope = calloc(cells + 1, sizeof *search->first_scope)) &&
           (search->first_pair = calloc(cells + 1, sizeof *search->first_pair)) &&
           (search->weights = calloc(scopes, sizeof *search->weights)) &&
           (search->open = calloc(cells, sizeof *search->open)) &&
           (search->trail = calloc(cells * size, sizeof *search->trail)) &&
           (search->choices = calloc(cells, sizeof *search->choices)) &&
           (search->single_queue = calloc(cells, sizeof *search->single_queue)) &&
           (search->changed_queue = calloc(cells, sizeof *search->changed_queue)) &&
           (search->changed = calloc(cells, sizeof *search->changed)) &&
           (search->dirty = calloc(scopes, sizeof *search->dirty)) &&
           (search->dirty_units = calloc(scopes, sizeof *search->dirty_units)) &&
           (search->dirty_rules = calloc(scopes, sizeof *search->dirty_rules)) &&
           (search->digits = calloc(cells, sizeof *search->digits));
}

BitsetSearch *bitset_new(const BitsetBoard *board) {
    BitsetSearch *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->size = board->size;
    search->cell_count = board->cell_count;
    search->unit_count = board->unit_count;
    search->rule_count = board->rule_count;
    search->all_digits = (1ull << board->size) - 1;
    if (!allocate(search, board->rule_number_count)) {
        bitset_free(search);
        return NULL;
    }
    memcpy(search->unit_cells, board->units, (size_t)(board->unit_count * board->size) * sizeof *board->units);
    memcpy(search->open, board->open, (size_t)board->cell_count * sizeof *board->open);
    if (board->rule_number_count)
        memcpy(search->rule_numbers, board->rule_numbers, board->rule_number_count * sizeof *board->rule_numbers);
    read_rules(search->rule_numbers, board->rule_number_count, search->rules, search->rule_cells);
    index_scopes(search);
    if (index_pairs(search)) return search;
    bitset_free(search);
    return NULL;
}

void bitset_free(BitsetSearch *search) {
    if (!search) return;
    free(search->unit_cells);
    free(search->rules);
    free(search->rule_numbers);
    free(search->rule_cells);
    free(search->cell_scopes);
    free(search->first_scope);
    free(search->pair_ends);
    free(search->first_pair);
    free(search->pair_tables);
    free(search->weights);
    free(search->open);
    free(search->trail);
    free(search->choices);
    free(search->single_queue);
    free(search->changed_queue);
    free(search->changed);
    free(search->dirty);
    free(search->dirty_units);
    free(search->dirty_rules);
    free(search->digits);
    free(search);
}
