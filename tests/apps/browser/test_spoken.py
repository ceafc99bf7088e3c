"""What the page says to a screen reader, and where the keyboard is afterwards."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.apps.browser.acts import act, button, cell, choose, load, png, read_photo
from tests.apps.browser.doubtful import ANSWER, PUZZLE
from tests.cases import first_quick


def test_what_a_key_did_to_a_cell_is_spoken(page: Page) -> None:
    load(page, PUZZLE)
    place = PUZZLE.index(".")
    cell(page, place).click()
    page.keyboard.press("Shift+2")
    expect(page.locator("#status")).to_contain_text("empty, marks 2")
    page.keyboard.press("Control+z")
    expect(page.locator("#status")).to_have_text(re.compile("empty$"))
    page.keyboard.press("4")
    expect(page.locator("#status")).to_contain_text("4, your digit")
    hidden = cell(page, place).evaluate("cell => [...cell.children].every(child => child.ariaHidden === 'true')")
    assert hidden, "a screen reader would speak the digit alone, not the cell's name"


@pytest.mark.slow
def test_the_mode_and_what_changes_the_whole_board_are_spoken(page: Page) -> None:
    load(page, PUZZLE)
    place = PUZZLE.index(".")
    cell(page, place).click()
    for pressed, words in (("x", "Marks"), ("z", "Digit")):
        page.keyboard.press(pressed)
        expect(page.locator("#status")).to_have_text(words)
    page.keyboard.press("4")
    page.locator("#open-menu").click()
    page.locator("#restart").click()
    expect(page.locator("#status")).to_have_text("Start over: clues only")


@pytest.mark.slow
def test_undo_tells_of_the_cell_that_it_changed(page: Page) -> None:
    load(page, PUZZLE)
    place = PUZZLE.index(".")
    cell(page, place).click()
    page.keyboard.press("4")
    page.keyboard.press("End")
    page.keyboard.press("Control+z")
    expect(page.locator("#status")).to_have_text(f"Row 1, column {place + 1}, empty")


@pytest.mark.parametrize("name", first_quick("Settings", "Share", "Help"))
def test_a_dialog_says_its_title_within_itself(page: Page, name: str) -> None:
    load(page, PUZZLE)
    choose(page, name)
    spoken = page.locator("dialog[open] #status")
    expect(spoken).to_have_text(name)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert not page.locator("body > #status").count(), "what was said before would be said again"


@pytest.mark.slow
def test_what_happens_in_a_dialog_is_said_within_it(page: Page) -> None:
    """The page around an open dialog is covered for screen readers too."""
    page.context.grant_permissions(["clipboard-write", "clipboard-read"])
    load(page, PUZZLE)
    choose(page, "Share")
    button(page, "Copy link").click()
    expect(page.locator("#share-dialog #status")).to_have_text("Copied.")
    page.keyboard.press("Escape")
    cell(page, PUZZLE.index(".")).click()
    page.keyboard.press("4")
    expect(page.locator("body > #status")).to_contain_text("4, your digit")


@pytest.mark.slow
def test_work_in_a_dialog_is_shown_above_it(page: Page) -> None:
    page.route("**/api/generate", lambda route: None)
    button(page, "New").click()
    button(page, "Generate").click()
    expect(page.locator("#new-dialog #busy")).to_be_visible()
    expect(page.locator("#new-dialog #status")).to_have_text("Making a puzzle…")


def test_the_keyboard_goes_on_where_a_sheet_was_closed(page: Page) -> None:
    load(page, PUZZLE)
    button(page, "Hint").focus()
    page.keyboard.press("Enter")
    more = button(page, "Tell me more")
    more.focus()
    for level in range(2, 5):
        page.keyboard.press("Enter")
        expect(page.locator("#hint-levels .reached")).to_have_count(level)
    expect(button(page, "Do this step")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#board :focus")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("your digit")


@pytest.mark.slow
def test_the_keyboard_goes_on_at_the_end_of_the_steps(page: Page) -> None:
    load(page, ANSWER[:-3] + "...")
    choose(page, "Steps")
    expect(button(page, "Next step")).to_be_focused()
    for step in (2, 3):
        page.keyboard.press("Enter")
        expect(page.locator("#path-place")).to_have_text(f"{step} of 3")
    expect(button(page, "Previous step")).to_be_focused()
    button(page, "Close steps").press("Enter")
    expect(page.locator("#board :focus")).to_have_count(1)


@pytest.mark.slow
def test_the_keyboard_is_on_the_board_after_the_last_undo_and_after_an_import(page: Page) -> None:
    load(page, PUZZLE)
    expect(page.locator("#board :focus")).to_have_count(1)
    page.keyboard.press("4")
    button(page, "Undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board :focus")).to_have_count(1)


@pytest.mark.slow
def test_corners_are_sliders_that_say_where_they_are(page: Page) -> None:
    """In lists of buttons Orca keeps the arrow keys for itself; sliders get them."""
    read_photo(page, png(np.full((300, 400, 3), 240, np.uint8)))
    act(page, "Mark the corners")
    corner = page.get_by_role("slider", name="Top left corner")
    expect(corner).to_have_attribute("aria-valuetext", "12 % from the left, 12 % from the top")
    corner.focus()
    page.keyboard.press("ArrowRight")
    expect(corner).to_have_attribute("aria-valuetext", "13 % from the left, 12 % from the top")


@pytest.mark.slow
def test_an_exported_text_has_the_keyboard(page: Page) -> None:
    load(page, PUZZLE)
    choose(page, "Import / export")
    button(page, "Export").click()
    expect(page.locator("#export-text")).to_be_focused()
    expect(page.locator("#export-text")).to_have_value(re.compile(r"[1-9.0]{81}"))


@pytest.mark.slow
def test_the_keyboards_cell_is_the_one_that_typing_goes_on_to(page: Page) -> None:
    button(page, "Type one in").click()
    page.keyboard.type("53")
    expect(page.locator("#board :focus")).to_have_accessible_name("Row 1, column 3, empty")
