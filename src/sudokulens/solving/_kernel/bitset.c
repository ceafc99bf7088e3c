/* Every cell has a mask of the digits it is open to. Naked singles (a cell open to one digit) and hidden singles (a
 * digit with one place left in a unit) are followed to the end. Then the search branches: it takes the cell with the
 * fewest digits, or the digit with two places in a unit where no cell is down to two, and tries "this digit here" before
 * "not here". Ties go to cells whose units have led to most contradictions so far, which finds the hard core of a big
 * board early.
 *
 * All of the search is in BitsetSearch, none on the C stack: so it can stop after any number of nodes and go on later.
 * Masks are undone from a trail that remembers each one's former value.
 */
#include "bitset.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"

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

struct BitsetSearch {
    int size, cell_count, unit_count;
    uint64_t all_digits;
    uint16_t *unit_cells;    /* unit_count * size */
    uint16_t *cell_units;    /* the units of a cell are cell_units[first_unit[cell]] up to first_unit[cell + 1] */
    uint32_t *first_unit;
    uint32_t *weights;       /* of every unit: contradictions found in it */
    uint64_t *open;          /* of every cell */
    Change *trail;           /* room for every mask losing its digits one by one */
    int trail_length;
    Choice *choices;         /* at most one per cell: each has placed a digit in a cell of its own */
    int choice_count;
    uint16_t *single_queue;  /* cells that came down to one digit and have not told their peers */
    int single_count;
    uint8_t *dirty;          /* of every unit: has a cell of it changed since its hidden singles were looked for? */
    uint16_t *dirty_queue;
    int dirty_count;
    uint8_t *digits;
    uint64_t nodes;
    enum { FRESH, OPEN, AT_SOLUTION, EXHAUSTED } state;
};

static const uint16_t *cells_of(const BitsetSearch *search, int unit) {
    return search->unit_cells + (size_t)unit * (size_t)search->size;
}

/* Narrows a cell; 0 when nothing is left of it. */
static int narrow(BitsetSearch *search, int cell, uint64_t keep) {
    uint64_t before = search->open[cell], after = before & keep;
    if (after == before) return 1;
    search->trail[search->trail_length++] = (Change){(uint16_t)cell, before};
    search->open[cell] = after;
    if (!after) return 0;
    if (!(after & (after - 1))) search->single_queue[search->single_count++] = (uint16_t)cell;
    for (uint32_t i = search->first_unit[cell]; i < search->first_unit[cell + 1]; i++) {
        uint16_t unit = search->cell_units[i];
        if (search->dirty[unit]) continue;
        search->dirty[unit] = 1;
        search->dirty_queue[search->dirty_count++] = unit;
    }
    return 1;
}

static int blame(BitsetSearch *search, int unit) {
    search->weights[unit]++;
    return 0;
}

/* A cell that is down to one digit takes it from all its peers. */
static int tell_peers(BitsetSearch *search, int cell) {
    uint64_t digit = search->open[cell];
    for (uint32_t i = search->first_unit[cell]; i < search->first_unit[cell + 1]; i++) {
        int unit = search->cell_units[i];
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
    while (search->dirty_count) search->dirty[search->dirty_queue[--search->dirty_count]] = 0;
}

/* Follows singles until there are none; 0 at a contradiction. */
static int propagate(BitsetSearch *search) {
    for (;;) {
        while (search->single_count)
            if (!tell_peers(search, search->single_queue[--search->single_count])) return 0;
        if (!search->dirty_count) return 1;
        uint16_t unit = search->dirty_queue[--search->dirty_count];
        search->dirty[unit] = 0;
        if (!place_hidden_singles(search, unit)) return 0;
    }
}

static uint32_t weight_of(const BitsetSearch *search, int cell) {
    uint32_t sum = 0;
    for (uint32_t i = search->first_unit[cell]; i < search->first_unit[cell + 1]; i++)
        sum += search->weights[search->cell_units[i]];
    return sum;
}

/* The open cell with the fewest digits, the heaviest of them; -1 when every cell is settled. */
static int choose_cell(const BitsetSearch *search) {
    int best = -1, fewest = BITSET_LARGEST + 1;
    uint32_t heaviest = 0;
    for (int cell = 0; cell < search->cell_count; cell++) {
        uint64_t open = search->open[cell];
        if (!(open & (open - 1))) continue;
        int count = bit_count64(open);
        if (count > fewest) continue;
        uint32_t weight = weight_of(search, cell);
        if (count == fewest && weight <= heaviest) continue;
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
    for (int unit = 0; unit < search->unit_count; unit++) {
        search->dirty[unit] = 1;
        search->dirty_queue[search->dirty_count++] = (uint16_t)unit;
    }
    for (int cell = 0; cell < search->cell_count; cell++) {
        uint64_t open = search->open[cell];
        if (!open) return 0;
        if (!(open & (open - 1))) search->single_queue[search->single_count++] = (uint16_t)cell;
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

/* For every cell its units: first_unit counts them, then marks where they end, then walks back to where they begin. */
static void index_units(BitsetSearch *search) {
    int members = search->unit_count * search->size;
    for (int i = 0; i < members; i++) search->first_unit[search->unit_cells[i]]++;
    for (int cell = 1; cell <= search->cell_count; cell++) search->first_unit[cell] += search->first_unit[cell - 1];
    for (int i = members - 1; i >= 0; i--)
        search->cell_units[--search->first_unit[search->unit_cells[i]]] = (uint16_t)(i / search->size);
}

static int allocate(BitsetSearch *search) {
    size_t size = (size_t)search->size, cells = size * size, units = (size_t)search->unit_count;
    return (search->unit_cells = calloc(units * size, sizeof *search->unit_cells)) &&
           (search->cell_units = calloc(units * size, sizeof *search->cell_units)) &&
           (search->first_unit = calloc(cells + 1, sizeof *search->first_unit)) &&
           (search->weights = calloc(units, sizeof *search->weights)) &&
           (search->open = calloc(cells, sizeof *search->open)) &&
           (search->trail = calloc(cells * size, sizeof *search->trail)) &&
           (search->choices = calloc(cells, sizeof *search->choices)) &&
           (search->single_queue = calloc(cells, sizeof *search->single_queue)) &&
           (search->dirty = calloc(units, sizeof *search->dirty)) &&
           (search->dirty_queue = calloc(units, sizeof *search->dirty_queue)) &&
           (search->digits = calloc(cells, sizeof *search->digits));
}

BitsetSearch *bitset_new(int size, int unit_count, const uint16_t *units, const uint64_t *open) {
    BitsetSearch *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->size = size;
    search->cell_count = size * size;
    search->unit_count = unit_count;
    search->all_digits = (1ull << size) - 1;
    if (!allocate(search)) {
        bitset_free(search);
        return NULL;
    }
    memcpy(search->unit_cells, units, (size_t)(unit_count * size) * sizeof *units);
    memcpy(search->open, open, (size_t)search->cell_count * sizeof *open);
    index_units(search);
    return search;
}

void bitset_free(BitsetSearch *search) {
    if (!search) return;
    free(search->unit_cells);
    free(search->cell_units);
    free(search->first_unit);
    free(search->weights);
    free(search->open);
    free(search->trail);
    free(search->choices);
    free(search->single_queue);
    free(search->dirty);
    free(search->dirty_queue);
    free(search->digits);
    free(search);
}
