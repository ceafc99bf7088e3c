/* The rules of the rating ladder that need no chains. Each looks in the order of Sudoku Explainer. */
#ifndef SUDOKULENS_EXPLAINER_RULES_H
#define SUDOKULENS_EXPLAINER_RULES_H

#include "explainer_hint.h"

void rule_hidden_singles(const Grid *grid, Collector *found, int unused);
void rule_naked_singles(const Grid *grid, Collector *found, int unused);
void rule_locking(const Grid *grid, Collector *found, int direct);
void rule_hidden_sets(const Grid *grid, Collector *found, int degree);
void rule_direct_hidden_sets(const Grid *grid, Collector *found, int degree);
void rule_naked_sets(const Grid *grid, Collector *found, int degree);
void rule_fish(const Grid *grid, Collector *found, int degree);
void rule_wings(const Grid *grid, Collector *found, int pivot_digits);
void rule_unique_loops(const Grid *grid, Collector *found, int unused);
void rule_bugs(const Grid *grid, Collector *found, int unused);
void rule_strong_links(const Grid *grid, Collector *found, int links);
void rule_bent_sets(const Grid *grid, Collector *found, int digits);
void rule_exclusions(const Grid *grid, Collector *found, int degree);

#endif
