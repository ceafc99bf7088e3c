#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "explainer_rate.h"

static int poll_signals(void *context)
{
    PyThreadState **state = context;
    PyEval_RestoreThread(*state);
    int interrupted = PyErr_CheckSignals() != 0;
    *state = PyEval_SaveThread();
    return interrupted;
}

/* Reads 81 values and 81 candidate masks; sets a Python error and returns false when they do not make a grid. */
static int read_grid(Grid *grid, const Py_buffer *values, const Py_buffer *candidates)
{
    if (values->len != CELLS || candidates->len != CELLS * 2) {
        PyErr_SetString(PyExc_ValueError, "expected 81 values and 81 masks of 16 bits");
        return 0;
    }
    const uint8_t *value = values->buf, *masks = candidates->buf;
    grid_clear(grid);
    for (int cell = 0; cell < CELLS; cell++) {
        unsigned mask = masks[2 * cell] | (unsigned)masks[2 * cell + 1] << 8;
        if (value[cell] > 9 || mask > ALL_DIGITS || (value[cell] && mask)) {
            PyErr_Format(PyExc_ValueError, "cell %d holds value %d and mask %u", cell, value[cell], mask);
            return 0;
        }
        grid->value[cell] = value[cell];
        for (; mask; mask &= mask - 1)
            grid_add(grid, cell, first(mask));
    }
    return 1;
}

static PyObject *candidates_list(const CandidateSet *set)
{
    PyObject *list = PyList_New(0);
    for (int candidate = 0; list && candidate < CANDIDATES; candidate++) {
        if (!set_has(set, candidate))
            continue;
        PyObject *number = PyLong_FromLong(candidate);
        if (!number || PyList_Append(list, number) < 0)
            Py_CLEAR(list);
        Py_XDECREF(number);
    }
    return list;
}

static PyObject *number_tuple(const uint8_t *numbers, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++)
        PyTuple_SET_ITEM(tuple, i, PyLong_FromLong(numbers[i]));
    return tuple;
}

static PyObject *parents_tuple(const int16_t **log)
{
    int count = *(*log)++;
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++)
        PyTuple_SET_ITEM(tuple, i, PyLong_FromLong((*log)[i]));
    *log += count;
    return tuple;
}

static PyObject *chain_list(const int16_t **log)
{
    int count = *(*log)++;
    PyObject *chain = PyList_New(count);
    for (int i = 0; chain && i < count; i++) {
        int statement = *(*log)++, cause = *(*log)++;
        PyObject *node = Py_BuildValue("iiiN", statement / 2, statement & 1, cause, parents_tuple(log));
        if (!node) {
            Py_DECREF(chain);
            return NULL;
        }
        PyList_SET_ITEM(chain, i, node);
    }
    return chain;
}

static PyObject *chains_list(const Collector *found, const Hint *hint)
{
    if (!hint->chain_length)
        return PyList_New(0);
    const int16_t *log = found->log + hint->chain_start;
    int count = *log++;
    PyObject *chains = PyList_New(count);
    for (int i = 0; chains && i < count; i++) {
        PyObject *chain = chain_list(&log);
        if (!chain) {
            Py_DECREF(chains);
            return NULL;
        }
        PyList_SET_ITEM(chains, i, chain);
    }
    return chains;
}

static PyObject *hint_record(const Collector *found, const Hint *hint)
{
    return Py_BuildValue("iiidiiNNNiiN", (int)hint->technique, hint->level, hint->dynamic, hint->rating,
                         hint->complexity, hint->placed, candidates_list(&hint->removed),
                         number_tuple(hint->cells, hint->cell_count), number_tuple(hint->units, hint->unit_count),
                         (int)hint->digits, (int)hint->extra_digits, chains_list(found, hint));
}

static PyObject *hint_list(const Collector *found)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < found->count; i++) {
        PyObject *record = hint_record(found, &found->items[i]);
        if (!record || PyList_Append(list, record) < 0)
            Py_CLEAR(list);
        Py_XDECREF(record);
    }
    return list;
}

/* Raises what ended a search early, if that is an error; a time limit is not. */
static int failed(const Watch *watch)
{
    if (watch->stopped == 3)
        PyErr_NoMemory();
    return watch->stopped >= 2;
}

