/* solve_batch: buffers in, buffers out, nothing copied. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "batch.h"

#include <math.h>
#include <string.h>

#include "clock.h"
#include "lockstep.h"

static const double SECONDS_BETWEEN_SIGNAL_CHECKS = 0.05;

/* What the solver's poll looks at: a deadline, a byte that another thread may set, and pending signals. */
typedef struct {
    double deadline, next_signal_check;
    const volatile uint8_t *cancel;
    enum { NOT_STOPPED, TIME_UP, CANCELLED, EXCEPTION } stopped;
    PyThreadState *thread;
} Watch;

static int look(void *context) {
    Watch *watch = context;
    double now = monotonic_seconds();
    if (now >= watch->deadline) watch->stopped = TIME_UP;
    if (watch->cancel && *watch->cancel) watch->stopped = CANCELLED;
    if (!watch->stopped && now >= watch->next_signal_check) {
        watch->next_signal_check = now + SECONDS_BETWEEN_SIGNAL_CHECKS;
        PyEval_RestoreThread(watch->thread);
        if (PyErr_CheckSignals() < 0) watch->stopped = EXCEPTION;
        watch->thread = PyEval_SaveThread();
    }
    return watch->stopped != NOT_STOPPED;
}

PyObject *batch_paths(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    const LockstepPath *paths = lockstep_paths();
    Py_ssize_t count = 0;
    while (paths[count].name) count++;
    PyObject *names = PyTuple_New(count);
    for (Py_ssize_t i = 0; names && i < count; i++) {
        PyObject *name = PyUnicode_FromString(paths[i].name);
        if (!name) Py_CLEAR(names);
        else PyTuple_SET_ITEM(names, i, name);
    }
    return names;
}

static const LockstepPath *find_path(const char *name) {
    const LockstepPath *path = lockstep_paths();
    if (!name) return path;
    for (; path->name; path++)
        if (strcmp(path->name, name) == 0) return path;
    PyErr_Format(PyExc_ValueError, "the path %s cannot run here (see paths())", name);
    return NULL;
}

static int check_digits(const uint8_t *puzzles, Py_ssize_t count) {
    uint8_t largest = 0;
    for (Py_ssize_t i = 0; i < count * CELLS; i++) largest = puzzles[i] > largest ? puzzles[i] : largest;
    if (largest <= 9) return 1;
    Py_ssize_t place = 0;
    while (puzzles[place] <= 9) place++;
    PyErr_Format(PyExc_ValueError, "puzzle %zd has %d in cell %d (expected 0 to 9)", place / CELLS, puzzles[place],
                 (int)(place % CELLS));
    return 0;
}

static int check_sizes(const Py_buffer *puzzles, const Py_buffer *solutions, const Py_buffer *counts) {
    if (puzzles->itemsize != 1 || solutions->itemsize != 1) {
        PyErr_SetString(PyExc_ValueError, "puzzles and solutions must be single bytes");
        return 0;
    }
    if (puzzles->len == 0 || puzzles->len % CELLS) {
        PyErr_Format(PyExc_ValueError, "puzzles has %zd bytes (expected 81 for each, and at least one)", puzzles->len);
        return 0;
    }
    if (solutions->len != puzzles->len) {
        PyErr_Format(PyExc_ValueError, "solutions has %zd bytes (expected %zd)", solutions->len, puzzles->len);
        return 0;
    }
    if (counts->len != puzzles->len / CELLS * 4 || (uintptr_t)counts->buf % 4) {
        PyErr_Format(PyExc_ValueError, "counts has %zd bytes (expected %zd: an aligned 32-bit integer for each puzzle)",
                     counts->len, puzzles->len / CELLS * 4);
        return 0;
    }
    return 1;
}

static PyObject *report(const LockstepBatch *batch, LockstepOutcome outcome, const Watch *watch) {
    if (outcome == LOCKSTEP_NO_MEMORY) return PyErr_NoMemory();
    if (outcome == LOCKSTEP_DONE)
        return Py_BuildValue("KK", (unsigned long long)batch->nodes, (unsigned long long)batch->sweeps);
    if (watch->stopped == TIME_UP) PyErr_SetString(PyExc_TimeoutError, "the time is up");
    if (watch->stopped == CANCELLED) PyErr_SetString(PyExc_InterruptedError, "cancelled");
    return NULL;
}

