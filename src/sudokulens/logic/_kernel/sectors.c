/* Multi-sector locked sets and SK loops: n empty cells, and for each digit units that cover its places in them.
 * The digit occurs at most once a unit there; where the units of all digits number n, each has its digit in these cells.
 */
#include "guardians.h"

#define LINES 9
#define MAX_COVERS 8
#define MAX_LOOP_CELLS 16

#define CHOICES (1 << LINES) /* of rows, or of columns: bit i is line i */

typedef struct {
    const State *state;
    Sink *sink;
    Cells cells;
    uint8_t bits[CHOICES];
    uint16_t empty_in[LINES];                   /* the columns of each row that are empty */
    uint16_t rows_of[LINES + 1][CHOICES];       /* rows_of[digit][columns]: the rows that have the digit there */
    uint16_t columns_of[LINES + 1][CHOICES];    /* and the other way round */
} Sectors;

static void report(const State *state, Sink *sink, Technique technique, Cells cells, const Cells removed[EACH_DIGIT]) {
    Cells any = NO_CELLS;
    for (int digit = 1; digit <= LINES; digit++) any |= removed[digit];
    if (none(any) || sink->done) return;
    Digits digits = digits_in(state, cells);
    step_begin(sink, technique);
    step_removals(state, sink, removed);
    step_digits(sink, digits);
    step_cells(sink, R_CELL_PATTERN, cells);
    FOR_EACH_DIGIT(digit, digits) step_candidates(sink, R_PATTERN, cells & state->places[digit], digit);
    step_end(sink);
}

/* What the lines that hold the digit inside the cells exclude from the rest of them. */
static Cells beyond(const Sectors *sectors, int digit, int first_unit) {
    Cells found = NO_CELLS, inside = sectors->cells & sectors->state->places[digit];
    for (int unit = first_unit; unit < first_unit + LINES; unit++)
        if (some(inside & unit_cells(sectors->state, unit))) found |= unit_cells(sectors->state, unit);
    return found & sectors->state->places[digit] & ~sectors->cells;
}

static Cells cells_of(const State *state, unsigned lines, int first_unit) {
    Cells found = NO_CELLS;
    for (; lines; lines &= lines - 1) found |= unit_cells(state, first_unit + __builtin_ctz(lines));
    return found;
}

static void inspect(Sectors *sectors, unsigned rows, unsigned columns, int total) {
    const State *state = sectors->state;
    int room = 0, by_rows[LINES + 1], by_columns[LINES + 1];
    for (int digit = 1; digit <= LINES; digit++) {
        by_rows[digit] = sectors->bits[sectors->rows_of[digit][columns] & rows];
        by_columns[digit] = sectors->bits[sectors->columns_of[digit][rows] & columns];
        room += by_rows[digit] < by_columns[digit] ? by_rows[digit] : by_columns[digit];
        if (room > total) return;
    }
    if (room != total) return;
    Cells removed[EACH_DIGIT] = {0};
    sectors->cells = cells_of(state, rows, 0) & cells_of(state, columns, first_column(state)) & state->empty;
    for (int digit = 1; digit <= LINES; digit++) {
        if (by_rows[digit] <= by_columns[digit]) removed[digit] |= beyond(sectors, digit, 0);
        if (by_columns[digit] <= by_rows[digit]) removed[digit] |= beyond(sectors, digit, first_column(state));
    }
    report(state, sectors->sink, T_MULTI_SECTOR_LOCKED_SETS, sectors->cells, removed);
}

#define MIN_EMPTY_CELLS 40 /* on a board with fewer empty cells so large a pattern is not worth the search */
#define MIN_SET_CELLS 9
#define MAX_SET_CELLS 20

static bool is_size(int lines) { return lines >= 3 && lines <= 5; }

static void locked_sectors(Sectors *sectors) {
    for (unsigned rows = 0; rows < CHOICES; rows++) {
        if (!is_size(sectors->bits[rows])) continue;
        for (unsigned columns = 0; columns < CHOICES && !sectors->sink->done; columns++) {
            if (!is_size(sectors->bits[columns])) continue;
            int total = 0;
            for (unsigned rest = rows; rest; rest &= rest - 1)
                total += sectors->bits[sectors->empty_in[__builtin_ctz(rest)] & columns];
            if (total >= MIN_SET_CELLS && total <= MAX_SET_CELLS) inspect(sectors, rows, columns, total);
        }
    }
}

