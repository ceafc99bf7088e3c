"""What an ordinary client notices while another abuses the service: `python -m benchmarks.service.abuse`.

The abuser has the address 127.0.0.2 and the ordinary client 127.0.0.1, so this needs Linux, where all of 127.0.0.0/8
is the loopback. Every attack is bounded in number and time, and reaches nothing but a service that is started here.
Shown for each attack: requests of the ordinary client, how many were answered, how long answers took, and by how much
memory grew at its peak beyond its level after ordinary use: that of the process which holds requests and answers, and
that of all processes, workers included. It fails where fewer than 99 % were answered, the 99th percentile is 2 s or
more, or the process that holds requests and answers grew by 200 MB. Workers need memory for what they work on, 70 MB
for a picture of noise, and have a limit of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.measure import machine
from benchmarks.service.attacks import ATTACKS, Target
from benchmarks.service.plain_http import Client
from benchmarks.service.served import running_service
from tests.odd.base import PUZZLE, encoded, page
from tests.odd.posting import Poster, memory_of, resident_bytes

MIN_ANSWERED_SHARE = 0.99
MAX_P99_SECONDS = 2.0
MAX_GROWTH_BYTES = 200_000_000
WARM_UP_SCANS = 12
PAUSE_SECONDS = 0.02
PICTURE = encoded(page(), "JPEG", quality=85)
BOARD = json.dumps({"board": PUZZLE}).encode()
REQUESTS = (
    ("/api/solve", BOARD, "application/json"),
    ("/api/hint", BOARD, "application/json"),
    ("/api/check", BOARD, "application/json"),
    ("/api/scan", PICTURE, "image/jpeg"),
)


@dataclass
class Experience:
    """How the ordinary client fared during one attack."""

    seconds: list[float] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    failures: Counter[str] = field(default_factory=Counter)
    held_growth: int = 0
    """Of the process that holds requests and answers, in bytes."""
    memory_growth: int = 0
    """Of all processes, in bytes."""

    @property
    def answered(self) -> float:
        total = len(self.seconds) + self.failures.total()
        return len(self.seconds) / total if total else 0.0

    def percentile(self, share: float) -> float:
        ordered = sorted(self.seconds) or [float("inf")]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def is_fair(self) -> bool:
        served = self.answered >= MIN_ANSWERED_SHARE and self.percentile(0.99) < MAX_P99_SECONDS
        return served and self.held_growth < MAX_GROWTH_BYTES

    def row(self, name: str) -> str:
        failed = ", ".join(f"{count} × {code}" for code, count in self.failures.most_common()) or "none"
        times = "".join(f"{1000 * self.percentile(share):8.0f}" for share in (0.5, 0.99, 1.0))
        total = len(self.seconds) + self.failures.total()
        counts = f"{name:<18}{total:8d}{100 * self.answered:8.1f} %{times}"
        counts += f"{self.held_growth / 1e6:8.0f}{self.memory_growth / 1e6:8.0f}"
        return f"{counts}   slowest: {self.slowest[1]}; failed: {failed}"


def main() -> None:
    arguments = _arguments()
    told = machine()
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{told['cpu']}, {told['cores']} cores, load {load}, commit {told['commit']}")
    columns = "".join(f"{title:>8}" for title in ("p50 ms", "p99 ms", "max ms", "held MB", "all MB"))
    print(f"{'attack':<18}{'requests':>8}{'answered':>10}{columns}")
    unfair = []
    for name in arguments.only or ATTACKS:
        with running_service() as (process, address):
            found = asyncio.run(_trial(name, address, process.pid, arguments.seconds))
        print(found.row(name), flush=True)
        if not found.is_fair:
            unfair.append(name)
    if unfair:
        sys.exit(f"not fair to the ordinary client: {', '.join(unfair)}")


async def _trial(name: str, address: str, service: int, seconds: float) -> Experience:
    poster = Poster(address)
    await asyncio.to_thread(poster.wait_until_ready)
    poster.close()
    await _warm_up(address)
    attack, count = ATTACKS[name]
    experience, before = Experience(), (resident_bytes(service), memory_of(service))
    target = Target(address, time.monotonic() + seconds)
    attackers = [asyncio.create_task(attack(target, number)) for number in range(count)]
    await asyncio.sleep(min(2.0, seconds / 4))  # Until the attack is under way.
    await asyncio.gather(
        _ordinary(target, experience), _camera(target, experience), _weigh(service, experience, before, target)
    )
    for task in attackers:
        task.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    return experience


async def _ordinary(target: Target, experience: Experience) -> None:
    """A client that asks for one thing after the other."""
    client = Client(target.address)
    number = 0
    while not target.over:
        path, body, kind = REQUESTS[number % len(REQUESTS)]
        number += 1
        start = time.perf_counter()
        try:
            reply = await client.post(path, body, kind)
            fault = "" if reply.status == 200 else f"{reply.status} {reply.code}"
        except (OSError, EOFError) as dropped:
            fault = f"dropped ({type(dropped).__name__})"
        _note(experience, path, fault, time.perf_counter() - start)
        await asyncio.sleep(PAUSE_SECONDS)
    await client.close()


async def _camera(target: Target, experience: Experience) -> None:
    """The same person's camera: it has to be let in, and its frames answered."""
    address = target.address.replace("http", "ws", 1) + "/api/live"
    start, fault = time.perf_counter(), ""
    try:
        async with connect(address) as socket:
            await socket.recv()
            while not target.over:
                start = time.perf_counter()
                await socket.send(PICTURE)
                fault = "" if json.loads(await socket.recv())["type"] == "view" else "no view"
                _note(experience, "camera", fault, time.perf_counter() - start)
                await asyncio.sleep(0.1)
    except (OSError, WebSocketException) as dropped:
        _note(experience, "camera", type(dropped).__name__, time.perf_counter() - start)


async def _warm_up(address: str) -> None:
    """Ordinary use of every worker and of a camera: what that takes is no attacker's doing."""

    async def scan() -> None:
        client = Client(address)
        await client.post("/api/scan", PICTURE, "image/jpeg")
        await client.close()

    async with connect(address.replace("http", "ws", 1) + "/api/live") as socket:
        await socket.recv()
        await socket.send(PICTURE)
        await asyncio.gather(socket.recv(), *(scan() for _ in range(WARM_UP_SCANS)))


async def _weigh(service: int, experience: Experience, before: tuple[int, int], target: Target) -> None:
    while not target.over:
        experience.held_growth = max(experience.held_growth, resident_bytes(service) - before[0])
        experience.memory_growth = max(experience.memory_growth, memory_of(service) - before[1])
        await asyncio.sleep(0.5)


def _note(experience: Experience, what: str, fault: str, seconds: float) -> None:
    if fault:
        experience.failures[f"{what}: {fault}"] += 1
    else:
        experience.seconds.append(seconds)
        experience.slowest = max(experience.slowest, (seconds, what))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What an ordinary client notices while another abuses the service.")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each attack lasts")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), help="some of the attacks")
    return parser.parse_args()


if __name__ == "__main__":
    main()
