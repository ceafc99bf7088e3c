"""Adds the lesson of every technique to the documentation while mkdocs builds it.

The lessons are the package's own (`sudokulens.teaching`), the same that the web page and the command line show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokulens.logic.technique import Technique
from sudokulens.teaching.lesson import lesson
from sudokulens.teaching.pages import pictures, to_markdown

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

FOLDER = "techniques"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages and their pictures to what mkdocs found."""
    from mkdocs.structure.files import File

    for technique in Technique:
        made = lesson(technique, "en")
        files.append(File.generated(config, f"{FOLDER}/{technique.slug}.md", content=to_markdown(made)))
        for name, picture in pictures(made):
            files.append(File.generated(config, f"{FOLDER}/{name}", content=picture))
    files.append(File.generated(config, f"{FOLDER}/index.md", content=overview()))
    return files


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
        "adds to our score of a puzzle. `sudokulens techniques` prints the same list, `sudokulens techniques x-wing` "
        "a lesson.",
        "",
        "| technique | level | score | code | also called |",
        "|---|---|---:|---|---|",
    ]
    return "\n".join([*head, *rows, ""])