static void prepare(Sectors *sectors) {
    const State *state = sectors->state;
    for (int digit = 1; digit <= LINES; digit++) {
        FOR_EACH_CELL(cell, state->places[digit]) {
            sectors->rows_of[digit][1u << column_of(state, cell)] |= (uint16_t)(1u << row_of(state, cell));
            sectors->columns_of[digit][1u << row_of(state, cell)] |= (uint16_t)(1u << column_of(state, cell));
        }
    }
    for (unsigned choice = 1; choice < CHOICES; choice++) {
        unsigned rest = choice & (choice - 1), line = (unsigned)__builtin_ctz(choice);
        sectors->bits[choice] = (uint8_t)(sectors->bits[rest] + 1);
        for (int digit = 1; digit <= LINES; digit++) {
            sectors->rows_of[digit][choice] |= sectors->rows_of[digit][rest] | sectors->rows_of[digit][1u << line];
            sectors->columns_of[digit][choice] |= sectors->columns_of[digit][rest] | sectors->columns_of[digit][1u << line];
        }
    }
    FOR_EACH_CELL(cell, state->empty) sectors->empty_in[row_of(state, cell)] |= (uint16_t)(1u << column_of(state, cell));
}

/* The fewest of the units that cover the places; and what units of any such choice exclude elsewhere. */
static int fewest_covers(const State *state, Cells places, const int units[MAX_COVERS], Cells *reach) {
    int fewest = MAX_COVERS + 1;
    for (unsigned chosen = 0; chosen < 1u << MAX_COVERS; chosen++) {
        int size = __builtin_popcount(chosen);
        if (size > fewest) continue;
        Cells covered = NO_CELLS;
        for (int i = 0; i < MAX_COVERS; i++)
            if (chosen >> i & 1) covered |= unit_cells(state, units[i]);
        if (some(places & ~covered)) continue;
        *reach = size < fewest ? covered : *reach | covered;
        fewest = size;
    }
    return fewest;
}

/* Eight pairs of cells round four boxes: in each box, beside the cell where the two lines cross, two in either line. */
static void loop_at(const State *state, Sink *sink, const int rows[2], const int columns[2]) {
    Cells cells = NO_CELLS, removed[EACH_DIGIT] = {0};
    int units[MAX_COVERS] = {rows[0], rows[1], first_column(state) + columns[0], first_column(state) + columns[1]};
    for (int i = 0; i < 4; i++) {
        int corner = cell_at(state, rows[i / 2], columns[i % 2]), box = region_unit(state, corner);
        if (has(state->empty, corner)) return;
        units[4 + i] = box;
        cells |= unit_cells(state, box) & (unit_cells(state, rows[i / 2]) | unit_cells(state, first_column(state) + columns[i % 2]));
    }
    cells &= state->empty;
    int total = count(cells), room = 0;
    if (total < MAX_LOOP_CELLS - 2) return;
    for (int digit = 1; digit <= LINES; digit++) {
        Cells places = cells & state->places[digit], reach = NO_CELLS;
        if (none(places)) continue;
        room += fewest_covers(state, places, units, &reach);
        if (room > total) return;
        removed[digit] = reach & state->places[digit] & ~cells;
    }
    if (room == total) report(state, sink, T_SK_LOOP, cells, removed);
}

static void find_loops_of_pairs(const State *state, Sink *sink) {
    for (int at = 0; at < LINES * LINES * LINES * LINES && !sink->done; at++) {
        int rows[2] = {at / 729, at / 81 % 9}, columns[2] = {at / 9 % 9, at % 9};
        if (rows[0] / 3 < rows[1] / 3 && columns[0] / 3 < columns[1] / 3) loop_at(state, sink, rows, columns);
    }
}

void find_sectors(const State *state, const Options *options, Sink *sink) {
    (void)options;
    if (!has_square_boxes(state)) return;
    if (wants(sink, T_SK_LOOP)) find_loops_of_pairs(state, sink);
    if (!wants(sink, T_MULTI_SECTOR_LOCKED_SETS) || sink->done || count(state->empty) < MIN_EMPTY_CELLS) return;
    Sectors sectors = {.state = state, .sink = sink};
    prepare(&sectors);
    locked_sectors(&sectors);
}
