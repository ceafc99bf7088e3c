/* Broken wings and bivalue oddagons: a ring of an odd number of cells cannot alternate between two values. */
#include "guardians.h"

#define MAX_RING_CELLS 7

typedef struct {
    const State *state;
    Sink *sink;
    int length;
    int cells[MAX_RING_CELLS], units[MAX_RING_CELLS]; /* units[i] holds cells[i] and the next one */
    Cells ring;
    int a, b;
} Ring;

static void report_ring(const Ring *ring, Technique technique, const Cells guardians[EACH_DIGIT]) {
    Sink *sink = ring->sink;
    if (!begin_guarded(ring->state, sink, technique, guardians)) return;
    step_item(sink, R_DIGIT, ring->a);
    if (ring->b) step_item(sink, R_DIGIT, ring->b);
    for (int i = 0; i < ring->length; i++) {
        step_item(sink, R_CELL_PATTERN, ring->cells[i]);
        step_candidate(sink, R_PATTERN, ring->cells[i], ring->a);
        if (ring->b) step_candidate(sink, R_PATTERN, ring->cells[i], ring->b);
        else step_item(sink, R_UNIT_BASE, ring->units[i]);
    }
    step_end(sink);
}

/* What the removed candidates must see, for the part of the ring found so far. */
static bool promising(const Ring *ring, Cells guards) {
    return count(guards) < 2 || (count(guards) <= MAX_GUARDIANS && some(common_peers(ring->state, guards) & ring->state->places[ring->a]));
}

static bool used_unit(const Ring *ring, int unit) {
    for (int i = 0; i + 1 < ring->length; i++)
        if (ring->units[i] == unit) return true;
    return false;
}

/* Whether the cell lies in a unit of an earlier link: its digit would count there too. */
static bool in_earlier_unit(const Ring *ring, int cell) {
    for (int i = 0; i + 2 < ring->length; i++)
        if (has(unit_cells(ring->state, ring->units[i]), cell)) return true;
    return false;
}

static void close_wing(Ring *ring, Cells guards) {
    int last = ring->cells[ring->length - 1], start = ring->cells[0];
    FOR_EACH_UNIT_OF(unit, ring->state, last) {
        Cells places = unit_cells(ring->state, unit) & ring->state->places[ring->a];
        if (used_unit(ring, unit) || !has(places, start) || count(places & ring->ring) != 2) continue;
        Cells guardians[EACH_DIGIT] = {0};
        guardians[ring->a] = guards | (places & ~ring->ring);
        ring->units[ring->length - 1] = unit;
        report_ring(ring, T_BROKEN_WING, guardians);
    }
}

static void extend_wing(Ring *ring, Cells guards, int longest) {
    if (ring->length >= 5 && ring->length % 2) close_wing(ring, guards);
    if (ring->length == longest || ring->sink->done) return;
    int last = ring->cells[ring->length - 1];
    FOR_EACH_UNIT_OF(unit, ring->state, last) {
        Cells places = unit_cells(ring->state, unit) & ring->state->places[ring->a];
        if (count(places) > 4 || used_unit(ring, unit) || count(places & ring->ring) != 1) continue;
        FOR_EACH_CELL(next, places & after(ring->cells[0])) {
            if (has(ring->ring, next) || in_earlier_unit(ring, next)) continue;
            Cells more = guards | (places & ~(bit(last) | bit(next)));
            if (some(more & ring->ring) || has(more, next) || !promising(ring, more)) continue;
            ring->units[ring->length - 1] = unit;
            ring->cells[ring->length++] = next;
            ring->ring |= bit(next);
            extend_wing(ring, more, longest);
            ring->ring &= ~bit(next);
            ring->length--;
        }
    }
}

void find_broken_wings(const State *state, const Options *options, Sink *sink) {
    for (int longest = sink->first_only ? 5 : MAX_RING_CELLS; longest <= MAX_RING_CELLS; longest += 2) {
        FOR_EACH_DIGIT(digit, options->digits) {
            FOR_EACH_CELL(start, state->places[digit]) {
                Ring ring = {.state = state, .sink = sink, .length = 1, .cells = {start}, .ring = bit(start), .a = digit};
                if (!sink->done) extend_wing(&ring, NO_CELLS, longest);
            }
        }
    }
}

static void add_guardians(const Ring *ring, int cell, Cells guardians[EACH_DIGIT]) {
    Digits pair = digit_bit(ring->a) | digit_bit(ring->b);
    FOR_EACH_DIGIT(digit, ring->state->marks[cell] & (Digits)~pair) guardians[digit] |= bit(cell);
}

static void extend_oddagon(Ring *ring, const Cells guardians[EACH_DIGIT], Cells pool, int longest) {
    int last = ring->cells[ring->length - 1];
    if (ring->length >= 5 && ring->length % 2 && has(peers_of(ring->state, last), ring->cells[0]))
        report_ring(ring, T_BIVALUE_ODDAGON, guardians);
    if (ring->length == longest || ring->sink->done) return;
    FOR_EACH_CELL(next, pool & peers_of(ring->state, last) & ~ring->ring) {
        Cells more[EACH_DIGIT], removed[EACH_DIGIT];
        memcpy(more, guardians, sizeof more);
        add_guardians(ring, next, more);
        int total = guardian_count(more);
        if (total > MAX_GUARDIANS || (total > 1 && !guarded_removals(ring->state, more, removed))) continue;
        ring->cells[ring->length++] = next;
        ring->ring |= bit(next);
        extend_oddagon(ring, more, pool, longest);
        ring->ring &= ~bit(next);
        ring->length--;
    }
}

static void oddagons_of(const State *state, Sink *sink, int a, int b, int longest) {
    Cells pool = state->places[a] & state->places[b];
    if (count(pool) < 5 || count(pool & bivalue_cells(state)) < 2) return;
    FOR_EACH_CELL(start, pool) {
        Ring ring = {.state = state, .sink = sink, .length = 1, .cells = {start}, .ring = bit(start), .a = a, .b = b};
        Cells guardians[EACH_DIGIT] = {0};
        add_guardians(&ring, start, guardians);
        if (!sink->done) extend_oddagon(&ring, guardians, pool & after(start), longest);
    }
}

void find_oddagons(const State *state, const Options *options, Sink *sink) {
    (void)options;
    for (int longest = sink->first_only ? 5 : MAX_RING_CELLS; longest <= MAX_RING_CELLS && !sink->done; longest += 2)
        for (int a = 1; a <= board_size(state); a++)
            for (int b = a + 1; b <= board_size(state) && !sink->done; b++) oddagons_of(state, sink, a, b, longest);
}
