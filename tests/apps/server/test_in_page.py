"""The page's own engine answers as the service does: same status, same kind, same bytes, for every route."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from sudokulens.apps import in_page
from sudokulens.apps.server.page import SAMPLE, STATIC
from sudokulens.puzzle.board import Board
from sudokulens.reading.session import onnx_session
from tests.moving_pages import Shot, clip

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CHAIN = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
KILLER = {"size": 4, "values": [0] * 16, "rules": ["cage=3:r1c1,r1c2"]}

REQUESTS: list[tuple[str, dict[str, Any] | None]] = [
    ("solve", {"board": PUZZLE}),
    ("solve", {"board": "55" + PUZZLE[2:]}),
    *(("hint", {"board": PUZZLE, "level": level}) for level in ("nudge", "technique", "pattern", "full")),
    ("hint", {"board": CHAIN, "level": "full", "drawing": True, "proof": True, "notation": "A1"}),
    ("path", {"board": PUZZLE}),
    ("path", {"board": "." * 81}),
    ("check", {"board": {"size": 9, "values": [5, 3, 1, *[0] * 78], "givens": [True, True, *[False] * 79]}}),
    ("rate", {"board": PUZZLE}),
    ("generate", {"level": "easy", "seed": 7}),
    ("generate", {"technique": "hidden single", "practise": True, "seed": 7}),
    ("generate", {"size": 6, "variants": ["x"], "seed": 3}),
    ("generate", {"technique": "no such thing", "seed": 1}),
    ("convert", {"board": PUZZLE, "to": "fpuzzles"}),
    ("convert", {"board": "no Sudoku at all", "to": "line"}),
    ("scene", {"board": KILLER}),
    ("qr", {"text": "https://sudoku.example/#s1"}),
    ("choices", None),
    ("languages", None),
    ("catalogue/de", None),
    ("catalogue/xx", None),
    ("techniques", None),
    ("techniques/x-wing", None),
    ("techniques/nothing", None),
    ("nowhere", None),
]


def served(client: TestClient, route: str, body: dict[str, Any] | None, language: str) -> Any:
    headers = {"accept-language": language}
    if body is None:
        return client.get(f"/api/{route}", headers=headers)
    return client.post(f"/api/{route}", json=body, headers=headers)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("route", "body"), REQUESTS, ids=[f"{n}-{route}" for n, (route, _) in enumerate(REQUESTS)])
def test_every_route_answers_as_the_service_does(
    client: TestClient, route: str, body: dict[str, Any] | None, language: str
) -> None:
    status, kind, text = in_page.answer(route, language, None if body is None else json.dumps(body))
    answer = served(client, route, body, language)
    assert (status, kind) == (answer.status_code, answer.headers["content-type"].partition(";")[0])
    if not kind.endswith("json"):
        assert text == answer.content
    elif route != "nowhere":  # The service's own words there name /docs, which a page without it does not have.
        assert json.loads(text) == answer.json()


def test_a_sheet_to_print_is_the_same_document(client: TestClient) -> None:
    request = {"boards": [PUZZLE], "per_page": 1}
    status, kind, content = in_page.answer("sheet", "en", json.dumps(request))
    assert (status, kind) == (200, "application/pdf")
    assert isinstance(content, bytes)
    assert len(content) == len(client.post("/api/sheet", json=request).content)  # The date differs.


def test_every_route_that_the_page_calls_is_there() -> None:
    calls = re.findall(r"(?:ask|send|get)\(\s*[\"`](\w+)", (STATIC / "api.js").read_text())
    known = {*in_page._BOARDS, *in_page._LISTS, *in_page._NAMED}
    assert set(calls) - {"scan"} <= known
    assert len(set(calls)) >= 12


class NativeSession:
    """Runs a network as a page would: flat values in, flat values out."""

    def __init__(self, content: bytes) -> None:
        self._session = onnx_session(content, 1)

    def run(self, canvas: Any, shape: Sequence[int], outputs: Sequence[str], /) -> list[tuple[Any, Any]]:
        tensor = np.asarray(canvas, dtype=np.float32).reshape(tuple(shape))
        return [(found.shape, found.ravel()) for found in self._session.run(outputs, {"canvas": tensor})]


def rgba_of(pixels: np.ndarray) -> tuple[bytes, tuple[int, int]]:
    image = Image.fromarray(pixels).convert("RGBA")
    return image.tobytes(), image.size


@pytest.fixture(scope="module")
def pictures() -> in_page.Pictures:
    return in_page.Pictures(NativeSession)


def test_pixels_are_read_as_the_file_is(client: TestClient, pictures: in_page.Pictures) -> None:
    with Image.open(SAMPLE) as image:
        pixels = np.asarray(image.convert("RGB"))
    rgba, size = rgba_of(pixels)
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "PNG")
    answer = client.post("/api/scan", content=target.getvalue(), headers={"accept-language": "de"})
    status, _, text = pictures.scan(rgba, size, size, "de")
    assert (status, answer.status_code) == (200, 200)
    assert json.loads(text) == answer.json()


def test_a_picture_made_smaller_is_described_in_its_own_pixels(pictures: in_page.Pictures) -> None:
    with Image.open(SAMPLE) as image:
        rgba, size = rgba_of(np.asarray(image.convert("RGB")))
    plain = json.loads(pictures.scan(rgba, size, size, "en")[2])
    doubled = json.loads(pictures.scan(rgba, size, (2 * size[0], 2 * size[1]), "en")[2])
    assert (doubled["width"], doubled["height"]) == (2 * size[0], 2 * size[1])
    assert np.allclose(doubled["grids"][0]["corners"], 2 * np.array(plain["grids"][0]["corners"]), atol=0.02)


class Post:
    """What two workers have between them: one message there, one answer back."""

    def __init__(self, reader: in_page.Pictures) -> None:
        self._reader, self._answer = reader, b""
        self.sent = 0

    def post(self, message: bytes) -> None:
        self.sent += 1
        self._answer = self._reader.do(message)

    def receive(self) -> bytes | None:
        answer, self._answer = self._answer, b""
        return answer or None


def views(follower: in_page.Pictures, shots: list[Shot], mode: str) -> list[dict[str, Any]]:
    found = []
    for shot in shots:
        rgba, size = rgba_of(shot.pixels)
        status, _, text = follower.follow(rgba, size, mode, "full", "en")
        assert status == 200
        found.append(json.loads(text))
    return found


def test_following_in_one_worker_and_reading_in_another_finds_solution_and_hint(pictures: in_page.Pictures) -> None:
    follower, shots = in_page.Pictures(NativeSession, alone=True), list(clip(Board.parse(PUZZLE), 30))
    between = Post(pictures)
    follower.start(between.post, between.receive)
    seen = views(follower, shots[:20], "hint")
    assert seen[-1]["solution"] == ANSWER
    assert (
        seen[-1]["hint"]["text"]
        == json.loads(in_page.answer("hint", "en", json.dumps({"board": seen[-1]["fields"]}))[2])["text"]
    )
    assert between.sent >= 3
    follower.stop()
    with pytest.raises(RuntimeError, match="start"):
        follower.follow(*rgba_of(shots[0].pixels), "hint", "full", "en")


def test_what_fails_in_the_other_worker_is_told_here(pictures: in_page.Pictures, monkeypatch: Any) -> None:
    follower, (shot, *_) = in_page.Pictures(NativeSession, alone=True), clip(Board.parse(PUZZLE), 2)
    between = Post(pictures)
    follower.start(between.post, between.receive)
    monkeypatch.setattr("sudokulens.live.search.locate", lambda *_, **__: 1 / 0)
    follower.follow(*rgba_of(shot.pixels), "hint", "full", "en")
    with pytest.raises(ZeroDivisionError):
        follower.follow(*rgba_of(shot.pixels), "hint", "full", "en")


def test_weights_that_are_not_there_yet_are_named(monkeypatch: Any, tmp_path: Path) -> None:
    pictures = in_page.Pictures(NativeSession)
    monkeypatch.setattr("sudokulens.reading.weights_file.WEIGHTS", tmp_path)
    monkeypatch.setattr(type(pictures.scanner), "__call__", lambda self, _: self.careful)
    status, _, text = pictures.scan(*rgba_of(np.zeros((20, 20, 3), np.uint8)), (20, 20), "en")
    assert (status, json.loads(text)["code"]) == (503, "weights-missing")


BARRED = """
import importlib.abc, sys
class Barred(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {barred!r}:
            raise ImportError(name)
sys.meta_path.insert(0, Barred())
"""
NOT_IN_THE_FIRST_TIER = ("numpy", "cv2", "PIL", "onnxruntime", "pydantic", "fastapi", "starlette", "fpdf", "typer")


def run_without(barred: Sequence[str], code: str) -> str:
    script = BARRED.replace("{barred!r}", repr(set(barred))) + code
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_boards_need_no_numpy_and_no_web_framework() -> None:
    code = f"""
import json
from sudokulens.apps import in_page
board = json.dumps({{"board": "{PUZZLE}", "seed": 1}})
for route in ("solve", "hint", "path", "check", "rate", "convert", "scene"):
    assert in_page.answer(route, "es", board)[0] == 200, route
for route in ("choices", "languages", "catalogue/es", "techniques", "techniques/skyscraper"):
    assert in_page.answer(route, "es")[0] == 200, route
assert in_page.answer("generate", "es", json.dumps({{"level": "easy", "seed": 1}}))[0] == 200
status, _, text = in_page.answer("sheet", "en", json.dumps({{"boards": ["{PUZZLE}"]}}))
assert json.loads(text)["code"] == "missing-extra", text
print("done")
"""
    assert run_without(NOT_IN_THE_FIRST_TIER, code) == "done\n"


def test_pictures_and_cameras_need_neither_pillow_nor_onnxruntime() -> None:
    barred = ("PIL", "pillow_heif", "onnxruntime", "pydantic", "fastapi", "starlette")
    code = """
import numpy as np
from sudokulens.apps import in_page
import sudokulens.live.elsewhere, sudokulens.apps.answers.following
class Session:
    def __init__(self, content): pass
pictures = in_page.Pictures(Session)
print(pictures.scan(bytes(4 * 60 * 40), (60, 40), (60, 40), "en")[0])
"""
    assert run_without(barred, code) == "200\n"
