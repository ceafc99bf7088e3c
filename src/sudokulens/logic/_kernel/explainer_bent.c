/* Sukaku Explainer's WXYZ-wings and larger: an almost locked set tied to a cell with two candidates. */
#include "explainer_rules.h"

#include <stdio.h>

enum { MAX_BENT_CELLS = 6 };

typedef struct {
    const Grid *grid;
    Collector *found;
    int wanted; /* cells of the set: one fewer than its digits */
    int cells[MAX_BENT_CELLS], count, partner;
    unsigned digits;
    Cells inside;
    int eliminations;
} Bent;

/* The cells that see every cell of the set with the digit. */
static Cells seen_with(const Bent *bent, int digit)
{
    Cells seen = ~NO_CELLS;
    for (int i = 0; i < bent->count; i++)
        if (can_hold(bent->grid, bent->cells[i], digit))
            seen &= classic.peers[bent->cells[i]];
    return seen;
}

static int restricted(const Bent *bent, int digit) { return has(seen_with(bent, digit), bent->partner); }

static void remove_digit(Bent *bent, Hint *hint, int digit, Cells victims)
{
    victims &= ~bent->inside;
    while (some(victims)) {
        int cell = take_first(&victims);
        if (cell == bent->partner || !can_hold(bent->grid, cell, digit))
            continue;
        set_add(&hint->removed, cell * 9 + digit);
        bent->eliminations++;
    }
}

static double bent_rating(int size, int widest)
{
    if (size > 5)
        return size == 6 ? 6.6 : 7.5;
    int off = widest > 3 ? widest - 3 : 3 - widest;
    return (size == 4 ? 5.5 : 6.2) + (size - 3 - off) * 0.1;
}

/* Sorts "2…" before "1…" and, as text, larger numbers of candidates before smaller ones. */
static int text_order(int links, int widest, int candidates)
{
    char text[40] = {0};
    int order = 0;
    snprintf(text, sizeof text, "%d%d%d", links, widest, candidates);
    for (int i = 0; i < 4; i++)
        order = order * 128 + text[i];
    return -order;
}

static void describe(const Bent *bent, Hint *hint, int doubly)
{
    int widest = 0, candidates = 0;
    for (int i = 0; i < bent->count; i++) {
        int size = bits(bent->grid->state.marks[bent->cells[i]]);
        widest = size > widest ? size : widest;
        candidates += size;
        hint->cells[hint->cell_count++] = (uint8_t)bent->cells[i];
    }
    hint->cells[hint->cell_count++] = (uint8_t)bent->partner;
    hint->rating = bent_rating(bent->wanted + 1, widest);
    hint->digits = (uint16_t)bent->digits;
    hint->complexity = -bent->eliminations;
    hint->sort_key = text_order(doubly ? 2 : 1, widest, candidates);
}

/* If one digit of the partner is restricted, the other can be removed; if both are, so can every digit of the set. */
static void tie(Bent *bent)
{
    unsigned pair = bent->grid->state.marks[bent->partner];
    int low = first(pair), high = first(pair & (pair - 1));
    int low_tied = restricted(bent, low), high_tied = restricted(bent, high);
    if (!low_tied && !high_tied)
        return;
    Hint hint = hint_new(T_WXYZ_WING, 0.0);
    bent->eliminations = 0;
    if (low_tied && high_tied)
        for (unsigned rest = bent->digits & ~pair; rest; rest &= rest - 1)
            remove_digit(bent, &hint, first(rest), seen_with(bent, first(rest)));
    int weak = bent->eliminations;
    if (high_tied)
        remove_digit(bent, &hint, low, seen_with(bent, low) & classic.peers[bent->partner]);
    int strong_low = bent->eliminations - weak;
    if (low_tied)
        remove_digit(bent, &hint, high, seen_with(bent, high) & classic.peers[bent->partner]);
    int strong_high = bent->eliminations - weak - strong_low;
    if (!bent->eliminations)
        return;
    describe(bent, &hint, low_tied && high_tied && (weak || (strong_low && strong_high)));
    offer(bent->found, &hint);
}

static void try_partners(Bent *bent)
{
    Cells partners = NO_CELLS;
    for (int i = 0; i < bent->count; i++)
        partners |= classic.peers[bent->cells[i]];
    for (partners &= ~bent->inside; some(partners);) {
        unsigned pair = bent->grid->state.marks[bent->partner = take_first(&partners)];
        if (bits(pair) == 2 && !(pair & ~bent->digits))
            tie(bent);
    }
}

/* Adds cells of the area, in order, until the set is complete. */
static void grow_set(Bent *bent, Cells area)
{
    if (bent->count == bent->wanted) {
        if (bits(bent->digits) == bent->wanted + 1)
            try_partners(bent);
        return;
    }
    unsigned digits = bent->digits;
    Cells inside = bent->inside;
    while (some(area) && !watch_stop(bent->found->watch)) {
        int cell = take_first(&area);
        unsigned all = digits | bent->grid->state.marks[cell];
        if (bits(bent->grid->state.marks[cell]) < 2 || bits(all) > bent->wanted + 1)
            continue;
        bent->cells[bent->count++] = cell;
        bent->digits = all;
        bent->inside = inside;
        bent->inside |= bit(cell);
        grow_set(bent, area & classic.peers[cell]);
        bent->count--;
    }
    bent->digits = digits;
    bent->inside = inside;
}

void rule_bent_sets(const Grid *grid, Collector *found, int digits)
{
    Bent bent = {.grid = grid, .found = found, .wanted = digits - 1};
    grow_set(&bent, classic.all_cells);
}
