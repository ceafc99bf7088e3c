/* The propagators of rules. Each narrows the cells of one rule by what they are open to; once all its cells are settled,
 * it decides whether the rule holds. A rule whose cells change is looked at again, also when it changed them itself.
 */
#include "rules.h"

#include "bitset_state.h"

static int is_settled(uint64_t open) { return !(open & (open - 1)); }

/* The digits of the settled cells of the rule, or 0 in `possible` where one occurs twice. */
static uint64_t settled_digits(const BitsetSearch *search, const Rule *rule, int *possible) {
    uint64_t settled = 0;
    *possible = 1;
    for (int k = 0; k < rule->cell_count; k++) {
        uint64_t open = search->open[rule->cells[k]];
        if (!is_settled(open)) continue;
        if (settled & open) *possible = 0;
        settled |= open;
    }
    return settled;
}

static int narrow_unsettled(BitsetSearch *search, const Rule *rule, uint64_t keep) {
    for (int k = 0; k < rule->cell_count; k++)
        if (!is_settled(search->open[rule->cells[k]]) && !narrow(search, rule->cells[k], keep)) return 0;
    return 1;
}

static int propagate_different(BitsetSearch *search, const Rule *rule) {
    int possible;
    uint64_t settled = settled_digits(search, rule, &possible), together = 0;
    if (!possible || !narrow_unsettled(search, rule, ~settled)) return 0;
    for (int k = 0; k < rule->cell_count; k++) together |= search->open[rule->cells[k]];
    return bit_count64(together) >= rule->cell_count;
}

/* Whether the set can still be the digits of the rule's cells. */
static int fits(const BitsetSearch *search, const Rule *rule, uint64_t set, uint64_t settled, uint64_t together) {
    if (settled & ~set || set & ~together) return 0;
    uint64_t left = set & ~settled;
    for (int k = 0; k < rule->cell_count; k++) {
        uint64_t open = search->open[rule->cells[k]];
        if (!is_settled(open) && !(open & left)) return 0;
    }
    return 1;
}

/* Digits that every possible set has, and that have one place left in the cells. */
static int place_needed(BitsetSearch *search, const Rule *rule, uint64_t needed) {
    uint64_t once = 0, twice = 0;
    for (int k = 0; k < rule->cell_count; k++) {
        uint64_t open = search->open[rule->cells[k]];
        twice |= once & open;
        once |= open;
    }
    if (needed & ~once) return 0;
    uint64_t hidden = needed & once & ~twice;
    for (int k = 0; hidden && k < rule->cell_count; k++) {
        uint64_t here = search->open[rule->cells[k]] & hidden;
        if (!here) continue;
        if (!is_settled(here)) return 0;
        narrow(search, rule->cells[k], here);
        hidden &= ~here;
    }
    return 1;
}

static int propagate_combination(BitsetSearch *search, const Rule *rule) {
    int possible;
    uint64_t settled = settled_digits(search, rule, &possible), together = settled, some = 0, every = ~0ull;
    if (!possible) return 0;
    for (int k = 0; k < rule->cell_count; k++) {
        uint64_t open = search->open[rule->cells[k]];
        if (!is_settled(open)) together |= open & ~settled;
    }
    for (int i = 0; i < rule->data_count; i++) {
        uint64_t set = (uint64_t)rule->data[i];
        if (!fits(search, rule, set, settled, together)) continue;
        some |= set;
        every &= set;
    }
    return some && narrow_unsettled(search, rule, some & ~settled) && place_needed(search, rule, every);
}

/* The digits from lowest to highest as a mask; none where lowest is above highest. */
static uint64_t digit_range(int64_t lowest, int64_t highest, int size) {
    if (lowest < 1) lowest = 1;
    if (highest > size) highest = size;
    return lowest > highest ? 0 : ((1ull << highest) - 1) & ~((1ull << (lowest - 1)) - 1);
}

static int64_t floor_divided(int64_t number, int64_t by) {
    return number / by - (number % by != 0 && (number < 0) != (by < 0));
}

typedef struct {
    int64_t least, most;
} Bounds;

/* The least sum of different digits in the cells from `from` to `to`, the cell `but` left out; with `mirrored` digits
 * (10 - d at 9×9), so that the greatest is found in the same way. A lower bound where digits between the ends are gone. */
