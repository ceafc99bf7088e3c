"""Lessons as pages: Markdown for the documentation, HTML to keep, plain values for the browser, text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from sudokulens.drawing.draw import draw
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.svg import to_svg
from sudokulens.drawing.terminal import drawn
from sudokulens.logic.technique import Level, Technique
from sudokulens.teaching.lesson import Lesson
from sudokulens.teaching.stages import Stage
from sudokulens.wording.message import Message, message
from sudokulens.wording.technique_pages import technique_name
from sudokulens.wording.voice import Voice

_IDEA, _WHY, _SPOT = message("The idea"), message("Why it is true"), message("How to spot it")
_EXAMPLE, _NEAR_MISS, _PRACTICE = message("Example"), message("A near miss"), message("Try it yourself")
_ANSWER, _RELATED = message("Answer"), message("Related techniques")


def technique_to_dict(technique: Technique, lang: str | None = None) -> dict[str, Any]:
    """What is known of a technique without its lesson, as plain values; its name in the language."""
    return {
        "id": technique.id,
        "slug": technique.slug,
        "name": technique_name(technique, lang),
        "aliases": list(technique.aliases),
        "family": technique.family.value,
        "level": technique.level.word,
        "score": technique.score,
        "code": technique.code,
        "uses_uniqueness": technique.uses_uniqueness,
    }


def lesson_to_dict(lesson: Lesson) -> dict[str, Any]:
    """The lesson as plain values; pictures are SVG texts that follow the reader's theme."""
    lang, exercise = lesson.voice.language, lesson.exercise
    return {
        **technique_to_dict(lesson.technique, lang),
        "facts": " ".join(facts(lesson.technique, lesson.voice)),
        "idea": lesson.texts.idea,
        "why": lesson.texts.why,
        "spot": lesson.texts.spot,
        "related": [technique_to_dict(technique, lang) for technique in lesson.texts.related],
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
    said, slug = lesson.voice.text, lesson.technique.slug
    lines = [f"# {lesson.texts.name}", "", " ".join(facts(lesson.technique, lesson.voice)), ""]
    for heading, text in _sections(lesson):
        lines += [f"## {heading}", "", text, ""]
    lines += [f"## {said(_EXAMPLE)}", ""]
    for number, stage in enumerate(lesson.example, 1):
        lines += [f"**{number}.** {_paragraphs(stage.text)}", "", f"![{number}]({slug}-{number}.svg)", ""]
    lines += ["```", str(lesson.board), "```", ""]
    lines += [f"## {said(_NEAR_MISS)}", "", _paragraphs(_near_miss_text(lesson)), ""]
    lines += [f"![{said(_NEAR_MISS)}]({slug}-near-miss.svg)", ""] if lesson.near_miss else []
    if lesson.exercise is not None:
        answer = lesson.exercise.answer.text
        lines += [f"## {said(_PRACTICE)}", "", f"![{said(_PRACTICE)}]({slug}-practice.svg)", ""]
        lines += ["```", str(lesson.exercise.board), "```", ""]
        lines += [f'??? success "{said(_ANSWER)}"', "", f"    {_paragraphs(answer, '    ')}", ""]
        lines += [f"    ![{said(_ANSWER)}]({slug}-answer.svg)", ""]
    links = ", ".join(f"[{technique_name(t, lesson.voice.language)}]({t.slug}.md)" for t in lesson.texts.related)
    return "\n".join([*lines, f"## {said(_RELATED)}", "", links, ""])


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
    said = _escaped(lesson.voice)
    name = escape(lesson.texts.name)
    parts = [f"<h1>{name}</h1>", f"<p>{escape(' '.join(facts(lesson.technique, lesson.voice)))}</p>"]
    parts += [f"<h2>{escape(heading)}</h2><p>{escape(text)}</p>" for heading, text in _sections(lesson)]
    parts += [f"<h2>{said(_EXAMPLE)}</h2>", *(_figure(lesson, stage) for stage in lesson.example)]
    parts += [f"<h2>{said(_NEAR_MISS)}</h2>"]
    parts += [_figure(lesson, lesson.near_miss)] if lesson.near_miss else [f"<p>{escape(lesson.texts.near_miss)}</p>"]
    if lesson.exercise is not None:
        parts += [f"<h2>{said(_PRACTICE)}</h2>", _svg(lesson, draw(lesson.exercise.board))]
        answer = _figure(lesson, lesson.exercise.answer)
        parts += [f"<details><summary>{said(_ANSWER)}</summary>{answer}</details>"]
    related = ", ".join(technique_name(technique, lesson.voice.language) for technique in lesson.texts.related)
    parts += [f"<h2>{said(_RELATED)}</h2><p>{escape(related)}</p>"]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        "<style>body{font-family:sans-serif;max-width:40em;margin:2em auto;padding:0 1em}"
        f"figcaption{{white-space:pre-line}}svg{{max-width:100%;height:auto}}</style><title>{name}</title>"
    )
    language = lesson.voice.language
    return f"<!doctype html><html lang='{language}'><head>{head}</head><body>{''.join(parts)}</body></html>\n"


