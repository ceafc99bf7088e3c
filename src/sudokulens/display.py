"""How objects show themselves in a notebook.

Boards, solutions and scans live in rooms that know nothing of drawing. They inherit one of the classes below; the
painters are registered from above, by `sudokulens.drawing.notebook`, which the package imports on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Painter = Callable[[Any], "str | bytes | None"]
_Paint = TypeVar("_Paint", bound=Painter)

_painters: dict[type, Painter] = {}
_loaders: list[Callable[[], None]] = []


def shows(kind: type) -> Callable[[_Paint], _Paint]:
    """Registers the decorated function as what paints objects of that type."""

    def register(painter: _Paint) -> _Paint:
        _painters[kind] = painter
        return painter

    return register


def load_with(loader: Callable[[], None]) -> None:
    """Calls `loader` once, when the first object is to be shown: it registers the painters."""
    _loaders.append(loader)


def painted(shown: object) -> Any:
    """What the painter of the object's type makes of it; None where there is nothing to show."""
    while _loaders:
        _loaders.pop()()
    painter = _painters.get(type(shown))
    return painter(shown) if painter else None


class ShownAsSvg:
    """Shown as a drawing."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        found: str | None = painted(self)
        return found


class ShownAsHtml:
    """Shown as a drawing with words."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        found: str | None = painted(self)
        return found


class ShownAsPng:
    """Shown as a picture."""

    __slots__ = ()

    def _repr_png_(self) -> bytes | None:
        found: bytes | None = painted(self)
        return found
