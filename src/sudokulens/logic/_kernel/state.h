/* Vocabulary of the finders: cells, units, candidates and the board they are looked for on.
 *
 * A cell is 0..80 in row-major order. A set of cells is one 128-bit integer, so that "all places of 5 in box 3 that
 * see both ends of a chain" is two ANDs. A set of digits is a bit mask in which digit d is bit d - 1. Units 0..8 are
 * rows, 9..17 columns, 18..26 boxes.
 */
#ifndef SUDOKULENS_STATE_H
#define SUDOKULENS_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define CELL_COUNT 81
#define UNIT_COUNT 27
#define ALL_DIGITS 0x1ff

typedef unsigned __int128 Cells;
typedef uint16_t Digits;

typedef struct {
    uint8_t values[CELL_COUNT];
    bool givens[CELL_COUNT];
    Digits marks[CELL_COUNT];
    Cells places[10]; /* places[d]: the empty cells that can still take d */
    Cells empty;
} State;

extern Cells unit_cells[UNIT_COUNT];
extern uint8_t unit_list[UNIT_COUNT][9];
extern Cells peers_of[CELL_COUNT];
extern uint8_t row_of[CELL_COUNT], column_of[CELL_COUNT], box_of[CELL_COUNT];

void geometry_prepare(void);

static inline Cells bit(int cell) { return (Cells)1 << cell; }
static inline bool has(Cells set, int cell) { return (bool)(set >> cell & 1); }
static inline Digits digit_bit(int digit) { return (Digits)(1u << (digit - 1)); }
static inline bool has_digit(Digits set, int digit) { return set >> (digit - 1) & 1; }

static inline int count(Cells set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

static inline int digit_count(Digits set) { return __builtin_popcount(set); }

static inline int first_cell(Cells set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline int first_digit(Digits set) { return __builtin_ctz(set) + 1; }

#define FOR_EACH_CELL(cell, set)                                                                                       \
    for (Cells rest_##cell = (set); rest_##cell; rest_##cell &= rest_##cell - 1)                                       \
        for (int cell = first_cell(rest_##cell), once_##cell = 1; once_##cell; once_##cell = 0)

#define FOR_EACH_DIGIT(digit, set)                                                                                     \
    for (unsigned rest_##digit = (set); rest_##digit; rest_##digit &= rest_##digit - 1)                                \
        for (int digit = first_digit((Digits)rest_##digit), once_##digit = 1; once_##digit; once_##digit = 0)

/* The cells that see every cell of the set; all cells for an empty set. */
static inline Cells common_peers(Cells set) {
    Cells common = ((Cells)1 << CELL_COUNT) - 1;
    FOR_EACH_CELL(cell, set) common &= peers_of[cell];
    return common;
}

/* The digits that occur in any of the cells. */
static inline Digits digits_in(const State *state, Cells set) {
    Digits digits = 0;
    FOR_EACH_CELL(cell, set) digits |= state->marks[cell];
    return digits;
}

static inline bool same_row(int a, int b) { return row_of[a] == row_of[b]; }
static inline bool same_column(int a, int b) { return column_of[a] == column_of[b]; }
static inline bool same_box(int a, int b) { return box_of[a] == box_of[b]; }

void state_load(State *state, const uint8_t *values, const uint8_t *givens, const uint16_t *marks);
void state_place(State *state, int cell, int digit);
void state_remove(State *state, int cell, int digit);

#endif
