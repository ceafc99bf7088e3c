"""The page in the browser's language, and in another one by choice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.apps.browser.acts import cell
from tests.cases import first_quick


@pytest.mark.parametrize("code", first_quick("de", "fr", "es", "ja", "zh"))
def test_the_page_speaks_the_language_of_the_browser(browser: Browser, address: str, code: str) -> None:
    page = browser.new_page(base_url=address, locale=code)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator("#welcome-title")).not_to_have_text("Point your camera at a Sudoku")
    page.close()


@pytest.mark.slow
def test_another_language_can_be_chosen_and_is_remembered(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address, locale="en")
    page.goto("/")
    expect(page.locator("#welcome-title")).to_have_text("Point your camera at a Sudoku")
    page.locator("#open-menu").click()
    page.locator("#open-settings").click()
    expect(page.locator("#language option")).to_have_count(6)
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    page.locator("#welcome-type").click()
    expect(cell(page, 0)).to_have_accessible_name("Zeile 1, Spalte 1, leer")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("#open-menu").click()
    page.locator("#open-settings").click()
    page.locator("#language").select_option("en")
    expect(page.locator("#settings-dialog-title")).to_have_text("Settings")
    page.close()
