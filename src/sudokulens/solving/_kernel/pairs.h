/* Rules for two cells: what the digits that one cell is open to leave to the other, looked up in tables. */
#ifndef SUDOKULENS_PAIRS_H
#define SUDOKULENS_PAIRS_H

#include <stdint.h>

struct BitsetSearch;

/* A pair rule as one of its cells sees it. */
typedef struct {
    uint16_t other, scope;
    uint32_t table;
} PairEnd;

/* Lists the pairs of every cell and makes their tables; 0 when there is no memory. */
int index_pairs(struct BitsetSearch *search);

/* Takes from the other cells of its pairs what a cell that has changed excludes; 0 at a contradiction. */
int tell_pairs(struct BitsetSearch *search, int cell);

#endif
