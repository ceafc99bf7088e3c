/* Extended rectangles: two parallel lines through the same three boxes, three cells of each, and three digits. The two
 * lines could exchange their cells.
 */
#include "guardians.h"

#define CORNERS 6

typedef struct {
    const State *state;
    Sink *sink;
    int corner[CORNERS]; /* 0 to 2 in one line, 3 to 5 beside them in the other */
} Shape2x3;

static void report(const Shape2x3 *shape, Digits digits) {
    const State *state = shape->state;
    Cells guardians[EACH_DIGIT] = {0}, plain = NO_CELLS, roof = NO_CELLS;
    for (int i = 0; i < CORNERS; i++) {
        int cell = shape->corner[i];
        Digits extra = state->marks[cell] & (Digits)~digits;
        if (extra) roof |= bit(cell);
        else plain |= bit(cell);
        FOR_EACH_DIGIT(digit, extra) guardians[digit] |= bit(cell);
    }
    if (!begin_guarded(state, shape->sink, T_EXTENDED_RECTANGLE, guardians)) return;
    step_digits(shape->sink, digits);
    step_cells(shape->sink, R_CELL_FLOOR, plain);
    step_cells(shape->sink, R_CELL_ROOF, roof);
    FOR_EACH_DIGIT(digit, digits) step_candidates(shape->sink, R_PATTERN, (plain | roof) & state->places[digit], digit);
    step_end(shape->sink);
}

/* The three digits of all cells but at most two. */
static void inspect(const Shape2x3 *shape) {
    const State *state = shape->state;
    Digits reported = 0;
    int few = 0;
    for (int i = 0; i < CORNERS; i++) {
        if (!has(state->empty, shape->corner[i])) return;
        few += digit_count(state->marks[shape->corner[i]]) <= 3;
    }
    for (int i = 0; i < CORNERS && few >= 4; i++)
        for (int j = i + 1; j < CORNERS; j++) {
            Digits digits = 0;
            for (int k = 0; k < CORNERS; k++)
                if (k != i && k != j) digits |= state->marks[shape->corner[k]];
            bool left = (state->marks[shape->corner[i]] & digits) && (state->marks[shape->corner[j]] & digits);
            if (digit_count(digits) != 3 || digits == reported || !left) continue;
            reported = digits;
            report(shape, digits);
        }
}

/* The cell at that place; rows and columns exchanged where the lines are columns. */
static int at(const State *state, bool turned, int line, int place) {
    return turned ? cell_at(state, place, line) : cell_at(state, line, place);
}

static bool set_corners(Shape2x3 *shape, bool turned, int first, int second, const int places[3]) {
    for (int i = 0; i < 3; i++) {
        shape->corner[i] = at(shape->state, turned, first, places[i]);
        shape->corner[i + 3] = at(shape->state, turned, second, places[i]);
        if (!same_region(shape->state, shape->corner[i], shape->corner[i + 3])) return false;
        for (int j = 0; j < i; j++)
            if (same_region(shape->state, shape->corner[i], shape->corner[j])) return false;
    }
    return true;
}

void find_extended_rectangles(const State *state, const Options *options, Sink *sink) {
    (void)options;
    Shape2x3 shape = {.state = state, .sink = sink};
    int size = state->shape->is_plain ? board_size(state) : 0; /* other rules may tell the two solutions apart */
    for (int turned = 0; turned < 2; turned++)
        for (int first = 0; first < size; first++)
            for (int second = first + 1; second < size; second++)
                for (int a = 0; a < size; a++) {
                    if (!same_region(state, at(state, turned, first, a), at(state, turned, second, a))) continue;
                    for (int b = a + 1; b < size; b++)
                        for (int c = b + 1; c < size && !sink->done; c++)
                            if (set_corners(&shape, turned, first, second, (const int[]){a, b, c})) inspect(&shape);
                }
}