static int64_t least_sum(const BitsetSearch *search, const Rule *rule, int from, int to, int but, int mirrored) {
    int lowest[BITSET_MAX_SIZE], count = 0;
    for (int k = from; k < to; k++) {
        if (k == but) continue;
        uint64_t open = search->open[rule->cells[k]];
        int digit = mirrored ? search->size + leading_zeros64(open) - 63 : lowest_bit64(open) + 1, i = count++;
        for (; i && lowest[i - 1] > digit; i--) lowest[i] = lowest[i - 1];
        lowest[i] = digit;
    }
    int64_t sum = 0;
    for (int i = 0, least = 0; i < count; i++) sum += least = lowest[i] > least ? lowest[i] : least + 1;
    return sum;
}

/* What a group adds to the total at least and at most, the cell `but` left out. */
static Bounds group_bounds(const BitsetSearch *search, const Rule *rule, int from, int to, int but) {
    int64_t factor = rule->data[1 + from], count = to - from - (but >= from && but < to);
    int64_t low = factor * least_sum(search, rule, from, to, but, 0);
    int64_t high = factor * (count * (search->size + 1) - least_sum(search, rule, from, to, but, 1));
    return factor > 0 ? (Bounds){low, high} : (Bounds){high, low};
}

static int group_end(const Rule *rule, int from) {
    const int64_t *groups = rule->data + 1 + rule->cell_count;
    int to = from + 1;
    while (to < rule->cell_count && groups[to] == groups[from]) to++;
    return to;
}

static int propagate_total(BitsetSearch *search, const Rule *rule) {
    Bounds all = {0, 0};
    int64_t total = rule->data[0];
    for (int from = 0, to; from < rule->cell_count; from = to) {
        to = group_end(rule, from);
        Bounds own = group_bounds(search, rule, from, to, -1);
        all.least += own.least, all.most += own.most;
    }
    if (total < all.least || total > all.most) return 0;
    for (int from = 0, to; from < rule->cell_count; from = to) {
        to = group_end(rule, from);
        Bounds own = group_bounds(search, rule, from, to, -1);
        Bounds left = {total - all.most + own.most, total - all.least + own.least};
        int64_t factor = rule->data[1 + from];
        for (int k = from; k < to; k++) {
            if (is_settled(search->open[rule->cells[k]])) continue;
            Bounds others = group_bounds(search, rule, from, to, k);
            int64_t low = left.least - others.most, high = left.most - others.least;
            uint64_t keep = factor > 0
                                ? digit_range(-floor_divided(-low, factor), floor_divided(high, factor), search->size)
                                : digit_range(-floor_divided(high, -factor), floor_divided(-low, -factor), search->size);
            if (!narrow(search, rule->cells[k], keep)) return 0;
        }
    }
    return 1;
}

static int propagate_holds(BitsetSearch *search, const Rule *rule) {
    for (int i = 0; i < rule->data_count; i += 2) {
        uint64_t digit = (uint64_t)rule->data[i];
        int places = 0;
        for (int k = 0; k < rule->cell_count; k++) places += (search->open[rule->cells[k]] & digit) != 0;
        if (places < rule->data[i + 1]) return 0;
        if (places > rule->data[i + 1]) continue;
        for (int k = 0; k < rule->cell_count; k++)
            if (search->open[rule->cells[k]] & digit) narrow(search, rule->cells[k], digit);
    }
    int64_t missing = 0;
    uint64_t wanted = 0;
    int free_cells = 0;
    for (int i = 0; i < rule->data_count; i += 2) {
        int64_t left = rule->data[i + 1];
        for (int k = 0; k < rule->cell_count; k++) left -= search->open[rule->cells[k]] == (uint64_t)rule->data[i];
        if (left > 0) missing += left, wanted |= (uint64_t)rule->data[i];
    }
    for (int k = 0; k < rule->cell_count; k++) free_cells += !is_settled(search->open[rule->cells[k]]);
    if (missing > free_cells) return 0;
    return missing < free_cells || narrow_unsettled(search, rule, wanted);
}

typedef struct {
    int from, to;
    uint64_t inside, outside;
} Filling;

static uint64_t filling_at(const Filling *filling, int k) {
    return k > filling->from && k < filling->to ? filling->inside : filling->outside;
}

/* Adds to `keep` what the cells can have with the lowest digit at place i and the highest at place j. */
static void add_filling(const BitsetSearch *search, const Rule *rule, int i, int j, uint64_t set, uint64_t *keep) {
    uint64_t highest = 1ull << (search->size - 1), middle = highest - 2;
    Filling filling = {i < j ? i : j, i < j ? j : i, set, middle & ~set};
    for (int k = 0; k < rule->cell_count; k++)
        if (k != i && k != j && !(search->open[rule->cells[k]] & filling_at(&filling, k))) return;
    for (int k = 0; k < rule->cell_count; k++) keep[k] |= k == i ? 1 : k == j ? highest : filling_at(&filling, k);
}

