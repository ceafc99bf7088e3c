/* Nice loops and alternating inference chains, plain, grouped and with almost locked sets.
 *
 * From each candidate, once assumed true and once false, a walk reaches everything that follows. A consequence in the
 * starting cell closes a loop; a true candidate elsewhere ends a chain, of which one end must hold.
 */
#include "net.h"
#include <stdlib.h>

typedef struct {
    Technique technique;
    int length; /* nodes of the path */
    int weight; /* its apparent length, in half links */
    int path[MAX_PATH_NODES];
    Cells removed[EACH_DIGIT];
} Found;

typedef struct {
    const State *state;
    Net *net;
    NetWalk *walk;
    Sink *sink;
    bool grouped;
    Found *found; /* one for each set of removals, with its shortest chain */
    int count, capacity;
} Search;

static bool same_removals(const Found *a, const Found *b) {
    return a->technique == b->technique && !memcmp(a->removed, b->removed, sizeof a->removed);
}

static bool is_better(const Found *a, const Found *b) { return a->weight < b->weight; }

static void keep(Search *search, const Found *fresh) {
    bool only_one = search->sink->first_only;
    for (int i = 0; i < search->count; i++)
        if (only_one || same_removals(&search->found[i], fresh)) {
            if (is_better(fresh, &search->found[i])) search->found[i] = *fresh;
            return;
        }
    if (search->count == search->capacity) {
        int capacity = search->capacity ? 2 * search->capacity : 64;
        Found *found = realloc(search->found, (size_t)capacity * sizeof *found);
        if (!found) {
            search->sink->failed = true;
            return;
        }
        search->found = found;
        search->capacity = capacity;
    }
    search->found[search->count++] = *fresh;
}

static bool any_removed(const Found *found) {
    Cells any = NO_CELLS;
    for (int digit = 1; digit <= MAX_DIGITS; digit++) any |= found->removed[digit];
    return some(any);
}

static bool has_groups(const int *path, int length) {
    for (int i = 0; i < length; i++)
        if (!is_candidate(path[i])) return true;
    return false;
}

/* A path that comes back to a cell it has left, other than to the start at its end, proves nothing new. */
static bool is_lasso(const Net *net, const int *path, int length) {
    Cells start = bit(cell_of(path[0])), seen = start;
    for (int i = 1; i < length; i++) {
        int node = path[i];
        if (is_set(node)) continue;
        bool stays = is_candidate(node) && is_candidate(path[i - 1]) && cell_of(node) == cell_of(path[i - 1]);
        if (stays) continue;
        Cells cells = cells_of(net, node);
        bool closes = i == length - 1 && same(cells, start);
        if (is_group(node) ? some(cells & seen & ~start) : some(cells & seen) && !closes) return true;
        seen |= cells;
    }
    return false;
}

/* Takes the path to `end`; false if it is no proper chain of the wanted kind. */
static bool take_path(const Search *search, Found *found, int end) {
    found->length = net_path(search->walk, end, found->path);
    if (found->length < 4 || has_groups(found->path, found->length) != search->grouped) return false;
    return !is_lasso(search->net, found->path, found->length);
}

static Technique grouped_name(const Search *search, Technique technique) {
    if (!search->grouped) return technique;
    return technique == T_AIC                    ? T_GROUPED_AIC
           : technique == T_CONTINUOUS_NICE_LOOP ? T_GROUPED_CONTINUOUS_NICE_LOOP
                                                 : T_GROUPED_DISCONTINUOUS_NICE_LOOP;
}

/* In a loop a set adds two and a half links to the length; in a chain it adds more the more cells it has. */
static int weight_of_path(const Net *net, const int *path, int length, bool is_chain) {
    int weight = 2 * (length - 1);
    for (int i = 0; i < length; i++) {
        if (!is_set(path[i])) continue;
        int cells = count(set_of(net, path[i])->cells);
        weight += !is_chain ? 5 : cells == 2 ? 2 : 4 * (cells - 1);
    }
    return weight;
}

static void conclude(Search *search, Found *found, Technique technique) {
    found->technique = grouped_name(search, technique);
    found->weight = weight_of_path(search->net, found->path, found->length, technique == T_AIC);
    if (any_removed(found) && wants(search->sink, found->technique)) keep(search, found);
}

static Cells cells_on(const Net *net, const Found *found) {
    Cells cells = NO_CELLS;
    for (int i = 0; i < found->length; i++)
        if (!is_set(found->path[i])) cells |= cells_of(net, found->path[i]);
    return cells;
}

