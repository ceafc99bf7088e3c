"""GET /api/techniques: the techniques, and the lesson of one, for the page's "Learn more"."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from sudokulens.apps.answers import techniques as answers
from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.access import DeskHere
from sudokulens.apps.server.problem_answers import documented

router = APIRouter(prefix="/api", tags=["techniques"], responses=documented(401, 429, 503))


class TechniqueAnswer(BaseModel):
    id: str
    slug: str
    name: str
    aliases: list[str]
    family: str
    level: str
    score: int
    code: str | None = Field(description="HoDoKu's number")
    uses_uniqueness: bool


class StageAnswer(BaseModel):
    text: str
    svg: str = Field(description="a picture that follows the reader's theme")


class PracticeAnswer(BaseModel):
    board: str = Field(description="a position to try the technique on, with its pencil marks")
    svg: str
    answer: StageAnswer


class LessonAnswer(TechniqueAnswer):
    facts: str = Field(description="level, score and other names, as sentences")
    idea: str
    why: str = Field(description="why it is true")
    spot: str = Field(description="how to spot it")
    related: list[TechniqueAnswer]
    board: str = Field(description="the board of the example")
    example: list[StageAnswer] = Field(description="where to look, the argument piece by piece, the conclusion")
    near_miss: StageAnswer | None = Field(description="a position that almost shows the technique")
    practice: PracticeAnswer | None


@router.get("/techniques", response_model=list[TechniqueAnswer])
async def techniques(desk: DeskHere) -> Response:
    """Every technique, the easiest first."""
    return Response(await desk.quick(answers.techniques_answer), media_type="application/json")


@router.get("/techniques/{name}", response_model=LessonAnswer, responses=documented(404))
async def lesson(name: str, desk: DeskHere) -> Response:
    """The lesson of a technique, by its slug or another of its names."""
    made = await desk.quick(answers.lesson_answer, name[:60])
    if made == b"null":
        raise Problem(404, "unknown-technique", "There is no such technique here.")
    return Response(made, media_type="application/json")
