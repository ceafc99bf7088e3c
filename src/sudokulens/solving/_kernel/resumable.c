/* Search: the general solver as a Python object that is advanced in slices. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "resumable.h"

#include <stddef.h>

#include "bitset.h"
#include "rules.h"

enum { MAX_UNITS = 4096, MAX_RULES = 60000, MAX_CELLS = 60000 };

typedef struct {
    PyObject_HEAD
    BitsetSearch *search;
    Py_ssize_t cells;
    char done, running;
} Resumable;

static int check_units(const Py_buffer *units, int size, Py_ssize_t cells) {
    Py_ssize_t members = units->len / 2;
    if (units->itemsize != 2 || members == 0 || members % size || members / size > MAX_UNITS) {
        PyErr_Format(PyExc_ValueError, "units must be 16-bit cell numbers, %d for each of 1 to %d units", size, MAX_UNITS);
        return 0;
    }
    for (Py_ssize_t i = 0; i < members; i++) {
        int cell = ((const uint16_t *)units->buf)[i];
        if (cell < cells) continue;
        PyErr_Format(PyExc_ValueError, "unit %zd has cell %d (expected 0 to %zd)", i / size, cell, cells - 1);
        return 0;
    }
    return 1;
}

static int check_candidates(const Py_buffer *candidates, int size) {
    Py_ssize_t cells = candidates->len / 8;
    if (candidates->itemsize != 8 || cells < 1 || cells > MAX_CELLS) {
        PyErr_Format(PyExc_ValueError, "candidates must be masks of 64 bits, one for each of 1 to %d cells", MAX_CELLS);
        return 0;
    }
    for (Py_ssize_t cell = 0; cell < cells; cell++) {
        if (((const uint64_t *)candidates->buf)[cell] >> size == 0) continue;
        PyErr_Format(PyExc_ValueError, "cell %zd is open to digits it cannot have (expected 1 to %d)", cell, size);
        return 0;
    }
    return 1;
}

static int check_rules(const Py_buffer *rules, BitsetBoard *board) {
    if (!rules->buf || rules->len == 0) return 1;
    if (rules->itemsize != 8) {
        PyErr_SetString(PyExc_ValueError, "rules must be 64-bit numbers");
        return 0;
    }
    const char *reason = NULL;
    board->rule_numbers = rules->buf;
    board->rule_number_count = (size_t)rules->len / 8;
    board->rule_count =
        count_rules(board->rule_numbers, board->rule_number_count, board->size, board->cell_count, &reason);
    if (board->rule_count < 0) PyErr_SetString(PyExc_ValueError, reason);
    else if (board->rule_count > MAX_RULES) PyErr_Format(PyExc_ValueError, "more than %d rules", MAX_RULES);
    else return 1;
    return 0;
}

static int set_up(Resumable *self, int size, const Py_buffer *units, const Py_buffer *candidates,
                  const Py_buffer *rules) {
    if ((uintptr_t)units->buf % 2 || (uintptr_t)candidates->buf % 8 || (rules->len && (uintptr_t)rules->buf % 8)) {
        PyErr_SetString(PyExc_ValueError, "units, candidates and rules must be aligned");
        return 0;
    }
    Py_ssize_t cells = candidates->len / 8;
    if (!check_candidates(candidates, size) || !check_units(units, size, cells)) return 0;
    BitsetBoard board = {
        .size = size,
        .cell_count = (int)cells,
        .unit_count = (int)(units->len / 2 / size),
        .units = units->buf,
        .open = candidates->buf,
    };
    if (!check_rules(rules, &board)) return 0;
    self->cells = cells;
    self->search = bitset_new(&board);
    if (!self->search) PyErr_NoMemory();
    return self->search != NULL;
}

static PyObject *resumable_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"size", "units", "candidates", "rules", NULL};
    int size;
    PyObject *unit_object, *candidate_object, *rule_object = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "iOO|O:Search", names, &size, &unit_object, &candidate_object,
                                     &rule_object))
        return NULL;
    if (size < 2 || size > BITSET_MAX_SIZE)
        return PyErr_Format(PyExc_ValueError, "size is %d (expected 2 to %d)", size, BITSET_MAX_SIZE);
    Resumable *self = (Resumable *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Py_buffer units = {0}, candidates = {0}, rules = {0};
    int ready = PyObject_GetBuffer(unit_object, &units, PyBUF_SIMPLE) == 0 &&
                PyObject_GetBuffer(candidate_object, &candidates, PyBUF_SIMPLE) == 0 &&
                (!rule_object || PyObject_GetBuffer(rule_object, &rules, PyBUF_SIMPLE) == 0) &&
                set_up(self, size, &units, &candidates, &rules);
    PyBuffer_Release(&units);
    PyBuffer_Release(&candidates);
    PyBuffer_Release(&rules);
    if (!ready) Py_CLEAR(self);
    return (PyObject *)self;
}

static void resumable_free(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    bitset_free(((Resumable *)object)->search);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyObject *resumable_advance(PyObject *object, PyObject *number) {
    Resumable *self = (Resumable *)object;
    unsigned long long nodes = PyLong_AsUnsignedLongLong(number);
    if (PyErr_Occurred()) return NULL;
    if (self->running) {
        PyErr_SetString(PyExc_RuntimeError, "this search is being advanced by another thread");
        return NULL;
    }
    BitsetOutcome outcome;
    self->running = 1;
    Py_BEGIN_ALLOW_THREADS
    outcome = bitset_advance(self->search, nodes);
    Py_END_ALLOW_THREADS
    self->running = 0;
    self->done = outcome == BITSET_DONE;
    if (outcome != BITSET_FOUND) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char *)bitset_digits(self->search), self->cells);
}

static PyObject *resumable_nodes(PyObject *object, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(bitset_nodes(((Resumable *)object)->search));
}

static PyObject *resumable_done(PyObject *object, void *unused) {
    (void)unused;
    return PyBool_FromLong(((Resumable *)object)->done);
}

static PyMethodDef methods[] = {
    {"advance", resumable_advance, METH_O,
     "advance(nodes) -> bytes | None\n\nThe next solution, or None when the nodes are spent or there is none left."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"nodes", resumable_nodes, NULL, "Branches taken so far.", NULL},
    {"done", resumable_done, NULL, "True once every solution has been found.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Search(size, units, candidates, rules=b''): every solution of a board, in slices of nodes."},
    {Py_tp_new, resumable_new},
    {Py_tp_dealloc, resumable_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

static PyType_Spec specification = {
    "sudokulens.solving._kernel.kernel.Search", sizeof(Resumable), 0, Py_TPFLAGS_DEFAULT, slots,
};

int resumable_add_type(PyObject *module) {
    PyObject *type = PyType_FromSpec(&specification);
    if (!type) return -1;
    int outcome = PyModule_AddObjectRef(module, "Search", type);
    Py_DECREF(type);
    return outcome;
}
