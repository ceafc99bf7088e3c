"""Lessons as pages: Markdown for the documentation, HTML to keep, plain values for the browser, text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from sudokulens.drawing.draw import draw
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.svg import to_svg
from sudokulens.drawing.terminal import drawn
from sudokulens.logic.technique import Level, Technique
from sudokulens.teaching.lesson import Lesson
from sudokulens.teaching.stages import Stage


def technique_to_dict(technique: Technique) -> dict[str, Any]:
    """What is known of a technique without its lesson, as plain values."""
    return {
        "id": technique.id,
        "slug": technique.slug,
        "name": technique.display,
        "aliases": list(technique.aliases),
        "family": technique.family.value,
        "level": technique.level.word,
        "score": technique.score,
        "code": technique.code,
        "uses_uniqueness": technique.uses_uniqueness,
    }


def lesson_to_dict(lesson: Lesson) -> dict[str, Any]:
    """The lesson as plain values; pictures are SVG texts that follow the reader's theme."""
    exercise = lesson.exercise
    return {
        **technique_to_dict(lesson.technique),
        "board": str(lesson.board),
        "example": [_stage_to_dict(lesson, stage) for stage in lesson.example],
        "near_miss": None if lesson.near_miss is None else _stage_to_dict(lesson, lesson.near_miss),
        "practice": None
        if exercise is None
        else {
            "board": str(exercise.board),
            "svg": _svg(lesson, draw(exercise.board)),
            "answer": _stage_to_dict(lesson, exercise.answer),
        },
    }


def to_markdown(lesson: Lesson) -> str:
    """The lesson as Markdown; its pictures are named as `pictures` names them."""
    slug = lesson.technique.slug
    lines = [f"# {lesson.technique.display}", "", " ".join(facts(lesson.technique)), ""]
    lines += ["## Example", ""]
    for number, stage in enumerate(lesson.example, 1):
        lines += [f"**{number}.** {_paragraphs(stage.text)}", "", f"![Stage {number}]({slug}-{number}.svg)", ""]
    lines += [f"In one line: `{lesson.step.line()}`", "", "The board, to paste into any command:", ""]
    lines += ["```", str(lesson.board), "```", ""]
    if lesson.near_miss is not None:
        lines += ["## A near miss", "", _paragraphs(lesson.near_miss.text), ""]
        lines += [f"![A near miss]({slug}-near-miss.svg)", ""]
    if lesson.exercise is not None:
        lines += ["## Try it yourself", "", f"![A position to try]({slug}-practice.svg)", ""]
        lines += ["```", str(lesson.exercise.board), "```", ""]
        lines += ['??? success "Answer"', "", f"    {_paragraphs(lesson.exercise.answer.text, '    ')}", ""]
        lines += [f"    ![The answer]({slug}-answer.svg)", ""]
    return "\n".join(lines)


def pictures(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """The pictures of the lesson's page: file names and SVG texts."""
    slug = lesson.technique.slug
    for number, stage in enumerate(lesson.example, 1):
        yield f"{slug}-{number}.svg", _svg(lesson, stage.scene)
    if lesson.near_miss is not None:
        yield f"{slug}-near-miss.svg", _svg(lesson, lesson.near_miss.scene)
    if lesson.exercise is not None:
        yield f"{slug}-practice.svg", _svg(lesson, draw(lesson.exercise.board))
        yield f"{slug}-answer.svg", _svg(lesson, lesson.exercise.answer.scene)


def to_html(lesson: Lesson) -> str:
    """The lesson as one HTML file with its pictures in it."""
    name = escape(lesson.technique.display)
    parts = [f"<h1>{name}</h1>", f"<p>{escape(' '.join(facts(lesson.technique)))}</p>", "<h2>Example</h2>"]
    parts += [_figure(lesson, stage) for stage in lesson.example]
    if lesson.near_miss is not None:
        parts += ["<h2>A near miss</h2>", _figure(lesson, lesson.near_miss)]
    if lesson.exercise is not None:
        parts += ["<h2>Try it yourself</h2>", _svg(lesson, draw(lesson.exercise.board))]
        parts += [f"<details><summary>Answer</summary>{_figure(lesson, lesson.exercise.answer)}</details>"]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        "<style>body{font-family:sans-serif;max-width:40em;margin:2em auto;padding:0 1em}"
        f"svg{{max-width:100%;height:auto}}</style><title>{name}</title>"
    )
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{''.join(parts)}</body></html>\n"


def to_text(lesson: Lesson) -> str:
    """The lesson for a terminal, with the boards drawn in characters."""
    parts = [lesson.technique.display.upper(), " ".join(facts(lesson.technique)), "EXAMPLE", drawn(lesson.board)]
    parts += [f"{number}. {stage.text}" for number, stage in enumerate(lesson.example, 1)]
    if lesson.exercise is not None:
        parts += ["TRY IT YOURSELF", drawn(lesson.exercise.board), str(lesson.exercise.board)]
    return "\n\n".join(parts)


def facts(technique: Technique) -> Iterator[str]:
    """Level, score and other names, a sentence each."""
    code = f" HoDoKu's code: {technique.code}." if technique.code else ""
    yield f"Level: {technique.level.word}. Score: {technique.score}.{code}"
    if technique.aliases:
        yield f"Also called: {', '.join(technique.aliases)}."
    if technique.uses_uniqueness:
        yield "It relies on the puzzle having exactly one solution."
    if technique.level >= Level.EXTREME:
        yield "Few people find it without a computer."


def _stage_to_dict(lesson: Lesson, stage: Stage) -> dict[str, str]:
    return {"text": stage.text, "svg": _svg(lesson, stage.scene)}


def _figure(lesson: Lesson, stage: Stage) -> str:
    return f"<figure><figcaption>{escape(stage.text)}</figcaption>{_svg(lesson, stage.scene)}</figure>"


def _svg(lesson: Lesson, scene: Scene) -> str:
    return to_svg(scene, lesson.technique.display, "auto")


def _paragraphs(text: str, indent: str = "") -> str:
    """Lines of a text as paragraphs of Markdown."""
    return f"\n\n{indent}".join(text.split("\n"))
