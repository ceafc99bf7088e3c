"""Messages as text: in one language, for one board, with cells written in one notation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod
from itertools import groupby

from sudokulens.logic.notation import Notation, cell_text, cells_text, digits_text
from sudokulens.puzzle.geometry import Geometry
from sudokulens.wording.grammar import GRAMMARS, Grammar
from sudokulens.wording.language import catalogue, current
from sudokulens.wording.message import Cells, Digits, Listed, Message, Name, Units, Value
from sudokulens.wording.unit_names import unit_name

_MAX_SEPARATE_CELLS = 5
"""More cells than these are written as r123c4 rather than one by one."""


class Voice:
    """Says messages about a board in a language, by default the current one."""

    def __init__(
        self, language: str | None = None, geometry: Geometry | None = None, notation: Notation = "r1c1"
    ) -> None:
        self.language = language or current()
        self.geometry = geometry or Geometry.standard()
        self.notation: Notation = notation
        self._catalogue = catalogue(self.language)
        self._grammar = GRAMMARS.get(self.language, Grammar)(self._catalogue)

    def text(self, message: Message) -> str:
        """The message in words, as part of a sentence."""
        fields = {name: _Slot(self, value) for name, value in message.fields.items()}
        return self._template(message).format(**fields)

    def sentence(self, message: Message) -> str:
        """The message as a sentence of its own."""
        return self._grammar.sentence(self.text(message))

    def paragraph(self, messages: Iterable[Message]) -> str:
        """The messages as sentences one after the other."""
        return self._grammar.paragraph([self.text(message) for message in messages])

    def _template(self, message: Message) -> str:
        if message.plural is not None:
            return self._catalogue.ngettext(message.template, message.plural, message.number)
        if message.context is not None:
            return self._catalogue.pgettext(message.context, message.template)
        return self._catalogue.gettext(message.template) if message.template else ""

    @singledispatchmethod
    def phrase(self, value: Value, form: str = "") -> str:
        """A field's value in words, in the form that the template asks for."""
        return self._grammar.inflected(str(value), form)

    @phrase.register
    def _(self, value: Message, form: str = "") -> str:
        return self._grammar.inflected(self.text(value), form)

    @phrase.register
    def _(self, value: Name, form: str = "") -> str:
        return self._grammar.inflected(self._catalogue.pgettext("technique", value.technique.display), form)

    @phrase.register
    def _(self, value: Digits, form: str = "") -> str:
        return self._joined([digits_text((digit,)) for digit in value.digits], form)

    @phrase.register
    def _(self, value: Cells, form: str = "") -> str:
        if len(value.cells) > _MAX_SEPARATE_CELLS and form != "all":
            return self._joined(cells_text(value.cells, self.geometry, self.notation).split(","), form)
        return self._joined([cell_text(cell, self.geometry, self.notation) for cell in value.cells], form)

    @phrase.register
    def _(self, value: Listed, form: str = "") -> str:
        return self._joined([self.phrase(part) for part in value.parts], form)

    @phrase.register
    def _(self, value: Units, form: str = "") -> str:
        units = [self.geometry.units[unit] for unit in value.units]
        kinds = (list(group) for _, group in groupby(units, key=lambda unit: unit.kind))
        names = [self.text(name) for kind in kinds for name in unit_name(kind, self.geometry)]
        return self._joined([self._grammar.inflected(name, form.partition(",")[0]) for name in names], form)

    def _joined(self, parts: list[str], form: str) -> str:
        if "or" in form.split(","):
            return self._grammar.either(parts)
        return self._grammar.in_turn(parts) if form == ";" else self._grammar.every(parts)


class _Slot:
    """A field of a template: `{cells}` and `{cells:or}` are both asked of it."""

    def __init__(self, voice: Voice, value: Value) -> None:
        self._voice, self._value = voice, value

    def __format__(self, form: str) -> str:
        return self._voice.phrase(self._value, form)


def tell(template: str, /, **fields: Value) -> str:
    """A message for the person at the command line or in the app, in the current language."""
    return Voice().text(Message(template, fields))


def tell_counted(template: str, plural: str, number: int, /, **fields: Value) -> str:
    """The same for a message that differs between one and several of something."""
    return Voice().text(Message(template, fields, plural, number))
