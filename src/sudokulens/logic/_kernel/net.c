#include "net.h"
#include <stdlib.h>

static void add_arrow(Net *net, int to) {
    if (net->arrow_count == net->arrow_capacity) {
        int32_t capacity = net->arrow_capacity ? net->arrow_capacity * 2 : 1 << 15;
        int16_t *arrows = realloc(net->arrows, (size_t)capacity * sizeof *arrows);
        if (!arrows) {
            net->failed = true;
            return;
        }
        net->arrows = arrows;
        net->arrow_capacity = capacity;
    }
    net->arrows[net->arrow_count++] = (int16_t)to;
}

static int group_node(int group, bool truth) { return CANDIDATE_NODES + 2 * group + !truth; }

static void collect_groups(Net *net) {
    int regions = first_region(net->state);
    for (int line = 0; line < regions; line++)
        for (int digit = 1; digit <= board_size(net->state); digit++)
            for (int box = regions; box < first_extra(net->state); box++) {
                Cells cells = net->state->places[digit] & unit_cells(net->state, box) & unit_cells(net->state, line);
                if (count(cells) >= 2)
                    net->groups[net->group_count++] = (Group){cells, (uint8_t)digit, (uint8_t)box, (uint8_t)line};
            }
}

static void collect_set_nodes(Net *net) {
    net->sets = malloc(MAX_SETS * sizeof *net->sets);
    if (!net->sets) {
        net->failed = true;
        return;
    }
    net->set_count = collect_locked_sets(net->state, net->sets, MAX_SETS, 2);
    for (int i = 0; i < net->set_count; i++) {
        FOR_EACH_DIGIT(digit, net->sets[i].digits) {
            if (none(net->sets[i].buddies[digit]) || net->set_node_count == MAX_SET_NODES) continue;
            net->set_nodes[net->set_node_count].set = (int16_t)i;
            net->set_nodes[net->set_node_count++].digit = (uint8_t)digit;
        }
    }
}

/* All places of the digit among the cells become false. */
static void arrows_to_places(Net *net, Cells cells, int digit) {
    FOR_EACH_CELL(cell, cells & net->state->places[digit]) add_arrow(net, false_node(cell, digit));
}

/* What the digit in the cell forbids by rules for two cells becomes false. */
static void arrows_by_rules(Net *net, int cell, int digit) {
    const Exclusion *end = exclusions_end(net->state, cell, digit);
    for (const Exclusion *exclusion = exclusions_of(net->state, cell, digit); exclusion < end; exclusion++)
        FOR_EACH_DIGIT(other, net->state->marks[exclusion->other] & exclusion->forbidden)
            add_arrow(net, false_node(exclusion->other, other));
}

/* A candidate is true: its cell takes nothing else, its peers lose the digit, and so do groups and sets they are in. */
static void arrows_from_true(Net *net, int cell, int digit) {
    FOR_EACH_DIGIT(other, net->state->marks[cell] & ~digit_bit(digit)) add_arrow(net, false_node(cell, other));
    Cells row = unit_cells(net->state, row_of(net->state, cell)), peers = peers_of(net->state, cell);
    Cells column = unit_cells(net->state, column_unit(net->state, cell));
    arrows_to_places(net, peers & row, digit);
    arrows_to_places(net, peers & column, digit);
    arrows_to_places(net, peers & ~(row | column), digit);
    arrows_by_rules(net, cell, digit);
    for (int i = 0; i < net->group_count; i++)
        if (net->groups[i].digit == digit && none(net->groups[i].cells & ~peers_of(net->state, cell))) add_arrow(net, group_node(i, false));
    for (int i = 0; i < net->set_node_count; i++)
        if (net->set_nodes[i].digit == digit && has(net->sets[net->set_nodes[i].set].buddies[digit], cell))
            add_arrow(net, SET_NODES_FROM + i);
}

/* All places of the digit in the unit but the gone ones: a candidate or a group that is all of them is true. */
static void arrows_to_last(Net *net, int unit, int digit, Cells gone) {
    Cells rest = net->state->places[digit] & unit_cells(net->state, unit) & ~gone;
    if (count(rest) == 1) add_arrow(net, true_node(first_cell(rest), digit));
}

static void arrows_to_last_group(Net *net, int group, int unit, Cells gone) {
    int digit = net->groups[group].digit;
    if (same(net->groups[group].cells, net->state->places[digit] & unit_cells(net->state, unit) & ~gone))
        add_arrow(net, group_node(group, true));
}

