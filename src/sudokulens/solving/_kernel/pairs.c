/* Arc consistency by table: for every set of digits of one cell the digits that some of them allow in the other. A mask
 * is looked up in chunks of nine bits, so that one lookup is enough on a 9×9 board and four on the largest. Many rules
 * share few tables: all pairs of a non-consecutive board have the same.
 */
#include "pairs.h"

#include <stdlib.h>
#include <string.h>

#include "bitset_state.h"

enum { CHUNK_BITS = 9, CHUNK_SETS = 1 << CHUNK_BITS };

static size_t table_length(int size) { return (size_t)(size + CHUNK_BITS - 1) / CHUNK_BITS * CHUNK_SETS; }

static uint64_t allowed(const uint64_t *table, uint64_t open) {
    uint64_t found = table[open % CHUNK_SETS];
    while (open >>= CHUNK_BITS) found |= (table += CHUNK_SETS)[open % CHUNK_SETS];
    return found;
}

int tell_pairs(BitsetSearch *search, int cell) {
    uint64_t open = search->open[cell];
    for (uint32_t i = search->first_pair[cell]; i < search->first_pair[cell + 1]; i++) {
        const PairEnd *end = search->pair_ends + i;
        if (narrow(search, end->other, allowed(search->pair_tables + end->table, open))) continue;
        search->weights[end->scope]++;
        return 0;
    }
    return 1;
}

static void fill_table(uint64_t *table, const int64_t *digits, int size) {
    for (int chunk = 0; chunk * CHUNK_BITS < size; chunk++, table += CHUNK_SETS)
        for (int set = 1; set < CHUNK_SETS; set++) {
            int digit = chunk * CHUNK_BITS + lowest_bit64((uint64_t)set);
            table[set] = table[set & (set - 1)] | (digit < size ? (uint64_t)digits[digit] : 0);
        }
}

/* Where the table of these digits is; one that was not there is added to `sources` and filled. */
static uint32_t find_table(BitsetSearch *search, const int64_t **sources, int *count, const int64_t *digits) {
    size_t bytes = (size_t)search->size * sizeof *digits, length = table_length(search->size);
    int number = 0;
    while (number < *count && memcmp(sources[number], digits, bytes)) number++;
    if (number == *count) {
        sources[(*count)++] = digits;
        if (search->pair_tables) fill_table(search->pair_tables + (size_t)number * length, digits, search->size);
    }
    return (uint32_t)((size_t)number * length);
}

/* Walks over all ends of pairs: first to count tables and ends, then to write them down. */
static int list_ends(BitsetSearch *search, const int64_t **sources) {
    int tables = 0;
    for (int r = search->rule_count - 1; r >= 0; r--) {
        const Rule *rule = search->rules + r;
        for (int end = 0; rule->kind == PAIR && end < 2; end++) {
            uint32_t table = find_table(search, sources, &tables, rule->data + end * search->size);
            if (search->pair_ends)
                search->pair_ends[--search->first_pair[rule->cells[end]]] =
                    (PairEnd){rule->cells[1 - end], (uint16_t)(search->unit_count + r), table};
            else search->first_pair[rule->cells[end]]++;
        }
    }
    return tables;
}

int index_pairs(BitsetSearch *search) {
    const int64_t **sources = calloc(2 * (size_t)search->rule_count + 1, sizeof *sources);
    if (!sources) return 0;
    size_t tables = (size_t)list_ends(search, sources);
    for (int cell = 1; cell <= search->cell_count; cell++) search->first_pair[cell] += search->first_pair[cell - 1];
    search->pair_ends = calloc(search->first_pair[search->cell_count] + 1, sizeof *search->pair_ends);
    search->pair_tables = calloc(tables * table_length(search->size) + 1, sizeof *search->pair_tables);
    int ready = search->pair_ends && search->pair_tables;
    if (ready) list_ends(search, sources);
    free(sources);
    return ready;
}
