/* One sweep of deduction over all lanes.
 *
 * For every digit: which boxes each row can still use, and which bands each column can still use, made exact (a place
 * goes unless the digit has a full assignment through it; this covers all locked candidates, and hidden singles of
 * boxes and columns follow from it); then hidden singles of rows, and last naked singles. No tables, no branches: every
 * lane does the same operations, whatever its puzzle.
 */

enum { DIGITS = 9, BANDS = 3, WORDS = DIGITS * BANDS };

typedef struct {
    Lanes placed[BANDS];  /* cells whose digit is known */
    Lanes two[BANDS];     /* cells open to two digits or more */
    Lanes three[BANDS];   /* cells open to three digits or more */
    Lanes changed;        /* 0 in lanes where the sweep settled no cell */
    Lanes impossible;     /* not 0 in lanes that have a contradiction */
} Sweep;

/* First cell of every minirow (three cells of a row within a box). */
#define MINIROWS EACH_ROW(0x49)

/* Of a 3x3 table of bits, those that belong to a choice of three with one in each row and each column: bit (i, j) stays
 * when the two rows besides i can take the two columns besides j in one order or the other. Here rows are the three
 * fields of the word and columns are groups of three bits, so one word holds three tables, one per bit of a group. */
LANE_FUNCTION Lanes close_rows_over_boxes(Lanes table) {
    Lanes next = select_bits(EACH_ROW(0x1C0), table << 6, table >> 3);
    Lanes after = select_bits(EACH_ROW(0x1F8), table << 3, table >> 6);
    Lanes one_order = both_either(next >> 10 | next << 20, after >> 20, after << 10);
    Lanes other_order = both_either(after >> 10 | after << 20, next >> 20, next << 10);
    return both_either(table, one_order, other_order);
}

/* Removes places by looking at rows and boxes, in the three bands of one digit at once: the minirows of band b are
 * gathered in bit b of each group of three bits. */
LANE_FUNCTION void close_rows(Lanes *a, Lanes *b, Lanes *c) {
    Lanes table = select_bits(MINIROWS << 1, either3(*b, *b << 1, *b >> 1), either3(*a, *a >> 1, *a >> 2));
    table = select_bits(MINIROWS << 2, either3(*c, *c << 1, *c << 2), table);
    Lanes kept = close_rows_over_boxes(table);
    Lanes kept_a = kept & MINIROWS, kept_b = kept & (MINIROWS << 1), kept_c = kept & (MINIROWS << 2);
    /* times 7: a minirow's bit becomes its three cells */
    *a &= (kept_a << 3) - kept_a;
    *b &= (kept_b << 2) - (kept_b >> 1);
    *c &= (kept_c << 1) - (kept_c >> 2);
}

LANE_FUNCTION Lanes next_columns(Lanes columns) { return select_bits(EACH_ROW(0x124), columns << 2, columns >> 1); }
LANE_FUNCTION Lanes columns_after(Lanes columns) { return select_bits(EACH_ROW(0x1B6), columns << 1, columns >> 2); }

/* Removes places by looking at columns and bands, for three digits at once: the columns that digit i of them can use in
 * band b are field i of table[b], so the bands of a table lie in different vectors. */
LANE_FUNCTION void close_columns(Lanes (*words)[BANDS]) {
    Lanes table[BANDS], next[BANDS], after[BANDS];
    for (int band = 0; band < BANDS; band++) {
        Lanes x = words[0][band], y = words[1][band], z = words[2][band];
        Lanes columns = select_bits(ROW_1, either3(y, y << 10, y >> 10), either3(x, x >> 10, x >> 20));
        table[band] = select_bits(ROW_2, either3(z, z << 10, z << 20), columns);
        next[band] = next_columns(table[band]);
        after[band] = columns_after(table[band]);
    }
    for (int band = 0; band < BANDS; band++) {
        int below = (band + 1) % BANDS, last = (band + 2) % BANDS;
        Lanes kept = table[band] & either_both(next[below] & after[last], after[below], next[last]);
        Lanes x = kept & ROW_0, y = kept & ROW_1, z = kept & ROW_2;
        words[0][band] &= either3(x, x << 10, x << 20);
        words[1][band] &= either3(y, y << 10, y >> 10);
        words[2][band] &= either3(z, z >> 10, z >> 20);
    }
}

/* All nine bits of every row where the guard bit is set. */
LANE_FUNCTION Lanes whole_rows(Lanes guards) { return guards - (guards >> 9); }

/* The places that are the only one of their row. Adding ALL_PLACES takes 1 from every row and leaves its guard bit set
 * unless the row was empty. */
LANE_FUNCTION Lanes alone_in_row(Lanes places) {
    Lanes but_first = places & (places + ALL_PLACES);
    Lanes several = (but_first + ALL_PLACES) & GUARDS;
    return places & ~whole_rows(several);
}

/* A naked single takes its row. Of two naked singles in one row only the first stays, so that the other's cell ends up
 * open to nothing, which the next sweep sees. */
LANE_FUNCTION Lanes take_rows(Lanes places, Lanes singles) {
    Lanes found = places & singles;
    Lanes less_one = found + ALL_PLACES;
    return without_others(places, whole_rows(less_one & GUARDS), found & ~less_one);
}

LANE_FUNCTION void sweep_digits(Lanes *words, Lanes *narrowed, Lanes *alone, Lanes *one, Sweep *seen, Lanes *least) {
    for (int first = 0; first < DIGITS; first += 3) {
        Lanes group[3][BANDS];
        for (int i = 0; i < 3; i++) {
            for (int band = 0; band < BANDS; band++)
                group[i][band] = words[(first + i) * BANDS + band] & ~seen->placed[band];
            close_rows(&group[i][0], &group[i][1], &group[i][2]);
        }
        close_columns(group);
        for (int i = 0; i < 3; i++) {
            for (int band = 0; band < BANDS; band++) {
                int word = (first + i) * BANDS + band;
                Lanes open = group[i][band];
                *least = least_of_words(*least, open);
                narrowed[word] = open;
                alone[word] = alone_in_row(open);
                seen->placed[band] |= alone[word];
                seen->three[band] = either_both(seen->three[band], seen->two[band], open);
                seen->two[band] = either_both(seen->two[band], one[band], open);
                one[band] |= open;
            }
        }
    }
}

/* `settled` are the cells that have one digit left, as the last sweep saw them; a lane that comes to another position
 * must have none there. Places that go without settling a cell do not count as a change: another sweep would seldom do
 * more with them than the next branch does. */
LANE_FUNCTION void sweep(Lanes *words, Lanes *settled, Sweep *seen) {
    Lanes narrowed[WORDS], alone[WORDS], one[BANDS];
    Lanes none = all_lanes(0), least = all_lanes(~0u);
    for (int band = 0; band < BANDS; band++) seen->placed[band] = one[band] = seen->two[band] = seen->three[band] = none;
    sweep_digits(words, narrowed, alone, one, seen, &least);
    seen->changed = none;
    seen->impossible = ~nonzero(least) | ((one[0] & one[1] & one[2]) ^ ALL_PLACES);
    Lanes singles[BANDS];
    for (int band = 0; band < BANDS; band++) {
        singles[band] = one[band] & ~seen->two[band];
        Lanes now = singles[band] | seen->placed[band];
        seen->changed = either_differ(seen->changed, now, settled[band]);
        settled[band] = now;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < BANDS; band++) {
            int word = digit * BANDS + band;
            Lanes open = without_others(narrowed[word], seen->placed[band], alone[word]);
            words[word] = take_rows(open, singles[band]);
        }
    }
}
