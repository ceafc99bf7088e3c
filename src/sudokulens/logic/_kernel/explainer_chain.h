/* Chains of implications. A statement is candidate * 2, plus 1 for "on" (the digit is there) or 0 for "off". */
#ifndef SUDOKULENS_EXPLAINER_CHAIN_H
#define SUDOKULENS_EXPLAINER_CHAIN_H

#include "explainer_hint.h"

enum { STATEMENTS = CANDIDATES * 2 };
enum Cause { ASSUMED, BY_CELL, BY_BOX, BY_ROW, BY_COLUMN, BY_LOCKING, BY_HIDDEN_PAIR, BY_NAKED_PAIR, BY_X_WING, BY_CHAIN };

typedef struct {
    int16_t statement;
    uint8_t cause;
    int16_t parent_count;
    int parents; /* where they begin in the run's list */
    int nested;  /* which of the run's inner chains explains it, or -1 */
} Node;

typedef struct {
    int complexity;
    uint64_t identity;
} Inner;

/* Everything that follows from one assumption, in the order found, with the parents of each statement. */
typedef struct {
    Node *nodes;
    int count, capacity;
    int16_t *parents;
    int parent_count, parent_capacity;
    Inner *inner;
    int inner_count, inner_capacity;
    int16_t *ancestors; /* how many statements lead to a node, itself included; 0 where not counted yet */
    int ancestor_capacity;
    int16_t node_of[STATEMENTS]; /* -1 for what does not follow */
    int end;                /* nodes from here on only tell a contradiction */
    int clash_on, clash_off; /* the two nodes that contradict each other, or -1 */
    int ready;
} Run;

typedef struct {
    int multiple; /* compare all digits of a cell, all places in a unit, both states of a candidate */
    int dynamic;  /* use what the chain has ruled out */
    int nishio;   /* follow one digit only */
    int level;    /* 1: simple rules inside chains; 2 and more: chains inside chains */
    int absurd;   /* look for contradictions although not dynamic */
} Style;

/* One search for forcing chains; inner searches have their own. */
typedef struct Chaining {
    Style style;
    Watch *watch;
    Collector inner; /* hints of inner rules */
    struct Chaining *chains[2]; /* inner searches for chains, made when first needed */
    Run *on[CANDIDATES];
    Run off;
    uint32_t stamps[STATEMENTS], stamp;
    int16_t path[STATEMENTS + 2];
} Chaining;

Chaining *chaining_new(Style style, Watch *watch);
void chaining_free(Chaining *chaining);

/* What follows in the grid from a statement. */
void run_from(Chaining *chaining, const Grid *grid, Run *run, int statement);
void run_free(Run *run);
/* The statements that lead to a node, nearest first, as nodes in chaining->path; returns how many. */
int trace(Chaining *chaining, const Run *run, int node);
int count_ancestors(Chaining *chaining, Run *run, int node);

/* Cycles and forcing chains from a single candidate, without branches. */
void find_cycles(const Grid *grid, Collector *found);
/* Nishio, cell, region, contradiction and double forcing chains, by the style of the search. */
void find_forcing(Chaining *chaining, const Grid *grid, Collector *found);
/* The candidates gone since the source grid whose absence makes an "on" follow by that cause. */
void add_rule_parents(CandidateSet *parents, const Grid *source, const Grid *grid, int candidate, enum Cause cause);
double length_rating(int complexity);

#endif
