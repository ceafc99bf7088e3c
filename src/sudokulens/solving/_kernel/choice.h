/* Which cell to branch on.
 *
 * Of the cells open to two digits, the one whose digits can be taken from most other cells: for both digits, the places
 * in the cell's row, column and box are counted, and those in cells that have two digits count three times, because such
 * a cell is settled by it. On the hardest puzzles this takes a third fewer branches than looking only at where cells
 * with two digits crowd. At most eight cells are looked at: with more of them, looking costs more than it saves.
 */

enum { MAX_COMPARED_PAIRS = 8 };

typedef struct {
    uint32_t words[WORDS];
    uint32_t unused[32 - WORDS];
} Saved;

/* The row, column and box around a place, as masks for the three bands. */
typedef struct {
    uint32_t bands[BANDS];
    uint32_t row;
} Surroundings;

static void fill_surroundings(Surroundings (*all)[32]) {
    for (int band = 0; band < BANDS; band++) {
        for (int bit = 0; bit < 30; bit++) {
            int row = bit / 10, column = bit % 10;
            Surroundings *around = &all[band][bit];
            for (int other = 0; other < BANDS; other++) around->bands[other] = EACH_ROW(1) << column;
            around->row = ROW << 10 * row;
            around->bands[band] |= around->row | EACH_ROW(7) << column / 3 * 3;
            around->bands[band] &= ~(1u << bit);
        }
    }
}

/* The words of the band that have the place: bit i for word i. */
LANE_FUNCTION uint32_t words_with(const Saved *saved, int band, uint32_t place) {
    const uint32_t of_band = 0x1249249u << band;
#if LANES == 16
    __m512i wanted = _mm512_set1_epi32((int)place);
    uint32_t low = _mm512_test_epi32_mask(_mm512_load_si512(saved->words), wanted);
    uint32_t high = _mm512_test_epi32_mask(_mm512_load_si512(saved->words + 16), wanted);
    return (low | high << 16) & of_band;
#elif LANES == 8
    __m256i wanted = _mm256_set1_epi32((int)place);
    uint32_t found = 0;
    for (int part = 0; part < 4; part++) {
        __m256i some = _mm256_and_si256(_mm256_load_si256((const __m256i *)(saved->words + 8 * part)), wanted);
        found |= (uint32_t)_mm256_movemask_ps((__m256)_mm256_cmpeq_epi32(some, wanted)) << 8 * part;
    }
    return found & of_band;
#else
    uint32_t found = 0;
    for (int word = band; word < WORDS; word += BANDS) found |= (uint32_t)((saved->words[word] & place) != 0) << word;
    return found & of_band;
#endif
}

/* How much putting the digit of these three words somewhere takes from the surroundings. */
LANE_FUNCTION int gain(const uint32_t *digit_words, const Surroundings *around, const uint32_t *pairs) {
    uint64_t two_bands, two_masks, two_pairs;
    memcpy(&two_bands, digit_words, 8);
    memcpy(&two_masks, around->bands, 8);
    memcpy(&two_pairs, pairs, 8);
    two_bands &= two_masks;
    uint32_t last = digit_words[2] & around->bands[2];
    return bit_count64(two_bands) + bit_count(last) + 2 * (bit_count64(two_bands & two_pairs) + bit_count(last & pairs[2]));
}

typedef struct {
    int band;
    uint32_t place; /* 0 where there is none */
    uint32_t words; /* bit i: word i has the place */
} Choice;

/* Leaves out the cells that have no other of their kind in their row, unless that would leave none. */
LANE_FUNCTION void prefer_crowded_rows(uint32_t *pairs) {
    uint32_t crowded[BANDS];
    for (int band = 0; band < BANDS; band++) {
        uint32_t but_first = pairs[band] & (pairs[band] + ALL_PLACES), several = (but_first + ALL_PLACES) & GUARDS;
        crowded[band] = pairs[band] & (several - (several >> 9));
    }
    if (crowded[0] | crowded[1] | crowded[2]) memcpy(pairs, crowded, sizeof crowded);
}

/* The best cell is kept without a branch, together with its index: which one it is cannot be predicted, and a wrong
 * prediction costs as much as looking at a cell. Of equals the first wins. */
LANE_FUNCTION Choice choose(const Saved *saved, Surroundings (*all)[32], const uint32_t *pairs) {
    uint32_t considered[BANDS] = {pairs[0], pairs[1], pairs[2]};
    int left_to_look_at = MAX_COMPARED_PAIRS, best = 0;
    int found = bit_count(pairs[0]) + bit_count(pairs[1]) + bit_count(pairs[2]);
    if (found > MAX_COMPARED_PAIRS) prefer_crowded_rows(considered);
    for (int band = 0; band < BANDS; band++) {
        for (uint32_t left = considered[band]; left && left_to_look_at; left &= left - 1, left_to_look_at--) {
            int bit = lowest_bit(left);
            const Surroundings *around = &all[band][bit];
            uint32_t words = words_with(saved, band, left & (0u - left)), second = words & (words - 1);
            if (!second) continue; /* the end of the sweep has just settled it */
            int total = gain(saved->words + lowest_bit(words) - band, around, pairs) +
                        gain(saved->words + lowest_bit(second) - band, around, pairs);
            int rating = total << 7 | (127 - (band << 5 | bit));
            best = rating > best ? rating : best;
        }
    }
    if (!best) return (Choice){0, 0, 0};
    int index = 127 - (best & 127), band = index >> 5;
    uint32_t place = 1u << (index & 31);
    return (Choice){band, place, words_with(saved, band, place)};
}

/* The first cell open to three digits or more: for the rare grid without a cell that has two. */
LANE_FUNCTION Choice choose_any(const Saved *saved, const uint32_t *three) {
    for (int band = 0; band < BANDS; band++) {
        uint32_t place = three[band] & (0u - three[band]);
        if (place) return (Choice){band, place, words_with(saved, band, place)};
    }
    return (Choice){0, 0, 0};
}
