"""A process that follows cameras. What strangers send is decoded in there; only plain JSON comes out.

A session's tracker keeps what it has seen, so a session stays with one process. One that crashes, hangs or outgrows its
memory is replaced, and its sessions start afresh.
"""

from __future__ import annotations

import asyncio
import json
import math
import multiprocessing
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from sudokulens.apps.server.live_protocol import problem_message
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.problem import Problem, from_error
from sudokulens.apps.server.settings import Settings
from sudokulens.errors import SudokuError

T = TypeVar("T")

START_SECONDS = 120.0
LONGEST_ANSWER = 1_000_000
_READY = b"ready"


class ProcessLost(Exception):
    """The process died at work, or was ended because it took too long."""


class LiveProcess:
    """The service's end: `answer` is awaited by sessions, which take turns."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.sessions = 0
        self.ready = False
        # A single thread: the process does one thing at a time, and the queue before it is the sessions' turn.
        self._turns = ThreadPoolExecutor(1, "live")
        self._deadline = math.inf
        self._stopped = False
        self._process: Any = None
        self._connection: Connection | None = None

    def start(self) -> Future[None]:
        """Starts the process; the future ends when its networks are loaded."""
        return self._turns.submit(self._start)

    async def answer(self, request: dict[str, Any], picture: bytes = b"") -> str:
        """The process's answer, JSON text; raises ProcessLost, and another process is then on its way."""
        turn = asyncio.get_running_loop().run_in_executor(self._turns, self._exchange, request, picture)
        try:
            return await turn
        except RuntimeError as fault:
            raise ProcessLost from fault

    async def forget(self, session: int) -> None:
        """Lets the process drop what it knows of a session that is over."""
        if self.ready:
            with suppress(ProcessLost):
                await self.answer({"session": session})

    def end_if_overdue(self) -> None:
        """Ends the process when what it does takes too long."""
        if time.monotonic() > self._deadline and self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        self._stopped = True
        self._turns.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()
            self._process.join(10)
        self._turns.shutdown()
        if self._connection is not None:
            self._connection.close()

    def _start(self) -> None:
        if self._stopped:
            return
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        limits = (self.settings.worker_memory_bytes, self.settings.live_frame_pixels)
        process = context.Process(target=follow_cameras, args=(theirs, *limits), daemon=True, name="live")
        process.start()
        theirs.close()
        self._process, self._connection = process, ours
        if self._stopped:
            process.kill()
        try:
            self.ready = self._timed(START_SECONDS, lambda: ours.recv_bytes(len(_READY))) == _READY
        except (OSError, EOFError):
            logger().error("a live process did not start")

    def _exchange(self, request: dict[str, Any], picture: bytes) -> str:
        if not self.ready:
            self._replace()
        try:
            return self._timed(self.settings.live_frame_seconds, lambda: self._send_and_receive(request, picture))
        except (OSError, EOFError) as fault:
            self.ready = False
            if not self._stopped:
                # Queued behind nothing but sessions' turns, so that the next of them finds it started.
                self._turns.submit(self._replace)
            raise ProcessLost from fault

    def _replace(self) -> None:
        if self.ready or self._stopped:
            return
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._start()

    def _send_and_receive(self, request: dict[str, Any], picture: bytes) -> str:
        if self._connection is None:
            raise EOFError
        self._connection.send_bytes(json.dumps(request).encode() + b"\n" + picture)
        return self._connection.recv_bytes(LONGEST_ANSWER).decode()

    def _timed(self, seconds: float, work: Callable[[], T]) -> T:
        self._deadline = time.monotonic() + seconds
        try:
            return work()
        finally:
            self._deadline = math.inf


def follow_cameras(connection: Connection, memory_bytes: int, max_pixels: int) -> None:
    """Run in the process: answers requests until the service closes the connection."""
    from sudokulens.apps.server.workers import prepare_worker

    prepare_worker(memory_bytes)
    import cv2

    # Sessions share the cores among processes; threads that wait for each other would only add delay.
    cv2.setNumThreads(1)
    followers: dict[int, Any] = {}
    connection.send_bytes(_READY)
    while True:
        try:
            head, _, picture = connection.recv_bytes().partition(b"\n")
            answer = _answered(followers, json.loads(head), picture, max_pixels)
            connection.send_bytes(json.dumps(answer, separators=(",", ":")).encode())
        except (EOFError, OSError):
            return


def _answered(
    followers: dict[int, Any], request: dict[str, Any], picture: bytes, max_pixels: int
) -> dict[str, Any] | None:
    from sudokulens.apps.server.live_answers import Follower

    session, frame = request["session"], request.get("frame")
    if frame is None:
        followers.pop(session, None)
        return None
    try:
        if session not in followers:
            followers[session] = Follower(max_pixels)
        view = followers[session].answer(picture, request["mode"], request["level"])
    except Problem as problem:
        return problem_message(problem, frame)
    except SudokuError as fault:
        return problem_message(from_error(fault), frame)
    except Exception as fault:
        if isinstance(fault, MemoryError):
            raise
        # A fault of ours costs this session its memory, and the others nothing.
        traceback.print_exc()
        followers.pop(session, None)
        return problem_message(Problem(500, "internal", "Something went wrong on our side."), frame)
    return {"type": "view", "frame": frame, "mode": request["mode"], "level": request["level"], **view}
