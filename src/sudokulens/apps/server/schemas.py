"""What travels over the wire. Boards are texts in any format that Sudoku Lens reads; cells count from 0."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LONGEST_BOARD_TEXT = 20_000
Level = Literal["nudge", "technique", "pattern", "full"]


class _Wire(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BoardRequest(_Wire):
    board: str = Field(max_length=LONGEST_BOARD_TEXT, examples=[EXAMPLE])


class SolveRequest(BoardRequest):
    engine: Literal["auto", "lockstep", "bitset", "dlx", "cpsat", "sat"] = "auto"
    time_limit: float = Field(5.0, gt=0, le=10, description="seconds")


class SolveAnswer(_Wire):
    kind: Literal["none", "unique", "multiple", "unfinished"]
    solution: str | None = Field(description="the first solution, one character a cell")
    another: str | None = Field(description="a second solution where there is one")
    nodes: int
    engine: str


class HintRequest(BoardRequest):
    level: Level = "full"
    notation: Literal["r1c1", "A1"] = "r1c1"


class HintAnswer(_Wire):
    kind: str
    level: Level
    text: str = Field(description="what to tell the person, as much as the level gives away")
    technique: str | None = None
    cells: list[int] = Field(default_factory=list, description="cells to highlight at this level")
    units: list[int] = Field(default_factory=list, description="units to highlight: rows, columns, boxes, extras")
    step: dict[str, Any] | None = Field(None, description="the whole step; from the level 'full' on")
    svg: str | None = Field(None, description="the board with the hint drawn on it")


class FaultAnswer(_Wire):
    kind: str
    cells: list[int]
    digit: int | None
    unit: str | None


class CheckAnswer(_Wire):
    ok: bool = Field(description="one solution, and nothing on the board contradicts it")
    kind: Literal["none", "unique", "multiple", "unfinished"]
    complete: bool
    faults: list[FaultAnswer]
    wrong: list[int] = Field(description="cells whose entry contradicts the solution")
    minimal: bool | None = Field(description="whether every given is needed; null where the solution is not unique")


class RateAnswer(_Wire):
    level: str
    score: int
    hardest: str | None
    steps: int
    er: float | None
    ep: float | None
    ed: float | None
    scale: str


class GenerateRequest(_Wire):
    level: Literal["easy", "medium", "hard", "expert", "extreme", "beyond"] | None = None
    technique: str | None = Field(None, max_length=60)
    symmetry: Literal["rotational", "quarter", "horizontal", "vertical", "diagonal", "antidiagonal"] | None = None
    size: Literal[4, 6, 8, 9, 10, 12] = 9
    seed: int = Field(0, ge=0, lt=2**48)


class BoardAnswer(_Wire):
    board: str


class ConvertRequest(BoardRequest):
    to: str = Field(max_length=20, examples=["sdk"])


class ConvertAnswer(_Wire):
    text: str
    format: str
    suffix: str
