/* Rules beyond the units, as the general search follows them: one kind for every kind of part in puzzle/constraints.
 *
 * They come as 64-bit numbers, one rule after the other: kind, cell count, cells, data count, data. The data are:
 * - DIFFERENT: nothing;
 * - PAIR (two cells): for each digit of the first cell the mask of the second, then the other way round;
 * - COMBINATION: the masks of the sets of digits;
 * - TOTAL: the total, a factor for each cell, then for each cell the number of its group: cells of a group stand side
 *   by side, have the same factor and different digits;
 * - HOLDS: pairs of a digit's mask and how often it must occur in the cells;
 * - BETWEEN (a unit in order): the masks of the sets of digits that may lie between the lowest and the highest.
 */
#ifndef SUDOKULENS_RULES_H
#define SUDOKULENS_RULES_H

#include <stddef.h>
#include <stdint.h>

struct BitsetSearch;

typedef enum { DIFFERENT, PAIR, COMBINATION, TOTAL, HOLDS, BETWEEN, RULE_KINDS } RuleKind;

typedef struct {
    RuleKind kind;
    int cell_count, data_count;
    const uint16_t *cells;
    const int64_t *data;
} Rule;

/* How many rules the numbers make, or -1 with a reason where they make none for a board like this. */
int count_rules(const int64_t *numbers, size_t count, int size, int cell_count, const char **reason);

/* Reads rules that count_rules has accepted; `cells` has room for all their cells. */
void read_rules(const int64_t *numbers, size_t count, Rule *rules, uint16_t *cells);

/* Takes away digits that the rule excludes; 0 at a contradiction. */
int propagate_rule(struct BitsetSearch *search, const Rule *rule);

#endif
