/* Chains whose links are all of one kind: X-chains of one digit, XY-chains and remote pairs through bivalue cells.
 *
 * Each search assumes that its start is false and follows the consequences breadth first, so that every end is reached
 * by a shortest chain; start or end is then true, and what sees both can go.
 */
#include "record.h"

#define MAX_NODES (MAX_CELLS * 16)

typedef struct {
    int16_t parent[MAX_NODES]; /* -1 not reached, else the node before; a start is its own parent */
    uint8_t depth[MAX_NODES];  /* links from the start */
    int16_t queue[MAX_NODES];
    int head, tail;
} Walk;

static void walk_start(Walk *walk, int node, int nodes) {
    memset(walk->parent, -1, (size_t)nodes * sizeof walk->parent[0]);
    walk->head = walk->tail = 0;
    walk->parent[node] = (int16_t)node;
    walk->depth[node] = 0;
    walk->queue[walk->tail++] = (int16_t)node;
}

static void walk_reach(Walk *walk, int from, int node) {
    if (walk->parent[node] >= 0) return;
    walk->parent[node] = (int16_t)from;
    walk->depth[node] = (uint8_t)(walk->depth[from] + 1);
    walk->queue[walk->tail++] = (int16_t)node;
}

/* The nodes from the start to `node`, in order; returns how many. */
static int walk_path(const Walk *walk, int node, int *path) {
    int length = walk->depth[node] + 1;
    for (int i = length - 1; i >= 0; i--) {
        path[i] = node;
        node = walk->parent[node];
    }
    return length;
}

/* Nodes of a single-digit walk are cell * 2 + (1 if true). */
static void spread_digit(const State *state, Walk *walk, int digit) {
    while (walk->head < walk->tail) {
        int node = walk->queue[walk->head++], cell = node / 2;
        if (node & 1) {
            FOR_EACH_CELL(peer, peers_of(state, cell) & state->places[digit]) walk_reach(walk, node, peer * 2);
            continue;
        }
        FOR_EACH_UNIT_OF(unit, state, cell) {
            Cells places = state->places[digit] & unit_cells(state, unit);
            if (count(places) == 2) walk_reach(walk, node, first_cell(places & ~bit(cell)) * 2 + 1);
        }
    }
}

static bool repeats_cell(const int *path, int length, int per_cell) {
    Cells seen = NO_CELLS;
    int last = -1;
    for (int i = 0; i < length; i++) {
        int cell = path[i] / per_cell;
        if (cell == last) continue;
        if (has(seen, cell)) return true;
        seen |= bit(cell);
        last = cell;
    }
    return false;
}

static void report_digit_chain(Sink *sink, Technique technique, int digit, const int *path, int length, Cells removed) {
    step_begin(sink, technique);
    step_candidates(sink, R_REMOVE, removed, digit);
    step_item(sink, R_DIGIT, digit);
    for (int i = 0; i < length; i++) {
        step_item(sink, i == 0 || i == length - 1 ? R_CELL_PINCER : R_CELL_PATTERN, path[i] / 2);
        step_candidate(sink, i & 1 ? R_ON : R_OFF, path[i] / 2, digit);
    }
    for (int i = 0; i + 1 < length; i++)
        step_link(sink, i % 2 == 0, bit(path[i] / 2), digit, bit(path[i + 1] / 2), digit);
    step_end(sink);
}

static void digit_chains_from(const State *state, Sink *sink, int digit, int start, int links_wanted) {
    Walk walk;
    walk_start(&walk, start * 2, 2 * state->shape->cell_count);
    spread_digit(state, &walk, digit);
    FOR_EACH_CELL(end, state->places[digit] & after(start)) {
        int node = end * 2 + 1, path[MAX_NODES];
        if (sink->done || walk.parent[node] < 0 || walk.depth[node] < 3) continue;
        if (links_wanted && walk.depth[node] != links_wanted) continue;
        Cells removed = peers_of(state, start) & peers_of(state, end) & state->places[digit];
        if (none(removed)) continue;
        bool short_one = walk.depth[node] == 3 && wants(sink, T_TURBOT_FISH); /* else it is an X-chain like any other */
        Technique technique = short_one ? T_TURBOT_FISH : T_X_CHAIN;
        int length = walk_path(&walk, node, path);
        if (wants(sink, technique) && !repeats_cell(path, length, 2))
            report_digit_chain(sink, technique, digit, path, length, removed);
    }
}

/* Shorter chains first, so that a search for one step finds the easiest. */
void find_digit_chains(const State *state, const Options *options, Sink *sink) {
    for (int links = sink->first_only ? 3 : 0; links <= 41 && !sink->done; links += 2) {
        FOR_EACH_DIGIT(digit, options->digits) {
            FOR_EACH_CELL(start, state->places[digit]) {
                if (!sink->done) digit_chains_from(state, sink, digit, start, links);
            }
        }
        if (!sink->first_only) return;
    }
}

static int other_digit(const State *state, int cell, int digit) {
    return first_digit(state->marks[cell] & (Digits)~digit_bit(digit));
}

/* Nodes of a walk through bivalue cells are cell * 16 + the digit that is true there - 1. */
static int on_node(int cell, int digit) { return cell * 16 + digit - 1; }
static int node_cell(int node) { return node >> 4; }
static int node_digit(int node) { return (node & 15) + 1; }

