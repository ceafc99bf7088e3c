/* Counting and finding bits, and whether the compiler knows GCC's extensions. */
#ifndef SUDOKULENS_BITS_H
#define SUDOKULENS_BITS_H

#include <stdint.h>

/* clang-cl has them all and, standing in for Microsoft's compiler, does not define __GNUC__. */
#if defined(__GNUC__) || defined(__clang__)
#define HAS_GNU_EXTENSIONS 1
#else
#define HAS_GNU_EXTENSIONS 0
#endif

#if HAS_GNU_EXTENSIONS
#define bit_count(x) __builtin_popcount(x)
#define lowest_bit(x) __builtin_ctz(x)
#define bit_count64(x) __builtin_popcountll(x)
#define lowest_bit64(x) __builtin_ctzll(x)
#define leading_zeros64(x) __builtin_clzll(x)
#else
static inline int bit_count64(uint64_t x) {
    int count = 0;
    for (; x; x &= x - 1) count++;
    return count;
}
static inline int lowest_bit64(uint64_t x) { return bit_count64((x & (0 - x)) - 1); }
static inline int leading_zeros64(uint64_t x) {
    int zeros = 0;
    for (; !(x >> 63); x <<= 1) zeros++;
    return zeros;
}
#define bit_count(x) bit_count64(x)
#define lowest_bit(x) lowest_bit64(x)
#endif

#endif
