#include "explainer_hint.h"

#include <stdlib.h>

#include "../../solving/_kernel/clock.h"

static const double POLL_SECONDS = 0.03;

double watch_clock(void)
{
    return monotonic_seconds();
}

int watch_check(Watch *watch)
{
    double now = watch_clock();
    if (watch->deadline && now >= watch->deadline)
        watch->stopped = 1;
    else if (watch->poll && now >= watch->next_poll) {
        watch->next_poll = now + POLL_SECONDS;
        if (watch->poll(watch->context))
            watch->stopped = 2;
    }
    return watch->stopped;
}

void *grow(Watch *watch, void *items, int *capacity, int needed, size_t size)
{
    if (needed <= *capacity)
        return items;
    int larger = *capacity ? *capacity * 2 : 64;
    if (larger < needed)
        larger = needed;
    void *moved = realloc(items, (size_t)larger * size);
    if (!moved) {
        watch->stopped = 3;
        return items;
    }
    *capacity = larger;
    return moved;
}

void collector_clear(Collector *collector)
{
    collector->count = 0;
    collector->sequence = 0;
    collector->log_count = 0;
}

void collector_free(Collector *collector)
{
    free(collector->items);
    free(collector->log);
    collector->items = NULL;
    collector->log = NULL;
    collector->count = collector->capacity = collector->log_count = collector->log_capacity = 0;
}

Hint hint_new(Technique technique, double rating)
{
    Hint hint;
    memset(&hint, 0, sizeof hint);
    hint.technique = technique;
    hint.rating = rating;
    hint.placed = -1;
    return hint;
}

static void append(Collector *collector, const Hint *hint)
{
    collector->items = grow(collector->watch, collector->items, &collector->capacity, collector->count + 1, sizeof *hint);
    if (collector->watch->stopped == 3)
        return;
    collector->items[collector->count] = *hint;
    collector->items[collector->count++].sequence = collector->sequence++;
}

static int is_unwanted(const Collector *collector, const Hint *hint)
{
    return collector->wanted && !wants(collector->wanted, hint->technique);
}

int collect(Collector *collector, const Hint *hint)
{
    if (is_unwanted(collector, hint))
        return 0;
    append(collector, hint);
    return !collector->all || collector->watch->stopped;
}

static int compare(const void *left, const void *right)
{
    const Hint *a = left, *b = right;
    if (a->rating != b->rating)
        return a->rating < b->rating ? -1 : 1;
    if (a->complexity != b->complexity)
        return a->complexity - b->complexity;
    if (a->sort_key != b->sort_key)
        return a->sort_key - b->sort_key;
    return a->sequence - b->sequence;
}

int hopeless(const Collector *collector, double rating, int complexity)
{
    if (collector->all || !collector->count)
        return 0;
    const Hint *best = collector->items;
    return rating > best->rating || (rating == best->rating && complexity > best->complexity);
}

static int is_selected(const Collector *collector)
{
    int place = collector->sequence;
    return !collector->selected || (place < collector->selected_count && collector->selected[place]);
}

int wants_chain(const Collector *collector) { return collector->explain && is_selected(collector); }

void offer(Collector *collector, const Hint *hint)
{
    if (!is_selected(collector) || is_unwanted(collector, hint)) {
        collector->sequence++;
        return;
    }
    if (collector->all || !collector->count) {
        append(collector, hint);
        return;
    }
    Hint next = *hint;
    next.sequence = collector->sequence++;
    if (compare(&next, collector->items) < 0)
        collector->items[0] = next;
}

static uint64_t hash_of(const CandidateSet *set)
{
    uint64_t hash = 1469598103934665603ULL;
    for (int i = 0; i < 12; i++)
        hash = (hash ^ set->word[i]) * 1099511628211ULL ^ hash >> 29;
    return hash;
}

/* The slot of a set in an open hash table of indices into the hints, -1 where empty. */
static int slot_of(const Collector *collector, const int *table, int mask, const CandidateSet *set)
{
    int slot = (int)(hash_of(set) & (uint64_t)mask);
    while (table[slot] >= 0 && memcmp(&collector->items[table[slot]].removed, set, sizeof *set))
        slot = (slot + 1) & mask;
    return slot;
}

void sort_and_thin(Collector *collector)
{
    if (collector->count < 2)
        return;
    qsort(collector->items, (size_t)collector->count, sizeof(Hint), compare);
    int size = 64;
    while (size < collector->count * 2)
        size *= 2;
    int *table = malloc((size_t)size * sizeof *table);
    if (!table) {
        collector->watch->stopped = 3;
        return;
    }
    memset(table, 0xFF, (size_t)size * sizeof *table);
    int kept = 0;
    for (int i = 0; i < collector->count; i++) {
        int slot = slot_of(collector, table, size - 1, &collector->items[i].removed);
        if (table[slot] >= 0)
            continue;
        collector->items[kept] = collector->items[i];
        table[slot] = kept++;
    }
    collector->count = kept;
    free(table);
}

int16_t *log_reserve(Collector *collector, int more)
{
    collector->log =
        grow(collector->watch, collector->log, &collector->log_capacity, collector->log_count + more, sizeof(int16_t));
    return collector->watch->stopped == 3 ? NULL : collector->log + collector->log_count;
}
