"""The journal of a batch: answers appended as they come, recovered however the run ended.

It starts with the checksum of its plan. A frame is a header and the answer's content; its checksum
tells a frame that was being written when the process ended: that one is cut off and done again. Any other fault is
damage, and a BatchError. Frames lie in the order in which portions were done; `read` gives them in that of the plan.
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
from typing import BinaryIO

from sudokulens.batch.work import Answer
from sudokulens.errors import BatchError

_FILE_MAGIC = b"SLJ2"
_HEADER = struct.Struct("<4sIQQIII")
_MAGIC = b"SLF2"
_NOT_DONE = -1
_SEARCH_BYTES = 1 << 20
WHAT_TO_DO = "put it back from a copy, or start over with --fresh, which discards what is done"
SYNC_SECONDS = 5.0
"""How often answers are forced onto the disk: what a loss of power may cost."""


@dataclass(slots=True)
class Tally:
    """What is done so far."""

    portions: int = 0
    items: int = 0
    records: int = 0
    errors: int = 0


@dataclass(frozen=True, slots=True)
class _Frame:
    number: int
    items: int
    records: int
    errors: int
    content: bytes

    @property
    def header(self) -> bytes:
        fields = (self.number, len(self.content), self.items, self.records, self.errors)
        check = zlib.crc32(self.content, zlib.crc32(struct.pack("<QQIII", *fields)))
        return _HEADER.pack(_MAGIC, check, *fields)


def _read_frame(stream: BinaryIO) -> _Frame | None:
    """The frame at the stream's position; None if it is incomplete or its checksum is wrong."""
    head = stream.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return None
    magic, _check, number, length, items, records, errors = _HEADER.unpack(head)
    left = os.fstat(stream.fileno()).st_size - stream.tell()
    if magic != _MAGIC or length > left:
        return None
    frame = _Frame(number, items, records, errors, stream.read(length))
    return frame if frame.header == head else None


class Journal:
    """The answers of a batch; takes eight bytes of memory per portion, however large the answers are.

    `plan` is the checksum of the plan. Raises BatchError for a journal of another plan, and for a damaged one.
    """

    def __init__(self, path: Path, portions: int, plan: bytes) -> None:
        self.tally = Tally()
        self._path = path
        self._places = array("q", [_NOT_DONE]) * portions
        self._stream = path.open("a+b")
        try:
            self._end = self._recover(_FILE_MAGIC + plan)
        except BaseException:
            self._stream.close()
            raise
        self._synced = time.monotonic()

    def is_done(self, number: int) -> bool:
        """True where the portion of that number has its answer."""
        return self._places[number] != _NOT_DONE

    def append(self, number: int, items: int, answer: Answer) -> None:
        """Keeps an answer; one that does not fit on the disk leaves no trace, and raises OSError."""
        frame = _Frame(number, items, answer.records, answer.errors, answer.content)
        header = frame.header
        try:
            self._stream.write(header)
            self._stream.write(frame.content)
            self._stream.flush()
        except OSError:
            self._forget_unwritten()
            raise
        self._note(frame)
        self._end += len(header) + len(frame.content)
        if time.monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._stream.fileno())
            self._synced = time.monotonic()

    def read(self) -> Iterator[bytes]:
        """The contents of all answers in the order of the plan; raises BatchError where one is missing or damaged."""
        with self._path.open("rb") as stream:
            for number, place in enumerate(self._places):
                if place == _NOT_DONE:
                    raise BatchError(
                        f"portion {number + 1} of {len(self._places)} has no answer; run the command again"
                    )
                stream.seek(place)
                frame = _read_frame(stream)
                if frame is None or frame.number != number:
                    raise self._damage(place)
                yield frame.content

    def close(self) -> None:
        self._stream.close()

    def _note(self, frame: _Frame) -> None:
        self._places[frame.number] = self._end
        self.tally.portions += 1
        self.tally.items += frame.items
        self.tally.records += frame.records
        self.tally.errors += frame.errors

    def _recover(self, opening: bytes) -> int:
        """Takes in what earlier runs left, cuts off a frame that is not whole, and gives the end of the last one."""
        self._check_opening(opening)
        self._end = len(opening)
        self._stream.seek(self._end)
        while (frame := _read_frame(self._stream)) is not None:
            if frame.number >= len(self._places) or self.is_done(frame.number):
                raise self._damage(self._end)
            self._note(frame)
            self._end = self._stream.tell()
        if self._has_frame_after(self._end):
            raise self._damage(self._end)
        self._stream.truncate(self._end)
        return self._end

    def _check_opening(self, opening: bytes) -> None:
        self._stream.seek(0)
        found = self._stream.read(len(opening))
        if found == opening:
            return
        if not opening.startswith(found):  # A part of it is what a run leaves that ended while it began.
            raise BatchError(f"{self._path} belongs to another plan, or is damaged; {WHAT_TO_DO}")
        self._stream.truncate(0)
        self._stream.write(opening)
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def _has_frame_after(self, place: int) -> bool:
        """True where a valid frame follows an invalid one: then the file is damaged, not merely cut short."""
        with self._path.open("rb") as stream:
            start = place + 1
            while True:
                stream.seek(start)
                block = stream.read(_SEARCH_BYTES + len(_MAGIC))
                at = block.find(_MAGIC)
                if at < 0:
                    if len(block) < _SEARCH_BYTES:
                        return False
                    start += _SEARCH_BYTES
                    continue
                stream.seek(start + at)
                if _read_frame(stream) is not None:
                    return True
                start += at + 1

    def _damage(self, place: int) -> BatchError:
        return BatchError(f"{self._path} is damaged at byte {place}; {WHAT_TO_DO}")

    def _forget_unwritten(self) -> None:
        """Drops the part of a frame that went onto the disk, and what Python still holds of it."""
        os.truncate(self._path, self._end)
        raw = self._stream.detach()
        raw.close()
        self._stream = self._path.open("a+b")
