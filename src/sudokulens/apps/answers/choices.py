"""What a page offers to choose for new puzzles and exports, in the current language."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from sudokulens.logic.technique import Level, Technique
from sudokulens.puzzle.constraints import BY_KEYWORD
from sudokulens.puzzle.formats import FORMATS
from sudokulens.solving.minimal import Symmetry
from sudokulens.solving.variants import LAYOUTS, VARIANTS
from sudokulens.wording.language import catalogue, current

NewSize: TypeAlias = Literal[4, 6, 8, 9, 10, 12, 15, 16, 25]
"""Cells along a side of puzzles that are made on request."""

_RATED_SIZES = (9,)
"""Sizes whose puzzles can be made to a level or a technique."""

_LARGEST_WITH_RULES = 12
"""Beyond it, puzzles of other rules are often not made within a request's time."""

_UNIT_TITLES = {
    "": "classic",
    "killer": "killer",
    "x": "diagonals (X)",
    "windoku": "windows (windoku)",
    "disjoint": "disjoint groups",
    "jigsaw": "jigsaw",
    "samurai": "samurai (five grids)",
    "sohei": "sohei (four grids)",
    "flower": "flower (five grids)",
    "butterfly": "butterfly (four grids)",
    "twodoku": "twodoku (two grids)",
}
"""Variants that are not one kind of clue."""


def choices_answer() -> dict[str, list[dict[str, Any]]]:
    """The closed lists: the name that a request takes, and the words for people."""
    words = catalogue(current())
    return {
        "sizes": [_size_answer(size) for size in get_args(NewSize)],
        "levels": [{"name": level.word, "words": words.pgettext("level", level.word)} for level in Level],
        "techniques": [
            {
                "name": technique.value,
                "words": words.pgettext("technique", technique.display),
                "level": technique.level.word,
            }
            for technique in Technique
        ],
        "variants": [
            {
                "name": name,
                "words": words.pgettext("rules", _variant_title(name)),
                "levels": not name,
                "sizes": _sizes_of(name),
            }
            for name in ("", *VARIANTS)
        ],
        "symmetries": [{"name": name, "words": words.pgettext("symmetry", name)} for name in get_args(Symmetry)],
        "formats": [{"name": form.name, "words": words.pgettext("format", form.title)} for form in FORMATS],
    }


def _variant_title(name: str) -> str:
    """What people call a variant; the empty name is the usual Sudoku."""
    return _UNIT_TITLES[name] if name in _UNIT_TITLES else BY_KEYWORD[name].title


def _size_answer(size: int) -> dict[str, Any]:
    return {"size": size, "words": f"{size} × {size}", "levels": size in _RATED_SIZES}


def _sizes_of(variant: str) -> list[int]:
    """The sizes that puzzles of a variant are made in; the grids of a layout are all of the classic size."""
    if variant in LAYOUTS:
        return [9]
    return [size for size in get_args(NewSize) if not variant or size <= _LARGEST_WITH_RULES]
