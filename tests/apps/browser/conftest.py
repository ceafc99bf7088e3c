"""A real browser on a real service. Every page must stay free of errors and of requests to other sites."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.apps.server.processes import service

# The machine may be busy with other tests.
expect.set_options(timeout=20_000)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    if not CHROMIUM:
        pytest.skip("the browser tests need Chromium: apt-get install chromium")
    with service("--port", "0") as (_, found):
        yield found


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Browser]:
    """For one module: while it is open, this thread has a running event loop, which other tests cannot have."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Pages as on a desktop; whatever the browser complains of fails the test."""
    found = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    complaints: list[str] = []
    watch(found, address, complaints)
    yield found
    found.close()
    assert complaints == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    found = context.new_page()
    found.goto("/")
    return found


def watch(context: BrowserContext, address: str, complaints: list[str]) -> None:
    def heard(message: ConsoleMessage) -> None:
        # A failed call to the service is logged by the browser itself; the page shows it, which tests look at.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    context.on("console", heard)
    context.on("weberror", lambda fault: complaints.append(str(fault.error)))
    context.on(
        "request",
        lambda request: None if request.url.startswith((address, "data:", "blob:")) else complaints.append(request.url),
    )
