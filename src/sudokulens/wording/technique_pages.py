"""What there is to read about a technique: one source for the documentation, the web page and the command line.

The texts are in `pages/<code>.toml`. A language may translate some fields only; the rest is then in English, and
`TechniquePage.missing` names it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from sudokulens.logic.technique import Level, Technique
from sudokulens.wording.language import SOURCE, catalogue, current, languages

FIELDS = ("idea", "why", "spot", "near_miss")

_BY_ID = {technique.id: technique for technique in Technique}


@dataclass(frozen=True, slots=True)
class TechniquePage:
    """A technique explained: the idea in two sentences, why it is true, how to spot it, and what only looks like it."""

    technique: Technique
    name: str
    idea: str
    why: str
    spot: str
    near_miss: str
    related: tuple[Technique, ...]
    missing: tuple[str, ...] = ()
    """The fields that are in English because the language does not have them yet."""


def page(technique: Technique, lang: str | None = None) -> TechniquePage:
    """The page of the technique, by default in the current language."""
    code = lang or current()
    group = groups()[technique]
    source, own = _texts(SOURCE)[group], _texts(code).get(group, {})
    fields = {field: own.get(field, source[field]) for field in FIELDS}
    related = tuple(_BY_ID[name] for name in source["related"] if name != technique.id)
    missing = tuple(field for field in FIELDS if field not in own)
    return TechniquePage(technique, technique_name(technique, code), related=related, missing=missing, **fields)


def called(name: str) -> Technique | None:
    """The technique of that name: its id, its English name or an alias, or its name in any of our languages."""
    wanted = _plain(name)
    for technique in Technique:
        known = {technique.id, technique.display, *technique.aliases}
        if wanted in map(_plain, (*known, *(technique_name(technique, code) for code in languages()))):
            return technique
    return None


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def technique_name(technique: Technique, lang: str | None = None) -> str:
    """What players who speak that language call the technique."""
    return catalogue(lang or current()).pgettext("technique", technique.display)


def level_name(level: Level, lang: str | None = None) -> str:
    """How hard something is, in that language."""
    return catalogue(lang or current()).pgettext("level", level.word)


@cache
def _texts(code: str) -> dict[str, dict[str, Any]]:
    source = resources.files(__package__).joinpath("pages", f"{code}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}


@cache
def groups() -> dict[Technique, str]:
    """Technique → the table that tells of it, which names the techniques that share it."""
    return {
        _BY_ID[name]: group for group, texts in _texts(SOURCE).items() for name in texts.get("techniques", (group,))
    }
