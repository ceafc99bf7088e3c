"""What a screen reader says of the web page: `python -m benchmarks.service.screen_reader --out FILE.md`.

Orca reads Chromium in a window of its own (Xvfb), keys are pressed by xdotool, and what Orca speaks is taken from its
debug file. Debian's packages: orca, xvfb, openbox, xdotool, dbus, at-spi2-core, chromium. Nothing is judged here: a
person reads the transcript as somebody who cannot see would hear it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from playwright.sync_api import Page, Playwright, sync_playwright

from benchmarks.service.served import running_service
from tests.apps.browser.acts import png
from tests.apps.browser.doubtful import doubtful_photo

PROGRAMS = ("orca", "Xvfb", "openbox", "xdotool", "dbus-run-session", "chromium")
SPEECH = re.compile(r"SPEECH OUTPUT: '(.*?)'(\{.*)?\s*$")
QUIET_SECONDS, LONGEST_SECONDS = 2.0, 20.0
"""Nothing more is said that long after the last word, or after the last entry of a log without one; at the longest."""

CHOOSE_LANGUAGE = """code => {
    const list = document.querySelector("#language");
    list.value = code;
    list.dispatchEvent(new Event("change"));
}"""

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ALMOST = SOLVED[:-1] + "."
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

TASKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("First screen", ("reload", *["Tab"] * 7)),
    ("Read the sample", ("focus:#welcome-sample", "Return", "Tab", "Escape")),
    ("Move on the board", ("focus:#board [tabindex='0']", "Right", "Right", "Down")),
    ("Write, mark, erase, undo", ("empty", "4", "Delete", "shift+2", "x", "z", "ctrl+z")),
    ("Check", ("focus:#check", "Return")),
    (
        "Hint by levels, and the step done",
        ("focus:#ask-hint", "Return", "focus:#hint-more", "Return", "Return", "Return", "Return"),
    ),
    (
        "The straightened page",
        (
            "focus:[data-view='page']",
            "Return",
            "focus:#board [tabindex='0']",
            "7",
            "ctrl+z",
            "focus:[data-view='board']",
            "Return",
        ),
    ),
    (
        "Learn more",
        (
            "focus:#ask-hint",
            "Return",
            "focus:#hint-more",
            "Return",
            "focus:#hint-learn",
            "Return",
            "focus:#lesson-next",
            "Return",
            "focus:#lesson-try",
            "Return",
        ),
    ),
    ("Menu", ("focus:#open-menu", "Return", "Tab", "Escape")),
    ("Step by step", ("menu:#ask-path", "Return", "Return", "Return", "focus:#path-take", "Return")),
    ("Rate and solve", ("menu:#rate", "Return", "menu:#solve", "Return")),
    ("Share", ("menu:#open-share", "Return", "Tab", "focus:#share-copy", "Return", "Escape")),
    (
        "Export and import",
        (
            "menu:#open-transfer",
            "Return",
            "focus:#export",
            "Return",
            "focus:#export-copy",
            "Return",
            f"type:#import-text={PUZZLE}",
            "focus:#import",
            "Return",
        ),
    ),
    ("The last digit", (f"import:{ALMOST}", "9", "Tab")),
    ("My puzzles", ("focus:#open-library", "Return", "Tab", "Escape")),
    ("New puzzle", ("focus:#open-new", "Return", "Tab", "focus:#generate", "Return")),
    ("Settings and help", ("menu:#open-settings", "Return", "Tab", "Escape", "menu:#open-help", "Return", "Escape")),
    ("A doubtful digit", ("photo", "focus:#doubt-choices button", "Return")),
    (
        "Nothing found: four corners",
        (
            "nothing",
            "Tab",
            "Return",
            "focus:#corners-stage [role=slider]",
            "Right",
            "Down",
            "focus:#corners-read",
            "Return",
        ),
    ),
    ("Camera", ("focus:#open-camera", "Return", "Tab", "Escape")),
    ("Another language", ("language:de", "focus:#ask-hint", "Return", "focus:#board [tabindex='0']", "Right")),
)


class Listener:
    """The growing debug file of Orca."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def said_during(self, act: Callable[[], None]) -> list[str]:
        """What was spoken from the call of `act` until nothing more came."""
        before = self._size()
        act()
        self._wait(before)
        return self._said_since(before)

    def _wait(self, before: int) -> None:
        """Other programs make Orca write without end: once it has spoken, only its words count."""
        begun = changed = time.monotonic()
        seen = (0, before)
        while time.monotonic() - changed < QUIET_SECONDS and time.monotonic() - begun < LONGEST_SECONDS:
            time.sleep(0.1)
            words = len(self._said_since(before))
            now = (words, 0 if words else self._size())
            if now != seen:
                seen, changed = now, time.monotonic()

    def _said_since(self, place: int) -> list[str]:
        if not self.file.exists():
            return []
        with self.file.open("rb") as log:
            log.seek(place)
            lines = log.read().decode("utf-8", "replace").splitlines()
        return [found.group(1) for line in lines if (found := SPEECH.search(line)) and found.group(1).strip()]

    def _size(self) -> int:
        return self.file.stat().st_size if self.file.exists() else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="a Markdown file for the transcript, else standard output")
    parser.add_argument("--tasks", type=int, default=len(TASKS), help="only the first so many tasks")
    arguments = parser.parse_args()
    if missing := [program for program in PROGRAMS if shutil.which(program) is None]:
        sys.exit(f"not installed: {', '.join(missing)}")
    if "SUDOKULENS_LISTENING" not in os.environ:
        command = ["dbus-run-session", sys.executable, "-m", "benchmarks.service.screen_reader", *sys.argv[1:]]
        sys.exit(subprocess.run(command, env={**os.environ, "SUDOKULENS_LISTENING": "1"}, check=False).returncode)
    text = "\n".join(transcript(arguments.tasks)) + "\n"
    if arguments.out:
        arguments.out.write_text(text, encoding="utf-8")
    else:
        print(text)


