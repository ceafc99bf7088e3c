"""Handing out portions until every one has its answer, whatever happens to workers.

A piece whose worker died is cut in two, and again, until the item to blame is alone; that is tried a few times more,
and then its outcome is the error WorkerDied. One whose worker took too long is done item by item, and an item that
takes too long is not tried again: it has one time limit, not several.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudokulens.batch.crew import Crew, Event, longest_time
from sudokulens.batch.portion import Piece, Portion
from sudokulens.batch.settings import Settings
from sudokulens.batch.work import Answer, failure_answer
from sudokulens.batch.writers import join
from sudokulens.errors import WorkerDied

TRIES = 3
_WAIT = 0.5


@dataclass(frozen=True, slots=True)
class Finished:
    """A portion with its answer."""

    number: int
    portion: Portion
    answer: Answer


def finished_portions(
    crew: Crew,
    portions: Iterable[tuple[int, Portion]],
    settings: Settings,
    *,
    tries: int = TRIES,
    ahead: int | None = None,
) -> Iterator[Finished | None]:
    """Every portion with its answer, in order of completion; None at intervals while none is ready.

    With `ahead`, no portion is begun that is so many behind the first one that is not done.
    """
    desk = _Desk(iter(portions), settings, tries, ahead)
    while True:
        while crew.has_room and (piece := desk.next_piece()) is not None:
            crew.submit(piece)
        if desk.is_empty:
            return
        events = crew.wait(_WAIT)
        for event in events:
            if (done := desk.take(event)) is not None:
                yield done
        if not events:
            yield None


class _Desk:
    """Which portions are being worked on, and the answers of those that were cut in pieces."""

    def __init__(
        self, portions: Iterator[tuple[int, Portion]], settings: Settings, tries: int, ahead: int | None
    ) -> None:
        self.open: dict[int, dict[int, tuple[int, Answer]]] = {}
        """Portions begun and not done: by the start of their pieces, how many items these have and the answers."""
        self._portions, self._settings, self._tries, self._ahead = portions, settings, tries, ahead
        self._again: deque[Piece] = deque()
        self._next: tuple[int, Portion] | None = next(portions, None)

    @property
    def is_empty(self) -> bool:
        """True when every portion has its answer."""
        return not self.open and self._next is None

    def next_piece(self) -> Piece | None:
        if self._again:
            return self._again.popleft()
        if self._next is None or (self._ahead and self.open and self._next[0] - min(self.open) >= self._ahead):
            return None
        number, portion = self._next
        self._next = next(self._portions, None)
        self.open[number] = {}
        return Piece.whole(number, portion)

    def take(self, event: Event) -> Finished | None:
        """Takes in what came back; the portion, if that was all it lacked."""
        piece, answer = event.piece, event.answer
        if answer is None:
            answer = self._timed_out(piece) if event.overran else self._retried(piece, event.reason)
        return self._completed(piece, answer) if answer is not None else None

    def _retried(self, piece: Piece, reason: str) -> Answer | None:
        """Puts the piece up again, in halves where it has several items; its failure once it was tried enough."""
        if len(piece) > 1:
            self._again.extendleft(reversed(piece.halves()))
            return None
        if piece.tries + 1 < self._tries:
            self._again.appendleft(piece.again())
            return None
        fault = WorkerDied(f"the worker {reason} while it had this item, {self._tries} times in a row")
        return failure_answer(piece, fault, self._settings)

    def _timed_out(self, piece: Piece) -> Answer | None:
        if len(piece) > 1:
            self._again.extendleft(reversed(piece.singles()))
            return None
        limit = longest_time(piece, self._settings)
        return failure_answer(piece, WorkerDied(f"this item took longer than {limit:g} s"), self._settings)

    def _completed(self, piece: Piece, answer: Answer) -> Finished | None:
        parts = self.open[piece.number]
        parts[piece.start] = len(piece), answer
        if sum(length for length, _ in parts.values()) < piece.portion.count:
            return None
        del self.open[piece.number]
        answers = [part for _, (_, part) in sorted(parts.items())]
        return Finished(piece.number, piece.portion, _joined(answers, self._settings))


def _joined(answers: list[Answer], settings: Settings) -> Answer:
    if len(answers) == 1:
        return answers[0]
    content = join([answer.content for answer in answers], settings.form)
    return Answer(content, sum(answer.records for answer in answers), sum(answer.errors for answer in answers))
