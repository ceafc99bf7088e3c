/* Python functions around the lock-step solver; needs Python.h before it. */
#ifndef SUDOKULENS_BATCH_H
#define SUDOKULENS_BATCH_H

PyObject *batch_paths(PyObject *module, PyObject *unused);
PyObject *batch_solve(PyObject *module, PyObject *arguments, PyObject *keywords);

#endif
