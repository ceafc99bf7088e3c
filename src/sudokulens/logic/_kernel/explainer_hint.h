/* The hints of a search (the first, the best or all of them), and a watch that ends long searches. */
#ifndef SUDOKULENS_EXPLAINER_HINT_H
#define SUDOKULENS_EXPLAINER_HINT_H

#include "explainer_grid.h"
#include "record.h"

enum { HINT_CELLS = 24, HINT_UNITS = 8 };

typedef struct {
    Technique technique; /* its name, unless its chains contain patterns */
    int level;      /* of a forcing chain: 0 plain, 1 with simple rules inside, 2 and more with chains inside */
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
    uint16_t digits;
    int chain_start, chain_length; /* its chains in the collector's log */
} Hint;

typedef struct {
    double deadline; /* on the clock of watch_clock; 0 for none */
    double next_poll;
    int (*poll)(void *context); /* true to stop; NULL for none */
    void *context;
    unsigned ticks;
    int stopped;    /* 1 out of time, 2 interrupted, 3 out of memory */
} Watch;

typedef struct {
    Watch *watch;
    const Grid *source; /* inside a chain: the grid before the chain began */
    int revised;        /* rules as Sukaku Explainer has them where it differs from 1.2.1 */
    int all;            /* keep every hint, not only the first or best */
    const Sink *wanted; /* keep only the techniques that it wants; NULL for all */
    int hasty;          /* of chains inside chains, take the easiest from the first cell that gives any */
    int explain;        /* record the chains */
    Hint *items;
    int count, capacity, sequence;
    int16_t *log;
    int log_count, log_capacity;
    const uint8_t *selected; /* keep only the hints with these sequence numbers; NULL for all */
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
Hint hint_new(Technique technique, double rating);
/* Keeps the hint; true when the search may stop because one is enough. */
int collect(Collector *collector, const Hint *hint);
/* Keeps the hint if all are wanted or if it is easier than the one kept so far. */
void offer(Collector *collector, const Hint *hint);
/* Whether the chains of the next hint should be recorded. */
int wants_chain(const Collector *collector);
/* True when nothing of that rating and complexity can be kept. */
int hopeless(const Collector *collector, double rating, int complexity);
/* Puts the easiest hints first and drops those that remove the same candidates as an easier one. */
void sort_and_thin(Collector *collector);
/* Room for more numbers at the end of the log, or NULL when memory ran out. */
int16_t *log_reserve(Collector *collector, int more);
void *grow(Watch *watch, void *items, int *capacity, int needed, size_t size);

#endif
