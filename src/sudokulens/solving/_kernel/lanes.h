/* Lanes: LANES puzzles side by side, 32 bits of each in one vector.
 *
 * A puzzle is 27 words, one for each digit and band (three rows). A word holds the places that are still open to the
 * digit: row r of the band in bits 10r to 10r+8, and a guard bit above each row that arithmetic may carry into.
 *
 *     bit  29 | 28 ... 20 | 19 | 18 ... 10 | 9 | 8 ... 0
 *        guard    row 2   guard    row 1  guard   row 0
 *
 * The file that includes this defines LANES, and TARGET where the instruction set needs a function attribute.
 * With LANES 1 a vector is a plain integer: then this is portable C.
 */
#include <stdint.h>

#include "bits.h"

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64)
#include <immintrin.h>
#endif
#if defined(_MSC_VER) && defined(__clang__) && defined(__x86_64__)
/* Older versions of clang-cl leave out of it what the command line does not switch on; TARGET does not count. */
#include <smmintrin.h>
#include <avxintrin.h>
#include <avx2intrin.h>
#include <avx512fintrin.h>
#endif

#ifndef TARGET
#define TARGET
#endif
#if HAS_GNU_EXTENSIONS
#define LANE_FUNCTION static inline __attribute__((always_inline)) TARGET
#else
#define LANE_FUNCTION static inline
#endif

#if LANES == 1
typedef uint32_t Lanes;
#else
typedef uint32_t Lanes __attribute__((vector_size(4 * LANES)));
#endif

#define EACH_ROW(bits) ((uint32_t)(bits) * (1u | 1u << 10 | 1u << 20))

#define ROW 0x1FFu
#define ROW_0 ROW
#define ROW_1 (ROW << 10)
#define ROW_2 (ROW << 20)
#define ALL_PLACES EACH_ROW(ROW)
#define GUARDS EACH_ROW(0x200)

/* Bitwise logic of three operands is one instruction in AVX-512 (vpternlog); its table is written for the inputs
 * a = 0xF0, b = 0xCC, c = 0xAA. Compilers find some of these by themselves, not all. */
#if LANES == 16
#define TERNARY(a, b, c, table) \
    ((Lanes)_mm512_ternarylogic_epi32((__m512i)(a), (__m512i)(b), (__m512i)(c), (table) & 0xFF))
#define CHOOSE(fast, plain) (fast)
#else
#define TERNARY(a, b, c, table) (a)
#define CHOOSE(fast, plain) (plain)
#endif

LANE_FUNCTION Lanes all_lanes(uint32_t bits) {
#if LANES == 1
    return bits;
#else
    return (Lanes){0} + bits;
#endif
}

LANE_FUNCTION Lanes either3(Lanes a, Lanes b, Lanes c) { return CHOOSE(TERNARY(a, b, c, 0xF0 | 0xCC | 0xAA), a | b | c); }

/* a where the mask has a bit, else b */
LANE_FUNCTION Lanes select_bits(uint32_t mask, Lanes a, Lanes b) {
    return CHOOSE(TERNARY(all_lanes(mask), a, b, (0xF0 & 0xCC) | (~0xF0 & 0xAA)), (a & mask) | (b & ~mask));
}

/* a and (b or c) */
LANE_FUNCTION Lanes both_either(Lanes a, Lanes b, Lanes c) {
    return CHOOSE(TERNARY(a, b, c, 0xF0 & (0xCC | 0xAA)), a & (b | c));
}

/* a or (b and c) */
LANE_FUNCTION Lanes either_both(Lanes a, Lanes b, Lanes c) {
    return CHOOSE(TERNARY(a, b, c, 0xF0 | (0xCC & 0xAA)), a | (b & c));
}

/* a or (b xor c): collects differences */
LANE_FUNCTION Lanes either_differ(Lanes a, Lanes b, Lanes c) {
    return CHOOSE(TERNARY(a, b, c, 0xF0 | (0xCC ^ 0xAA)), a | (b ^ c));
}

/* a without those of b that are not in c */
LANE_FUNCTION Lanes without_others(Lanes a, Lanes b, Lanes c) {
    return CHOOSE(TERNARY(a, b, c, 0xF0 & (~0xCC | 0xAA)), a & (~b | c));
}

/* Every bit of a lane where it is not 0. */
LANE_FUNCTION Lanes nonzero(Lanes a) {
#if LANES == 1
    return 0u - (uint32_t)(a != 0);
#else
    return (Lanes)(a != 0);
#endif
}

/* One bit per lane: is it 0? */
LANE_FUNCTION uint32_t zero_lanes(Lanes a) {
#if LANES == 16
    return _mm512_testn_epi32_mask((__m512i)a, (__m512i)a);
#elif LANES == 8
    return (uint32_t)_mm256_movemask_ps((__m256)_mm256_cmpeq_epi32((__m256i)a, _mm256_setzero_si256()));
#elif LANES == 4 && defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps((__m128)_mm_cmpeq_epi32((__m128i)a, _mm_setzero_si128()));
#elif LANES == 1
    return a == 0;
#else
    uint32_t found = 0;
    for (int lane = 0; lane < LANES; lane++) found |= (uint32_t)(a[lane] == 0) << lane;
    return found;
#endif
}

/* 0 once any of the words was 0; starts from all bits set. */
#if LANES == 16
LANE_FUNCTION Lanes least_of_words(Lanes least, Lanes word) {
    return (Lanes)_mm512_min_epu32((__m512i)least, (__m512i)word);
}
#elif LANES == 8
LANE_FUNCTION Lanes least_of_words(Lanes least, Lanes word) {
    return (Lanes)_mm256_min_epu32((__m256i)least, (__m256i)word);
}
#elif LANES == 1
LANE_FUNCTION Lanes least_of_words(Lanes least, Lanes word) { return least < word ? least : word; }
#else
LANE_FUNCTION Lanes least_of_words(Lanes least, Lanes word) { return least & (Lanes)(word != 0); }
#endif
