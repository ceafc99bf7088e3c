/* The Python module: `find` for one board, `path` for a whole logical solve. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "explainer_module.h"
#include "path.h"
#include "position.h"

Finder *finder_of(Technique technique) {
    if (technique < T_FULL_HOUSE) return find_fish;
    switch (technique) {
    case T_FULL_HOUSE: case T_HIDDEN_SINGLE: case T_NAKED_SINGLE: return find_singles;
    case T_LOCKED_CANDIDATES_1: case T_LOCKED_CANDIDATES_2: return find_intersections;
    case T_LOCKED_PAIR: case T_LOCKED_TRIPLE: case T_NAKED_PAIR: case T_NAKED_TRIPLE: case T_NAKED_QUAD:
    case T_HIDDEN_PAIR: case T_HIDDEN_TRIPLE: case T_HIDDEN_QUAD: return find_subsets;
    case T_KRAKEN_FISH_1: case T_KRAKEN_FISH_2: return find_kraken;
    case T_SKYSCRAPER: return find_skyscrapers;
    case T_TWO_STRING_KITE: return find_kites;
    case T_EMPTY_RECTANGLE: return find_empty_rectangles;
    case T_SIMPLE_COLOURS_TRAP: case T_SIMPLE_COLOURS_WRAP: case T_MULTI_COLOURS_1: case T_MULTI_COLOURS_2:
        return find_colours;
    case T_MEDUSA_3D: return find_medusa;
    case T_XY_WING: case T_XYZ_WING: case T_W_WING: return find_wings;
    case T_WXYZ_WING: case T_VWXYZ_WING: case T_UVWXYZ_WING: return find_bent_sets;
    case T_ALMOST_LOCKED_CANDIDATES: return find_almost_locked_candidates;
    case T_BROKEN_WING: return find_broken_wings;
    case T_BIVALUE_ODDAGON: return find_oddagons;
    case T_BUG_PLUS_N: return find_larger_graves;
    case T_EXTENDED_RECTANGLE: return find_extended_rectangles;
    case T_ALS_W_WING: return find_als_w_wings;
    case T_JUNIOR_EXOCET: return find_exocets;
    case T_SK_LOOP: case T_MULTI_SECTOR_LOCKED_SETS: return find_sectors;
    case T_TRIDAGON: return find_tridagons;
    case T_BUG_PLUS_1: return find_grave;
    case T_REMOTE_PAIR: return find_remote_pairs;
    case T_TURBOT_FISH: case T_X_CHAIN: return find_digit_chains;
    case T_XY_CHAIN: return find_bivalue_chains;
    case T_CONTINUOUS_NICE_LOOP: case T_DISCONTINUOUS_NICE_LOOP: case T_AIC: return find_loops;
    case T_GROUPED_CONTINUOUS_NICE_LOOP: case T_GROUPED_DISCONTINUOUS_NICE_LOOP: case T_GROUPED_AIC:
        return find_grouped_loops;
    case T_ALS_XZ: case T_ALS_XY_WING: case T_ALS_CHAIN: return find_almost_locked_sets;
    case T_DEATH_BLOSSOM: return find_death_blossoms;
    case T_SUE_DE_COQ: return find_sue_de_coq;
    case T_FIREWORK: return find_fireworks;
    case T_TEMPLATE_SET: case T_TEMPLATE_DELETE: return find_templates;
    default: return find_rectangles;
    }
}

#define EVERY_DIGIT 0xffff

/* Runs each finder that any of the techniques belongs to once, in the order given. */
static void run(const State *state, const Options *options, Sink *sink, const uint8_t *techniques, Py_ssize_t wanted) {
    for (Py_ssize_t i = 0; i < wanted; i++) want(sink, (Technique)techniques[i]);
    for (Py_ssize_t i = 0; i < wanted && !sink->done; i++) {
        Finder *finder = finder_of((Technique)techniques[i]);
        bool ran = false;
        for (Py_ssize_t j = 0; j < i; j++) ran |= finder_of((Technique)techniques[j]) == finder;
        if (!ran) finder(state, options, sink);
    }
}

static bool check_techniques(const Py_buffer *techniques) {
    for (Py_ssize_t i = 0; i < techniques->len; i++)
        if (((const uint8_t *)techniques->buf)[i] >= FIRST_OF_LADDER) {
            PyErr_SetString(PyExc_ValueError, "no finder looks for such a technique");
            return false;
        }
    return true;
}

static Options options_of(const State *state, int flags, int digits, int fins, int endofins, int effort) {
    Digits wanted = (Digits)(digits & state->shape->all_digits);
    return (Options){flags & 1, flags & 2, flags & 4, flags & 8, fins, endofins, wanted, effort};
}

static PyObject *finder_find(PyObject *module, PyObject *args) {
    (void)module;
    Position position;
    Py_buffer techniques;
    int first_only, flags, digits, fins, endofins;
    Py_ssize_t limit;
    if (!PyArg_ParseTuple(args, "Oy*y*y*y*piiiin", &position.shape, &position.values, &position.givens, &position.marks, &techniques, &first_only, &flags, &digits,
                          &fins, &endofins, &limit))
        return NULL;
    PyObject *result = NULL;
    State state;
    Sink sink = {.first_only = first_only, .limit = (size_t)(limit > 0 ? limit : 0)};
    if (position_load(&state, &position) && check_techniques(&techniques)) {
        Options options = options_of(&state, flags, digits, fins, endofins, 0);
        Py_BEGIN_ALLOW_THREADS;
        run(&state, &options, &sink, techniques.buf, techniques.len);
        Py_END_ALLOW_THREADS;
        result = sink.failed ? PyErr_NoMemory() : records(&sink);
    }
    free(sink.data);
    position_release(&position);
    PyBuffer_Release(&techniques);
    return result;
}

