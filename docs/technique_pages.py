"""Makes a page with a worked example for every technique while mkdocs builds the documentation.

The boards come from technique_examples.json (see find_examples.py); steps, sentences and pictures are made here, by
the same code that makes hints, so they cannot drift away from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulens import Board, draw, to_svg
from sudokulens.logic.level import LEVELS
from sudokulens.logic.path import find_all
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Level, Technique
from sudokulens.logic.techniques import ladder
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.wording.explain import explain_step
from sudokulens.wording.nudge import pattern_cells

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

EXAMPLES = Path(__file__).with_name("technique_examples.json")
FOLDER = "techniques"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages and their pictures to what mkdocs found."""
    from mkdocs.structure.files import File

    boards = {name: Board.parse(text) for name, text in json.loads(EXAMPLES.read_text()).items()}
    for technique in Technique:
        step = example_step(boards[technique.id], technique) if technique.id in boards else None
        if technique.id in boards and step is None:
            raise ValueError(f"the example of {technique.id} no longer shows it: run docs/find_examples.py")
        page = technique_page(technique, boards.get(technique.id), step)
        files.append(File.generated(config, f"{FOLDER}/{technique.slug}.md", content=page))
        if step is not None:
            picture = to_svg(draw(boards[technique.id], step), technique.display)
            files.append(File.generated(config, f"{FOLDER}/{technique.slug}.svg", content=picture))
    files.append(File.generated(config, f"{FOLDER}/index.md", content=overview()))
    return files


def example_step(board: Board, technique: Technique) -> Step | None:
    """The clearest step of the technique on its example board; None where there is none."""
    if technique.name.startswith(("DYNAMIC", "NESTED")):
        # There are any number of these on a board; looking for the best would take very long.
        return next(iter(ladder.find(board, [technique], first=True)), None)
    combined = technique.name.startswith(("SIAMESE", "DUAL"))
    wanted = {technique, *([Technique[technique.name.partition("_")[2]]] if combined else ())}
    found = find_all(State.of(board), wanted, SearchOptions(combined=combined, limit=2000))
    own = [step for step in found if step.technique is technique]
    return min(own, key=lambda step: len(pattern_cells(step)) + len(step.links), default=None)


def overview() -> str:
    """The table of all techniques."""
    rows = [
        f"| [{t.display}]({t.slug}.md) | {t.level.word} | {t.score} | {t.code or ''} | {', '.join(t.aliases)} |"
        for t in Technique
    ]
    head = [
        "# Techniques",
        "",
        "From the easiest to the hardest. The code is HoDoKu's number, where it has one; the score is what one use "
        "adds to our score of a puzzle. `sudokulens techniques` prints the same list.",
        "",
        "| technique | level | score | code | also called |",
        "|---|---|---:|---|---|",
    ]
    return "\n".join([*head, *rows, ""])


def technique_page(technique: Technique, board: Board | None, step: Step | None) -> str:
    """The page of one technique: facts, a worked example at all four levels of a hint, and its picture."""
    lines = [f"# {technique.display}", "", *_facts(technique), ""]
    if board is None or step is None:
        lines += ["No example has come up yet in the puzzles that our generator makes."]
    else:
        lines += [f"![{technique.display} on a board]({technique.slug}.svg)", "", "## The hint, level by level", ""]
        lines += [f"- **{level}**: {explain_step(step, board.geometry, level)}" for level in LEVELS]
        lines += ["", f"In one line: `{step.line()}`", ""]
        lines += ["The board, to paste into any command:", "", "```", str(board), "```", ""]
    return "\n".join(lines)


def _facts(technique: Technique) -> Iterator[str]:
    yield f"Level: {technique.level.word}. Score: {technique.score}." + (
        f" HoDoKu's code: {technique.code}." if technique.code else ""
    )
    if technique.aliases:
        yield f"Also called: {', '.join(technique.aliases)}."
    if technique.uses_uniqueness:
        yield "It relies on the puzzle having exactly one solution."
    if technique.level >= Level.EXTREME:
        yield "Few people find it without a computer."
