"""The languages that Sudoku Lens speaks, and which of them a person wants.

A language is a file `locale/<code>.po`; the compiled `.mo` beside it is what the standard library's gettext reads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources

SOURCE = "en"
"""The language that the templates are written in."""

_VARIABLES = ("SUDOKULENS_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment may name a language, the most specific first."""

_current: ContextVar[str] = ContextVar("language", default=SOURCE)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    files = (entry.name for entry in resources.files(__package__).joinpath("locale").iterdir())
    return (SOURCE, *sorted(name.removesuffix(".mo") for name in files if name.endswith(".mo")))


@cache
def catalogue(code: str) -> NullTranslations:
    """The translations of a language; for English, messages as they are."""
    if code == SOURCE:
        return NullTranslations()
    with resources.files(__package__).joinpath("locale", f"{code}.mo").open("rb") as stream:
        return GNUTranslations(stream)


def matching(tag: str) -> str | None:
    """The language of ours for a tag such as de-AT, de_AT.UTF-8 or zh-Hans; None where there is none."""
    primary = tag.strip().replace("_", "-").partition(".")[0].partition("-")[0].lower()
    return primary if primary in languages() else None


def accepted(header: str | None) -> str:
    """The language of ours that an Accept-Language header likes best; English where it likes none."""
    preferences = [_preference(part) for part in (header or "").split(",")]
    for _, tag in sorted(
        (preference for preference in preferences if preference[0] > 0), key=lambda preference: -preference[0]
    ):
        if found := matching(tag):
            return found
    return SOURCE


def from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the person's locale; English where the locale names none of ours."""
    for variable in _VARIABLES:
        if value := environment.get(variable):
            found = (matching(tag) for tag in value.split(":"))
            return next((code for code in found if code), SOURCE)
    return SOURCE


def current() -> str:
    """The language in which messages are told unless another is asked for."""
    return _current.get()


def use(code: str) -> None:
    """Tells messages in that language from now on, in this thread or task."""
    _current.set(code)


@contextmanager
def spoken(code: str) -> Iterator[None]:
    """Tells messages in that language inside the block."""
    token = _current.set(code)
    try:
        yield
    finally:
        _current.reset(token)


def _preference(part: str) -> tuple[float, str]:
    """How much a tag of an Accept-Language header is wanted: `de;q=0.8` is 0.8."""
    tag, _, parameter = part.partition(";")
    name, _, value = parameter.strip().partition("=")
    try:
        return (float(value) if name.strip() == "q" else 1.0), tag
    except ValueError:
        return 0.0, tag
