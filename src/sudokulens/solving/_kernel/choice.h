/* Which cell to branch on: one open to two digits, with such cells in as many as possible of its row, box and column. */

/* Bits that are in two or three of the rows of a word, in its lowest field. */
LANE_FUNCTION Lanes in_two_rows(Lanes x) { return (x & x >> 10) | ((x | x >> 10) & x >> 20); }
LANE_FUNCTION Lanes in_any_row(Lanes x) { return either3(x, x >> 10, x >> 20); }

/* choice[band]: the best cells of the band, and in bits 30 and 31 how many kinds of unit they share with another. */
LANE_FUNCTION void prepare_choice(const Sweep *seen, Lanes *choice, Lanes *two) {
    Lanes pairs[BANDS], once[BANDS], twice[BANDS];
    for (int band = 0; band < BANDS; band++) {
        two[band] = seen->two[band];
        pairs[band] = seen->two[band] & ~seen->three[band];
        once[band] = in_any_row(pairs[band]);
        twice[band] = in_two_rows(pairs[band]);
    }
    Lanes columns = twice[0] | twice[1] | twice[2] | (once[0] & once[1]) | ((once[0] | once[1]) & once[2]);
    columns &= ROW;
    columns |= columns << 10 | columns << 20;
    for (int band = 0; band < BANDS; band++) {
        Lanes cells = pairs[band], used = once[band] & ROW, again = twice[band] & ROW;
        Lanes boxes = (used & used >> 1) | ((used | used >> 1) & used >> 2) | again | again >> 1 | again >> 2;
        boxes &= 0x49;
        boxes |= boxes << 1 | boxes << 2;
        boxes |= boxes << 10 | boxes << 20;
        Lanes row = cells & ~alone_in_row(cells), box = cells & boxes, column = cells & columns;
        Lanes in3 = row & box & column, in2 = (row & box) | (row & column) | (box & column), in1 = row | box | column;
        Lanes any3 = nonzero(in3), any2 = nonzero(in2) & ~any3, any1 = nonzero(in1) & ~nonzero(in2);
        choice[band] = in3 | (in2 & any2) | (in1 & any1) | (cells & ~nonzero(in1));
        choice[band] |= (any3 & 0xC0000000u) | (any2 & 0x80000000u) | (any1 & 0x40000000u);
    }
}
