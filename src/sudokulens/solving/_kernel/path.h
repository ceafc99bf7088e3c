/* One path of the lock-step solver: define LANES, SOLVE and, where needed, TARGET; then include this. */
#include "lockstep.h"

#include <string.h>

#include "bits.h"
#include "lanes.h"
#include "sweep.h"
#include "choice.h"
#include "transfer.h"
#include "search.h"

/* Memory for one search, kept for the next call: allocating it again takes longer than an easy puzzle. */
static void *spare;

static Search *new_search(LockstepBatch *batch) {
    void *kept = take_spare(&spare), *memory = kept ? kept : malloc(sizeof(Search) + ALIGNMENT);
    if (!memory) return NULL;
    Search *search = (Search *)(((uintptr_t)memory + ALIGNMENT) & ~(uintptr_t)(ALIGNMENT - 1));
    if (!kept) fill_surroundings(search->around);
    for (int i = 0; i < WORDS * LANES; i++) ((uint32_t *)search->words)[i] = ALL_PLACES;
    for (int lane = 0; lane < LANES; lane++) {
        search->workers[lane] = (Worker){.job = IDLE};
        search->jobs[lane] = (Job){.workers = 0};
    }
    search->memory = memory;
    search->batch = batch;
    search->next = search->busy = 0;
    return search;
}

LockstepOutcome SOLVE(LockstepBatch *batch) {
    Search *search = new_search(batch);
    if (!search) return LOCKSTEP_NO_MEMORY;
    LockstepOutcome outcome = search_all(search);
    keep_spare(&spare, search->memory);
    return outcome;
}
