"""A desk whose work is done by another worker, which gets it as a message and answers with one.

Both ends run this package, each with a scanner of its own. Messages are pickles that can name nothing but our own
types, the work of a tracker, arrays and exceptions. What the tracker knows by identity, the frame and its puzzles, is
not replaced by copies when it comes back in an answer.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from sudokulens.live.desk import Work
from sudokulens.live.puzzle import Memory
from sudokulens.live.sight import Picture
from sudokulens.scanner import Scanner

Post: TypeAlias = Callable[[bytes], None]
Receive: TypeAlias = Callable[[], bytes | None]

_OURS = __name__.partition(".")[0]
_PLAIN = frozenset(
    [("collections", "deque")]
    + [("numpy", name) for name in ("ndarray", "dtype", "_frombuffer", "_reconstruct", "scalar")]
)
_WORK = frozenset(
    (f"{_OURS}.live.{module}", name)
    for module, names in {
        "search": ("search", "search_elsewhere"),
        "compare": ("compare", "second_look", "still_look"),
        "again": ("read_again",),
        "tracker": ("hint_for",),
    }.items()
    for name in names
)
"""What a tracker hands out."""

_SCANNER = "scanner"
"""Stands for the scanner at either end."""


class Elsewhere:
    """Sends work with `post`; `receive` gives the answer once it has come."""

    def __init__(self, scanner: Scanner, post: Post, receive: Receive) -> None:
        self._scanner, self._post, self._receive = scanner, post, receive
        self._open: tuple[list[object], Callable[[Any], None]] | None = None

    @property
    def busy(self) -> bool:
        return self._open is not None

    def hand(self, work: Work, then: Callable[[Any], None]) -> None:
        if self._open is not None:
            raise RuntimeError("one piece of work at a time")
        known = _known_by_identity(work)
        self._post(_packed((known, work), [self._scanner], [_SCANNER]))
        self._open = (known, then)

    def collect(self) -> None:
        """Delivers the answer if it has come; raises here what the work raised."""
        if self._open is None or (answer := self._receive()) is None:
            return
        known, then = self._open
        self._open = None
        result, fault = _unpacked(answer, dict(enumerate(known)))
        if fault is not None:
            raise fault
        then(result)

    def close(self) -> None:
        """Forgets what is still on its way."""
        self._open = None


def do(message: bytes, scanner: Scanner) -> bytes:
    """The other end: does the work in a message and gives back the answer to send."""
    known, (work, *arguments) = _unpacked(message, {_SCANNER: scanner})
    result: Any = None
    fault: Exception | None = None
    try:
        result = work(*arguments)
    except Exception as raised:
        fault = raised
    return _packed((result, fault), known, range(len(known)))


def _known_by_identity(work: Work) -> list[object]:
    """The frame and the puzzles that an answer may refer to."""
    known: list[object] = []
    for argument in work:
        if isinstance(argument, Picture):
            known.append(argument)
        elif isinstance(argument, Memory):
            known.extend(argument.puzzles)
    return known


def _packed(content: object, known: Sequence[object], names: Sequence[object]) -> bytes:
    """The content as a pickle in which known objects are names."""
    target = io.BytesIO()
    pickler = _Pickler(target, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.names = {id(thing): name for thing, name in zip(known, names, strict=True)}
    pickler.dump(content)
    return target.getvalue()


def _unpacked(message: bytes, named: dict[Any, object]) -> Any:
    unpickler = _Unpickler(io.BytesIO(message))
    unpickler.named = named
    return unpickler.load()


class _Pickler(pickle.Pickler):
    names: dict[int, object]

    def persistent_id(self, thing: Any) -> Any:
        return self.names.get(id(thing))


class _Unpickler(pickle.Unpickler):
    named: dict[Any, object]

    def find_class(self, module: str, name: str) -> Any:
        """Our own types, the work of a tracker, what arrays are made of, and exceptions."""
        if (module.partition(".")[0], name) in _PLAIN or (module, name) in _WORK:
            return super().find_class(module, name)
        found = super().find_class(module, name) if module.partition(".")[0] in (_OURS, "builtins") else None
        if isinstance(found, type) and (module != "builtins" or issubclass(found, Exception)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a message")

    def persistent_load(self, name: Any) -> Any:
        return self.named[name]
