"""What a default service does under load: `python -m benchmarks.service.load`.

`--kill 3` kills a worker every three seconds.

Fifty clients on the same machine, each with one request at a time and no pause in between: scans of rendered photos,
solutions, hints, and cameras on the WebSocket. Shown for each kind: answers, refusals (429), failures, and how long
answers took; and the memory of all processes at the start, in the middle and at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import signal
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.measure import machine
from benchmarks.service.plain_http import Client
from benchmarks.service.served import running_service
from sudokulens import Board
from tests.odd.posting import Poster, memory_of, processes_of
from tests.pictures import flat_grid, look_alike, on_page, photographed

PUZZLES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
)
MIX = ("scan", "scan", "solve", "solve", "hint", "hint")


@dataclass
class Tally:
    """What happened to the requests of one kind."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    failures: Counter[str] = field(default_factory=Counter)

    def row(self, kind: str, lasted: float) -> str:
        ordered = sorted(self.seconds) or [float("nan")]
        middle, high = (1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99))
        failed = ", ".join(f"{count} {code}" for code, count in self.failures.most_common()) or "none"
        counts = f"{kind:<7}{len(self.seconds):8d}{len(self.seconds) / lasted:8.1f}/s{self.refused:8d}"
        return f"{counts}{middle:9.0f}{high:9.0f}{1000 * ordered[-1]:9.0f}   {failed}"


@dataclass
class Run:
    """One run: what to send, until when, and the outcome."""

    address: str
    end: float
    scans: list[tuple[bytes, str | None]]
    tallies: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    killed: int = 0
    memory: list[int] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end


def main() -> None:
    arguments = _arguments()
    scans = _pictures()
    print(f"{arguments.clients} clients, {arguments.live} of them cameras, {arguments.seconds} s; {_machine()}")
    with running_service() as (process, address):
        _wait_until_ready(address)
        run = Run(address, time.monotonic() + arguments.seconds, scans)
        start = time.monotonic()
        asyncio.run(_everybody(run, process.pid, arguments))
        _show(run, time.monotonic() - start, arguments)
        _check_afterwards(run, address)


def _pictures() -> list[tuple[bytes, str | None]]:
    """Photos with the givens to be read off them, and one without a grid."""
    found: list[tuple[bytes, str | None]] = []
    for number, puzzle in enumerate(PUZZLES):
        page = on_page([flat_grid(Board.parse(puzzle), 56)], 900, 700, seed=number)
        found.append((_jpeg(photographed(page, degrees=7.0 * number - 6)), puzzle.replace(".", "0")))
    found.append((_jpeg(look_alike("spreadsheet")), None))
    return found


def _jpeg(pixels: object) -> bytes:
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "JPEG", quality=85)  # type: ignore[arg-type]
    return target.getvalue()


def _wait_until_ready(address: str) -> None:
    poster = Poster(address)
    poster.wait_until_ready()
    poster.close()


async def _everybody(run: Run, service: int, arguments: argparse.Namespace) -> None:
    clients = [_ask(run, random.Random(number)) for number in range(arguments.clients - arguments.live)]
    cameras = [_film(run, number) for number in range(arguments.live)]
    watching = asyncio.create_task(_watch(run, service))
    killing = asyncio.create_task(_kill(run, service, arguments.kill)) if arguments.kill else None
    await asyncio.gather(*clients, *cameras)
    watching.cancel()
    if killing:
        killing.cancel()
    run.memory.append(memory_of(service))


async def _ask(run: Run, chance: random.Random) -> None:
    """A client that asks for one thing after the other."""
    client = Client(run.address)
    while not run.over:
        kind = chance.choice(MIX)
        tally, start = run.tallies[kind], time.perf_counter()
        try:
            fault = await _request(client, run, kind, chance)
        except (OSError, EOFError) as dropped:
            fault = f"dropped ({type(dropped).__name__})"
        _note(tally, fault, time.perf_counter() - start)
        if fault == "429":
            await asyncio.sleep(1.0)
    await client.close()


