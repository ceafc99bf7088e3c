"""What runs inside a child process: one task after the other, until the parent hangs up.

Tasks arrive pickled from our own parent. An answer is two byte strings, a short head and a body: the parent decides
how to read them, and megabytes travel without being pickled.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeAlias

READY = b"ready"


class Worker(Protocol):
    """Does the work of a child process."""

    def answer(self, task: Any) -> tuple[bytes, bytes]:
        """Head and body of the answer to a task."""
        ...

    def rest(self) -> None:
        """Called after each answer was sent: time to tidy up while nobody waits."""
        ...


Prepare: TypeAlias = Callable[..., Worker]
"""Makes the worker, inside the child: sets its limits, loads what it needs. A function that can be pickled."""


def serve(connection: Connection, prepare: Prepare, arguments: tuple[Any, ...]) -> None:
    """The life of a child process."""
    # Signals reach the whole group; the parent ends its children when their work is done.
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    worker = prepare(*arguments)
    with suppress(EOFError, OSError):
        connection.send_bytes(READY)
        while True:
            # Without names for the task and its answer, they are freed before the next one comes.
            _send(connection, *worker.answer(connection.recv()))
            worker.rest()


def _send(connection: Connection, head: bytes, body: bytes) -> None:
    connection.send_bytes(head)
    connection.send_bytes(body)
