/* XY-, XYZ- and W-wings. */
#include "record.h"

static void report(const State *state, Sink *sink, Technique technique, Cells pivot, Cells pincers, Digits digits,
                   int digit, Cells removed) {
    step_begin(sink, technique);
    step_candidates(sink, R_REMOVE, removed, digit);
    step_digits(sink, digits);
    step_cells(sink, R_CELL_PIVOT, pivot);
    step_cells(sink, R_CELL_PINCER, pincers);
    FOR_EACH_DIGIT(other, digits) {
        if (other != digit) step_candidates(sink, R_PATTERN, (pivot | pincers) & state->places[other], other);
    }
    step_candidates(sink, R_ON, (pivot | pincers) & state->places[digit], digit);
    step_end(sink);
}

static void wing(const State *state, Sink *sink, int pivot, int a, int b) {
    Digits digits = state->marks[pivot] | state->marks[a] | state->marks[b];
    Digits shared = state->marks[a] & state->marks[b];
    bool small = digit_count(state->marks[pivot]) == 2;
    if (digit_count(digits) != 3 || digit_count(shared) != 1) return;
    if (small == ((state->marks[pivot] & shared) != 0)) return;
    Technique technique = small ? T_XY_WING : T_XYZ_WING;
    int digit = first_digit(shared);
    Cells removed = peers_of(state, a) & peers_of(state, b) & state->places[digit] & ~bit(pivot);
    if (!small) removed &= peers_of(state, pivot);
    if (some(removed) && wants(sink, technique))
        report(state, sink, technique, bit(pivot), bit(a) | bit(b), digits, digit, removed);
}

static void wings_around(const State *state, Sink *sink, int pivot, Cells bivalue) {
    Cells near = NO_CELLS;
    FOR_EACH_CELL(cell, bivalue & peers_of(state, pivot)) {
        if (digit_count(state->marks[cell] | state->marks[pivot]) == 3) near |= bit(cell);
    }
    FOR_EACH_CELL(a, near) {
        FOR_EACH_CELL(b, near & after(a)) {
            if (!sink->done) wing(state, sink, pivot, a, b);
        }
    }
}

/* Two equal bivalue cells, joined by a strong link on one digit: the other digit is in one of them. */
static void w_wing(const State *state, Sink *sink, int a, int b, int linked, int digit) {
    Cells removed = peers_of(state, a) & peers_of(state, b) & state->places[digit];
    if (none(removed)) return;
    for (int unit = 0; unit < unit_count(state) && !sink->done; unit++) {
        Cells places = state->places[linked] & unit_cells(state, unit);
        if (count(places) != 2 || some(places & (bit(a) | bit(b)))) continue;
        int x = first_cell(places), y = first_cell(without_first(places));
        bool straight = has(peers_of(state, a), x) && has(peers_of(state, b), y);
        if (!straight && !(has(peers_of(state, a), y) && has(peers_of(state, b), x))) continue;
        int near_a = straight ? x : y, near_b = straight ? y : x;
        step_begin(sink, T_W_WING);
        step_candidates(sink, R_REMOVE, removed, digit);
        step_digits(sink, state->marks[a]);
        step_cells(sink, R_CELL_PINCER, bit(a) | bit(b));
        step_cells(sink, R_CELL_PIVOT, places);
        step_link(sink, true, bit(a), digit, bit(a), linked);
        step_link(sink, false, bit(a), linked, bit(near_a), linked);
        step_link(sink, true, bit(near_a), linked, bit(near_b), linked);
        step_link(sink, false, bit(near_b), linked, bit(b), linked);
        step_link(sink, true, bit(b), linked, bit(b), digit);
        step_end(sink);
    }
}

static void w_wings(const State *state, Sink *sink, Cells bivalue) {
    FOR_EACH_CELL(a, bivalue) {
        FOR_EACH_CELL(b, bivalue & after(a)) {
            if (state->marks[a] != state->marks[b] || sink->done) continue;
            int low = first_digit(state->marks[a]);
            int high = first_digit(state->marks[a] & (Digits)(state->marks[a] - 1));
            w_wing(state, sink, a, b, low, high);
            if (!sink->done) w_wing(state, sink, a, b, high, low);
        }
    }
}

void find_wings(const State *state, const Options *options, Sink *sink) {
    (void)options;
    Cells bivalue = bivalue_cells(state);
    FOR_EACH_CELL(pivot, state->empty) {
        int marks = digit_count(state->marks[pivot]);
        if ((marks == 2 && wants(sink, T_XY_WING)) || (marks == 3 && wants(sink, T_XYZ_WING)))
            wings_around(state, sink, pivot, bivalue);
    }
    if (wants(sink, T_W_WING) && !sink->done) w_wings(state, sink, bivalue);
}