def _note(tally: Tally, fault: str, seconds: float) -> None:
    if not fault:
        tally.seconds.append(seconds)
    elif fault == "429":
        tally.refused += 1
    else:
        tally.failures[fault] += 1


async def _request(client: Client, run: Run, kind: str, chance: random.Random) -> str:
    """What is wrong with the answer; nothing for one that is right."""
    if kind == "scan":
        picture, givens = chance.choice(run.scans)
        reply = await client.post("/api/scan", picture, "image/jpeg")
        found = [grid["givens"] for grid in json.loads(reply.body)["grids"]] if reply.status == 200 else []
        right = found == ([givens] if givens else [])
    else:
        body = json.dumps({"board": chance.choice(PUZZLES)}).encode()
        reply = await client.post(f"/api/{kind}", body, "application/json")
        right = reply.status == 200
    if reply.status == 429:
        return "429"
    if reply.status >= 400:
        return f"{reply.status} {reply.code}"
    return "" if right else "wrong answer"


async def _film(run: Run, number: int) -> None:
    """A camera that sends the next frame when the last one was answered, and comes back when it was cut off."""
    tally = run.tallies["live"]
    address = run.address.replace("http", "ws", 1) + "/api/live"
    while not run.over:
        try:
            async with connect(address, open_timeout=30, max_queue=None) as socket:
                await socket.recv()
                while not run.over:
                    picture, _ = run.scans[number % len(run.scans)]
                    start = time.perf_counter()
                    await socket.send(picture)
                    answer = json.loads(await socket.recv())
                    fault = "" if answer["type"] == "view" else f"{answer['status']} {answer['code']}"
                    _note(tally, fault, time.perf_counter() - start)
        except (OSError, WebSocketException, TimeoutError) as closed:
            code = getattr(getattr(closed, "rcvd", None), "code", type(closed).__name__)
            _note(tally, "429" if code == 4429 else f"closed ({code})", 0.0)
            await asyncio.sleep(1.0)


async def _watch(run: Run, service: int) -> None:
    while True:
        run.memory.append(memory_of(service))
        await asyncio.sleep(1.0)


async def _kill(run: Run, service: int, every: float) -> None:
    """Kills one of the processes that do the work, now and then."""
    chance = random.Random(1)
    while True:
        await asyncio.sleep(every)
        workers = [number for number in processes_of(service)[1:] if _is_worker(number)]
        if workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
            run.killed += 1


def _is_worker(number: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return False


def _show(run: Run, lasted: float, arguments: argparse.Namespace) -> None:
    print(f"{'kind':<7}{'answers':>8}{'rate':>10}{'429':>8}{'p50 ms':>9}{'p99 ms':>9}{'most ms':>9}   failures")
    for kind in ("scan", "solve", "hint", "live"):
        print(run.tallies[kind].row(kind, lasted))
    total = sum(len(tally.seconds) for tally in run.tallies.values())
    print(f"{total} answers in {lasted:.1f} s, {total / lasted:.1f} a second; load now {os.getloadavg()[0]:.1f}")
    shown = [run.memory[min(len(run.memory) - 1, int(share * len(run.memory)))] for share in (0, 0.25, 0.5, 0.75, 1)]
    print("memory of all processes in MB, from start to end:", " ".join(f"{value / 1e6:.0f}" for value in shown))
    if arguments.kill:
        print(f"workers killed: {run.killed}")


def _check_afterwards(run: Run, address: str) -> None:
    _wait_until_ready(address)
    picture, givens = run.scans[0]
    reply = asyncio.run(Client(address).post("/api/scan", picture, "image/jpeg"))
    right = reply.status == 200 and [grid["givens"] for grid in json.loads(reply.body)["grids"]] == [givens]
    print("afterwards the service is ready, and a photo", "reads right" if right else f"does NOT read ({reply.status})")


def _machine() -> str:
    told = machine()
    return f"{told['cpu']}, {told['cores']} cores, load before {told['load_at_start']}, commit {told['commit']}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--live", type=int, default=5, help="how many of the clients are cameras")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kill", type=float, default=0.0, metavar="SECONDS", help="kill -9 a worker this often")
    return parser.parse_args()


if __name__ == "__main__":
    main()
