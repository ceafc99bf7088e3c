/* ALS-XZ, ALS-XY-wings, ALS chains and death blossoms. */
#include "als.h"
#include <stdlib.h>

typedef struct {
    const State *state;
    LockedSet *sets;
    int count, most, fewest, unit;
} Collection;

static void add_set(Collection *collection, Cells cells, Digits digits) {
    for (int i = 0; i < collection->count; i++)
        if (same(collection->sets[i].cells, cells)) return;
    if (collection->count == collection->most) return;
    LockedSet *set = &collection->sets[collection->count++];
    memset(set, 0, sizeof *set);
    set->cells = cells;
    set->digits = digits;
    FOR_EACH_DIGIT(digit, digits) {
        set->with[digit] = cells & collection->state->places[digit];
        set->buddies[digit] = common_peers(collection->state, set->with[digit]) & collection->state->places[digit] & ~cells;
        set->all_buddies |= set->buddies[digit];
    }
}

/* Whether the cells lie in an earlier unit too, where they have already been found. */
static bool met_before(const State *state, Cells cells, int unit) {
    FOR_EACH_UNIT_OF(other, state, first_cell(cells)) {
        if (other < unit && within(cells, unit_cells(state, other))) return true;
    }
    return false;
}

static void grow(Collection *collection, int from, Cells cells, Digits digits) {
    const Shape *shape = collection->state->shape;
    for (int i = from; i < shape->size; i++) {
        int cell = shape->unit_list[collection->unit][i];
        if (!has(collection->state->empty, cell)) continue;
        Cells more = cells | bit(cell);
        Digits joint = digits | collection->state->marks[cell];
        int size = count(more);
        if (digit_count(joint) == size + 1 && size >= collection->fewest && !met_before(collection->state, more, collection->unit))
            add_set(collection, more, joint);
        if (size < 8) grow(collection, i + 1, more, joint);
    }
}

int collect_locked_sets(const State *state, LockedSet *sets, int most, int fewest) {
    Collection collection = {.state = state, .sets = sets, .most = most, .fewest = fewest};
    for (collection.unit = 0; collection.unit < unit_count(state); collection.unit++) grow(&collection, 0, NO_CELLS, 0);
    return collection.count;
}

Digits restricted_commons(const LockedSet *a, const LockedSet *b) {
    Digits found = 0;
    FOR_EACH_DIGIT(digit, a->digits & b->digits) {
        Cells both = a->with[digit] | b->with[digit];
        /* Every cell of one set sees all of the other; a shared cell does not see itself. */
        if (none(a->with[digit] & ~b->buddies[digit]) && none(b->with[digit] & ~a->buddies[digit]) && some(both))
            found |= digit_bit(digit);
    }
    return found;
}

typedef struct {
    int16_t to;
    Digits digits;
} Edge;

typedef struct {
    const State *state;
    const Options *options;
    Sink *sink;
    LockedSet *sets;
    int count;
    Edge *edges;
    int *first_edge; /* count + 1 of them */
} Web;

static bool add_edges(Web *web, int capacity) {
    int used = 0;
    for (int i = 0; i < web->count; i++) {
        web->first_edge[i] = used;
        for (int j = 0; j < web->count; j++) {
            const LockedSet *a = &web->sets[i], *b = &web->sets[j];
            if (i == j || !(a->digits & b->digits) || none(a->cells & b->all_buddies)) continue;
            if (some(a->cells & b->cells) && !web->options->overlapping_sets) continue;
            Digits common = restricted_commons(a, b);
            if (!common) continue;
            if (used == capacity) return false;
            web->edges[used++] = (Edge){(int16_t)j, common};
        }
    }
    web->first_edge[web->count] = used;
    return true;
}

static bool web_open(Web *web) {
    web->sets = malloc(MAX_SETS * sizeof *web->sets);
    if (!web->sets) return false;
    web->count = collect_locked_sets(web->state, web->sets, MAX_SETS, 1);
    web->first_edge = malloc(((size_t)web->count + 1) * sizeof *web->first_edge);
    for (int capacity = 1 << 14; web->first_edge; capacity *= 2) {
        free(web->edges);
        web->edges = malloc((size_t)capacity * sizeof *web->edges);
        if (!web->edges) return false;
        if (add_edges(web, capacity)) return true;
    }
    return false;
}

static void web_close(Web *web) {
    free(web->sets);
    free(web->edges);
    free(web->first_edge);
}

