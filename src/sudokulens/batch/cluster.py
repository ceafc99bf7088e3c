"""Workers of a Ray cluster: an actor a core, each with its own weights, replaced when its process or machine dies."""

from __future__ import annotations

import atexit
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, TypeVar

from sudokulens.batch.crew import Event, longest_time
from sudokulens.batch.portion import Piece
from sudokulens.batch.settings import Settings
from sudokulens.errors import BatchError, MissingExtra

T = TypeVar("T")
MAX_START_SECONDS = 300.0
"""Seconds without a single worker after which the job gives up on the cluster."""
MAX_ANSWER_SECONDS = 10.0
"""Seconds that the cluster's address has to answer."""
STALL_SECONDS = 60.0
"""How long one call to Ray may take beyond what it was asked to wait: a healthy agent answers within milliseconds."""
FETCH_SECONDS = 60.0
"""How long an answer may take to be fetched from the machine that holds it."""

_KEPT = "what is done is kept: run the same command again to go on"


@dataclass(slots=True)
class _Actor:
    handle: Any
    pending: Any
    """Ray's reference to what the actor is doing: starting, at first."""
    ready: bool = False
    piece: Piece | None = None
    since: float = field(default_factory=time.monotonic)


class RayCrew:
    """A crew of Ray actors on the cluster at `address`, or on one of this machine's own where that is "local"."""

    def __init__(self, settings: Settings, address: str, count: int | None = None) -> None:
        self._ray = _imported()
        self._caller = PatientCaller(STALL_SECONDS)
        self._own = not self._ray.is_initialized()
        """False where the caller was connected already: then that connection is used, and left open."""
        if self._own:
            _connect(self._ray, address, count)
        self._settings = settings
        self._make = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(RayWorker)
        self._alive = time.monotonic()
        cores = int(self._caller.call(self._ray.cluster_resources).get("CPU", 1))
        self._actors = [self._start() for _ in range(count or cores)]

    @property
    def has_room(self) -> bool:
        return any(actor.ready and actor.piece is None for actor in self._actors)

    def submit(self, piece: Piece) -> None:
        actor = next(actor for actor in self._actors if actor.ready and actor.piece is None)
        actor.piece, actor.since = piece, time.monotonic()
        actor.pending = self._caller.call(lambda: actor.handle.work.remote(piece))

    def wait(self, seconds: float) -> list[Event]:
        busy = {actor.pending: actor for actor in self._actors if actor.pending is not None}
        done = self._caller.call(lambda: self._done(list(busy), seconds), seconds)
        events = [self._receive(busy[reference]) for reference in done]
        events += [self._end_if_stuck(actor) for actor in self._actors]
        self._check_alive()
        return [event for event in events if event is not None]

    def _done(self, references: list[Any], seconds: float) -> list[Any]:
        """Those that have an answer, after waiting for at most that long for the first."""
        self._ray.wait(references, num_returns=1, timeout=seconds)
        done, _ = self._ray.wait(references, num_returns=len(references), timeout=0)
        return list(done)

    def close(self) -> None:
        """Ends the workers; an agent that no longer answers is abandoned."""
        actors, self._actors = self._actors, []
        with suppress(BatchError):
            self._caller.call(lambda: [self._ray.kill(actor.handle) for actor in actors])
            if self._own:
                self._caller.call(self._ray.shutdown)
        if self._own and self._caller.stalled:
            # Ray's exit handler would wait for the agent forever.
            atexit.unregister(self._ray.shutdown)

    def _start(self) -> _Actor:
        handle = self._caller.call(lambda: self._make.remote(self._settings))
        return _Actor(handle, self._caller.call(handle.ready.remote))

    def _receive(self, actor: _Actor) -> Event | None:
        try:
            # With a time limit, which is a RayError: the machine that holds the answer may have stopped.
            answer = self._caller.call(lambda: self._ray.get(actor.pending, timeout=FETCH_SECONDS), FETCH_SECONDS)
        except self._ray.exceptions.RayActorError as fault:
            return self._replace(actor, f"was lost ({_first_line(fault)})")
        except self._ray.exceptions.RayError as fault:  # Its answer was lost with the machine that held it.
            return self._replace(actor, f"lost its answer ({_first_line(fault)})")
        actor.pending = None
        self._alive = time.monotonic()
        if not actor.ready:
            actor.ready = True
            return None
        piece, actor.piece = actor.piece, None
        return Event(piece, answer) if piece else None

    def _end_if_stuck(self, actor: _Actor) -> Event | None:
        if actor.piece is None or time.monotonic() - actor.since < longest_time(actor.piece, self._settings):
            return None
        return self._replace(actor, "took too long and was ended", overran=True)

    def _replace(self, actor: _Actor, reason: str, overran: bool = False) -> Event | None:
        self._caller.call(lambda: self._ray.kill(actor.handle))
        self._actors[self._actors.index(actor)] = self._start()
        return Event(actor.piece, None, reason, overran) if actor.piece else None

    def _check_alive(self) -> None:
        """Raises BatchError where no worker can start: no machine is left, there is no room, or they cannot run us."""
        if any(actor.ready for actor in self._actors):
            self._alive = time.monotonic()
        elif not any(machine["Alive"] for machine in self._caller.call(self._ray.nodes)):
            raise BatchError(f"no machine of the Ray cluster is left: they have stopped answering; {_KEPT}")
        elif time.monotonic() - self._alive > MAX_START_SECONDS:
            hint = "is sudokulens installed on its machines, and are their cores free?"
            raise BatchError(f"no worker of the Ray cluster has started within {MAX_START_SECONDS:g} s; {hint}")


