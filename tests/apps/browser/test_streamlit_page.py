"""The Streamlit app in a real browser: upload and camera, corrections, every engine, hints, the overlay."""

from __future__ import annotations

import io
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

import sudokulens
from sudokulens import Board, draw, explain, hint, scan, to_png
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.solving.variants import random_variant
from tests.apps.browser.conftest import CHROMIUM, FLAGS, watch
from tests.apps.browser.doubtful import ANSWER, PUZZLE, doubtful_photo
from tests.apps.browser.fake_camera import flags_for
from tests.pictures import flat_grid, on_page, photographed

pytest.importorskip("streamlit", reason="the extra 'app' is not installed")

SAMPLE = Path(sudokulens.__file__).parent / "apps/cli/samples/newspaper.jpg"
PATIENCE = 60_000


@pytest.fixture(scope="module")
def app_address() -> Iterator[str]:
    if not CHROMIUM:
        pytest.skip("the browser tests need Chromium: apt-get install chromium")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "sudokulens", "app", "--port", str(port), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/_stcore/health", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        assert process.poll() is None
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the Streamlit app does not answer")


@pytest.fixture(scope="module")
def browser(app_address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """With a camera before which a printed puzzle lies still."""
    clip = tmp_path_factory.mktemp("camera") / "clip.mjpeg"
    clip.write_bytes(3 * encoded(on_page([flat_grid(Board.parse(PUZZLE), 46)], 640, 480), "JPEG"))
    expect.set_options(timeout=PATIENCE / 2)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags_for(clip)])
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, app_address: str) -> Iterator[Page]:
    """The page, which must ask no other site for anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, permissions=["camera"])
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    watch(context, app_address, complaints)
    found = context.new_page()
    found.goto(app_address)
    expect(found.get_by_role("button", name="Give me a hint")).to_be_visible(timeout=PATIENCE)
    yield found
    context.close()
    assert [told for told in complaints if told.startswith("http")] == []


def encoded(pixels: np.ndarray, form: str) -> bytes:
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, form)
    return target.getvalue()


def give(page: Page, photo: bytes) -> None:
    page.set_input_files("input[type=file]", {"name": "photo.png", "mimeType": "image/png", "buffer": photo})


def upload(page: Page, photo: bytes) -> None:
    give(page, photo)
    expect(page.get_by_text("Small digits")).to_be_visible(timeout=PATIENCE)


def cell_of(page: Page, number: int) -> Locator:
    """A cell of the board, which is an element of its own inside the page."""
    # While Streamlit runs the script again, the old board stands beside the new one for a moment.
    return page.frame_locator("iframe[title*=sudokulens_board]").last.get_by_role("gridcell").nth(number)


def type_into(page: Page, cell: int, digit: str) -> None:
    """Corrects a cell as a person would: click, digit."""
    settle(page)
    cell_of(page, cell).click()
    page.keyboard.press(digit)
    expect(cell_of(page, cell)).to_have_text(digit)
    settle(page)


def settle(page: Page) -> None:
    """Returns when the app has answered all that it was asked."""
    page.wait_for_timeout(300)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def solve(page: Page) -> None:
    settle(page)  # While the script still runs, Streamlit may lay out the tabs again, with the first one open.
    page.get_by_role("tab", name="Solution").click()
    page.get_by_role("button", name="Solve").click()


def solution(page: Page) -> Locator:
    return page.get_by_role("tabpanel").get_by_test_id("stCode")


def picture(page: Page, caption: str) -> bytes:
    """The image above that caption, as the page received it."""
    settle(page)
    shown = page.get_by_test_id("stImage").filter(has_text=caption).locator("img")
    address = shown.evaluate("image => image.src")
    answer = page.request.get(address)
    assert answer.ok
    return answer.body()


def test_a_doubt_is_corrected_and_every_engine_solves_what_results(page: Page) -> None:
    photo, doubtful, digit = doubtful_photo()
    upload(page, photo)
    row, column = divmod(doubtful, 9)
    expect(page.get_by_text(f"row {row + 1}, column {column + 1}")).to_be_visible()
    type_into(page, doubtful, digit)
    solve(page)
    expect(solution(page)).to_have_text(ANSWER)
    page.get_by_text("Which engine solves it").click()
    page.wait_for_timeout(1000)  # It unfolds; a click on what still moves is lost.
    for engine in ("bitset", "dancing links", "binary integer program (CP-SAT)", "human logic"):
        page.get_by_role("combobox").click()
        page.get_by_role("option", name=engine, exact=True).click()
        name = {"dancing links": "dlx", "human logic": "logic"}.get(engine, "cpsat" if "CP-SAT" in engine else engine)
        expect(page.get_by_text(f"by the engine {name}")).to_be_visible(timeout=PATIENCE)
        expect(solution(page)).to_have_text(ANSWER)
    read_back = scan(picture(page, "The solution on your picture")).grids[0]
    written = [value for cell, value in enumerate(read_back.board.values) if cell != doubtful]
    assert written == [int(value) for cell, value in enumerate(ANSWER) if cell != doubtful]


@pytest.mark.slow
def test_hints_tell_more_level_by_level_and_are_drawn_on_the_photo(page: Page) -> None:
    upload(page, encoded(photographed(on_page([flat_grid(Board.parse(PUZZLE), 60)], 640, 640), 8), "PNG"))
    page.get_by_role("button", name="Give me a hint").click()
    told = hint(PUZZLE)
    slider = page.get_by_role("slider")
    pictures = []
    for level in ("nudge", "technique", "pattern", "full"):
        expect(page.get_by_test_id("stAlert").filter(visible=True).last).to_have_text(explain(told, level))
        pictures.append(picture(page, "On your picture"))
        slider.press("ArrowRight")
    assert len(set(pictures)) >= 3


@pytest.mark.slow
def test_a_cell_that_contradicts_another_is_named(page: Page) -> None:
    type_into(page, 1, "5")
    expect(page.get_by_text("contradict each other: r1c1, r1c2")).to_be_visible()
    expect(page.get_by_role("button", name="Give me a hint")).to_have_count(0)


@pytest.mark.slow
def test_the_board_looks_like_one_and_tells_clues_from_entries(page: Page) -> None:
    upload(page, SAMPLE.read_bytes())
    expect(page.get_by_text("to go").first).to_be_visible()
    expect(cell_of(page, 1)).to_have_accessible_name("Row 1, column 2, 9, given")
    expect(cell_of(page, 5)).to_have_accessible_name("Row 1, column 6, 6, your digit")
    lines = (
        board_picture(page)
        .locator("polyline")
        .evaluate_all("lines => lines.map(line => line.getAttribute('stroke-width'))")
    )
    assert len(set(lines)) == 3, "cells, boxes and the edge have lines of their own"


def board_picture(page: Page) -> Locator:
    """The picture of lines and rules under the cells."""
    return page.frame_locator("iframe[title*=sudokulens_board]").last.locator("#board > svg")


def type_puzzle(page: Page, board: Board) -> None:
    page.get_by_text("Type a puzzle").click()
    page.get_by_role("textbox").fill(str(board))
    page.keyboard.press("Control+Enter")
    settle(page)


@pytest.mark.slow
def test_cages_are_drawn_on_the_board_that_is_typed_into(page: Page) -> None:
    killer = random_variant(["killer"], seed=1, minimal=False)
    type_puzzle(page, killer)
    sums = [str(rule.total) for rule in killer.rules if isinstance(rule, Cage)]
    expect(board_picture(page).locator("text")).to_have_text(sums)
    expect(board_picture(page).locator("[stroke-dasharray]").first).to_be_attached()
    cell = killer.values.index(0)
    type_into(page, cell, "4")


@pytest.mark.slow
def test_a_samurai_is_one_board(page: Page) -> None:
    samurai = random_variant(["samurai"], seed=1, minimal=False)
    give(page, to_png(draw(samurai, candidates=False, edge="none"), cell_pixels=40))
    expect(page.get_by_text("Together they have one solution.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("The whole puzzle")).to_be_visible()
    cells = page.frame_locator("iframe[title*=sudokulens_board]").last.get_by_role("gridcell")
    expect(cells).to_have_count(samurai.geometry.cell_count)
    last_of_first_line = samurai.geometry.places.index((0, 8))
    cell_of(page, last_of_first_line).focus()
    page.keyboard.press("ArrowRight")
    expect(cell_of(page, last_of_first_line + 1)).to_be_focused()
    expect(cell_of(page, last_of_first_line + 1)).to_have_accessible_name(re.compile("^Row 1, column 13, "))
    solve(page)
    solved = sudokulens.solve(samurai).board
    assert solved
    expect(solution(page)).to_have_text("".join(map(str, solved.values)))


@pytest.mark.slow
def test_steps_are_done_one_after_the_other(page: Page) -> None:
    page.get_by_role("button", name="Give me a hint").click()
    step = hint(PUZZLE).step
    assert step
    (cell, digit), *_ = step.places
    page.get_by_role("button", name="Do this step and show the next").click()
    place = f"Row {cell // 9 + 1}, column {cell % 9 + 1}"
    expect(cell_of(page, cell)).to_have_accessible_name(f"{place}, {digit}, your digit")
    expect(page.get_by_role("button", name="Do this step and show the next")).to_be_visible()


@pytest.mark.slow
def test_a_picture_taken_with_the_camera_is_read(page: Page) -> None:
    page.get_by_text("Use the camera").click()
    page.wait_for_function(
        "document.querySelector('video')?.currentTime > 0.5"
    )  # Before, it takes no picture or a blank one.
    page.get_by_role("button", name="Take Photo").click()
    expect(page.get_by_text("Small digits")).to_be_visible(timeout=PATIENCE)
    solve(page)
    expect(solution(page)).to_have_text(ANSWER)


@pytest.mark.slow
def test_a_picture_without_a_grid_and_a_file_that_is_no_picture_are_told(page: Page) -> None:
    blank = encoded(np.full((300, 300, 3), 200, dtype=np.uint8), "PNG")
    page.set_input_files("input[type=file]", {"name": "blank.png", "mimeType": "image/png", "buffer": blank})
    expect(page.get_by_text("No Sudoku was found")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Give me a hint")).to_have_count(0)
    expect(page.get_by_text("A sample")).to_have_count(0)
    page.set_input_files("input[type=file]", {"name": "odd.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(page.get_by_test_id("stAlertContentError")).to_be_visible(timeout=PATIENCE)


@pytest.mark.slow
def test_handwriting_is_left_out_of_the_puzzle_and_kept_on_the_picture(page: Page) -> None:
    upload(page, SAMPLE.read_bytes())
    solve(page)
    expect(page.get_by_text("exactly one solution")).to_be_visible(timeout=PATIENCE)
    solved = scan(SAMPLE).grids[0].solved
    assert solved
    expect(solution(page)).to_have_text("".join(map(str, solved.values)))
