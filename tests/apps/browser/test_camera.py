"""The camera view in a real browser, with a clip of a moving puzzle for a camera."""

from __future__ import annotations

import base64
import io
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, WebSocketRoute, expect, sync_playwright

from sudokulens.puzzle.board import Board
from sudokulens.scanner import Scanner
from sudokulens.solving.solve import solve
from sudokulens.vision.cells import rectify
from tests.apps.browser.acts import choose_live
from tests.apps.browser.conftest import CHROMIUM, FLAGS, watch
from tests.apps.browser.fake_camera import (
    FIRST,
    OTHER,
    SWAYING,
    TURNED,
    board_at,
    flags_for,
    lattice_at,
    number_in,
    write_clip,
    write_portrait,
)
from tests.apps.browser.test_looks import violations
from tests.apps.server.processes import service
from tests.pictures import Pixels

PHONE = {"width": 390, "height": 844}
PATIENCE = 60
ACCENT = (18, 179, 163)
"""Red, green and blue of the line around a solved grid."""


@pytest.fixture(scope="module")
def browser(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    clip = write_clip(tmp_path_factory.mktemp("camera") / "clip.mjpeg")
    with sync_playwright() as playwright:
        found = launch(playwright.chromium, clip)
        yield found
        found.close()


def launch(kind: BrowserType, clip: Path) -> Browser:
    """A browser with the clip for a camera."""
    return kind.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags_for(clip)])


@pytest.fixture
def page(context: BrowserContext) -> Page:
    context.grant_permissions(["camera"])
    found = context.new_page()
    found.goto("/")
    return found


def start(page: Page) -> None:
    page.get_by_role("button", name="Camera", exact=True).click()
    # While the view opens, it moves and takes up the mode of the last time: a click may miss or be undone.
    expect(page.locator("#camera-state")).not_to_be_empty(timeout=1000 * PATIENCE)
    choose_live(page, "Solution")
    expect(page.locator("#camera-state")).to_have_text("Solved", timeout=1000 * PATIENCE)


def shown(page: Page) -> tuple[str, Pixels]:
    """The state of the last view, and what the canvas shows of it; it is held while the next one is late."""
    state, address = page.evaluate(
        """() => {
            const { state, held } = document.getElementById("camera").dataset;
            const picture = document.getElementById("camera-picture").toDataURL("image/png");
            return [held === undefined ? state : "held", picture];
        }"""
    )
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2]))).convert("RGB"))
    return state, pixels


