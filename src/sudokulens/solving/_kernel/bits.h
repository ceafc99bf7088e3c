/* Counting and finding bits. */
#ifndef SUDOKULENS_BITS_H
#define SUDOKULENS_BITS_H

#include <stdint.h>

#if defined(__GNUC__)
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
