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
    for (int digit = 1; digit <= 9; digit++)
        for (int box = 18; box < 27; box++)
            for (int line = 0; line < 18; line++) {
                Cells cells = net->state->places[digit] & unit_cells[box] & unit_cells[line];
                if (count(cells) >= 2)
                    net->groups[net->group_count++] = (Group){cells, (uint8_t)digit, (uint8_t)box, (uint8_t)line};
            }
}

static void collect_set_nodes(Net *net) {
    net->sets = malloc(MOST_SETS * sizeof *net->sets);
    if (!net->sets) {
        net->failed = true;
        return;
    }
    net->set_count = collect_locked_sets(net->state, net->sets, MOST_SETS, 2);
    for (int i = 0; i < net->set_count; i++) {
        FOR_EACH_DIGIT(digit, net->sets[i].digits) {
            if (!net->sets[i].buddies[digit] || net->set_node_count == MOST_SET_NODES) continue;
            net->set_nodes[net->set_node_count].set = (int16_t)i;
            net->set_nodes[net->set_node_count++].digit = (uint8_t)digit;
        }
    }
}

/* A candidate is true: its cell takes nothing else, its peers lose the digit, and so do groups and sets they are in. */
static void arrows_from_true(Net *net, int cell, int digit) {
    FOR_EACH_DIGIT(other, net->state->marks[cell] & ~digit_bit(digit)) add_arrow(net, false_node(cell, other));
    FOR_EACH_CELL(peer, peers_of[cell] & net->state->places[digit]) add_arrow(net, false_node(peer, digit));
    for (int i = 0; i < net->group_count; i++)
        if (net->groups[i].digit == digit && !(net->groups[i].cells & ~peers_of[cell])) add_arrow(net, group_node(i, false));
    for (int i = 0; i < net->set_node_count; i++)
        if (net->set_nodes[i].digit == digit && has(net->sets[net->set_nodes[i].set].buddies[digit], cell))
            add_arrow(net, SET_NODES_FROM + i);
}

/* All places of a digit in a unit but these: if they are one node, it follows that it is true. */
static void arrow_to_rest(Net *net, int unit, int digit, Cells gone) {
    Cells rest = net->state->places[digit] & unit_cells[unit] & ~gone;
    if (count(rest) == 1) add_arrow(net, true_node(first_cell(rest), digit));
    if (count(rest) < 2 || count(rest) > 3) return;
    for (int i = 0; i < net->group_count; i++)
        if (net->groups[i].digit == digit && net->groups[i].cells == rest) add_arrow(net, group_node(i, true));
}

static void arrows_from_false(Net *net, int cell, int digit) {
    Digits others = net->state->marks[cell] & (Digits)~digit_bit(digit);
    if (digit_count(others) == 1) add_arrow(net, true_node(cell, first_digit(others)));
    arrow_to_rest(net, row_of[cell], digit, bit(cell));
    arrow_to_rest(net, 9 + column_of[cell], digit, bit(cell));
    arrow_to_rest(net, 18 + box_of[cell], digit, bit(cell));
}

static void arrows_from_group(Net *net, int index, bool truth) {
    const Group *group = &net->groups[index];
    if (!truth) {
        arrow_to_rest(net, group->box, group->digit, group->cells);
        arrow_to_rest(net, group->line, group->digit, group->cells);
        return;
    }
    Cells seen = common_peers(group->cells);
    FOR_EACH_CELL(cell, seen & net->state->places[group->digit]) add_arrow(net, false_node(cell, group->digit));
    for (int i = 0; i < net->group_count; i++)
        if (net->groups[i].digit == group->digit && !(net->groups[i].cells & ~seen)) add_arrow(net, group_node(i, false));
    for (int i = 0; i < net->set_node_count; i++) {
        const LockedSet *set = &net->sets[net->set_nodes[i].set];
        if (net->set_nodes[i].digit == group->digit && !(group->cells & ~set->buddies[group->digit]))
            add_arrow(net, SET_NODES_FROM + i);
    }
}