def to_text(lesson: Lesson) -> str:
    """The lesson for a terminal, with the boards drawn in characters."""
    said = lesson.voice.text
    parts = [lesson.texts.name.upper(), " ".join(facts(lesson.technique, lesson.voice))]
    parts += [f"{heading.upper()}\n{text}" for heading, text in _sections(lesson)]
    parts += [f"{said(_EXAMPLE).upper()}\n{drawn(lesson.board)}"]
    parts += [f"{number}. {stage.text}" for number, stage in enumerate(lesson.example, 1)]
    parts += [f"{said(_NEAR_MISS).upper()}\n{lesson.texts.near_miss}"]
    if lesson.exercise is not None:
        parts += [f"{said(_PRACTICE).upper()}\n{drawn(lesson.exercise.board)}\n{lesson.exercise.board}"]
    related = (f"{technique_name(t, lesson.voice.language)} ({t.slug})" for t in lesson.texts.related)
    return "\n\n".join([*parts, f"{said(_RELATED).upper()}\n{', '.join(related)}"])


def facts(technique: Technique, voice: Voice) -> Iterator[str]:
    """Level, score and other names, a sentence each."""
    level = Message(technique.level.word, context="level")
    yield voice.text(message("Level: {level}. Score: {score}.", level=level, score=technique.score))
    if technique.code:
        yield voice.text(message("HoDoKu's code: {code}.", code=technique.code))
    if technique.aliases:
        yield voice.text(message("Also called: {names}.", names=", ".join(technique.aliases)))
    if technique.uses_uniqueness:
        yield voice.text(message("It relies on the puzzle having exactly one solution."))
    if technique.level >= Level.EXTREME:
        yield voice.text(message("Few people find it without a computer."))


def _sections(lesson: Lesson) -> Iterator[tuple[str, str]]:
    texts = lesson.texts
    for heading, text in ((_IDEA, texts.idea), (_WHY, texts.why), (_SPOT, texts.spot)):
        yield lesson.voice.text(heading), text


def _near_miss_text(lesson: Lesson) -> str:
    return lesson.near_miss.text if lesson.near_miss else lesson.texts.near_miss


def _escaped(voice: Voice) -> Callable[[Message], str]:
    return lambda heading: escape(voice.text(heading))


def _stage_to_dict(lesson: Lesson, stage: Stage) -> dict[str, str]:
    return {"text": stage.text, "svg": _svg(lesson, stage.scene)}


def _figure(lesson: Lesson, stage: Stage) -> str:
    return f"<figure><figcaption>{escape(stage.text)}</figcaption>{_svg(lesson, stage.scene)}</figure>"


def _svg(lesson: Lesson, scene: Scene) -> str:
    return to_svg(scene, lesson.texts.name, "auto")


def _paragraphs(text: str, indent: str = "") -> str:
    """Lines of a text as paragraphs of Markdown."""
    return f"\n\n{indent}".join(text.split("\n"))
