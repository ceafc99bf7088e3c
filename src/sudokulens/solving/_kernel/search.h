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

/* A puzzle being worked on, by one lane or several. */
typedef struct {
    int64_t puzzle;
    uint32_t found;     /* solutions so far, at most the limit */
    uint64_t nodes;     /* branches so far, of all lanes */
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
    Lanes settled[BANDS];
    Lanes two[BANDS], three[BANDS];
    Saved stack[LANES][DEPTH];  /* the other half of every open branch; aligned, since only vectors lie before it */
    Worker workers[LANES];
    Job jobs[LANES];
    int busy;      /* lanes that are not idle */
    int64_t next;  /* first puzzle that no lane has taken */
    LockstepBatch *batch;
    void *memory;  /* what was allocated; the search lies in it at a multiple of ALIGNMENT */
    Surroundings around[BANDS][32];
} Search;

LANE_FUNCTION uint32_t *lane_words(Search *search, int lane) { return (uint32_t *)search->words + lane; }

LANE_FUNCTION void save_words(Saved *saved, const uint32_t *words) {
    for (int word = 0; word < WORDS; word++) saved->words[word] = words[word * LANES];
}

LANE_FUNCTION void forget_settled(Search *search, int lane) {
    for (int band = 0; band < BANDS; band++) ((uint32_t *)search->settled)[band * LANES + lane] = 0;
}

LANE_FUNCTION void restore_words(Search *search, int lane, const Saved *saved) {
    uint32_t *words = lane_words(search, lane);
    for (int word = 0; word < WORDS; word++) words[word * LANES] = saved->words[word];
    forget_settled(search, lane);
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
    forget_settled(search, lane);
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
    restore_words(search, lane, &search->stack[lane][worker->top]);
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

/* The lane's puzzle takes more branches than it may: no lane works on it any more. Where it has at most one solution, all
 * of its branches are made whichever lane makes them, so that giving it up does not depend on the processor. */
static TARGET void give_up(Search *search, int finder) {
    int job = search->workers[finder].job;
    search->batch->counts[search->jobs[job].puzzle] = GIVEN_UP;
    for (int lane = 0; lane < LANES; lane++)
        if (search->workers[lane].job == job) rest(search, lane);
    start_next(search, finder);
}

LANE_FUNCTION void branch(Search *search, int lane) {
    uint32_t two[BANDS], three[BANDS], pairs[BANDS];
    for (int band = 0; band < BANDS; band++) {
        two[band] = ((const uint32_t *)search->two)[band * LANES + lane];
        three[band] = ((const uint32_t *)search->three)[band * LANES + lane];
        pairs[band] = two[band] & ~three[band];
    }
    Worker *worker = &search->workers[lane];
    uint32_t *words = lane_words(search, lane);
    Saved *other = &search->stack[lane][worker->top];
    save_words(other, words);
    Choice choice = choose(other, search->around, pairs);
    if (!choice.place) choice = choose_any(other, three);
    uint32_t rest = choice.words & (choice.words - 1);
    if (!rest) return; /* the sweep's last step has settled all of these: sweep again */
    if (search->jobs[worker->job].nodes++ >= search->batch->most_nodes) {
        give_up(search, lane);
        return;
    }
    worker->top++;
    search->batch->nodes++;
    int first = lowest_bit(choice.words), second = lowest_bit(rest);
    uint32_t row = search->around[choice.band][lowest_bit(choice.place)].row;
    other->words[first] &= ~choice.place;
    if (!(rest & (rest - 1))) other->words[second] = (other->words[second] & ~row) | choice.place;
    words[first * LANES] = (words[first * LANES] & ~row) | choice.place;
    for (; rest; rest &= rest - 1) words[lowest_bit(rest) * LANES] &= ~choice.place;
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
        restore_words(search, lane, &search->stack[giver][from->oldest++]);
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

/* What every lane does after a sweep that left it solved, contradictory or at rest. */
LANE_FUNCTION void take_turns(Search *search, const Sweep *seen) {
    uint32_t impossible = ALL_LANES & ~zero_lanes(seen->impossible);
    uint32_t resting = zero_lanes(seen->changed);
    uint32_t solved = zero_lanes((seen->placed[0] & seen->placed[1] & seen->placed[2]) ^ ALL_PLACES);
    for (int band = 0; band < BANDS; band++) {
        search->two[band] = seen->two[band];
        search->three[band] = seen->three[band];
    }
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
        sweep(search->words, search->settled, &seen);
        batch->sweeps++;
        batch->lane_sweeps += (uint64_t)search->busy;
        take_turns(search, &seen);
        if (search->busy < LANES && search->busy) share_work(search);
        if (batch->sweeps % SWEEPS_BETWEEN_POLLS == 0 && batch->poll && batch->poll(batch->poll_context))
            return LOCKSTEP_STOPPED;
    }
    return LOCKSTEP_DONE;
}
