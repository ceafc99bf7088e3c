"""How soon and how often the web page draws the answer on the camera's picture: `python -m benchmarks.live.page`.

Chromium, with a clip of a moving puzzle for a camera, opens the camera view of a real `sudokulens serve`. Counted are
the milliseconds from the first picture of the camera to the first drawn solution, and the answers drawn a second.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from benchmarks.live.server import service
from tests.apps.browser.fake_camera import write_clip

WATCH = """() => {
    const dialog = document.getElementById("camera");
    window.drawn = [];
    new MutationObserver((changes) => {
        for (const _ of changes) window.drawn.push([performance.now(), dialog.dataset.state]);
    }).observe(dialog, { attributeFilter: ["data-state"] });
}"""


def main() -> None:
    arguments = _arguments()
    with TemporaryDirectory() as folder, service(arguments.address) as address, sync_playwright() as playwright:
        clip = write_clip(Path(folder) / "clip.mjpeg")
        flags = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={clip}"]
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", *flags]
        )
        print(f"{'visit':<8}{'first solution ms':>20}{'drawn a second':>17}")
        for visit in range(arguments.visits):
            first, rate = measure(browser, address, arguments.seconds)
            print(f"{visit + 1:<8}{first:20.0f}{rate:17.1f}", flush=True)
        browser.close()


def measure(browser: Browser, address: str, seconds: float) -> tuple[float, float]:
    """Milliseconds to the first solution, and draws a second afterwards."""
    context = browser.new_context(permissions=["camera"])
    page = context.new_page()
    page.goto(address)
    page.evaluate(WATCH)
    page.get_by_role("button", name="Camera", exact=True).click()
    page.locator("#camera[data-state=solved]").wait_for()
    page.wait_for_timeout(1000 * seconds)
    drawn = page.evaluate("drawn")
    running = page.evaluate("performance.getEntriesByName('camera-running')[0].startTime")
    context.close()
    first = next(moment for moment, state in drawn if state == "solved")
    return first - running, (len(drawn) - 1) / (drawn[-1][0] - drawn[0][0]) * 1000


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="of a running service; else one is started")
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
