#include "guardians.h"

int guardian_count(const Cells guardians[EACH_DIGIT]) {
    int total = 0;
    for (int digit = 1; digit <= MAX_DIGITS; digit++) total += count(guardians[digit]);
    return total;
}

bool guarded_removals(const State *state, const Cells guardians[EACH_DIGIT], Cells removed[EACH_DIGIT]) {
    Cells any = NO_CELLS;
    for (int digit = 1; digit <= board_size(state); digit++) {
        removed[digit] = state->places[digit];
        for (int other = 1; other <= board_size(state); other++) {
            FOR_EACH_CELL(cell, guardians[other]) removed[digit] &= other == digit ? peers_of(state, cell) : bit(cell);
        }
        any |= removed[digit];
    }
    return some(any);
}

void step_removals(const State *state, Sink *sink, const Cells removed[EACH_DIGIT]) {
    for (int digit = 1; digit <= board_size(state); digit++) step_candidates(sink, R_REMOVE, removed[digit], digit);
}

bool begin_guarded(const State *state, Sink *sink, Technique technique, const Cells guardians[EACH_DIGIT]) {
    Cells removed[EACH_DIGIT];
    int total = guardian_count(guardians);
    if (!total || total > MAX_GUARDIANS || sink->done || !wants(sink, technique)) return false;
    if (total > 1 && !guarded_removals(state, guardians, removed)) return false;
    step_begin(sink, technique);
    for (int digit = 1; digit <= board_size(state); digit++) {
        if (total == 1) step_candidates(sink, R_PLACE, guardians[digit], digit);
        step_candidates(sink, R_ON, guardians[digit], digit);
    }
    if (total > 1) step_removals(state, sink, removed);
    return true;
}