void report_set(Sink *sink, const LockedSet *set, int index) {
    static const Role roles[EACH_DIGIT] = {R_CELL_ALS_A, R_CELL_ALS_B, R_CELL_ALS_C, R_CELL_ALS_D, R_CELL_ALS_E,
                                   R_CELL_ALS_F, R_CELL_ALS_G, R_CELL_ALS_H, R_CELL_ALS_I, R_CELL_ALS_J};
    step_cells(sink, roles[index < 10 ? index : 9], set->cells);
}

static bool report_removed(Sink *sink, Technique technique, const Cells removed[EACH_DIGIT]) {
    Cells any = NO_CELLS;
    for (int digit = 1; digit <= MAX_DIGITS; digit++) any |= removed[digit];
    if (none(any) || sink->done) return false;
    step_begin(sink, technique);
    for (int digit = 1; digit <= MAX_DIGITS; digit++) step_candidates(sink, R_REMOVE, removed[digit], digit);
    return true;
}

static void common_removals(const LockedSet *a, const LockedSet *b, Digits excluded, Cells removed[EACH_DIGIT]) {
    FOR_EACH_DIGIT(digit, a->digits & b->digits & ~excluded) removed[digit] |= a->buddies[digit] & b->buddies[digit];
}

static void report_restricted(Sink *sink, const LockedSet *a, const LockedSet *b, Digits digits) {
    FOR_EACH_DIGIT(digit, digits) {
        step_item(sink, R_DIGIT, digit);
        step_candidates(sink, R_RESTRICTED, a->with[digit] | b->with[digit], digit);
    }
}

/* With two restricted commons the sets are locked together: each keeps its other digits to itself. */
static void double_removals(const LockedSet *a, const LockedSet *b, Digits common, Cells removed[EACH_DIGIT]) {
    FOR_EACH_DIGIT(digit, a->digits & ~common) removed[digit] |= a->buddies[digit] & ~b->cells;
}

static void xz(const Web *web, int i, const Edge *edge) {
    const LockedSet *a = &web->sets[i], *b = &web->sets[edge->to];
    Cells removed[EACH_DIGIT] = {0};
    FOR_EACH_DIGIT(digit, edge->digits) common_removals(a, b, digit_bit(digit), removed);
    if (digit_count(edge->digits) > 1) {
        double_removals(a, b, edge->digits, removed);
        double_removals(b, a, edge->digits, removed);
    }
    if (!report_removed(web->sink, T_ALS_XZ, removed)) return;
    report_restricted(web->sink, a, b, edge->digits);
    report_set(web->sink, a, 0);
    report_set(web->sink, b, 1);
    step_end(web->sink);
}

static void find_xz(const Web *web) {
    for (int i = 0; i < web->count; i++)
        for (int e = web->first_edge[i]; e < web->first_edge[i + 1] && !web->sink->done; e++)
            if (web->edges[e].to > i && none(web->sets[i].cells & web->sets[web->edges[e].to].cells))
                xz(web, i, &web->edges[e]);
}

static void xy_wing(const Web *web, int pivot, const Edge *to_a, const Edge *to_b) {
    const LockedSet *a = &web->sets[to_a->to], *b = &web->sets[to_b->to];
    if (digit_count(to_a->digits | to_b->digits) < 2) return;
    if (some(a->cells & b->cells) && !web->options->overlapping_sets) return;
    if (none(a->cells & ~b->cells) || none(b->cells & ~a->cells)) return;
    Cells removed[EACH_DIGIT] = {0};
    common_removals(a, b, to_a->digits | to_b->digits, removed);
    if (!report_removed(web->sink, T_ALS_XY_WING, removed)) return;
    report_restricted(web->sink, &web->sets[pivot], a, to_a->digits);
    report_restricted(web->sink, &web->sets[pivot], b, to_b->digits);
    report_set(web->sink, a, 0);
    report_set(web->sink, b, 1);
    report_set(web->sink, &web->sets[pivot], 2);
    step_end(web->sink);
}

static void find_xy_wings(const Web *web) {
    for (int pivot = 0; pivot < web->count; pivot++)
        for (int e = web->first_edge[pivot]; e < web->first_edge[pivot + 1]; e++)
            for (int f = e + 1; f < web->first_edge[pivot + 1] && !web->sink->done; f++)
                xy_wing(web, pivot, &web->edges[e], &web->edges[f]);
}

#define MAX_CHAIN_SETS 10

/* A walk over (set, digit it was entered by), breadth first from one set. */
typedef struct {
    int16_t parent_set[MAX_SETS][EACH_DIGIT]; /* -1 not reached, -2 the start */
    uint8_t parent_digit[MAX_SETS][EACH_DIGIT], depth[MAX_SETS][EACH_DIGIT];
    struct {
        int16_t set;
        uint8_t digit;
    } queue[MAX_SETS * MAX_DIGITS];
    int head, tail;
} SetWalk;

