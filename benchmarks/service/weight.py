"""What the web page weighs as the service sends it: what a first visit loads, and what is kept for use offline.

Fails above 200 KB for the first visit, the font apart. Run: python -m benchmarks.service.weight
"""

from __future__ import annotations

import re
import sys
import urllib.request
from collections import defaultdict
from pathlib import Path

from benchmarks.service.served import running_service

STATIC = Path(__file__).parents[2] / "src/sudokulens/apps/server/static"
MAX_BYTES = 200_000
FONTS = (".woff2",)
OFFLINE_ONLY = ("sample.jpg", "icon-512.png")
"""Loaded when somebody asks for them, or by the service worker after the page."""


def main() -> int:
    listed = re.findall(r'"([\w./-]+)"', (STATIC / "sw.js").read_text(encoding="utf-8").split("[", 1)[1].split("];")[0])
    with running_service() as (_, address):
        sizes = {name: transferred(f"{address}/{name.removeprefix('./')}") for name in listed}
    first = {name: size for name, size in sizes.items() if name not in OFFLINE_ONLY and not name.endswith(FONTS)}
    kinds: dict[str, int] = defaultdict(int)
    for name, size in first.items():
        kinds[Path(name).suffix or ".html"] += size
    for kind, size in sorted(kinds.items(), key=lambda entry: -entry[1]):
        print(f"{kind:14} {size / 1000:6.1f} KB")
    fonts = sum(size for name, size in sizes.items() if name.endswith(FONTS))
    total = sum(first.values())
    print(f"first visit    {total / 1000:6.1f} KB in {len(first)} files, and a font of {fonts / 1000:.1f} KB")
    print(f"kept offline   {sum(sizes.values()) / 1000:6.1f} KB")
    return int(total > MAX_BYTES)


def transferred(address: str) -> int:
    """Bytes of the body as a browser receives it."""
    request = urllib.request.Request(address, headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        return len(answer.read())


if __name__ == "__main__":
    sys.exit(main())