/* Whether the record places a wrong digit or removes the right one. */
static bool contradicts(const int16_t *record, const uint8_t *solution) {
    for (size_t i = 2; i < record_length(record); i += 2) {
        if (record[i] != R_PLACE && record[i] != R_REMOVE) continue;
        bool right = solution[cell_of_number(record[i + 1])] == digit_of_number(record[i + 1]);
        if ((record[i] == R_PLACE && !right) || (record[i] == R_REMOVE && right)) return true;
    }
    return false;
}

/* Keeps only the records that contradict the solution; returns how many there were. */
static Py_ssize_t keep_contradictions(Sink *sink, const uint8_t *solution) {
    size_t kept = 0;
    Py_ssize_t total = 0;
    for (size_t at = 0, length; at < sink->used; at += length, total++) {
        length = record_length(sink->data + at);
        if (!contradicts(sink->data + at, solution)) continue;
        memmove(sink->data + kept, sink->data + at, length * sizeof *sink->data);
        kept += length;
    }
    sink->used = kept;
    return total;
}

static PyObject *finder_contradictions(PyObject *module, PyObject *args) {
    (void)module;
    Position position;
    Py_buffer techniques, solution;
    int flags, fins, endofins;
    if (!PyArg_ParseTuple(args, "Oy*y*y*y*y*iii", &position.shape, &position.values, &position.givens, &position.marks, &techniques, &solution, &flags, &fins,
                          &endofins))
        return NULL;
    PyObject *result = NULL;
    State state;
    Sink sink = {0};
    if (position_load(&state, &position) && check_techniques(&techniques) && solution.len == state.shape->cell_count) {
        Options options = options_of(&state, flags, EVERY_DIGIT, fins, endofins, 0);
        Py_ssize_t total;
        Py_BEGIN_ALLOW_THREADS;
        run(&state, &options, &sink, techniques.buf, techniques.len);
        total = keep_contradictions(&sink, solution.buf);
        Py_END_ALLOW_THREADS;
        result = sink.failed ? PyErr_NoMemory() : Py_BuildValue("nN", total, records(&sink));
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_ValueError, "a solution has a digit for every cell");
    }
    free(sink.data);
    position_release(&position);
    PyBuffer_Release(&techniques);
    PyBuffer_Release(&solution);
    return result;
}

static PyObject *finder_path(PyObject *module, PyObject *args) {
    (void)module;
    Position position;
    Py_buffer order;
    int flags, digits, fins, endofins;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "Oy*y*y*y*iiiin", &position.shape, &position.values, &position.givens, &position.marks, &order, &flags, &digits, &fins, &endofins, &most))
        return NULL;
    PyObject *result = NULL;
    State state;
    Sink sink = {0};
    if (position_load(&state, &position) && check_techniques(&order)) {
        Options options = options_of(&state, flags, digits, fins, endofins, 1);
        Py_BEGIN_ALLOW_THREADS;
        solve_by_logic(&state, &options, &sink, order.buf, (size_t)order.len, most > 0 ? (size_t)most : SIZE_MAX);
        Py_END_ALLOW_THREADS;
        result = sink.failed ? PyErr_NoMemory() : records(&sink);
    }
    free(sink.data);
    position_release(&position);
    PyBuffer_Release(&order);
    return result;
}

static PyMethodDef methods[] = {
    {"shape", finder_shape, METH_VARARGS, "The tables of a geometry; None where it is too large for them."},
    {"contradictions", finder_contradictions, METH_VARARGS, "How many steps apply, and those that are wrong."},
    {"path", finder_path, METH_VARARGS, "The records of the steps of a logical solve, as far as it gets."},
    {"find", finder_find, METH_VARARGS, "The records of the steps that apply to a board."},
#if CELL_WORDS == 2
    {"climb", ladder_climb, METH_VARARGS, "Ratings and steps of a solve by Sudoku Explainer's ladder of rules."},
    {"rule", ladder_rule, METH_VARARGS, "The records of the steps that one rule of the ladder finds."},
#endif
    {NULL, NULL, 0, NULL},
};

static int add_names(PyObject *module, const char *name, const char *const *names, int length) {
    PyObject *tuple = PyTuple_New(length);
    for (int i = 0; tuple && i < length; i++) PyTuple_SET_ITEM(tuple, i, PyUnicode_FromString(names[i]));
    return tuple ? PyModule_AddObject(module, name, tuple) : -1;
}

static int add_tables(PyObject *module) {
#define NAME(name) #name,
#define ROLE_NAME(name, text) text,
    static const char *const techniques[] = {TECHNIQUES(NAME)}, *const roles[] = {ROLES(ROLE_NAME)};
    static const char *const rules[] = {RULES(NAME)};
    if (add_names(module, "TECHNIQUES", techniques, TECHNIQUE_COUNT) < 0) return -1;
    if (add_names(module, "ROLES", roles, ROLE_COUNT) < 0) return -1;
    if (add_names(module, "RULES", rules, RULE_COUNT) < 0) return -1;
    return PyModule_AddIntConstant(module, "FIRST_OF_LADDER", FIRST_OF_LADDER);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, add_tables}, {0, NULL}};

#if CELL_WORDS == 2
#define MODULE_NAME "finder"
#define MODULE_INIT PyInit_finder
#else
#define MODULE_NAME "finder_large"
#define MODULE_INIT PyInit_finder_large
#endif

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, MODULE_NAME, "Technique finders for boards of any geometry.", 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC MODULE_INIT(void) { return PyModuleDef_Init(&definition); }
