"""POST /api/scan: what it answers to good, empty, broken and hostile uploads."""

from __future__ import annotations

import base64
import io
import json
import os
import signal
import time
from dataclasses import replace

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from sudokulens import draw, to_png
from sudokulens.apps.answers import pictures as picture_answers
from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.schemas import ScanAnswer
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.workers.pool import Workers
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.fields import from_fields
from sudokulens.reading.decode import decode
from sudokulens.reading.details import MarkPlace
from sudokulens.reading.reading import Ink
from sudokulens.scanned import Scan, ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.solving.variants import random_variant
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from tests.pictures import flat_grid, on_page, photographed
from tests.reading.simulation import simulate

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def encoded(pixels: np.ndarray, kind: str = "PNG") -> bytes:
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, kind)
    return target.getvalue()


@pytest.fixture(scope="module")
def photo() -> bytes:
    return encoded(photographed(on_page([flat_grid(Board.parse(PUZZLE), 60)], 640, 640), 20), "JPEG")


def test_a_raw_photo_gives_what_the_command_line_gives(client: TestClient, photo: bytes) -> None:
    answer = client.post("/api/scan", content=photo, headers={"content-type": "image/jpeg"})
    assert answer.status_code == 200
    found = answer.json()
    expected = json.loads(json.dumps(Scanner()(photo).as_dict()))
    (grid,) = found["grids"]
    assert {key: grid[key] for key in expected["grids"][0]} == expected["grids"][0]
    assert {key: found[key] for key in ("width", "height", "error")} == {
        key: expected[key] for key in ("width", "height", "error")
    }
    assert grid["givens"] == PUZZLE.replace(".", "0")
    assert grid["solution"] == ANSWER
    assert Board.parse(grid["board"]) == Board.parse(PUZZLE)
    assert "overlay" not in found
    assert "hint" not in grid


def test_the_multipart_field_is_read_and_its_name_never_repeated(client: TestClient, photo: bytes) -> None:
    answer = client.post("/api/scan", files={"image": ("<secret>.jpg", photo, "image/jpeg")})
    assert answer.json()["grids"][0]["solution"] == ANSWER
    assert "secret" not in answer.text


