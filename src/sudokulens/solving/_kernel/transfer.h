/* Between bytes (81 digits, 0 for empty) and the 27 words of one lane. `words` points at the lane's first word; its next
 * is LANES words further. */
/* 27 bits of a band, row after row, as three fields with a guard bit above each; and back. */
LANE_FUNCTION uint32_t spread_rows(uint32_t cells) {
    return (cells & ROW) | (cells & ROW << 9) << 1 | (cells & ROW << 18) << 2;
}
LANE_FUNCTION uint32_t pack_rows(uint32_t places) {
    return (places & ROW_0) | (places & ROW_1) >> 1 | (places & ROW_2) >> 2;
}

/* The candidates of one digit in a band: the cells that hold it, and the empty ones in rows that do not have it. */
LANE_FUNCTION uint32_t open_places(uint32_t holds, uint32_t empty) {
    uint32_t rows = (holds + ALL_PLACES) & GUARDS;
    return (empty & ~(rows - (rows >> 9))) | holds;
}

#if defined(__SSE2__) && LANES > 1

enum { BAND_CELLS = 27, PADDED_CELLS = 96 };

#if LANES >= 8
typedef __m256i BandBytes;
LANE_FUNCTION BandBytes load_band(const uint8_t *cells) { return _mm256_loadu_si256((const __m256i *)cells); }
LANE_FUNCTION uint32_t equal_cells(BandBytes band, int digit) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(band, _mm256_set1_epi8((char)digit)));
}
#else
typedef struct {
    __m128i low, high;
} BandBytes;
LANE_FUNCTION BandBytes load_band(const uint8_t *cells) {
    return (BandBytes){_mm_loadu_si128((const __m128i *)cells), _mm_loadu_si128((const __m128i *)(cells + 16))};
}
LANE_FUNCTION uint32_t equal_cells(BandBytes band, int digit) {
    __m128i wanted = _mm_set1_epi8((char)digit);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(band.low, wanted)) |
           (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(band.high, wanted)) << 16;
}
#endif

LANE_FUNCTION void load_puzzle(uint32_t *words, const uint8_t *puzzle) {
    uint8_t padded[PADDED_CELLS]; /* a band is read as 32 bytes: five beyond its own, the last of them beyond the grid */
    memcpy(padded, puzzle, CELLS);
    memset(padded + CELLS, 0, PADDED_CELLS - CELLS);
    for (int band = 0; band < BANDS; band++) {
        BandBytes cells = load_band(padded + BAND_CELLS * band);
        uint32_t empty = spread_rows(equal_cells(cells, 0));
        for (int digit = 0; digit < DIGITS; digit++)
            words[(digit * BANDS + band) * LANES] = open_places(spread_rows(equal_cells(cells, digit + 1)), empty);
    }
}

#else

LANE_FUNCTION void load_puzzle(uint32_t *words, const uint8_t *puzzle) {
    uint32_t holds[16][BANDS] = {{0}}; /* 16, so that no byte can index past it */
    for (int band = 0; band < BANDS; band++)
        for (int cell = 0; cell < 27; cell++) holds[puzzle[27 * band + cell] & 15][band] |= 1u << (cell + cell / 9);
    for (int digit = 1; digit <= DIGITS; digit++)
        for (int band = 0; band < BANDS; band++)
            words[((digit - 1) * BANDS + band) * LANES] = open_places(holds[digit][band], holds[0][band]);
}

#endif

#if LANES >= 8

/* A solved lane as digits: the four bits of every digit are collected as masks, then each mask is spread to bytes. */
LANE_FUNCTION void store_solution(const uint32_t *words, uint8_t *solution) {
    uint8_t padded[PADDED_CELLS];
    const __m256i own_byte = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3,
                                              3, 3, 3, 3, 3, 3);
    const __m256i own_bit = _mm256_set1_epi64x((int64_t)0x8040201008040201);
    for (int band = 0; band < BANDS; band++) {
        __m256i digits = _mm256_setzero_si256();
        for (int bit = 0; bit < 4; bit++) {
            uint32_t places = 0;
            for (int digit = 1; digit <= DIGITS; digit++)
                if (digit >> bit & 1) places |= words[((digit - 1) * BANDS + band) * LANES];
            __m256i spread = _mm256_shuffle_epi8(_mm256_set1_epi32((int)pack_rows(places)), own_byte);
            __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(spread, own_bit), own_bit);
            digits = _mm256_or_si256(digits, _mm256_and_si256(set, _mm256_set1_epi8((char)(1 << bit))));
        }
        _mm256_storeu_si256((__m256i *)(padded + BAND_CELLS * band), digits);
    }
    memcpy(solution, padded, CELLS);
}

#else

LANE_FUNCTION void store_solution(const uint32_t *words, uint8_t *solution) {
    for (int digit = 0; digit < DIGITS; digit++)
        for (int band = 0; band < BANDS; band++)
            for (uint32_t left = pack_rows(words[(digit * BANDS + band) * LANES]); left; left &= left - 1)
                solution[27 * band + lowest_bit(left)] = (uint8_t)(digit + 1);
}

#endif
