/* Tridagons: four boxes in a rectangle, in each three cells of which no two share a line, and three digits that all
 * twelve have. Without other candidates they could not be filled, unless an even number of boxes were turned round.
 */
#include "guardians.h"

#define BOXES 4
#define CORNERS 12

/* Three cells of a box, no two in a line: the column in each of its rows. The first three are even permutations. */
static const uint8_t diagonals[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

typedef struct {
    const State *state;
    Sink *sink;
    Digits digits;
    int corner[BOXES]; /* the first cell of every box */
} Tridagon;

static Cells diagonal(const Tridagon *at, int box, int number) {
    Cells cells = NO_CELLS;
    for (int row = 0; row < 3; row++) cells |= bit(at->corner[box] + 9 * row + diagonals[number][row]);
    return cells;
}

static void report(const Tridagon *at, Cells cells) {
    const State *state = at->state;
    Cells guardians[EACH_DIGIT] = {0};
    FOR_EACH_CELL(cell, cells) {
        FOR_EACH_DIGIT(digit, state->marks[cell] & (Digits)~at->digits) guardians[digit] |= bit(cell);
    }
    if (!begin_guarded(state, at->sink, T_TRIDAGON, guardians)) return;
    step_digits(at->sink, at->digits);
    step_cells(at->sink, R_CELL_PATTERN, cells);
    FOR_EACH_DIGIT(digit, at->digits) step_candidates(at->sink, R_PATTERN, cells & state->places[digit], digit);
    step_end(at->sink);
}

static bool all_have(const Tridagon *at, Cells cells) {
    FOR_EACH_CELL(cell, cells) {
        if ((at->state->marks[cell] & at->digits) != at->digits) return false;
    }
    return true;
}

static void extend(const Tridagon *at, int box, Cells cells, int odd) {
    if (box == BOXES) {
        if (odd % 2) report(at, cells);
        return;
    }
    for (int number = 0; number < 6 && !at->sink->done; number++) {
        Cells more = diagonal(at, box, number);
        if (all_have(at, more)) extend(at, box + 1, cells | more, odd + (number >= 3));
    }
}

void find_tridagons(const State *state, const Options *options, Sink *sink) {
    (void)options;
    if (!has_square_boxes(state)) return;
    for (int pair = 0; pair < 9; pair++) {
        static const int first[3] = {0, 0, 1}, second[3] = {1, 2, 2};
        int bands[2] = {first[pair / 3], second[pair / 3]}, stacks[2] = {first[pair % 3], second[pair % 3]};
        Tridagon at = {.state = state, .sink = sink};
        for (int box = 0; box < BOXES; box++) at.corner[box] = 27 * bands[box / 2] + 3 * stacks[box % 2];
        for (int a = 1; a <= 9; a++)
            for (int b = a + 1; b <= 9; b++)
                for (int c = b + 1; c <= 9 && !sink->done; c++) {
                    at.digits = digit_bit(a) | digit_bit(b) | digit_bit(c);
                    extend(&at, 0, NO_CELLS, 0);
                }
    }
}
