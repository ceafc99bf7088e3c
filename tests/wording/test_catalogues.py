"""Every message is translated into every language, with the fields that it has, and the compiled files are fresh."""

from __future__ import annotations

import io
import re
from gettext import GNUTranslations
from string import Formatter

import pytest

from sudokulens.wording.language import languages
from tests.wording.catalogues import (
    LOCALE,
    PAGE,
    SOURCE,
    codes,
    is_translated,
    load,
    merged,
    mo_bytes,
    po_text,
    template,
)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def messages(compiled: bytes) -> dict[object, str]:
    """What gettext reads from a compiled file, without the header, which names the version of Babel."""
    found: dict[object, str] = GNUTranslations(io.BytesIO(compiled))._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in found.items() if key != ""}


def test_no_message_hides_inside_an_f_string_where_it_would_not_be_found() -> None:
    hidden = [
        path.name for path in SOURCE.rglob("*.py") if re.search(r"\{(tell|message|counted)\w*\(", path.read_text())
    ]
    assert hidden == []


def test_no_message_of_the_page_is_overlooked() -> None:
    said = re.compile(r"""\bt\("((?:[^"\\]|\\.)*)\"""")
    found = template()
    texts = {text for path in PAGE.rglob("*.js") for text in said.findall(path.read_text(encoding="utf-8"))}
    assert [text for text in sorted(texts) if found.get(text, "page") is None] == []


def test_every_message_is_a_literal() -> None:
    named = re.compile(r"(?<!def )(?<![.\w])(tell|tell_counted|counted)\((?!\s*[\"'])(?!\))")
    allowed = {"voice.py", "message.py"}
    sources = [path for path in SOURCE.rglob("*.py") if path.name not in allowed and path.parent.name != "argument"]
    assert [path.name for path in sources if named.search(path.read_text())] == []


def test_the_package_offers_every_language_that_has_a_file() -> None:
    assert languages() == ("en", *codes())
    assert set(languages()) >= {"en", "de", "fr", "es", "ja", "zh"}


@pytest.mark.parametrize("code", codes())
def test_every_message_of_the_source_is_translated(code: str) -> None:
    missing = [entry.id for entry in merged(code) if entry.id and not is_translated(entry)]
    assert not missing, f"run make catalogues and translate these in {code}.po"


@pytest.mark.parametrize("code", codes())
def test_translations_use_the_fields_of_their_messages(code: str) -> None:
    for entry in load(code):
        if not entry.id:
            continue
        known = set[str]().union(*map(fields, [entry.id] if isinstance(entry.id, str) else entry.id))
        forms = [entry.string] if isinstance(entry.string, str) else list(entry.string)
        assert fields(forms[-1]) == known, entry.id
        assert all(fields(form) <= known for form in forms), entry.id


@pytest.mark.parametrize("code", codes())
def test_the_files_are_what_make_catalogues_writes(code: str) -> None:
    assert (LOCALE / f"{code}.po").read_bytes() == po_text(merged(code))
    compiled, fresh = (LOCALE / f"{code}.mo").read_bytes(), mo_bytes(load(code))
    assert messages(compiled) == messages(fresh)
