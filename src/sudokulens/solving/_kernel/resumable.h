/* The Python type around the general search; needs Python.h before it. */
#ifndef SUDOKULENS_RESUMABLE_H
#define SUDOKULENS_RESUMABLE_H

int resumable_add_type(PyObject *module);

#endif
