"""Zip files: which members to read, and their bytes, with bombs and malformed members refused."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from sudokulens.batch.sources import known_kind, open_file
from sudokulens.errors import FileError

MAX_MEMBER_BYTES = 128 * 2**20
"""Unpacked bytes of one file; what is announced and what comes out are both held to it."""
MAX_MEMBERS = 1_000_000
MAX_COMPRESSION_RATIO = 1000
"""Times that a member of some size may be larger than its packed form; real files stay well below 200."""
_RATIO_FROM = 2**20
_FAULTS = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError)


@contextmanager
def opened_archive(source: str, folder: str) -> Iterator[zipfile.ZipFile]:
    """The zip file; raises FileError if it is damaged or not a zip file."""
    with open_file(source, folder) as stream:
        try:
            archive = zipfile.ZipFile(stream)
        except (*_FAULTS, NotImplementedError, UnicodeDecodeError) as fault:
            raise FileError(f"the zip file is damaged: {fault}") from fault
        with archive:
            yield archive


class ArchiveShelf:
    """Keeps the archive that was used last open: reading the list of a large one for every portion takes too long."""

    def __init__(self) -> None:
        self._name: tuple[str, str] | None = None
        self._archive: zipfile.ZipFile | None = None
        self._open = ExitStack()

    def archive(self, source: str, folder: str) -> zipfile.ZipFile:
        """The zip file; raises FileError."""
        if self._archive is None or self._name != (source, folder):
            self.close()
            self._archive = self._open.enter_context(opened_archive(source, folder))
            self._name = source, folder
        return self._archive

    def close(self) -> None:
        self._archive = None
        self._open.close()


def member_names(source: str, folder: str) -> list[str]:
    """The members of known kinds in the order of the archive, each name once; raises FileError."""
    with opened_archive(source, folder) as archive:
        names = archive.namelist()
        if len(names) > MAX_MEMBERS:
            raise FileError(f"the zip file has more than {MAX_MEMBERS} members")
        return [name for name in dict.fromkeys(names) if _is_wanted(name)]


def _is_wanted(name: str) -> bool:
    parts = name.split("/")
    return bool(known_kind(name)) and "__MACOSX" not in parts and not parts[-1].startswith(".")


def member_bytes(archive: zipfile.ZipFile, name: str) -> bytes:
    """The unpacked member; raises FileError for one that is locked, damaged, a bomb, or one of several of that name."""
    if len(archive.filelist) > len(archive.NameToInfo) and archive.namelist().count(name) > 1:
        raise FileError("the archive holds several files of this name; unpack them under different ones")
    info = archive.getinfo(name)
    if info.flag_bits & 1:
        raise FileError("the file in the archive is locked with a password")
    if info.file_size > MAX_MEMBER_BYTES:
        raise FileError(_too_large())
    if info.file_size > _RATIO_FROM and info.file_size > MAX_COMPRESSION_RATIO * info.compress_size:
        raise FileError(
            f"the file in the archive is packed more than {MAX_COMPRESSION_RATIO} to one, as only a bomb is"
        )
    try:
        with archive.open(info) as stream:
            content = stream.read(MAX_MEMBER_BYTES + 1)
    except (*_FAULTS, NotImplementedError) as fault:
        raise FileError(f"the file in the archive is damaged: {fault}") from fault
    if len(content) > MAX_MEMBER_BYTES:
        raise FileError(_too_large())
    return content


def _too_large() -> str:
    return f"the file in the archive is larger than {MAX_MEMBER_BYTES // 2**20} MiB; unpack it first"
