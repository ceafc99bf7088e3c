"""A remark on a reading: English text that keeps its template, so that `wording` can say it in other languages."""

from __future__ import annotations

from typing import Self


class Note(str):
    """A sentence or two; `tests.wording.catalogues` finds the templates by this name, so they are always literals."""

    __slots__ = ("fields", "template")
    template: str
    fields: dict[str, int | tuple[str, ...]]

    def __new__(cls, template: str, /, **fields: int | tuple[str, ...]) -> Self:
        """The template filled in; several words in a field are joined by "and"."""
        words = {name: value if isinstance(value, int) else " and ".join(value) for name, value in fields.items()}
        note = super().__new__(cls, template.format(**words))
        note.template, note.fields = template, fields
        return note

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, int | tuple[str, ...]]]:
        """What a copy is made of, so that it travels between workers as its type and not as a function."""
        return (self.template,), self.fields


NOTHING = Note.__new__(Note, "")
"""Where there is nothing to remark."""
