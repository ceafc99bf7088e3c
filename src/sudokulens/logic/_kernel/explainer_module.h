/* The rating procedure as functions of the module; include Python.h first. */
#ifndef SUDOKULENS_EXPLAINER_MODULE_H
#define SUDOKULENS_EXPLAINER_MODULE_H

#include "explainer_rate.h"

/* climb(position…, time_limit, scale) -> (er, ep, ed, outcome, ratings of the steps, their records) */
PyObject *ladder_climb(PyObject *module, PyObject *arguments);
/* rule(position…, rule, techniques, all, time_limit) -> records */
PyObject *ladder_rule(PyObject *module, PyObject *arguments);

#endif