static int propagate_between(BitsetSearch *search, const Rule *rule) {
    uint64_t highest = 1ull << (search->size - 1), keep[BITSET_MAX_SIZE] = {0};
    for (int i = 0; i < rule->cell_count; i++) {
        if (!(search->open[rule->cells[i]] & 1)) continue;
        for (int j = 0; j < rule->cell_count; j++) {
            if (i == j || !(search->open[rule->cells[j]] & highest)) continue;
            for (int s = 0; s < rule->data_count; s++)
                if (bit_count64((uint64_t)rule->data[s]) == (i < j ? j - i : i - j) - 1)
                    add_filling(search, rule, i, j, (uint64_t)rule->data[s], keep);
        }
    }
    for (int k = 0; k < rule->cell_count; k++)
        if (!narrow(search, rule->cells[k], keep[k])) return 0;
    return 1;
}

int propagate_rule(BitsetSearch *search, const Rule *rule) {
    switch (rule->kind) {
    case DIFFERENT: return propagate_different(search, rule);
    case COMBINATION: return propagate_combination(search, rule);
    case TOTAL: return propagate_total(search, rule);
    case HOLDS: return propagate_holds(search, rule);
    case BETWEEN: return propagate_between(search, rule);
    default: return 1; /* pairs.c follows pairs */
    }
}

static int is_expected(RuleKind kind, int64_t cells, int64_t data, int size) {
    switch (kind) {
    case DIFFERENT: return data == 0;
    case PAIR: return cells == 2 && data == 2 * size;
    case TOTAL: return data == 2 * cells + 1;
    case HOLDS: return data % 2 == 0;
    case BETWEEN: return cells == size;
    default: return 1;
    }
}

/* A factor of zero would divide by it, and huge ones would overflow. */
static int is_factor(int64_t number) { return number && number >= -1000000 && number <= 1000000; }

/* Whether the numbers are a total, a factor for each cell, and groups of cells that can have different digits. */
static int are_factors(const int64_t *numbers, int64_t cells, int size) {
    const int64_t *factors = numbers + 1, *groups = factors + cells;
    if (numbers[0] < -1000000 || numbers[0] > 1000000) return 0;
    for (int64_t k = 0, in_group = 0; k < cells; k++) {
        int is_same = k && groups[k] == groups[k - 1];
        in_group = is_same ? in_group + 1 : 1;
        if (!is_factor(factors[k]) || in_group > size || (is_same && factors[k] != factors[k - 1])) return 0;
    }
    return 1;
}

int count_rules(const int64_t *numbers, size_t count, int size, int cell_count, const char **reason) {
    int rules = 0;
    for (size_t at = 0; at < count; rules++) {
        *reason = "a rule is cut short";
        if (count - at < 2 || numbers[at + 1] < 1 || numbers[at + 1] > (int64_t)(count - at) - 3) return -1;
        int64_t kind = numbers[at], cells = numbers[at + 1];
        const int64_t *data = numbers + at + 2 + cells;
        if (data[0] < 0 || data[0] > (int64_t)(count - at) - 3 - cells) return -1;
        *reason = "a rule has a cell that the board does not have";
        for (int64_t k = 0; k < cells; k++)
            if (numbers[at + 2 + (size_t)k] < 0 || numbers[at + 2 + (size_t)k] >= cell_count) return -1;
        *reason = "a rule is of no known kind, or has data that do not fit it";
        if (kind < 0 || kind >= RULE_KINDS || !is_expected((RuleKind)kind, cells, data[0], size)) return -1;
        if (kind == TOTAL && !are_factors(data + 1, cells, size)) return -1;
        at += 3 + (size_t)cells + (size_t)data[0];
    }
    return rules;
}

void read_rules(const int64_t *numbers, size_t count, Rule *rules, uint16_t *cells) {
    for (size_t at = 0; at < count; rules++) {
        rules->kind = (RuleKind)numbers[at];
        rules->cell_count = (int)numbers[at + 1];
        rules->cells = cells;
        for (int k = 0; k < rules->cell_count; k++) *cells++ = (uint16_t)numbers[at + 2 + (size_t)k];
        at += 2 + (size_t)rules->cell_count;
        rules->data_count = (int)numbers[at];
        rules->data = numbers + at + 1;
        at += 1 + (size_t)rules->data_count;
    }
}