/* The cells that lose `other` once the digit is in the cell, by a unit, the cell itself or a rule for two cells. */
static Cells losing(const State *state, int cell, int digit, int other) {
    Cells cells = other == digit ? peers_of(state, cell) : bit(cell);
    const Exclusion *end = exclusions_end(state, cell, digit);
    for (const Exclusion *exclusion = exclusions_of(state, cell, digit); exclusion < end; exclusion++)
        if (exclusion->forbidden & digit_bit(other)) cells |= bit(exclusion->other);
    return cells & state->places[other];
}

/* What both ends of a weak link by a rule exclude: different digits in different cells. */
static void rule_removals(const Search *search, Found *found, int from, int to, Cells own) {
    const State *state = search->state;
    int first = digit_of(search->net, from), second = digit_of(search->net, to);
    for (int digit = 1; digit <= board_size(state); digit++)
        found->removed[digit] |=
            losing(state, cell_of(from), first, digit) & losing(state, cell_of(to), second, digit) & ~own;
}

/* In a continuous loop every weak link is strong too: what sees both its ends goes, the loop's own cells apart. */
static void loop_removals(const Search *search, Found *found) {
    const State *state = search->state;
    Cells own = cells_on(search->net, found);
    for (int i = 0; i + 1 < found->length; i++) {
        int from = found->path[i], to = found->path[i + 1];
        if (is_set(from) || is_set(to) || !is_true(from)) continue;
        int digit = digit_of(search->net, from);
        if (digit == digit_of(search->net, to)) {
            Cells ends = cells_of(search->net, from) | cells_of(search->net, to);
            found->removed[digit] |= common_peers(search->state, ends) & state->places[digit] & ~own;
        } else if (cell_of(from) != cell_of(to)) {
            rule_removals(search, found, from, to, own);
        } else {
            Digits others = state->marks[cell_of(from)] & (Digits) ~(digit_bit(digit) | digit_bit(digit_of(search->net, to)));
            FOR_EACH_DIGIT(other, others) found->removed[other] |= bit(cell_of(from));
        }
    }
}

/* The digit of a candidate or group, or the one that a set loses. */
static int digit_into(const Net *net, int node) {
    return is_set(node) ? net->set_nodes[node - SET_NODES_FROM].digit : digit_of(net, node);
}

/* The cells of the node that have the digit by which it is linked. */
static Cells linked_cells(const Net *net, int node, int digit) {
    return is_set(node) ? set_of(net, node)->with[digit] : cells_of(net, node);
}

/* A set on a loop is locked: its digits other than the two of the loop go from all that see them. */
static void set_removals(const Search *search, Found *found) {
    Cells own = cells_on(search->net, found);
    const Net *net = search->net;
    for (int i = 1; i + 1 < found->length; i++) {
        if (!is_set(found->path[i])) continue;
        const LockedSet *set = set_of(net, found->path[i]);
        int before = found->path[i - 1], after = found->path[i + 1];
        int in = digit_into(net, found->path[i]), out = digit_into(net, after);
        bool forces = is_candidate(after) && is_true(after);
        Digits linked = digit_bit(in) | (forces ? search->state->marks[cell_of(after)] : digit_bit(out));
        FOR_EACH_DIGIT(digit, set->digits & ~linked) found->removed[digit] |= set->buddies[digit];
        /* A digit that the set takes from the forced cell is in the one or the other. */
        if (forces)
            FOR_EACH_DIGIT(digit, set->digits & linked & ~digit_bit(in))
                found->removed[digit] |= set->buddies[digit] & peers_of(search->state, cell_of(after)) & ~own;
        found->removed[in] |= common_peers(search->state, linked_cells(net, before, in) | set->with[in]) &
                              search->state->places[in] & ~(set->cells | own);
        if (!forces)
            found->removed[out] |=
                common_peers(search->state, linked_cells(net, after, out) | set->with[out]) &
                search->state->places[out] & ~(set->cells | own);
    }
}

static void continuous(Search *search, Found *found, int cell, int first, int last) {
    bool weak_ends = is_true(found->path[0]);
    Digits pair = digit_bit(first) | digit_bit(last);
    if (weak_ends && search->state->marks[cell] != pair) return;
    loop_removals(search, found);
    set_removals(search, found);
    if (!weak_ends) FOR_EACH_DIGIT(other, search->state->marks[cell] & ~pair) found->removed[other] |= bit(cell);
    conclude(search, found, T_CONTINUOUS_NICE_LOOP);
}

