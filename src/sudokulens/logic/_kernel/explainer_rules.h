/* The rules of the rating ladder that need no chains. Each looks in the order of Sudoku Explainer. */
#ifndef SUDOKULENS_EXPLAINER_RULES_H
#define SUDOKULENS_EXPLAINER_RULES_H

#include "explainer_hint.h"

void find_hidden_singles(const Grid *grid, Collector *found, int unused);
void find_naked_singles(const Grid *grid, Collector *found, int unused);
void find_locking(const Grid *grid, Collector *found, int direct);
void find_hidden_sets(const Grid *grid, Collector *found, int degree);
void find_direct_hidden_sets(const Grid *grid, Collector *found, int degree);
void find_naked_sets(const Grid *grid, Collector *found, int degree);
void find_fish(const Grid *grid, Collector *found, int degree);
void find_wings(const Grid *grid, Collector *found, int pivot_digits);
void find_unique_loops(const Grid *grid, Collector *found, int unused);
void find_bugs(const Grid *grid, Collector *found, int unused);
void find_strong_links(const Grid *grid, Collector *found, int links);
void find_bent_sets(const Grid *grid, Collector *found, int digits);
void find_exclusions(const Grid *grid, Collector *found, int degree);

#endif
