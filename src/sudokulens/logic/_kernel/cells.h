/* Sets of cells: 128 bits for boards of up to 11×11, 256 bits for up to 16×16.
 *
 * `&`, `|` and `~` work on both. Everything else has a function, since the wide set is a vector of four words.
 */
#ifndef SUDOKULENS_CELLS_H
#define SUDOKULENS_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#ifndef CELL_WORDS
#define CELL_WORDS 2
#endif

/* The bits of a word. Not every processor that we build for counts them itself, and the compiler's own way is a call. */
static inline int word_count(uint64_t word) {
#ifdef __POPCNT__
    return __builtin_popcountll(word);
#else
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
#endif
}

#if CELL_WORDS == 2

#define MAX_DIGITS 11
#define MAX_CELLS 128

typedef unsigned __int128 Cells;

#define NO_CELLS ((Cells)0)

static inline Cells bit(int cell) { return (Cells)1 << cell; }
static inline bool has(Cells set, int cell) { return (bool)(set >> cell & 1); }
static inline bool some(Cells set) { return set != 0; }
static inline bool same(Cells a, Cells b) { return a == b; }

static inline int count(Cells set) {
    return word_count((uint64_t)set) + word_count((uint64_t)(set >> 64));
}

static inline int first_cell(Cells set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

/* The set without its first cell. */
static inline Cells without_first(Cells set) { return set & (set - 1); }

/* All cells above this one. */
static inline Cells after(int cell) { return ~(bit(cell) | (bit(cell) - 1)); }

#else

#define MAX_DIGITS 16
#define MAX_CELLS 256

typedef uint64_t Cells __attribute__((vector_size(8 * CELL_WORDS)));

#define NO_CELLS ((Cells){0})

static inline Cells bit(int cell) {
    Cells set = NO_CELLS;
    set[cell >> 6] = (uint64_t)1 << (cell & 63);
    return set;
}

static inline bool has(Cells set, int cell) { return set[cell >> 6] >> (cell & 63) & 1; }
static inline bool some(Cells set) { return (set[0] | set[1] | set[2] | set[3]) != 0; }
static inline bool same(Cells a, Cells b) { return !some(a ^ b); }

static inline int count(Cells set) {
    int total = 0;
    for (int word = 0; word < CELL_WORDS; word++) total += word_count(set[word]);
    return total;
}

static inline int first_cell(Cells set) {
    int word = 0;
    while (!set[word]) word++;
    return 64 * word + __builtin_ctzll(set[word]);
}

static inline Cells without_first(Cells set) {
    int word = 0;
    while (word < CELL_WORDS - 1 && !set[word]) word++;
    set[word] &= set[word] - 1;
    return set;
}

static inline Cells after(int cell) {
    Cells set;
    for (int word = 0; word < CELL_WORDS; word++) {
        int shift = cell + 1 - 64 * word;
        set[word] = shift <= 0 ? ~(uint64_t)0 : shift >= 64 ? 0 : ~(uint64_t)0 << shift;
    }
    return set;
}

#endif

static inline bool none(Cells set) { return !some(set); }

/* Whether all cells of the one set are in the other. */
static inline bool within(Cells inner, Cells outer) { return none(inner & ~outer); }

/* The set's first cell, taken out of it. */
static inline int take_first(Cells *set) {
    int cell = first_cell(*set);
    *set = without_first(*set);
    return cell;
}

#define FOR_EACH_CELL(cell, set)                                                                                       \
    for (Cells rest_##cell = (set); some(rest_##cell); rest_##cell = without_first(rest_##cell))                        \
        for (int cell = first_cell(rest_##cell), once_##cell = 1; once_##cell; once_##cell = 0)

#endif
