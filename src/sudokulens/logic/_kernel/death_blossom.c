/* Death blossoms: a stem cell, each candidate of which would lock its own petal, an almost locked set. */
#include "als.h"
#include <stdlib.h>

typedef struct {
    const Options *options;
    const State *state;
    Sink *sink;
    const LockedSet *sets;
    int count;
    int stem;
    int16_t *petals[EACH_DIGIT]; /* for each candidate of the stem the sets it would lock */
    int petal_count[EACH_DIGIT];
    int chosen[EACH_DIGIT], depth;
} Search;

static void report(const Search *search, int digit, Cells removed) {
    Sink *sink = search->sink;
    step_candidates(sink, R_REMOVE, removed, digit);
    for (int i = 0; i < search->depth; i++)
        step_candidates(sink, R_ON, search->sets[search->chosen[i]].with[digit], digit);
}

static void check(const Search *search, Cells cells, Digits common) {
    Cells removed[EACH_DIGIT] = {0}, any = NO_CELLS;
    FOR_EACH_DIGIT(digit, common) {
        Cells left = search->state->places[digit] & ~cells & ~bit(search->stem);
        for (int i = 0; i < search->depth; i++) left &= search->sets[search->chosen[i]].buddies[digit];
        any |= removed[digit] = left;
    }
    if (none(any) || search->sink->done) return;
    step_begin(search->sink, T_DEATH_BLOSSOM);
    FOR_EACH_DIGIT(digit, common) {
        if (some(removed[digit])) report(search, digit, removed[digit]);
    }
    step_item(search->sink, R_CELL_STEM, search->stem);
    for (int i = 0; i < search->depth; i++) report_set(search->sink, &search->sets[search->chosen[i]], i);
    step_end(search->sink);
}

static void choose(Search *search, Digits left, Cells cells, Digits common) {
    if (!left) {
        check(search, cells, common);
        return;
    }
    int digit = first_digit(left);
    for (int i = 0; i < search->petal_count[digit] && !search->sink->done; i++) {
        const LockedSet *set = &search->sets[search->petals[digit][i]];
        if (some(set->cells & cells) && !search->options->overlapping_sets) continue;
        Digits joint = common & set->digits & (Digits)~digit_bit(digit);
        if (!joint) continue;
        search->chosen[search->depth++] = search->petals[digit][i];
        choose(search, left & (Digits)~digit_bit(digit), cells | set->cells, joint);
        search->depth--;
    }
}

static void blossoms_at(Search *search, int stem) {
    Digits marks = search->state->marks[stem];
    search->stem = stem;
    search->depth = 0;
    FOR_EACH_DIGIT(digit, marks) {
        search->petal_count[digit] = 0;
        for (int i = 0; i < search->count; i++)
            if (has(search->sets[i].buddies[digit], stem))
                search->petals[digit][search->petal_count[digit]++] = (int16_t)i;
        if (!search->petal_count[digit]) return;
    }
    choose(search, marks, NO_CELLS, search->state->shape->all_digits);
}

void find_death_blossoms(const State *state, const Options *options, Sink *sink) {
    LockedSet *sets = malloc(MAX_SETS * sizeof *sets);
    int16_t *petals = malloc(EACH_DIGIT * MAX_SETS * sizeof *petals);
    if (sets && petals) {
        Search search = {.state = state, .options = options, .sink = sink, .sets = sets};
        search.count = collect_locked_sets(state, sets, MAX_SETS, 1);
        for (int digit = 0; digit <= MAX_DIGITS; digit++) search.petals[digit] = petals + digit * MAX_SETS;
        int most = options->effort ? 3 : MAX_DIGITS;
        FOR_EACH_CELL(stem, state->empty) {
            int marks = digit_count(state->marks[stem]);
            if (!sink->done && marks >= 2 && marks <= most) blossoms_at(&search, stem);
        }
    } else {
        sink->failed = sink->done = true;
    }
    free(petals);
    free(sets);
}
