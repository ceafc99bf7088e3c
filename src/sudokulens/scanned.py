"""What a scan returns: the frame, its grids with every intermediate, and the same as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sudokulens.display import ShownAsPng, ShownAsSvg
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.joining import Joined, join
from sudokulens.reading.judgement import Judgement, Mistake, find_mistakes, judge_board, mistake_as_dict
from sudokulens.reading.judgement import as_dict as judgement_dict
from sudokulens.reading.marks import Marks, find_marks, noted_board
from sudokulens.reading.note import NOTHING, Note
from sudokulens.reading.reading import Reading
from sudokulens.reading.rules import Rules, find_rules
from sudokulens.reading.rules import as_dict as rules_dict
from sudokulens.reading.verdict import Doubt, Kind, Repair, Status, Verdict
from sudokulens.solving.bounded import settle
from sudokulens.solving.engine import Solution
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.vision.overlapping import Place, shared_places

_LETTERED = Note("Its letters were read as numbers: A is 1, B is 2, and so on.")


@dataclass(frozen=True, slots=True, eq=False)
class ScannedGrid(ShownAsSvg):
    """One grid: where it lies (the puzzle's own top-left first), what was read, and what the rules made of it."""

    location: GridLocation
    reading: Reading
    verdict: Verdict
    covered: tuple[Cell, ...] = ()
    """Cells that something lies over, as a message in an app; they count as empty."""
    shared: Place | None = None
    """Row and column of its first cell on the lattice of all grids that it shares boxes with, as in a samurai."""

    def __repr__(self) -> str:
        """What a person asks first: all of it would be pages of probabilities."""
        return f"<ScannedGrid {self.status}, {len(self.doubts)} doubts, {self.board!r}>"

    @property
    def size(self) -> int:
        return self.location.size

    @property
    def board(self) -> Board:
        """Givens and entries as read."""
        return self.verdict.board

    @property
    def solution(self) -> Solution:
        return self.verdict.solution

    @property
    def solved(self) -> Board | None:
        """The solved board, where there is exactly one solution."""
        return self.solution.board if self.status == "unique" else None

    @property
    def status(self) -> Status:
        return self.verdict.status

    @property
    def confidence(self) -> float:
        """The probability that every cell is right."""
        return self.verdict.confidence

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Cells that may be wrong, the most suspicious first; empty for a sure board."""
        return self.verdict.doubts

    @property
    def repaired(self) -> tuple[Repair, ...]:
        return self.verdict.repaired

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Entries that contradict the one solution beyond doubt or, where there are several, a given."""
        return find_mistakes(self.board, self.solved, self._doubtful) if self.status != "unsolvable" else ()

    @property
    def judgement(self) -> Judgement:
        """What to tell the person about the grid."""
        return judge_board(self.board, self.status, self.solved, self._doubtful, self.rules, self.note)

    @property
    def rules(self) -> Rules:
        """The rules that the page and its digits suggest."""
        rules = find_rules(self.board.geometry, self.kind, self.reading.rules)
        return rules if self.shared is None else replace(rules, kind="samurai part")

    @property
    def marks(self) -> tuple[Marks, ...]:
        """The pencil marks of cells without a digit, where the network reads them."""
        return tuple(marks for marks in find_marks(self.reading, self.board) if marks.cell not in self.covered)

    @property
    def noted(self) -> Board:
        """The board with its pencil marks as candidates, as hints take it."""
        return noted_board(self.board, self.marks)

    @property
    def _doubtful(self) -> tuple[Cell, ...]:
        return tuple(doubt.cell for doubt in self.verdict.misreadings)

    @property
    def kind(self) -> Kind:
        return self.verdict.kind

    @property
    def note(self) -> str:
        """One sentence or two for the person where something is unusual; empty otherwise."""
        return " ".join(self.notes)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The sentences of `note`, which `sudokulens.wording.outcomes.notes_text` says in other languages."""
        letters = _LETTERED if self.reading.lettered else NOTHING
        return tuple(note for note in (self._note_on_cover(), letters, self.verdict.note) if note)

    def _note_on_cover(self) -> Note:
        rows = sorted({cell // self.size + 1 for cell in self.covered})
        if not rows:
            return NOTHING
        if len(rows) == 1:
            return Note("Something lies over cells of row {row}: they could not be read.", row=rows[0])
        fields = {"first": rows[0], "last": rows[-1]}
        return Note("Something lies over cells of rows {first} to {last}: they could not be read.", **fields)

    @property
    def rotation(self) -> int:
        """By how many degrees the puzzle is turned clockwise in the frame, to the nearest of 0, 90, 180 and 270."""
        top_left, top_right, bottom_right, bottom_left = self.location.corners
        x, y = (top_right - top_left) + (bottom_right - bottom_left)
        return round(math.degrees(math.atan2(y, x)) / 90) * 90 % 360

    def as_dict(self) -> dict[str, Any]:
        """The grid as plain data; rows and columns count from 1, 0 is an empty cell."""
        board, solved = self.board, self.solved
        return {
            "size": self.size,
            "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in self.location.corners],
            "rotation": self.rotation,
            "givens": _text(board.puzzle.values),
            "entries": _text(tuple(board.entries.get(cell, 0) for cell in range(len(board.values)))),
            "confidence": round(self.confidence, 6),
            "status": self.status,
            "solution": _text(solved.values) if solved else None,
            "doubts": [self._doubt(doubt) for doubt in self.doubts],
            "repaired": [self._place(r.cell) | {"from": r.looked, "to": r.became} for r in self.repaired],
            "kind": self.kind,
            "note": self.note,
            "shared": None if self.shared is None else [self.shared[0] + 1, self.shared[1] + 1],
            "covered": [[cell // self.size + 1, cell % self.size + 1] for cell in self.covered],
            "verdict": judgement_dict(self.judgement, self.size),
            "mistakes": [mistake_as_dict(mistake, self.size) for mistake in self.mistakes],
            "marks": [self._marks(marks) for marks in self.marks],
            "rules": rules_dict(self.rules, self.size),
        }

    def _place(self, cell: int) -> dict[str, Any]:
        row, column = divmod(cell, self.size)
        return {"row": row + 1, "col": column + 1}

    def _marks(self, marks: Marks) -> dict[str, Any]:
        styled = {"style": marks.style} if marks.style else {}
        return self._place(marks.cell) | {"digits": marks.text} | styled

    def _doubt(self, doubt: Doubt) -> dict[str, Any]:
        return self._place(doubt.cell) | {
            "read": doubt.read,
            "probability": round(doubt.probability, 4),
            "alternatives": [[digit, round(probability, 4)] for digit, probability in doubt.alternatives],
            "kind": doubt.kind,
        }


@dataclass(frozen=True, slots=True, eq=False)
class Scan(ShownAsPng):
    """A frame and the grids found on it, largest first; `timings` are seconds by stage."""

    frame: Frame
    grids: tuple[ScannedGrid, ...]
    timings: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Scan {self.frame.width}×{self.frame.height}, grids={self.grids!r}>"

    @property
    def joined(self) -> tuple[Joined, ...]:
        """The boards that grids sharing boxes make together, such as the samurai of five grids."""
        return join(self.grids)

    def as_dict(self) -> dict[str, Any]:
        """The scan as plain data, as `sudokulens read --json` prints it, less the image's name."""
        return {
            "width": self.frame.width,
            "height": self.frame.height,
            "error": None,
            "grids": [grid.as_dict() for grid in self.grids],
            "joined": [_joined_dict(joined) for joined in self.joined],
        }


def _joined_dict(joined: Joined) -> dict[str, Any]:
    """The board of several grids, which count from 0 in the order of `grids`."""
    solution = settle(joined.board)
    return {
        "layout": joined.layout,
        "grids": list(joined.parts),
        "board": str(joined.board),
        "status": solution.kind,
        "solution": _text(solution.board.values) if solution.kind == "unique" and solution.board else None,
        "conflicts": [joined.board.geometry.cell_name(cell) for cell in joined.conflicts],
    }


def _text(values: tuple[int, ...]) -> str:
    return "".join(digit_character(value, blank="0") for value in values)


def as_parts(grids: list[ScannedGrid]) -> list[ScannedGrid]:
    """The same grids, those that share boxes with their place on the common lattice."""
    places = shared_places([grid.location for grid in grids])
    return [replace(grid, shared=place) if place else grid for grid, place in zip(grids, places, strict=True)]
