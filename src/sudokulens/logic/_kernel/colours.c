/* Colouring: components of strong links, in which the two colours alternate and exactly one of them is true. */
#include "record.h"

typedef struct {
    Cells colour[2];
} Component;

/* Colours everything that strong links of the digit reach from `start`. */
static Component component_from(const State *state, int digit, int start) {
    Component component = {{bit(start), NO_CELLS}};
    Cells fresh = bit(start);
    for (int side = 0; some(fresh); side = !side) {
        Cells next = NO_CELLS;
        FOR_EACH_CELL(cell, fresh) {
            FOR_EACH_UNIT_OF(unit, state, cell) {
                Cells places = state->places[digit] & unit_cells(state, unit);
                if (count(places) == 2) next |= places & ~bit(cell);
            }
        }
        fresh = next & ~component.colour[!side];
        component.colour[!side] |= fresh;
    }
    return component;
}

static int components_of(const State *state, int digit, Component *components) {
    int found = 0;
    Cells seen = NO_CELLS;
    FOR_EACH_CELL(cell, state->places[digit]) {
        if (has(seen, cell)) continue;
        Component component = component_from(state, digit, cell);
        seen |= component.colour[0] | component.colour[1];
        if (some(component.colour[1])) components[found++] = component;
    }
    return found;
}

static void report(Sink *sink, Technique technique, int digit, const Component *a, const Component *b, Cells removed) {
    static const Role roles[4] = {R_COLOUR_A, R_COLOUR_B, R_COLOUR_C, R_COLOUR_D};
    step_begin(sink, technique);
    step_candidates(sink, R_REMOVE, removed, digit);
    step_item(sink, R_DIGIT, digit);
    for (int i = 0; i < 2; i++) {
        step_candidates(sink, roles[i], a->colour[i], digit);
        if (b) step_candidates(sink, roles[2 + i], b->colour[i], digit);
    }
    step_end(sink);
}

static void simple(const State *state, Sink *sink, int digit, const Component *component) {
    Cells seen[2] = {seen_from(state, component->colour[0]), seen_from(state, component->colour[1])};
    Cells both = component->colour[0] | component->colour[1];
    for (int side = 0; side < 2 && !sink->done; side++)
        if (wants(sink, T_SIMPLE_COLOURS_WRAP) && some(component->colour[side] & seen[side]))
            report(sink, T_SIMPLE_COLOURS_WRAP, digit, component, NULL, component->colour[side]);
    Cells trapped = state->places[digit] & ~both & seen[0] & seen[1];
    if (some(trapped) && wants(sink, T_SIMPLE_COLOURS_TRAP) && !sink->done)
        report(sink, T_SIMPLE_COLOURS_TRAP, digit, component, NULL, trapped);
}

/* Colours of two components that see each other cannot both be true, so one of their opposites is. */
static void bridges(const State *state, Sink *sink, int digit, const Component *a, const Component *b) {
    Cells removed = NO_CELLS;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            Cells opposites = a->colour[!i] | b->colour[!j];
            if (some(seen_from(state, a->colour[i]) & b->colour[j]))
                removed |= state->places[digit] & seen_from(state, a->colour[!i]) & seen_from(state, b->colour[!j]) & ~opposites;
        }
    if (some(removed) && wants(sink, T_MULTI_COLOURS_1) && !sink->done)
        report(sink, T_MULTI_COLOURS_1, digit, a, b, removed);
}

/* A colour that sees both colours of another component is false. */
static void smothered(const State *state, Sink *sink, int digit, const Component *a, const Component *b) {
    for (int i = 0; i < 2 && !sink->done; i++) {
        Cells seen = seen_from(state, a->colour[i]);
        if (some(seen & b->colour[0]) && some(seen & b->colour[1]) && wants(sink, T_MULTI_COLOURS_2))
            report(sink, T_MULTI_COLOURS_2, digit, a, b, a->colour[i]);
    }
}

void find_colours(const State *state, const Options *options, Sink *sink) {
    FOR_EACH_DIGIT(digit, options->digits) {
        Component components[MAX_CELLS];
        int found = sink->done ? 0 : components_of(state, digit, components);
        for (int i = 0; i < found; i++) simple(state, sink, digit, &components[i]);
        for (int i = 0; i < found; i++)
            for (int j = 0; j < found; j++) {
                if (i == j) continue;
                smothered(state, sink, digit, &components[i], &components[j]);
                if (i < j) bridges(state, sink, digit, &components[i], &components[j]);
            }
    }
}
