"""Takes the pictures of the web page that the guide shows.

Run `sudokulens serve`, then from the root of the repository: python -m docs.photograph_page http://127.0.0.1:8000
Names of tasks after the address take pictures of these alone: … http://127.0.0.1:8000 killer samurai
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

import sudokulens as sl
from sudokulens.solving.variants import random_variant
from tests.apps.browser.acts import choose_live
from tests.apps.browser.doubtful import ANSWER, doubtful_photo
from tests.apps.browser.fake_camera import flags_for
from tests.reading.test_details import KILLER

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs/images"
SAMPLE = ROOT / "src/sudokulens/apps/cli/samples/newspaper.jpg"
X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"


FLAGS = ["--no-sandbox", "--disable-background-networking"]
WIDE, TALL = (30, 213, 1244, 700), (98, 18, 696, 928)
"""Left, top, width and height of what the camera sees of the sample photo, on a desk and on a phone."""


def main(address: str, *chosen: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for task in chosen or TASKS:
            for device, size in SIZES.items():
                for scheme in ("light", "dark"):
                    photograph(browser, address, f"web-{task}-{device}-{scheme}.webp", size, scheme, TASKS[task])
        browser.close()
        if chosen:
            return
        for name, size, scheme, part, act in (
            ("web-camera.jpg", (1280, 720), "light", WIDE, solve_live),
            ("web-camera-dark.jpg", (1280, 720), "dark", WIDE, hint_live),
            ("web-camera-phone.jpg", (390, 844), "dark", TALL, hint_live),
            ("web-camera-phone-light.jpg", (390, 844), "light", TALL, solve_live),
        ):
            photograph_camera(playwright, address, name, size, scheme, part, act)


def photograph_camera(
    playwright: Playwright,
    address: str,
    name: str,
    size: tuple[int, int],
    scheme: str,
    part: tuple[int, int, int, int],
    act: Callable[[Page], None],
) -> None:
    """The camera view, with the sample photo in front of the browser's fake camera."""
    with TemporaryDirectory() as folder:
        clip = write_clip(Path(folder) / "clip.mjpeg", part)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=[*FLAGS, *flags_for(clip)])
        photograph(browser, address, name, size, scheme, act)
        browser.close()


