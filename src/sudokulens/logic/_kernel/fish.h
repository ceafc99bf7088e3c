/* The search for fish; the caller decides what to do with each. */
#ifndef SUDOKULENS_FISH_H
#define SUDOKULENS_FISH_H

#include "record.h"

typedef enum { BASIC, FRANKEN, MUTANT } Kind;

typedef struct FishSearch FishSearch;

struct FishSearch {
    const State *state;
    const Options *options;
    Sink *sink;
    Kind kind;
    int digit, size, most_fins, most_endofins;
    Cells places;              /* of the digit */
    Cells of_unit[MAX_UNITS]; /* its places in each unit */
    int base_pool[MAX_UNITS], base_pool_size;
    int cover_pool[MAX_UNITS], cover_pool_size;
    int base[MAX_DIGITS], cover[MAX_DIGITS];
    Cells base_once, base_twice;
    int covers[MAX_UNITS], cover_count; /* those of the pool that touch the base */
    Cells reach[MAX_UNITS + 1];         /* what covers i.. can still cover */
    int most_covered[MAX_UNITS + 1];    /* the most cells of the base that one of covers i.. has */
    bool loose_fins;                     /* fins need not see a common candidate */
    void (*found)(const FishSearch *search, Cells cover_once, Cells cover_twice);
    void *context; /* of the caller */
};

/* Calls `found` for every choice of `size` bases and covers of the kind with few enough fins. */
void search_fish(FishSearch *search, int digit);

static inline Cells fish_fins(const FishSearch *search, Cells cover) {
    return (search->base_once & ~cover) | search->base_twice;
}

/* What the fish excludes where it has no fins, or none of them is true. */
static inline Cells fish_prey(const FishSearch *search, Cells cover_once, Cells cover_twice) {
    return (cover_once & ~search->base_once) | (cover_twice & ~search->base_twice);
}

/* Writes base, cover, body and fins of the fish into the current record. */
void report_fish(const FishSearch *search, Cells cover, Cells fins);

#endif
