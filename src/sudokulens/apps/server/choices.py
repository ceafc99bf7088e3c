"""GET /api/choices and /api/reach: what the page offers to choose, and by which address others reach it."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from sudokulens.apps.answers.choices import choices_answer
from sudokulens.apps.server.access import SettingsHere
from sudokulens.apps.server.problem_answers import documented

router = APIRouter(prefix="/api", tags=["page"], responses=documented(401, 429))


class Choice(BaseModel):
    """The name that a request takes, and the words for people."""

    name: str
    words: str


class SizeChoice(BaseModel):
    size: int
    words: str
    levels: bool
    """Whether puzzles of that size can be made to a level or a technique."""


class VariantChoice(Choice):
    levels: bool
    """Whether puzzles with these rules can be made to a level or a technique."""
    sizes: list[int]
    """The sizes in which they are made."""


class TechniqueChoice(Choice):
    level: str


class Choices(BaseModel):
    """The closed lists, in the language of the request."""

    sizes: list[SizeChoice]
    levels: list[Choice]
    techniques: list[TechniqueChoice]
    variants: list[VariantChoice]
    symmetries: list[Choice]
    formats: list[Choice]


class Reach(BaseModel):
    """How others reach this page; without a base, by the address that the page itself was opened with."""

    base: str | None
    token: str | None


@router.get("/choices")
async def choices() -> Choices:
    """What can be chosen for new puzzles and exports."""
    return Choices.model_validate(choices_answer())


@router.get("/reach")
async def reach(settings: SettingsHere) -> Reach:
    """The address and, on a local network, the token that a link to this page needs on another device."""
    return Reach(base=settings.public_address or None, token=settings.token or None)
