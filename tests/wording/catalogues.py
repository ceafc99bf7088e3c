"""The message catalogues: found in the source, merged into the `.po` files, compiled to `.mo`. `make catalogues`.

Translators edit `src/sudokulens/wording/locale/<code>.po` and run this again; new messages appear there untranslated.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sudokulens.apps.answers.choices import choices_answer
from sudokulens.drawing.rules import NAMES_OF_UNITS
from sudokulens.logic.technique import Level, Technique
from sudokulens.puzzle.constraints import CONSTRAINTS

SOURCE = Path(__file__).parents[2] / "src" / "sudokulens"
LOCALE = SOURCE / "wording" / "locale"
PAGE = SOURCE / "apps" / "server" / "static"
_PYTHON = {
    "message": None,
    "Note": None,
    "tell": None,
    "counted": (1, 2),
    "tell_counted": (1, 2),
    "pgettext": ((1, "c"), 2),
    "_say": ((1, "c"), 2),
}
_SCRIPT = {"t": None, "tn": (1, 2)}
_PERSONAL = (b'"Generated-By', b'"Last-Translator', b'"Language-Team', b'"Report-Msgid', b'"Project-Id', b"#\n")
"""Lines of a header that nobody reads."""
_IN_TEMPLATES = {"parse_template_string": True}
"""Messages within `${…}` are left out without it."""
_DATED = datetime(2026, 11, 16, tzinfo=UTC)
"""A fixed date, so that the files change only with their messages."""


def template() -> Catalog:
    """Every message of the source, untranslated."""
    found = _empty(None)
    for path in sorted(SOURCE.rglob("*.py")):
        for _, text, comments, context in extract_from_file("python", path, keywords=_PYTHON):
            found.add(text, locations=[(_name(path), 0)], auto_comments=comments, context=context)
    for path in sorted(PAGE.rglob("*.js")):
        for _, text, _, _ in extract_from_file("javascript", path, keywords=_SCRIPT, options=_IN_TEMPLATES):
            found.add(text, locations=[(_name(path), 0)], context="page")
    for path in sorted(PAGE.rglob("*.html")):
        for text in _marked_texts(path.read_text(encoding="utf-8")):
            found.add(text, locations=[(_name(path), 0)], context="page")
    for technique in Technique:
        found.add(technique.display, context="technique")
    for level in Level:
        found.add(level.word, context="level")
    for offered, context in (("variants", "rules"), ("symmetries", "symmetry"), ("formats", "format")):
        for choice in choices_answer()[offered]:
            found.add(choice["words"], context=context)
    for title in (*(rule.title for rule in CONSTRAINTS), *NAMES_OF_UNITS.values()):
        found.add(title, context="rules")
    return found


def codes() -> list[str]:
    """The languages that have a file."""
    return sorted(path.stem for path in LOCALE.glob("*.po"))


def load(code: str) -> Catalog:
    """The translations of a language as its file holds them."""
    with (LOCALE / f"{code}.po").open("rb") as stream:
        return read_po(stream, locale=code, abort_invalid=True)


def merged(code: str) -> Catalog:
    """The file of a language brought up to date with the source: new messages added, unused ones dropped."""
    catalogue = load(code)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.creation_date = catalogue.revision_date = _DATED
    return catalogue


def po_text(catalogue: Catalog) -> bytes:
    target = io.BytesIO()
    write_po(target, catalogue, width=120, include_lineno=False, ignore_obsolete=True)
    lines = target.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_PERSONAL)).lstrip()


def mo_bytes(catalogue: Catalog) -> bytes:
    target = io.BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def main() -> None:
    """Brings every file up to date and says what is still to be translated."""
    for code in codes():
        catalogue = merged(code)
        (LOCALE / f"{code}.po").write_bytes(po_text(catalogue))
        (LOCALE / f"{code}.mo").write_bytes(mo_bytes(load(code)))
        missing = [entry.id for entry in catalogue if entry.id and not is_translated(entry)]
        print(f"{code}: {len(catalogue)} messages, {len(missing)} untranslated")


def is_translated(entry: Any) -> bool:
    forms = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
    return bool(forms) and all(forms) and not entry.fuzzy


def _empty(code: str | None) -> Catalog:
    return Catalog(locale=code, project="sudokulens", creation_date=_DATED, revision_date=_DATED, fuzzy=False)


def _name(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def _marked_texts(html: str) -> Iterator[str]:
    """The texts of elements with `data-t`, and the attributes that `data-t-attr` names."""
    parser = _Marked()
    parser.feed(html)
    yield from parser.found


class _Marked(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self._open = "data-t" in named
        for attribute in (named.get("data-t-attr") or "").split():
            self.found.append(" ".join((named.get(attribute) or "").split()))

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self.found.append(" ".join(data.split()))
        self._open = False


if __name__ == "__main__":
    main()
