"""A page of `sudokulens serve` whose service goes away: the engine in the page goes on, with the camera open too."""

from __future__ import annotations

import base64
import json

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from sudokulens.apps.answers.pictures import scan_answer
from sudokulens.apps.server.page import SAMPLE
from tests.apps.browser.acts import choose_live
from tests.apps.browser.fake_camera import FIRST
from tests.apps.server.processes import service, wait_until_ready
from tests.web.conftest import PATIENCE_MS, SITE, wait_for, why_not
from tests.web.test_site import ask, keep, native

pytestmark = pytest.mark.timeout(900)

SCAN = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return (await import("./api.js")).scan(new Blob([bytes], { type: "image/jpeg" }));
}"""


def test_an_open_camera_is_handed_to_the_engine(context: BrowserContext) -> None:
    with service("--port", "0", settings={"engine_folder": SITE / "engine"}) as (_, address):
        wait_until_ready(address)
        page = context.new_page()
        page.goto(address)
        keep(page)
        page.get_by_role("button", name="Start the camera").click()
        expect(page.locator("#camera-state")).to_have_text("Next step", timeout=PATIENCE_MS)
        assert page.evaluate("performance.getEntriesByName('engine-boards').length") == 0
    # Nobody but the engine can answer this.
    choose_live(page, "Solution")
    expect(page.locator("#camera-state")).to_have_text("Solved", timeout=PATIENCE_MS)
    expect(page.locator("#camera-trouble")).to_be_hidden()
    page.get_by_role("button", name="Use this board").click()
    expect(page.locator("#message")).to_contain_text("Taken from the camera: 30 clues.", timeout=PATIENCE_MS)


def test_a_phone_on_the_network_goes_on_without_it(browser: Browser) -> None:
    """Its browser does not trust the certificate of `--lan`, so no service worker keeps anything: memory does."""
    if reason := why_not():
        pytest.skip(reason)
    phone = browser.new_context(viewport={"width": 390, "height": 844}, ignore_https_errors=True)
    phone.set_default_timeout(PATIENCE_MS)
    with service("--lan", "--port", "0", settings={"engine_folder": SITE / "engine"}) as (_, address):
        page = phone.new_page()
        page.goto(address)
        wait_for(page, "engine-complete")
        assert page.evaluate("async () => Boolean(await navigator.serviceWorker?.getRegistration())") is False
    assert ask(page, "hint", str(FIRST), "full") == native("hint", board=str(FIRST), level="full")
    found = page.evaluate(SCAN, base64.b64encode(SAMPLE.read_bytes()).decode())
    expected, _ = scan_answer(SAMPLE.read_bytes(), 50_000_000, overlay=False, hint_level=None)
    assert found["grids"][0]["solution"] == json.loads(json.dumps(expected))["grids"][0]["solution"]
    phone.close()
