/* The links between candidates of a grid, and a walk along them. */
#ifndef SUDOKULENS_EXPLAINER_LINKS_H
#define SUDOKULENS_EXPLAINER_LINKS_H

#include "explainer_chain.h"

typedef struct {
    int16_t statement;
    uint8_t cause;
    int parent;
} Step;

enum { MAX_WEAK_LINKS = 28 };

typedef struct {
    int16_t candidate;
    uint8_t cause;
} Weak;

typedef struct {
    const Grid *grid;
    Collector *found;
    int x, y;
    Weak weak[CANDIDATES][MAX_WEAK_LINKS]; /* what is off when the candidate is on, as far as it leads on */
    uint8_t weak_count[CANDIDATES];
    int16_t strong[CANDIDATES][4]; /* what must be on when the candidate is off, by cell, box, row, column; or -1 */
    Cells digit_cells[DIGITS];
    Cells leading[DIGITS]; /* cells whose candidate leads on, by the links in use */
    unsigned fresh_digits;   /* digits with a strong link that there was not before the outer chain */
    int fresh_cells;         /* whether a cell has become bivalue since */
    Step *steps;
    int count, capacity;
    int source;
    uint32_t seen[STATEMENTS], stamp;
} Walk;

/* Finds the strong links, and which of them are fresh. */
void prepare_strong(Walk *walk);
/* Finds what each candidate turns off, by the kinds of links in use. */
void prepare_weak(Walk *walk);

#endif
