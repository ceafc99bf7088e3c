"""The strings of the web page, which share the catalogues of everything else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations

from sudokulens.wording.language import SOURCE, catalogue

_CONTEXT = "page\x04"
"""How a compiled catalogue marks the messages of the page."""


@dataclass(frozen=True, slots=True)
class PageMessages:
    """English text → translation, and English singular → the plural forms."""

    messages: dict[str, str]
    plurals: dict[str, list[str]]


@cache
def page_messages(code: str) -> PageMessages:
    """The strings of the page in that language; none for English, whose strings are in the page itself."""
    found = PageMessages({}, {})
    if code == SOURCE:
        return found
    forms: dict[str, dict[int, str]] = {}
    for key, text in _entries(code).items():
        if isinstance(key, str) and key.startswith(_CONTEXT):
            found.messages[key.removeprefix(_CONTEXT)] = text
        elif isinstance(key, tuple) and key[0].startswith(_CONTEXT):
            forms.setdefault(key[0].removeprefix(_CONTEXT), {})[key[1]] = text
    found.plurals.update({one: [many[n] for n in sorted(many)] for one, many in forms.items()})
    return found


def autonym(code: str) -> str:
    """What the speakers of a language call it."""
    # Translators: the name of your language in itself, such as "Deutsch".
    return "English" if code == SOURCE else catalogue(code).pgettext("language", "English")


def _entries(code: str) -> dict[str | tuple[str, int], str]:
    known = catalogue(code)
    assert isinstance(known, GNUTranslations)
    entries: dict[str | tuple[str, int], str] = known._catalog  # type: ignore[attr-defined]
    return entries
