"""The board under the rules that the page draws: cages, diagonals, windows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage as CageRule
from sudokulens.puzzle.geometry import Geometry, window_cells
from sudokulens.reading.chance import EVEN
from sudokulens.reading.confidence import CLEARLY_WRITTEN
from sudokulens.reading.decode import MAX_COMPLETION_NATS, decode
from sudokulens.reading.details import MAX_SIZE_CELLS, Details
from sudokulens.reading.drawn import find_evidence, has_corner_ink
from sudokulens.reading.judgement import MAX_SUSPECTS
from sudokulens.reading.mark_count import count_marks
from sudokulens.reading.marks import marked_cells
from sudokulens.reading.note import Note
from sudokulens.reading.options import hand_share
from sudokulens.reading.reading import Ink, Reading
from sudokulens.reading.rules import RuleEvidence
from sudokulens.reading.verdict import Doubt, Kind, Verdict
from sudokulens.solving.bounded import settle

_X_SUDOKU = Note("An X-Sudoku: it has one solution if both diagonals hold every digit, too.")
_UNSETTLED_KILLER = Note(
    "A killer Sudoku, but its cages as read do not give exactly one solution: a sum or a border was misread, or cells "
    "are covered."
)


def needs_details(reading: Reading, verdict: Verdict, canvas: NDArray[np.uint8]) -> bool:
    """True where cells may hold pencil marks or sums of cages, or where the ordinary rules do not settle the board."""
    if reading.size > MAX_SIZE_CELLS:
        return False
    empty = np.array(verdict.board.values) == 0
    marked = bool((reading.ink[empty, Ink.MARK] >= EVEN).any())
    return verdict.status != "unique" or marked or has_corner_ink(canvas, reading.size)


def clear_digits(reading: Reading) -> Reading:
    """The reading without its unclear digits, as outlines and sums of cages may look."""
    return reading.blanked(np.asarray(reading.digits.max(axis=1) < CLEARLY_WRITTEN))


def with_details(reading: Reading, details: Details, canvas: NDArray[np.uint8], verdict: Verdict) -> Reading:
    """The reading with pencil marks and what the upright canvas shows of rules beyond those of the verdict."""
    return replace(
        reading,
        marks=np.ascontiguousarray(details.marks[:, : reading.size]),
        mark_places=details.place,
        mark_counts=count_marks(canvas, marked_cells(reading, reading.values()), reading.size),
        rules=find_evidence(details, canvas, verdict.board.geometry, verdict.solution.board),
    )


def under_drawn_rules(reading: Reading, verdict: Verdict) -> Verdict:
    """The verdict under the rules that the page draws, where these settle it: cages, or what ordinary ones cannot."""
    rules, settled = reading.rules, verdict.status == "unique"
    if rules is None or verdict.board.geometry.box_shape is None or (settled and not rules.cages):
        return verdict
    # What the ordinary rules made of unclear digits does not bind cages, nor do sums that were taken for digits.
    values = clear_digits(reading).values().tolist() if rules.cages else verdict.board.values
    for number, (geometry, note) in enumerate(_geometries(verdict.board.geometry, rules, verdict.kind, settled)):
        if _has_one_solution(values, geometry) or (rules.cages and not number):
            under = decode(reading, geometry)
            if under.status == "unique":
                return replace(_with_entries_by_cages(_with_split_of(verdict, under)), note=note)
    if rules.cages:
        return replace(verdict, note=_UNSETTLED_KILLER)
    if rules.figures:
        return replace(_without_lines(reading, verdict), note=_only_named(rules.figures))
    return verdict


def _with_split_of(verdict: Verdict, under: Verdict) -> Verdict:
    """The verdict under further rules, print and handwriting told apart as before where the digits are the same."""
    if verdict.board.values != under.board.values:
        return under
    board = replace(under.board, givens=verdict.board.givens)
    asked = tuple(doubt for doubt in verdict.doubts if doubt.kind == "ink")
    return replace(under, board=board, doubts=under.misreadings + asked)


def _without_lines(reading: Reading, verdict: Verdict) -> Verdict:
    """The verdict without unclear handwriting, which is lines where figures are drawn."""
    unclear = reading.digits.max(axis=1) < CLEARLY_WRITTEN
    lines = np.asarray((hand_share(reading.ink) >= 0.5) & unclear & (np.array(verdict.board.values) > 0))
    return decode(reading.blanked(lines), verdict.board.geometry) if lines.any() else verdict


def under_regions(reading: Reading, divisions: Iterable[tuple[int, ...]]) -> Verdict | None:
    """The verdict under the first irregular regions, one label a cell, that give exactly one solution.

    Print and handwriting are still to be told apart.
    """
    for regions in divisions:
        geometry = Geometry.jigsaw(regions)
        if geometry.box_shape is None:
            verdict = decode(reading, geometry, split=False)
            if verdict.status == "unique" and verdict.price <= MAX_COMPLETION_NATS:
                return verdict
    return None


def _has_one_solution(values: Iterable[int], geometry: Geometry) -> bool:
    """A quick look at these digits, before they are decoded with all their doubts."""
    return not geometry.rules or _is_unique(Board.of(values, geometry))


def _is_unique(board: Board) -> bool:
    return settle(board).kind == "unique"


def _with_entries_by_cages(verdict: Verdict) -> Verdict:
    """The verdict with digits that are all alike taken for entries where the cages alone leave one solution.

    A killer that needs no givens seldom has any, and typed entries look like print: some are asked about.
    """
    board = verdict.board
    if not board.rules or board.entries or not any(board.values) or not _is_unique(Board.empty(board.geometry)):
        return verdict
    written = replace(board, givens=(False,) * len(board.values))
    asked = tuple(Doubt(cell, digit, EVEN, kind="ink") for cell, digit in written.entries.items())
    return replace(verdict, board=written, doubts=verdict.misreadings + asked[:MAX_SUSPECTS])


def _geometries(
    geometry: Geometry, evidence: RuleEvidence, suspected: Kind, cages_alone: bool
) -> Iterator[tuple[Geometry, Note]]:
    for cages in (evidence.cages, *evidence.other_sums) if evidence.cages else ():
        rules = [CageRule(cage.cells, cage.sum or None) for cage in cages]
        yield geometry.with_rules(rules), Note("A killer Sudoku: its cages were read from the page.")
    if cages_alone:
        return
    if evidence.diagonals >= EVEN or suspected == "diagonal":
        yield geometry.with_diagonals(), _X_SUDOKU
    if evidence.windows >= EVEN:
        windows = geometry.with_extras((*geometry.extras, *window_cells(geometry.size)))
        yield windows, Note("A windoku: its windows are shaded on the page.")


def _only_named(figures: tuple[str, ...]) -> Note:
    return Note("The page shows {figures}, which cannot be read yet.", figures=figures)
