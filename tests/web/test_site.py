"""The page that needs no server, in Chromium: everything on the device, in flight mode too, and as the program says."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from sudokulens.apps import in_page
from sudokulens.apps.answers.pictures import scan_answer
from sudokulens.apps.server.page import SAMPLE
from tests.apps.browser.acts import choose_live
from tests.apps.browser.fake_camera import FIRST
from tests.apps.server.processes import service
from tests.web.conftest import PATIENCE_MS, SITE, Host, opened

pytestmark = pytest.mark.timeout(900)

CHAIN = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
CALLS = """async ([name, argument]) => { const api = await import("./api.js"); return api[name](...argument); }"""


def ask(page: Page, name: str, *arguments: Any) -> Any:
    """What the page's own api.js answers."""
    return page.evaluate(CALLS, [name, list(arguments)])


def native(route: str, **body: Any) -> Any:
    """What the program answers outside the browser; tests of in_page hold that to the service's words."""
    status, _, text = in_page.answer(route, "en", json.dumps(body))
    assert status == 200
    return json.loads(text)


def keep(page: Page) -> None:
    """Waits until the service worker has kept every part."""
    expect(page.locator("#offline-note")).to_have_text("Everything on this page works offline.", timeout=PATIENCE_MS)


def test_in_flight_mode_a_photo_leads_to_a_verdict_a_hint_and_the_solution(context: BrowserContext, host: Host) -> None:
    page = opened(context, host.address)
    keep(page)
    host.stop()
    asked: list[str] = []
    context.on("requestfailed", lambda request: asked.append(request.url))
    page.reload()
    page.get_by_role("button", name="Try this one").click()
    expect(page.locator("#verdict-title")).to_be_visible(timeout=PATIENCE_MS)
    board = page.evaluate("async () => (await import('./api.js')).scan(await (await import('./api.js')).sample())")
    expected, _ = scan_answer(SAMPLE.read_bytes(), 50_000_000, overlay=False, hint_level=None)
    assert board["grids"][0]["givens"] == expected["grids"][0]["givens"]
    page.locator("#ask-hint").click()
    first = native("hint", board=expected["grids"][0]["fields"], level="nudge")
    expect(page.locator("#hint")).to_contain_text(first["text"], timeout=PATIENCE_MS)
    page.locator("#open-menu").click()
    page.locator("#solve").click()
    solution = expected["grids"][0]["solution"]
    digits = page.locator("#board [role=gridcell]")
    expect(digits.nth(0)).to_contain_text(solution[0], timeout=PATIENCE_MS)
    assert [digits.nth(cell).inner_text().strip()[:1] for cell in range(81)] == list(solution)
    # The list of parts is requested again; every part itself comes from the cache without a request.
    assert {address.rpartition("/")[2] for address in asked if "/engine/" in address} <= {"parts.json"}


def test_hints_are_the_same_in_words_and_drawing(context: BrowserContext, host: Host) -> None:
    page = opened(context, host.address, "engine-boards")
    for board in (str(FIRST), CHAIN):
        for level in ("nudge", "technique", "pattern", "full"):
            assert ask(page, "hint", board, level) == native("hint", board=board, level=level)
    assert ask(page, "path", CHAIN) == native("path", board=CHAIN)


def test_every_function_of_the_page_is_answered_without_a_service(context: BrowserContext, host: Host) -> None:
    page = opened(context, host.address, "engine-boards")
    board = str(FIRST)
    assert ask(page, "solve", board) == native("solve", board=board)
    assert ask(page, "check", board) == native("check", board=board)
    assert ask(page, "rate", board) == native("rate", board=board)
    assert ask(page, "convert", board, "fpuzzles") == native("convert", board=board, to="fpuzzles")
    wishes = {"level": "medium", "seed": 5}
    assert ask(page, "generate", wishes) == native("generate", **wishes)
    assert len(ask(page, "languages")) == 6
    assert ask(page, "choices")["techniques"]
    assert ask(page, "lesson", "x-wing")["example"]
    assert ask(page, "catalogue", "ja")["messages"]
    kinds = page.evaluate(
        """async (board) => {
            const api = await import("./api.js");
            return [(await api.sheet([board])).type, (await api.qr("https://sudoku.example/")).type];
        }""",
        board,
    )
    assert kinds == ["application/pdf", "image/svg+xml"]


def test_the_camera_is_followed_on_the_device(context: BrowserContext, host: Host) -> None:
    page = opened(context, host.address)
    keep(page)
    host.stop()
    page.get_by_role("button", name="Start the camera").click()
    expect(page.locator("#camera-state")).to_have_text("Next step", timeout=PATIENCE_MS)
    choose_live(page, "Solution")
    expect(page.locator("#camera-state")).to_have_text("Solved", timeout=PATIENCE_MS)
    choose_live(page, "Hint")
    choose_live(page, "Answer")
    told = native("hint", board=str(FIRST), level="full")
    expect(page.locator("#camera-text")).to_contain_text(told["summary"][:60], timeout=PATIENCE_MS)
    page.get_by_role("button", name="Use this board").click()
    expect(page.locator("#message")).to_contain_text("Taken from the camera: 30 clues.", timeout=PATIENCE_MS)


def test_a_picture_is_read_as_outside_the_browser(context: BrowserContext, host: Host) -> None:
    page = opened(context, host.address)
    found = page.evaluate(
        """async (text) => {
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            return (await import("./api.js")).scan(new Blob([bytes], { type: "image/jpeg" }));
        }""",
        base64.b64encode(SAMPLE.read_bytes()).decode(),
    )
    expected, _ = scan_answer(SAMPLE.read_bytes(), 50_000_000, overlay=False, hint_level=None)
    same = ("size", "givens", "entries", "status", "solution", "board", "verdict", "mistakes", "rules", "kind")
    assert {name: found["grids"][0][name] for name in same} == {name: expected["grids"][0][name] for name in same}


def test_the_page_is_installable_and_speaks_the_persons_language(context: BrowserContext, host: Host) -> None:
    manifest = json.loads((SITE / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    page = opened(context, host.address, "engine-boards")
    page.locator("#open-menu").click()
    page.locator("#open-settings").click()
    page.locator("#language").select_option("de")
    expect(page.locator("#settings-dialog-title")).to_have_text("Einstellungen", timeout=PATIENCE_MS)
    expect(page.locator("#api-note")).to_be_hidden()


def test_a_page_that_loses_its_service_goes_on(context: BrowserContext) -> None:
    """As a phone does that leaves the network: it was served by `sudokulens serve`, which has the same engine."""
    with service("--port", "0", settings={"engine_folder": SITE / "engine"}) as (_, address):
        page = context.new_page()
        page.goto(address)
        keep(page)
        served = ask(page, "hint", str(FIRST), "full")
    assert ask(page, "hint", str(FIRST), "full") == served
    with pytest.raises(Error, match="is not a cell"):
        ask(page, "convert", "no Sudoku", "line")
