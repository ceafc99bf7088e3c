"""WS /api/live: views of frames, the newest wins, limits hold, and a lost process costs one frame."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.live.answers import forget
from sudokulens.apps.server.live.process import LiveProcess
from sudokulens.apps.server.settings import Settings
from sudokulens.errors import WorkerDied
from sudokulens.puzzle.board import Board
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve
from tests.apps.server.processes import service
from tests.moving_pages import CELL, Shot, clip
from tests.pictures import flat_grid, on_page, photographed

GUIDE = Path(__file__).parents[3] / "docs/guides/server.md"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    return list(clip(Board.parse(PUZZLE), 30))


def picture(shot: Shot, kind: str = "JPEG") -> bytes:
    target = io.BytesIO()
    Image.fromarray(shot.pixels).save(target, kind, quality=85)
    return target.getvalue()


@contextlib.contextmanager
def session(client: TestClient) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect("/api/live") as socket:
        ready = socket.receive_json()
        assert ready["type"] == "ready"
        assert ready["limits"]["message_bytes"] == 2_000_000
        yield socket


def ask(socket: WebSocketTestSession, frame: bytes) -> dict[str, Any]:
    socket.send_bytes(frame)
    answer: dict[str, Any] = socket.receive_json()
    return answer


def solved(
    socket: WebSocketTestSession, shots: list[Shot], kind: str = "JPEG", field: str = "solution"
) -> tuple[dict[str, Any], Shot]:
    """The first view that shows the solution, or another field, and its frame."""
    for shot in shots:
        view = ask(socket, picture(shot, kind))
        if view.get(field):
            return view, shot
    raise AssertionError(f"the views never had a {field}")


def test_frames_become_views_with_the_solution_on_the_cells(client: TestClient, shots: list[Shot]) -> None:
    with session(client) as socket:
        view, shot = solved(socket, shots)
    assert view["type"] == "view"
    assert (view["state"], view["mode"], view["level"]) == ("solved", "solution", "nudge")
    assert view["givens"] == PUZZLE.replace(".", "0")
    assert view["entries"] == "0" * 81
    assert view["solution"] == ANSWER
    assert (view["width"], view["height"], view["size"]) == (960, 540, 9)
    assert np.abs(np.array(view["corners"]) - shot.corners).max() < 0.1 * CELL
    lattice = np.array(view["lattice"])
    assert lattice.shape == (10, 10, 2)
    assert np.abs(lattice[9, 9] - shot.corners[2]).max() < 0.1 * CELL
    assert set(view["ms"]) == {"decode", "track"}


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_frames_may_be_of_other_kinds(client: TestClient, shots: list[Shot], kind: str) -> None:
    with session(client) as socket:
        assert solved(socket, shots, kind)[0]["solution"] == ANSWER


def test_of_frames_that_come_too_fast_the_newest_is_answered(client: TestClient, shots: list[Shot]) -> None:
    frames = [picture(shot) for shot in shots[:12]]
    with session(client) as socket:
        for frame in frames:
            socket.send_bytes(frame)
        answered: list[int] = []
        while len(frames) - 1 not in answered:
            answered.append(socket.receive_json()["frame"])
    assert answered == sorted(answered)
    assert len(answered) < len(frames)


def test_a_text_message_chooses_what_is_shown(client: TestClient, shots: list[Shot]) -> None:
    with session(client) as socket:
        socket.send_json({"mode": "hint", "level": 2})
        assert socket.receive_json() == {"type": "settings", "mode": "hint", "level": "technique"}
        view, shot = solved(socket, shots, field="hint")
        assert view["hint"]["step"]["name"]
        assert "places" not in view["hint"]["step"]
        socket.send_json({"level": "full"})
        socket.receive_json()
        full = ask(socket, picture(shot))["hint"]
        assert full["step"]["places"] or full["step"]["removes"]
        assert full["text"] != view["hint"]["text"]
        socket.send_json({"mode": "check"})
        socket.receive_json()
        view = ask(socket, picture(shot))
        assert (view["mode"], view["hint"], view["wrong"]) == ("check", None, [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hint",
        "[]",
        "{}",
        "null",
        '{"mode": "magic"}',
        '{"mode": []}',
        '{"level": 0}',
        '{"level": true}',
        "[" * 5000,
    ],
)
def test_a_message_that_is_not_understood_is_told_and_changes_nothing(client: TestClient, text: str) -> None:
    with session(client) as socket:
        socket.send_text(text)
        problem = socket.receive_json()
        assert (problem["type"], problem["code"], problem["status"]) == ("problem", "invalid-message", 422)
        socket.send_json({"mode": "solution"})
        assert socket.receive_json() == {"type": "settings", "mode": "solution", "level": "nudge"}


def test_what_is_no_frame_is_told_and_the_session_goes_on(client: TestClient, shots: list[Shot]) -> None:
    good = picture(shots[0])
    large = io.BytesIO()
    Image.new("L", (2500, 2000)).save(large, "PNG")
    bad = [(b"", 415), (b"<svg/>", 415), (b"GIF89a" + bytes(60), 415), (good[:3000], 422), (large.getvalue(), 413)]
    with session(client) as socket:
        for number, (frame, status) in enumerate(bad):
            problem = ask(socket, frame)
            assert (problem["type"], problem["status"], problem["frame"]) == ("problem", status, number)
            assert problem["code"]
            assert problem["detail"]
        assert ask(socket, good)["type"] == "view"


def test_a_lost_process_costs_one_frame(client: TestClient, shots: list[Shot]) -> None:
    with session(client) as socket:
        solved(socket, shots)
        (process,) = [child for child in multiprocessing.active_children() if child.name == "live"]
        # Stopped, it hangs: the service ends it when the frame takes too long.
        os.kill(process.pid or 0, signal.SIGSTOP)
        problem = ask(socket, picture(shots[0]))
        assert (problem["status"], problem["code"], problem["frame"] > 0) == (503, "worker-lost", True)
        view, _ = solved(socket, shots)
        assert view["solution"] == ANSWER
    text = client.get("/metrics").text
    assert "sudokulens_live_workers_lost 1.0" in text
    assert "sudokulens_live_sessions 0.0" in text
    assert "sudokulens_live_frame_seconds_bucket" in text


def close_code(socket: WebSocketTestSession) -> int:
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    return closed.value.code


def test_a_message_above_the_limit_closes_the_session() -> None:
    client = TestClient(create_app(Settings(workers=1)))
    with session(client) as socket:
        socket.send_bytes(bytes(2_000_001))
        assert close_code(socket) == 1009


def test_a_session_that_sends_nothing_is_closed() -> None:
    client = TestClient(create_app(Settings(workers=1, live_idle_seconds=0.05)))
    with client.websocket_connect("/api/live") as socket:
        socket.receive_json()
        assert close_code(socket) == 4408


def test_one_session_too_many_is_refused_with_a_reason() -> None:
    client = TestClient(create_app(Settings(workers=1, live_sessions=1)))
    with session(client), client.websocket_connect("/api/live") as second:
        assert second.receive_json()["code"] == "too-many-sessions"
        assert close_code(second) == 4429
    with session(client):
        pass


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer wrong"}, {"origin": "https://elsewhere.example"}])
def test_strangers_are_refused_before_the_session_opens(headers: dict[str, str]) -> None:
    client = TestClient(create_app(Settings(workers=1, token="right")))
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect("/api/live", headers=headers):
        pass
    assert refused.value.status_code in (401, 403)
    with client.websocket_connect("/api/live", headers={"authorization": "Bearer right"}) as socket:
        assert socket.receive_json()["type"] == "ready"


def test_the_client_of_the_guide_works_and_the_service_takes_leave_when_it_stops(
    shots: list[Shot], tmp_path: Path
) -> None:
    frames = [tmp_path / f"{number}.jpg" for number in range(len(shots))]
    for file, shot in zip(frames, shots, strict=True):
        file.write_bytes(picture(shot))
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    with service("--port", "0") as (process, address):
        command = [sys.executable, "-c", example, address.replace("http", "ws") + "api/live", *map(str, frames)]
        output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
        assert "message_bytes" in output
        assert " view solved [[" in output
        with connect(address.replace("http", "ws") + "api/live") as socket:
            assert json.loads(socket.recv(30))["type"] == "ready"
            socket.send(picture(shots[0]))
            assert json.loads(socket.recv(60))["type"] == "view"
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(30)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1001
        assert process.wait(30) in (0, -signal.SIGTERM)


@pytest.mark.slow
def test_wrong_handwriting_is_named(client: TestClient) -> None:
    seven = [
        [(0.3, 0.27), (0.45, 0.25), (0.68, 0.24), (0.6, 0.42), (0.5, 0.62), (0.44, 0.82)],
        [(0.38, 0.52), (0.64, 0.5)],
    ]
    page = flat_grid(Board.parse(PUZZLE), 60).copy()
    for stroke in seven:
        points = (np.array(stroke) * 60 + (30 + 2 * 60, 30)) * 16
        cv2.polylines(page, [points.astype(np.int32)], False, (40, 60, 170), 3, cv2.LINE_AA, 4)
    shots = [Shot(photographed(on_page([page], 680, 680, seed), 4 + seed / 5), np.zeros((4, 2))) for seed in range(20)]
    with session(client) as socket:
        socket.send_json({"mode": "check"})
        socket.receive_json()
        view, _ = solved(socket, shots, field="wrong")
    assert view["wrong"] == [2]
    assert view["entries"] == "007" + "0" * 78
    assert view["solution"] == ANSWER


def test_frames_that_end_one_process_after_the_other_end_their_session() -> None:
    class Killed(LiveProcess):
        """A process that no frame leaves alive."""

        async def answer(self, session: int, frame: int, chosen: tuple[str, str], picture: bytes) -> str:
            raise WorkerDied("was lost")

    app = create_app(Settings(workers=1))
    app.state.live._processes = [Killed(app.state.settings)]
    with session(TestClient(app)) as socket:
        for _ in range(4):
            assert ask(socket, b"hostile")["code"] == "worker-lost"
        assert close_code(socket) == 4503


def test_sessions_that_are_over_take_one_turn_together_and_those_without_a_frame_none() -> None:
    asked: list[tuple[int, ...]] = []

    class Asked(LiveProcess):
        """A process that is always ready, and tells what it is asked for."""

        ready = True

        async def _exchange(self, work: Any, arguments: Any) -> bytes:
            if work is forget:
                asked.append(arguments)
            await asyncio.sleep(0)
            return b"{}"

    async def story() -> None:
        process = Asked(Settings(workers=1))
        await asyncio.gather(*(process.forget(number) for number in range(5)))
        assert asked == []
        for number in range(100):
            await process.answer(number, 0, ("solution", "nudge"), b"")
        async with process._turn:
            over = [asyncio.ensure_future(process.forget(number)) for number in range(100)]
            await asyncio.sleep(0)
        await asyncio.gather(*over)
        assert asked == [tuple(range(100))]
        await process.answer(200, 0, ("solution", "nudge"), b"")
        await process.forget(200)
        assert asked[1:] == [(200,)]

    asyncio.run(story())


def test_sessions_do_not_mix(client: TestClient, shots: list[Shot]) -> None:
    other = random_puzzle(11)
    answer = solve(other).board
    assert answer
    with session(client) as first, session(client) as second:
        found: list[set[str]] = [set(), set()]
        for one, two in zip(shots, clip(other, len(shots)), strict=True):
            for socket, shot, seen in zip((first, second), (one, two), found, strict=True):
                seen.add(ask(socket, picture(shot))["solution"])
    assert found[0] - {None} == {ANSWER}
    assert found[1] - {None} == {"".join(map(str, answer.values))}


def test_damaged_frames_are_each_answered_and_leave_the_session_alive(client: TestClient, shots: list[Shot]) -> None:
    chance = random.Random(7)
    good = picture(shots[0])
    with session(client) as socket:
        for number in range(40):
            frame = bytearray(good)
            for _ in range(chance.choice((1, 20, 400))):
                frame[chance.randrange(len(frame))] = chance.randrange(256)
            answer = ask(socket, bytes(frame[: chance.choice((len(frame), len(frame) // 2))]))
            assert answer["type"] in ("view", "problem")
            assert answer["frame"] == number
            assert answer.get("status", 200) < 500
            assert answer.get("solution") in (None, ANSWER)
        assert solved(socket, shots)[0]["solution"] == ANSWER
