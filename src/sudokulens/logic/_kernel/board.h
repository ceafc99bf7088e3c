/* Vocabulary of the finders: cells, units, candidates and the board they are looked for on, of any geometry.
 *
 * A cell is a number in row-major order. A set of cells is one wide integer, so that "all places of 5 in box 3 that see
 * both ends of a chain" is two ANDs. A set of digits is a bit mask in which digit d is bit d - 1. Units are rows, then
 * columns, then regions, then extra units, as in a Geometry.
 *
 * The finders are compiled twice: for boards of up to 11×11, whose cells fit into 128 bits, and for up to 16×16.
 */
#ifndef SUDOKULENS_BOARD_H
#define SUDOKULENS_BOARD_H

#include "cells.h"
#include <string.h>

#define MAX_UNITS (4 * MAX_DIGITS + 8)
#define MAX_CELL_UNITS 8
#define EACH_DIGIT (MAX_DIGITS + 1) /* the length of an array by digit */

typedef uint16_t Digits;

/* The digits that a digit in a cell rules out in another cell, by a rule for the two. */
typedef struct {
    uint16_t other;
    Digits forbidden;
} Exclusion;

/* A geometry as tables. */
typedef struct {
    int size, cell_count, unit_count;
    Digits all_digits;
    bool is_plain; /* no rules beyond rows, columns and regions */
    Cells all_cells;
    Cells units[MAX_UNITS];
    uint8_t unit_list[MAX_UNITS][MAX_DIGITS];
    Cells peers[MAX_CELLS];
    uint8_t row[MAX_CELLS], column[MAX_CELLS], region[MAX_CELLS];
    uint8_t units_of[MAX_CELLS][MAX_CELL_UNITS], unit_count_of[MAX_CELLS];
    Exclusion *exclusions; /* in the order of cells and digits */
    uint32_t first_exclusion[MAX_CELLS * MAX_DIGITS + 1];
} Shape;

typedef struct {
    const Shape *shape;
    uint8_t values[MAX_CELLS];
    bool givens[MAX_CELLS];
    Digits marks[MAX_CELLS];
    Cells places[EACH_DIGIT]; /* places[d]: the empty cells that can still take d */
    Cells empty;
} State;

/* Fills the unit numbers, sets and peers from the size, the regions and the cells of the extra units; false where the
 * tables are too small for them. */
bool shape_prepare(Shape *shape, int size, const uint8_t *regions, const uint16_t *extras, int extra_count);

static inline Digits digit_bit(int digit) { return (Digits)(1u << (digit - 1)); }
static inline bool has_digit(Digits set, int digit) { return set >> (digit - 1) & 1; }
static inline int digit_count(Digits set) { return word_count(set); }
static inline int first_digit(Digits set) { return __builtin_ctz(set) + 1; }

#define FOR_EACH_DIGIT(digit, set)                                                                                     \
    for (unsigned rest_##digit = (set); rest_##digit; rest_##digit &= rest_##digit - 1)                                \
        for (int digit = first_digit((Digits)rest_##digit), once_##digit = 1; once_##digit; once_##digit = 0)

static inline int board_size(const State *state) { return state->shape->size; }
static inline int unit_count(const State *state) { return state->shape->unit_count; }
static inline Cells unit_cells(const State *state, int unit) { return state->shape->units[unit]; }
static inline Cells peers_of(const State *state, int cell) { return state->shape->peers[cell]; }
static inline int row_of(const State *state, int cell) { return state->shape->row[cell]; }
static inline int column_of(const State *state, int cell) { return state->shape->column[cell]; }
static inline int region_of(const State *state, int cell) { return state->shape->region[cell]; }
static inline int cell_at(const State *state, int row, int column) { return row * state->shape->size + column; }

/* Where each kind of unit begins; lines are rows and columns. */
static inline int first_column(const State *state) { return state->shape->size; }
static inline int first_region(const State *state) { return 2 * state->shape->size; }
static inline int first_extra(const State *state) { return 3 * state->shape->size; }
static inline int column_unit(const State *state, int cell) { return first_column(state) + column_of(state, cell); }
static inline int region_unit(const State *state, int cell) { return first_region(state) + region_of(state, cell); }

static inline bool same_row(const State *state, int a, int b) { return row_of(state, a) == row_of(state, b); }
static inline bool same_column(const State *state, int a, int b) { return column_of(state, a) == column_of(state, b); }
static inline bool same_region(const State *state, int a, int b) { return region_of(state, a) == region_of(state, b); }

#define FOR_EACH_UNIT_OF(unit, state, cell)                                                                            \
    for (int at_##unit = 0, unit; at_##unit < (state)->shape->unit_count_of[cell] &&                                   \
                                  (unit = (state)->shape->units_of[cell][at_##unit], true);                            \
         at_##unit++)

/* The cells that see every cell of the set; all cells for an empty set. */
static inline Cells common_peers(const State *state, Cells set) {
    Cells common = state->shape->all_cells;
    FOR_EACH_CELL(cell, set) common &= peers_of(state, cell);
    return common;
}

/* The cells that see any cell of the set. */
static inline Cells seen_from(const State *state, Cells set) {
    Cells seen = NO_CELLS;
    FOR_EACH_CELL(cell, set) seen |= peers_of(state, cell);
    return seen;
}

/* The digits that occur in any of the cells. */
static inline Digits digits_in(const State *state, Cells set) {
    Digits digits = 0;
    FOR_EACH_CELL(cell, set) digits |= state->marks[cell];
    return digits;
}

/* The cells with exactly two candidates. */
static inline Cells bivalue_cells(const State *state) {
    Cells found = NO_CELLS;
    FOR_EACH_CELL(cell, state->empty) {
        if (digit_count(state->marks[cell]) == 2) found |= bit(cell);
    }
    return found;
}

/* What the digit in the cell forbids by rules for two cells: from here up to `exclusions_end`. */
static inline const Exclusion *exclusions_of(const State *state, int cell, int digit) {
    return state->shape->exclusions + state->shape->first_exclusion[cell * MAX_DIGITS + digit - 1];
}

static inline const Exclusion *exclusions_end(const State *state, int cell, int digit) {
    return state->shape->exclusions + state->shape->first_exclusion[cell * MAX_DIGITS + digit];
}

void state_load(State *state, const Shape *shape, const uint8_t *values, const uint8_t *givens, const uint16_t *marks);
void state_place(State *state, int cell, int digit);

static inline void state_remove(State *state, int cell, int digit) {
    state->marks[cell] &= (Digits)~digit_bit(digit);
    state->places[digit] &= ~bit(cell);
}

#endif
