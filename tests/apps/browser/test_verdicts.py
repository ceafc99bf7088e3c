"""The card after a scan, for every verdict that the service gives; the answers are real ones with a part replaced."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect

import sudokulens as sl
from sudokulens.puzzle.board import Board
from sudokulens.solving.variants import random_variant
from tests.apps.browser.acts import act, button, cell, choose, png, printed, read_photo, values
from tests.apps.browser.doubtful import ANSWER, PUZZLE
from tests.reading.test_details import KILLER

EMPTY = [place for place, digit in enumerate(PUZZLE) if digit == "."]


def scan(page: Page, entries: dict[int, str], verdict: dict[str, Any], **changes: Any) -> None:
    """Reads a printed page as if those entries stood on it too, with that verdict."""

    def answer(route: Route) -> None:
        found = json.loads(route.fetch().text())
        (grid,) = found["grids"]
        for place, digit in entries.items():
            grid["fields"]["values"][place] = int(digit)
        grid["entries"] = "".join(entries.get(place, "0") for place in range(81))
        grid["verdict"] = {"cells": [], "to_go": 51 - len(entries), "sure": True, "text": "", **verdict}
        grid.update(changes)
        route.fulfill(json=found)

    page.route("**/api/scan", answer)
    read_photo(page, printed(PUZZLE))


def title(page: Page) -> str:
    return page.locator("#verdict-title").inner_text()


def test_mistakes_are_counted_and_only_they_are_red(page: Page) -> None:
    wrong = {EMPTY[0]: PUZZLE[0], EMPTY[1]: PUZZLE[1]}  # both stand twice in their row then
    places = [[place // 9 + 1, place % 9 + 1] for place in wrong]
    scan(page, wrong, {"kind": "mistakes", "cells": places})
    assert title(page) == "2 of your digits are wrong."
    act(page, "Show")
    expect(page.locator(".cell.wrong")).to_have_count(2)
    for place in wrong:
        expect(cell(page, place)).to_have_class(re.compile("wrong"))


@pytest.mark.slow
def test_several_wrong_digits_are_not_told_as_several_solutions(page: Page) -> None:
    wrong = {place: str(int(ANSWER[place]) % 9 + 1) for place in EMPTY[:4]}
    scan(page, wrong, {"kind": "mistakes", "cells": [[place // 9 + 1, place % 9 + 1] for place in wrong]})
    act(page, "Close")
    button(page, "Check").click()
    expect(page.locator("#message")).to_contain_text("4 digits are wrong")
    button(page, "Hint").click()
    expect(page.locator("#hint-text")).to_contain_text("wrong")
    choose(page, "Solve")
    expect(page.locator("#message")).to_contain_text("Here is the solution")
    assert values(page) == ANSWER


@pytest.mark.slow
def test_a_finished_page_is_told_without_confetti(page: Page) -> None:
    """Who photographs a page that is full wants to know whether it is right; the time would be nobody's."""
    scan(page, {place: ANSWER[place] for place in EMPTY}, {"kind": "finished"})
    assert title(page) == "Finished, and every digit is right."
    page.wait_for_timeout(300)
    expect(page.locator("#finish")).to_be_hidden()
    assert page.locator("#confetti i").count() == 0
    act(page, "Another puzzle")
    expect(page.locator("#new-dialog")).to_be_visible()


def test_a_killer_is_called_one_and_played_with_its_cages(page: Page) -> None:
    read_photo(page, sl.to_png(sl.draw(Board.parse(KILLER), candidates=False), cell_pixels=52))
    assert title(page) == "There is one solution."
    expect(page.locator("#verdict-text")).to_contain_text("A killer Sudoku: its cages")
    expect(page.locator("#beneath text")).to_have_count(28)
    expect(cell(page, 0)).to_have_accessible_name("Row 1, column 1, empty, cage 11 of 3 cells")
    # The cages lie under the cells, whose tints must let them through.
    tint = cell(page, 1).evaluate("element => getComputedStyle(element).backgroundColor")
    assert re.fullmatch(r"rgba\(.*, 0\.\d+\)", tint), tint
    act(page, "Hint")
    expect(page.locator("#hint-text")).not_to_be_empty()
    expect(page.locator("#hint-text")).not_to_contain_text("wrong")