/* A set that all cells of another's digit see, once the digit is surely in the first. */
static void arrows_to_sets(Net *net, const LockedSet *set, int digit) {
    for (int i = 0; i < net->set_node_count; i++) {
        const LockedSet *other = &net->sets[net->set_nodes[i].set];
        if (net->set_nodes[i].digit != digit || (other->cells & set->cells)) continue;
        if (!(other->with[digit] & ~set->buddies[digit])) add_arrow(net, SET_NODES_FROM + i);
    }
}

/* Cells that the set, having lost a digit, leaves with one candidate. */
static void arrows_to_forced(Net *net, const LockedSet *set, int lost) {
    FOR_EACH_CELL(cell, set->all_buddies) {
        Digits left = net->state->marks[cell];
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
            if (net->groups[i].digit == digit && !(net->groups[i].cells & ~set->buddies[digit]))
                add_arrow(net, group_node(i, false));
        arrows_to_sets(net, set, digit);
    }
    arrows_to_forced(net, set, net->set_nodes[index].digit);
}

static void arrows_from(Net *net, int node) {
    if (is_set(node)) {
        if (node - SET_NODES_FROM < net->set_node_count) arrows_from_set(net, node - SET_NODES_FROM);
    } else if (is_group(node)) {
        int index = (node - CANDIDATE_NODES) / 2;
        if (index < net->group_count) arrows_from_group(net, index, is_true(node));
    } else if (has(net->state->places[digit_of(net, node)], cell_of(node))) {
        if (is_true(node)) arrows_from_true(net, cell_of(node), digit_of(net, node));
        else arrows_from_false(net, cell_of(node), digit_of(net, node));
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
    for (int node = 0; node < NODE_COUNT; node++) {
        net->first_arrow[node] = net->arrow_count;
        arrows_from(net, node);
    }
    net->first_arrow[NODE_COUNT] = net->arrow_count;
    return !net->failed;
}

void net_close(Net *net) {
    free(net->sets);
    free(net->arrows);
}

static void await(NetWalk *walk, int node, int from, int depth) {
    if (depth > 255 || walk->waiting_count == 4 * NODE_COUNT) return;
    int32_t entry = walk->waiting_count++;
    walk->parent[node] = (int16_t)from;
    walk->depth[node] = (uint8_t)depth;
    walk->waiting[entry].node = (int16_t)node;
    walk->waiting[entry].next = -1;
    if (walk->first_at[depth] < 0) walk->first_at[depth] = entry;
    else walk->waiting[walk->last_at[depth]].next = entry;
    walk->last_at[depth] = entry;
}

static void settle(const Net *net, NetWalk *walk, int node) {
    walk->queue[walk->tail++] = (int16_t)node;
    for (int32_t i = net->first_arrow[node]; i < net->first_arrow[node + 1]; i++) {
        int next = net->arrows[i], depth = walk->depth[node] + weight_of(net, node, next);
        if (walk->parent[next] < 0 || depth < walk->depth[next]) await(walk, next, node, depth);
    }
}

void net_walk(const Net *net, NetWalk *walk, int start) {
    int nodes = net->set_node_count ? SET_NODES_FROM + net->set_node_count
                                    : CANDIDATE_NODES + 2 * net->group_count;
    memset(walk->parent, -1, (size_t)nodes * sizeof walk->parent[0]);
    memset(walk->first_at, -1, sizeof walk->first_at);
    walk->waiting_count = walk->tail = 0;
    await(walk, start, start, 0);
    for (int depth = 0; depth < 256; depth++)
        for (int32_t entry = walk->first_at[depth]; entry >= 0; entry = walk->waiting[entry].next) {
            int node = walk->waiting[entry].node;
            if (walk->depth[node] != depth) continue; /* a shorter way was found meanwhile */
            settle(net, walk, node);
        }
}

int net_path(const NetWalk *walk, int node, int *path) {
    int length = 1;
    for (int at = node; walk->parent[at] != at; at = walk->parent[at]) length++;
    if (length > LONGEST_PATH) return 0;
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
        if (is_candidate(to) && is_true(to)) { /* the locked set leaves that cell nothing else */
            step_link(sink, true, set->with[in], in, cells_of(net, to), out);
            continue;
        }
        step_link(sink, true, set->with[in], in, set->with[out], out);
        link_into(net, sink, set->with[out], out, to);
    }
}
