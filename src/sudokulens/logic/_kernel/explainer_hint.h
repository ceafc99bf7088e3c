/* What a search finds: hints, gathered one, the best, or all; and a watch that ends long searches. */
#ifndef SUDOKULENS_EXPLAINER_HINT_H
#define SUDOKULENS_EXPLAINER_HINT_H

#include "explainer_grid.h"

enum Technique {
    LAST_VALUE, HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE, DIRECT_POINTING, DIRECT_CLAIMING, DIRECT_HIDDEN_PAIR,
    NAKED_SINGLE, DIRECT_HIDDEN_TRIPLET, POINTING, CLAIMING, NAKED_PAIR, X_WING, HIDDEN_PAIR, NAKED_TRIPLET,
    SWORDFISH, HIDDEN_TRIPLET, XY_WING, XYZ_WING, UNIQUE_1, UNIQUE_2, UNIQUE_3, UNIQUE_4, NAKED_QUAD, JELLYFISH,
    HIDDEN_QUAD, BUG_1, BUG_2, BUG_3, BUG_4, ALIGNED_PAIR, X_CYCLE, Y_CYCLE, XY_CYCLE, X_CHAIN, XY_CHAIN,
    ALIGNED_TRIPLET, NISHIO, CELL_FORCING, REGION_FORCING, CONTRADICTION, DOUBLE_FORCING, STRONG_LINKS, BENT_SET, TECHNIQUES
};

enum { HINT_CELLS = 24, HINT_UNITS = 8 };

typedef struct {
    enum Technique technique;
    int level;      /* of a forcing chain: 0 plain, 1 with simple rules inside, 2 and more with chains inside */
    int dynamic;
    double rating;
    int complexity; /* number of nodes of its chains */
    int sort_key;   /* breaks ties of rating and complexity */
    int sequence;   /* and the order in which hints were found breaks the rest */
    int placed;     /* a candidate, or -1 */
    CandidateSet removed;
    CandidateSet parents; /* inside a chain: candidates that had to go before this hint could be seen */
    uint64_t identity;    /* equal for equal chains */
    int cell_count, unit_count;
    uint8_t cells[HINT_CELLS];
    uint8_t units[HINT_UNITS];
    uint16_t digits, extra_digits;
    int chain_start, chain_length; /* where the collector's log tells its chains */
} Hint;

typedef struct {
    double deadline; /* on the clock of watch_clock; 0 for none */
    double next_poll;
    int (*poll)(void *context); /* true to stop; NULL for none */
    void *context;
    unsigned ticks;
    int stopped;    /* 1 time is over, 2 interrupted, 3 no memory */
} Watch;

typedef struct {
    Watch *watch;
    const Grid *source; /* inside a chain: the grid before the chain began */
    int revised;        /* rules as Sukaku Explainer has them where it differs from 1.2.1 */
    int all;            /* keep every hint, not only the first or best */
    uint64_t unwanted;  /* techniques not to keep, one bit each */
    int hasty;          /* of chains inside chains, take the easiest from the first cell that gives any */
    int explain;        /* write the chains down */
    Hint *items;
    int count, capacity, sequence;
    int16_t *log;
    int log_count, log_capacity;
    const uint8_t *selected; /* keep only the hints found in these places of the sequence; NULL for no such limit */
    int selected_count;
} Collector;

double watch_clock(void);
int watch_check(Watch *watch);
static inline int watch_stop(Watch *watch)
{
    if (watch->stopped)
        return 1;
    return ++watch->ticks & 31 ? 0 : watch_check(watch);
}

void collector_clear(Collector *collector);
void collector_free(Collector *collector);
Hint hint_new(enum Technique technique, double rating);
/* Keeps the hint; true when the search may stop because one is enough. */
int collect(Collector *collector, const Hint *hint);
/* Keeps the hint if all are wanted or if it is easier than the one kept so far. */
void offer(Collector *collector, const Hint *hint);
/* Whether the chains of the next hint should be written down. */
int wants_chain(const Collector *collector);
/* True when nothing of that rating and complexity can be kept. */
int hopeless(const Collector *collector, double rating, int complexity);
/* Brings the easiest hints first and drops those that remove the same candidates as an easier one. */
void sort_and_thin(Collector *collector);
/* Room for more numbers at the end of the log, or NULL when memory ran out. */
int16_t *log_reserve(Collector *collector, int more);
void *grow(Watch *watch, void *items, int *capacity, int needed, size_t size);

#endif