class PatientCaller:
    """Makes calls that may never return, in a thread of its own; one that takes too long is a BatchError."""

    def __init__(self, seconds: float) -> None:
        self.stalled = False
        self._seconds = seconds
        self._calls: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        # A daemon: it must not keep Python from ending.
        threading.Thread(target=self._serve, name="ray", daemon=True).start()

    def call(self, work: Callable[[], T], expected: float = 0.0) -> T:
        """What the call returns; it may take the stall limit longer than `expected` seconds."""
        if self.stalled:
            raise self._stall()
        answer: Future[T] = Future()
        self._calls.put((work, answer))
        try:
            return answer.result(self._seconds + expected)
        except FutureTimeout:
            if answer.done():
                raise  # The call itself raised it.
            self.stalled = True
            raise self._stall() from None

    def _stall(self) -> BatchError:
        return BatchError(f"the Ray cluster has not answered for {self._seconds:g} s; {_KEPT}")

    def _serve(self) -> None:
        while True:
            work, answer = self._calls.get()
            try:
                answer.set_result(work())
            except BaseException as fault:
                answer.set_exception(fault)


class RayWorker:
    """What runs on the cluster; weights are loaded once, with the first picture."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def ready(self) -> bool:
        """True, once the process is there."""
        return True

    def work(self, piece: Piece) -> Any:
        """The answer to a piece."""
        from sudokulens.batch.work import work

        return work(piece, self._settings)


def _imported() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtra("working on a cluster", "cluster") from None
    return ray


def _connect(ray: Any, address: str, count: int | None) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    with _own_handlers():
        try:
            if address == "local":
                # Named, or Ray would join a cluster that someone else has started on this machine.
                ray.init(address="local", num_cpus=count, include_dashboard=False, **quiet)
            else:
                _check_reachable(address)
                ray.init(address=address, **quiet)
        except (OSError, RuntimeError, ValueError, AssertionError) as fault:
            raise BatchError(f"the Ray cluster {address!r} cannot be used: {_first_line(fault)}") from fault


@contextmanager
def _own_handlers() -> Iterator[None]:
    """Keeps what this process does on SIGTERM, which Ray would replace."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _check_reachable(address: str) -> None:
    """Raises OSError immediately where nothing answers; Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=MAX_ANSWER_SECONDS).close()


def _first_line(fault: BaseException) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0][:200]
