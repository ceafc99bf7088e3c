"""What the page makes of a photo: the verdict, the review on the straightened page, and the photo itself."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from sudokulens.apps.server.page import SAMPLE
from tests.apps.browser.acts import act, button, cell, choose, key, load, png, printed, read_photo, values
from tests.apps.browser.doubtful import ANSWER, PUZZLE, doubtful_photo

EMPTY = PUZZLE.index(".")


@pytest.mark.slow
def test_the_first_screen_offers_the_sample_newspaper(page: Page) -> None:
    expect(page.locator("#welcome img")).to_be_visible()
    assert page.locator("#welcome img").evaluate("image => image.complete && image.naturalWidth > 300")
    expect(page.get_by_role("grid")).to_be_hidden()
    button(page, "Try this one").click()
    expect(page.locator("#verdict-title")).to_contain_text("On track")
    expect(page.locator("#welcome")).to_be_hidden()
    assert len(values(page)) - values(page).count(".") == 29


@pytest.mark.slow
def test_a_photo_without_entries_is_told_as_one_solution(page: Page) -> None:
    read_photo(page, printed(PUZZLE))
    expect(page.locator("#verdict-title")).to_have_text("Read 30 clues; there is one solution.")
    expect(page.locator("#verdict-title")).to_be_focused()
    act(page, "Hint")
    expect(page.locator("#hint")).to_be_visible()


@pytest.mark.slow
def test_a_clue_of_the_photo_can_be_corrected_on_the_straightened_page(page: Page) -> None:
    read_photo(page, printed(PUZZLE))
    act(page, "Close")
    button(page, "Page").click()
    expect(page.locator("#flat")).to_be_visible()
    dark = page.evaluate(
        """() => {
            const canvas = document.getElementById("flat");
            const side = canvas.width / 9;
            const { data } = canvas.getContext("2d").getImageData(side * 0.2, side * 0.2, side * 0.6, side * 0.6);
            return data.filter((value, index) => index % 4 === 0 && value < 100).length;
        }"""
    )
    assert dark > 50, "the first cell's digit is not where the straightened page shows it"
    assert page.locator(".cell .read").count() == 30
    cell(page, 0).click()
    page.keyboard.press("4")
    expect(cell(page, 0)).to_have_accessible_name(re.compile("Row 1, column 1, 4, given"))
    cell(page, EMPTY).click()
    key(page, "4").click()
    expect(cell(page, EMPTY)).to_have_accessible_name(re.compile(r"4, given"))
    expect(button(page, "Clue")).to_have_attribute("aria-pressed", "true")
    button(page, "Mine").click()
    expect(cell(page, EMPTY)).to_have_accessible_name(re.compile(r"4, your digit"))
    cell(page, EMPTY + 1).click()
    page.keyboard.press("v")  # the colour mode, which has no place here
    page.keyboard.press("6")
    expect(cell(page, EMPTY + 1)).to_have_accessible_name(re.compile(r"6, your digit"))
    cell(page, EMPTY).click()
    button(page, "Clue").click()
    expect(cell(page, EMPTY)).to_have_accessible_name(re.compile(r"4, given"))
    cell(page, EMPTY).click()
    page.keyboard.press("Delete")
    expect(cell(page, EMPTY)).to_have_accessible_name(re.compile(r"empty"))


@pytest.mark.slow
def test_a_doubtful_clue_can_be_typed_over_and_stays_a_clue(page: Page) -> None:
    photo, doubtful, digit = doubtful_photo()
    read_photo(page, photo)
    expect(page.locator("#doubt")).to_be_visible()
    cell(page, doubtful).click()
    page.keyboard.press(digit)
    assert values(page) == PUZZLE
    expect(page.locator(".doubtful")).to_have_count(0)
    expect(cell(page, doubtful)).to_have_class(re.compile("given"))
    # What was said of the cell must not outlive it.
    expect(page.locator("#verdict")).to_be_hidden()
    expect(page.locator("#doubt")).to_be_hidden()


@pytest.mark.slow
def test_a_cell_is_called_hard_to_read_no_longer_than_it_is(page: Page) -> None:
    photo, doubtful, _ = doubtful_photo()
    read_photo(page, photo)
    expect(page.locator("#doubt-title")).to_have_text("One cell is hard to read.")
    cell(page, doubtful).click()
    page.keyboard.press(ANSWER[doubtful])
    expect(page.locator("#doubt")).to_be_hidden()
    expect(page.locator(".cell.doubtful")).to_have_count(0)
    read_photo(page, photo)
    expect(page.locator("#doubt")).to_be_visible()
    load(page, PUZZLE)
    expect(page.locator("#sheet")).to_be_hidden()
    assert "hard to read" not in page.locator("main").inner_text()


@pytest.mark.slow
def test_tapping_the_photo_selects_the_cell(page: Page) -> None:
    read_photo(page, printed(PUZZLE))
    act(page, "Close")
    button(page, "Photo").click()
    target = page.locator("#photo-marks polygon.area:not(.grid):not(.other):not(.chosen)").nth(EMPTY + 1)
    target.click()
    expect(page.locator("#photo")).to_be_focused()
    page.keyboard.press("4")
    button(page, "Board").click()
    expect(cell(page, EMPTY + 1)).to_have_accessible_name(re.compile("4, your digit"))


def test_a_hint_is_drawn_on_the_photo(page: Page) -> None:
    read_photo(page, printed(PUZZLE))
    act(page, "Hint")
    expect(page.locator("#hint")).to_be_visible()
    for _ in range(3):
        before = page.locator("#hint-text").inner_text()
        button(page, "Tell me more").click()
        expect(page.locator("#hint-text")).not_to_have_text(before)
    drawn = page.locator("#above text").first.text_content()
    button(page, "Photo").click()
    expect(page.locator("#photo-marks text", has_text=drawn).first).to_be_visible()
    button(page, "Close hint").click()
    expect(page.locator("#photo-marks text")).to_have_count(0)


@pytest.mark.slow
def test_the_solution_is_written_into_the_photo(page: Page) -> None:
    read_photo(page, printed(PUZZLE))
    act(page, "Close")
    button(page, "Photo").click()
    expect(page.locator("#photo-marks text")).to_have_count(0)
    choose(page, "Solve")
    expect(page.locator("#photo-marks text")).to_have_count(PUZZLE.count("."))
    written = "".join(page.locator("#photo-marks text").all_text_contents())
    assert written == "".join(right for right, clue in zip(ANSWER, PUZZLE, strict=True) if clue == ".")


def test_wrong_digits_are_counted_and_shown(page: Page) -> None:
    read_photo(page, SAMPLE.read_bytes())
    act(page, "Close")
    cell(page, 0).click()
    wrong = "3"  # The sample's first cell is a 2.
    page.keyboard.press(wrong)
    button(page, "Check").click()
    expect(page.locator("#message")).to_contain_text("1 digit is wrong")
    expect(cell(page, 0)).to_have_class(re.compile("wrong"))


@pytest.mark.slow
def test_a_new_puzzle_takes_the_photo_away_and_the_old_one_brings_it_back(page: Page) -> None:
    read_photo(page, printed(PUZZLE))
    act(page, "Close")
    load(page, ANSWER[:40] + "." * 41)
    expect(page.locator("#views")).to_be_hidden()
    expect(button(page, "Undo")).to_be_disabled()
    button(page, "My puzzles").click()
    page.locator("#library-list .open").nth(1).click()
    expect(page.locator("#views")).to_be_visible()
    assert values(page) == PUZZLE


@pytest.mark.slow
def test_switching_between_two_grids_keeps_what_was_written(page: Page) -> None:
    second = ANSWER[:40] + "." * 41
    read_photo(page, printed(PUZZLE, second))
    # Half of a board may leave a cell to ask about.
    page.locator("#verdict-actions .quiet, #doubt-close").filter(visible=True).click()
    expect(page.locator("#photo-which")).to_have_text("Grid 1 of 2")
    first = values(page)
    place = first.index(".")
    cell(page, place).click()
    page.keyboard.press(ANSWER[place])
    button(page, "Next grid").click()
    expect(page.locator("#photo-which")).to_have_text("Grid 2 of 2")
    expect(page.locator("#verdict, #doubt").filter(visible=True)).to_have_count(1)
    assert {first, values(page)} == {PUZZLE, second}
    button(page, "Previous grid").click()
    expect(page.locator("#photo-which")).to_have_text("Grid 1 of 2")
    assert values(page) == first[:place] + ANSWER[place] + first[place + 1 :]
    button(page, "Undo").click()
    assert values(page) == first


def test_a_picture_without_a_sudoku_is_told_with_what_to_try(page: Page) -> None:
    blank = png(np.full((300, 400, 3), 240, np.uint8))
    page.evaluate(
        """async (bytes) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "x.png", { type: "image/png" }));
            dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
        }""",
        list(blank),
    )
    expect(page.locator("#verdict-title")).to_contain_text("No Sudoku was found")
    expect(page.locator("#verdict-text")).to_contain_text("closer")
    act(page, "Mark the corners")
    expect(page.locator("#corners-dialog")).to_be_visible()
    corner = page.get_by_role("slider", name="Top left corner")
    before = corner.bounding_box()
    assert before
    corner.focus()
    page.keyboard.press("ArrowRight")
    page.mouse.move(before["x"] + 20, before["y"] + 20)
    page.mouse.down()
    page.mouse.move(before["x"] + 60, before["y"] + 50)
    page.mouse.up()
    after = corner.bounding_box()
    assert after
    assert after["x"] > before["x"] + 20
    button(page, "Read this").click()
    expect(page.locator("#verdict-title")).to_contain_text("No Sudoku was found")


@pytest.mark.slow
def test_four_corners_make_a_puzzle_readable(page: Page) -> None:
    """The straightened picture goes to the reader: here of a print that it would also find by itself."""
    picture = printed(PUZZLE)
    page.evaluate(
        """async (bytes) => {
            const { CornersDialog } = await import("/corners.js");
            window.dialog = new CornersDialog((picture) => { window.straight = picture; });
            window.dialog.open(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
        }""",
        list(picture),
    )
    page.wait_for_function("() => document.getElementById('corners-image').naturalWidth > 0")
    page.locator("#corners-read").click()
    page.wait_for_function("() => window.straight")
    size = page.evaluate("createImageBitmap(window.straight).then(({ width, height }) => [width, height])")
    assert size[0] == size[1] > 1000


@pytest.mark.slow
def test_texts_and_puzzle_files_can_be_dropped(page: Page, tmp_path: Path) -> None:
    drop = """([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }"""
    page.evaluate(drop, ["puzzle.txt", PUZZLE])
    expect(page.locator("#message")).to_contain_text("Imported")
    assert values(page) == PUZZLE
    sdk = "[Puzzle]\n" + "\n".join(ANSWER[row * 9 : row * 9 + 9] if row < 4 else "." * 9 for row in range(9))
    page.evaluate(drop, ["puzzle.sdk", sdk])
    expect(cell(page, 1)).to_have_accessible_name(re.compile(f"{ANSWER[1]}, given"))
    expect(cell(page, 40)).to_have_accessible_name(re.compile("empty"))
