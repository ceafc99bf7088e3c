/* One block of memory kept between calls, shared by all threads without a lock. */
#ifndef SUDOKULENS_SPARE_H
#define SUDOKULENS_SPARE_H

#include <stddef.h>
#include <stdlib.h>

#include "bits.h"

#if HAS_GNU_EXTENSIONS
static inline void *take_spare(void **spare) { return __atomic_exchange_n(spare, NULL, __ATOMIC_ACQ_REL); }
static inline void keep_spare(void **spare, void *memory) { free(__atomic_exchange_n(spare, memory, __ATOMIC_ACQ_REL)); }
#else
static inline void *take_spare(void **spare) { return (void)spare, NULL; }
static inline void keep_spare(void **spare, void *memory) { (void)spare, free(memory); }
#endif

#endif
