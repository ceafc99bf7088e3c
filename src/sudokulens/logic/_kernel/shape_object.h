/* Shapes as Python objects; include Python.h first. */
#ifndef SUDOKULENS_SHAPE_OBJECT_H
#define SUDOKULENS_SHAPE_OBJECT_H

#include "board.h"

#define SHAPE "sudokulens.shape" /* the name of its capsules */

/* shape(size, regions, extras, peers, exclusions, is_plain): the tables of a geometry, or None if they do not fit. */
PyObject *finder_shape(PyObject *module, PyObject *args);

#endif
