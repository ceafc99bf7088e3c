/* The interface of the lock-step solver: many classic 9x9 puzzles at once, one per SIMD lane.
 *
 * lanes.h       what a lane is, and the few vector operations the rest is written in
 * sweep.h       one pass of deduction over all lanes
 * choice.h      which cell to branch on
 * transfer.h    bytes to lanes and back
 * search.h      the loop around the sweep: branching, backtracking, refilling, sharing work among lanes
 * lockstep_*.c  these four, compiled once per instruction set
 * lockstep.c    which of them this processor can run
 */
#ifndef SUDOKULENS_LOCKSTEP_H
#define SUDOKULENS_LOCKSTEP_H

#include <stdint.h>

enum { CELLS = 81 };

#define GIVEN_UP UINT32_MAX

typedef struct {
    const uint8_t *puzzles; /* count * 81 bytes, each 0 (empty) to 9 */
    int64_t count;
    uint32_t limit;        /* stop counting a puzzle's solutions here; at least 1 */
    uint64_t most_nodes;   /* a puzzle that takes more branches than that is given up: its count is GIVEN_UP */
    uint8_t *solutions;    /* count * 81 bytes for the first solution of each puzzle; untouched where there is none */
    uint32_t *counts;      /* the number of solutions of each puzzle, at most limit */
    int (*poll)(void *);   /* asked every few milliseconds; anything but 0 ends the work */
    void *poll_context;
    uint64_t nodes;        /* out: branches taken */
    uint64_t sweeps;       /* out: sweeps made, each over all lanes */
    uint64_t lane_sweeps;  /* out: lanes that had a puzzle, summed over the sweeps */
} LockstepBatch;

typedef enum { LOCKSTEP_DONE, LOCKSTEP_STOPPED, LOCKSTEP_NO_MEMORY } LockstepOutcome;

typedef LockstepOutcome LockstepSolve(LockstepBatch *batch);

typedef struct {
    const char *name;
    int lanes;
    LockstepSolve *solve;
} LockstepPath;

/* The paths that this processor can run, fastest first, ended by one whose name is NULL. */
const LockstepPath *lockstep_paths(void);

LockstepSolve lockstep_solve_avx512, lockstep_solve_avx2, lockstep_solve_vector4, lockstep_solve_portable;

#endif
