/* 3D Medusa: colouring over all digits at once, through bivalue cells as well as strong links. */
#include "record.h"

typedef struct {
    Cells colour[2][10];
    Digits in_cell[2][CELL_COUNT];
} Cluster;

static void paint(Cluster *cluster, int side, int cell, int digit) {
    cluster->colour[side][digit] |= bit(cell);
    cluster->in_cell[side][cell] |= digit_bit(digit);
}

static void spread(const State *state, Cluster *cluster, int side, int cell, int digit);

static void visit(const State *state, Cluster *cluster, int side, int cell, int digit) {
    if (has(cluster->colour[side][digit], cell)) return;
    paint(cluster, side, cell, digit);
    spread(state, cluster, side, cell, digit);
}

static void spread(const State *state, Cluster *cluster, int side, int cell, int digit) {
    int units[3] = {row_of[cell], 9 + column_of[cell], 18 + box_of[cell]};
    for (int i = 0; i < 3; i++) {
        Cells places = state->places[digit] & unit_cells[units[i]];
        if (count(places) == 2) visit(state, cluster, !side, first_cell(places & ~bit(cell)), digit);
    }
    if (digit_count(state->marks[cell]) == 2)
        visit(state, cluster, !side, cell, first_digit(state->marks[cell] & (Digits)~digit_bit(digit)));
}

static Cells seen_from(Cells set) {
    Cells seen = 0;
    FOR_EACH_CELL(cell, set) seen |= peers_of[cell];
    return seen;
}

/* A colour is false if it puts two digits in a cell, a digit twice in a unit, or leaves a cell empty. */
static bool is_false(const State *state, const Cluster *cluster, int side) {
    Digits removed[CELL_COUNT] = {0};
    for (int digit = 1; digit <= 9; digit++) {
        Cells seen = seen_from(cluster->colour[side][digit]);
        if (seen & cluster->colour[side][digit]) return true;
        FOR_EACH_CELL(cell, seen & state->places[digit]) removed[cell] |= digit_bit(digit);
    }
    FOR_EACH_CELL(cell, state->empty) {
        if (digit_count(cluster->in_cell[side][cell]) > 1) return true;
        if (removed[cell] == state->marks[cell] && !cluster->in_cell[side][cell]) return true;
    }
    return false;
}

static void trapped(const State *state, const Cluster *cluster, Cells removed[10]) {
    for (int digit = 1; digit <= 9; digit++) {
        Cells seen[2];
        for (int side = 0; side < 2; side++) {
            seen[side] = seen_from(cluster->colour[side][digit]);
            FOR_EACH_CELL(cell, state->places[digit]) {
                Digits others = cluster->in_cell[side][cell] & (Digits)~digit_bit(digit);
                if (others) seen[side] |= bit(cell);
            }
        }
        Cells coloured = cluster->colour[0][digit] | cluster->colour[1][digit];
        removed[digit] = state->places[digit] & seen[0] & seen[1] & ~coloured;
    }
}

static void report(Sink *sink, const Cluster *cluster, const Cells removed[10]) {
    Cells any = 0;
    for (int digit = 1; digit <= 9; digit++) any |= removed[digit];
    if (!any) return;
    Digits digits = 0;
    step_begin(sink, T_MEDUSA_3D);
    for (int digit = 1; digit <= 9; digit++) {
        step_candidates(sink, R_REMOVE, removed[digit], digit);
        step_candidates(sink, R_COLOUR_A, cluster->colour[0][digit], digit);
        step_candidates(sink, R_COLOUR_B, cluster->colour[1][digit], digit);
        if (cluster->colour[0][digit] | cluster->colour[1][digit]) digits |= digit_bit(digit);
    }
    step_digits(sink, digits);
    step_end(sink);
}

static void conclude(const State *state, Sink *sink, const Cluster *cluster) {
    for (int side = 0; side < 2; side++)
        if (is_false(state, cluster, side)) {
            report(sink, cluster, cluster->colour[side]);
            return;
        }
    Cells removed[10] = {0};
    trapped(state, cluster, removed);
    report(sink, cluster, removed);
}

void find_medusa(const State *state, const Options *options, Sink *sink) {
    (void)options;
    Digits seen[CELL_COUNT] = {0};
    FOR_EACH_CELL(cell, state->empty) {
        FOR_EACH_DIGIT(digit, state->marks[cell] & ~seen[cell]) {
            if (sink->done) return;
            Cluster cluster;
            memset(&cluster, 0, sizeof cluster);
            visit(state, &cluster, 0, cell, digit);
            for (int i = 0; i < CELL_COUNT; i++) seen[i] |= cluster.in_cell[0][i] | cluster.in_cell[1][i];
            conclude(state, sink, &cluster);
        }
    }
}
