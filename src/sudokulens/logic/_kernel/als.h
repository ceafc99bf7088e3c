/* Almost locked sets: n cells of a unit with n + 1 digits. */
#ifndef SUDOKULENS_ALS_H
#define SUDOKULENS_ALS_H

#include "record.h"

#define MAX_SETS 4096

typedef struct {
    Cells cells;
    Digits digits;
    Cells with[EACH_DIGIT];    /* its cells that have the digit */
    Cells buddies[EACH_DIGIT]; /* other cells that have the digit and see all of those */
    Cells all_buddies;
} LockedSet;

/* Fills `sets` with every almost locked set of at least `fewest` cells; returns how many. */
int collect_locked_sets(const State *state, LockedSet *sets, int most, int fewest);

/* The digits of which all cells of one set see all of the other, none being shared. */
Digits restricted_commons(const LockedSet *a, const LockedSet *b);

/* Writes the cells of the set that is number `index` of a step, from 0. */
void report_set(Sink *sink, const LockedSet *set, int index);

#endif