def test_rules_that_the_picture_shows_are_offered(page: Page) -> None:
    rules = {"kind": "diagonal", "regions": None, "diagonals": True, "windows": False, "cages": []}
    scan(page, {}, {"kind": "other rules"}, rules=rules)
    assert title(page) == "This looks like an X-Sudoku."
    act(page, "Use these rules")
    expect(page.locator("#beneath polyline")).to_have_count(2)
    expect(page.locator("#message")).to_contain_text("rules in the picture")


@pytest.mark.slow
def test_drawings_that_cannot_be_read_are_named(page: Page) -> None:
    rules = {"kind": "classic", "regions": None, "diagonals": False, "windows": False, "cages": []}
    scan(page, {}, {"kind": "other rules"}, rules={**rules, "figures": ["thermometers"]})
    assert title(page) == "This looks like a Sudoku with thermometers."


@pytest.fixture(scope="module")
def samurai() -> sl.Board:
    return random_variant(["samurai"], seed=1, minimal=False)


def read_samurai(page: Page, samurai: sl.Board) -> None:
    read_photo(page, sl.to_png(sl.draw(samurai, candidates=False, edge="none"), cell_pixels=40))
    assert title(page) == "A samurai: five grids, one puzzle."
    expect(page.locator("#verdict-text")).to_have_text("Together they have one solution.")


@pytest.mark.slow
def test_the_grids_of_a_samurai_are_one_board_to_play_on(page: Page, samurai: sl.Board) -> None:
    read_samurai(page, samurai)
    act(page, "Play")
    expect(page.locator(".cell")).to_have_count(samurai.geometry.cell_count)
    expect(page.locator(".cell.given")).to_have_count(samurai.clue_count)
    last_of_first_line = samurai.geometry.places.index((0, 8))
    cell(page, last_of_first_line).click()
    page.keyboard.press("ArrowRight")
    expect(cell(page, last_of_first_line + 1)).to_have_accessible_name(re.compile("^Row 1, column 13, "))
    expect(cell(page, last_of_first_line + 1)).to_be_focused()
    step = sl.hint(samurai).step
    assert step
    (place, digit), *_ = step.places
    cell(page, place).click()
    page.keyboard.press(str(digit))
    expect(cell(page, place)).to_have_text(str(digit))
    page.reload()
    expect(cell(page, place)).to_have_text(str(digit))
    choose(page, "Solve")
    solved = sl.solve(samurai).board
    assert solved
    expect(page.locator(".cell .value")).to_have_text([str(value) for value in solved.values])


@pytest.mark.slow
def test_a_hint_of_a_samurai_is_drawn_on_its_photo(page: Page, samurai: sl.Board) -> None:
    read_samurai(page, samurai)
    act(page, "Hint")
    for _ in range(3):
        button(page, "Tell me more").click()
    button(page, "Photo").click()
    step = sl.hint(samurai).step
    assert step
    (_, digit), *_ = step.places
    expect(page.locator("#photo-marks text", has_text=str(digit)).first).to_be_visible()
    expect(page.locator("#photo-marks .area:not(.grid):not(.other)")).to_have_count(samurai.geometry.cell_count + 1)
    expect(button(page, "Page")).to_be_hidden()


@pytest.mark.slow
def test_one_grid_of_a_samurai_can_be_taken_alone(page: Page, samurai: sl.Board) -> None:
    read_samurai(page, samurai)
    act(page, "Play")
    page.get_by_role("button", name="Next grid").click()
    expect(page.locator(".cell")).to_have_count(81)
    assert title(page) == "One of the five grids of a samurai."
    act(page, "Show the whole")
    expect(page.locator(".cell")).to_have_count(samurai.geometry.cell_count)


