"""What travels over the wire. Cells count from 0 in reading order; a set of digits is a bit mask, digit d bit d - 1."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, FailFast, Field, WithJsonSchema, model_validator

from sudokulens.apps.answers.board_fields import MAX_SIZE
from sudokulens.apps.answers.choices import NewSize
from sudokulens.logic.hint import HintKind
from sudokulens.logic.level import HintLevel
from sudokulens.logic.notation import Notation
from sudokulens.logic.technique import Level as PuzzleLevel
from sudokulens.puzzle import formats
from sudokulens.puzzle.overlap import MAX_GRIDS
from sudokulens.solving.engine import SolutionKind
from sudokulens.solving.minimal import Symmetry
from sudokulens.solving.shuffle import MAX_SEED
from sudokulens.solving.solve import ENGINES

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MAX_BOARD_CHARACTERS = 200_000
MAX_FIELDS = 32
"""Fields that an object of a request may have; of many more that we do not know, each would be a fault to describe."""

MAX_SHEET_BOARDS = 60
Level = HintLevel
Kind = SolutionKind


def _among(*names: str) -> AfterValidator:
    """Takes one of the names and nothing else."""

    def check(name: str) -> str:
        if name not in names:
            raise ValueError(f"expected one of {', '.join(names)}")
        return name

    return AfterValidator(check)


def _listed(*names: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(names)})


_LEVELS = tuple(level.word for level in PuzzleLevel)
FormatName = Annotated[str, _among(*formats.NAMES), _listed(*formats.NAMES)]
_ENGINES = ("auto", *ENGINES)
EngineName = Annotated[str, _among(*_ENGINES), _listed(*_ENGINES)]
LevelName = Annotated[str, _among(*_LEVELS), _listed(*_LEVELS)]
SymmetryName = Annotated[str, _among(*get_args(Symmetry)), _listed(*get_args(Symmetry))]

Pair = Annotated[list[int], Field(min_length=2, max_length=2)]
"""A cell and a digit. A list, because tuples make an OpenAPI document that some tools cannot read."""


class _FirstFault(FailFast):
    """The first fault of a list is told and no other: a megabyte of them would keep the service busy for seconds."""

    __hash__ = object.__hash__  # Without one it could not be part of a union.


CellNumbers = Annotated[list[int], Field(max_length=MAX_SIZE**2), _FirstFault()]


class _Wire(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _has_few_fields(cls, sent: Any) -> Any:
        if isinstance(sent, dict) and len(sent) > MAX_FIELDS:
            raise ValueError(f"expected at most {MAX_FIELDS} fields")
        return sent


class BoardFields(_Wire):
    """A board as plain data; what is left out is as in the usual Sudoku of that size."""

    size: int = Field(9, ge=2, le=MAX_SIZE)
    values: CellNumbers = Field(description="one per cell, 0 for an empty one")
    givens: Annotated[list[bool], Field(max_length=MAX_SIZE**2), _FirstFault()] | None = Field(
        None, description="true where the value is printed"
    )
    regions: CellNumbers | None = Field(None, description="the number of each cell's region")
    grids: list[Pair] | None = Field(
        None,
        max_length=MAX_GRIDS,
        description="row and column, from 0, of the top left cell of each of several grids that overlap, as in a "
        "samurai; `values` then has the cells of all grids in reading order, gaps left out",
    )
    extras: list[CellNumbers] = Field(default_factory=list, max_length=32, description="further units, e.g. diagonals")
    rules: Annotated[list[str], _FirstFault()] = Field(
        default_factory=list,
        max_length=1000,
        description="constraints as in the one-line format: cage=10:r1c1,r1c2",
    )
    candidates: CellNumbers | None = Field(None, description="pencil marks, a mask per cell")


BoardText = Annotated[str, Field(max_length=MAX_BOARD_CHARACTERS, description="in any format that Sudoku Lens reads")]


class BoardRequest(_Wire):
    board: BoardText | BoardFields = Field(examples=[EXAMPLE])


class SolveRequest(BoardRequest):
    engine: EngineName = "auto"
    time_limit: float = Field(5.0, gt=0, le=9, description="seconds")


class SolveAnswer(_Wire):
    kind: Kind
    solution: str | None = Field(description="the first solution, one character a cell")
    another: str | None = Field(description="a second solution where there is one")
    nodes: int
    engine: str


class HintRequest(BoardRequest):
    level: Level = "full"
    notation: Notation = "r1c1"
    drawing: bool = Field(False, description="adds the board with the hint drawn on it, as SVG")
    proof: bool = Field(False, description="adds the premises of the step, checked, at the level 'full'")


class Branch(_Wire):
    title: str = Field(description="what the branch assumes")
    text: str = Field(description="what follows from it; several steps are numbered lines")
    steps: list[str] = Field(description="the several steps, without numbers; empty for a short paragraph")


class HintAnswer(_Wire):
    kind: HintKind
    level: Level
    text: str = Field(description="what to tell the person, as much as the level gives away")
    summary: str = Field(description="the text without the branches of a forcing chain")
    branches: list[Branch] = Field(description="the branches of a forcing chain, to be folded away at first")
    details: str = Field(description="the step in the notations of experts, at the level 'full'")
    board: str
    step: dict[str, Any] | None = Field(description="the step, with what a drawing of this level needs")
    mistakes: list[int] = Field(description="cells with a wrong entry or a lost mark; from the level 'pattern' on")
    wrong: list[Pair] = Field(description="[cell, digit] of wrong entries, at the level 'full'")
    missing: list[Pair] = Field(description="[cell, digit] that the marks have lost, at the level 'full'")
    suspicious: list[int] = Field(description="cells to look at first when there is not exactly one solution")
    follow: list[dict[str, Any]] = Field(
        description="without pencil marks: the steps that lead on from the hint to the next digit, at the level 'full'"
    )
    stale: list[Pair] = Field(description="[cell, digit] of marks that digits on the board exclude by now: no mistakes")
    scene: dict[str, Any] = Field(description="what to draw on the board: shapes in cells, paints by name")
    svg: str | None = None


class PathStep(_Wire):
    text: str
    step: dict[str, Any]
    scene: dict[str, Any] = Field(description="what to draw on the board as it is before the step")


class PathAnswer(_Wire):
    solved: bool = Field(description="whether the steps lead to the solution")
    problem: str | None = Field(description="why there is no path: several solutions, none, or a mistake")
    steps: list[PathStep]


class FaultAnswer(_Wire):
    kind: str
    cells: list[int]
    digit: int | None
    unit: str | None
    rule: str | None = Field(description="what the broken rule demands, in words")


class CheckAnswer(_Wire):
    ok: bool = Field(description="one solution, and nothing on the board contradicts it")
    kind: Kind
    complete: bool
    faults: list[FaultAnswer]
    wrong: list[int] = Field(description="cells whose entry contradicts the solution")
    minimal: bool | None = Field(description="whether every given is needed; null where that was not settled")


class RateAnswer(_Wire):
    level: str
    level_words: str = Field(description="the level in the language of the request")
    score: int
    hardest: str | None
    hardest_words: str | None = Field(description="the hardest technique in the language of the request")
    steps: int
    er: float | None = Field(description="on Sudoku Explainer's scale, which is for the classic board alone")
    ep: float | None
    ed: float | None
    scale: str | None
    exact: bool = Field(description="false where the time limit came first and the figures are lower bounds")


class GenerateRequest(_Wire):
    level: LevelName | None = None
    technique: str | None = Field(None, max_length=60)
    symmetry: SymmetryName | None = None
    size: NewSize = 9
    variants: list[Annotated[str, Field(max_length=40)]] = Field(
        default_factory=list, max_length=4, description="names of other rules, as GET /api/choices lists them"
    )
    practise: bool = Field(False, description="a position in which the technique is the next step")
    seed: int | None = Field(None, ge=0, le=MAX_SEED, description="the same seed gives the same puzzle")


class BoardAnswer(_Wire):
    board: str = Field(description="the whole board on one line")
    fields: BoardFields = Field(description="the same as plain data")


class ConvertRequest(BoardRequest):
    to: FormatName = "line"


class ConvertAnswer(_Wire):
    text: str
    format: FormatName
    suffix: str = Field(description="how files of that format end")
    board: str
    fields: BoardFields


class SceneAnswer(_Wire):
    scene: dict[str, Any] = Field(description="the board as shapes: its lines, digits, marks and rules")


Title = Annotated[str, Field(max_length=80, pattern=r"^[ -~\u00a0-\u00ff]*$")]


class SheetRequest(_Wire):
    boards: list[BoardText | BoardFields] = Field(min_length=1, max_length=MAX_SHEET_BOARDS, examples=[[EXAMPLE]])
    titles: list[Title] | None = Field(None, max_length=MAX_SHEET_BOARDS)
    per_page: Literal[1, 2, 4, 6] = 4
    solutions: bool = True


class QrRequest(_Wire):
    text: str = Field(min_length=1, max_length=1000, examples=["http://localhost:8000/#s1-…"])


class Doubt(_Wire):
    row: int
    col: int
    read: int = Field(description="0 is an empty cell")
    probability: float
    alternatives: list[list[int | float]] = Field(description="[digit, probability], the likeliest first")
    kind: str = Field(description="digit, or ink where it is unclear whether it was printed or written")


class Repair(BaseModel):
    row: int
    col: int
    looked: int = Field(alias="from")
    became: int = Field(alias="to")


class VerdictAnswer(_Wire):
    kind: str = Field(description="finished, mistakes, on track, nothing written, several, none or other rules")
    text: str
    cells: list[list[int]] = Field(description="[row, column] of what it is about")
    to_go: int = Field(description="how many cells are empty")
    sure: bool = Field(description="false where a doubt touches what it says")


class MistakeAnswer(_Wire):
    row: int
    col: int
    written: int
    right: int | None = Field(description="null where there are several solutions")


class MarksAnswer(_Wire):
    row: int
    col: int
    digits: str
    style: str | None = Field(None, description="corner or centre, where the page shows which")


class CageAnswer(_Wire):
    cells: list[list[int]] = Field(description="[row, column] each")
    sum: int = Field(description="0 where it could not be read")


class RulesAnswer(_Wire):
    kind: str = Field(description="classic, diagonal, windoku, jigsaw, killer, samurai part or unknown")
    regions: str | None = Field(description="one letter a cell where they are not the usual boxes")
    diagonals: bool
    windows: bool
    cages: list[CageAnswer]
    figures: list[str] = Field(description="drawings that were seen but not read: thermometers, arrows, dots, shapes")


class GridAnswer(_Wire):
    """One grid, as `sudokulens read --json` describes it, with the board in the forms that other calls take."""

    size: int
    corners: list[list[float]] = Field(description="top left, top right, bottom right, bottom left")
    lattice: list[list[list[float]]] = Field(description="the crossings of its lines, row by row")
    rotation: int
    givens: str
    entries: str
    confidence: float
    status: str
    solution: str | None
    doubts: list[Doubt]
    repaired: list[Repair]
    kind: str
    note: str
    shared: list[int] | None = Field(description="row and column on the lattice of grids that it shares boxes with")
    covered: list[list[int]] = Field(description="row and column of cells that something lies over")
    verdict: VerdictAnswer
    mistakes: list[MistakeAnswer]
    marks: list[MarksAnswer]
    rules: RulesAnswer
    board: str
    fields: BoardFields
    hint: HintAnswer | None = None


class JoinedAnswer(_Wire):
    """The board that several grids make together by sharing boxes, such as a samurai."""

    layout: str
    grids: list[int] = Field(description="the grids it is made of, from 0 in the order of `grids`")
    board: str = Field(description="in the one-line format, as other calls take it")
    fields: BoardFields
    status: str
    solution: str | None
    conflicts: list[str] = Field(description="cells that two grids read differently, as r7c7")


class ScanAnswer(_Wire):
    image: str
    width: int
    height: int
    error: None = None
    grids: list[GridAnswer]
    joined: list[JoinedAnswer] = Field(default_factory=list, description="boards of grids that share boxes")
    overlay: str | None = Field(None, description="the picture with the solutions drawn in, as a data URL")
    picture: str | None = Field(None, description="the picture as JPEG, as a data URL")


class ProblemAnswer(BaseModel):
    """An error (RFC 9457)."""

    type: str = "about:blank"
    title: str = Field(examples=["Unprocessable Content"])
    status: int = Field(examples=[422])
    code: str = Field(description="for programs", examples=["invalid-board"])
    detail: str = Field(description="a sentence for people", examples=["line 1: there is no text (expected a board)"])
