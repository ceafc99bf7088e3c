"""Answers about languages: which there are, and the page's strings in one of them."""

from __future__ import annotations

from typing import Any

from sudokulens.wording.language import languages, matching
from sudokulens.wording.page_messages import autonym, page_messages


def languages_answer() -> list[dict[str, str]]:
    """Every language and what its speakers call it."""
    return [{"code": code, "name": autonym(code)} for code in languages()]


def catalogue_answer(lang: str) -> dict[str, Any] | None:
    """English text → its translation, empty for English itself; None for a language that is not spoken here."""
    code = matching(lang)
    if code is None:
        return None
    found = page_messages(code)
    return {"lang": code, "messages": found.messages, "plurals": found.plurals}