typedef struct {
    Grid grid;
    Watch watch;
    Ladder ladder;
    PyThreadState *thread;
} Job;

static Job *job_open(const Py_buffer *values, const Py_buffer *candidates, double time_limit, int scale)
{
    Job *job = PyMem_Calloc(1, sizeof *job);
    if (!job)
        return (Job *)PyErr_NoMemory();
    geometry_prepare();
    if (!read_grid(&job->grid, values, candidates)) {
        PyMem_Free(job);
        return NULL;
    }
    job->watch.deadline = time_limit > 0 ? watch_clock() + time_limit : 0;
    job->watch.poll = poll_signals;
    job->watch.context = &job->thread;
    ladder_open(&job->ladder, &job->watch, scale ? SUKAKU : SE_121);
    return job;
}

static void job_close(Job *job)
{
    ladder_close(&job->ladder);
    PyMem_Free(job);
}

static void keep_step(void *context, const Hint *hint) { collect(context, hint); }

static PyObject *rate_job(Job *job, int with_steps)
{
    Collector steps = {.watch = &job->watch, .all = 1};
    job->thread = PyEval_SaveThread();
    Rated rated = rate(&job->ladder, job->grid, with_steps ? keep_step : NULL, &steps);
    PyEval_RestoreThread(job->thread);
    PyObject *result = NULL;
    if (!failed(&job->watch))
        result = Py_BuildValue("dddiiN", rated.er, rated.ep, rated.ed, (int)rated.outcome, rated.steps, hint_list(&steps));
    collector_free(&steps);
    return result;
}

static PyObject *explainer_rate(PyObject *module, PyObject *arguments)
{
    (void)module;
    Py_buffer values, candidates;
    double time_limit;
    int with_steps, scale;
    if (!PyArg_ParseTuple(arguments, "y*y*dpi", &values, &candidates, &time_limit, &with_steps, &scale))
        return NULL;
    Job *job = job_open(&values, &candidates, time_limit, scale);
    PyBuffer_Release(&values);
    PyBuffer_Release(&candidates);
    if (!job)
        return NULL;
    PyObject *result = rate_job(job, with_steps);
    job_close(job);
    return result;
}

static PyObject *find_job(Job *job, int producer, int all, unsigned long long wanted)
{
    job->ladder.found.unwanted = ~wanted;
    job->ladder.found.explain = 1;
    job->ladder.found.hasty = !all;
    job->thread = PyEval_SaveThread();
    if (all)
        ladder_run_all(&job->ladder, &job->grid, producer);
    else
        ladder_run(&job->ladder, &job->grid, producer);
    PyEval_RestoreThread(job->thread);
    if (failed(&job->watch))
        return NULL;
    return Py_BuildValue("Ni", hint_list(&job->ladder.found), !job->watch.stopped);
}

static PyObject *explainer_find(PyObject *module, PyObject *arguments)
{
    (void)module;
    Py_buffer values, candidates;
    double time_limit;
    int producer, all;
    unsigned long long wanted;
    if (!PyArg_ParseTuple(arguments, "y*y*ipdK", &values, &candidates, &producer, &all, &time_limit, &wanted))
        return NULL;
    Job *job = job_open(&values, &candidates, time_limit, SE_121);
    PyBuffer_Release(&values);
    PyBuffer_Release(&candidates);
    if (!job)
        return NULL;
    PyObject *result = NULL;
    if (producer < 0 || producer >= PRODUCERS)
        PyErr_Format(PyExc_ValueError, "there is no rule %d", producer);
    else
        result = find_job(job, producer, all, wanted);
    job_close(job);
    return result;
}

static PyMethodDef methods[] = {
    {"rate", explainer_rate, METH_VARARGS,
     "rate(values, candidates, time_limit, with_steps, scale) -> (er, ep, ed, outcome, step count, step records)"},
    {"find", explainer_find, METH_VARARGS,
     "find(values, candidates, rule, all, time_limit, patterns) -> (hint records, whether the search was finished)"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "explainer", "The rating procedure of Sudoku Explainer 1.2.1.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_explainer(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    if (PyModule_AddIntConstant(module, "RULES", PRODUCERS) < 0 ||
        PyModule_AddIntConstant(module, "PATTERNS", TECHNIQUES) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
