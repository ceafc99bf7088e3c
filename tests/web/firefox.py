"""Firefox without a driver in between: it speaks WebDriver BiDi itself, which is JSON over a socket."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
ANSWER_SECONDS = 300
"""How long one answer may take on a busy machine."""

PREFERENCES = """
user_pref("remote.active-protocols", 1);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""


class FirefoxPage:
    """One tab: it goes to addresses and computes what it is asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def goto(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, function: str, *arguments: object) -> Any:
        """What a function of the page resolves to; it and its arguments travel as JSON."""
        call = f"(async () => JSON.stringify(await ({function})(...{json.dumps(arguments)})) ?? 'null')()"
        answer = self._ask("script.evaluate", expression=call, target={"context": self._tab}, awaitPromise=True)
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def _ask(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=ANSWER_SECONDS))
            if answer.get("id") == number:
                break
        if answer["type"] == "error":
            raise AssertionError(f"{method}: {answer['message']}")
        return answer["result"]


@contextmanager
def firefox(profile: Path) -> Iterator[FirefoxPage]:
    """A fresh headless Firefox and its page."""
    (profile / "user.js").write_text(PREFERENCES)
    assert FIREFOX
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    log = (profile / "log.txt").open("w+")
    with log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            with connect(_address(process, profile / "log.txt") + "/session", max_size=None) as socket:
                yield FirefoxPage(socket)
        finally:
            process.kill()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where it listens, which it says when it has started."""
    for _ in range(10 * ANSWER_SECONDS):
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text(errors="replace")):
            return found.group(1)
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    raise AssertionError(f"Firefox did not start: {log.read_text(errors='replace')[-500:]}")
