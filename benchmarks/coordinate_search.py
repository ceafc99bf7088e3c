"""A coordinate search that moves a model's numbers one by one, and says of each what was seen.

A number moves only where the loss becomes less by more than two standard errors over the samples, with no more of them
lost, and does so on held-out samples, too, on which no move is looked for. Time moves none: what saves it may lose
kinds that are not among the samples. Of each number is told whether it moved; was kept, since another value that was
tried is worse by as much, time included, over those samples or over all; or is flat: no value tried makes that
difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

STEP = 1.2
"""Up and down: shares in log-odds, what is at least 1 by the logarithm of how much more it is."""

STANDARD_ERRORS = 2
"""Of the mean difference over samples: what is less may be their choice."""

Numbers = Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Losses:
    """One loss for every sample, what its time costs, and how many samples, or parts of them, are lost for good."""

    each: NDArray[np.float64]
    time: NDArray[np.float64]
    lost: int

    def is_more_than(self, other: Losses) -> bool:
        """By more than the choice of samples explains, time included."""
        return _is_positive(self.each + self.time - other.each - other.time)

    def is_better_than(self, other: Losses) -> bool:
        return _is_positive(other.each - self.each) and self.lost <= other.lost

    def with_those_of(self, other: Losses) -> Losses:
        each, time = np.concatenate([self.each, other.each]), np.concatenate([self.time, other.time])
        return Losses(each, time, self.lost + other.lost)

    def __str__(self) -> str:
        return f"{self.each.sum():.2f} + {self.time.sum():.2f}, {self.lost} lost"


def _is_positive(apart: NDArray[np.float64]) -> bool:
    """Whether the mean is, by more than the choice of samples explains."""
    return bool(apart.any() and apart.mean() > STANDARD_ERRORS * apart.std(ddof=1) / sqrt(len(apart)))


@dataclass(eq=False)
class CoordinateSearch:
    """The numbers as they are so far, with their losses on the samples and on the held-out ones."""

    numbers: dict[str, float]
    losses: Callable[[Numbers], Losses]
    held_out: Callable[[Numbers], Losses]
    seen: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.now, self.now_held_out = self.losses(self.numbers), self.held_out(self.numbers)

    def improve(self, name: str) -> None:
        """Moves the number where all samples have less loss, and notes what was seen."""
        values = [moved(self.numbers[name], way * STEP) for way in (-1, 1)]
        tried = {value: self.losses(self.numbers | {name: value}) for value in values}
        losses = sorted([(self.numbers[name], self.now), *tried.items()], key=lambda each: each[0])
        told = "; ".join(f"{each} at {value}" for value, each in losses)
        self.seen[name] = f"{self._moved(name, tried) or self._kept(name, tried) or 'flat'} (loss {told})"
        print(f"{name} {self.seen[name]}", flush=True)

    def _moved(self, name: str, tried: dict[float, Losses]) -> str:
        best = min(tried, key=lambda value: float(tried[value].each.sum()))
        if not tried[best].is_better_than(self.now):
            return ""
        held_out = self.held_out(self.numbers | {name: best})
        if not held_out.is_better_than(self.now_held_out):
            return ""
        before, self.numbers[name] = self.numbers[name], best
        self.now, self.now_held_out = tried[best], held_out
        return f"moved from {before}"

    def _kept(self, name: str, tried: dict[float, Losses]) -> str:
        worse = [value for value in tried if tried[value].is_more_than(self.now)]
        if not worse:
            worst = max(tried, key=lambda value: float(tried[value].each.sum()))
            all_samples = tried[worst].with_those_of(self.held_out(self.numbers | {name: worst}))
            worse = [worst] if all_samples.is_more_than(self.now.with_those_of(self.now_held_out)) else []
        return f"kept: worse at {' and '.join(map(str, worse))}" if worse else ""


def moved(value: float, step: float) -> float:
    """The number a step further, to three digits."""
    if value < 1:
        return float(f"{1 / (1 + exp(-log(value / (1 - value)) - step)):.3g}")
    return float(f"{1 + (value - 1) * exp(step):.3g}")
