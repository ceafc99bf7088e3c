"""A real service that is told to stop, and what it leaves behind on the machine: nothing."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.apps.server.processes import moments, service, wait_until_at_work, wait_until_ready
from tests.odd.base import PUZZLE, encoded, page
from tests.odd.metadata import with_exif
from tests.odd.posting import processes_of

SECRET = "seh4gq2x"


def post(address: str, body: bytes, kind: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, body, {"content-type": kind}), timeout=60
        ) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as fault:
        with fault:
            return fault.code, fault.read()


def slow_request(address: str, answers: list[tuple[int, bytes]], **wanted: str) -> threading.Thread:
    """A request that takes a second or two, on its way; its answer comes into the list."""
    body = json.dumps((wanted or {"level": "extreme"}) | {"seed": 0}).encode()
    thread = threading.Thread(target=lambda: answers.append(post(address + "api/generate", body, "application/json")))
    thread.start()
    return thread


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("whole_group", [False, True])
def test_told_to_stop_it_finishes_what_it_does_and_takes_nothing_new(whole_group: bool) -> None:
    with service("--port", "0", settings={"request_seconds": 60, "stop_seconds": 60}) as (process, address):
        wait_until_ready(address)
        family = processes_of(process.pid)
        answers: list[tuple[int, bytes]] = []
        thread = slow_request(address, answers)
        wait_until_at_work(address)
        # Some supervisors tell only the service, others all of its processes.
        for number in family if whole_group else [process.pid]:
            os.kill(number, signal.SIGTERM)
        refused = _is_refused_soon(address)
        thread.join(60)
        assert refused
        assert [status for status, _ in answers] in ([200], [422])
        process.wait(60)
        _wait_until_gone(family)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_request_that_takes_longer_than_the_service_may_wait_is_told_so() -> None:
    with service("--port", "0", settings={"stop_seconds": 1}) as (process, address):
        wait_until_ready(address)
        answers: list[tuple[int, bytes]] = []
        thread = slow_request(address, answers, technique="tridagon")  # Looked for until the time limit of 8 s.
        wait_until_at_work(address)
        process.terminate()
        thread.join(60)
        [(status, body)] = answers
        assert (status, json.loads(body)["code"]) == (503, "stopping")
        process.wait(60)


def _status_of(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as fault:
        with fault:
            return fault.code


def _is_refused_soon(address: str) -> bool:
    place = urlsplit(address)
    for _ in range(1000):
        try:
            with socket.create_connection((place.hostname, place.port), timeout=5):
                time.sleep(0.01)  # The service looks up from its work ten times a second.
        except OSError:
            return True
    return False


def _wait_until_gone(numbers: list[int]) -> None:
    for _ in range(600):
        if all(_is_gone(number) for number in numbers):
            return
        time.sleep(0.05)
    raise AssertionError("processes were left behind")


def _is_gone(number: int) -> bool:
    """True also for a process that has ended and only waits to be noticed."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.slow
def test_what_libraries_print_is_logged_as_json_too(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    noisy = bytearray(encoded(page(), "TIFF", compression="tiff_deflate"))
    for place in range(
        len(noisy) // 10, len(noisy), 500
    ):  # libtiff complains about packed data, on standard error itself
        noisy[place] ^= 255
    with (
        log.open("w") as file,
        service("--port", "0", settings={"request_seconds": 60}, log=file) as (process, address),
    ):
        wait_until_ready(address)
        status, _ = post(address + "api/scan", bytes(noisy), "image/tiff")
        assert status in (200, 422)
        for _ in moments(30):
            if '"library"' in log.read_text():
                break
            time.sleep(0.1)
        process.terminate()  # Killed, it could leave half a line in its log.
        process.wait(60)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert any(line["event"] == "library" for line in lines), lines


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the processes are found in /proc")
def test_with_all_its_processes_killed_it_says_so_and_heals() -> None:
    with service("--port", "0", settings={"request_seconds": 60}) as (process, address):
        wait_until_ready(address)
        for number in processes_of(process.pid)[1:]:
            if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes():
                os.kill(number, signal.SIGKILL)
        # A killed process takes a moment to die, a new one at least half a second to be ready.
        assert any(_status_of(address + "readyz") == 503 for _ in moments(10))
        wait_until_ready(address)
        status, body = post(address + "api/scan", encoded(page(), "PNG"), "image/png")
        assert status == 200
        assert json.loads(body)["grids"]


def test_an_upload_leaves_no_trace(tmp_path: Path) -> None:
    """Not on the disk, not in the log, not in the figures, not in an answer."""
    log = tmp_path / "log.txt"
    (folder := tmp_path / "work").mkdir()
    picture = with_exif(b"II*\0\x08\0\0\0" + SECRET.encode() * 50) + SECRET.encode()
    bodies = _uploads(picture)
    with log.open("w") as file, service("--port", "0", log=file, folder=folder) as (process, address):
        wait_until_ready(address)
        replies = [post(f"{address}{path}", body, kind) for path, body, kind in bodies]
        with urllib.request.urlopen(address + "metrics", timeout=30) as answer:
            figures = answer.read()
        process.terminate()  # Killed, it could leave half a line in its log.
        process.wait(60)
    assert [status for status, _ in replies] == [200, 200, 422, 415, 404, 422, 422, 413]
    assert json.loads(replies[0][1])["grids"][0]["givens"] == PUZZLE.replace(".", "0")
    for _, reply in replies:
        assert SECRET.encode() not in reply
    assert SECRET.encode() not in figures
    written = log.read_text()
    assert written.count('"event": "request"') >= len(bodies)
    assert SECRET not in written
    assert all(json.loads(line)["event"] for line in written.splitlines()), "every line is JSON"
    left = [path for path in folder.rglob("*") if path.is_file()]
    assert left == []


def _uploads(picture: bytes) -> list[tuple[str, bytes, str]]:
    """Good and bad requests that carry the secret in all the places there are."""
    raw, text = "application/octet-stream", "application/json"
    bound = b'--bound\r\ncontent-disposition: form-data; name="image"; filename="' + SECRET.encode() + b'.jpg"\r\n'
    form = bound + f"content-type: image/{SECRET}\r\n\r\n".encode() + picture + b"\r\n--bound--\r\n"
    large = encoded(page(), "BMP") * 12
    return [
        ("api/scan", picture, raw),
        ("api/scan", form, "multipart/form-data; boundary=bound"),
        ("api/scan", picture[:900], f"image/{SECRET}"),
        ("api/scan", SECRET.encode() * 99, raw),
        (f"api/{SECRET}", picture, raw),
        (f"api/scan?hint={SECRET}", picture, raw),
        ("api/solve", json.dumps({"board": 5, SECRET: SECRET}).encode(), text),
        ("api/scan", large + SECRET.encode() + bytes(20_000_000), raw),
    ]


def test_the_service_runs_where_nothing_can_be_written(tmp_path: Path) -> None:
    (folder := tmp_path / "locked").mkdir(mode=0o500)
    with service("--port", "0", folder=folder, log=subprocess.DEVNULL) as (_, address):
        wait_until_ready(address)
        status, _ = post(address + "api/scan", encoded(page(), "PNG"), "image/png")
    assert status == 200