INTRODUCTION = """# What a screen reader says

The web page read by Orca in Chromium, task by task: each act, a key or where the focus was put, and what was spoken
after it, taken down by `python -m benchmarks.service.screen_reader --out docs/guides/screen-reader.md`.
The pieces between dots are Orca's own pauses. Keys of the page work while the board has the focus; elsewhere Orca keeps
single letters for itself."""


def transcript(tasks: int) -> Iterator[str]:
    """Markdown: every task with its keys and what was heard after each."""
    yield INTRODUCTION
    with TemporaryDirectory() as folder, ExitStack() as stack:
        _, address = stack.enter_context(running_service())
        home = Path(folder)
        listener = stack.enter_context(desktop(home, address))
        playwright = stack.enter_context(sync_playwright())
        page = _connected(playwright, home, address)
        for task, acts in TASKS[:tasks]:
            yield f"\n## {task}\n"
            for act in acts:
                said = listener.said_during(partial(perform, page, act))
                yield f"- `{act}`: {' · '.join(said) or '(nothing)'}"
                print(task, act, said, file=sys.stderr, flush=True)


@contextmanager
def desktop(home: Path, address: str) -> Iterator[Listener]:
    """A screen with a window manager, the accessibility bus, Orca, and Chromium on the page."""
    number = 90 + os.getpid() % 100
    os.environ |= {"DISPLAY": f":{number}", "ACCESSIBILITY_ENABLED": "1", "HOME": str(home), "LANG": "C.UTF-8"}
    os.environ |= {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("DATA", "CONFIG", "CACHE")}
    spoken = home / "orca.txt"
    flags = ["--no-sandbox", "--force-renderer-accessibility", "--no-first-run", "--disable-gpu", "--lang=en"]
    flags += ["--remote-debugging-port=0", f"--user-data-dir={home / 'profile'}", "--window-size=1280,880"]
    flags += ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--disable-background-networking"]
    commands = (
        (["Xvfb", f":{number}", "-screen", "0", "1280x900x24"], 1),
        (["openbox"], 1),
        (["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], 1),
        (["orca", "--replace", f"--debug-file={spoken}"], 4),
        (["chromium", *flags, address], 8),
    )
    running = []
    try:
        for command, seconds in commands:
            running.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            time.sleep(seconds)
            if command[0].endswith("launcher"):
                _switch_on_accessibility()
        yield Listener(spoken)
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()


def _switch_on_accessibility() -> None:
    for name in ("ScreenReaderEnabled", "IsEnabled"):
        call = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"]
        call += [
            "org.freedesktop.DBus.Properties.Set",
            "string:org.a11y.Status",
            f"string:{name}",
            "variant:boolean:true",
        ]
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL)


def _connected(playwright: Playwright, home: Path, address: str) -> Page:
    port = (home / "profile/DevToolsActivePort").read_text().split()[0]
    browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
    return next(page for context in browser.contexts for page in context.pages if page.url.startswith(address))


def perform(page: Page, act: str) -> None:
    """One act: a key, or what would take many keys to reach."""
    word, _, rest = act.partition(":")
    if word in ACTS:
        ACTS[word](page, rest)
    else:
        subprocess.run(["xdotool", "key", "--clearmodifiers", act], check=True)


def _focus(page: Page, rest: str) -> None:
    page.locator(rest).first.focus(timeout=5_000)


def _reload(page: Page, _: str) -> None:
    page.reload()
    page.wait_for_timeout(3_000)


def _empty(page: Page, _: str) -> None:
    page.locator("#board [aria-label*='empty']").first.focus()


def _menu(page: Page, rest: str) -> None:
    page.locator("#open-menu").press("Enter")
    page.wait_for_timeout(2_500)
    page.locator(rest).focus(timeout=5_000)


def _type(page: Page, rest: str) -> None:
    field, _, text = rest.partition("=")
    page.locator(field).fill(text)


def _import(page: Page, rest: str) -> None:
    _menu(page, "#open-transfer")
    page.locator("#open-transfer").press("Enter")
    _type(page, f"#import-text={rest}")
    page.locator("#import").press("Enter")


def _photo(page: Page, _: str) -> None:
    _read(page, doubtful_photo()[0])


def _nothing(page: Page, _: str) -> None:
    _read(page, PAPER)


def _read(page: Page, content: bytes) -> None:
    page.locator("#photo-input").set_input_files({"name": "photo.png", "mimeType": "image/png", "buffer": content})
    page.wait_for_timeout(4_000)


def _language(page: Page, rest: str) -> None:
    page.evaluate(CHOOSE_LANGUAGE, rest)
    page.wait_for_timeout(1_500)


PAPER = png(np.full((600, 800, 3), 250, np.uint8))
ACTS: dict[str, Callable[[Page, str], None]] = {
    "focus": _focus,
    "reload": _reload,
    "empty": _empty,
    "menu": _menu,
    "type": _type,
    "import": _import,
    "photo": _photo,
    "nothing": _nothing,
    "language": _language,
}


if __name__ == "__main__":
    main()
