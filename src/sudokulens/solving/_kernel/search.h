/* The search around the sweep.
 *
 * After each sweep a lane that is solved, contradictory or at rest takes its own turn: it hands over a solution, goes
 * back to its last branch, or branches. All other lanes just sweep again. A lane whose puzzle is done takes the next of
 * the batch; when there is none, it takes over the oldest open branch of a busy lane, so that the last puzzles of a
 * batch, and a single hard one, use all lanes too.
 *
 * Which solution is returned does not depend on any of that. Branches of a puzzle have an order (the branch that was
 * tried first, and all below it, comes before the other one). Lanes that work on one puzzle keep their `rank` in that
 * order, and the solution from the lowest rank wins, even when a later one was found earlier. What a lane does depends
 * on its own words alone, so the answer is the same for every instruction set, batch and number of threads.
 */
#include "spare.h"

#define ALL_LANES ((uint32_t)((1ull << LANES) - 1))

enum {
    IDLE = -1,
    ALIGNMENT = 64,
    DEPTH = CELLS, /* every branch on the stack has placed a digit in a cell of its own */
    SWEEPS_BETWEEN_POLLS = 1 << 12
};

typedef struct {
    uint32_t words[WORDS];
    uint32_t unused[32 - WORDS];
} Branch;

/* A puzzle being worked on, by one lane or several. */
typedef struct {
    int64_t puzzle;
    uint32_t found;     /* solutions so far, at most the limit */
    int workers;        /* lanes that work on it; 0 when this slot is free */
    int solution_rank;  /* rank of the solution that is kept */
} Job;

typedef struct {
    int job;  /* index into jobs, or IDLE */
    int rank;
    int oldest, top;  /* open branches: stack[oldest] to stack[top - 1] */
} Worker;

typedef struct {
    Lanes words[WORDS];
    Lanes choice[BANDS], two[BANDS]; /* what branching needs of the last sweep */
    Worker workers[LANES];
    Job jobs[LANES];
    int busy;      /* lanes that are not idle */
    int64_t next;  /* first puzzle that no lane has taken */
    LockstepBatch *batch;
    void *memory;  /* what was allocated; the search lies in it at a multiple of ALIGNMENT */
    Branch stack[LANES][DEPTH];
} Search;

LANE_FUNCTION uint32_t *lane_words(Search *search, int lane) { return (uint32_t *)search->words + lane; }

LANE_FUNCTION void save_words(Branch *branch, const uint32_t *words) {
    for (int word = 0; word < WORDS; word++) branch->words[word] = words[word * LANES];
}

LANE_FUNCTION void restore_words(uint32_t *words, const Branch *branch) {
    for (int word = 0; word < WORDS; word++) words[word * LANES] = branch->words[word];
}

LANE_FUNCTION void rest(Search *search, int lane) {
    Worker *worker = &search->workers[lane];
    search->jobs[worker->job].workers--;
    search->busy--;
    *worker = (Worker){.job = IDLE};
}

/* Gives the lane the next puzzle of the batch, if there is one. */
LANE_FUNCTION int start_next(Search *search, int lane) {
    if (search->next >= search->batch->count) return 0;
    int slot = 0;
    while (search->jobs[slot].workers) slot++;
    search->jobs[slot] = (Job){.puzzle = search->next, .workers = 1};
    search->workers[lane] = (Worker){.job = slot};
    load_puzzle(lane_words(search, lane), search->batch->puzzles + CELLS * search->next);
    search->next++;
    search->busy++;
    return 1;
}

/* The lane has nothing left to try in its part of the puzzle. */
LANE_FUNCTION void finish_part(Search *search, int lane) {
    Job *job = &search->jobs[search->workers[lane].job];
    rest(search, lane);
    if (job->workers == 0) search->batch->counts[job->puzzle] = job->found;
    start_next(search, lane);
}

LANE_FUNCTION void go_back(Search *search, int lane) {
    Worker *worker = &search->workers[lane];
    if (worker->top == worker->oldest) {
        finish_part(search, lane);
        return;
    }
    worker->top--;
    restore_words(lane_words(search, lane), &search->stack[lane][worker->top]);
}

/* Enough solutions are known: besides the finder, only lanes that come before the kept solution go on. */
static TARGET void stop_later_workers(Search *search, int finder) {
    int job = search->workers[finder].job;
    for (int lane = 0; lane < LANES; lane++) {
        Worker *worker = &search->workers[lane];
        if (lane != finder && worker->job == job && worker->rank >= search->jobs[job].solution_rank) rest(search, lane);
    }
}

