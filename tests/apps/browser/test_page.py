"""The web page in a real browser: from the photo to the shared link, by keyboard, on a phone, in the dark, offline."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from sudokulens import hint
from sudokulens.puzzle import formats
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from tests.apps.browser.acts import button, cell, choose, key, load, read_photo, values
from tests.apps.browser.doubtful import ANSWER, PUZZLE, doubtful_photo
from tests.apps.server.processes import service
from tests.cases import first_quick


def test_from_the_photo_to_the_shared_link(page: Page, context: BrowserContext) -> None:
    photo, doubtful, digit = doubtful_photo()
    read_photo(page, photo)
    expect(page.locator("#doubt-title")).to_have_text("One cell is hard to read.")
    expect(page.locator("#doubt-about")).to_have_text("Read 30 clues; there is one solution.")
    expect(cell(page, doubtful)).to_have_class(re.compile("doubtful"))

    page.wait_for_function(
        """() => {
            const crop = document.getElementById("doubt-crop");
            const { data } = crop.getContext("2d").getImageData(48, 48, 96, 96);
            return data.some((value, index) => index % 4 === 0 && value < 150 && data[index + 3] === 255);
        }"""
    )
    page.locator("#doubt-choices").get_by_role("button", name=digit, exact=True).click()
    expect(page.locator(".doubtful")).to_have_count(0)
    # What was doubtful is not told any more, but what the puzzle amounts to now.
    expect(page.locator("#message")).to_contain_text("exactly one solution")
    assert values(page) == PUZZLE

    button(page, "Hint").click()
    expect(page.locator("#hint")).to_be_visible()
    texts = [page.locator("#hint-text").inner_text()]
    for _ in range(3):
        button(page, "Tell me more").click()
        expect(page.locator("#hint-text")).not_to_have_text(texts[-1])
        texts.append(page.locator("#hint-text").inner_text())
    assert len(set(texts)) == 4
    button(page, "Do this step").click()
    assert values(page).count(".") == PUZZLE.count(".") - 1

    choose(page, "Solve")
    expect(page.locator("#message")).to_contain_text("Here is the solution")
    assert values(page) == ANSWER

    choose(page, "Share")
    expect(page.get_by_role("textbox", name="Link", exact=True)).not_to_have_value("")
    link = page.get_by_role("textbox", name="Link", exact=True).input_value()
    assert Board.parse(link) == Board.parse(PUZZLE)
    other = context.new_page()
    other.goto(link)
    expect(other.locator("#message")).to_contain_text("came with the link")
    assert values(other) == PUZZLE


@pytest.mark.slow
def test_a_pasted_puzzle_is_taken(page: Page) -> None:
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        PUZZLE,
    )
    expect(page.locator("#message")).to_contain_text("Imported")
    assert values(page) == PUZZLE


def test_everything_on_the_board_can_be_done_by_keyboard(page: Page) -> None:
    load(page, PUZZLE)
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("Control+Home")
    assert page.locator("#board [tabindex='0']").count() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(cell(page, 2)).to_be_focused()
    page.keyboard.press("4")
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, 4, your digit")
    page.keyboard.press("Control+z")
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty")
    page.keyboard.press("Control+y")
    page.keyboard.press("Delete")
    page.keyboard.press("Shift+Digit1")
    page.keyboard.press("Control+Digit2")
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty, marks 1 2")
    for letter, mode in (("x", "marks"), ("v", "colour"), ("z", "digit")):
        page.keyboard.press(letter)
        expect(page.locator(f"[data-mode={mode}]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("v")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("6")
    assert page.locator(".cell[data-colour='6']").count() == 2
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help-dialog")).to_be_hidden()


@pytest.mark.slow
def test_a_given_cannot_be_overwritten_but_the_clues_can_be_edited(page: Page) -> None:
    load(page, PUZZLE)
    cell(page, 0).click()
    page.keyboard.press("9")
    assert values(page) == PUZZLE
    choose(page, "Edit the clues")
    cell(page, 0).click()
    page.keyboard.press("9")
    expect(cell(page, 0)).to_have_accessible_name("Row 1, column 1, 9, given, wrong")


@pytest.mark.slow
def test_marks_are_made_automatically_and_undone(page: Page) -> None:
    load(page, PUZZLE)
    button(page, "Fill in all marks").click()
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty, marks 1 2 4")
    cell(page, 3).click()
    key(page, "2").click()
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty, marks 1 4")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty")


@pytest.mark.slow
def test_a_tap_on_the_keypad_leaves_the_keyboard_on_the_board(page: Page) -> None:
    load(page, PUZZLE)
    cell(page, 2).click()
    button(page, "Marks").click()
    key(page, "1").click()
    page.keyboard.press("2")
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty, marks 1 2")


def test_check_marks_what_is_wrong(page: Page) -> None:
    load(page, PUZZLE)
    cell(page, 2).click()
    page.keyboard.press("1")
    button(page, "Check").click()
    expect(page.locator("#message")).to_contain_text("1 digit is wrong")
    expect(cell(page, 2)).to_have_class(re.compile("wrong"))


@pytest.mark.slow
def test_the_whole_path_can_be_stepped_through(page: Page) -> None:
    load(page, PUZZLE)
    choose(page, "Steps")
    expect(page.locator("#path-place")).to_have_text("1 of 51")
    first = page.locator("#path-text").inner_text()
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#path-text")).not_to_have_text(first)
    page.get_by_role("button", name="Last step").click()
    assert values(page).count(".") == 1
    expect(page.locator("#above text")).to_have_count(1)
    page.get_by_role("button", name="Close steps").click()
    assert values(page) == PUZZLE


@pytest.mark.slow
def test_a_chain_is_drawn_with_its_candidates(page: Page) -> None:
    board = json.loads((files("sudokulens.teaching") / "examples.json").read_text())["x_chain"]
    step = hint(board).step
    assert step
    load(page, board)
    page.get_by_role("button", name="Hint", exact=True).click()
    for _ in range(3):
        page.get_by_role("button", name="Tell me more").click()
        page.wait_for_timeout(300)
    expect(page.locator("#above text").first).to_be_visible()
    # The links are drawn one after the other, and again where that is asked for.
    delays = page.locator("#above polyline.link").evaluate_all(
        "links => links.map(link => parseFloat(getComputedStyle(link).animationDelay))"
    )
    assert len(delays) == len(step.links) > 2
    assert delays == sorted(set(delays))
    button(page, "Draw it again").click()
    expect(page.locator("#above polyline.link")).to_have_count(len(delays))


@pytest.mark.slow
def test_rate_generate_and_print(page: Page) -> None:
    load(page, PUZZLE)
    choose(page, "Rate")
    expect(page.locator("#message")).to_contain_text("Level: easy")
    with page.expect_download() as download:
        choose(page, "Print")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF-")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_label("Level").select_option("easy")
    button(page, "Generate").click()
    expect(page.locator("#message")).to_contain_text("level easy")
    assert values(page) != PUZZLE


@pytest.mark.parametrize("name", first_quick("candidates", "sdk", "opensudoku", "fpuzzles", "sudokupad"))
def test_a_board_goes_out_and_comes_back_in_other_formats(page: Page, name: str) -> None:
    load(page, PUZZLE)
    choose(page, "Import / export")
    page.get_by_label("Export as").select_option(name)
    expect(page.get_by_label("Text of the board")).not_to_have_value("")
    text = page.get_by_label("Text of the board").input_value()
    assert formats.parse(text).values == Board.parse(PUZZLE).values
    page.keyboard.press("Escape")
    load(page, "." * 81)
    load(page, text)
    assert values(page) == PUZZLE


@pytest.mark.slow
def test_share_codes_are_those_of_the_library(page: Page) -> None:
    classic = Board.parse(PUZZLE)
    boards = [
        classic,
        classic.with_values({2: 4, 3: 6}),
        classic.with_candidates(classic.computed_candidates()),
        classic.with_candidates(
            [mask & 0b101010101 | (1 if cell == 2 else 0) for cell, mask in enumerate(classic.computed_candidates())]
        ),
        Board.of([1] + [0] * 35, Geometry.standard(6)),
        Board.of([1] + [0] * 35, Geometry.standard(6, 3)),
        Board.of([0] * 81, Geometry.standard(9, diagonals=True)),
        Board.of(
            [0] * 25, Geometry.jigsaw([0, 0, 1, 1, 1, 0, 0, 2, 1, 1, 0, 2, 2, 2, 3, 4, 4, 2, 3, 3, 4, 4, 4, 3, 3])
        ),
    ]
    for board in boards:
        code = formats.write(board, "share")
        again = page.evaluate(
            "async (code) => { const codes = await import('/sharecode.js'); return codes.encode(codes.decode(code)); }",
            code,
        )
        assert again == code
    load(page, formats.write(boards[1], "share"))
    assert values(page)[2] == "4"
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, 4, your digit")


def test_the_puzzle_survives_a_reload(page: Page) -> None:
    load(page, PUZZLE)
    cell(page, 2).click()
    page.keyboard.press("4")
    page.reload()
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, 4, your digit")
    assert values(page) == PUZZLE[:2] + "4" + PUZZLE[3:]
    expect(cell(page, 0)).to_have_class(re.compile("given"))


def test_failures_are_shown(page: Page) -> None:
    choose(page, "Import / export")
    page.get_by_label("A board in any format, or a link").fill("nothing like a board")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#failure")).to_be_visible()
    page.keyboard.press("Escape")
    load(page, PUZZLE)
    page.route("**/api/**", lambda route: route.abort())
    choose(page, "Solve")
    expect(page.locator("#failure")).to_contain_text("cannot be reached")


@pytest.mark.slow
def test_a_damaged_link_is_told(page: Page) -> None:
    page.goto("/#s1-damaged")
    expect(page.locator("#failure")).to_contain_text("damaged")


def test_the_page_works_offline(page: Page, context: BrowserContext) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    load(page, PUZZLE)
    context.set_offline(True)
    page.reload()
    expect(cell(page, 0)).to_have_accessible_name("Row 1, column 1, 5, given")
    assert values(page) == PUZZLE
    cell(page, 2).click()
    page.keyboard.press("4")
    assert values(page)[2] == "4"
    context.set_offline(False)


@pytest.mark.slow
def test_on_the_network_only_the_link_with_the_token_opens_the_service(browser: Browser) -> None:
    with service("--lan", "--port", "0") as (_, link):
        for address, outcome in ((link.partition("?")[0], "Open the link"), (link, "")):
            context = browser.new_context(ignore_https_errors=True)
            page = context.new_page()
            page.goto(address)
            assert "token" not in page.url
            load(page, PUZZLE)
            choose(page, "Solve")
            if outcome:
                expect(page.locator("#failure")).to_contain_text(outcome)
            else:
                expect(page.locator("#message")).to_contain_text("Here is the solution", timeout=20_000)
            context.close()
