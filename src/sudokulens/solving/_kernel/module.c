/* The Python interface of the compiled solvers: checks its arguments, then releases the GIL and works. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "batch.h"
#include "resumable.h"
#include "text.h"

static PyMethodDef methods[] = {
    {"paths", batch_paths, METH_NOARGS,
     "paths() -> tuple[str, ...]\n\nThe instruction sets that the lock-step solver can use here, fastest first."},
    {"solve_batch", (PyCFunction)(void (*)(void))batch_solve, METH_VARARGS | METH_KEYWORDS,
     "solve_batch(puzzles, solutions, counts, limit=2, *, path=None, seconds=None, nodes=None, cancel=None)\n"
     "-> (nodes, sweeps)\n\n"
     "Solves n classic puzzles of 81 bytes each (0 for empty) into n * 81 bytes and n 32-bit counts. The count of a puzzle\n"
     "that takes more than so many nodes is 2**32 - 1."},
    {"read_text", text_read_text, METH_VARARGS,
     "read_text(text, start, most) -> tuple[bytes, int] | None\n\n"
     "At most so many puzzles of a text, from that place on, as 81 bytes each, and where the rest begins; or None where\n"
     "a line needs a closer look."},
    {"read_lines", text_read_lines, METH_O,
     "read_lines(lines) -> bytes | None\n\n"
     "The puzzles of a list of lines with 81 cells each (empty lines and remarks are left out) as 81 bytes each, or None\n"
     "where a line needs a closer look."},
    {"write_lines", text_write_lines, METH_VARARGS,
     "write_lines(solutions, counts) -> list[str | None]\n\n81 characters for every solution, None where its count is 0."},
    {NULL, NULL, 0, NULL},
};

static int add_types(PyObject *module) { return resumable_add_type(module); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)add_types}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "kernel", "Compiled Sudoku solvers.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
