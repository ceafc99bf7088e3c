/* Puzzles from lines of text, and solutions as lines of text. */
#ifndef SUDOKULENS_TEXT_H
#define SUDOKULENS_TEXT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *text_read_text(PyObject *module, PyObject *arguments);
PyObject *text_read_lines(PyObject *module, PyObject *lines);
PyObject *text_write_lines(PyObject *module, PyObject *arguments);

#endif