def write_clip(path: Path, part: tuple[int, int, int, int]) -> Path:
    """That part of the sample photo, swaying a little, as JPEG frames one after the other."""
    photo = cv2.imread(str(SAMPLE))
    left, top, width, height = part
    scale = 1280 / max(width, height)
    size = (round(width * scale), round(height * scale))
    with path.open("wb") as file:
        for number in range(60):
            t = 2 * np.pi * number / 60
            shift = np.array([left + 6 * np.sin(t), top + 4 * np.cos(t)])
            matrix = np.array([[scale, 0, -scale * shift[0]], [0, scale, -scale * shift[1]]])
            seen = cv2.warpAffine(photo, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            file.write(cv2.imencode(".jpg", seen)[1].tobytes())
    return path


def photograph(
    browser: Browser, address: str, name: str, size: tuple[int, int], scheme: str, act: Callable[[Page], None]
) -> None:
    """One picture of the page after `act` has used it."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
        device_scale_factor=1,
        service_workers="block",
        permissions=["camera"],
    )
    page = context.new_page()
    page.goto(address)
    act(page)
    page.wait_for_timeout(400)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.save(IMAGES / name, quality=80)
    context.close()


def first_screen(page: Page) -> None:
    page.wait_for_selector("#welcome:not([hidden])")


def read_photo(page: Page) -> None:
    page.set_input_files("#photo-input", SAMPLE)
    page.wait_for_selector("#verdict:not([hidden])")
    page.wait_for_timeout(1000)


def review(page: Page) -> None:
    read_photo(page)
    close_card(page)
    page.locator("[data-view=page]").click()


def close_card(page: Page) -> None:
    page.locator("#verdict-actions").get_by_role("button", name="Close").click()


def give(page: Page, picture: bytes) -> None:
    page.set_input_files("#photo-input", {"name": "photo.png", "mimeType": "image/png", "buffer": picture})
    page.wait_for_selector("#verdict:not([hidden]), #doubt:not([hidden])")
    page.wait_for_timeout(1000)


def ask_about_a_doubt(page: Page) -> None:
    give(page, doubtful_photo()[0])


def check(page: Page) -> None:
    read_photo(page)
    close_card(page)
    for place, wrong in ((0, "3"), (40, "8")):
        page.get_by_role("gridcell").nth(place).click()
        page.keyboard.press(wrong)
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator("#message").filter(has_text="wrong").wait_for()


def read_killer(page: Page) -> None:
    give(page, sl.to_png(sl.draw(sl.Board.parse(KILLER), candidates=False), cell_pixels=60))


def play_samurai(page: Page) -> None:
    samurai = random_variant(["samurai"], seed=1, minimal=False)
    give(page, sl.to_png(sl.draw(samurai, candidates=False, edge="none"), cell_pixels=40))
    close_card(page)
    tell_all(page)


def find_nothing(page: Page) -> None:
    sheet = Image.new("RGB", (800, 600), (222, 216, 204))
    target = io.BytesIO()
    sheet.save(target, "PNG")
    give(page, target.getvalue())


def mark_corners(page: Page) -> None:
    find_nothing(page)
    page.get_by_role("button", name="Mark the corners").click()
    page.wait_for_selector("#corners-dialog[open]")


def walk_through_steps(page: Page) -> None:
    take(page, X_WING)
    open_menu(page, "Steps")
    page.wait_for_selector("#path:not([hidden])")
    page.get_by_role("button", name="Next step").click()


def share(page: Page) -> None:
    take(page, X_WING)
    open_menu(page, "Share")
    page.locator("#share-note:not(:empty)").wait_for()


def export(page: Page) -> None:
    take(page, X_WING)
    open_menu(page, "Import / export")
    page.wait_for_selector("#export-format option", state="attached")
    page.locator("#export").click()


def open_menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()


def learn(page: Page) -> None:
    ask_for_hint(page)
    page.get_by_role("button", name="Learn more").click()
    page.wait_for_selector("#lesson-dialog[open]")
    for _ in range(2):
        page.locator("#lesson-next").click()


def finish(page: Page) -> None:
    take(page, ANSWER[:-1] + ".")
    page.get_by_role("gridcell").nth(80).click()
    page.keyboard.press(ANSWER[-1])
    page.wait_for_selector("#finish:not([hidden])")
    page.wait_for_timeout(500)


def choose_settings(page: Page) -> None:
    take(page, X_WING)
    open_menu(page, "Settings")


def play(page: Page) -> None:
    take(page, X_WING)
    page.get_by_role("button", name="Fill in all marks").click()
    page.get_by_role("gridcell").nth(X_WING.index("5")).click()


def ask_for_hint(page: Page) -> None:
    """With a chain, whose links are drawn one after the other."""
    take(page, json.loads((ROOT / "src/sudokulens/teaching/examples.json").read_text())["x_chain"])
    tell_all(page)
    page.wait_for_timeout(1000)


def hint_on_the_photo(page: Page) -> None:
    read_photo(page)
    close_card(page)
    page.locator("[data-view=photo]").click()
    tell_all(page)


def tell_all(page: Page) -> None:
    page.get_by_role("button", name="Hint", exact=True).click()
    for _ in range(3):
        before = page.locator("#hint-text").inner_text()
        page.get_by_role("button", name="Tell me more").click()
        page.wait_for_function("before => document.getElementById('hint-text').innerText !== before", arg=before)
    page.wait_for_timeout(1500)


def take(page: Page, text: str) -> None:
    open_menu(page, "Import / export")
    page.get_by_label("A board in any format, or a link").fill(text)
    page.get_by_role("button", name="Import", exact=True).click()


def my_puzzles(page: Page) -> None:
    take(page, X_WING)
    read_photo(page)
    close_card(page)
    page.get_by_role("button", name="My puzzles", exact=True).click()
    page.wait_for_selector("#library-list li")


def new_puzzle(page: Page) -> None:
    page.get_by_role("button", name="New", exact=True).click()
    page.wait_for_selector("#new-level option", state="attached")


TASKS: dict[str, Callable[[Page], None]] = {
    "first": first_screen,
    "verdict": read_photo,
    "doubt": ask_about_a_doubt,
    "check": check,
    "killer": read_killer,
    "samurai": play_samurai,
    "nothing": find_nothing,
    "review": review,
    "play": play,
    "hint": ask_for_hint,
    "photo": hint_on_the_photo,
    "puzzles": my_puzzles,
    "new": new_puzzle,
    "lesson": learn,
    "steps": walk_through_steps,
    "corners": mark_corners,
    "share": share,
    "export": export,
    "finish": finish,
    "settings": choose_settings,
}
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}


def solve_live(page: Page) -> None:
    page.get_by_role("button", name="Camera", exact=True).click()
    page.locator("#camera-state:not(:empty)").wait_for()
    choose_live(page, "Solution")
    page.get_by_text("Solved", exact=True).wait_for()


def hint_live(page: Page) -> None:
    solve_live(page)
    choose_live(page, "Hint")
    choose_live(page, "Answer")
    page.locator("#camera-text").filter(has_text="is ").wait_for()


if __name__ == "__main__":
    main(*sys.argv[1:])
