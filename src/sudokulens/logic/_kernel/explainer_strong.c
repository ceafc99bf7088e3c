/* Sukaku Explainer's strong-linked fish: strong links of one digit, end to end through shared units.

An end of a link is a cell or a group of cells in line. What sees both far ends of such a chain loses the digit. */
#include "explainer_rules.h"

enum { MAX_LINKS = 4, MAX_VARIANTS = 2, MAX_PLACES = 6 };

typedef struct {
    int unit, grouped;
    Cells ends[2];
    Cells places; /* the digit's cells in the unit */
} StrongLink;

typedef struct {
    const Grid *grid;
    Collector *found;
    int digit, wanted;
    StrongLink links[UNITS * MAX_VARIANTS];
    int count;
    int chain[MAX_LINKS], entry[MAX_LINKS]; /* links in order, and by which end each is entered */
    Cells used;
} Fishing;

static Cells cells_of(int unit, unsigned places)
{
    Cells set = NO_CELLS;
    for (; places; places &= places - 1)
        set |= bit(classic.unit_list[unit][first(places)]);
    return set;
}

static void add_link(Fishing *fishing, int unit, unsigned left, unsigned right, int grouped)
{
    StrongLink *link = &fishing->links[fishing->count++];
    link->unit = unit;
    link->grouped = grouped;
    link->ends[0] = cells_of(unit, left);
    link->ends[1] = cells_of(unit, right);
    link->places = cells_of(unit, fishing->grid->places[unit][fishing->digit]);
}

/* The places lie in two of the three segments of a row or column. */
static void line_link(Fishing *fishing, int unit, unsigned places)
{
    for (int empty = 0; empty < 3; empty++) {
        if (places >> (3 * empty) & 7)
            continue;
        unsigned left = places & (empty == 0 ? 0x38u : 7u), right = places & ~left;
        if (left && right)
            add_link(fishing, unit, left, right, 1);
        return;
    }
}

/* The places lie in one row and one column of a box, which meet in its heart. */
static void cross_link(Fishing *fishing, int unit, unsigned places, int heart)
{
    unsigned centre = 1u << heart;
    unsigned column = places & (0x49u << heart % 3) & ~centre, row = places & (7u << heart / 3 * 3) & ~centre;
    if (!column || !row)
        return;
    if (bits(row) == 1)
        add_link(fishing, unit, row, column | centre, 1);
    else if (bits(column) == 1)
        add_link(fishing, unit, column, row | centre, 1);
    else
        add_link(fishing, unit, column | (places & centre), row | (places & centre), 1);
}

/* The places lie in two parallel lines of a box; a rectangle of four can be split either way. */
static void parallel_link(Fishing *fishing, int unit, unsigned left, unsigned right)
{
    add_link(fishing, unit, left, right, 1);
    unsigned low_left = left & -left, low_right = right & -right;
    unsigned rows = 0;
    for (unsigned rest = left | right; rest; rest &= rest - 1)
        rows |= 1u << first(rest) / 3 | 8u << first(rest) % 3;
    if (bits(left) == 2 && bits(right) == 2 && bits(rows) == 4)
        add_link(fishing, unit, low_left | low_right, (left & ~low_left) | (right & ~low_right), 1);
}

static void box_link(Fishing *fishing, int unit, unsigned places)
{
    static const uint16_t LINES[6] = {0x1C0, 0x038, 0x007, 0x124, 0x092, 0x049};
    static const uint8_t OTHERS[6][2] = {{2, 1}, {2, 0}, {1, 0}, {5, 4}, {5, 3}, {4, 3}};
    for (int heart = 0; heart < 9; heart++) {
        unsigned cross = (0x49u << heart % 3) | (7u << heart / 3 * 3);
        if (!(places & ~cross)) {
            cross_link(fishing, unit, places, heart);
            return;
        }
    }
    for (int empty = 0; empty < 6; empty++) {
        if (places & LINES[empty])
            continue;
        unsigned left = places & LINES[OTHERS[empty][0]], right = places & LINES[OTHERS[empty][1]];
        if (left && right)
            parallel_link(fishing, unit, left, right);
        return;
    }
}

static void links_of_unit(Fishing *fishing, int unit)
{
    unsigned places = fishing->grid->places[unit][fishing->digit];
    if (bits(places) < 2 || bits(places) > MAX_PLACES)
        return;
    if (bits(places) > 2) {
        if (is_box(unit))
            box_link(fishing, unit, places);
        else
            line_link(fishing, unit, places);
        return;
    }
    int one = first(places), other = first(places & (places - 1));
    if (!is_box(unit) || (one / 3 != other / 3 && one % 3 != other % 3))
        add_link(fishing, unit, 1u << one, 1u << other, 0);
}

/* The column, row or box that holds both groups, or -1. */
static int shared_unit(Cells left, Cells right)
{
    static const int KINDS[3] = {COLUMN, ROW, BOX};
    Cells all = left | right, rest = left;
    int cell = take_first(&rest);
    for (int i = 0; i < 3; i++) {
        int unit = unit_of[cell][KINDS[i]];
        if (none(all & ~classic.units[unit]))
            return unit;
    }
    return -1;
}

static Cells seen_by_all(Cells group)
{
    Cells seen = ~NO_CELLS;
    while (some(group))
        seen &= classic.peers[take_first(&group)];
    return seen;
}

