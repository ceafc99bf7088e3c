"""Adds the lesson of every technique to the documentation while mkdocs builds it, and a page with forty hints.

The lessons are the package's own (`sudokulens.teaching`), the same that the web page and the command line show.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from sudokulens.logic.technique import Family, Technique
from sudokulens.teaching.lesson import lesson
from sudokulens.teaching.pages import pictures, to_markdown
from sudokulens.wording.explain import explain_step

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

FOLDER = "techniques"
FORTY = 40
LANGUAGES = {"en": "English", "de": "Deutsch"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages and their pictures to what mkdocs found."""
    from mkdocs.structure.files import File

    for technique in Technique:
        made = lesson(technique, "en")
        files.append(File.generated(config, f"{FOLDER}/{technique.slug}.md", content=to_markdown(made)))
        for name, picture in pictures(made):
            files.append(File.generated(config, f"{FOLDER}/{name}", content=picture))
    files.append(File.generated(config, f"{FOLDER}/index.md", content=overview()))
    files.append(File.generated(config, f"{FOLDER}/forty-hints.md", content=forty_hints()))
    return files


def forty_hints() -> str:
    """Hints of all families at their full length, in English and German, with the pictures of their lessons."""
    lines = ["# Forty hints", "", "One page to read through: what hints of every family say and show.", ""]
    for technique in chosen(FORTY):
        made = {lang: lesson(technique, lang) for lang in LANGUAGES}
        last = len(made["en"].example)
        lines += [f"## {technique.display}", "", f"![{technique.display}]({technique.slug}-{last}.svg)", ""]
        for lang, told in made.items():
            text = explain_step(told.step, told.board.geometry, lang=lang).replace("\n", "\n\n")
            lines += [f"**{LANGUAGES[lang]}.** {text}", ""]
    return "\n".join(lines)


def chosen(number: int) -> list[Technique]:
    """Techniques of every family in turn, its easiest and one from its middle first; in the order of the table."""
    families: dict[Family, list[Technique]] = {}
    for technique in Technique:
        families.setdefault(technique.family, []).append(technique)
    spread = [dict.fromkeys([own[0], own[len(own) // 2], own[-1]]) for own in families.values()]
    in_turn = [technique for row in zip_longest(*spread) for technique in row if technique]
    return sorted(in_turn[:number], key=lambda technique: technique.order)


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
