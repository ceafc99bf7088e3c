"""A process that looks into PDF documents for the plan: a document that kills it costs nothing but its own item."""

from __future__ import annotations

from types import TracebackType

from sudokulens.batch.pdf import require_pdf
from sudokulens.batch.pool import LocalPool
from sudokulens.batch.portion import Portion
from sudokulens.batch.settings import Settings
from sudokulens.batch.supervise import finished_portions
from sudokulens.errors import SudokuError, WorkerDied


class Lookout:
    """Tells the number of pages of documents; its process starts with the first one."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool: LocalPool | None = None

    def __enter__(self) -> Lookout:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool:
            self._pool.close()

    def pages(self, source: str) -> int:
        """How many pages the document has; raises FileError, WorkerDied, or MissingExtra."""
        if self._pool is None:
            require_pdf()
            self._pool = LocalPool(self._settings, 1)
        portion = Portion("look", source, 1)
        for done in finished_portions(self._pool, [(0, portion)], self._settings, tries=1):
            if done is not None:
                found = done.answer.content
                if isinstance(found, SudokuError):
                    raise found
                if isinstance(found, int):
                    return found
        raise WorkerDied("the process that looked into the document ended")
