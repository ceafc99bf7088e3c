/* 3D Medusa: colouring over all digits at once, through bivalue cells as well as strong links. */
#include "record.h"

typedef struct {
    Cells colour[2][EACH_DIGIT];
    Digits in_cell[2][MAX_CELLS];
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
    FOR_EACH_UNIT_OF(unit, state, cell) {
        Cells places = state->places[digit] & unit_cells(state, unit);
        if (count(places) == 2) visit(state, cluster, !side, first_cell(places & ~bit(cell)), digit);
    }
    if (digit_count(state->marks[cell]) == 2)
        visit(state, cluster, !side, cell, first_digit(state->marks[cell] & (Digits)~digit_bit(digit)));
}

/* A colour is false if it puts two digits in a cell, a digit twice in a unit, or leaves a cell empty. */
static bool is_false(const State *state, const Cluster *cluster, int side) {
    Digits removed[MAX_CELLS] = {0};
    for (int digit = 1; digit <= board_size(state); digit++) {
        Cells seen = seen_from(state, cluster->colour[side][digit]);
        if (some(seen & cluster->colour[side][digit])) return true;
        FOR_EACH_CELL(cell, seen & state->places[digit]) removed[cell] |= digit_bit(digit);
    }
    FOR_EACH_CELL(cell, state->empty) {
        if (digit_count(cluster->in_cell[side][cell]) > 1) return true;
        if (removed[cell] == state->marks[cell] && !cluster->in_cell[side][cell]) return true;
    }
    return false;
}

static void trapped(const State *state, const Cluster *cluster, Cells removed[EACH_DIGIT]) {
    for (int digit = 1; digit <= board_size(state); digit++) {
        Cells seen[2];
        for (int side = 0; side < 2; side++) {
            seen[side] = seen_from(state, cluster->colour[side][digit]);
            FOR_EACH_CELL(cell, state->places[digit]) {
                Digits others = cluster->in_cell[side][cell] & (Digits)~digit_bit(digit);
                if (others) seen[side] |= bit(cell);
            }
        }
        Cells coloured = cluster->colour[0][digit] | cluster->colour[1][digit];
        removed[digit] = state->places[digit] & seen[0] & seen[1] & ~coloured;
    }
}

static void report(const State *state, Sink *sink, const Cluster *cluster, const Cells removed[EACH_DIGIT]) {
    Cells any = NO_CELLS;
    for (int digit = 1; digit <= board_size(state); digit++) any |= removed[digit];
    if (none(any)) return;
    Digits digits = 0;
    step_begin(sink, T_MEDUSA_3D);
    for (int digit = 1; digit <= board_size(state); digit++) {
        step_candidates(sink, R_REMOVE, removed[digit], digit);
        step_candidates(sink, R_COLOUR_A, cluster->colour[0][digit], digit);
        step_candidates(sink, R_COLOUR_B, cluster->colour[1][digit], digit);
        if (some(cluster->colour[0][digit] | cluster->colour[1][digit])) digits |= digit_bit(digit);
    }
    step_digits(sink, digits);
    step_end(sink);
}

static void conclude(const State *state, Sink *sink, const Cluster *cluster) {
    for (int side = 0; side < 2; side++)
        if (is_false(state, cluster, side)) {
            report(state, sink, cluster, cluster->colour[side]);
            return;
        }
    Cells removed[EACH_DIGIT] = {0};
    trapped(state, cluster, removed);
    report(state, sink, cluster, removed);
}

void find_medusa(const State *state, const Options *options, Sink *sink) {
    (void)options;
    Digits seen[MAX_CELLS] = {0};
    FOR_EACH_CELL(cell, state->empty) {
        FOR_EACH_DIGIT(digit, state->marks[cell] & ~seen[cell]) {
            if (sink->done) return;
            Cluster cluster;
            memset(&cluster, 0, sizeof cluster);
            visit(state, &cluster, 0, cell, digit);
            for (int i = 0; i < MAX_CELLS; i++) seen[i] |= cluster.in_cell[0][i] | cluster.in_cell[1][i];
            conclude(state, sink, &cluster);
        }
    }
}
