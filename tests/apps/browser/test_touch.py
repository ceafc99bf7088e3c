"""A finger on boards and keypads that are larger than a phone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.variants import random_variant
from tests.apps.browser.acts import button, cell, key, load, set_option
from tests.cases import first_quick

SAMURAI = random_variant(["samurai"], seed=1, minimal=False)
FIRST_EMPTY = next(place for place, value in enumerate(SAMURAI.values) if not value)
LONG_PRESS = 700


@dataclass
class Finger:
    """One finger on the screen."""

    page: Page

    def __post_init__(self) -> None:
        self.session = self.page.context.new_cdp_session(self.page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})

    def drag(self, points: list[tuple[float, float]], rest: int = 0) -> None:
        """Goes through the points, after resting on the first for that many milliseconds."""
        self.send("Start", points[0])
        self.page.wait_for_timeout(rest)
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            for step in range(1, 5):
                self.send("Move", (x0 + (x1 - x0) * step / 4, y0 + (y1 - y0) * step / 4))
                self.page.wait_for_timeout(20)
        self.send("End")


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page(base_url=address, has_touch=True, viewport={"width": 390, "height": 844})
    page.goto("/")
    yield page
    page.close()


def middles(page: Page, places: list[int]) -> list[tuple[float, float]]:
    boxes = [cell(page, place).bounding_box() for place in places]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]


def scrolled(page: Page) -> int:
    return int(page.locator("#board-frame").evaluate("frame => frame.scrollLeft"))


@pytest.mark.slow
def test_a_finger_moves_a_samurai_and_after_a_rest_selects_its_cells(phone: Page) -> None:
    load(phone, str(SAMURAI))
    finger = Finger(phone)
    finger.drag(middles(phone, [6, 0]))
    phone.wait_for_timeout(600)
    assert scrolled(phone) > 50
    expect(phone.locator(".cell.selected")).to_have_count(1)
    phone.locator("#board-frame").evaluate("frame => { frame.scrollLeft = 0; }")
    finger.drag(middles(phone, [0, 1, 2]), rest=LONG_PRESS)
    expect(phone.locator(".cell.selected")).to_have_count(3)
    assert scrolled(phone) == 0
    button(phone, "Marks").click()
    key(phone, "5").click()
    empty = [place for place in range(3) if not SAMURAI.values[place]]
    for place in empty:
        expect(cell(phone, place)).to_have_accessible_name(re.compile("empty, marks 5"))


def test_a_tap_on_a_samurai_selects_and_a_move_writes_nothing(phone: Page) -> None:
    load(phone, str(SAMURAI))
    finger = Finger(phone)
    set_option(phone, "Digit first")
    key(phone, "4").click()
    ((x, y),) = middles(phone, [FIRST_EMPTY])
    finger.drag([(x, y), (x, y + 60)])
    phone.wait_for_timeout(300)
    expect(cell(phone, FIRST_EMPTY)).to_have_text("")
    finger.drag(middles(phone, [FIRST_EMPTY]))
    expect(cell(phone, FIRST_EMPTY)).to_have_text("4")
    expect(cell(phone, FIRST_EMPTY)).to_have_class(re.compile("cursor"))


@pytest.mark.slow
def test_a_drag_to_the_edge_brings_the_next_cells_of_a_samurai(phone: Page) -> None:
    load(phone, str(SAMURAI))
    frame = phone.locator("#board-frame").bounding_box()
    ((x, y),) = middles(phone, [0])
    assert frame
    edge = frame["x"] + frame["width"] - 8
    Finger(phone).drag([(x, y), *((edge - 4 * (step % 2), y) for step in range(8))], rest=LONG_PRESS)
    assert scrolled(phone) > 50
    columns = phone.locator(".cell.selected").evaluate_all("cells => cells.map(cell => cell.ariaColIndex)")
    unseen = 1 + edge / (frame["width"] / 13)
    assert max(map(int, columns)) > unseen


@pytest.mark.parametrize(("width", "height"), first_quick((320, 568), (360, 640), (390, 844)))
@pytest.mark.parametrize("size", first_quick(25, 10, 12, 16))
def test_keys_of_a_large_board_are_as_large_as_a_finger_and_stay(
    browser: Browser, address: str, width: int, height: int, size: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height}, base_url=address, has_touch=True)
    page.goto("/")
    load(page, str(Board.empty(Geometry.standard(size)).with_values({0: 1})))
    keypad = page.locator("#keypad")
    place = keypad.bounding_box()
    digits: list[str] = []
    while True:
        for one in keypad.get_by_role("button").all():
            box = one.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44, one.inner_text()
        digits += [one.inner_text().split("\n")[0] for one in keypad.get_by_role("button").all()]
        others = keypad.get_by_role("button", name=re.compile(r"^Digits \d+ to \d+"))
        if not others.count() or others.inner_text().startswith("1–"):
            break
        others.click()
        assert keypad.bounding_box() == place
    assert [digit for digit in digits if digit.isdigit()] == [str(digit) for digit in range(1, size + 1)]
    button(page, "Colour").click()
    assert keypad.bounding_box() == place
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]
    page.close()


@pytest.mark.slow
def test_a_board_of_25_is_filled_from_both_pages_of_keys(phone: Page) -> None:
    load(phone, str(Board.empty(Geometry.standard(25)).with_values({0: 1})))
    cell(phone, 1).click()
    button(phone, "Digits 14 to 25").click()
    key(phone, "25").click()
    expect(cell(phone, 1)).to_have_accessible_name("Row 1, column 2, 25, your digit")
    expect(cell(phone, 1)).to_be_focused()
    button(phone, "Digits 1 to 13").click()
    expect(key(phone, "13")).to_be_visible()
    phone.set_viewport_size({"width": 1440, "height": 900})
    expect(page_keys := phone.locator("#keypad button")).to_have_count(26)
    assert page_keys.first.inner_text().startswith("1")