static void arrows_from_false(Net *net, int cell, int digit) {
    Digits others = net->state->marks[cell] & (Digits)~digit_bit(digit);
    if (digit_count(others) == 1) add_arrow(net, true_node(cell, first_digit(others)));
    FOR_EACH_UNIT_OF(unit, net->state, cell) arrows_to_last(net, unit, digit, bit(cell));
    for (int i = 0; i < net->group_count; i++) {
        if (net->groups[i].digit != digit) continue;
        FOR_EACH_UNIT_OF(unit, net->state, cell) arrows_to_last_group(net, i, unit, bit(cell));
    }
}

static void arrows_from_group(Net *net, int index, bool truth) {
    const Group *group = &net->groups[index];
    if (!truth) {
        arrows_to_last(net, group->box, group->digit, group->cells);
        arrows_to_last(net, group->line, group->digit, group->cells);
        for (int i = 0; i < net->group_count; i++) {
            if (net->groups[i].digit != group->digit) continue;
            arrows_to_last_group(net, i, group->box, group->cells);
            arrows_to_last_group(net, i, group->line, group->cells);
        }
        return;
    }
    Cells seen = common_peers(net->state, group->cells);
    FOR_EACH_CELL(cell, seen & net->state->places[group->digit]) add_arrow(net, false_node(cell, group->digit));
    for (int i = 0; i < net->group_count; i++)
        if (net->groups[i].digit == group->digit && none(net->groups[i].cells & ~seen)) add_arrow(net, group_node(i, false));
    for (int i = 0; i < net->set_node_count; i++) {
        const LockedSet *set = &net->sets[net->set_nodes[i].set];
        if (net->set_nodes[i].digit == group->digit && none(group->cells & ~set->buddies[group->digit]))
            add_arrow(net, SET_NODES_FROM + i);
    }
}

/* Sets that lose a digit too, because all their cells that have it see it in this one. */
static void arrows_to_sets(Net *net, const LockedSet *set, int lost) {
    Digits held = set->digits & (Digits)~digit_bit(lost);
    for (int i = 0; i < net->set_node_count; i++) {
        const LockedSet *other = &net->sets[net->set_nodes[i].set];
        int digit = net->set_nodes[i].digit;
        if (!has_digit(held, digit) || some(other->cells & set->cells)) continue;
        if (none(other->with[digit] & ~set->buddies[digit])) add_arrow(net, SET_NODES_FROM + i);
    }
}

/* Cells that the set, having lost a digit, leaves with one candidate. */
static void arrows_to_forced(Net *net, const LockedSet *set, int lost) {
    FOR_EACH_CELL(cell, set->all_buddies) {
        Digits left = net->state->marks[cell];
        if (digit_count(left) < 3) continue; /* for two candidates the plain arrows suffice */
        FOR_EACH_DIGIT(digit, set->digits & ~digit_bit(lost)) {
            if (has(set->buddies[digit], cell)) left &= (Digits)~digit_bit(digit);
        }
        if (digit_count(left) == 1) add_arrow(net, true_node(cell, first_digit(left)));
    }
}

/* A set that has lost a digit holds all its others: they go from the cells that see them. */
static void arrows_from_set(Net *net, int index) {
    const LockedSet *set = &net->sets[net->set_nodes[index].set];
    FOR_EACH_DIGIT(digit, set->digits & ~digit_bit(net->set_nodes[index].digit)) {
        FOR_EACH_CELL(cell, set->buddies[digit]) add_arrow(net, false_node(cell, digit));
        for (int i = 0; i < net->group_count; i++)
            if (net->groups[i].digit == digit && none(net->groups[i].cells & ~set->buddies[digit]))
                add_arrow(net, group_node(i, false));
    }
    arrows_to_sets(net, set, net->set_nodes[index].digit);
    arrows_to_forced(net, set, net->set_nodes[index].digit);
}

static void arrows_from(Net *net, int node) {
    if (is_set(node)) {
        arrows_from_set(net, node - SET_NODES_FROM);
    } else if (is_group(node)) {
        arrows_from_group(net, (node - CANDIDATE_NODES) / 2, is_true(node));
    } else if (digit_of(net, node) <= MAX_DIGITS && has(net->state->places[digit_of(net, node)], cell_of(node))) {
        if (is_true(node)) arrows_from_true(net, cell_of(node), digit_of(net, node));
        else arrows_from_false(net, cell_of(node), digit_of(net, node));
    }
}

static void arrows_of(Net *net, int first, int nodes) {
    for (int node = first; node < first + nodes; node++) {
        net->first_arrow[node] = net->arrow_count;
        arrows_from(net, node);
        net->last_arrow[node] = net->arrow_count;
    }
}

