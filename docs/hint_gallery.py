"""Forty hints of all families, in English and German, each with its picture.

`python docs/hint_gallery.py` writes docs/gallery.md; mkdocs runs this file as a hook, which adds the pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulens.drawing.draw import draw
from sudokulens.drawing.svg import to_svg
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.board import Board
from sudokulens.teaching import positions
from sudokulens.wording.explain import details, explanation
from sudokulens.wording.technique_pages import technique_name

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

PAGE = Path(__file__).with_name("gallery.md")
FOLDER = "gallery"
LANGUAGES = (("en", "English"), ("de", "Deutsch"))

SHOWN = (
    Technique.FULL_HOUSE,
    Technique.HIDDEN_SINGLE,
    Technique.NAKED_SINGLE,
    Technique.DIRECT_POINTING,
    Technique.LOCKED_CANDIDATES_1,
    Technique.LOCKED_CANDIDATES_2,
    Technique.LOCKED_PAIR,
    Technique.NAKED_TRIPLE,
    Technique.HIDDEN_PAIR,
    Technique.X_WING,
    Technique.SWORDFISH,
    Technique.FINNED_X_WING,
    Technique.CAGE_CONFLICT,
    Technique.LAW_OF_LEFTOVERS,
    Technique.SKYSCRAPER,
    Technique.BROKEN_WING,
    Technique.EMPTY_RECTANGLE,
    Technique.JUNIOR_EXOCET,
    Technique.XY_WING,
    Technique.W_WING,
    Technique.UNIQUE_RECTANGLE_1,
    Technique.EXTENDED_RECTANGLE,
    Technique.ALMOST_LOCKED_CANDIDATES,
    Technique.SK_LOOP,
    Technique.UNIQUE_LOOP_1,
    Technique.BUG_PLUS_1,
    Technique.SIMPLE_COLOURS_TRAP,
    Technique.MULTI_COLOURS_1,
    Technique.MEDUSA_3D,
    Technique.XY_CHAIN,
    Technique.CONTINUOUS_NICE_LOOP,
    Technique.GROUPED_AIC,
    Technique.SUE_DE_COQ,
    Technique.ALS_XZ,
    Technique.DEATH_BLOSSOM,
    Technique.FIREWORK,
    Technique.ALIGNED_PAIR_EXCLUSION,
    Technique.KRAKEN_FISH_1,
    Technique.TEMPLATE_DELETE,
    Technique.DYNAMIC_CELL_FORCING_CHAIN,
)
"""Forty techniques, every family among them."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pictures to what mkdocs found."""
    from mkdocs.structure.files import File

    for technique in SHOWN:
        board, step = position(technique)
        picture = to_svg(draw(board, step), technique.display, "auto")
        files.append(File.generated(config, f"{FOLDER}/{technique.slug}.svg", content=picture))
    return files


@cache
def position(technique: Technique) -> tuple[Board, Step]:
    """The practice position of the technique, or that of its lesson."""
    for board in (positions.practice(technique), positions.example(technique)):
        if board is not None and (step := positions.shown_step(board, technique)):
            return board, step
    raise LookupError(f"no stored position shows {technique.id}: run docs/find_positions.py")


def page() -> str:
    """The whole page."""
    head = [
        "# Forty hints",
        "",
        "Every family of techniques, as Sudoku Lens tells it: the nudge, then the full text, in English and German. "
        "The sentences are made from the premises of the step, which a checker has proved; the pictures show the same "
        "premises. `python docs/hint_gallery.py` writes this page.",
        "",
    ]
    return "\n".join([*head, *(line for number, shown in enumerate(SHOWN, 1) for line in _entry(number, shown))])


def _entry(number: int, technique: Technique) -> Iterator[str]:
    board, step = position(technique)
    yield f"## {number}. {technique.display} · {technique_name(technique, 'de')}"
    yield ""
    yield f"![{technique.display}: the cells and candidates of the step]({FOLDER}/{technique.slug}.svg)"
    yield ""
    for code, language in LANGUAGES:
        told = explanation(step, board.geometry, lang=code)
        yield f"**{language}.** *{explanation(step, board.geometry, 'nudge', lang=code).text}*"
        yield ""
        yield told.text
        yield ""
        for branch in told.branches:
            yield "- " + str(branch).replace("\n", "\n    ")
        yield from ([""] if told.branches else [])
    yield f"`{details(step, board.geometry).splitlines()[0]}`"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
