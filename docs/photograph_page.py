"""Takes the pictures of the web page that the guide shows: run `sudokulens serve`, then this with its address."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs/images"
SAMPLE = ROOT / "src/sudokulens/apps/cli/samples/newspaper.jpg"
X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"


def main(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-background-networking"]
        )
        photograph(browser, address, "web-desktop", (1280, 720), "light", read_photo)
        photograph(browser, address, "web-phone", (390, 844), "light", ask_for_hint)
        photograph(browser, address, "web-dark", (1280, 720), "dark", ask_for_hint)
        browser.close()


def photograph(
    browser: Browser, address: str, name: str, size: tuple[int, int], scheme: str, act: Callable[[Page], None]
) -> None:
    """One picture of the page after `act` has used it."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
        device_scale_factor=1.25,
    )
    page = context.new_page()
    page.goto(address)
    act(page)
    page.wait_for_timeout(400)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.save(IMAGES / f"{name}.png", optimize=True)
    context.close()


def read_photo(page: Page) -> None:
    page.set_input_files("#photo-input", SAMPLE)
    page.wait_for_selector("#photo:not([hidden])")
    page.get_by_role("button", name="Solution in the photo").click()


def ask_for_hint(page: Page) -> None:
    page.get_by_role("button", name="Import / export").click()
    page.get_by_label("A board in any format, or a link").fill(X_WING)
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("button", name="Auto marks").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    for _ in range(3):
        page.get_by_role("button", name="Tell me more").click()
        page.wait_for_timeout(400)


if __name__ == "__main__":
    main(sys.argv[1])