@pytest.mark.slow
def test_a_samurai_on_a_phone_moves_inside_its_frame(page: Page, samurai: sl.Board) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    read_samurai(page, samurai)
    act(page, "Play")
    last = samurai.geometry.cell_count - 1
    size = cell(page, last).bounding_box()
    assert size
    assert size["width"] >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    cell(page, 0).focus()
    page.keyboard.press("Control+End")
    expect(cell(page, last)).to_be_in_viewport()
    expect(page.locator("#keypad")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
def test_actions_stay_in_view_below_long_words(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    doubt = {"row": 1, "col": 3, "read": 0, "probability": 0.6, "alternatives": [], "kind": "digit"}
    scan(page, {}, {"kind": "nothing written"}, doubts=[doubt], note="Many words about this page. " * 20)
    expect(page.locator("#doubt-close")).to_be_in_viewport(ratio=1)
    page.locator("#doubt-choices button").last.click()  # which scrolls there
    expect(page.locator("#doubt")).to_be_hidden()


@pytest.mark.slow
def test_a_digit_of_unclear_ink_can_be_called_a_clue_or_ones_own(page: Page) -> None:
    doubt = {"row": 1, "col": 1, "read": 5, "probability": 0.9, "alternatives": [], "kind": "ink"}
    scan(page, {}, {"kind": "nothing written"}, doubts=[doubt])
    assert title(page) == "Read 30 clues; there is one solution."
    act(page, "Close")
    cell(page, 0).click()
    expect(page.locator("#doubt-text")).to_contain_text("is this 5 printed or yours?")
    page.locator("#doubt-choices").get_by_role("button", name="Mine").click()
    expect(cell(page, 0)).to_have_accessible_name("Row 1, column 1, 5, your digit")
    expect(page.locator(".doubtful")).to_have_count(0)


@pytest.mark.slow
def test_where_the_reader_has_no_idea_whatever_fits_is_offered(page: Page) -> None:
    doubt = {"row": 1, "col": 3, "read": 0, "probability": 0.6, "alternatives": [], "kind": "digit"}
    scan(page, {}, {"kind": "nothing written"}, doubts=[doubt])
    expect(page.locator("#doubt-title")).to_have_text("One cell is hard to read.")
    choices = page.locator("#doubt-choices button")
    assert choices.all_inner_texts() == ["empty", "1", "2", "4"]
    choices.nth(3).click()
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, 4, given")


@pytest.mark.slow
def test_a_picture_without_a_sudoku_is_shown_beside_what_is_said(page: Page) -> None:
    read_photo(page, png(np.full((300, 400, 3), 240, np.uint8)))
    assert title(page).startswith("No Sudoku was found")
    picture = page.locator("#verdict-picture")
    expect(picture).to_be_visible()
    page.wait_for_function("() => document.getElementById('verdict-picture').naturalWidth === 400")
    read_photo(page, printed(PUZZLE))
    expect(picture).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (844, 390), (1440, 900)])
def test_that_nothing_was_found_is_said_in_view(page: Page, width: int, height: int) -> None:
    """On the first screen, and with an older puzzle on the board."""
    page.set_viewport_size({"width": width, "height": height})
    blank = png(np.full((300, 400, 3), 240, np.uint8))
    read_photo(page, blank)
    expect(page.locator("#verdict-title")).to_be_in_viewport(ratio=1)
    expect(button(page, "Mark the corners")).to_be_in_viewport(ratio=1)
    act(page, "Close")
    read_photo(page, printed(PUZZLE))
    act(page, "Close")
    read_photo(page, blank)
    expect(page.locator("#verdict-title")).to_be_in_viewport(ratio=1)
    expect(button(page, "Mark the corners")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_long_dialogs_open_at_their_top(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 568}, base_url=address)
    page.goto("/")
    choose(page, "Help")
    expect(page.locator("#help-dialog-title")).to_be_focused()
    assert page.locator("#help-dialog").evaluate("dialog => dialog.scrollTop") == 0
    page.close()
