"""The page that needs no server in Firefox: photo, verdict, hint, solution, and frames of a camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sudokulens.apps.answers.pictures import scan_answer
from sudokulens.apps.server.page import SAMPLE
from tests.web.conftest import SITE, Host, why_not
from tests.web.firefox import FIREFOX, FirefoxPage, firefox
from tests.web.test_site import CHAIN, native

pytestmark = pytest.mark.timeout(900)

ASK = """async (name, ...rest) => (await import("./api.js"))[name](...rest)"""
FOLLOW = """async () => {
  const { LiveEngine } = await import("./liveengine.js");
  const picture = await createImageBitmap(await (await import("./api.js")).sample());
  const link = new LiveEngine();
  const next = (names) => new Promise((resolve) => {
    for (const name of names) link.addEventListener(name, ({ detail }) => resolve(detail), { once: true });
  });
  link.open();
  await next(["ready", "end"]);
  link.send({ mode: "solution" });
  for (let frame = 0; frame < 400; frame++) {
    link.send(await createImageBitmap(picture));
    const view = await next(["view", "problem", "end"]);
    if (view.state !== "searching" && view.solution) return view.solution;
    if (typeof view === "string") return view;
  }
  return null;
}"""


def wait_until(page: FirefoxPage, condition: str) -> None:
    """Waits in the page; its policy forbids functions made of text, so the condition is part of this one."""
    page.evaluate(
        f"async () => {{ while (!({condition})) await new Promise((done) => {{ setTimeout(done, 100); }}); }}"
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FirefoxPage]:
    if not FIREFOX:
        pytest.skip("the page without a server is not tested in Firefox: apt-get install firefox-esr")
    if reason := why_not():
        pytest.skip(reason)
    host = Host(SITE.parent)
    with firefox(Path(tmp_path_factory.mktemp("firefox"))) as found:
        found.goto(host.address)
        wait_until(found, "performance.getEntriesByName('engine-complete').length")
        yield found
    host.stop()


def test_a_photo_leads_to_a_verdict_a_hint_and_the_solution(page: FirefoxPage) -> None:
    expected, _ = scan_answer(SAMPLE.read_bytes(), 50_000_000, overlay=False, hint_level=None)
    page.evaluate("() => { document.querySelector('#welcome-sample').click(); }")
    wait_until(page, "document.querySelector('#verdict-title')?.checkVisibility()")
    page.evaluate("() => { document.querySelector('#ask-hint').click(); }")
    hint = native("hint", board=expected["grids"][0]["fields"], level="nudge")
    wait_until(page, f"document.querySelector('#hint').textContent.includes({hint['text']!r})")
    page.evaluate("() => { document.querySelector('#solve').click(); }")
    solution = expected["grids"][0]["solution"]
    digits = "[...document.querySelectorAll('#board [role=gridcell]')].map((cell) => cell.innerText.trim()[0]).join('')"
    wait_until(page, f"{digits} === {solution!r}")


def test_hints_are_the_same_as_outside_the_browser(page: FirefoxPage) -> None:
    assert page.evaluate(ASK, "hint", CHAIN, "full") == native("hint", board=CHAIN, level="full")


def test_frames_are_followed(page: FirefoxPage) -> None:
    expected, _ = scan_answer(SAMPLE.read_bytes(), 50_000_000, overlay=False, hint_level=None)
    assert page.evaluate(FOLLOW) == expected["grids"][0]["solution"]
