"""GET /api/choices and /api/reach: what the page offers to choose, and by which address others reach it."""

from __future__ import annotations

from typing import get_args

from fastapi import APIRouter
from pydantic import BaseModel

from sudokulens.apps.server.access import SettingsHere
from sudokulens.apps.server.problem_answers import documented
from sudokulens.apps.server.schemas import GenerateRequest
from sudokulens.logic.technique import Level, Technique
from sudokulens.puzzle.constraints import BY_KEYWORD
from sudokulens.puzzle.formats import FORMATS
from sudokulens.solving.minimal import Symmetry
from sudokulens.solving.variants import LAYOUTS, VARIANTS
from sudokulens.wording.language import catalogue, current

router = APIRouter(prefix="/api", tags=["page"], responses=documented(401, 429))

_RATED_SIZES = (9,)
"""Sizes whose puzzles can be made to a level or a technique."""


_UNIT_TITLES = {
    "": "classic",
    "killer": "killer",
    "x": "diagonals (X)",
    "windoku": "windows (windoku)",
    "disjoint": "disjoint groups",
    "jigsaw": "jigsaw",
}
"""Variants that are not one kind of clue."""


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
    words = catalogue(current())
    return Choices(
        sizes=[SizeChoice(size=size, words=f"{size} × {size}", levels=size in _RATED_SIZES) for size in _sizes()],
        levels=[Choice(name=level.word, words=words.pgettext("level", level.word)) for level in Level],
        techniques=[
            TechniqueChoice(
                name=technique.value,
                words=words.pgettext("technique", technique.display),
                level=technique.level.word,
            )
            for technique in Technique
        ],
        variants=[
            VariantChoice(name=name, words=words.pgettext("rules", _variant_title(name)), levels=not name)
            for name in ("", *VARIANTS)
            if name not in LAYOUTS  # the page's board has one grid
        ],
        symmetries=[Choice(name=name, words=words.pgettext("symmetry", name)) for name in get_args(Symmetry)],
        formats=[Choice(name=form.name, words=words.pgettext("format", form.title)) for form in FORMATS],
    )


@router.get("/reach")
async def reach(settings: SettingsHere) -> Reach:
    """The address and, on a local network, the token that a link to this page needs on another device."""
    return Reach(base=settings.public_address or None, token=settings.token or None)


def _variant_title(name: str) -> str:
    """What people call a variant; the empty name is the usual Sudoku."""
    return _UNIT_TITLES[name] if name in _UNIT_TITLES else BY_KEYWORD[name].title


def _sizes() -> tuple[int, ...]:
    sizes: tuple[int, ...] = get_args(GenerateRequest.model_fields["size"].annotation)
    return sizes
