"""What people do on the page, for the browser tests."""

from __future__ import annotations

import io

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from sudokulens.puzzle.board import Board
from tests.pictures import Pixels, flat_grid, on_page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def cell(page: Page, number: int) -> Locator:
    return page.get_by_role("gridcell").nth(number)


def key(page: Page, name: str) -> Locator:
    """A key of the keypad."""
    return page.get_by_role("group", name="Digits", exact=True).get_by_role("button", name=name, exact=True)


def values(page: Page) -> str:
    """The digits on the board, as shown."""
    shown = page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.querySelector('.value')?.textContent || '.')"
    )
    return "".join(shown)


def choose(page: Page, name: str) -> None:
    """Opens the menu and takes one of its entries."""
    button(page, "Menu").click()
    page.locator("#menu-dialog").get_by_role("button", name=name, exact=True).click()


def load(page: Page, text: str) -> None:
    choose(page, "Import / export")
    page.get_by_label("A board in any format, or a link").fill(text)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#transfer-dialog")).to_be_hidden()


def read_photo(page: Page, photo: bytes) -> None:
    """Gives the page a photo and waits for its verdict, or for the question about a cell that is hard to read."""
    page.set_input_files("#photo-input", {"name": "photo.png", "mimeType": "image/png", "buffer": photo})
    expect(page.locator("#verdict, #doubt").filter(visible=True)).to_have_count(1)


def act(page: Page, name: str) -> None:
    """Takes one of the actions of the verdict."""
    page.locator("#verdict-actions").get_by_role("button", name=name, exact=True).click()


def set_option(page: Page, name: str, on: bool = True) -> None:
    choose(page, "Settings")
    page.get_by_role("checkbox", name=name).set_checked(on)
    page.keyboard.press("Escape")


def png(pixels: Pixels) -> bytes:
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "PNG")
    return target.getvalue()


def printed(*boards: str) -> bytes:
    """A picture of those boards on one page."""
    grids = [flat_grid(Board.parse(text), 50) for text in boards]
    return png(on_page(grids, 580 * len(boards) + 40, 600))


def choose_live(page: Page, words: str) -> None:
    """Chooses what the camera's view shows, by the label that people touch: the radio button itself is not seen."""
    page.locator("#camera label").filter(has_text=words).click()
