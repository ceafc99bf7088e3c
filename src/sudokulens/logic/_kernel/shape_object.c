/* Shapes as Python objects: made once for a geometry and handed to every search on it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "shape_object.h"

static void shape_free(Shape *shape) {
    if (shape) free(shape->exclusions);
    free(shape);
}

static void shape_delete(PyObject *capsule) { shape_free(PyCapsule_GetPointer(capsule, SHAPE)); }

/* Pairs of cells that see each other, by units or rules. */
static bool add_peers(Shape *shape, const uint16_t *pairs, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; i += 2) {
        if (pairs[i] >= shape->cell_count || pairs[i + 1] >= shape->cell_count) return false;
        shape->peers[pairs[i]] |= bit(pairs[i + 1]);
    }
    return true;
}

/* Quadruples of cell, digit, other cell and the digits that it then cannot hold, sorted. */
static bool add_exclusions(Shape *shape, const uint16_t *numbers, Py_ssize_t count) {
    shape->exclusions = calloc((size_t)count / 4 + 1, sizeof *shape->exclusions);
    if (!shape->exclusions) return false;
    uint32_t filled = 0;
    for (int cell = 0; cell < shape->cell_count; cell++)
        for (int digit = 1; digit <= shape->size; digit++) {
            shape->first_exclusion[cell * MAX_DIGITS + digit - 1] = filled;
            for (; 4 * (Py_ssize_t)filled < count; filled++) {
                const uint16_t *entry = numbers + 4 * filled;
                if (entry[0] != cell || entry[1] != digit) break;
                if (entry[2] >= shape->cell_count) return false;
                shape->exclusions[filled] = (Exclusion){entry[2], entry[3] & shape->all_digits};
            }
            shape->first_exclusion[cell * MAX_DIGITS + digit] = filled;
        }
    return 4 * (Py_ssize_t)filled == count;
}

static Shape *shape_new(int size, const Py_buffer *regions, const Py_buffer *extras, const Py_buffer *peers,
                        const Py_buffer *exclusions, bool *fits) {
    Shape *shape = calloc(1, sizeof *shape);
    if (!shape) return NULL;
    *fits = size <= MAX_DIGITS && regions->len == (Py_ssize_t)size * size && extras->len % (2 * size) == 0 &&
            peers->len % 4 == 0 && exclusions->len % 8 == 0 &&
            shape_prepare(shape, size, regions->buf, extras->buf, (int)(extras->len / (2 * size))) &&
            add_peers(shape, peers->buf, peers->len / 2) && add_exclusions(shape, exclusions->buf, exclusions->len / 2);
    return shape;
}

PyObject *finder_shape(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer regions, extras, peers, exclusions;
    int size, is_plain;
    if (!PyArg_ParseTuple(args, "iy*y*y*y*p", &size, &regions, &extras, &peers, &exclusions, &is_plain)) return NULL;
    bool fits = false;
    Shape *shape = size > 0 ? shape_new(size, &regions, &extras, &peers, &exclusions, &fits) : NULL;
    PyObject *result = NULL;
    if (shape && fits) {
        shape->is_plain = is_plain;
        result = PyCapsule_New(shape, SHAPE, shape_delete);
    } else if (shape) {
        result = Py_NewRef(Py_None);
    } else {
        PyErr_NoMemory();
    }
    if (!fits || !result) shape_free(shape);
    PyBuffer_Release(&regions);
    PyBuffer_Release(&extras);
    PyBuffer_Release(&peers);
    PyBuffer_Release(&exclusions);
    return result;
}
