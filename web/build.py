"""Builds the browser edition: `python -m web.build` writes the static folder `site/app` from pinned downloads.

The first build takes about a quarter of an hour on two cores, most of it for OpenCV; every part is then cached outside
the checkout under what went into it, and later builds take seconds.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from web.toolchain.assemble import assemble
from web.toolchain.cache import Cache, default_folder
from web.toolchain.compress import compress, sizes
from web.toolchain.engine import careful_tier, first_tier, print_tier, second_tier
from web.toolchain.failure import BuildFailure, MissingTools, NotCached
from web.toolchain.pins import read_pins
from web.toolchain.smoke import smoke

OUT = Path(__file__).parents[1] / "site" / "app"


def main(arguments: list[str] | None = None) -> int:
    """Builds what the arguments ask for; the exit status is 0, or the one of the failure."""
    asked = _parser().parse_args(arguments)
    started = time.monotonic()
    try:
        cache, pins = Cache(asked.cache, only_quick=asked.cached), read_pins()
        parts = first_tier(cache, pins)
        if not asked.first_tier:
            parts += second_tier(cache, pins, asked.jobs) + careful_tier() + print_tier(cache, pins)
        assemble(asked.out, parts, deflate=asked.deflate)
        if not asked.cached:  # then the tests follow, which ask for more
            smoke(cache, asked.out / "engine")
        if asked.compress:
            compress(cache, asked.out)
            print(*sizes(asked.out), sep="\n")
        cache.forget_old()
    except (NotCached, MissingTools) as failure:
        if not asked.cached:
            return _report(failure)
        print(f"the browser edition's tests are skipped: {failure}; `make site` builds it, in about 15 minutes")
        return 0
    except BuildFailure as failure:
        return _report(failure)
    print(f"{asked.out}: complete after {time.monotonic() - started:.0f} s, for any static server")
    return 0


def _report(failure: BuildFailure) -> int:
    print(failure, file=sys.stderr)
    return failure.status


def _absolute(path: str) -> Path:
    """Commands of the build run in folders of their own."""
    return Path(path).resolve()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m web.build", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=_absolute, default=OUT, help="the folder to write (default: site/app)")
    parser.add_argument("--cache", type=_absolute, default=default_folder(), help="where finished parts are kept")
    parser.add_argument("--first-tier", action="store_true", help="only what needs neither numpy nor OpenCV")
    parser.add_argument("--cached", action="store_true", help="only if it takes seconds: nothing is downloaded")
    parser.add_argument("--compress", action="store_true", help="add .br and .gz files, and print all sizes")
    parser.add_argument("--deflate", action="store_true", help="deflate archives, for hosts that compress none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="compilers at a time")
    return parser


if __name__ == "__main__":
    sys.exit(main())