static PyObject *solve(const LockstepPath *path, Py_buffer *puzzles, Py_buffer *solutions, Py_buffer *counts,
                       uint32_t limit, uint64_t most_nodes, double seconds, const uint8_t *cancel) {
    if (!check_sizes(puzzles, solutions, counts) || !check_digits(puzzles->buf, puzzles->len / CELLS)) return NULL;
    double now = monotonic_seconds();
    Watch watch = {now + seconds, now + SECONDS_BETWEEN_SIGNAL_CHECKS, cancel, NOT_STOPPED, NULL};
    LockstepBatch batch = {
        .puzzles = puzzles->buf,
        .count = puzzles->len / CELLS,
        .limit = limit,
        .most_nodes = most_nodes,
        .solutions = solutions->buf,
        .counts = counts->buf,
        .poll = look,
        .poll_context = &watch,
    };
    watch.thread = PyEval_SaveThread();
    LockstepOutcome outcome = path->solve(&batch);
    PyEval_RestoreThread(watch.thread);
    return report(&batch, outcome, &watch);
}

static int read_limit(PyObject *number, uint32_t *limit) {
    long long value = number ? PyLong_AsLongLong(number) : 2;
    if (value == -1 && PyErr_Occurred()) return 0;
    if (value < 1 || value > UINT32_MAX) {
        PyErr_Format(PyExc_ValueError, "limit is %lld (expected 1 to %lld)", value, (long long)UINT32_MAX);
        return 0;
    }
    *limit = (uint32_t)value;
    return 1;
}

static int read_nodes(PyObject *number, uint64_t *nodes) {
    *nodes = UINT64_MAX;
    if (!number || number == Py_None) return 1;
    long long value = PyLong_AsLongLong(number);
    if (value == -1 && PyErr_Occurred()) return 0;
    *nodes = (uint64_t)value;
    if (value >= 0) return 1;
    PyErr_SetString(PyExc_ValueError, "nodes must be 0 or more");
    return 0;
}

static int read_seconds(PyObject *number, double *seconds) {
    *seconds = number && number != Py_None ? PyFloat_AsDouble(number) : INFINITY;
    if (PyErr_Occurred()) return 0;
    if (*seconds >= 0) return 1;
    PyErr_SetString(PyExc_ValueError, "seconds must be 0 or more");
    return 0;
}

static int read_cancel(PyObject *object, Py_buffer *cancel) {
    if (!object || object == Py_None) return 1;
    if (PyObject_GetBuffer(object, cancel, PyBUF_SIMPLE) < 0) return 0;
    if (cancel->len > 0) return 1;
    PyErr_SetString(PyExc_ValueError, "cancel has no byte to look at");
    return 0;
}

PyObject *batch_solve(PyObject *module, PyObject *arguments, PyObject *keywords) {
    (void)module;
    static char *names[] = {"puzzles", "solutions", "counts", "limit", "path", "seconds", "nodes", "cancel", NULL};
    PyObject *in, *out, *tally, *limit_number = NULL, *seconds_number = NULL, *nodes_number = NULL, *cancel_object = NULL;
    const char *path_name = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO|O$zOOO:solve_batch", names, &in, &out, &tally,
                                     &limit_number, &path_name, &seconds_number, &nodes_number, &cancel_object))
        return NULL;
    uint32_t limit;
    uint64_t most_nodes;
    double seconds;
    const LockstepPath *path = find_path(path_name);
    if (!path || !read_limit(limit_number, &limit) || !read_seconds(seconds_number, &seconds) ||
        !read_nodes(nodes_number, &most_nodes))
        return NULL;
    Py_buffer puzzles = {0}, solutions = {0}, counts = {0}, cancel = {0};
    PyObject *result = NULL;
    if (PyObject_GetBuffer(in, &puzzles, PyBUF_SIMPLE) == 0 &&
        PyObject_GetBuffer(out, &solutions, PyBUF_WRITABLE) == 0 &&
        PyObject_GetBuffer(tally, &counts, PyBUF_WRITABLE) == 0 && read_cancel(cancel_object, &cancel))
        result = solve(path, &puzzles, &solutions, &counts, limit, most_nodes, seconds, cancel.buf);
    PyBuffer_Release(&puzzles);
    PyBuffer_Release(&solutions);
    PyBuffer_Release(&counts);
    PyBuffer_Release(&cancel);
    return result;
}
