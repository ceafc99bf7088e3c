"""A new version of the site replaces the one that a browser has kept; half of one does not."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.apps.browser.fake_camera import FIRST
from tests.web.conftest import SITE, Host, opened, wait_for, why_not
from tests.web.test_site import ask, keep, native

pytestmark = pytest.mark.timeout(900)

CHANGED = "pixels.js"
"""A part of the engine that is quick to load."""

KEPT = """async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url)"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A copy of the site, below a folder as hosts have it."""
    if reason := why_not():
        pytest.skip(reason)
    place = tmp_path / SITE.name
    shutil.copytree(SITE, place, copy_function=shutil.copyfile)
    yield place
    shutil.rmtree(place)


def release(folder: Path) -> str:
    """Writes the next version of the page and of one part; the new part's hash."""
    index, part, table = folder / "index.html", folder / "engine" / CHANGED, folder / "engine" / "parts.json"
    index.write_text(index.read_text().replace("<title>Sudoku Lens</title>", "<title>Sudoku Lens, next</title>"))
    part.write_text(part.read_text() + "// next\n")
    found = hashlib.sha256(part.read_bytes()).hexdigest()
    listed = json.loads(table.read_text())
    (entry,) = (entry for entry in listed["tiers"]["first"] if entry["path"] == CHANGED)
    entry.update(sha256=found, bytes=part.stat().st_size)
    table.write_text(json.dumps(listed | {"version": "next"}))
    return found


def kept_versions(page: Page) -> set[str]:
    """The hashes under which the part is kept."""
    return {address.partition("?")[2] for address in page.evaluate(KEPT) if f"/{CHANGED}?" in address}


def test_a_new_version_replaces_the_kept_one(context: BrowserContext, folder: Path) -> None:
    host = Host(folder.parent)
    page = opened(context, host.address)
    keep(page)
    old = kept_versions(page)
    new = release(folder)
    page.reload()
    wait_for(page, "engine-complete")
    keep(page)
    expect(page).to_have_title("Sudoku Lens, next")
    assert kept_versions(page) == {new} != old
    host.stop()
    page.reload()
    expect(page).to_have_title("Sudoku Lens, next")
    assert ask(page, "hint", str(FIRST), "full") == native("hint", board=str(FIRST), level="full")
    assert "// next" in page.evaluate(f"async () => (await fetch('engine/{CHANGED}')).text()")


def test_an_update_that_is_cut_off_leaves_the_old_engine(context: BrowserContext, folder: Path) -> None:
    host = Host(folder.parent)
    page = opened(context, host.address)
    keep(page)
    old = kept_versions(page)
    release(folder)
    # The list arrives, the part that it names does not.
    (folder / "engine" / CHANGED).unlink()
    assert page.evaluate("async () => (await (await fetch('engine/parts.json')).json()).version") == "next"
    host.stop()
    page.reload()
    assert ask(page, "hint", str(FIRST), "full") == native("hint", board=str(FIRST), level="full")
    assert kept_versions(page) == old
