#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "position.h"

void position_release(Position *position) {
    PyBuffer_Release(&position->values);
    PyBuffer_Release(&position->givens);
    PyBuffer_Release(&position->marks);
}

bool position_load(State *state, const Position *position) {
    const Shape *shape = PyCapsule_GetPointer(position->shape, SHAPE);
    if (!shape) return false;
    Py_ssize_t cells = shape->cell_count;
    if (position->values.len != cells || position->givens.len != cells || position->marks.len != 2 * cells) {
        PyErr_SetString(PyExc_ValueError, "a value, a given and a two-byte mask are needed for every cell");
        return false;
    }
    uint16_t masks[MAX_CELLS];
    memcpy(masks, position->marks.buf, (size_t)position->marks.len);
    const uint8_t *digits = position->values.buf;
    for (Py_ssize_t cell = 0; cell < cells; cell++)
        if (digits[cell] > shape->size) {
            PyErr_Format(PyExc_ValueError, "a value is above %d", shape->size);
            return false;
        }
    state_load(state, shape, digits, position->givens.buf, masks);
    return true;
}

PyObject *records(const Sink *sink) {
    PyObject *list = PyList_New(0);
    for (size_t at = 0; list && at < sink->used; at += record_length(sink->data + at)) {
        size_t bytes = record_length(sink->data + at) * sizeof *sink->data;
        PyObject *record = PyBytes_FromStringAndSize((const char *)(sink->data + at), (Py_ssize_t)bytes);
        if (!record || PyList_Append(list, record) < 0) Py_CLEAR(list);
        Py_XDECREF(record);
    }
    return list;
}