static void report_chain(const Web *web, const SetWalk *walk, int set, int digit, const Cells removed[EACH_DIGIT]) {
    int sets[MAX_CHAIN_SETS + 1], digits[MAX_CHAIN_SETS + 1], length = 0;
    for (int s = set, d = digit; length <= MAX_CHAIN_SETS;) {
        sets[length] = s;
        digits[length++] = d;
        int parent = walk->parent_set[s][d], parent_digit = walk->parent_digit[s][d];
        if (parent < 0) break;
        s = parent;
        d = parent_digit;
    }
    if (!report_removed(web->sink, T_ALS_CHAIN, removed)) return;
    for (int i = length - 1; i >= 0; i--) report_set(web->sink, &web->sets[sets[i]], length - 1 - i);
    for (int i = length - 2; i >= 0; i--)
        report_restricted(web->sink, &web->sets[sets[i]], &web->sets[sets[i + 1]], digit_bit(digits[i]));
    step_end(web->sink);
}

static bool on_path(const SetWalk *walk, int set, int digit, int wanted) {
    while (set >= 0) {
        if (set == wanted) return true;
        int parent = walk->parent_set[set][digit];
        digit = walk->parent_digit[set][digit];
        set = parent;
    }
    return false;
}

static void extend_walk(const Web *web, SetWalk *walk, int set, int digit, int longest) {
    if (walk->depth[set][digit] >= longest) return;
    for (int e = web->first_edge[set]; e < web->first_edge[set + 1]; e++) {
        int to = web->edges[e].to;
        FOR_EACH_DIGIT(common, web->edges[e].digits & ~(digit ? digit_bit(digit) : 0)) {
            if (walk->parent_set[to][common] != -1 || on_path(walk, set, digit, to)) continue;
            walk->parent_set[to][common] = (int16_t)set;
            walk->parent_digit[to][common] = (uint8_t)digit;
            walk->depth[to][common] = (uint8_t)(walk->depth[set][digit] + 1);
            walk->queue[walk->tail].set = (int16_t)to;
            walk->queue[walk->tail++].digit = (uint8_t)common;
        }
    }
}

/* Chains that leave `start` by the digit `leaving`; what they remove are its other digits. */
static void chains_from(const Web *web, SetWalk *walk, int start, int leaving, int longest) {
    const LockedSet *first = &web->sets[start];
    memset(walk->parent_set, -1, (size_t)web->count * sizeof walk->parent_set[0]);
    walk->head = walk->tail = 0;
    for (int digit = 0; digit <= MAX_DIGITS; digit++) walk->parent_set[start][digit] = -2;
    walk->depth[start][0] = 0;
    for (int e = web->first_edge[start]; e < web->first_edge[start + 1]; e++)
        if (has_digit(web->edges[e].digits, leaving)) {
            int to = web->edges[e].to;
            walk->parent_set[to][leaving] = (int16_t)start;
            walk->parent_digit[to][leaving] = 0;
            walk->depth[to][leaving] = 1;
            walk->queue[walk->tail].set = (int16_t)to;
            walk->queue[walk->tail++].digit = (uint8_t)leaving;
        }
    while (walk->head < walk->tail && !web->sink->done) {
        int set = walk->queue[walk->head].set, digit = walk->queue[walk->head++].digit;
        if (walk->depth[set][digit] >= 3 && set > start) {
            Cells removed[EACH_DIGIT] = {0};
            common_removals(first, &web->sets[set], digit_bit(leaving) | digit_bit(digit), removed);
            report_chain(web, walk, set, digit, removed);
        }
        extend_walk(web, walk, set, digit, longest);
    }
}

static void find_chains(const Web *web) {
    SetWalk *walk = malloc(sizeof *walk);
    if (!walk) {
        web->sink->failed = web->sink->done = true;
        return;
    }
    for (int start = 0; start < web->count; start++) {
        FOR_EACH_DIGIT(leaving, web->sets[start].digits) {
            if (!web->sink->done) chains_from(web, walk, start, leaving, 6);
        }
    }
    free(walk);
}

void find_almost_locked_sets(const State *state, const Options *options, Sink *sink) {
    Web web = {.state = state, .options = options, .sink = sink};
    if (!web_open(&web)) {
        sink->failed = sink->done = true;
        web_close(&web);
        return;
    }
    if (wants(sink, T_ALS_XZ)) find_xz(&web);
    if (wants(sink, T_ALS_XY_WING) && !sink->done) find_xy_wings(&web);
    if (wants(sink, T_ALS_CHAIN) && !sink->done) find_chains(&web);
    web_close(&web);
}
