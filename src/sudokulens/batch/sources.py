"""Files by name: folders, globs and addresses (s3://…, through fsspec) become names of files, and names are opened."""

from __future__ import annotations

import codecs
import glob
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, BinaryIO, Literal, TypeAlias, cast

from sudokulens.errors import BatchError, FileError, MissingExtra
from sudokulens.puzzle.formats import FORMATS

FileKind: TypeAlias = Literal["picture", "pdf", "zip", "text"]

_SUFFIXES: dict[FileKind, str] = {
    "picture": ".jpg .jpeg .jpe .png .webp .gif .bmp .tif .tiff .heic .heif .avif",
    "pdf": ".pdf",
    "zip": ".zip",
    "text": " ".join(sorted({".sudoku", *(form.suffix for form in FORMATS)})),
}
KIND_OF_SUFFIX: dict[str, FileKind] = {suffix: kind for kind, listed in _SUFFIXES.items() for suffix in listed.split()}
_SIGNATURES: tuple[tuple[bytes, FileKind], ...] = ((b"%PDF", "pdf"), (b"PK\x03\x04", "zip"), (b"PK\x05\x06", "zip"))
_HEAD = 1024


def files_from(arguments: Iterable[str], folder: str = "") -> Iterator[tuple[str, FileKind]]:
    """The files that the arguments stand for, always in the same order, with their kinds.

    Relative names are sought in `folder`. Of folders, files with other suffixes are left out; a file that is named
    is looked into where its suffix tells nothing. Raises BatchError for an argument that stands for nothing.
    """
    for argument in arguments:
        found = False
        for name, kind in _files(argument, folder):
            found = True
            yield name, kind
        if not found:
            raise BatchError(f"{argument!r} stands for no picture, PDF, zip or text file")


def _files(argument: str, folder: str) -> Iterator[tuple[str, FileKind]]:
    if is_address(argument):
        yield from _addressed(argument)
        return
    path = os.path.join(folder, argument)
    if os.path.isdir(path):
        yield from _walk(argument, folder)
    elif os.path.lexists(path):
        yield argument, kind_of(argument, folder)
    elif glob.has_magic(argument):
        for name in sorted(glob.iglob(argument, root_dir=folder or None, recursive=True)):
            yield from _files(name, folder)
    else:
        raise BatchError(f"there is no file or folder {argument!r}")


def _walk(top: str, folder: str) -> Iterator[tuple[str, FileKind]]:
    base = os.path.join(folder, top)
    closed: list[OSError] = []
    for path, inner, names in os.walk(base, onerror=closed.append):
        inner.sort()
        inner[:] = [name for name in inner if not name.startswith(".")]
        for name in sorted(names):
            kind = known_kind(name)
            if kind and not name.startswith("."):
                yield os.path.normpath(os.path.join(top, os.path.relpath(path, base), name)), kind
    for fault in closed:  # A folder that cannot be listed is an item that fails, not one that is passed over.
        yield os.path.normpath(os.path.join(top, os.path.relpath(fault.filename, base))), "picture"


def _addressed(address: str) -> Iterator[tuple[str, FileKind]]:
    system, path = _file_system(address)
    try:
        if glob.has_magic(path):
            names = system.glob(path)
        else:
            names = system.find(path) if system.isdir(path) else [path]
    except Exception as fault:  # Every storage has errors of its own.
        raise BatchError(f"{address} cannot be listed: {fault}") from fault
    for name in sorted(names):
        if kind := known_kind(name):
            yield str(system.unstrip_protocol(name)), kind


def known_kind(name: str) -> FileKind | None:
    """The kind that the file's suffix tells."""
    return KIND_OF_SUFFIX.get(PurePath(name).suffix.lower())


def kind_of(name: str, folder: str = "") -> FileKind:
    """The kind of a file that was named, by its suffix or else its first bytes; one of no known kind is a picture."""
    if kind := known_kind(name):
        return kind
    try:
        with open_file(name, folder) as stream:
            return kind_of_bytes(stream.read(_HEAD))
    except FileError:
        return "picture"


def kind_of_bytes(head: bytes) -> FileKind:
    """The kind of a file that begins so."""
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            return kind
    try:
        # A decoder of the incremental kind does not mind a character that the head cuts in two.
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(head)
        is_text = bool(text.strip()) and "\0" not in text
    except UnicodeDecodeError:
        is_text = False
    return "text" if is_text else "picture"


def open_file(name: str, folder: str = "") -> BinaryIO:
    """The file, opened for reading bytes; raises FileError."""
    try:
        if is_address(name):
            system, path = _file_system(name)
            return cast(BinaryIO, system.open(path, "rb"))
        return _open_local(os.path.join(folder, name))
    except (FileError, MissingExtra):
        raise
    except Exception as fault:  # Every storage has errors of its own.
        reason = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        raise FileError(f"the file cannot be opened: {reason}") from fault


def _open_local(path: str) -> BinaryIO:
    # Without O_NONBLOCK, opening a named pipe among the files would block forever.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    stream = os.fdopen(descriptor, "rb") if _is_regular(descriptor) else None
    if stream is None:
        os.close(descriptor)
        raise FileError("this is not a regular file")
    return stream


def _is_regular(descriptor: int) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def is_address(name: str) -> bool:
    """True for names like s3://bucket/page.png."""
    return "://" in name


def _file_system(address: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise MissingExtra("reading from object storage", "batch") from None
    try:
        system, path = fsspec.core.url_to_fs(address)
    except ImportError as fault:  # fsspec says which package the protocol needs
        raise BatchError(str(fault)) from fault
    except ValueError as fault:
        raise BatchError(f"{address}: {fault}") from fault
    return system, path
