"""Links and QR codes that work where they are opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from sudokulens.puzzle.board import Board
from tests.apps.browser.acts import choose, load, values
from tests.apps.browser.doubtful import PUZZLE
from tests.apps.server.processes import service

KILLER = PUZZLE + ";cage=8:r1c1,r1c2"


def link_of(page: Page) -> str:
    choose(page, "Share")
    field = page.get_by_role("textbox", name="Link", exact=True)
    expect(field).not_to_have_value("")
    return field.input_value()


@pytest.mark.slow
def test_an_address_of_this_device_is_told_and_gets_no_qr_code(page: Page) -> None:
    load(page, PUZZLE)
    link_of(page)
    expect(page.locator("#share-note")).to_contain_text("this device only")
    expect(page.locator("#share-qr")).to_be_hidden()


@pytest.mark.slow
def test_on_the_network_the_link_has_the_networks_address_and_the_token(browser: Browser) -> None:
    with service("--lan", "--port", "0") as (_, invitation):
        context = browser.new_context(ignore_https_errors=True)
        page = context.new_page()
        page.goto(invitation)
        load(page, PUZZLE)
        link = link_of(page)
        assert "127.0.0.1" not in link or "127.0.0.1" in invitation
        assert link.startswith(invitation)
        assert Board.parse(link) == Board.parse(PUZZLE)
        stranger = browser.new_context(ignore_https_errors=True)
        other = stranger.new_page()
        other.goto(link)
        expect(other.locator("#message")).to_contain_text("came with the link")
        assert values(other) == PUZZLE
        choose(other, "Solve")
        expect(other.locator("#message")).to_contain_text("Here is the solution", timeout=60_000)
        for opened in (context, stranger):
            opened.close()


def test_a_puzzle_with_other_rules_travels_in_its_link_and_is_drawn(page: Page, context: BrowserContext) -> None:
    load(page, KILLER)
    expect(page.locator("#beneath text", has_text="8").first).to_be_visible()
    link = link_of(page)
    other = context.new_page()
    other.goto(link)
    expect(other.locator("#message")).to_contain_text("came with the link")
    expect(other.locator("#beneath text", has_text="8").first).to_be_visible()
