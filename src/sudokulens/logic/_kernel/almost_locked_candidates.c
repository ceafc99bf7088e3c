/* Almost locked candidates: in a box and a line that cross, n digits; n - 1 cells of the one unit outside the crossing
 * have no others, and in the other unit the n digits have at most n - 1 cells outside the crossing. The first cells
 * take n - 1 of the digits, so the crossing takes just one, and the second cells take the other n - 1.
 */
#include "guardians.h"

typedef struct {
    const State *state;
    Sink *sink;
    int first, second; /* units: the naked cells lie in the first, the hidden ones in the second */
    Cells crossing;
} Crossing;

static void inspect(const Crossing *at, Cells naked, Digits digits) {
    const State *state = at->state;
    Cells rest = unit_cells(state, at->second) & state->empty & ~at->crossing;
    Cells hidden = NO_CELLS, removed[EACH_DIGIT] = {0}, any = NO_CELLS;
    FOR_EACH_DIGIT(digit, digits) {
        if (none(state->places[digit] & at->crossing)) return;
        hidden |= rest & state->places[digit];
    }
    if (count(hidden) != count(naked)) return;
    for (int digit = 1; digit <= board_size(state); digit++) {
        Cells outside = unit_cells(state, at->first) & ~(at->crossing | naked);
        any |= removed[digit] = state->places[digit] & (has_digit(digits, digit) ? outside : hidden);
    }
    if (none(any) || at->sink->done) return;
    step_begin(at->sink, T_ALMOST_LOCKED_CANDIDATES);
    step_removals(state, at->sink, removed);
    step_digits(at->sink, digits);
    step_cells(at->sink, R_CELL_PATTERN, naked);
    step_cells(at->sink, R_CELL_EXTRA, hidden);
    step_cells(at->sink, R_CELL_INTERSECTION, at->crossing & state->empty);
    step_item(at->sink, R_UNIT_COVER, at->first);
    step_item(at->sink, R_UNIT_BASE, at->second);
    FOR_EACH_DIGIT(digit, digits) step_candidates(at->sink, R_PATTERN, (naked | hidden | at->crossing) & state->places[digit], digit);
    step_end(at->sink);
}

static void sets_at(const Crossing *at, int most) {
    const State *state = at->state;
    Cells pool = unit_cells(state, at->first) & state->empty & ~at->crossing;
    FOR_EACH_CELL(a, pool) {
        Digits one = state->marks[a];
        if (digit_count(one) == 2) inspect(at, bit(a), one);
        if (digit_count(one) > 3 || most < 2) continue;
        FOR_EACH_CELL(b, pool & after(a)) {
            Digits both = one | state->marks[b];
            if (digit_count(both) == 3) inspect(at, bit(a) | bit(b), both);
        }
    }
}

void find_almost_locked_candidates(const State *state, const Options *options, Sink *sink) {
    (void)options;
    for (int most = sink->first_only ? 1 : 2; most <= 2; most++)
        for (int box = first_region(state); box < first_extra(state); box++)
            for (int line = 0; line < first_region(state); line++) {
                Cells crossing = unit_cells(state, box) & unit_cells(state, line);
                if (count(crossing & state->empty) < 1) continue;
                for (int turn = 0; turn < 2 && !sink->done; turn++) {
                    Crossing at = {state, sink, turn ? box : line, turn ? line : box, crossing};
                    sets_at(&at, most);
                }
            }
}
