"""How the page looks and reads: on a phone, in the dark, and to people who use assistive technology."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import write_many
from sudokulens.puzzle.geometry import Geometry
from tests.apps.browser.acts import act, button, cell, choose, key, load, png, printed, read_photo
from tests.apps.browser.conftest import watch
from tests.apps.browser.doubtful import ANSWER, PUZZLE, doubtful_photo
from tests.cases import first_quick

PHONE = {"width": 390, "height": 844}


def violations(page: Page) -> list[str]:
    """What axe finds wrong, by rule and place."""
    page.wait_for_timeout(150)  # colours fade in; axe must not catch them half way
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]


def write_last(page: Page) -> None:
    """The last digit, and the rest after it."""
    cell(page, 80).click()
    page.keyboard.press(ANSWER[80])
    expect(page.locator("#finish")).to_be_visible()
    expect(page.locator("#confetti i")).to_have_count(0)


@pytest.mark.slow
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
    button(page, "Learn more").click()
    expect(page.locator("#lesson-dialog")).to_be_visible()
    found["lesson"] = violations(page)
    page.keyboard.press("Escape")
    choose(page, "Steps")
    expect(page.locator("#path")).to_be_visible()
    found["steps"] = violations(page)
    page.get_by_role("button", name="Close steps").click()
    button(page, "Fill in all marks").click()
    found["marks"] = violations(page)
    load(page, str(Board.empty(Geometry.samurai()).with_values({0: 1})))
    expect(page.locator(".cell")).to_have_count(Geometry.samurai().cell_count)
    found["samurai"] = violations(page)
    load(page, ANSWER[:80] + ".")
    expect(page.locator(".keypad .done")).to_have_count(8)
    found["nothing left of a digit"] = violations(page)
    write_last(page)
    found["finish"] = violations(page)
    button(page, "My puzzles").click()
    page.locator("#library-list .open").nth(2).click()
    for view in ("Page", "Photo", "Board"):
        button(page, view).click()
        found[f"view {view}"] = violations(page)
    for name in ("photo", "new", "library", "menu", "transfer", "share", "settings", "help"):
        if name in ("transfer", "share", "settings", "help"):
            button(page, "Menu").click()
        page.locator(f"#open-{name}").click()
        expect(page.locator(f"#{name}-dialog")).to_be_visible()
        found[name] = violations(page)
        page.keyboard.press("Escape")
    read_photo(page, png(np.full((300, 400, 3), 240, np.uint8)))
    found["nothing found"] = violations(page)
    act(page, "Mark the corners")
    expect(page.locator("#corners-dialog")).to_be_visible()
    found["corners"] = violations(page)
    page.keyboard.press("Escape")
    page.goto("/docs")
    expect(page.get_by_role("heading", name="POST /api/scan")).to_be_visible()
    found["docs"] = violations(page)
    context.close()
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert complaints == []


def test_a_phone_shows_photo_board_keypad_and_message_without_scrolling(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, base_url=address)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    photo, _, _ = doubtful_photo()
    read_photo(page, photo)
    for part in ("#doubt-title", "#doubt-crop", "#doubt-choices", "#doubt-close"):
        assert inside(page, part, PHONE["height"]), part
    button(page, "Later").tap()
    keypad = page.locator("#keypad").bounding_box()
    board = page.get_by_role("grid").bounding_box()
    assert board
    assert board["width"] > 360
    assert abs(board["width"] - board["height"]) < 2
    for part in ("#views", "#board", "#keypad", ".message-row", "#ask-hint"):
        assert inside(page, part, PHONE["height"]), part
    assert scroll(page) == {"width": PHONE["width"], "height": PHONE["height"]}
    for one in page.get_by_role("button").all():
        box = one.bounding_box()
        if box:
            assert box["height"] >= 40, one.inner_text()
            assert box["width"] >= 40, one.inner_text()
    button(page, "Hint").tap()
    expect(page.locator("#hint")).to_be_visible()
    assert page.get_by_role("grid").bounding_box() == board
    sheet = page.locator("#sheet").bounding_box()
    assert sheet
    assert sheet["y"] >= board["y"] + board["height"], "the hint covers the board"
    button(page, "Close hint").tap()
    cell(page, 0).tap()
    key(page, "1").tap()
    assert page.locator("#keypad").bounding_box() == keypad, "the keypad moved"
    context.close()


def inside(page: Page, selector: str, height: int) -> bool:
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


def scroll(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate(
        "(({ scrollWidth: width, scrollHeight: height }) => ({ width, height }))(document.documentElement)"
    )
    return found


@pytest.mark.parametrize(
    ("width", "height"), first_quick((320, 568), (360, 640), (375, 667), (844, 390), (768, 1024), (1440, 900))
)
def test_no_width_scrolls_sideways(browser: Browser, address: str, width: int, height: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height}, base_url=address)
    page.goto("/")
    assert scroll(page)["width"] <= width
    load(page, PUZZLE)
    assert scroll(page)["width"] <= width
    box = page.get_by_role("grid").bounding_box()
    assert box
    assert box["width"] >= 0.6 * min(width, height - 100)
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "es", "fr", "ja", "zh"])
def test_the_words_of_every_language_fit_the_smallest_phone(browser: Browser, address: str, language: str) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 568}, base_url=address, locale=language)
    page.goto("/#" + write_many([Board.parse(PUZZLE)], "share").strip())
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#ask-hint")).to_be_enabled()
    assert scroll(page) == {"width": 320, "height": 568}
    page.close()


@pytest.mark.slow
def test_the_board_uses_the_height_of_a_large_window(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900}, base_url=address)
    page.goto("/")
    load(page, PUZZLE)
    box = page.get_by_role("grid").bounding_box()
    assert box
    assert box["height"] > 0.8 * 900
    assert scroll(page)["height"] <= 900
    page.close()


@pytest.mark.slow
def test_figures_are_in_the_pages_own_font(page: Page) -> None:
    load(page, PUZZLE)
    page.evaluate("document.fonts.ready.then(() => true)")
    loaded = page.evaluate(
        "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)"
    )
    assert [name.strip('"') for name in loaded] == ["Figures"]


@pytest.mark.slow
def test_the_first_screen_does_not_move_while_it_loads(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE, base_url=address)  # type: ignore[arg-type]
    page.add_init_script(
        """window.moved = 0;
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.moved += value; })
            .observe({ type: "layout-shift", buffered: true });"""
    )
    page.goto("/")
    expect(page.locator("#language option").first).to_be_attached()
    assert page.evaluate("window.moved") < 0.05
    page.close()


@pytest.mark.slow
def test_a_visit_asks_for_nothing_that_is_missing(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address)
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    page.goto("/")
    page.wait_for_timeout(5500)  # what is prepared for use offline is asked for after a while
    page.close()
    assert missing == []


@pytest.mark.slow
def test_dark_mode_follows_the_system_and_the_person(browser: Browser, address: str) -> None:
    context = browser.new_context(color_scheme="dark", base_url=address)
    page = context.new_page()
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(13, 19, 29)"
    choose(page, "Settings")
    expect(page.get_by_role("checkbox", name="Dark mode")).to_be_checked()
    page.get_by_role("checkbox", name="Dark mode").click()
    assert page.evaluate(ground) == "rgb(243, 246, 249)"
    page.reload()
    assert page.evaluate(ground) == "rgb(243, 246, 249)"
    context.close()


@pytest.mark.slow
def test_a_board_of_another_size_fits(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address)
    page.goto("/")
    load(page, "1" + "." * 255)
    expect(page.get_by_role("gridcell")).to_have_count(256)
    expect(page.get_by_role("group", name="Digits", exact=True).get_by_role("button")).to_have_count(17)
    page.close()


@pytest.mark.slow
def test_a_rating_is_not_covered_by_the_steps(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE, base_url=address, locale="de")  # type: ignore[arg-type]
    page.goto("/#" + write_many([Board.parse(PUZZLE)], "share").strip())
    expect(page.locator("#ask-hint")).to_be_enabled()
    page.locator("#open-menu").click()
    page.locator("#ask-path").click()
    expect(page.locator("#path")).to_be_visible()
    page.locator("#open-menu").click()
    page.locator("#rate").click()
    expect(page.locator("#message")).to_contain_text("Stufe:")
    expect(page.locator("#sheet")).to_be_hidden()
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_digits_settle_after_a_scan_unless_motion_is_reduced(browser: Browser, address: str, motion: str) -> None:
    page = browser.new_page(base_url=address, reduced_motion=motion)  # type: ignore[arg-type]
    page.add_init_script(
        """addEventListener("animationstart", ({ animationName }) => {
            window.started = [...(window.started ?? []), animationName];
        }, true)"""
    )
    page.goto("/")
    read_photo(page, printed(PUZZLE))
    act(page, "Close")
    page.wait_for_timeout(500)
    started = page.evaluate("window.started ?? []")
    assert ("settle" in started) == (motion == "no-preference")
    page.close()


@pytest.mark.slow
def test_four_icons_a_menu_and_one_primary_action(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE, base_url=address)  # type: ignore[arg-type]
    page.goto("/")
    icons = page.get_by_role("banner").get_by_role("button").all()
    assert [icon.get_attribute("aria-label") for icon in icons] == [
        "Camera",
        "Read a photo",
        "New",
        "My puzzles",
        "Menu",
    ]
    primary = page.locator("button.strong").filter(visible=True)
    expect(primary).to_have_text(["Start the camera"])
    load(page, PUZZLE)
    expect(primary).to_have_text(["Hint"])
    read_photo(page, printed(PUZZLE))
    expect(page.locator("#sheet button.strong").filter(visible=True)).to_have_count(1)
    page.close()


@pytest.mark.slow
def test_sums_outside_the_board_are_in_view_and_its_rules_are_said(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    load(page, "." * 81 + ";sandwich=r1:10|c9:7;antiknight")
    note = page.locator("#rules-note")
    expect(note).to_contain_text("A number outside is the sum")
    expect(note).to_contain_text("knight’s move")
    sums = page.locator("#beneath text")
    expect(sums).to_have_count(2)
    message = page.locator("#message").bounding_box()
    assert message
    for number in range(2):
        box = sums.nth(number).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= message["y"]


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_chain_draws_itself_unless_motion_is_reduced(browser: Browser, address: str, motion: str) -> None:
    page = browser.new_page(base_url=address, reduced_motion=motion)  # type: ignore[arg-type]
    page.goto("/")
    load(page, json.loads((files("sudokulens.teaching") / "examples.json").read_text())["x_chain"])
    button(page, "Hint").click()
    for level in range(2, 5):
        button(page, "Tell me more").click()
        expect(page.locator("#hint-levels .reached")).to_have_count(level)
    link = page.locator("#above .link").first
    drawn = link.evaluate("link => getComputedStyle(link).animationName")
    assert (drawn == "none") == (motion == "reduce")
    page.close()