LANE_FUNCTION void take_solution(Search *search, int lane) {
    LockstepBatch *batch = search->batch;
    Worker *worker = &search->workers[lane];
    Job *job = &search->jobs[worker->job];
    if (job->found == 0 || worker->rank < job->solution_rank) {
        job->solution_rank = worker->rank;
        store_solution(lane_words(search, lane), batch->solutions + CELLS * job->puzzle);
    }
    if (job->found < batch->limit) job->found++;
    if (job->found == batch->limit) {
        if (job->workers > 1) stop_later_workers(search, lane);
        worker->top = worker->oldest;
    }
    go_back(search, lane);
}

LANE_FUNCTION uint32_t row_around(uint32_t place) {
    return place & ROW_0 ? ROW_0 : place & ROW_1 ? ROW_1 : ROW_2;
}

/* The band and the place of the cell to branch on; 0 where every cell is settled. */
LANE_FUNCTION uint32_t choose_place(const Search *search, int lane, int *band) {
    const uint32_t *choice = (const uint32_t *)search->choice + lane, *two = (const uint32_t *)search->two + lane;
    uint32_t best = 0, best_level = 0;
    for (int i = 0; i < BANDS; i++) {
        uint32_t places = choice[i * LANES] & ALL_PLACES, level = choice[i * LANES] >> 30;
        if (!places) continue;
        if (!best || level > best_level || (level == best_level && bit_count(places) > bit_count(best))) {
            best = places;
            best_level = level;
            *band = i;
        }
    }
    for (int i = 0; !best && i < BANDS; i++) {
        best = two[i * LANES];
        *band = i;
    }
    return best & (0u - best);
}

LANE_FUNCTION void branch(Search *search, int lane) {
    int band = 0;
    uint32_t place = choose_place(search, lane, &band);
    if (!place) { /* no lane rests like this, unless the caller changes the puzzles while they are read */
        go_back(search, lane);
        return;
    }
    Worker *worker = &search->workers[lane];
    uint32_t *words = lane_words(search, lane);
    Branch *other = &search->stack[lane][worker->top++];
    save_words(other, words);
    search->batch->nodes++;
    int taken = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        uint32_t *word = &words[(digit * BANDS + band) * LANES];
        if (!(*word & place)) continue;
        if (taken) {
            *word &= ~place;
        } else {
            taken = 1;
            other->words[digit * BANDS + band] &= ~place;
            *word = (*word & ~row_around(place)) | place;
        }
    }
}

/* Idle lanes take over the oldest branch of the lane that has most of them. */
static TARGET void share_work(Search *search) {
    for (int lane = 0; lane < LANES; lane++) {
        if (search->workers[lane].job != IDLE) continue;
        int giver = -1, most = 0;
        for (int other = 0; other < LANES; other++) {
            int open = search->workers[other].top - search->workers[other].oldest;
            if (open > most) most = open, giver = other;
        }
        if (giver < 0) return;
        Worker *from = &search->workers[giver];
        Job *job = &search->jobs[from->job];
        restore_words(lane_words(search, lane), &search->stack[giver][from->oldest++]);
        if (from->oldest == from->top) from->oldest = from->top = 0;
        for (int other = 0; other < LANES; other++)
            if (search->workers[other].job == from->job && search->workers[other].rank > from->rank)
                search->workers[other].rank++;
        if (job->solution_rank > from->rank) job->solution_rank++;
        search->workers[lane] = (Worker){.job = from->job, .rank = from->rank + 1};
        job->workers++;
        search->busy++;
    }
}

/* Bit lanes to act on, after a sweep. */
LANE_FUNCTION void take_turns(Search *search, const Sweep *seen) {
    uint32_t impossible = ALL_LANES & ~zero_lanes(seen->impossible);
    uint32_t resting = zero_lanes(seen->changed);
    uint32_t solved = zero_lanes((seen->placed[0] & seen->placed[1] & seen->placed[2]) ^ ALL_PLACES);
    if (resting & ~(impossible | solved)) prepare_choice(seen, search->choice, search->two);
    for (uint32_t left = impossible | resting | solved; left; left &= left - 1) {
        int lane = lowest_bit(left);
        if (search->workers[lane].job == IDLE) continue;
        if (impossible >> lane & 1)
            go_back(search, lane);
        else if (solved >> lane & 1)
            take_solution(search, lane);
        else
            branch(search, lane);
    }
}

static TARGET LockstepOutcome search_all(Search *search) {
    LockstepBatch *batch = search->batch;
    for (int lane = 0; lane < LANES; lane++) start_next(search, lane);
    while (search->busy) {
        Sweep seen;
        sweep(search->words, &seen);
        batch->sweeps++;
        batch->lane_sweeps += (uint64_t)search->busy;
        take_turns(search, &seen);
        if (search->busy < LANES && search->busy) share_work(search);
        if (batch->sweeps % SWEEPS_BETWEEN_POLLS == 0 && batch->poll && batch->poll(batch->poll_context))
            return LOCKSTEP_STOPPED;
    }
    return LOCKSTEP_DONE;
}
