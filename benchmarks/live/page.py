"""How soon and how often the web page draws the answer on the camera's picture: `python -m benchmarks.live.page`.

Chromium, with a clip of a moving puzzle for a camera, opens the camera view of a real `sudokulens serve`. Counted are
the milliseconds from the first picture of the camera to the first drawn solution, and the answers drawn a second, which
need a quiet machine; and the CPU time a draw, of the browser's and of the service's processes (Linux only), by which
two checkouts can be compared on a busy one.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from benchmarks.live.server import service
from tests.apps.browser.fake_camera import flags_for, write_clip

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
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", *flags_for(clip)]
        )
        print(
            f"{'visit':<8}{'first solution ms':>20}{'drawn a second':>17}{'browser CPU ms':>17}{'service CPU ms':>17}"
        )
        for visit in range(arguments.visits):
            first, rate, browsing, serving = measure(browser, address, arguments.seconds)
            print(f"{visit + 1:<8}{first:20.0f}{rate:17.1f}{browsing:17.1f}{serving:17.1f}", flush=True)
        browser.close()


def measure(browser: Browser, address: str, seconds: float) -> tuple[float, float, float, float]:
    """Milliseconds to the first solution, draws a second afterwards, and what each draw costs browser and service."""
    context = browser.new_context(permissions=["camera"])
    page = context.new_page()
    page.goto(address)
    page.evaluate(WATCH)
    page.get_by_role("button", name="Camera", exact=True).click()
    page.locator("#camera[data-state=solved]").wait_for()
    before, drawn_before = used_seconds(), page.evaluate("drawn.length")
    page.wait_for_timeout(1000 * seconds)
    spent = used_seconds() - before
    drawn = page.evaluate("drawn")
    running = page.evaluate("performance.getEntriesByName('camera-running')[0].startTime")
    context.close()
    first = next(moment for moment, state in drawn if state == "solved")
    rate = (len(drawn) - 1) / (drawn[-1][0] - drawn[0][0]) * 1000
    browsing, serving = (1000 * spent[name] / (len(drawn) - drawn_before) for name in ("browser", "service"))
    return first - running, rate, browsing, serving


def used_seconds() -> Counter[str]:
    """CPU seconds that the browser and the service have used so far, those of all processes started from here."""
    parents, used, names = {}, {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            names[folder.name] = "browser" if b"chrom" in (folder / "cmdline").read_bytes() else "service"
        except OSError:
            continue  # It has just ended.
        parents[folder.name] = fields[1]
        used[folder.name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    total: Counter[str] = Counter()
    for number, seconds in used.items():
        if str(os.getpid()) in _ancestors(number, parents):
            total[names[number]] += seconds
    return total


def _ancestors(number: str, parents: dict[str, str]) -> set[str]:
    found: set[str] = set()
    while (number := parents.get(number, "")) and number not in found:
        found.add(number)
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="of a running service; else one is started")
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
