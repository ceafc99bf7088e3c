"""Pages of PDF documents as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from sudokulens.errors import FileError, MissingExtra

DOTS_PER_INCH = 200
"""A small printed puzzle, 5 cm across, is then 40 pixels a cell."""
MAX_SIDE_PIXELS = 5000
_POINTS_PER_INCH = 72


def require_pdf() -> None:
    """Raises MissingExtra where PDF documents cannot be opened."""
    try:
        import pypdfium2  # noqa: F401
    except ImportError:
        raise MissingExtra("reading PDF documents", "batch") from None


@contextmanager
def opened_document(stream: BinaryIO) -> Iterator[Any]:
    """The document; raises FileError for one that is damaged or locked."""
    require_pdf()
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(stream)
    except pypdfium2.PdfiumError as fault:
        raise FileError(_reason(str(fault))) from fault
    try:
        yield document
    finally:
        document.close()


def _reason(text: str) -> str:
    locked = "password" in text.lower()
    return "the PDF document is locked with a password" if locked else f"the PDF document is damaged: {text}"


def page_count(stream: BinaryIO) -> int:
    """How many pages a document has."""
    with opened_document(stream) as document:
        return len(document)


def page_picture(document: Any, index: int) -> Any:
    """The page, counted from 0, as a Pillow image; raises FileError."""
    import pypdfium2

    try:
        page = document[index]
        longest = max(page.get_size())
        if not longest > 0:
            raise FileError(f"page {index + 1} of the PDF document has no size")
        scale = min(DOTS_PER_INCH / _POINTS_PER_INCH, MAX_SIDE_PIXELS / longest)
        image = page.render(scale=scale).to_pil().convert("RGB")
        page.close()
    except (pypdfium2.PdfiumError, ValueError, IndexError) as fault:
        raise FileError(f"page {index + 1} of the PDF document is damaged: {fault}") from fault
    return image
