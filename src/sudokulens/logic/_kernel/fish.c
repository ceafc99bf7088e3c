/* Fish of one digit: basic, finned, sashimi, Franken and mutant, of any size.
 *
 * Base units must hold the digit `size` times; cover units can hold it only `size` times. Where the covers leave base
 * candidates out (fins), or two bases share one (endo fins), either a fin is true or the fish is, so only what both
 * exclude is removed.
 */
#include "fish.h"

#define MAX_PATH_FINS 3
#define MAX_PATH_ENDOFINS 1

/* Whether the unit is a row, or else a column. */
static bool lies(const State *state, int unit, bool as_row) {
    return as_row ? unit < first_column(state) : unit >= first_column(state) && unit < first_region(state);
}

/* Rows against columns or columns against rows, possibly with boxes on either side. */
static bool crosses(const FishSearch *search, bool boxes) {
    for (int way = 0; way < 2; way++) {
        bool fits = true;
        for (int i = 0; i < search->size; i++) {
            int base = search->base[i], cover = search->cover[i];
            fits &= lies(search->state, base, way == 0) || (boxes && base >= first_region(search->state));
            fits &= lies(search->state, cover, way == 1) || (boxes && cover >= first_region(search->state));
        }
        if (fits) return true;
    }
    return false;
}

static Kind kind_of(const FishSearch *search) {
    if (crosses(search, false)) return BASIC;
    return crosses(search, true) ? FRANKEN : MUTANT;
}

/* Without its fins some base unit keeps fewer than two candidates: the fish would fall apart. */
static bool is_sashimi(const FishSearch *search, Cells fins) {
    for (int i = 0; i < search->size; i++)
        if (count(search->of_unit[search->base[i]] & ~fins) < 2) return true;
    return false;
}

static Technique name_of(const FishSearch *search, Cells fins) {
    static const Technique plain[3] = {T_X_WING, T_FRANKEN_X_WING, T_MUTANT_X_WING};
    static const Technique finned[3] = {T_FINNED_X_WING, T_FINNED_FRANKEN_X_WING, T_FINNED_MUTANT_X_WING};
    Technique smallest = some(fins) ? finned[search->kind] : plain[search->kind];
    if (some(fins) && search->kind == BASIC && is_sashimi(search, fins)) smallest = T_SASHIMI_X_WING;
    return (Technique)(smallest + search->size - 2);
}

void report_fish(const FishSearch *search, Cells cover, Cells fins) {
    Sink *sink = search->sink;
    Cells body = search->base_once & cover & ~search->base_twice;
    step_item(sink, R_DIGIT, search->digit);
    for (int i = 0; i < search->size; i++) step_item(sink, R_UNIT_BASE, search->base[i]);
    for (int i = 0; i < search->size; i++) step_item(sink, R_UNIT_COVER, search->cover[i]);
    step_cells(sink, R_CELL_BASE, body);
    step_candidates(sink, R_PATTERN, body, search->digit);
    step_cells(sink, R_CELL_FIN, fins);
    step_candidates(sink, R_FIN, fins, search->digit);
    step_cells(sink, R_CELL_ENDOFIN, search->base_twice);
}

static void check(const FishSearch *search, Cells cover_once, Cells cover_twice) {
    Cells fins = fish_fins(search, cover_once);
    Cells removed = fish_prey(search, cover_once, cover_twice) & ~fins;
    if (some(fins)) removed &= common_peers(search->state, fins);
    if (none(removed) || kind_of(search) != search->kind) return;
    Technique technique = name_of(search, fins);
    if (!wants(search->sink, technique)) return;
    step_begin(search->sink, technique);
    step_candidates(search->sink, R_REMOVE, removed, search->digit);
    report_fish(search, cover_once, fins);
    step_end(search->sink);
}

/* Whether the covers from `next` on can still leave few enough fins, and leave something that sees them all. */
static bool hopeful(const FishSearch *search, int next, Cells cover_once) {
    Cells fins = (search->base_once & ~(cover_once | search->reach[next])) | search->base_twice;
    if (none(fins)) return true;
    return count(fins) <= search->most_fins && (search->loose_fins || some(common_peers(search->state, fins) & search->places));
}

static void choose_covers(FishSearch *search, int next, int chosen, Cells once, Cells twice) {
    if (chosen == search->size) {
        if (count(fish_fins(search, once)) <= search->most_fins) search->found(search, once, twice);
        return;
    }
    int left = search->size - chosen;
    if (search->cover_count - next < left || !hopeful(search, next, once)) return;
    Cells open = search->base_once & ~once;
    int needed = count(open | search->base_twice) - search->most_fins; /* cells that the remaining covers must cover */
    if (needed > left * search->most_covered[next]) return;
    for (int i = next; i < search->cover_count && !search->sink->done; i++) {
        Cells cells = search->of_unit[search->covers[i]];
        if (needed > (left - 1) * search->most_covered[i + 1] + count(cells & open)) continue;
        search->cover[chosen] = search->covers[i];
        choose_covers(search, i + 1, chosen + 1, once | cells, twice | (once & cells));
    }
}