static void spread_bivalue(const State *state, Walk *walk, Cells bivalue) {
    while (walk->head < walk->tail) {
        int node = walk->queue[walk->head++], cell = node_cell(node), digit = node_digit(node);
        FOR_EACH_CELL(peer, peers_of(state, cell) & bivalue & state->places[digit]) {
            walk_reach(walk, node, on_node(peer, other_digit(state, peer, digit)));
        }
    }
}

static void report_bivalue_chain(const State *state, Sink *sink, int digit, const int *path, int length, Cells removed) {
    step_begin(sink, T_XY_CHAIN);
    step_candidates(sink, R_REMOVE, removed, digit);
    step_item(sink, R_DIGIT, digit);
    for (int i = 0; i < length; i++) {
        int cell = node_cell(path[i]), on = node_digit(path[i]), off = other_digit(state, cell, on);
        step_item(sink, i == 0 || i == length - 1 ? R_CELL_PINCER : R_CELL_PATTERN, cell);
        step_candidate(sink, R_ON, cell, on);
        step_candidate(sink, R_OFF, cell, off);
        step_link(sink, true, bit(cell), off, bit(cell), on);
        if (i + 1 < length) step_link(sink, false, bit(cell), on, bit(node_cell(path[i + 1])), on);
    }
    step_end(sink);
}

static void bivalue_chains_from(const State *state, Sink *sink, Cells bivalue, int start, int digit, int cells_wanted) {
    Walk walk;
    walk_start(&walk, on_node(start, other_digit(state, start, digit)), 16 * state->shape->cell_count);
    spread_bivalue(state, &walk, bivalue);
    FOR_EACH_CELL(end, bivalue & state->places[digit] & after(start)) {
        int node = on_node(end, digit), path[MAX_NODES];
        if (sink->done || walk.parent[node] < 0 || walk.depth[node] < 2) continue;
        if (cells_wanted && walk.depth[node] + 1 != cells_wanted) continue;
        Cells removed = peers_of(state, start) & peers_of(state, end) & state->places[digit];
        int length = walk_path(&walk, node, path);
        if (some(removed) && !repeats_cell(path, length, 16)) report_bivalue_chain(state, sink, digit, path, length, removed);
    }
}

void find_bivalue_chains(const State *state, const Options *options, Sink *sink) {
    (void)options;
    Cells bivalue = bivalue_cells(state);
    for (int cells = sink->first_only ? 3 : 0; cells <= 30 && !sink->done; cells++) {
        FOR_EACH_CELL(start, bivalue) {
            FOR_EACH_DIGIT(digit, state->marks[start]) {
                if (!sink->done) bivalue_chains_from(state, sink, bivalue, start, digit, cells);
            }
        }
        if (!sink->first_only) return;
    }
}

static void report_remote_pair(const State *state, Sink *sink, const int *path, int length, const Cells removed[2]) {
    int low = first_digit(state->marks[path[0]]), high = other_digit(state, path[0], low);
    step_begin(sink, T_REMOTE_PAIR);
    step_candidates(sink, R_REMOVE, removed[0], low);
    step_candidates(sink, R_REMOVE, removed[1], high);
    step_item(sink, R_DIGIT, low);
    step_item(sink, R_DIGIT, high);
    for (int i = 0; i < length; i++) {
        int on = i % 2 ? low : high, off = i % 2 ? high : low;
        step_item(sink, i == 0 || i == length - 1 ? R_CELL_PINCER : R_CELL_PATTERN, path[i]);
        step_candidate(sink, R_COLOUR_A, path[i], on);
        step_candidate(sink, R_COLOUR_B, path[i], off);
        step_link(sink, true, bit(path[i]), off, bit(path[i]), on);
        if (i + 1 < length) step_link(sink, false, bit(path[i]), on, bit(path[i + 1]), on);
    }
    step_end(sink);
}

static void remote_pairs_from(const State *state, Sink *sink, Cells equal, int start) {
    Walk walk;
    walk_start(&walk, start, state->shape->cell_count);
    while (walk.head < walk.tail) {
        int cell = walk.queue[walk.head++];
        FOR_EACH_CELL(peer, peers_of(state, cell) & equal) walk_reach(&walk, cell, peer);
    }
    int low = first_digit(state->marks[start]), high = other_digit(state, start, low);
    FOR_EACH_CELL(end, equal & after(start)) {
        int path[MAX_NODES];
        if (sink->done || walk.parent[end] < 0 || walk.depth[end] < 3 || walk.depth[end] % 2 == 0) continue;
        Cells both = peers_of(state, start) & peers_of(state, end) & ~equal;
        Cells removed[2] = {both & state->places[low], both & state->places[high]};
        if (none(removed[0] | removed[1])) continue;
        int length = walk_path(&walk, end, path);
        report_remote_pair(state, sink, path, length, removed);
    }
}

void find_remote_pairs(const State *state, const Options *options, Sink *sink) {
    (void)options;
    Cells bivalue = bivalue_cells(state);
    FOR_EACH_CELL(start, bivalue) {
        Cells equal = NO_CELLS;
        FOR_EACH_CELL(cell, bivalue) {
            if (state->marks[cell] == state->marks[start]) equal |= bit(cell);
        }
        if (!sink->done && count(equal) >= 4) remote_pairs_from(state, sink, equal, start);
    }
}
