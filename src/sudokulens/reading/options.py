"""What every cell may hold, with its price in nats: the ground on which the rules decide.

A price is the negative logarithm of a probability. A cell may be empty, may hold a digit that the solution must agree
with, or may hold a person's slip: a handwritten digit that binds nobody.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.puzzle.facts import MIN_CLUES
from sudokulens.reading.chance import FLOOR
from sudokulens.reading.reading import Ink

AGREEMENT: float = fitted("handwriting")["agreement"]
"""The share of entries that agree with the solution, on pages of which some hold mistakes.

What a clear entry says is therefore never overruled: the rules weigh log(8 · 0.93 / 0.07), some five nats, and no more.
"""

HAND_TEMPERATURE: float = fitted("handwriting")["temperature"]
"""How much surer the networks are of the shape of a handwritten digit than they should be; below 1, how much less."""

CAREFUL_AGREEMENT = 0.985
"""The same share where nearly every digit must be right: in a puzzle copied by hand, whose digits are givens, and in a
grid without an empty cell, which nobody fills with a mistake among right digits."""

MAX_REPAIR_NATS = 22.0
"""A contradictory reading is repaired only up to this price: jigsaws and misplaced grids cost more."""


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """The options of every cell, cheapest first; all arrays are (cells, options).

    `prices` are nats above the cell's own cheapest option, infinite where there is no such option. `binding` is true
    where the digit must be part of the solution. `steps` are the prices of moving on to the next option.
    """

    values: NDArray[np.uint8]
    binding: NDArray[np.bool_]
    prices: NDArray[np.float64]
    steps: NDArray[np.float64]
    all_cells: NDArray[np.intp]

    @property
    def cells(self) -> int:
        return len(self.values)

    def boards(self, chosen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The digits that bind the solution, under one chosen option per cell; (boards, cells) both."""
        return np.asarray(self.values * self.binding, dtype=np.uint8)[self.all_cells, chosen]


def price_options(digits: NDArray[np.float32], ink: NDArray[np.float32]) -> Options:
    """All options of every cell, from digit probabilities (cells, n + 1) and ink probabilities (cells, 4)."""
    hand = hand_share(ink)
    settled = reconciled(digits, ink)
    probabilities = np.clip(tempered(settled, hand), FLOOR, 1.0)
    empty = -np.log(probabilities[:, :1])
    shapes = -np.log(probabilities[:, 1:])
    size = digits.shape[1] - 1
    if has_print(settled, hand):
        # The network expects any digit alike in an entry; whoever solves expects one. An entry that is there is not
        # taken away because it is wrong.
        empty += (np.log(size) * hand * (settled[:, 0] < 0.5))[:, None]
    slipped = hand * (1 - agreement(settled, hand))
    bound = shapes - np.log(1 - slipped)[:, None]
    # A slip may be any of the other digits, so each of them is that much less likely than the right one.
    slip = shapes - np.log(slipped / (size - 1))[:, None]
    prices = np.hstack([empty, bound, slip])
    values = np.concatenate([[0], np.arange(1, size + 1), np.arange(1, size + 1)]).astype(np.uint8)
    binding = np.concatenate([[False], np.ones(size, bool), np.zeros(size, bool)])
    return _sorted(prices, values, binding)


def has_print(digits: NDArray[np.float64], hand: NDArray[np.float64]) -> bool:
    """True where enough digits look printed for a puzzle."""
    size = digits.shape[1] - 1
    return bool((1 - digits[:, 0]) @ (1 - hand) >= MIN_CLUES.get(size, size))


def agreement(digits: NDArray[np.float64], hand: NDArray[np.float64]) -> float:
    """The share of this page's handwritten digits that agree with the solution."""
    return AGREEMENT if has_mistakes(digits, hand) else CAREFUL_AGREEMENT


def has_mistakes(digits: NDArray[np.float64], hand: NDArray[np.float64]) -> bool:
    """True for a printed puzzle that somebody is at work on: that is where people make mistakes."""
    return bool((digits[:, 0] > 0.5).any()) and has_print(digits, hand)


def reconciled(digits: NDArray[np.float32], ink: NDArray[np.float32]) -> NDArray[np.float64]:
    """The digit probabilities with emptiness settled between what the digits and what the ink say of it."""
    by_digits = np.clip(digits[:, 0].astype(np.float64), 1e-7, 1 - 1e-7)
    by_ink = np.clip(ink[:, Ink.NONE].astype(np.float64) + ink[:, Ink.MARK], 1e-7, 1 - 1e-7)
    odds = np.sqrt(by_digits / (1 - by_digits) * by_ink / (1 - by_ink))
    empty = odds / (1 + odds)
    settled = digits.astype(np.float64)
    settled[:, 1:] *= ((1 - empty) / (1 - by_digits))[:, None]
    settled[:, 0] = empty
    return settled


def tempered(digits: NDArray[np.float64], hand: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities with those of the digits drawn together where a hand wrote; emptiness stays as it is."""
    shapes = np.maximum(digits[:, 1:], 1e-12)
    flatter = shapes ** (1 / (1 + hand * (HAND_TEMPERATURE - 1)))[:, None]
    flatter *= shapes.sum(axis=1, keepdims=True) / flatter.sum(axis=1, keepdims=True)
    return np.hstack([digits[:, :1], flatter])


def hand_share(ink: NDArray[np.float32]) -> NDArray[np.float64]:
    """The probability that a filled cell was filled by hand, within (0, 1)."""
    printed, hand = ink[:, Ink.PRINT].astype(np.float64) + FLOOR, ink[:, Ink.HAND].astype(np.float64) + FLOOR
    return np.asarray(hand / (printed + hand))


def _sorted(prices: NDArray[np.float64], values: NDArray[np.uint8], binding: NDArray[np.bool_]) -> Options:
    order = np.argsort(prices, axis=1, kind="stable")
    ordered = np.take_along_axis(prices, order, axis=1)
    ordered -= ordered[:, :1]
    ordered[ordered > MAX_REPAIR_NATS] = np.inf
    kept = max(2, int(np.isfinite(ordered).sum(axis=1).max()))
    order, ordered = order[:, :kept], ordered[:, :kept]
    closed = np.hstack([ordered, np.full((len(ordered), 1), np.inf)])
    last = order[:, -1:]
    order = np.hstack([order, last])
    steps = np.full_like(closed, np.inf)
    steps[:, :-1] = np.where(np.isfinite(closed[:, 1:]), closed[:, 1:], np.inf) - np.where(
        np.isfinite(closed[:, :-1]), closed[:, :-1], 0.0
    )
    return Options(values[order], binding[order], closed, steps, np.arange(len(closed)))
