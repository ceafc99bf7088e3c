/* ALS-W-wings: a digit with two places in a unit, one seen by all its places in one almost locked set, the other by
 * those in a second. One of the sets lacks the digit and has all its others.
 */
#include "als.h"
#include "guardians.h"
#include <stdlib.h>

#define SMALL_SET 3 /* in cells: sets up to this size are tried before larger ones */

typedef struct {
    const State *state;
    Sink *sink;
    const LockedSet *sets;
    int count, unit, digit, near_a, near_b;
} Joint;

static void inspect(const Joint *joint, const LockedSet *a, const LockedSet *b) {
    const State *state = joint->state;
    Cells removed[EACH_DIGIT] = {0}, any = NO_CELLS, ends = bit(joint->near_a) | bit(joint->near_b);
    if (some(a->cells & b->cells) || some((a->cells | b->cells) & ends)) return;
    if (count(a->cells) == 1 && count(b->cells) == 1) return; /* a plain W-wing */
    FOR_EACH_DIGIT(digit, a->digits & b->digits & (Digits)~digit_bit(joint->digit))
        any |= removed[digit] = a->buddies[digit] & b->buddies[digit];
    if (none(any) || joint->sink->done) return;
    step_begin(joint->sink, T_ALS_W_WING);
    step_removals(state, joint->sink, removed);
    step_item(joint->sink, R_DIGIT, joint->digit);
    step_cells(joint->sink, R_CELL_ALS_A, a->cells);
    step_cells(joint->sink, R_CELL_ALS_B, b->cells);
    step_item(joint->sink, R_CELL_PIVOT, joint->near_a);
    step_item(joint->sink, R_CELL_PIVOT, joint->near_b);
    step_item(joint->sink, R_UNIT_PATTERN, joint->unit);
    step_candidates(joint->sink, R_RESTRICTED, ends | a->with[joint->digit] | b->with[joint->digit], joint->digit);
    step_end(joint->sink);
}

static void pairs_of(const Joint *joint, int most) {
    for (int i = 0; i < joint->count; i++) {
        const LockedSet *a = &joint->sets[i];
        if (!has_digit(a->digits, joint->digit) || !has(a->buddies[joint->digit], joint->near_a) || count(a->cells) > most) continue;
        for (int j = 0; j < joint->count && !joint->sink->done; j++) {
            const LockedSet *b = &joint->sets[j];
            bool near = has_digit(b->digits, joint->digit) && has(b->buddies[joint->digit], joint->near_b);
            if (near && count(b->cells) <= most && digit_count(a->digits & b->digits) > 1) inspect(joint, a, b);
        }
    }
}

static void all_links(Joint *joint, int most) {
    const State *state = joint->state;
    for (joint->unit = 0; joint->unit < unit_count(state); joint->unit++)
        for (joint->digit = 1; joint->digit <= board_size(state) && !joint->sink->done; joint->digit++) {
            Cells places = unit_cells(state, joint->unit) & state->places[joint->digit];
            if (count(places) != 2) continue;
            joint->near_a = first_cell(places);
            joint->near_b = first_cell(without_first(places));
            pairs_of(joint, most);
        }
}

void find_als_w_wings(const State *state, const Options *options, Sink *sink) {
    (void)options;
    LockedSet *sets = malloc(MAX_SETS * sizeof *sets);
    if (!sets) {
        sink->failed = sink->done = true;
        return;
    }
    Joint joint = {.state = state, .sink = sink, .sets = sets, .count = collect_locked_sets(state, sets, MAX_SETS, 1)};
    if (sink->first_only) all_links(&joint, SMALL_SET);
    if (!sink->done) all_links(&joint, board_size(state));
    free(sets);
}