static bool in_base(const FishSearch *search, int unit) {
    for (int i = 0; i < search->size; i++)
        if (search->base[i] == unit) return true;
    return false;
}

static void cover_the_base(FishSearch *search) {
    search->cover_count = 0;
    for (int i = 0; i < search->cover_pool_size; i++) {
        int unit = search->cover_pool[i];
        if (some(search->of_unit[unit] & search->base_once) && !in_base(search, unit))
            search->covers[search->cover_count++] = unit;
    }
    search->reach[search->cover_count] = NO_CELLS;
    search->most_covered[search->cover_count] = 0;
    for (int i = search->cover_count - 1; i >= 0; i--) {
        Cells cells = search->of_unit[search->covers[i]];
        int covered = count(cells & search->base_once), best = search->most_covered[i + 1];
        search->reach[i] = search->reach[i + 1] | cells;
        search->most_covered[i] = covered > best ? covered : best;
    }
    choose_covers(search, 0, 0, NO_CELLS, NO_CELLS);
}

static void choose_bases(FishSearch *search, int next, int chosen, Cells once, Cells twice) {
    if (chosen == search->size) {
        search->base_once = once;
        search->base_twice = twice;
        cover_the_base(search);
        return;
    }
    for (int i = next; i <= search->base_pool_size - (search->size - chosen) && !search->sink->done; i++) {
        Cells cells = search->of_unit[search->base_pool[i]];
        Cells shared = twice | (once & cells);
        if (count(shared) > search->most_endofins) continue;
        search->base[chosen] = search->base_pool[i];
        choose_bases(search, i + 1, chosen + 1, once | cells, shared);
    }
}

static int fill_pool(const FishSearch *search, int *pool, int fewest, bool rows, bool columns, bool boxes) {
    int size = 0;
    for (int unit = 0; unit < unit_count(search->state); unit++) {
        bool allowed = lies(search->state, unit, true) ? rows : lies(search->state, unit, false) ? columns : boxes;
        if (allowed && count(search->of_unit[unit]) >= fewest) pool[size++] = unit;
    }
    return size;
}

static void search_kind(FishSearch *search) {
    bool boxes = search->kind != BASIC, mixed = search->kind == MUTANT;
    for (int way = 0; way < (mixed ? 1 : 2) && !search->sink->done; way++) {
        search->base_pool_size = fill_pool(search, search->base_pool, 2, mixed || way == 0, mixed || way == 1, boxes);
        search->cover_pool_size = fill_pool(search, search->cover_pool, 1, mixed || way == 1, mixed || way == 0, boxes);
        choose_bases(search, 0, 0, NO_CELLS, NO_CELLS);
    }
}

void search_fish(FishSearch *search, int digit) {
    search->digit = digit;
    search->places = search->state->places[digit];
    for (int unit = 0; unit < unit_count(search->state); unit++) search->of_unit[unit] = search->places & unit_cells(search->state, unit);
    search_kind(search);
}

/* A solving path skips fish with more fins than a person can keep track of: they take most of the search time. */
static void bound_effort(FishSearch *search) {
    if (search->most_fins > MAX_PATH_FINS) search->most_fins = MAX_PATH_FINS;
    if (search->most_endofins > MAX_PATH_ENDOFINS) search->most_endofins = MAX_PATH_ENDOFINS;
}

static void search_size(FishSearch *search, int size) {
    static const Technique plain[3] = {T_X_WING, T_FRANKEN_X_WING, T_MUTANT_X_WING};
    static const Technique finned[3] = {T_FINNED_X_WING, T_FINNED_FRANKEN_X_WING, T_FINNED_MUTANT_X_WING};
    search->size = size;
    for (int kind = BASIC; kind <= MUTANT && !search->sink->done; kind++) {
        bool with_fins = wants(search->sink, (Technique)(finned[kind] + size - 2)) ||
                         (kind == BASIC && wants(search->sink, (Technique)(T_SASHIMI_X_WING + size - 2)));
        if (!with_fins && !wants(search->sink, (Technique)(plain[kind] + size - 2))) continue;
        search->kind = (Kind)kind;
        search->most_fins = with_fins ? search->options->most_fins : 0;
        search->most_endofins = with_fins && kind != BASIC ? search->options->most_endofins : 0;
        if (search->options->effort && kind != BASIC) bound_effort(search);
        FOR_EACH_DIGIT(digit, search->options->digits) {
            if (!search->sink->done) search_fish(search, digit);
        }
    }
}

void find_fish(const State *state, const Options *options, Sink *sink) {
    FishSearch search = {.state = state, .options = options, .sink = sink, .found = check};
    for (int size = 2; size <= 7 && !sink->done; size++) search_size(&search, size);
}