def test_a_picture_that_was_opened_smaller_is_answered_in_its_own_pixels(
    photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = picture_answers.scan_answer(photo, 4_000_000, False, None)
    monkeypatch.setattr(picture_answers, "WORK_PIXELS", 400_000)
    smaller, _ = picture_answers.scan_answer(photo, 4_000_000, False, None)
    assert (smaller["width"], smaller["height"]) == (whole["width"], whole["height"])
    np.testing.assert_allclose(smaller["grids"][0]["corners"], whole["grids"][0]["corners"], atol=6)
    assert smaller["grids"][0]["solution"] == ANSWER


def test_overlay_and_hint_come_on_request(client: TestClient, photo: bytes) -> None:
    found = client.post("/api/scan?overlay=true&hint=pattern", content=photo).json()
    head, _, data = found["overlay"].partition(",")
    assert head == "data:image/jpeg;base64"
    with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
        assert picture.size == (found["width"], found["height"])
    hint = found["grids"][0]["hint"]
    assert hint["kind"] == "step"
    assert "places" not in hint["step"], "the level 'pattern' does not give the conclusion away"


def test_grids_that_share_boxes_come_as_one_board_too(client: TestClient) -> None:
    samurai = random_variant(["samurai"], seed=1, minimal=False)
    found = client.post(
        "/api/scan", content=to_png(draw(samurai, candidates=False, edge="none"), cell_pixels=56)
    ).json()
    ScanAnswer.model_validate(found)
    (joined,) = found["joined"]
    assert from_fields(joined["fields"]) == Board.parse(joined["board"]) == samurai
    solved = client.post("/api/solve", json={"board": joined["fields"]}).json()
    assert solved["solution"] == joined["solution"]


def test_corner_marks_are_part_of_the_described_answer() -> None:
    """Read by simulation: the answer's model forbids fields that it does not describe."""
    read = simulate(PUZZLE)
    ink, marks, places = read.ink.copy(), np.full((81, 9), 1e-6, np.float32), np.zeros((81, 3), np.float32)
    ink[2], marks[2, [0, 3]], places[:, MarkPlace.CORNERS] = np.eye(4)[Ink.MARK], 0.999, 1.0
    noted = replace(read, ink=ink, marks=marks, mark_places=places)
    place = GridLocation.from_corners([[0, 0], [360, 0], [360, 360], [0, 360]])
    scan = Scan(Frame(np.full((360, 360, 3), 255, np.uint8)), (ScannedGrid(place, noted, decode(noted)),))
    answer = picture_answers.answer_of(scan)
    assert answer["grids"][0]["marks"] == [{"row": 1, "col": 3, "digits": "14", "style": "corner"}]
    ScanAnswer.model_validate(answer)


def test_a_picture_without_a_grid_is_an_empty_list(client: TestClient) -> None:
    answer = client.post("/api/scan", content=encoded(np.full((200, 300, 3), 200, np.uint8)))
    assert (answer.status_code, answer.json()["grids"]) == (200, [])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"just words", 415, "unsupported-image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "unsupported-image"),
        (b"", 422, "no-image"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), 422, "invalid-image"),
        (bytes(2_000_001), 413, "body-too-large"),
    ],
)
def test_what_cannot_be_read_is_a_problem(client: TestClient, body: bytes, status: int, code: str) -> None:
    answer = client.post("/api/scan", content=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert answer.json()["detail"]


def test_a_picture_with_too_many_pixels_is_refused_before_it_is_decoded(client: TestClient) -> None:
    answer = client.post("/api/scan", content=encoded(np.zeros((2001, 2000, 3), np.uint8)))
    assert (answer.status_code, answer.json()["code"]) == (413, "image-too-large")


def test_a_form_without_the_field_says_which_one_is_meant(client: TestClient) -> None:
    answer = client.post("/api/scan", files={"photo": ("a.png", b"x")})
    assert answer.status_code == 422
    assert "'image'" in answer.json()["detail"]


def test_a_broken_form_is_a_problem(client: TestClient) -> None:
    answer = client.post("/api/scan", content=b"xx", headers={"content-type": "multipart/form-data"})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"


def hang(seconds: float) -> None:
    time.sleep(seconds)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def devour() -> int:
    return len(bytearray(2_000_000_000))


@pytest.mark.slow
def test_work_that_hangs_dies_or_devours_memory_costs_one_request(photo: bytes) -> None:
    import asyncio

    from sudokulens.apps.answers.pictures import scan_answer
    from sudokulens.apps.answers.problem import Problem

    async def story() -> list[str]:
        workers = Workers(Settings(workers=1, request_seconds=5.0, worker_memory_bytes=1_500_000_000))
        await workers.start()
        codes = []
        try:
            for work, arguments in ((hang, (60.0,)), (die, ()), (devour, ())):
                while not workers.ready:
                    await asyncio.sleep(0.05)
                with pytest.raises(Problem) as caught:
                    await workers.run(work, *arguments)
                assert caught.value.status == 503
                codes.append(caught.value.code)
            while not workers.ready:
                await asyncio.sleep(0.05)
            answer, _ = json.loads(await workers.run(scan_answer, photo, 4_000_000, False, None))
            return [*codes, answer["grids"][0]["solution"]]
        finally:
            await workers.stop()

    assert asyncio.run(story()) == ["overloaded", "worker-lost", "worker-lost", ANSWER]


def test_a_full_queue_asks_to_come_back() -> None:
    with TestClient(create_app(Settings(workers=1, queue_length=0))) as client:
        answer = client.post("/api/solve", json={"board": PUZZLE})
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "1"
