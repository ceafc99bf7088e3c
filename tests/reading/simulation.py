"""Readings as a network would give them, made from labelled boards with chosen faults."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from sudokulens.reading.reading import Ink, Reading


def simulate(
    values: str | list[int],
    written: Collection[int] = (),
    confused: Mapping[int, Mapping[int, float]] | None = None,
    print_share: Mapping[int, float] | None = None,
    sure: float = 0.99999,
) -> Reading:
    """A reading of the board; `confused` gives the probabilities of chosen cells, `print_share` their ink."""
    digits = [int(v, 36) if v != "." else 0 for v in values] if isinstance(values, str) else values
    size = int(len(digits) ** 0.5)
    table = np.full((len(digits), size + 1), (1 - sure) / size, dtype=np.float32)
    table[np.arange(len(digits)), digits] = sure
    for cell, probabilities in (confused or {}).items():
        table[cell] = 1e-7
        for value, probability in probabilities.items():
            table[cell, value] = probability
    table /= table.sum(axis=1, keepdims=True)
    ink = np.full((len(digits), len(Ink)), 1e-4, dtype=np.float32)
    for cell, digit in enumerate(digits):
        kind = Ink.NONE if not digit else Ink.HAND if cell in written else Ink.PRINT
        ink[cell, kind] = 1.0
    for cell, probabilities in (confused or {}).items():
        filled = Ink.HAND if cell in written else Ink.PRINT
        ink[cell, Ink.NONE], ink[cell, filled] = probabilities.get(0, 0.0), 1 - probabilities.get(0, 0.0)
    for cell, share in (print_share or {}).items():
        ink[cell, Ink.PRINT], ink[cell, Ink.HAND] = share, 1 - share
    ink /= ink.sum(axis=1, keepdims=True)
    return Reading(table, ink, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "simulated")


def random_reading(values: list[int], seed: int, hard: float = 0.05) -> Reading:
    """A reading with noise on every cell and, in some, a rival that may even win."""
    random = np.random.default_rng(seed)
    logits = random.normal(-2.0, 1.0, (len(values), 10))
    for cell, value in enumerate(values):
        logits[cell, value] += max(2.0, random.normal(10.0, 2.0))
        if random.random() < hard:
            logits[cell, random.integers(10)] = logits[cell, value] - random.normal(1.5, 3.0)
    table = np.exp(logits - logits.max(axis=1, keepdims=True))
    table = (table / table.sum(axis=1, keepdims=True)).astype(np.float32)
    ink = np.zeros((len(values), len(Ink)), dtype=np.float32)
    ink[:, Ink.NONE], ink[:, Ink.PRINT] = table[:, 0], 1 - table[:, 0]
    return Reading(table, ink, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "simulated")
