"""How long the page that needs no server takes: `python -m benchmarks.browser.speed [--slower 4]`.

Wall-clock times depend on the machine's load; CPU times hardly do, and are shown beside native ones of the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page

from benchmarks.browser.site import Meter, opened_site, wait_for
from sudokulens.apps.server.page import SAMPLE
from tests.web.conftest import SITE

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ASK = "async ([name, ...rest]) => { const api = await import('./api.js'); await api[name](...rest); }"
SCAN = "async () => { const api = await import('./api.js'); await api.scan(await api.sample()); }"
SIDES = [960, 720, 560]
"""Longer sides of frames; as on the page, slow answers make them smaller."""

FOLLOW = """async ([frames, sides]) => {
  const { LiveEngine } = await import('./liveengine.js');
  const picture = await createImageBitmap(await (await import('./api.js')).sample());
  const canvas = new OffscreenCanvas(1, 1);
  let [side, delay] = [0, 0];
  const link = new LiveEngine();
  const next = (name) => new Promise((resolve) => {
    link.addEventListener(name, ({ detail }) => resolve(detail), { once: true });
  });
  const opening = next('ready');
  const start = performance.now();
  link.open();
  await opening;
  const opened = performance.now() - start;
  link.send({ mode: 'hint', level: 'full' });
  const times = [];
  for (let frame = 0; frame < frames; frame++) {
    // A hand that is never quite still, and opaque as the page's camera is.
    const [x, y] = [4 * Math.sin(frame / 5), 3 * Math.cos(frame / 7)];
    [canvas.width, canvas.height] = [sides[side], Math.round(sides[side] * picture.height / picture.width)];
    canvas.getContext('2d', { alpha: false }).drawImage(picture, x, y, canvas.width, canvas.height);
    const bitmap = await createImageBitmap(canvas);
    const begun = performance.now();
    const answer = next('view');
    link.send(bitmap);
    const { state } = await answer;
    const spent = performance.now() - begun;
    times.push([state, spent, sides[side]]);
    delay = delay ? 0.9 * delay + 0.1 * spent : spent;
    if (delay > link.patience && side < sides.length - 1) [side, delay] = [side + 1, 0];
  }
  link.close();
  return { opened, times };
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=int, default=1, help="let the browser's pages run at a part of their speed")
    parser.add_argument("--frames", type=int, default=80)
    options = parser.parse_args()
    print(
        f"load average at the start {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; pages {options.slower}× slower"
    )
    with opened_site(options.slower) as page:
        _start(page)
        _boards(page)
        _pictures(page)
        _live(page, options.frames)
    _native()
    _bytes_by_part()


def _start(page: Page) -> None:
    meter = Meter()
    ready = wait_for(page, "engine-boards")
    print(f"first tier ready after {ready:.0f} ms (CPU {meter.read().cpu:.0f})")


def _boards(page: Page) -> None:
    meter = Meter()
    for name, request in (("hint", [BOARD, "full"]), ("hint", [BOARD, "full"]), ("solve", [BOARD]), ("rate", [BOARD])):
        page.evaluate(ASK, [name, *request])
        print(f"{name}: {meter.read()}")


def _pictures(page: Page) -> None:
    ready = wait_for(page, "engine-pictures")
    print(f"second tier ready and warm after {ready:.0f} ms")
    complete = wait_for(page, "engine-complete")
    print(f"careful networks there after {complete:.0f} ms")
    meter, costs = Meter(), []
    for _ in range(6):
        page.evaluate(SCAN)
        costs.append(meter.read())
    print(f"first scan {costs[0]}; next, median: {median(c.wall for c in costs[1:]):.0f} ms "
          f"(CPU {median(c.cpu for c in costs[1:]):.0f})")  # fmt: skip


def _live(page: Page, frames: int) -> None:
    meter = Meter()
    found: dict[str, Any] = page.evaluate(FOLLOW, [frames, SIDES])
    cost = meter.read()
    states = [state for state, _, _ in found["times"]]
    settled = states.index("solved") if "solved" in states else len(states)
    last = found["times"][-1][2]
    following = [spent for _, spent, side in found["times"][settled + 5 :] if side == last]
    print(
        f"live: ready after {found['opened']:.0f} ms, solved in frame {settled + 1}; frames of {last} pixels at the end"
    )
    if following:
        rate = 1000 / (sum(following) / len(following))
        print(f"following: median {median(following):.0f} ms, longest {max(following):.0f}; {rate:.1f} frames/s")
    print(f"all {frames} frames: {cost}")


def _native() -> None:
    """The same scan outside the browser."""
    from sudokulens.scanner import Scanner

    scanner, costs = Scanner(), []
    for _ in range(6):
        start = (time.perf_counter(), time.process_time())
        scanner(SAMPLE)
        costs.append((1000 * (time.perf_counter() - start[0]), 1000 * (time.process_time() - start[1])))
    wall, cpu = (median(cost[index] for cost in costs[1:]) for index in (0, 1))
    print(f"native scan of the same picture, opened from its file: {wall:.0f} ms (CPU {cpu:.0f})")


def _bytes_by_part() -> None:
    table = json.loads((SITE / "engine" / "parts.json").read_text(encoding="utf-8"))
    for tier, parts in table["tiers"].items():
        for part in parts:
            print(f"{tier:8} {Path(part['path']).name:40} {part['bytes'] / 1e6:7.2f} MB")


if __name__ == "__main__":
    main()