bool net_open(Net *net, const State *state, bool with_groups, bool with_sets) {
    net->state = state;
    net->group_count = net->set_count = net->set_node_count = 0;
    net->sets = NULL;
    net->arrows = NULL;
    net->arrow_count = net->arrow_capacity = 0;
    net->failed = false;
    if (with_groups) collect_groups(net);
    if (with_sets) collect_set_nodes(net);
    arrows_of(net, 0, 32 * state->shape->cell_count);
    arrows_of(net, CANDIDATE_NODES, 2 * net->group_count);
    arrows_of(net, SET_NODES_FROM, net->set_node_count);
    return !net->failed;
}

void net_close(Net *net) {
    free(net->sets);
    free(net->arrows);
}

static void reach(const Net *net, NetWalk *walk, int from, int node) {
    int depth = walk->depth[from] + weight_of(net, from, node);
    bool fresh = walk->parent[node] < 0;
    if (depth > UINT16_MAX || (fresh ? walk->tail == MAX_REACHED_NODES : depth >= walk->depth[node])) return;
    walk->parent[node] = (int16_t)from;
    walk->depth[node] = (uint16_t)depth;
    if (fresh) walk->queue[walk->tail++] = (int16_t)node;
}

void net_walk_open(NetWalk *walk) {
    memset(walk->parent, -1, sizeof walk->parent);
    walk->tail = 0;
}

/* Breadth first by inferences; a path of less weight replaces a longer one, but what the longer one reached
 * is not visited again: few chains gain by that, and every walk would take longer. */
void net_walk(const Net *net, NetWalk *walk, int start) {
    for (int i = 0; i < walk->tail; i++) walk->parent[walk->queue[i]] = -1;
    walk->parent[start] = (int16_t)start;
    walk->depth[start] = 0;
    walk->queue[0] = (int16_t)start;
    walk->tail = 1;
    for (int head = 0; head < walk->tail && walk->tail < MAX_REACHED_NODES; head++) {
        int node = walk->queue[head];
        for (int32_t i = net->first_arrow[node]; i < net->last_arrow[node]; i++)
            reach(net, walk, node, net->arrows[i]);
    }
}

int net_path(const NetWalk *walk, int node, int *path) {
    int length = 1;
    for (int at = node; walk->parent[at] != at; at = walk->parent[at]) length++;
    if (length > MAX_PATH_NODES) return 0;
    for (int i = length - 1; i >= 0; i--) {
        path[i] = node;
        node = walk->parent[node];
    }
    return length;
}

static int digit_lost(const Net *net, int node) { return net->set_nodes[node - SET_NODES_FROM].digit; }

/* Writes the link into a node that is reached by the digit: a weak one, to the set's cells where it is a set. */
static void link_into(const Net *net, Sink *sink, Cells from, int digit, int to) {
    step_link(sink, false, from, digit, is_set(to) ? set_of(net, to)->with[digit] : cells_of(net, to), digit);
}

/* The locked set takes several digits from a cell and leaves it one: three links, the middle nodes of many digits. */
static void link_forced(const Net *net, Sink *sink, int from, int to) {
    const LockedSet *set = set_of(net, from);
    int cell = cell_of(to), in = digit_lost(net, from);
    Digits taken = net->state->marks[cell] & set->digits & (Digits) ~(digit_bit(in) | digit_bit(digit_of(net, to)));
    step_item(sink, R_LINK_STRONG, 0);
    step_candidates(sink, R_START, set->with[in], in);
    FOR_EACH_DIGIT(digit, taken) step_candidates(sink, R_END, set->with[digit], digit);
    step_item(sink, R_LINK_WEAK, 0);
    FOR_EACH_DIGIT(digit, taken) step_candidates(sink, R_START, set->with[digit], digit);
    FOR_EACH_DIGIT(digit, taken) step_candidate(sink, R_END, cell, digit);
    step_item(sink, R_LINK_STRONG, 0);
    FOR_EACH_DIGIT(digit, taken) step_candidate(sink, R_START, cell, digit);
    step_candidate(sink, R_END, cell, digit_of(net, to));
}

void net_links(const Net *net, Sink *sink, const int *path, int length) {
    for (int i = 0; i + 1 < length; i++) {
        int from = path[i], to = path[i + 1];
        if (!is_set(from)) {
            int digit = digit_of(net, from);
            if (is_set(to)) link_into(net, sink, cells_of(net, from), digit, to);
            else step_link(sink, !is_true(from), cells_of(net, from), digit, cells_of(net, to), digit_of(net, to));
            continue;
        }
        const LockedSet *set = set_of(net, from);
        int in = digit_lost(net, from), out = is_set(to) ? digit_lost(net, to) : digit_of(net, to);
        if (is_candidate(to) && is_true(to)) {
            link_forced(net, sink, from, to);
            continue;
        }
        step_link(sink, true, set->with[in], in, set->with[out], out);
        link_into(net, sink, set->with[out], out, to);
    }
}
