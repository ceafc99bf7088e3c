/* The board as the rating procedure sees it: the finders' own board of the classic geometry, with the places of every
digit in every unit kept in step, and the orders in which Sudoku Explainer visits it.

Inside the procedure digits count from 0, as bits of a mask, and a candidate is cell * 9 + digit; records are written as
the finders write them. */
#ifndef SUDOKULENS_EXPLAINER_GRID_H
#define SUDOKULENS_EXPLAINER_GRID_H

#include "board.h"

enum { CELLS = 81, UNITS = 27, DIGITS = 9, CANDIDATES = 729, PEERS = 20, ALL_DIGITS = 0x1FF };
enum Kind { BOX, ROW, COLUMN };

typedef struct {
    State state;
    uint16_t places[UNITS][DIGITS]; /* the digit's places in the unit, by their index in it */
} Grid;

typedef struct {
    uint64_t word[12];
} CandidateSet;

extern Shape classic; /* the one geometry that there are ratings for */
extern uint8_t bit_counts[ALL_DIGITS + 1];
extern uint8_t unit_of[CELLS][3]; /* by kind */
extern uint8_t index_in[CELLS][3];
extern uint8_t peers[CELLS][PEERS]; /* those in the box, then in the row, then in the column */
extern uint16_t common_places[UNITS][UNITS]; /* the places of the first unit that lie in the second one too */
extern uint16_t subsets[10][126]; /* 9-bit masks by their number of bits, in ascending order */
extern int subset_count[10];

void geometry_prepare(void);
void grid_load(Grid *grid, const State *state);
void grid_place(Grid *grid, int cell, int digit);
int unit_empty(const Grid *grid, int unit);

/* The units of a board are rows, columns, boxes; Sudoku Explainer visits boxes, rows, columns. */
static inline int unit_at(enum Kind kind, int index) { return (kind == BOX ? 18 : kind == COLUMN ? 9 : 0) + index; }
static inline enum Kind kind_of(int unit) { return unit >= 18 ? BOX : unit >= 9 ? COLUMN : ROW; }
static inline bool is_box(int unit) { return kind_of(unit) == BOX; }

/* The number of bits of a 9-bit mask; a table, since not every processor that we build for counts bits itself. */
static inline int bits(unsigned mask) { return bit_counts[mask]; }
static inline int first(unsigned mask) { return __builtin_ctz(mask); }
static inline int can_hold(const Grid *grid, int cell, int digit) { return grid->state.marks[cell] >> digit & 1; }

static inline void grid_remove(Grid *grid, int cell, int digit)
{
    state_remove(&grid->state, cell, digit + 1);
    for (int kind = 0; kind < 3; kind++)
        grid->places[unit_of[cell][kind]][digit] &= (uint16_t)~(1 << index_in[cell][kind]);
}

static inline void set_add(CandidateSet *set, int candidate) { set->word[candidate >> 6] |= 1ULL << (candidate & 63); }
static inline int set_has(const CandidateSet *set, int candidate)
{
    return set->word[candidate >> 6] >> (candidate & 63) & 1;
}
int set_any(const CandidateSet *set);
void set_add_digits(CandidateSet *set, int cell, unsigned digits);

#endif
