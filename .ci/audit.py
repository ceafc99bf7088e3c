"""Fails for known vulnerabilities among locked dependencies; says so where no advisories can be had to judge by."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

LONGEST_SECONDS = 120


def main(lock: str) -> int:
    command = [sys.executable, "-m", "pip_audit", "--requirement", lock, "--require-hashes", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False)
        report = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        print(f"audit skipped: no answer from the advisory service in {LONGEST_SECONDS} seconds")
        return 0
    except json.JSONDecodeError:
        return judge_failure(done.stderr)
    status, text = judge(report["dependencies"])
    print(text)
    return status


def judge_failure(told: str) -> int:
    """The exit status where there is no report: 0 if the network is to blame, 1 for anything else."""
    last = told.strip().splitlines()[-1][:160] if told.strip() else "no message"
    if any(word in told for word in ("ServiceError", "ConnectionError", "Could not connect", "timed out", "HTTPError")):
        print(f"audit skipped: the advisory service cannot be reached ({last})")
        return 0
    print(f"audit failed: {last}")
    return 1


def judge(dependencies: list[dict[str, Any]]) -> tuple[int, str]:
    """The exit status and what to say of pip-audit's report."""
    known = [each for each in dependencies if "skip_reason" not in each]
    if not known:
        return 0, f"audit skipped: the advisory service knows none of {len(dependencies)} packages; is it reachable?"
    faults = [
        f"{each['name']} {each['version']}: {fault['id']}, fixed in {', '.join(fault['fix_versions']) or 'no version'}"
        for each in known
        for fault in each["vulns"]
    ]
    if faults:
        return 1, "\n".join(faults)
    return (
        0,
        f"audit: no known vulnerability in {len(known)} packages, {len(dependencies) - len(known)} not known there",
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
