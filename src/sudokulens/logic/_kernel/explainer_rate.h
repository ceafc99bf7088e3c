/* The rating procedure of Sudoku Explainer: the first rule that applies, easiest rules first, until solved.

Two scales: version 1.2.1, and Sukaku Explainer, which adds rules and corrects a few. */
#ifndef SUDOKULENS_EXPLAINER_RATE_H
#define SUDOKULENS_EXPLAINER_RATE_H

#include "explainer_chain.h"

/* The rules by name; Python reads them from the module. CONTRADICTION, contradictions by plain chains, is no part of a
ladder, where forcing chains say the same; those after it are on Sukaku Explainer's only. */
#define RULES(X)                                                                                                       \
    X(HIDDEN_SINGLE) X(DIRECT_LOCKING) X(DIRECT_HIDDEN_PAIR) X(NAKED_SINGLE) X(DIRECT_HIDDEN_TRIPLE) X(LOCKING)        \
    X(NAKED_PAIR) X(X_WING) X(HIDDEN_PAIR) X(NAKED_TRIPLE) X(SWORDFISH) X(HIDDEN_TRIPLE) X(XY_WING) X(XYZ_WING)        \
    X(UNIQUE_LOOP) X(NAKED_QUAD) X(JELLYFISH) X(HIDDEN_QUAD) X(BUG) X(ALIGNED_PAIR) X(CYCLE) X(ALIGNED_TRIPLE)         \
    X(NISHIO) X(FORCING) X(DYNAMIC_FORCING) X(DYNAMIC_FORCING_PLUS) X(NESTED_CYCLES) X(NESTED_FORCING)                 \
    X(NESTED_DYNAMIC) X(NESTED_NESTED) X(CONTRADICTION) X(TWO_STRONG_LINKS) X(THREE_STRONG_LINKS)                      \
    X(FOUR_STRONG_LINKS) X(BENT_FOUR) X(BENT_FIVE) X(BENT_SIX) X(BENT_SEVEN)

#define RULE_NUMBER(name) RULE_##name,
enum Rule { RULES(RULE_NUMBER) RULE_COUNT };
enum Scale { SE_121, SUKAKU };
enum Outcome { SOLVED, STUCK, UNFINISHED };

/* The rules in their order, with the searches that they keep between uses. */
typedef struct {
    Watch *watch;
    enum Scale scale;
    Collector found;
    Chaining *chaining[RULE_COUNT];
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
/* Whether the rule's hints are chains, to be written down. */
int tells_chains(int producer);
void apply_hint(Grid *grid, const Hint *hint);
typedef void Teller(void *context, const Grid *grid, const Collector *found, const Hint *hint);
/* Rates the grid and calls `tell` for every step before it is applied: at most one more than there are candidates. */
Rated rate(Ladder *ladder, Grid grid, Teller *tell, void *context);

#endif
