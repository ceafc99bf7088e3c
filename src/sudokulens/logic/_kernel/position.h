/* What the module's functions share: positions as Python gives them, records as it gets them; include Python.h first. */
#ifndef SUDOKULENS_POSITION_H
#define SUDOKULENS_POSITION_H

#include "record.h"
#include "shape_object.h"

/* The shape of a board and three buffers: values, givens and candidate masks. */
typedef struct {
    PyObject *shape;
    Py_buffer values, givens, marks;
} Position;

/* False with an exception set where the buffers do not fit the shape. */
bool position_load(State *state, const Position *position);
void position_release(Position *position);
/* The sink's records as a list of bytes. */
PyObject *records(const Sink *sink);

#endif
