"""How much memory the page that needs no server takes: `python -m benchmarks.browser.memory`.

The browser runs without the inspector's network log, which keeps every response and so doubled the apparent memory of
an automated page; only the page's own process is counted.
"""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from benchmarks.browser.site import FLAGS, renderers
from benchmarks.browser.speed import FOLLOW, SCAN, SIDES
from tests.web.conftest import SITE, Host

FRAMES = 60
MARKS = {"engine-boards": "first tier", "engine-pictures": "second tier, one scan", "engine-complete": "all networks"}
UNTIL = """async (mark) => {
  while (!performance.getEntriesByName(mark).length) await new Promise((done) => { setTimeout(done, 50); });
}"""


class Tab:
    """A page that does nothing but compute what it is asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)

    def ask(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv(timeout=300))).get("id") != number:
            pass
        return answer["result"]

    def evaluate(self, function: str, *arguments: object) -> None:
        call = f"({function})(...{json.dumps(arguments)})"
        answer = self.ask("Runtime.evaluate", expression=call, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])


@contextmanager
def bare_tab() -> Iterator[Tab]:
    """A tab of a fresh Chromium."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "log.txt"
        options = ["--headless", *FLAGS, "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"]
        with log.open("w") as errors:
            process = subprocess.Popen([shutil.which("chromium") or "chromium", *options], stderr=errors)
        try:
            while not (found := re.search(r"ws://(\S+?)/", log.read_text())):
                time.sleep(0.1)
            with urllib.request.urlopen(f"http://{found.group(1)}/json") as listed:
                place = next(tab for tab in json.load(listed) if tab["type"] == "page")["webSocketDebuggerUrl"]
            with connect(place, max_size=None, ping_interval=None) as socket:
                yield Tab(socket)
        finally:
            process.terminate()
            process.wait()


def page_megabytes() -> tuple[int, int]:
    """Resident, and of that its own alone, of the process with the page: the largest one."""
    found = []
    for process in renderers():
        lines = (Path("/proc") / str(process) / "smaps_rollup").read_text().splitlines()[1:]
        sizes = {name: int(value.split()[0]) for name, _, value in (line.partition(":") for line in lines)}
        own = sizes["Private_Clean"] + sizes["Private_Dirty"]
        found.append((round(sizes["Rss"] / 1024), round(own / 1024)))
    return max(found)


def main() -> None:
    host = Host(SITE.parent)
    try:
        with bare_tab() as tab:
            tab.ask("Page.navigate", url=host.address)
            time.sleep(1)  # the old document answers until the new one has come
            for mark, said in MARKS.items():
                tab.evaluate(UNTIL, mark)
                _say(said)
            for _ in range(3):
                tab.evaluate(SCAN)
            _say("after three scans")
            tab.evaluate(FOLLOW, [FRAMES, SIDES[:1]])
            _say(f"after {FRAMES} live frames, both workers")
    finally:
        host.stop()


def _say(when: str) -> None:
    resident, own = page_megabytes()
    print(f"{when}: {resident} MB resident, {own} MB its own")


if __name__ == "__main__":
    main()