def rightly_solved(page: Page, frames: range, scanner: Scanner) -> tuple[int, Pixels]:
    """A picture of one of those frames with the right digits in every cell, and the frame's number.

    On the way there no picture may show another solution; a digit or two may be misread by our own network.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        state, pixels = shown(page)
        number = number_in(pixels)
        if state != "solved":
            continue
        answer = solve(board_at(number)).board
        assert answer
        differing = np.count_nonzero(np.array(digits_on(pixels, number, scanner)) != answer.values)
        assert differing <= 3, f"{differing} wrong digits on frame {number}"
        if number in frames and not differing:
            return number, pixels
    raise AssertionError(f"the right solution was not shown on frames {frames}")


def digits_on(pixels: Pixels, number: int, scanner: Scanner) -> tuple[int, ...]:
    """What our own network reads in the cells, where they truly are in that frame."""
    lattice = lattice_at(number) * (pixels.shape[1] / 1280)
    reader = scanner.reader
    return tuple(reader.read(rectify(pixels, lattice, reader.cell_pixels)).values())


def drawn_off_centre(pixels: Pixels, number: int, board: Board) -> float:
    """How far, in cells, the added digits are from the middles of their cells, at the median."""
    side = 60
    flat = rectify(pixels, lattice_at(number) * (pixels.shape[1] / 1280), side, 0.0)
    blue = (
        (flat[..., 2].astype(int) - flat[..., 0] > 60).reshape(9, side, 9, side).swapaxes(1, 2).reshape(81, side, side)
    )
    offsets = []
    for cell, value in enumerate(board.values):
        if not value:
            x, y, width, height = cv2.boundingRect(blue[cell, 6:-6, 6:-6].astype(np.uint8))
            offsets.append(np.hypot(x + 6 + width / 2 - side / 2, y + 6 + height / 2 - side / 2) / side)
    return float(np.median(offsets))


def test_the_solution_lies_on_the_cells_follows_a_turn_and_changes_with_the_puzzle(page: Page) -> None:
    scanner = Scanner()
    start(page)
    for frames in (SWAYING, TURNED, OTHER):
        number, pixels = rightly_solved(page, frames, scanner)
        assert drawn_off_centre(pixels, number, board_at(number)) < 0.08, number


def test_hints_by_level_and_check_are_chosen_by_keyboard(page: Page) -> None:
    # A solution that nobody asked for would spoil the puzzle.
    expect(page.locator("input[name=camera-mode]:checked")).to_have_value("hint")
    start(page)
    page.get_by_role("radio", name="Solution").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Hint")).to_be_checked()
    words = page.locator("#camera-text")
    expect(words).to_be_visible()
    page.get_by_role("radio", name="Nudge").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Answer")).to_be_checked()
    expect(words).to_contain_text("is ")
    expect(page.locator("#camera-status")).to_contain_text("is ")
    choose_live(page, "Check")
    expect(page.locator("#camera-state")).to_have_text("Nothing is written yet")
    expect(words).to_be_hidden()


@pytest.mark.slow
def test_while_answers_are_late_the_last_one_stays_on_the_picture(page: Page) -> None:
    stalled: list[bool] = []

    def slow(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            if stalled and '"view"' in str(message):
                return
            socket.send(message)

        server.on_message(heard)

    page.route_web_socket("**/api/live", slow)
    start(page)
    stalled.append(True)
    expect(page.locator("#camera[data-held]")).to_be_attached()
    expect(page.locator("#camera-picture")).to_be_visible()
    expect(page.locator("#camera-state")).to_have_text("Solved")
    numbers = set()
    for _ in range(3):
        page.wait_for_timeout(100)
        state, pixels = shown(page)
        assert state == "held"
        numbers.add(number_in(pixels))
        border = (np.abs(pixels.astype(int) - ACCENT) < 12).all(axis=-1)
        assert np.count_nonzero(border) > 3000, "the answer is not drawn any more"
    assert len(numbers) > 1, "the camera's own picture stands still"


@pytest.mark.slow
def test_the_video_beneath_the_picture_need_not_be_painted(page: Page) -> None:
    attributes = page.evaluate("document.getElementById('camera-picture').getContext('2d').getContextAttributes()")
    assert attributes["alpha"] is False


@pytest.mark.slow
def test_the_view_opens_on_what_was_chosen_last(page: Page) -> None:
    start(page)
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_role("button", name="Camera", exact=True).click()
    expect(page.get_by_role("radio", name="Solution")).to_be_checked()


def test_the_board_is_taken_over(page: Page) -> None:
    start(page)
    page.get_by_role("button", name="Use this board").click()
    expect(page.locator("#camera")).to_be_hidden()
    expect(page.locator("#message")).to_contain_text("Taken from the camera")
    text = page.get_by_role("gridcell").evaluate_all("cells => cells.map(cell => cell.textContent || '.').join('')")
    assert Board.parse(text) in (FIRST, board_at(OTHER.start))
    assert page.evaluate("document.getElementById('camera-video').srcObject") is None


@pytest.mark.slow
def test_a_photo_can_be_taken_from_the_camera(page: Page) -> None:
    page.get_by_role("button", name="Start the camera").click()
    page.get_by_role("button", name="Take photo").click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#photo-thumbnail")).to_be_visible()


@pytest.mark.slow
def test_escape_and_a_hidden_page_stop_the_camera(page: Page) -> None:
    page.locator("#open-camera").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#camera-picture")).to_be_visible(timeout=1000 * PATIENCE)
    stream = "Boolean(document.getElementById('camera-video').srcObject)"
    page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => window.away });
            window.away = true;
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert page.evaluate(stream) is False
    page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    expect(page.locator("#camera-picture")).to_be_visible(timeout=1000 * PATIENCE)
    assert page.evaluate(stream) is True
    page.keyboard.press("Escape")
    expect(page.locator("#camera")).to_be_hidden()
    page.wait_for_function(f"!{stream}")  # The dialog tells of its end a moment later.
    expect(page.locator("#open-camera")).to_be_focused()


def test_without_permission_the_page_explains_and_offers_a_photo(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Camera", exact=True).click()
    expect(page.locator("#camera-trouble-text")).to_contain_text("may not use the camera")
    assert violations(page) == []
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take a photo instead").click()
    assert chooser.value.element.get_attribute("capture") == "environment"
    expect(page.locator("#camera")).to_be_hidden()


@pytest.mark.slow
def test_a_service_without_room_says_so_and_can_be_asked_again(page: Page) -> None:
    def refuse(socket: WebSocketRoute) -> None:
        socket.close(code=4429, reason="Too many cameras are followed already; try again later.")

    page.route_web_socket("**/api/live", refuse)
    page.get_by_role("button", name="Camera", exact=True).click()
    expect(page.locator("#camera-trouble-text")).to_contain_text("Too many cameras")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    assert page.evaluate("document.getElementById('camera-video').srcObject") is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "scheme"), [(390, 844, "dark"), (844, 390, "light"), (360, 640, "light"), (1280, 800, "light")]
)
def test_the_camera_view_fits_and_is_accessible(
    browser: Browser, address: str, width: int, height: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        base_url=address,
        permissions=["camera"],
    )
    complaints: list[str] = []
    watch(context, address, complaints)
    page = context.new_page()
    page.goto("/")
    start(page)
    choose_live(page, "Hint")
    choose_live(page, "Answer")
    expect(page.locator("#camera-text")).to_contain_text("is ")
    assert violations(page) == []
    for control in page.locator("#camera button:visible, #camera label:visible").all():
        box = control.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40, control.inner_text()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    stage = page.locator("#camera-picture").bounding_box()
    assert stage
    assert min(stage["width"], stage["height"]) > 240
    context.close()
    assert complaints == []


@pytest.mark.slow
def test_without_a_secure_page_the_way_to_one_is_told(context: BrowserContext) -> None:
    page = context.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    page.goto("/")
    page.get_by_role("button", name="Camera", exact=True).click()
    expect(page.locator("#camera-trouble-text")).to_contain_text("sudokulens serve --lan")


@pytest.mark.slow
def test_on_the_network_the_camera_works_over_https_with_the_token(browser: Browser) -> None:
    with service("--lan", "--port", "0") as (_, link):
        context = browser.new_context(ignore_https_errors=True, permissions=["camera"])
        page = context.new_page()
        page.goto(link)
        start(page)
        context.close()


@pytest.mark.slow
def test_a_camera_that_is_allowed_after_the_view_was_closed_is_stopped(page: Page) -> None:
    page.evaluate(
        """() => {
            const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
            navigator.mediaDevices.getUserMedia = async (wish) => {
                await new Promise((resolve) => { window.allow = resolve; });
                window.stream = await ask(wish);
                return window.stream;
            };
        }"""
    )
    page.get_by_role("button", name="Camera", exact=True).click()
    expect(page.locator("#camera-state")).to_have_text("Starting the camera…")
    page.keyboard.press("Escape")
    tracks = "(stream?.getTracks() ?? []).map(({ readyState }) => readyState).join()"
    page.evaluate("allow()")
    for _ in range(100):
        if page.evaluate(f"window.stream && {tracks}") == "ended":
            break
        page.wait_for_timeout(50)
    assert page.evaluate(tracks) == "ended"
    expect(page.locator("#camera-trouble")).to_be_hidden()


@pytest.mark.slow
def test_the_picture_of_an_upright_phone_is_not_cut(browser: Browser, address: str, tmp_path: Path) -> None:
    upright = launch(browser.browser_type, write_portrait(tmp_path / "portrait.mjpeg"))
    page = upright.new_context(permissions=["camera"], base_url=address, viewport=PHONE).new_page()  # type: ignore[arg-type]
    page.goto("/")
    start(page)
    width, height = page.evaluate("(({ width, height }) => [width, height])(document.getElementById('camera-picture'))")
    assert 4 * width == 3 * height
    upright.close()
