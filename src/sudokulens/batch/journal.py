"""The journal of a batch: answers appended as they come, found again after whatever ended the run.

A frame is a header and the answer's content; its check sum tells a frame that was being written when the process
ended. Frames lie in the order in which portions were done; `read` gives them in the order of the plan.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sudokulens.batch.work import Answer

_HEADER = struct.Struct("<4sIQQIII")
_MAGIC = b"SLJ1"
_NOT_DONE = -1
SYNC_SECONDS = 5.0
"""How often answers are forced onto the disk: what a loss of power may cost."""


@dataclass(slots=True)
class Tally:
    """What is done so far."""

    portions: int = 0
    items: int = 0
    records: int = 0
    errors: int = 0


class Journal:
    """The answers of a batch of so many portions; eight bytes of memory each, whatever the answers hold."""

    def __init__(self, path: Path, portions: int) -> None:
        self.tally = Tally()
        self._places = array("q", [_NOT_DONE]) * portions
        self._stream = path.open("a+b")
        self._end = self._recover()
        self._synced = time.monotonic()

    def is_done(self, number: int) -> bool:
        """True where the portion of that number has its answer."""
        return self._places[number] != _NOT_DONE

    def append(self, number: int, items: int, answer: Answer) -> None:
        """Keeps an answer; one that does not fit on the disk leaves no trace, and raises OSError."""
        content: bytes = answer.content
        header = self._header(number, content, items, answer.records, answer.errors)
        try:
            self._stream.write(header)
            self._stream.write(content)
            self._stream.flush()
        except OSError:
            self._forget_unwritten()
            raise
        self._note(number, items, answer.records, answer.errors)
        self._end += len(header) + len(content)
        if time.monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._stream.fileno())
            self._synced = time.monotonic()

    def read(self) -> Iterator[bytes]:
        """The contents of all answers in the order of the plan."""
        with open(self._stream.name, "rb") as stream:
            for place in self._places:
                if place != _NOT_DONE:
                    stream.seek(place)
                    length = _HEADER.unpack(stream.read(_HEADER.size))[3]
                    yield stream.read(length)

    def close(self) -> None:
        self._stream.close()

    @staticmethod
    def _header(number: int, content: bytes, items: int, records: int, errors: int) -> bytes:
        fields = struct.pack("<QQIII", number, len(content), items, records, errors)
        return _HEADER.pack(
            _MAGIC, zlib.crc32(content, zlib.crc32(fields)), number, len(content), items, records, errors
        )

    def _note(self, number: int, items: int, records: int, errors: int) -> None:
        self._places[number] = self._end
        self.tally.portions += 1
        self.tally.items += items
        self.tally.records += records
        self.tally.errors += errors

    def _recover(self) -> int:
        """Takes in what earlier runs left, cuts off a frame that is not whole, and gives the end of the last one."""
        self._end = 0
        self._stream.seek(0)
        while len(head := self._stream.read(_HEADER.size)) == _HEADER.size:
            magic, _check, number, length, items, records, errors = _HEADER.unpack(head)
            if magic != _MAGIC or number >= len(self._places) or self.is_done(number):
                break
            content = self._stream.read(length)
            if len(content) < length or self._header(number, content, items, records, errors) != head:
                break
            self._note(number, items, records, errors)
            self._end = self._stream.tell()
        self._stream.truncate(self._end)
        return self._end

    def _forget_unwritten(self) -> None:
        """Drops the part of a frame that went onto the disk, and what Python still holds of it."""
        name = self._stream.name
        os.truncate(name, self._end)
        raw = self._stream.detach()
        raw.close()
        self._stream = open(name, "a+b")  # noqa: SIM115 - it stays open with the journal
