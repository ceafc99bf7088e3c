/* read_text, read_lines and write_lines: what solve_many does around the solver, without a Python object a cell. */
#include "text.h"

#include <stdbool.h>
#include <stdint.h>

#include "lockstep.h"

/* As str.isspace has it for ASCII. */
static int is_space(uint8_t character) {
    return character == ' ' || (character >= 9 && character <= 13) || (character >= 28 && character <= 31);
}

/* 81 characters to digits, 0 for a blank; 0 where one is neither. Branch-free, so that compilers vectorise it. */
static int read_cells(const uint8_t *restrict text, uint8_t *restrict cells) {
    uint8_t strange = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        uint8_t character = text[cell], digit = (uint8_t)(character - '0');
        uint8_t is_digit = (uint8_t)-(digit <= 9);
        uint8_t is_blank = (uint8_t)-((character == '.') | (character == '*') | (character == '_') |
                                      ((character | 32) == 'x'));
        cells[cell] = digit & is_digit;
        strange |= (uint8_t)~(is_digit | is_blank);
    }
    return !strange;
}

/* Writes the cells of a line; 1 for a puzzle, 0 for a line to leave out, -1 for one that needs a closer look. */
static int read_line(const uint8_t *text, Py_ssize_t length, uint8_t *cells) {
    while (length && is_space(text[length - 1])) length--;
    while (length && is_space(*text)) text++, length--;
    if (!length || *text == '#') return 0;
    if (length != CELLS) return -1;
    return read_cells(text, cells) ? 1 : -1;
}

PyObject *text_read_lines(PyObject *module, PyObject *lines) {
    (void)module;
    if (!PyList_Check(lines)) {
        PyErr_SetString(PyExc_TypeError, "lines must be a list");
        return NULL;
    }
    PyObject *digits = PyBytes_FromStringAndSize(NULL, PyList_GET_SIZE(lines) * CELLS);
    if (!digits) return NULL;
    uint8_t *start = (uint8_t *)PyBytes_AS_STRING(digits), *cells = start;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(lines); i++) {
        PyObject *line = PyList_GET_ITEM(lines, i);
        int found = -1;
        if (PyUnicode_Check(line) && PyUnicode_IS_ASCII(line))
            found = read_line(PyUnicode_1BYTE_DATA(line), PyUnicode_GET_LENGTH(line), cells);
        if (found < 0) {
            Py_DECREF(digits);
            Py_RETURN_NONE;
        }
        cells += found ? CELLS : 0;
    }
    _PyBytes_Resize(&digits, cells - start);
    return digits;
}

/* As str.splitlines has it for ASCII. */
static bool ends_line(uint8_t character) {
    return (character >= 10 && character <= 13) || (character >= 28 && character <= 30);
}

/* The length of the line that starts here, without its line break. */
static Py_ssize_t line_length(const uint8_t *text, const uint8_t *end) {
    const uint8_t *at = text;
    while (at < end && !ends_line(*at)) at++;
    return at - text;
}

static const uint8_t *next_line(const uint8_t *at, const uint8_t *end) {
    if (at < end && *at == '\r' && at + 1 < end && at[1] == '\n') return at + 2;
    return at < end ? at + 1 : at;
}

/* Reads at most `most` puzzles; returns how many there were, or -1 where a line needs a closer look. */
static Py_ssize_t read_puzzles(const uint8_t **text, const uint8_t *end, Py_ssize_t most, uint8_t *cells) {
    Py_ssize_t count = 0;
    while (count < most && *text < end) {
        Py_ssize_t length = CELLS; /* the length of most lines, which then need not be read twice */
        int found = end - *text > CELLS && ends_line((*text)[CELLS]) && read_cells(*text, cells);
        if (!found) {
            length = line_length(*text, end);
            found = read_line(*text, length, cells);
        }
        if (found < 0) return -1;
        *text = next_line(*text + length, end);
        count += found;
        cells += found ? CELLS : 0;
    }
    return count;
}

PyObject *text_read_text(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *text;
    Py_ssize_t start, most;
    if (!PyArg_ParseTuple(arguments, "Unn:read_text", &text, &start, &most)) return NULL;
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (start < 0 || start > length || most < 1) {
        PyErr_SetString(PyExc_ValueError, "expected a place in the text and one puzzle or more");
        return NULL;
    }
    if (!PyUnicode_IS_ASCII(text)) Py_RETURN_NONE;
    Py_ssize_t possible = (length - start) / CELLS;
    PyObject *digits = PyBytes_FromStringAndSize(NULL, (most < possible ? most : possible + 1) * CELLS);
    if (!digits) return NULL;
    const uint8_t *all = PyUnicode_1BYTE_DATA(text), *at = all + start;
    Py_ssize_t count = read_puzzles(&at, all + length, most, (uint8_t *)PyBytes_AS_STRING(digits));
    if (count < 0) {
        Py_DECREF(digits);
        Py_RETURN_NONE;
    }
    if (_PyBytes_Resize(&digits, count * CELLS) < 0) return NULL;
    return Py_BuildValue("Nn", digits, (Py_ssize_t)(at - all));
}

static PyObject *write_line(const uint8_t *cells) {
    PyObject *line = PyUnicode_New(CELLS, 127);
    if (!line) return NULL;
    uint8_t *text = PyUnicode_1BYTE_DATA(line);
    for (int cell = 0; cell < CELLS; cell++) text[cell] = (uint8_t)('0' + cells[cell]);
    return line;
}

static PyObject *write_all(const Py_buffer *solutions, const Py_buffer *counts) {
    Py_ssize_t count = counts->len / 4;
    if (counts->len % 4 || (uintptr_t)counts->buf % 4 || solutions->len != count * CELLS) {
        PyErr_SetString(PyExc_ValueError, "expected 81 bytes of a solution and a 32-bit count for every puzzle");
        return NULL;
    }
    PyObject *lines = PyList_New(count);
    for (Py_ssize_t i = 0; lines && i < count; i++) {
        PyObject *line = Py_None;
        if (((const uint32_t *)counts->buf)[i]) line = write_line((const uint8_t *)solutions->buf + i * CELLS);
        else Py_INCREF(line);
        if (!line) Py_CLEAR(lines);
        else PyList_SET_ITEM(lines, i, line);
    }
    return lines;
}

PyObject *text_write_lines(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *solution_object, *count_object;
    if (!PyArg_ParseTuple(arguments, "OO:write_lines", &solution_object, &count_object)) return NULL;
    Py_buffer solutions = {0}, counts = {0};
    PyObject *lines = NULL;
    if (PyObject_GetBuffer(solution_object, &solutions, PyBUF_SIMPLE) == 0 &&
        PyObject_GetBuffer(count_object, &counts, PyBUF_SIMPLE) == 0)
        lines = write_all(&solutions, &counts);
    PyBuffer_Release(&solutions);
    PyBuffer_Release(&counts);
    return lines;
}
