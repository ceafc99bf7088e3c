"""What Lighthouse says of the web page, as a phone and as a desktop see it; fails below 95 of 100.

Needs Node 18 or newer, npm's registry, and Chromium. `make lighthouse` runs it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

VERSION = "12.8.2"  # the last series that runs on Node 18 and 20
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
DEVICES: dict[str, list[str]] = {"phone": [], "desktop": ["--preset=desktop"]}
MIN_SCORE = 95
TRIES = 3  # on a busy machine it now and then loses the trace of the page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="reports for each device; the median counts")
    options = parser.parse_args()
    for program in ("npx", "chromium"):
        if shutil.which(program) is None:
            sys.exit(f"{program} is not installed")
    low = False
    with service() as address:
        for device, flags in DEVICES.items():
            reports = [report(address, flags) for _ in range(options.runs)]
            scores = {category: median_score(reports, category) for category in CATEGORIES}
            print(device, *(f"{category} {score}" for category, score in scores.items()), sep="  ", flush=True)
            low |= min(scores.values()) < MIN_SCORE
            for line in shortcomings(reports[0]):
                print("   ", line)
    return int(low)


@contextmanager
def service() -> Iterator[str]:
    """The address of a service started for this."""
    command = [sys.executable, "-m", "sudokulens", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout
        found = re.search(r"https?://\S+", process.stdout.readline())
        assert found, "the service did not start"
        yield found.group()
    finally:
        process.terminate()
        process.wait()


def report(address: str, flags: list[str]) -> dict[str, Any]:
    """Lighthouse's report as data."""
    chrome = "--headless=new --disable-gpu" + (" --no-sandbox" if os.getuid() == 0 else "")
    command = ["npx", "--yes", f"lighthouse@{VERSION}", address, "--quiet", "--output=json", "--output-path=stdout"]
    command += [f"--chrome-flags={chrome}", *flags]
    environment = os.environ | {"CHROME_PATH": shutil.which("chromium") or ""}
    for _ in range(TRIES):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode == 0:
            found = json.loads(done.stdout)
            assert isinstance(found, dict)
            return found
    sys.exit(f"Lighthouse did not run: {done.stderr.strip()[-500:]}")


def median_score(reports: list[dict[str, Any]], category: str) -> int:
    scores = sorted(round(100 * each["categories"][category]["score"]) for each in reports)
    return int(scores[len(scores) // 2])


def shortcomings(found: dict[str, Any]) -> Iterator[str]:
    """What a report finds fault with."""
    counted = {
        audit["id"] for name in CATEGORIES for audit in found["categories"][name]["auditRefs"] if audit["weight"]
    }
    for name, audit in found["audits"].items():
        if name in counted and audit["score"] is not None and audit["score"] < 0.9:
            yield f"{audit['title']}: {audit.get('displayValue') or 'not met'}"


if __name__ == "__main__":
    sys.exit(main())