static Cells entered(const Fishing *fishing, int at)
{
    return fishing->links[fishing->chain[at]].ends[fishing->entry[at]];
}

static Cells left_by(const Fishing *fishing, int at)
{
    return fishing->links[fishing->chain[at]].ends[1 - fishing->entry[at]];
}

static int lower(int a, int b) { return a < b ? a : b; }

/* The kinds of the links in order, as the lowest number under reversal and exchange of rows and columns. */
static int configuration(const Fishing *fishing)
{
    static const int EXCHANGED[3] = {BOX, COLUMN, ROW};
    int forward = 0, backward = 0, forward_exchanged = 0, backward_exchanged = 0, rows = 0;
    for (int i = 0; i < fishing->wanted; i++) {
        int kind = kind_of(fishing->links[fishing->chain[i]].unit);
        int last = kind_of(fishing->links[fishing->chain[fishing->wanted - 1 - i]].unit);
        rows |= kind == ROW;
        forward = forward * 10 + kind;
        backward = backward * 10 + last;
        forward_exchanged = forward_exchanged * 10 + EXCHANGED[kind];
        backward_exchanged = backward_exchanged * 10 + EXCHANGED[last];
    }
    if (!rows)
        return forward <= backward ? forward_exchanged : backward_exchanged;
    return lower(lower(forward, backward), lower(forward_exchanged, backward_exchanged));
}

static double fish_rating(const Fishing *fishing, int grouped)
{
    static const double BASES[MAX_LINKS + 1] = {0, 0, 4.0, 5.4, 5.8};
    int kinds = 0;
    for (int i = 0; i < fishing->wanted; i++)
        kinds |= 1 << kind_of(fishing->links[fishing->chain[i]].unit);
    double base = BASES[fishing->wanted];
    if (grouped)
        return base + 0.3;
    if (kinds == 1 << ROW || kinds == 1 << COLUMN)
        return base;
    return kinds == 7 ? base + 0.2 : base + 0.1;
}

/* Removes the digit from the cells; counts every one, even one that was removed before. */
static int remove_from(const Fishing *fishing, Hint *hint, Cells victims)
{
    int count = 0;
    for (int i = 0; i < fishing->wanted; i++)
        victims &= ~classic.units[fishing->links[fishing->chain[i]].unit];
    while (some(victims)) {
        int cell = take_first(&victims);
        if (!can_hold(fishing->grid, cell, fishing->digit))
            continue;
        set_add(&hint->removed, cell * 9 + fishing->digit);
        count++;
    }
    return count;
}

static int eliminations(const Fishing *fishing, Hint *hint)
{
    int last = fishing->wanted - 1, count = 0;
    Cells start = entered(fishing, 0), end = left_by(fishing, last);
    Cells victims = seen_by_all(start) & seen_by_all(end);
    int ring = shared_unit(start, end) >= 0;
    for (int i = 0; i < last; i++) {
        Cells before = left_by(fishing, i), after = entered(fishing, i + 1);
        if (ring)
            count += remove_from(fishing, hint, seen_by_all(before) & seen_by_all(after));
        else
            victims &= ~classic.units[shared_unit(before, after)];
    }
    return count + remove_from(fishing, hint, victims);
}

static void offer_fish(Fishing *fishing)
{
    int grouped = 0;
    for (int i = 0; i < fishing->wanted; i++)
        grouped += fishing->links[fishing->chain[i]].grouped;
    Hint hint = hint_new(T_X_CHAIN, fish_rating(fishing, grouped));
    int count = eliminations(fishing, &hint);
    if (!count)
        return;
    hint.complexity = -count; /* of equal ratings the one that removes most comes first */
    hint.sort_key = grouped * 10000 + configuration(fishing);
    hint.digits = (uint16_t)(1 << fishing->digit);
    for (int i = 0; i < fishing->wanted; i++)
        hint.units[hint.unit_count++] = (uint8_t)fishing->links[fishing->chain[i]].unit;
    offer(fishing->found, &hint);
}

/* Adds links to the chain; `open` is its free end, empty before the first link. */
static void extend(Fishing *fishing, int length, Cells open)
{
    if (length >= fishing->wanted || length >= MAX_LINKS) {
        if (length > 0 && fishing->chain[0] < fishing->chain[length - 1])
            offer_fish(fishing);
        return;
    }
    Cells used = fishing->used;
    for (int next = 0; next < fishing->count && !watch_stop(fishing->found->watch); next++) {
        const StrongLink *link = &fishing->links[next];
        if (some(used & link->places))
            continue;
        for (int end = 0; end < 2; end++) {
            if (some(open) && shared_unit(open, link->ends[end]) < 0)
                continue;
            fishing->chain[length] = next;
            fishing->entry[length] = end;
            fishing->used = used | link->places;
            extend(fishing, length + 1, link->ends[1 - end]);
        }
    }
    fishing->used = used;
}

void rule_strong_links(const Grid *grid, Collector *found, int links)
{
    Fishing fishing = {.grid = grid, .found = found, .wanted = links};
    for (fishing.digit = 0; fishing.digit < DIGITS; fishing.digit++) {
        fishing.count = 0;
        for (int i = 0; i < UNITS; i++)
            links_of_unit(&fishing, unit_at((enum Kind)(i / 9), i % 9));
        extend(&fishing, 0, NO_CELLS);
    }
}
