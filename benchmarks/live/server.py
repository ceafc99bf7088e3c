"""How fast WS /api/live answers on loopback, end to end: `python -m benchmarks.live.server`.

The sample photo sways in front of a virtual camera of 1280×720; its frames, JPEG as a browser makes them, go through a
real `sudokulens serve`. Measured twice: as fast as answers come, one frame in flight, which gives the rate; and at
thirty frames a second, as a camera delivers them. The time of a frame runs from before it is sent until its view is
parsed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from websockets.sync.client import ClientConnection, connect

from benchmarks.service.served import running_service
from pages.camera import jpeg
from pages.clips import Kind, shots
from pages.motions import swaying
from pages.sheets import photographed
from sudokulens.scanner import Scanner
from tests.odd.posting import Poster

SAMPLE = Path(__file__).parents[2] / "src/sudokulens/apps/cli/samples/newspaper.jpg"
CLIP_FRAMES = 120
WARM_UP = 10


@dataclass
class Tally:
    """What one run saw; seconds are those of answered frames after the warm-up."""

    seconds: list[float] = field(default_factory=list)
    solved: int = 0
    wrong: int = 0
    elapsed: float = 0.0
    track: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        p50, p95, p99 = (1000 * np.percentile(self.seconds, share) for share in (50, 95, 99))
        rate = len(self.seconds) / self.elapsed
        shown = 100 * self.solved / len(self.seconds)
        times = "".join(f"{milliseconds:9.1f}" for milliseconds in (p50, p95, p99, np.median(self.track)))
        return f"{name:<22}{rate:8.1f}{times}{shown:9.1f} %{self.wrong:7d}"


def main() -> None:
    arguments = _arguments()
    pictures, solution = render_clip(arguments.quality)
    print(f"{len(pictures)} frames of 1280×720, JPEG of {np.mean([len(p) for p in pictures]) / 1e3:.0f} kB")
    print(f"{'':<22}{'fps':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'track':>9}{'solved':>11}{'wrong':>7}")
    with service(arguments.address) as address:
        for mode in ("solution", "hint", "check"):
            print(measure(address, mode, pictures, solution, arguments.frames, 0.0).row(f"{mode}, at once"), flush=True)
        print(measure(address, "solution", pictures, solution, arguments.frames, 1 / 30).row("solution, 30 a second"))


def render_clip(quality: int) -> tuple[list[bytes], str]:
    """The clip's frames as JPEG, to be played back and forth, and the solution of the photo's puzzle."""
    scan = Scanner()(SAMPLE)
    sheet = photographed("sample", scan.frame, scan.grids[0])
    if not sheet.solution:
        raise SystemExit("the sample photo is not read any more")
    return [jpeg(shot.pixels, quality) for shot in shots(Kind("sample", swaying), [sheet], CLIP_FRAMES)], sheet.solution


def measure(address: str, mode: str, pictures: list[bytes], solution: str, frames: int, interval: float) -> Tally:
    """One session; with an interval, frames are sent no earlier than a camera would deliver them."""
    tally = Tally()
    to_and_fro = pictures + pictures[::-1]
    with connect(address.replace("http", "ws", 1) + "api/live", max_size=None, compression=None) as socket:
        _expect(socket, "ready")
        socket.send(json.dumps({"mode": mode, "level": "full"}))
        _expect(socket, "settings")
        for number in range(frames + WARM_UP):
            if number == WARM_UP:
                start = due = time.perf_counter()
            if interval and number >= WARM_UP:
                due += interval
                time.sleep(max(0.0, due - time.perf_counter()))
            sent = time.perf_counter()
            socket.send(to_and_fro[number % len(to_and_fro)])
            view = _expect(socket, "view")
            if number >= WARM_UP:
                tally.seconds.append(time.perf_counter() - sent)
                tally.track.append(view["ms"]["track"])
                tally.solved += view["solution"] == solution
                tally.wrong += view["solution"] not in (None, solution)
        tally.elapsed = time.perf_counter() - start
    return tally


def _expect(socket: ClientConnection, kind: str) -> dict[str, object]:
    message = json.loads(socket.recv(60))
    if message["type"] != kind:
        raise SystemExit(f"expected {kind}, got {message}")
    return message


@contextmanager
def service(address: str | None) -> Iterator[str]:
    """The given address, or that of a service started for the measurement, its workers loaded."""
    if address:
        yield address if address.endswith("/") else address + "/"
        return
    with running_service(workers=1) as (_, found):
        poster = Poster(found + "/")
        poster.wait_until_ready()
        poster.close()
        yield found + "/"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="of a running service; else one is started")
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--quality", type=int, default=80, help="of the JPEG frames")
    return parser.parse_args()


if __name__ == "__main__":
    main()
