"""Fits by which numbers a lattice is moved and given up: `python -m benchmarks.reading.fit_locator`.

Samples are drawn pictures whose crossings are known (`lattices.py`): pages of all styles, bent, tilted, blurred, faint,
dark and noisy; several grids on a page; screenshots cut to the board, in all sizes; boards under a message; frames of
shaky webcams; and look-alikes without a grid. Every rough lattice that the search tries on them is fitted to the end,
and is right where all its crossings come to lie on a grid's. A coordinate search moves each number in turn:

- how far away lines are looked for: by the square of a lattice's largest error after it was moved to them;
- the score from which a lattice is hopeless: by the grids that are lost by it, and the rounds of fitting that wrong
  lattices take.

A number moves only where that takes more than two standard errors from the loss over the pictures, and as much over
those of a second seed, on which no move is looked for. Beside each number stands how far it may move before the loss
becomes larger by so much.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy and OpenCV start their pools.

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.crops import MAX_CROSSING_ERROR_CELLS
from benchmarks.reading.lattices import Trial, apply, error_cells, pictures, trials
from sudokulens.fitted import fitted
from sudokulens.vision import grid_fit
from sudokulens.vision.lattice_fit import moved_to_lines
from sudokulens.vision.lattice_score import score_lattice

TARGET = Path("src/sudokulens/fitted/locator.json")
PERMISSIVE = {"hopeless_at_first": 0.0, "hopeless": 0.0, "min_promising_share": 0.25}
STEPS = (0.1, 0.2, 0.4, 0.8)
"""Up and down, in logarithms; of the odds, for shares."""

STANDARD_ERRORS = 2
"""Of the mean difference over pictures: what is less may be the choice of pictures."""

MAX_ERROR_BEFORE_CELLS = 0.5
"""What lies further off is not on its way to the grid."""

LOST, ROUND = 1.0, 0.001
"""What a grid that is lost, and a round of fitting, cost."""

Sample = list[Trial]
"""What was tried on one picture."""

Losses = NDArray[np.float64]
"""One for every picture."""

Loss = Callable[[list[Sample]], Losses]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--second-seed", type=int, default=22)
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    tuned, second = (gathered(seed) for seed in (arguments.seed, arguments.second_seed))
    found = Search(tuned, second, dict(fitted("locator")["numbers"]))
    for name, loss in LOSSES.items():
        found.improve(name, by_picture(loss))
    facts = {
        "written_by": "python -m benchmarks.reading.fit_locator",
        "fitted_on": f"{counted(tuned)} of seed {arguments.seed}",
        "agreed_on": f"{counted(second)} of seed {arguments.second_seed}",
    }
    answer = facts | {"numbers": found.numbers, "as_good_from_to": found.ranges}
    arguments.out.write_text(json.dumps(answer, indent=2) + "\n", encoding="utf-8")


def gathered(seed: int) -> list[Sample]:
    return [trials(picture, PERMISSIVE) for picture in pictures(seed)]


def counted(samples: list[Sample]) -> str:
    tried = [trial for sample in samples for trial in sample]
    return (
        f"{len(tried)} lattices, {sum(trial.right for trial in tried)} of them right, on {len(samples)} drawn pictures"
    )


@dataclass(eq=False)
class Search:
    """The numbers as they are so far, on the samples that moves are looked for on and those that must agree."""

    tuned: list[Sample]
    second: list[Sample]
    numbers: dict[str, float]

    def __post_init__(self) -> None:
        self.ranges: dict[str, list[float]] = {}

    def improve(self, name: str, loss: Loss) -> None:
        """Moves the number where both samples have less loss, and notes how far it may move without any more."""
        while True:
            before = self._losses(name, loss, self.tuned)
            values = {way * step: moved(self.numbers[name], way * step) for way in (-1, 1) for step in STEPS}
            after = {step: self._losses(name, loss, self.tuned, value) for step, value in values.items()}
            told = ", ".join(f"{values[step]} {after[step].sum():.3f}" for step in sorted(after))
            print(f"{name} {self.numbers[name]} {before.sum():.3f}; {told}", flush=True)
            best = min(after, key=lambda step: float(after[step].sum()))
            if not _is_more(before, after[best]) or not self._agreed(name, loss, values[best]):
                break
            self.numbers[name] = values[best]
        far = [[values[way * s] for s in STEPS if not _is_more(after[way * s], before)] for way in (-1, 1)]
        self.ranges[name] = [each[-1] if each else self.numbers[name] for each in far]

    def _agreed(self, name: str, loss: Loss, value: float) -> bool:
        before, after = self._losses(name, loss, self.second), self._losses(name, loss, self.second, value)
        print(f"    {value} on the second seed: {before.sum():.3f} to {after.sum():.3f}", flush=True)
        return _is_more(before, after)

    def _losses(self, name: str, loss: Loss, samples: list[Sample], value: float | None = None) -> Losses:
        apply(self.numbers | ({} if value is None else {name: value}))
        found = loss(samples)
        apply(self.numbers)
        return found


def _is_more(losses: Losses, others: Losses) -> bool:
    """Whether losses are larger than others by more than the choice of pictures explains."""
    apart = losses - others
    return bool(apart.mean() > STANDARD_ERRORS * apart.std(ddof=1) / sqrt(len(apart)) and apart.any())


def moved(value: float, step: float) -> float:
    """The number a step further: in log-odds where it is a share, else in its logarithm; to three digits."""
    if 0 < value < 1:
        return float(f"{1 / (1 + exp(-log(value / (1 - value)) - step)):.3g}")
    return float(f"{value * exp(step / 2):.3g}")


def by_picture(loss: Callable[[Sample], float]) -> Loss:
    return lambda samples: np.array([loss(sample) for sample in samples], dtype=np.float64)


def error_after_moves(sample: Sample) -> float:
    """The mean square of the largest error after a move, of those that the reader forgives, 1 for all others."""
    errors = np.array([error for trial in sample for error in _errors(trial)])
    return float((np.minimum(errors / MAX_CROSSING_ERROR_CELLS, 1) ** 2).mean()) if len(errors) else 0.0


def _errors(trial: Trial) -> Iterator[float]:
    true, wider = trial.true, grid_fit.WINDOW / fitted("locator")["numbers"]["window"]
    for lattice, evidence, window, degree, *local in trial.moves:
        if true is not None and error_cells(lattice, true) < MAX_ERROR_BEFORE_CELLS:
            yield error_cells(moved_to_lines(lattice, evidence, wider * window, degree, *local), true)


def _best_of_grids(sample: Sample, values: list[float]) -> list[float]:
    """The best value of a right lattice, for every grid that has one."""
    best: dict[int, float] = {}
    for trial, value in zip(sample, values, strict=True):
        if trial.right:
            best[trial.grid] = max(value, best.get(trial.grid, value))
    return list(best.values())


def _loss_of_limit(sample: Sample, values: list[float], limit: float, missed: float, kept: float) -> float:
    """The loss by grids that are below a limit at every try, and by what is kept from it on and is none."""
    wrong = sum(value >= limit for trial, value in zip(sample, values, strict=True) if not trial.right)
    return missed * sum(value < limit for value in _best_of_grids(sample, values)) + kept * wrong


def given_up(sample: Sample) -> float:
    """The loss by the limit after the second round."""
    going = [trial for trial in sample if len(trial.scored) > 1]
    scores = [score_lattice(*trial.scored[1]).total for trial in going]
    return _loss_of_limit(going, scores, grid_fit.HOPELESS, LOST, ROUND)


LOSSES: dict[str, Callable[[Sample], float]] = {"window": error_after_moves, "hopeless": given_up}
"""By which loss every number is fitted."""


if __name__ == "__main__":
    main()