/* The walk from (cell, digit) came back to `cell` at `end`. */
static void check_loop(Search *search, int end) {
    Found found;
    int start = search->walk->queue[0];
    int cell = cell_of(start), first = digit_of(search->net, start), last = digit_of(search->net, end);
    bool start_true = is_true(start), end_true = is_true(end);
    memset(found.removed, 0, sizeof found.removed);
    if (!take_path(search, &found, end)) return;
    int second = found.path[1], before = found.path[found.length - 2];
    if ((is_candidate(second) && cell_of(second) == cell) || (is_candidate(before) && cell_of(before) == cell)) return;
    if (start_true == end_true && first != last) {
        /* If the start, being true, makes another digit of the cell true, the start is false; if, being false, it makes
         * another digit false, that digit is false. */
        found.removed[start_true ? first : last] = bit(cell);
    } else if (start_true != end_true && first == last) {
        if (start_true) found.removed[first] = bit(cell);
        else FOR_EACH_DIGIT(other, search->state->marks[cell] & ~digit_bit(first)) found.removed[other] = bit(cell);
    } else {
        continuous(search, &found, cell, first, last);
        return;
    }
    conclude(search, &found, T_DISCONTINUOUS_NICE_LOOP);
}

/* If the start is false, `end` is true: one of the two holds. With a single removal it would be a loop instead. */
static void check_chain(Search *search, int end) {
    Found found;
    const State *state = search->state;
    int start = search->walk->queue[0], a = cell_of(start), b = cell_of(end);
    int first = digit_of(search->net, start), last = digit_of(search->net, end);
    memset(found.removed, 0, sizeof found.removed);
    if (first == last) {
        found.removed[first] = peers_of(search->state, a) & peers_of(search->state, b) & state->places[first];
        if (count(found.removed[first]) < 2) return;
    } else {
        if (!has(peers_of(search->state, a), b) || !has(state->places[last], a) || !has(state->places[first], b)) return;
        found.removed[last] = bit(a);
        found.removed[first] = bit(b);
    }
    if (take_path(search, &found, end)) conclude(search, &found, T_AIC);
}

static void search_from(Search *search, int cell, int digit) {
    for (int truth = 1; truth >= 0; truth--) {
        net_walk(search->net, search->walk, truth ? true_node(cell, digit) : false_node(cell, digit));
        for (int i = 1; i < search->walk->tail; i++) {
            int node = search->walk->queue[i];
            if (!is_candidate(node)) continue;
            if (cell_of(node) == cell) check_loop(search, node);
            else if (!truth && is_true(node)) check_chain(search, node);
        }
    }
}

static void report(const Search *search, const Found *found) {
    Sink *sink = search->sink;
    Digits digits = 0;
    step_begin(sink, found->technique);
    for (int digit = 1; digit <= board_size(search->state); digit++) {
        step_candidates(sink, R_REMOVE, found->removed[digit], digit);
        if (some(found->removed[digit])) digits |= digit_bit(digit);
    }
    step_digits(sink, digits);
    for (int i = 0, sets = 0; i < found->length; i++) {
        int node = found->path[i];
        if (is_set(node)) report_set(sink, set_of(search->net, node), sets++);
        else step_candidates(sink, is_true(node) ? R_ON : R_OFF, cells_of(search->net, node), digit_of(search->net, node));
    }
    net_links(search->net, sink, found->path, found->length);
    step_end(sink);
}

static int by_length(const void *a, const void *b) { return ((const Found *)a)->weight - ((const Found *)b)->weight; }

static void find(const State *state, Sink *sink, bool grouped, bool with_sets) {
    Net *net = calloc(1, sizeof *net);
    NetWalk *walk = malloc(sizeof *walk);
    Search search = {.state = state, .net = net, .walk = walk, .sink = sink, .grouped = grouped};
    if (net && walk && net_open(net, state, grouped, with_sets)) {
        net_walk_open(walk);
        FOR_EACH_CELL(cell, state->empty) {
            FOR_EACH_DIGIT(digit, state->marks[cell]) search_from(&search, cell, digit);
        }
        if (search.count) qsort(search.found, (size_t)search.count, sizeof *search.found, by_length);
        for (int i = 0; i < search.count && !sink->done; i++) report(&search, &search.found[i]);
    } else {
        sink->failed = true;
    }
    if (net) net_close(net);
    free(search.found);
    free(walk);
    free(net);
    if (sink->failed) sink->done = true;
}

void find_loops(const State *state, const Options *options, Sink *sink) {
    (void)options;
    find(state, sink, false, false);
}

void find_grouped_loops(const State *state, const Options *options, Sink *sink) {
    find(state, sink, true, options->set_nodes);
}
