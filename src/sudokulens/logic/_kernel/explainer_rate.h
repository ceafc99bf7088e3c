/* The rating procedure of Sudoku Explainer: the first rule that applies, easiest rules first, until solved.

Two scales: version 1.2.1, and Sukaku Explainer, which adds rules and mends a few. */
#ifndef SUDOKULENS_EXPLAINER_RATE_H
#define SUDOKULENS_EXPLAINER_RATE_H

#include "explainer_chain.h"

enum { PRODUCERS = 38 };
enum Scale { SE_121, SUKAKU };
enum Outcome { SOLVED, STUCK, UNFINISHED };

/* The rules in their order, with the searches that they keep between uses. */
typedef struct {
    Watch *watch;
    enum Scale scale;
    Collector found;
    Chaining *chaining[PRODUCERS];
} Ladder;

typedef struct {
    double er, ep, ed;
    enum Outcome outcome;
    int steps;
} Rated;

void ladder_open(Ladder *ladder, Watch *watch, enum Scale scale);
void ladder_close(Ladder *ladder);
/* Runs one rule; its hints are in ladder->found, the easiest first. */
void ladder_run(Ladder *ladder, const Grid *grid, int producer);
/* The same for every hint, each conclusion once, with its chains written down. */
void ladder_run_all(Ladder *ladder, const Grid *grid, int producer);
/* The easiest hint of the first rule that has one; NULL when none has or the watch stopped it. */
const Hint *ladder_next(Ladder *ladder, const Grid *grid, int *producer);
double producer_minimum(int producer);
void apply_hint(Grid *grid, const Hint *hint);
/* Rates the grid and calls `tell`, where given, for every step before it is applied. */
Rated rate(Ladder *ladder, Grid grid, void (*tell)(void *context, const Hint *hint), void *context);

#endif
