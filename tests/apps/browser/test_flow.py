"""From a photo to the shared link once more: by keyboard alone, and by touch on a phone in the dark."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from sudokulens.puzzle.board import Board
from tests.apps.browser.acts import button, cell, choose, values
from tests.apps.browser.conftest import watch
from tests.apps.browser.doubtful import ANSWER, PUZZLE, doubtful_photo

PHONE = {"width": 390, "height": 844}
MAX_TABS = 60


def tab_to(page: Page, target: Locator) -> None:
    """Presses Tab until the target has the focus, as somebody without a mouse would."""
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{target} cannot be reached by Tab")


def choose_by_keyboard(page: Page, photo: bytes) -> None:
    """Answers the file dialog that Enter opens; now and then the browser opens it before Playwright listens."""
    for last in (False, False, True):
        tab_to(page, button(page, "Read a photo"))
        page.keyboard.press("Enter")
        tab_to(page, button(page, "Choose a picture"))
        try:
            with page.expect_file_chooser(timeout=30_000 if last else 5_000) as chooser:
                page.keyboard.press("Enter")
            chooser.value.set_files({"name": "photo.png", "mimeType": "image/png", "buffer": photo})
            return
        except TimeoutError:
            if last:
                raise


def test_by_keyboard_alone(page: Page) -> None:
    photo, doubtful, digit = doubtful_photo()
    choose_by_keyboard(page, photo)
    expect(page.locator("#doubt-title")).to_be_focused()
    tab_to(page, page.locator("#doubt-choices").get_by_role("button", name=digit, exact=True))
    page.keyboard.press("Enter")
    expect(cell(page, doubtful)).not_to_have_class(re.compile("doubtful"))
    assert values(page) == PUZZLE

    tab_to(page, button(page, "Hint"))
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_visible()
    for _ in range(3):
        before = page.locator("#hint-text").inner_text()
        tab_to(page, button(page, "Tell me more"))
        page.keyboard.press("Space")
        expect(page.locator("#hint-text")).not_to_have_text(before)
    tab_to(page, button(page, "Do this step"))
    page.keyboard.press("Enter")
    assert values(page).count(".") == PUZZLE.count(".") - 1
    tab_to(page, button(page, "Menu"))
    page.keyboard.press("Enter")
    tab_to(page, button(page, "Solve"))
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("Here is the solution")
    assert values(page) == ANSWER
    tab_to(page, button(page, "Menu"))
    page.keyboard.press("Enter")
    tab_to(page, button(page, "Share"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Link", exact=True)).not_to_have_value("")
    assert Board.parse(page.get_by_role("textbox", name="Link", exact=True).input_value()) == Board.parse(PUZZLE)
    page.keyboard.press("Escape")
    expect(button(page, "Menu")).to_be_focused()


def test_by_touch_on_a_phone_in_the_dark(browser: Browser, address: str) -> None:
    photo, _, digit = doubtful_photo()
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        is_mobile=True,
        color_scheme="dark",
        base_url=address,
    )
    complaints: list[str] = []
    watch(context, address, complaints)
    page = context.new_page()
    page.goto("/")
    button(page, "Use a photo").tap()
    with page.expect_file_chooser() as chooser:
        button(page, "Take a photo").tap()
    chooser.value.set_files({"name": "photo.png", "mimeType": "image/png", "buffer": photo})
    page.locator("#doubt-choices").get_by_role("button", name=digit, exact=True).tap()
    assert values(page) == PUZZLE
    button(page, "Hint").tap()
    expect(page.locator("#hint")).to_be_visible()
    for _ in range(3):
        before = page.locator("#hint-text").inner_text()
        button(page, "Tell me more").tap()
        expect(page.locator("#hint-text")).not_to_have_text(before)
    button(page, "Do this step").tap()
    choose(page, "Solve")
    expect(page.locator("#message")).to_contain_text("Here is the solution")
    choose(page, "Share")
    expect(page.get_by_role("textbox", name="Link", exact=True)).not_to_have_value("")
    link = page.get_by_role("textbox", name="Link", exact=True).input_value()
    other = context.new_page()
    other.goto(link)
    expect(other.locator("#message")).to_contain_text("came with the link")
    assert values(other) == PUZZLE
    for shown in (page, other):
        assert shown.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
    assert complaints == []
