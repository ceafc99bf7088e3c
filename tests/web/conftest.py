"""The built site in a real browser, from a plain server that can be stopped; skipped where it has not been built."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.apps.browser.conftest import CHROMIUM, FLAGS
from tests.apps.browser.fake_camera import flags_for, write_portrait
from web.toolchain.parts import faults

SITE = Path(__file__).parents[2] / "site" / "app"
PATIENCE_MS = 240_000
"""How long the engine may take to load on a busy machine."""


class StaticFiles(SimpleHTTPRequestHandler):
    """What every static host does: files with their types, and nothing else."""

    extensions_map: ClassVar[dict[str, str]] = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        """Tests say themselves what went wrong."""


class Host:
    """A static host below a folder of its own; `stop` is flight mode."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(StaticFiles, directory=folder))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/{SITE.name}/"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def why_not() -> str:
    """Why the built site cannot be tested; empty where it can."""
    if not CHROMIUM:
        return "the page without a server needs Chromium to be tested: apt-get install chromium"
    table = SITE / "engine" / "parts.json"
    if not table.is_file():
        return "the page without a server is not built, so not tested: make site"
    listed = json.loads(table.read_text(encoding="utf-8"))
    if not any("cv2" in part["path"] for part in listed["tiers"]["second"]):
        return "the page without a server was built without OpenCV, so it is not tested: make site"
    return "; ".join(faults(listed, SITE / "engine"))


@pytest.fixture
def host() -> Iterator[Host]:
    if reason := why_not():
        pytest.skip(reason)
    found = Host(SITE.parent)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if reason := why_not():
        pytest.skip(reason)
    clip = write_portrait(tmp_path_factory.mktemp("camera") / "clip.mjpeg")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags_for(clip)])
        yield found
        found.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport={"width": 1280, "height": 800}, permissions=["camera"])
    found.set_default_timeout(PATIENCE_MS)
    yield found
    found.close()


def opened(context: BrowserContext, address: str, mark: str = "engine-complete") -> Page:
    """The page, once its engine has come so far."""
    page = context.new_page()
    page.goto(address)
    wait_for(page, mark)
    return page


def wait_for(page: Page, mark: str) -> None:
    page.wait_for_function("mark => performance.getEntriesByName(mark).length", arg=mark, timeout=PATIENCE_MS)
