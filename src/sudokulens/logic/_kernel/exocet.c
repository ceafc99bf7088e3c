/* Junior exocets: two base cells in a box and a line, and two targets in the other boxes of the band. A digit that a base
 * cell takes must be in one of the targets: without them it would need three places in three crossing lines outside the
 * band, where it fits twice at most. So the targets take the two digits of the base.
 */
#include "guardians.h"

typedef struct {
    const State *state;
    Sink *sink;
    bool turned; /* the band is made of columns */
    int band, line, box; /* the base lies in this line (0 to 2 of the band) and box (0 to 2) */
    int cross[3];        /* places along the lines: beside the base, of the first and of the second target */
    int base[2], target[2];
    Digits digits;
} Exocet;

static int at(const Exocet *exocet, int line, int place) {
    return exocet->turned ? cell_at(exocet->state, place, line) : cell_at(exocet->state, line, place);
}

static int cross_unit(const Exocet *exocet, int i) {
    return exocet->turned ? exocet->cross[i] : first_column(exocet->state) + exocet->cross[i];
}

static Cells band_cells(const Exocet *exocet) {
    Cells cells = NO_CELLS;
    for (int line = 3 * exocet->band; line < 3 * exocet->band + 3; line++)
        cells |= unit_cells(exocet->state, exocet->turned ? first_column(exocet->state) + line : line);
    return cells;
}

/* Whether the digit fits into all three crossing lines outside the band at once. */
static bool fits_thrice(const Exocet *exocet, int digit) {
    const State *state = exocet->state;
    Cells outside[3];
    for (int i = 0; i < 3; i++)
        outside[i] = unit_cells(state, cross_unit(exocet, i)) & state->places[digit] & ~band_cells(exocet);
    FOR_EACH_CELL(a, outside[0]) {
        FOR_EACH_CELL(b, outside[1] & ~peers_of(state, a)) {
            if (some(outside[2] & ~(peers_of(state, a) | peers_of(state, b)))) return true;
        }
    }
    return false;
}

static bool digit_holds(const Exocet *exocet, int digit) {
    const State *state = exocet->state;
    for (int i = 0; i < 3; i++)
        if (none(unit_cells(state, cross_unit(exocet, i)) & state->places[digit])) return false;
    return !fits_thrice(exocet, digit);
}

static void report(const Exocet *exocet) {
    const State *state = exocet->state;
    Cells targets = bit(exocet->target[0]) | bit(exocet->target[1]), removed[EACH_DIGIT] = {0}, any = NO_CELLS;
    Cells bases = bit(exocet->base[0]) | bit(exocet->base[1]);
    for (int digit = 1; digit <= board_size(state); digit++) {
        if (!has_digit(exocet->digits, digit)) removed[digit] = targets & state->places[digit];
        else if (none(targets & state->places[digit])) removed[digit] = bases & state->places[digit];
        any |= removed[digit];
    }
    if (none(any) || exocet->sink->done) return;
    step_begin(exocet->sink, T_JUNIOR_EXOCET);
    step_removals(state, exocet->sink, removed);
    step_digits(exocet->sink, exocet->digits);
    step_cells(exocet->sink, R_CELL_BASE, bases);
    step_cells(exocet->sink, R_CELL_TARGET, targets);
    for (int i = 0; i < 3; i++) step_item(exocet->sink, R_UNIT_COVER, cross_unit(exocet, i));
    FOR_EACH_DIGIT(digit, exocet->digits) {
        step_candidates(exocet->sink, R_ON, (bases | targets) & state->places[digit], digit);
        for (int i = 0; i < 3; i++)
            step_candidates(exocet->sink, R_PATTERN, unit_cells(state, cross_unit(exocet, i)) & state->places[digit] & ~band_cells(exocet), digit);
    }
    step_end(exocet->sink);
}

/* The possible targets in a box of the band: empty cells for a digit of the base whose companion cell takes none. */
static int targets_in(const Exocet *exocet, int box, int found[6]) {
    const State *state = exocet->state;
    int number = 0;
    for (int other = 1; other < 3; other++)
        for (int place = 3 * box; place < 3 * box + 3; place++) {
            int cell = at(exocet, 3 * exocet->band + (exocet->line + other) % 3, place);
            int companion = at(exocet, 3 * exocet->band + (exocet->line + 3 - other) % 3, place);
            bool possible = has(state->empty, cell) && (state->marks[cell] & exocet->digits) && !(state->marks[companion] & exocet->digits);
            if (possible && !(state->values[companion] && has_digit(exocet->digits, state->values[companion]))) found[number++] = cell;
        }
    return number;
}

static int place_of(const Exocet *exocet, int cell) {
    return exocet->turned ? row_of(exocet->state, cell) : column_of(exocet->state, cell);
}

static void inspect(Exocet *exocet) {
    int first[6], second[6];
    int firsts = targets_in(exocet, (exocet->box + 1) % 3, first), seconds = targets_in(exocet, (exocet->box + 2) % 3, second);
    for (int i = 0; i < firsts; i++)
        for (int j = 0; j < seconds && !exocet->sink->done; j++) {
            bool holds = true;
            exocet->target[0] = first[i];
            exocet->target[1] = second[j];
            exocet->cross[1] = place_of(exocet, first[i]);
            exocet->cross[2] = place_of(exocet, second[j]);
            FOR_EACH_DIGIT(digit, exocet->digits) holds = holds && digit_holds(exocet, digit);
            if (holds) report(exocet);
        }
}

static void bases_in(Exocet *exocet) {
    const State *state = exocet->state;
    for (int spare = 0; spare < 3 && !exocet->sink->done; spare++) {
        int line = 3 * exocet->band + exocet->line, start = 3 * exocet->box;
        exocet->cross[0] = start + spare;
        exocet->base[0] = at(exocet, line, start + (spare + 1) % 3);
        exocet->base[1] = at(exocet, line, start + (spare + 2) % 3);
        exocet->digits = state->marks[exocet->base[0]] | state->marks[exocet->base[1]];
        bool open = has(state->empty, exocet->base[0]) && has(state->empty, exocet->base[1]);
        if (open && digit_count(exocet->digits) >= 3 && digit_count(exocet->digits) <= 4) inspect(exocet);
    }
}

bool has_square_boxes(const State *state) {
    if (board_size(state) != 9 || !state->shape->is_plain) return false;
    for (int cell = 0; cell < 81; cell++)
        if (region_of(state, cell) != 3 * (row_of(state, cell) / 3) + column_of(state, cell) / 3) return false;
    return true;
}

void find_exocets(const State *state, const Options *options, Sink *sink) {
    (void)options;
    if (!has_square_boxes(state)) return;
    for (int at = 0; at < 54 && !sink->done; at++) {
        Exocet exocet = {.state = state, .sink = sink, .turned = at >= 27, .band = at / 9 % 3, .line = at / 3 % 3, .box = at % 3};
        bases_in(&exocet);
    }
}
