/* Kraken fish: a finned fish and chains from its fins.
 *
 * Either a fin is true or the fish is. Type 1: what the fish excludes is excluded by a chain from every fin as well.
 * Type 2: if the fish is true, one of its candidates in a cover unit is; what chains from all of those and from all
 * fins exclude is false.
 */
#include "fish.h"
#include "net.h"
#include <stdlib.h>

typedef struct {
    Net *net;
    NetWalk *walk;
    bool known[EACH_DIGIT][MAX_CELLS];
    Cells excluded[EACH_DIGIT][MAX_CELLS][EACH_DIGIT]; /* by (digit, cell) being true: the places of each digit that become false */
    Cells reported[2][EACH_DIGIT];              /* by type: what a smaller fish has removed already */
} Context;

static const Cells *excluded_by(Context *context, int cell, int digit) {
    Cells *excluded = context->excluded[digit][cell];
    if (context->known[digit][cell]) return excluded;
    context->known[digit][cell] = true;
    net_walk(context->net, context->walk, true_node(cell, digit));
    for (int i = 1; i < context->walk->tail; i++) {
        int node = context->walk->queue[i];
        if (is_candidate(node) && !is_true(node)) excluded[digit_of(context->net, node)] |= bit(cell_of(node));
    }
    return excluded;
}

/* The chains from each of the candidates to what is removed. */
static void report_chains(const FishSearch *search, Cells from, int cell, int digit) {
    Context *context = search->context;
    FOR_EACH_CELL(start, from) {
        int path[MAX_PATH_NODES];
        net_walk(context->net, context->walk, true_node(start, search->digit));
        if (start == cell || context->walk->parent[false_node(cell, digit)] < 0) continue;
        int length = net_path(context->walk, false_node(cell, digit), path);
        net_links(context->net, search->sink, path, length);
    }
}

/* One step for each candidate removed: the chains to it are its own. */
static void report(const FishSearch *search, int type, Cells cover, Cells from, int digit, Cells removed) {
    Context *context = search->context;
    context->reported[type - 1][digit] |= removed;
    FOR_EACH_CELL(cell, removed) {
        if (search->sink->done) return;
        step_begin(search->sink, type == 1 ? T_KRAKEN_FISH_1 : T_KRAKEN_FISH_2);
        step_candidate(search->sink, R_REMOVE, cell, digit);
        report_fish(search, cover, fish_fins(search, cover));
        report_chains(search, from, cell, digit);
        step_end(search->sink);
    }
}

static void type_1(const FishSearch *search, Cells cover, Cells fins, Cells prey) {
    Context *context = search->context;
    Cells removed = prey & ~fins & ~common_peers(search->state, fins) & ~context->reported[0][search->digit];
    FOR_EACH_CELL(fin, fins) {
        if (some(removed)) removed &= excluded_by(context, fin, search->digit)[search->digit];
    }
    if (some(removed)) report(search, 1, cover, fins, search->digit, removed);
}

static void type_2(const FishSearch *search, Cells cover, Cells fins) {
    Context *context = search->context;
    for (int i = 0; i < search->size; i++) {
        Cells from = (search->base_once & search->of_unit[search->cover[i]]) | fins;
        Cells removed[EACH_DIGIT];
        memset(removed, 0xff, sizeof removed);
        FOR_EACH_CELL(cell, from) {
            const Cells *excluded = excluded_by(context, cell, search->digit);
            for (int digit = 1; digit <= board_size(search->state); digit++) removed[digit] &= excluded[digit];
        }
        for (int digit = 1; digit <= board_size(search->state) && !search->sink->done; digit++) {
            Cells fresh = removed[digit] & search->state->places[digit] & ~context->reported[1][digit];
            /* What a chain from itself excludes needs no fish. */
            if (digit == search->digit) fresh &= ~from;
            if (some(fresh)) report(search, 2, cover, from, digit, fresh);
        }
    }
}

static void check(const FishSearch *search, Cells cover_once, Cells cover_twice) {
    Cells fins = fish_fins(search, cover_once);
    if (none(fins) || search->sink->done) return;
    if (wants(search->sink, T_KRAKEN_FISH_1))
        type_1(search, cover_once, fins, fish_prey(search, cover_once, cover_twice));
    if (wants(search->sink, T_KRAKEN_FISH_2) && !search->sink->done) type_2(search, cover_once, fins);
}

static void search_all(FishSearch *search) {
    for (search->size = 2; search->size <= 4; search->size++)
        FOR_EACH_DIGIT(digit, search->options->digits) {
            if (!search->sink->done) search_fish(search, digit);
        }
}

void find_kraken(const State *state, const Options *options, Sink *sink) {
    Context *context = calloc(1, sizeof *context);
    Net *net = calloc(1, sizeof *net);
    NetWalk *walk = malloc(sizeof *walk);
    if (context && net && walk && net_open(net, state, true, false)) {
        net_walk_open(walk);
        context->net = net;
        context->walk = walk;
        FishSearch search = {.state = state, .options = options, .sink = sink, .kind = BASIC, .loose_fins = true};
        search.most_fins = options->most_fins < 3 ? options->most_fins : 3; /* more take more chains than a person can follow */
        search.found = check;
        search.context = context;
        search_all(&search);
    } else {
        sink->failed = sink->done = true;
    }
    if (net) net_close(net);
    free(walk);
    free(net);
    free(context);
}
