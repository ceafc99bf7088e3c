/* Naked, hidden and locked pairs, triples and quads. */
#include "record.h"

typedef struct {
    const State *state;
    Sink *sink;
    int unit, size;
    int choices; /* cells of the unit, or digits, to choose from */
    uint8_t choice[9];
} Search;

static void report(Sink *sink, Technique technique, const State *state, Cells cells, Digits digits, const Cells *removed,
                   int unit) {
    step_begin(sink, technique);
    for (int digit = 1; digit <= 9; digit++) step_candidates(sink, R_REMOVE, removed[digit], digit);
    step_digits(sink, digits);
    step_cells(sink, R_CELL_PATTERN, cells);
    FOR_EACH_DIGIT(digit, digits) step_candidates(sink, R_PATTERN, cells & state->places[digit], digit);
    step_item(sink, R_UNIT_PATTERN, unit);
    step_end(sink);
}

/* The unit other than this one that holds all the cells, or -1. */
static int other_unit(Cells cells, int unit) {
    int cell = first_cell(cells), units[3] = {row_of[cell], 9 + column_of[cell], 18 + box_of[cell]};
    for (int i = 0; i < 3; i++)
        if (units[i] != unit && !(cells & ~unit_cells[units[i]])) return units[i];
    return -1;
}

static void naked_found(const Search *search, Cells cells, Digits digits) {
    static const Technique naked[5] = {0, 0, T_NAKED_PAIR, T_NAKED_TRIPLE, T_NAKED_QUAD};
    static const Technique locked[5] = {0, 0, T_LOCKED_PAIR, T_LOCKED_TRIPLE, T_NAKED_QUAD};
    int second = other_unit(cells, search->unit);
    Cells removed[10] = {0}, here = 0, there = 0;
    FOR_EACH_DIGIT(digit, digits) {
        Cells places = search->state->places[digit] & ~cells;
        here |= places & unit_cells[search->unit];
        if (second >= 0) there |= places & unit_cells[second];
        removed[digit] = places & (unit_cells[search->unit] | (second >= 0 ? unit_cells[second] : 0));
    }
    if (second > search->unit || (!here && !there)) return; /* the later unit has reported it already */
    bool in_both = (here & ~there) && (there & ~here);
    Technique technique = in_both ? locked[search->size] : naked[search->size];
    if (wants(search->sink, technique))
        report(search->sink, technique, search->state, cells, digits, removed, search->unit);
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
    Cells removed[10] = {0}, any = 0;
    for (int digit = 1; digit <= 9; digit++)
        if (!has_digit(digits, digit)) any |= removed[digit] = cells & search->state->places[digit];
    if (any) report(search->sink, hidden[search->size], search->state, cells, digits, removed, search->unit);
}

static void hidden_search(const Search *search, int from, int chosen, Cells cells, Digits digits) {
    if (chosen == search->size) {
        hidden_found(search, cells, digits);
        return;
    }
    for (int i = from; i <= search->choices - (search->size - chosen) && !search->sink->done; i++) {
        int digit = search->choice[i];
        Cells joint = cells | (search->state->places[digit] & unit_cells[search->unit]);
        if (count(joint) <= search->size) hidden_search(search, i + 1, chosen + 1, joint, digits | digit_bit(digit));
    }
}

static void naked_in(const State *state, Sink *sink, int unit, int size) {
    Search search = {.state = state, .sink = sink, .unit = unit, .size = size};
    for (int i = 0; i < 9; i++) {
        int marks = digit_count(state->marks[unit_list[unit][i]]);
        if (marks >= 2 && marks <= size) search.choice[search.choices++] = unit_list[unit][i];
    }
    naked_search(&search, 0, 0, 0, 0);
}

static void hidden_in(const State *state, Sink *sink, int unit, int size) {
    Search search = {.state = state, .sink = sink, .unit = unit, .size = size};
    for (int digit = 1; digit <= 9; digit++) {
        int places = count(state->places[digit] & unit_cells[unit]);
        if (places >= 2 && places <= size) search.choice[search.choices++] = (uint8_t)digit;
    }
    hidden_search(&search, 0, 0, 0, 0);
}

static bool wants_any(const Sink *sink, Technique a, Technique b) { return wants(sink, a) || wants(sink, b); }

void find_subsets(const State *state, const Options *options, Sink *sink) {
    (void)options;
    bool naked[5] = {0, 0, wants_any(sink, T_NAKED_PAIR, T_LOCKED_PAIR), wants_any(sink, T_NAKED_TRIPLE, T_LOCKED_TRIPLE),
                     wants(sink, T_NAKED_QUAD)};
    bool hidden[5] = {0, 0, wants(sink, T_HIDDEN_PAIR), wants(sink, T_HIDDEN_TRIPLE), wants(sink, T_HIDDEN_QUAD)};
    for (int size = 2; size <= 4; size++)
        for (int unit = UNIT_COUNT - 1; unit >= 0 && !sink->done; unit--) {
            if (naked[size]) naked_in(state, sink, unit, size);
            if (hidden[size] && !sink->done) hidden_in(state, sink, unit, size);
        }
}
