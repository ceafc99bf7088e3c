"""Takes the picture of the Streamlit app that the guide shows: run `sudokulens app`, then this with its address."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "src/sudokulens/apps/cli/samples/newspaper.jpg"


def main(address: str) -> None:
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        page = browser.new_page(viewport={"width": 1240, "height": 1390})
        page.goto(address)
        page.get_by_role("button", name="Give me a hint").wait_for(timeout=60_000)
        read_and_ask(page)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        picture.crop((0, 90, *picture.size)).quantize(256).save(ROOT / "docs/images/streamlit.png", optimize=True)
        browser.close()


def read_and_ask(page: Page) -> None:
    page.set_input_files("input[type=file]", SAMPLE)
    page.get_by_text("Small digits").wait_for(timeout=60_000)
    page.wait_for_timeout(1000)
    page.get_by_role("button", name="Give me a hint").click()
    page.get_by_text("On your picture").wait_for()
    page.wait_for_timeout(1500)


if __name__ == "__main__":
    main(sys.argv[1])
