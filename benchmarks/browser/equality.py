"""Whether the page reads pictures as the program does: `python -m benchmarks.browser.equality --data DATA --count 100`.

Both get the same files; the browser decodes them for the page. Everything but measured numbers should be
the same, and these nearly so. What differs is named; only differences of boards, status or solutions count as
"different boards".
"""

from __future__ import annotations

import argparse
import base64
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.browser.site import opened_site, wait_for
from benchmarks.reading.labelled import SETS, Case, load_set
from sudokulens.apps.answers.pictures import scan_answer

MAX_PIXELS_OFF = 1.0
"""Of a corner or a crossing, in pixels of the picture: decoders differ in their last bit."""

MAX_PROBABILITY_OFF = 0.02
"""The networks compute in eight bits, whose rounding differs from one processor to another."""

SCAN = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return (await import('./api.js')).scan(new Blob([bytes], { type: 'image/jpeg' }));
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    cases = chosen(options.data, options.count)
    outcomes: Counter[str] = Counter()
    with opened_site() as page:
        wait_for(page, "engine-complete")
        for case in cases:
            faults = sorted(set(differences(native(case), in_page(page, case))))
            outcomes["the same" if not faults else "different boards" if _is_board(faults) else "other"] += 1
            if faults:
                print(f"{case.path.parent.name}/{case.name}: {', '.join(faults)[:300]}", flush=True)
    print(f"{len(cases)} pictures: {dict(outcomes)}")


def chosen(data: Path, count: int) -> list[Case]:
    """Pictures spread evenly over the open sets."""
    cases = [case for name in SETS for case in load_set(data, name)]
    return cases[:: max(1, len(cases) // count)][:count]


def native(case: Case) -> dict[str, Any]:
    answer, _ = scan_answer(case.path.read_bytes(), 50_000_000, overlay=False, hint_level=None)
    return json.loads(json.dumps(answer))  # type: ignore[no-any-return]


def in_page(page: Page, case: Case) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(SCAN, base64.b64encode(case.path.read_bytes()).decode())
    return found


def _is_board(faults: list[str]) -> bool:
    return any(
        fault.startswith(("grids.", "grids:")) and fault.partition(":")[0].split(".")[-1] in _BOARD for fault in faults
    )


_BOARD = ("grids", "givens", "entries", "solution", "status", "board", "size")


def differences(first: Any, second: Any, at: str = "") -> Iterator[str]:
    """The places, without the numbers of list items, at which two answers differ by more than rounding."""
    if isinstance(first, dict) and isinstance(second, dict):
        for name in first.keys() | second.keys():
            yield from differences(first.get(name), second.get(name), f"{at}.{name}".strip("."))
    elif isinstance(first, list) and isinstance(second, list):
        if len(first) != len(second):
            yield f"{at}: {len(first)} and {len(second)} items"
        for one, other in zip(first, second, strict=False):
            yield from differences(one, other, at)
    elif isinstance(first, float) or isinstance(second, float):
        allowed = MAX_PIXELS_OFF if at.endswith(("corners", "lattice")) else MAX_PROBABILITY_OFF
        if first is None or second is None or abs(first - second) > allowed:
            yield f"{at}: {first} and {second}" if at.endswith("confidence") else f"{at}: off"
    elif first != second:
        yield f"{at}: {str(first)[:20]} and {str(second)[:20]}"


if __name__ == "__main__":
    main()
