"""What a small phone shows of the words that others have room for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import sudokulens.teaching as teaching
from tests.apps.browser.acts import act, button, cell, choose, load, printed, read_photo
from tests.apps.browser.doubtful import ANSWER, PUZZLE

CHAIN = json.loads((Path(teaching.__file__).parent / "examples.json").read_text("utf-8"))["x_chain"]


@pytest.fixture
def small(browser: Browser, address: str) -> Iterator[Page]:
    found = browser.new_page(viewport={"width": 320, "height": 568}, base_url=address, has_touch=True)
    found.goto("/")
    yield found
    found.close()


def test_the_words_of_a_hint_have_the_room_and_its_step_stays_in_view(small: Page) -> None:
    load(small, CHAIN)
    button(small, "Hint").click()
    for level in range(2, 5):
        button(small, "Tell me more").click()
        expect(small.locator("#hint-levels .reached")).to_have_count(level)
    step = small.locator("#hint-apply").bounding_box()
    words = small.locator("#hint-text").bounding_box()
    assert step
    assert words
    assert step["y"] + step["height"] <= 568
    assert step["y"] - words["y"] >= 4 * 20, "fewer than four lines can be read at once"
    small.locator("#hint-learn").scroll_into_view_if_needed()
    expect(small.locator("#hint-learn")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_long_words_do_not_move_the_keypad(small: Page) -> None:
    load(small, PUZZLE)
    before = small.locator("#keypad").bounding_box()
    choose(small, "Rate")
    expect(small.locator("#message")).to_contain_text("rating")
    assert small.locator("#keypad").bounding_box() == before
    expect(button(small, "Hint")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_finish_is_read_whole(small: Page) -> None:
    load(small, ANSWER[:-1] + ".")
    cell(small, 80).click()
    small.keyboard.press(ANSWER[-1])
    expect(small.locator("#finish-text")).to_be_in_viewport(ratio=1)
    words, action = (small.locator(name).bounding_box() for name in ("#finish-text", "#finish-new"))
    assert words
    assert action
    assert words["y"] + words["height"] <= action["y"]


@pytest.mark.slow
def test_a_puzzle_with_a_photo_is_told_in_full_lines(small: Page) -> None:
    read_photo(small, printed(PUZZLE))
    act(small, "Close")
    button(small, "My puzzles").click()
    when = small.locator("#library-list .about > span").first.bounding_box()
    assert when
    assert when["height"] < 30, "day and time take more than one line"
