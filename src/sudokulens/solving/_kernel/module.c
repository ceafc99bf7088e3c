/* The Python face of the compiled solvers: checks what it is given, then lets go of the interpreter lock and works. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "batch.h"
#include "resumable.h"

static PyMethodDef methods[] = {
    {"paths", batch_paths, METH_NOARGS,
     "paths() -> tuple[str, ...]\n\nThe instruction sets that the lock-step solver can use here, fastest first."},
    {"solve_batch", (PyCFunction)(void (*)(void))batch_solve, METH_VARARGS | METH_KEYWORDS,
     "solve_batch(puzzles, solutions, counts, limit=2, *, path=None, seconds=None, cancel=None) -> (nodes, sweeps)\n\n"
     "Solves n classic puzzles of 81 bytes each (0 for empty) into n * 81 bytes and n 32-bit counts."},
    {NULL, NULL, 0, NULL},
};

static int add_types(PyObject *module) { return resumable_add_type(module); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)add_types}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "kernel", "Compiled Sudoku solvers.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
