/* The board as the rating procedure sees it: candidates by cell and places by unit, kept in step.

Units are numbered boxes 0-8, rows 9-17, columns 18-26: the order in which Sudoku Explainer visits them. A candidate is
cell * 9 + digit, digits counting from 0. */
#ifndef SUDOKULENS_EXPLAINER_GRID_H
#define SUDOKULENS_EXPLAINER_GRID_H

#include <stdint.h>
#include <string.h>

enum { CELLS = 81, UNITS = 27, DIGITS = 9, CANDIDATES = 729, PEERS = 20, ALL_DIGITS = 0x1FF };
enum { BOX = 0, ROW = 1, COLUMN = 2 };

typedef struct {
    uint16_t candidates[CELLS];
    uint16_t places[UNITS][DIGITS];
    uint8_t value[CELLS]; /* 0 for an empty cell, else 1 to 9 */
} Grid;

typedef struct {
    uint64_t low, high;
} CellSet;

typedef struct {
    uint64_t word[12];
} CandidateSet;

extern uint8_t bit_counts[ALL_DIGITS + 1];
extern uint8_t unit_cells[UNITS][9];
extern uint8_t unit_of[CELLS][3];
extern uint8_t index_in[CELLS][3];
extern uint8_t peers[CELLS][PEERS]; /* those in the box, then in the row, then in the column */
extern CellSet peer_set[CELLS];
extern CellSet unit_set[UNITS];
extern uint16_t common_places[UNITS][UNITS]; /* the places of the first unit that lie in the second one too */
extern uint16_t subsets[10][126]; /* 9-bit masks by their number of bits, in ascending order */
extern int subset_count[10];

void geometry_prepare(void);
void grid_clear(Grid *grid);
void grid_add(Grid *grid, int cell, int digit);
void grid_remove(Grid *grid, int cell, int digit);
void grid_place(Grid *grid, int cell, int digit);
int grid_solved(const Grid *grid);
int unit_empty(const Grid *grid, int unit);

/* The number of bits of a 9-bit mask; a table, since not every processor that we build for counts bits itself. */
static inline int bits(unsigned mask) { return bit_counts[mask]; }
static inline int first(unsigned mask) { return __builtin_ctz(mask); }
static inline int has(const Grid *grid, int cell, int digit) { return grid->candidates[cell] >> digit & 1; }

static inline CellSet cells_none(void) { return (CellSet){0, 0}; }
static inline CellSet cells_and(CellSet a, CellSet b) { return (CellSet){a.low & b.low, a.high & b.high}; }
static inline CellSet cells_or(CellSet a, CellSet b) { return (CellSet){a.low | b.low, a.high | b.high}; }
static inline CellSet cells_without(CellSet a, CellSet b) { return (CellSet){a.low & ~b.low, a.high & ~b.high}; }
static inline int cells_any(CellSet a) { return (a.low | a.high) != 0; }
static inline int cells_count(CellSet a) { return __builtin_popcountll(a.low) + __builtin_popcountll(a.high); }
static inline void cells_add(CellSet *set, int cell)
{
    if (cell < 64)
        set->low |= 1ULL << cell;
    else
        set->high |= 1ULL << (cell - 64);
}
static inline int cells_has(CellSet set, int cell)
{
    return (cell < 64 ? set.low >> cell : set.high >> (cell - 64)) & 1;
}
/* The lowest cell, taken out of the set, which must not be empty. */
static inline int cells_take(CellSet *set)
{
    int cell;
    if (set->low) {
        cell = __builtin_ctzll(set->low);
        set->low &= set->low - 1;
    } else {
        cell = 64 + __builtin_ctzll(set->high);
        set->high &= set->high - 1;
    }
    return cell;
}

static inline void set_add(CandidateSet *set, int candidate) { set->word[candidate >> 6] |= 1ULL << (candidate & 63); }
static inline int set_has(const CandidateSet *set, int candidate)
{
    return set->word[candidate >> 6] >> (candidate & 63) & 1;
}
int set_any(const CandidateSet *set);
void set_add_digits(CandidateSet *set, int cell, unsigned digits);
unsigned set_digits(const CandidateSet *set, int cell);

#endif
