"""From probabilities to the board: the rules decide together with the network, not after it.

The most probable board that has exactly one solution wins, unless it lies so far from the plain reading that the
picture more likely shows no ordinary Sudoku; then the reading stays as it is and says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.facts import usual_box_shapes
from sudokulens.puzzle.geometry import Geometry, box_shapes
from sudokulens.reading.chance import EVEN
from sudokulens.reading.confidence import (
    Rivals,
    confidence_in_entries,
    confidence_in_puzzle,
    confidence_of_plain,
    doubts_of_lawful,
    doubts_of_plain,
)
from sudokulens.reading.judge import Judge, judge_for
from sudokulens.reading.judgement import MAX_SUSPECTS
from sudokulens.reading.nature import describe
from sudokulens.reading.note import NOTHING, Note
from sudokulens.reading.options import MAX_REPAIR_NATS, Options, hand_share, price_options
from sudokulens.reading.reading import Reading
from sudokulens.reading.search import Findings, Lawful, Limits, find_lawful
from sudokulens.reading.split import SURE_SIDE, Split, choose_givens
from sudokulens.reading.verdict import Doubt, Kind, Repair, Verdict
from sudokulens.solving.engine import Solution, SolutionKind

MAX_COMPLETION_NATS = 8.0
"""A reading with several solutions is changed only up to this price, since such puzzles are printed too."""

_SLOW_JUDGE = Limits(boards=40, cores=0)
"""Off the ordinary 9×9 a single judgement may take milliseconds."""


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """One geometry, tried on the reading."""

    geometry: Geometry
    judge: Judge
    findings: Findings

    @property
    def accepted(self) -> Lawful | None:
        if not self.findings.lawful:
            return None
        best = self.findings.lawful[0]
        return best if best.price <= price_limit(self.findings) else None

    @property
    def several(self) -> Lawful | None:
        """The plain digits, where they have several solutions apart from entries that are probably mistakes."""
        found = self.findings.ambiguous
        return found if found and found.price <= MAX_COMPLETION_NATS else None


def price_limit(findings: Findings) -> float:
    """The price, in nats, up to which a lawful reading is preferred to the plain one."""
    open_price = findings.ambiguous.price if findings.ambiguous else np.inf
    return float(min(MAX_REPAIR_NATS, open_price + MAX_COMPLETION_NATS))


def decode(reading: Reading, geometry: Geometry | None = None, *, split: bool = True) -> Verdict:
    """The verdict on an upright reading; without a geometry, the box shapes of that size are tried.

    Print and handwriting are told apart by what the network says of the ink; `told_apart` does it better. Without
    `split` every digit but slips counts as print, for callers that let `told_apart` decide wherever it may differ.
    """
    options = price_options(reading.digits, reading.ink)
    shapes = [geometry] if geometry else _geometries(reading.size)
    trials = []
    for shape in shapes:
        trials.append(_try(options, shape))
        if trials[-1].findings.raw_count == 1:
            break
    accepted = [trial for trial in trials if trial.accepted]
    if accepted:
        return _lawful_verdict(reading, min(accepted, key=lambda trial: trial.findings.lawful[0].price), split)
    return _plain_verdict(reading, options, trials[0], split)


def told_apart(verdict: Verdict, reading: Reading, looks: NDArray[np.float64]) -> Verdict:
    """The verdict with print and handwriting told apart by how their ink looks on the page (`ink_looks`)."""
    board, solved = verdict.board, verdict.solution.board
    values = np.array(board.values, dtype=np.uint8)
    slips = values != np.array(solved.values) if solved else np.zeros(len(values), dtype=np.bool_)
    judge = judge_for(board.geometry) if verdict.status == "unique" and solved else None
    split = choose_givens(values, slips & (values > 0), reading.ink, judge, looks)
    boards = tuple(_board(each.geometry, np.array(each.values), split.givens) for each in verdict.solution.boards)
    return replace(
        verdict,
        board=_board(board.geometry, values, split.givens),
        solution=replace(verdict.solution, boards=boards),
        doubts=verdict.doubts + doubts_of_ink(values, split, reading),
    )


def doubts_of_ink(values: NDArray[np.uint8], split: Split, reading: Reading) -> tuple[Doubt, ...]:
    """The digits that may as well be on the other side, the most doubtful first.

    Entries that the networks take for handwriting, as they hardly ever do with typed ones, are not among them.
    """
    written = ~split.givens & (hand_share(reading.ink) >= EVEN)
    unsure = np.flatnonzero((values > 0) & (split.sure < SURE_SIDE) & ~written)
    ranked = unsure[np.argsort(split.sure[unsure], kind="stable")][:MAX_SUSPECTS]
    return tuple(Doubt(int(c), int(values[c]), float(split.sure[c]), kind="ink") for c in ranked)


def _geometries(size: int) -> list[Geometry]:
    """The box shapes that are printed at that size; where none tiles it, rows and columns alone count."""
    shapes = box_shapes(size)
    if not shapes:
        return [_without_boxes(size)]
    return [Geometry.standard(size, rows) for rows, _ in usual_box_shapes(size) or shapes]


def _without_boxes(size: int) -> Geometry:
    """Rows and columns alone: every region is a row."""
    return Geometry.jigsaw(cell // size for cell in range(size * size))


def _try(options: Options, geometry: Geometry) -> _Trial:
    judge = judge_for(geometry)
    limits = Limits() if geometry.is_classic else _SLOW_JUDGE
    return _Trial(geometry, judge, find_lawful(options, geometry, judge, limits))


def _lawful_verdict(reading: Reading, trial: _Trial, split: bool) -> Verdict:
    findings = trial.findings
    best = findings.lawful[0]
    givens = _givens(best.values, best.slips, reading, trial.judge, split)
    rivals = Rivals.of(reading, findings)
    confidence = confidence_in_puzzle(reading, rivals)
    return Verdict(
        board=_board(trial.geometry, best.values, givens),
        status="unique",
        solution=_solution("unique", trial.geometry, best.solution, givens, findings.judged),
        confidence=confidence * confidence_in_entries(reading, rivals),
        doubts=doubts_of_lawful(reading, rivals, confidence),
        repaired=_repairs(reading, best.values),
        margin=findings.margin,
        price=best.price,
        kind=_kind(trial.geometry),
        note=_note(trial.geometry),
    )


def _givens(
    values: NDArray[np.uint8], slips: NDArray[np.bool_], reading: Reading, judge: Judge | None, split: bool
) -> NDArray[np.bool_]:
    return choose_givens(values, slips, reading.ink, judge).givens if split else (values > 0) & ~slips


def _plain_verdict(reading: Reading, options: Options, trial: _Trial, split: bool) -> Verdict:
    values, found = options.values[:, 0], trial.several
    several = found is not None
    slips = found.slips if found else (values > 0) & ~options.binding[:, 0]
    solved = found.solution if found else trial.findings.raw_solution
    givens = _givens(values, slips, reading, None, split)
    kind, note = describe(np.where(slips & several, 0, values), trial.geometry, 2 if several else 0)
    outcome: SolutionKind = "multiple" if several else "none"
    return Verdict(
        board=_board(trial.geometry, values, givens),
        status="multiple" if several else "unsolvable",
        solution=_solution(outcome, trial.geometry, solved, givens, trial.findings.judged),
        confidence=confidence_of_plain(reading, several),
        doubts=doubts_of_plain(reading, values, trial.geometry, trial.judge, several),
        repaired=(),
        margin=0.0,
        price=0.0,
        kind=kind,
        note=note,
    )


def _note(geometry: Geometry) -> Note:
    if geometry.box_shape:
        return NOTHING
    if geometry == _without_boxes(geometry.size):
        return Note("No boxes: only its rows and columns were counted.")
    return Note("A jigsaw: its irregular regions were read from the page.")


def _kind(geometry: Geometry) -> Kind:
    if geometry.box_shape is None:
        return "irregular"
    return "diagonal" if geometry.has_diagonals else "ordinary"


def _board(geometry: Geometry, values: NDArray[np.uint8], givens: NDArray[np.bool_]) -> Board:
    return Board(geometry, tuple(map(int, values)), tuple(map(bool, givens)))


def _solution(
    kind: SolutionKind, geometry: Geometry, values: NDArray[np.uint8], givens: NDArray[np.bool_], judged: int
) -> Solution:
    # Where counting took too many nodes there is no solution at hand, though there may be several.
    boards = (_board(geometry, values, givens),) if values.all() else ()
    return Solution(kind, boards, judged, "decode")


def _repairs(reading: Reading, values: NDArray[np.uint8]) -> tuple[Repair, ...]:
    looked = reading.values()
    return tuple(Repair(int(cell), int(looked[cell]), int(values[cell])) for cell in np.flatnonzero(looked != values))
