/* The net of inferences between nodes, and walks through it.
 *
 * A node is a statement: a candidate or a group (the places of a digit where a box and a line cross) is true or false,
 * or an almost locked set has lost a digit. An arrow from one node to another says that the second follows from the
 * first. Candidates come first: node 32 * cell + 2 * (digit - 1) says true, the next number false.
 */
#ifndef SUDOKULENS_NET_H
#define SUDOKULENS_NET_H

#include "als.h"

#define CANDIDATE_NODES (32 * MAX_CELLS)
#define MAX_GROUPS (2 * MAX_DIGITS * MAX_DIGITS * (MAX_DIGITS / 2)) /* a line has room for size / 2 of a digit */
#define SET_NODES_FROM (CANDIDATE_NODES + 2 * MAX_GROUPS)
#define MAX_SET_NODES 9000
#define NODE_COUNT (SET_NODES_FROM + MAX_SET_NODES)
#define MAX_REACHED_NODES 1000 /* further nodes make chains that no person would follow */
#define MAX_PATH_NODES 256

typedef struct {
    Cells cells;
    uint8_t digit, box, line;
} Group;

typedef struct {
    const State *state;
    Group groups[MAX_GROUPS];
    int group_count;
    LockedSet *sets; /* NULL where sets are no nodes */
    int set_count;
    struct {
        int16_t set;
        uint8_t digit; /* the digit it has lost */
    } set_nodes[MAX_SET_NODES];
    int set_node_count;
    int32_t first_arrow[NODE_COUNT], last_arrow[NODE_COUNT]; /* of a node, the last one excluded */
    int16_t *arrows;
    int32_t arrow_count, arrow_capacity;
    bool failed;
} Net;

typedef struct {
    int16_t parent[NODE_COUNT]; /* -1 not reached; a start is its own parent */
    uint16_t depth[NODE_COUNT]; /* weighted length of the shortest path */
    int16_t queue[NODE_COUNT];  /* the nodes in the order in which they were reached */
    int tail;                   /* how many were reached */
} NetWalk;

static inline int true_node(int cell, int digit) { return 32 * cell + 2 * (digit - 1); }
static inline int false_node(int cell, int digit) { return true_node(cell, digit) + 1; }
static inline bool is_candidate(int node) { return node < CANDIDATE_NODES; }
static inline bool is_group(int node) { return node >= CANDIDATE_NODES && node < SET_NODES_FROM; }
static inline bool is_set(int node) { return node >= SET_NODES_FROM; }
static inline bool is_true(int node) { return !(node & 1); } /* of candidates and groups */
static inline int cell_of(int node) { return node >> 5; }
static inline const Group *group_of(const Net *net, int node) { return &net->groups[(node - CANDIDATE_NODES) / 2]; }

static inline int digit_of(const Net *net, int node) {
    return is_candidate(node) ? (node >> 1 & 15) + 1 : group_of(net, node)->digit;
}

/* The cells of a candidate or group. */
static inline Cells cells_of(const Net *net, int node) {
    return is_candidate(node) ? bit(cell_of(node)) : group_of(net, node)->cells;
}

static inline const LockedSet *set_of(const Net *net, int node) {
    return &net->sets[net->set_nodes[node - SET_NODES_FROM].set];
}

/* How long an inference is, in half links. The more cells a set has, the harder it is to see, and the longer. */
static inline int weight_of(const Net *net, int from, int to) {
    if (!is_set(from)) return 2;
    bool forces = is_candidate(to) && is_true(to);
    return 2 + 2 * count(set_of(net, from)->cells) + forces;
}

bool net_open(Net *net, const State *state, bool with_groups, bool with_sets);
void net_close(Net *net);

/* Makes a new walk ready for its first use. */
void net_walk_open(NetWalk *walk);

/* Reaches all that follows from `start`, by shortest paths. */
void net_walk(const Net *net, NetWalk *walk, int start);

/* The nodes from the start of the walk to `node`, in order; returns how many, 0 if too many. */
int net_path(const NetWalk *walk, int node, int *path);

/* Writes the links of a path; each set on it is written as a strong link between its two digits. */
void net_links(const Net *net, Sink *sink, const int *path, int length);

#endif
