"""The vocabulary of a batch: items, portions of items, and pieces of portions.

item        one picture, one page, one puzzle: what has an outcome of its own
portion     some items of one kind that are handed out and recorded together
piece       a part of a portion: all of it, unless a worker died over it
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["pictures", "pages", "members", "lines", "document", "text", "failed", "look"]
"""What the items of a portion are.

Picture files; pages of a PDF; files in a zip; lines of a file; the boards of a file in another format; lines that
travel with the portion; a file that cannot be opened; and a PDF of which only the number of pages is wanted.
"""


@dataclass(frozen=True, slots=True)
class Portion:
    """Items that are handed out together; `source` is their file, `first` the number of the first one in it.

    `names` are picture files, members of a zip, lines of text, or an error's type and message. Lines of a file lie
    at `offset` and are `length` bytes long, with the CRC-32 `check`, in a file of `size` bytes.
    """

    kind: Kind
    source: str
    count: int
    first: int = 1
    names: tuple[str, ...] = ()
    offset: int = 0
    length: int = 0
    size: int = 0
    check: int = 0

    def as_list(self) -> list[Any]:
        """The portion as plain data, for the plan's file."""
        return [
            self.kind,
            self.source,
            self.count,
            self.first,
            list(self.names),
            self.offset,
            self.length,
            self.size,
            self.check,
        ]

    @classmethod
    def from_list(cls, data: list[Any]) -> Portion:
        kind, source, count, first, names, *place = data
        return cls(kind, source, count, first, tuple(names), *place)

    def identity(self, index: int) -> Identity:
        """What the results call the item of that index."""
        if self.kind == "pictures":
            return Identity(self.names[index])
        if self.kind == "members":
            return Identity(self.source, member=self.names[index])
        return Identity(self.source, place=self.first + index if self.kind in ("pages", "lines", "text") else None)


@dataclass(frozen=True, slots=True)
class Identity:
    """What an item is called: its file, the file in the archive, and the page, line or board in it, from 1."""

    source: str
    member: str | None = None
    place: int | None = None

    def at(self, place: int | None) -> Identity:
        return replace(self, place=place)


@dataclass(frozen=True, slots=True)
class Piece:
    """The items `start` to `stop` of the portion with that number."""

    number: int
    portion: Portion
    start: int
    stop: int
    tries: int = 0

    @classmethod
    def whole(cls, number: int, portion: Portion) -> Piece:
        return cls(number, portion, 0, portion.count)

    def __len__(self) -> int:
        return self.stop - self.start

    def items(self) -> Iterator[Identity]:
        """What the items are called."""
        return (self.portion.identity(index) for index in range(self.start, self.stop))

    def halves(self) -> tuple[Piece, Piece]:
        """Two pieces that together are this one."""
        middle = (self.start + self.stop) // 2
        return replace(self, stop=middle, tries=0), replace(self, start=middle, tries=0)

    def singles(self) -> tuple[Piece, ...]:
        """A piece for every item."""
        return tuple(replace(self, start=at, stop=at + 1, tries=0) for at in range(self.start, self.stop))

    def again(self) -> Piece:
        """The same piece, to be tried again."""
        return replace(self, tries=self.tries + 1)
