#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "explainer_module.h"
#include "explainer_record.h"
#include "position.h"

static int poll_signals(void *context)
{
    PyThreadState **state = context;
    PyEval_RestoreThread(*state);
    int interrupted = PyErr_CheckSignals() != 0;
    *state = PyEval_SaveThread();
    return interrupted;
}

/* Raises what ended a search early, if that is an error; a time limit is not. */
static int failed(const Watch *watch, const Sink *sink)
{
    if (watch->stopped == 3 || sink->failed)
        PyErr_NoMemory();
    return watch->stopped >= 2 || sink->failed;
}

typedef struct {
    Grid grid;
    Watch watch;
    Ladder ladder;
    Sink sink;
    PyThreadState *thread;
} Job;

static Job *job_open(Position *position, double time_limit, int scale)
{
    Job *job = PyMem_Calloc(1, sizeof *job);
    State state;
    bool loaded = job && position_load(&state, position);
    position_release(position);
    if (loaded && !(state.shape->is_plain && has_square_boxes(&state))) {
        PyErr_SetString(PyExc_ValueError, "Sudoku Explainer's rules are for the classic board");
        loaded = false;
    }
    if (!loaded) {
        PyMem_Free(job);
        return job ? NULL : (Job *)PyErr_NoMemory();
    }
    ladder_open(&job->ladder, &job->watch, scale ? SUKAKU : SE_121);
    grid_load(&job->grid, &state);
    job->watch.deadline = time_limit > 0 ? watch_clock() + time_limit : 0;
    job->watch.poll = poll_signals;
    job->watch.context = &job->thread;
    return job;
}

static PyObject *job_close(Job *job, PyObject *result)
{
    ladder_close(&job->ladder);
    free(job->sink.data);
    PyMem_Free(job);
    return result;
}

typedef struct {
    Sink *sink;
    double ratings[CANDIDATES + 2];
    int count;
} Told;

static void tell_step(void *context, const Grid *grid, const Collector *found, const Hint *hint)
{
    Told *told = context;
    told->ratings[told->count++] = hint->rating;
    hint_record(told->sink, grid, found, hint, true);
}

static PyObject *ratings_of(const Told *told)
{
    PyObject *list = PyList_New(told->count);
    for (int i = 0; list && i < told->count; i++)
        PyList_SET_ITEM(list, i, PyFloat_FromDouble(told->ratings[i]));
    return list;
}

PyObject *ladder_climb(PyObject *module, PyObject *arguments)
{
    (void)module;
    Position position;
    double time_limit;
    int scale;
    if (!PyArg_ParseTuple(arguments, "Oy*y*y*di", &position.shape, &position.values, &position.givens, &position.marks,
                          &time_limit, &scale))
        return NULL;
    Job *job = job_open(&position, time_limit, scale);
    if (!job)
        return NULL;
    Told told = {.sink = &job->sink};
    job->thread = PyEval_SaveThread();
    Rated rated = rate(&job->ladder, job->grid, tell_step, &told);
    PyEval_RestoreThread(job->thread);
    if (failed(&job->watch, &job->sink))
        return job_close(job, NULL);
    return job_close(job, Py_BuildValue("dddiNN", rated.er, rated.ep, rated.ed, (int)rated.outcome, ratings_of(&told),
                                        records(&job->sink)));
}

/* Any chain may turn out to contain patterns, so where chains with patterns are wanted, all hints are kept at first. */
static void want_techniques(Job *job, const Py_buffer *techniques)
{
    const uint8_t *numbers = techniques->buf;
    for (Py_ssize_t i = 0; i < techniques->len; i++)
        if (numbers[i] < TECHNIQUE_COUNT)
            want(&job->sink, (Technique)numbers[i]);
    if (!wants(&job->sink, T_DYNAMIC_FORCING_CHAIN_PLUS) && !wants(&job->sink, T_NESTED_FORCING_CHAIN))
        job->ladder.found.wanted = &job->sink;
}

/* Records the wanted hints, or just the easiest, whatever it is, so that the caller knows that there is one.
A search that ran out of time may have found chains without recording them. */
static void tell_hints(Job *job, int rule, int all)
{
    const Collector *found = &job->ladder.found;
    bool untold = job->watch.stopped && tells_chains(rule);
    for (int i = 0; i < found->count; i++)
        if ((!all || wants(&job->sink, hint_technique(found, &found->items[i]))) &&
            (!untold || found->items[i].chain_length))
            hint_record(&job->sink, &job->grid, found, &found->items[i], false);
}

static PyObject *run_rule(Job *job, int rule, int all)
{
    job->ladder.found.explain = 1;
    job->ladder.found.hasty = !all;
    job->thread = PyEval_SaveThread();
    if (all)
        ladder_run_all(&job->ladder, &job->grid, rule);
    else
        ladder_run(&job->ladder, &job->grid, rule);
    tell_hints(job, rule, all);
    PyEval_RestoreThread(job->thread);
    return failed(&job->watch, &job->sink) ? NULL : records(&job->sink);
}

PyObject *ladder_rule(PyObject *module, PyObject *arguments)
{
    (void)module;
    Position position;
    Py_buffer techniques;
    double time_limit;
    int rule, all;
    if (!PyArg_ParseTuple(arguments, "Oy*y*y*iy*pd", &position.shape, &position.values, &position.givens,
                          &position.marks, &rule, &techniques, &all, &time_limit))
        return NULL;
    Job *job = job_open(&position, time_limit, SE_121);
    PyObject *result = NULL;
    if (job && (rule < 0 || rule >= RULE_COUNT))
        PyErr_Format(PyExc_ValueError, "there is no rule %d", rule);
    else if (job) {
        want_techniques(job, &techniques);
        result = run_rule(job, rule, all);
    }
    PyBuffer_Release(&techniques);
    return job ? job_close(job, result) : NULL;
}
