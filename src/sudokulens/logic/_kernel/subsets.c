/* Naked, hidden and locked pairs, triples and quads. */
#include "record.h"

typedef struct {
    const State *state;
    Sink *sink;
    int unit, size;
    int choices; /* cells of the unit, or digits, to choose from */
    uint8_t choice[MAX_DIGITS];
} Search;

static void report(Sink *sink, Technique technique, const State *state, Cells cells, Digits digits, const Cells *removed,
                   int unit) {
    step_begin(sink, technique);
    for (int digit = 1; digit <= board_size(state); digit++) step_candidates(sink, R_REMOVE, removed[digit], digit);
    step_digits(sink, digits);
    step_cells(sink, R_CELL_PATTERN, cells);
    FOR_EACH_DIGIT(digit, digits) step_candidates(sink, R_PATTERN, cells & state->places[digit], digit);
    step_item(sink, R_UNIT_PATTERN, unit);
    step_end(sink);
}

/* The last unit other than this one that holds all the cells, or -1. */
static int other_unit(const State *state, Cells cells, int unit) {
    int found = -1;
    FOR_EACH_UNIT_OF(other, state, first_cell(cells)) {
        if (other != unit && within(cells, unit_cells(state, other))) found = other;
    }
    return found;
}

static void naked_found(const Search *search, Cells cells, Digits digits) {
    static const Technique naked[5] = {0, 0, T_NAKED_PAIR, T_NAKED_TRIPLE, T_NAKED_QUAD};
    static const Technique locked[5] = {0, 0, T_LOCKED_PAIR, T_LOCKED_TRIPLE, T_NAKED_QUAD};
    const State *state = search->state;
    int second = other_unit(state, cells, search->unit);
    if (second > search->unit) return; /* the later unit has reported it already */
    Cells removed[EACH_DIGIT] = {0}, all = NO_CELLS, seen = common_peers(state, cells);
    FOR_EACH_DIGIT(digit, digits) all |= removed[digit] = state->places[digit] & seen;
    if (none(all)) return;
    Cells here = all & unit_cells(state, search->unit), there = second < 0 ? NO_CELLS : all & unit_cells(state, second);
    bool in_both = !within(here, there) && !within(there, here);
    Technique technique = in_both ? locked[search->size] : naked[search->size];
    if (wants(search->sink, technique)) report(search->sink, technique, state, cells, digits, removed, search->unit);
}

static void naked_search(const Search *search, int from, int chosen, Cells cells, Digits digits) {
    if (chosen == search->size) {
        naked_found(search, cells, digits);
        return;
    }
    for (int i = from; i <= search->choices - (search->size - chosen) && !search->sink->done; i++) {
        int cell = search->choice[i];
        Digits joint = digits | search->state->marks[cell];
        if (digit_count(joint) <= search->size) naked_search(search, i + 1, chosen + 1, cells | bit(cell), joint);
    }
}

static void hidden_found(const Search *search, Cells cells, Digits digits) {
    static const Technique hidden[5] = {0, 0, T_HIDDEN_PAIR, T_HIDDEN_TRIPLE, T_HIDDEN_QUAD};
    if (!wants(search->sink, hidden[search->size])) return;
    Cells removed[EACH_DIGIT] = {0}, any = NO_CELLS;
    for (int digit = 1; digit <= board_size(search->state); digit++)
        if (!has_digit(digits, digit)) any |= removed[digit] = cells & search->state->places[digit];
    if (some(any)) report(search->sink, hidden[search->size], search->state, cells, digits, removed, search->unit);
}

static void hidden_search(const Search *search, int from, int chosen, Cells cells, Digits digits) {
    if (chosen == search->size) {
        hidden_found(search, cells, digits);
        return;
    }
    for (int i = from; i <= search->choices - (search->size - chosen) && !search->sink->done; i++) {
        int digit = search->choice[i];
        Cells joint = cells | (search->state->places[digit] & unit_cells(search->state, search->unit));
        if (count(joint) <= search->size) hidden_search(search, i + 1, chosen + 1, joint, digits | digit_bit(digit));
    }
}

static void naked_in(const State *state, Sink *sink, int unit, int size) {
    Search search = {.state = state, .sink = sink, .unit = unit, .size = size};
    for (int i = 0; i < board_size(state); i++) {
        uint8_t cell = state->shape->unit_list[unit][i];
        int marks = digit_count(state->marks[cell]);
        if (marks >= 2 && marks <= size) search.choice[search.choices++] = cell;
    }
    naked_search(&search, 0, 0, NO_CELLS, 0);
}

static void hidden_in(const State *state, Sink *sink, int unit, int size) {
    Search search = {.state = state, .sink = sink, .unit = unit, .size = size};
    for (int digit = 1; digit <= board_size(state); digit++) {
        int places = count(state->places[digit] & unit_cells(state, unit));
        if (places >= 2 && places <= size) search.choice[search.choices++] = (uint8_t)digit;
    }
    hidden_search(&search, 0, 0, NO_CELLS, 0);
}

static bool wants_any(const Sink *sink, Technique a, Technique b) { return wants(sink, a) || wants(sink, b); }

void find_subsets(const State *state, const Options *options, Sink *sink) {
    (void)options;
    bool naked[5] = {0, 0, wants_any(sink, T_NAKED_PAIR, T_LOCKED_PAIR), wants_any(sink, T_NAKED_TRIPLE, T_LOCKED_TRIPLE),
                     wants(sink, T_NAKED_QUAD)};
    bool hidden[5] = {0, 0, wants(sink, T_HIDDEN_PAIR), wants(sink, T_HIDDEN_TRIPLE), wants(sink, T_HIDDEN_QUAD)};
    for (int size = 2; size <= 4; size++)
        for (int unit = unit_count(state) - 1; unit >= 0 && !sink->done; unit--) {
            if (naked[size]) naked_in(state, sink, unit, size);
            if (hidden[size] && !sink->done) hidden_in(state, sink, unit, size);
        }
}
