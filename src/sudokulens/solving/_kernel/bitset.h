/* Complete search on boards of up to 35 digits with any cells, units and rules, which can be stopped and resumed. */
#ifndef SUDOKULENS_BITSET_H
#define SUDOKULENS_BITSET_H

#include <stddef.h>
#include <stdint.h>

enum { BITSET_MAX_SIZE = 35 };

typedef enum { BITSET_SPENT, BITSET_FOUND, BITSET_DONE } BitsetOutcome;

typedef struct BitsetSearch BitsetSearch;

/* `units` is unit_count * size cell numbers; `open` has one mask per cell (digit d is bit d - 1); `rule_numbers` holds
 * the rules as rules.h lays them out. The caller has checked them; the search keeps copies. */
typedef struct {
    int size, cell_count, unit_count, rule_count;
    const uint16_t *units;
    const uint64_t *open;
    const int64_t *rule_numbers;
    size_t rule_number_count;
} BitsetBoard;

/* NULL when there is no memory. */
BitsetSearch *bitset_new(const BitsetBoard *board);
void bitset_free(BitsetSearch *search);

/* Searches on for at most `nodes` branches. After BITSET_FOUND, bitset_digits holds the solution until the next call. */
BitsetOutcome bitset_advance(BitsetSearch *search, uint64_t nodes);
const uint8_t *bitset_digits(const BitsetSearch *search);
uint64_t bitset_nodes(const BitsetSearch *search);

#endif
