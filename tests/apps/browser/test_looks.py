"""How the page looks and reads: on a phone, in the dark, and to people who use assistive technology."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.apps.browser.conftest import watch
from tests.apps.browser.doubtful import doubtful_photo

PHONE = {"width": 390, "height": 844}


def violations(page: Page) -> list[str]:
    """What axe finds wrong, by rule and place."""
    page.wait_for_timeout(150)  # colours fade in; axe must not catch them half way
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_no_screen_has_an_accessibility_violation(browser: Browser, address: str, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, base_url=address)  # type: ignore[arg-type]
    complaints: list[str] = []
    watch(context, address, complaints)
    page = context.new_page()
    page.goto("/")
    found = {"welcome": violations(page)}
    photo, _, digit = doubtful_photo()
    page.set_input_files("#photo-input", {"name": "photo.png", "mimeType": "image/png", "buffer": photo})
    expect(page.locator("#doubt")).to_be_visible()
    found["doubt"] = violations(page)
    page.locator("#doubt-choices").get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Hint", exact=True).click()
    for _ in range(3):
        page.get_by_role("button", name="Tell me more").click()
    expect(page.locator("#hint-apply")).to_be_visible()
    found["hint"] = violations(page)
    page.get_by_role("button", name="Steps", exact=True).click()
    expect(page.locator("#path")).to_be_visible()
    found["steps"] = violations(page)
    page.get_by_role("button", name="Close steps").click()
    page.get_by_role("button", name="Auto marks").click()
    found["marks"] = violations(page)
    for name in ("photo", "new", "transfer", "share", "more", "help"):
        page.locator(f"#open-{name}").click()
        expect(page.locator(f"#{name}-dialog")).to_be_visible()
        found[name] = violations(page)
        page.keyboard.press("Escape")
    page.goto("/docs")
    expect(page.get_by_role("heading", name="POST /api/scan")).to_be_visible()
    found["docs"] = violations(page)
    context.close()
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert complaints == []


def test_a_phone_shows_everything_without_scrolling_sideways(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, base_url=address)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    board = page.get_by_role("grid").bounding_box()
    assert board
    assert board["width"] > 360
    assert abs(board["width"] - board["height"]) < 2
    for button in page.get_by_role("button").all():
        box = button.bounding_box()
        if box:
            assert box["height"] >= 40, button.inner_text()
            assert box["width"] >= 40, button.inner_text()
    page.get_by_role("button", name="Type one in").tap()
    page.get_by_role("gridcell").nth(0).tap()
    page.get_by_role("group", name="Digits", exact=True).get_by_role("button", name="5", exact=True).tap()
    expect(page.get_by_role("gridcell").nth(0)).to_have_accessible_name("Row 1, column 1, 5, given")
    assert page.locator("#capture-input").get_attribute("capture") == "environment"
    context.close()


def test_dark_mode_follows_the_system_and_the_person(browser: Browser, address: str) -> None:
    context = browser.new_context(color_scheme="dark", base_url=address)
    page = context.new_page()
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(20, 25, 30)"
    expect(page.get_by_role("button", name="Dark mode")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Dark mode").click()
    assert page.evaluate(ground) == "rgb(246, 245, 241)"
    page.reload()
    assert page.evaluate(ground) == "rgb(246, 245, 241)"
    context.close()


def test_a_board_of_another_size_fits(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address)
    page.goto("/")
    page.get_by_role("button", name="Import / export").click()
    page.get_by_label("A board in any format, or a link").fill("1" + "." * 255)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("gridcell")).to_have_count(256)
    expect(page.get_by_role("group", name="Digits", exact=True).get_by_role("button")).to_have_count(17)
    page.close()
