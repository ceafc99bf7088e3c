"""What templates alone cannot express: lists, units and the forms that they take in a sentence.

A template may ask for a form of a field, `{unit:de}`, or `{unit:de,or}` for a list with "or"; a language without a rule
for the form gets the plain one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from gettext import NullTranslations

_CELL = re.compile(r"r\d|[A-Z]{1,2}\d")
"""A sentence may begin with the name of a cell, which stays as it is."""
_SPACE_INSIDE_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")


class Grammar:
    """Lists and sentences, all of it by the catalogue."""

    def __init__(self, catalogue: NullTranslations) -> None:
        self._say: Callable[[str, str], str] = catalogue.pgettext

    def every(self, parts: Sequence[str]) -> str:
        """All of the parts: "a, b and c"."""
        return self._listed(parts, self._say("list", "{0} and {1}"))

    def either(self, parts: Sequence[str]) -> str:
        """One of the parts: "a, b or c"."""
        return self._listed(parts, self._say("list", "{0} or {1}"))

    def in_turn(self, parts: Sequence[str]) -> str:
        """The parts one after the other: "a; b"."""
        return self._fold(parts, self._say("list", "{0}; {1}"))

    def _listed(self, parts: Sequence[str], last: str) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return last.format(self._fold(parts[:-1], self._say("list", "{0}, {1}")), parts[-1])

    def _fold(self, parts: Sequence[str], pattern: str) -> str:
        text = parts[0] if parts else ""
        for part in parts[1:]:
            text = pattern.format(text, part)
        return text

    def paragraph(self, sentences: Sequence[str]) -> str:
        """Sentences one after the other."""
        return self._fold([self.sentence(text) for text in sentences], self._say("sentences", "{0} {1}"))

    def sentence(self, text: str) -> str:
        """The text with the capital letter that a sentence begins with."""
        return text if _CELL.match(text) else text[:1].upper() + text[1:]

    def inflected(self, phrase: str, form: str) -> str:
        """The phrase in a form that a template asked for."""
        return phrase


class German(Grammar):
    def inflected(self, phrase: str, form: str) -> str:
        """The dative `{unit:dat}`, in den Zeilen 1 und 2, and the genitive `{unit:gen}`, der Zeilen 1 und 2."""
        if form == "gen":
            return _begun_anew(phrase, {"die ": "der ", "das Fenster ": "des Fensters ", "": "von "})
        return _begun_anew(phrase, _GERMAN_DATIVES) if form == "dat" else phrase


class French(Grammar):
    def inflected(self, phrase: str, form: str) -> str:
        """`{unit:de}` is "de la ligne 3", "du bloc 5"; `{unit:à}` is "à la ligne 3", "au bloc 5"."""
        if form == "de":
            return _begun_anew(phrase, {"le ": "du ", "les ": "des ", "": "de "})
        if form == "à":
            return _begun_anew(phrase, {"le ": "au ", "les ": "aux ", "": "à "})
        return phrase


class Spanish(Grammar):
    def either(self, parts: Sequence[str]) -> str:
        """Before "ocho" and other words in o, "o" is "u": 7 u 8."""
        text = super().either(parts)
        if len(parts) > 1 and parts[-1][:1] in ("8", "o", "O"):
            return " u ".join(text.rsplit(" o ", 1))
        return text

    def inflected(self, phrase: str, form: str) -> str:
        """`{unit:de}` is "de la fila 3", "del bloque 5"; `{unit:a}` is "a la fila 3", "al bloque 5"."""
        if form in ("de", "a"):
            return _begun_anew(phrase, {"el ": f"{form}l ", "": f"{form} "})
        return phrase


class Chinese(Grammar):
    def _listed(self, parts: Sequence[str], last: str) -> str:
        """Spaces go between characters and digits or letters only, not between characters."""
        return _SPACE_INSIDE_CHINESE.sub("", super()._listed(parts, last))


_GERMAN_DATIVES = {
    "die Zeilen ": "den Zeilen ",
    "die Spalten ": "den Spalten ",
    "die Blöcke ": "den Blöcken ",
    "die ": "der ",
    "das ": "dem ",
}

GRAMMARS: dict[str, type[Grammar]] = {"de": German, "fr": French, "es": Spanish, "zh": Chinese}
"""Languages with rules of their own; all others do with their catalogue."""


def _begun_anew(phrase: str, beginnings: dict[str, str]) -> str:
    """The phrase with the first of those beginnings that it has replaced."""
    for old, new in beginnings.items():
        if phrase.startswith(old):
            return new + phrase[len(old) :]
    return phrase
