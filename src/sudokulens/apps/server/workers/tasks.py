"""Work as it is sent to a worker. Nothing here may import the web framework, which no worker needs.

A function is loaded together with its module: with FastAPI that took the first request of each worker 0.3 s of
processor time, and each worker 16 MB.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sudokulens.apps.answers.pictures import scan_answer
from sudokulens.wording.language import spoken


def in_language(code: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """The result of the work, with its messages in that language."""
    with spoken(code):
        return work(*arguments)


def timed_scan(*arguments: Any) -> bytes:
    """The seconds that each stage took on a line of their own, then the final answer."""
    answer, timings = scan_answer(*arguments)
    return json.dumps(timings).encode() + b"\n" + json.dumps(answer, separators=(",", ":")).encode()
