"""How long a default service takes over odd and hostile files, and what they cost it.

    python -m benchmarks.service.odd_files

The files are made by tests/odd; `--folder DIR` sends the files of a folder instead. Every file is sent once over one
connection. Shown: answers by status, the slowest ones (wall-clock and CPU seconds), and the memory of all
processes before, at its peak, and after.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from pathlib import Path
from statistics import median

from benchmarks.measure import machine
from benchmarks.service.served import running_service
from tests.odd.base import OddFile, OddFiles, encoded, page
from tests.odd.corpus import odd_files
from tests.odd.posting import Answer, Poster, memory_of, processor_seconds_of


def main() -> None:
    arguments = _arguments()
    good = OddFile("good", encoded(page(), "JPEG", quality=90))
    # All of them first: making them takes longer than most answers do.
    files = list(_from_folder(arguments.folder) if arguments.folder else odd_files())
    with running_service() as (process, address):
        poster = Poster(address)
        poster.wait_until_ready()
        poster.post(good)
        memory = [memory_of(process.pid)]
        answers, processor = [], []
        for file in files:
            before = processor_seconds_of(process.pid)
            answers.append(poster.post(file))
            processor.append(processor_seconds_of(process.pid) - before)
            memory.append(memory_of(process.pid))
        afterwards = poster.post(good)
        memory.append(memory_of(process.pid))
    _show(answers, processor, memory, arguments.slowest)
    print(f"connections opened: {poster.opened}; the good photo afterwards: {_verdict(afterwards)}")


def _from_folder(folder: Path) -> OddFiles:
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield OddFile(path.name, path.read_bytes())


def _show(answers: list[Answer], processor: list[float], memory: list[int], slowest: int) -> None:
    told = machine()
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{len(answers)} files; {told['cpu']}, {told['cores']} cores, load {load}, commit {told['commit']}")
    print("answers by status:", dict(sorted(Counter(answer.status for answer in answers).items())))
    seconds = sorted(answer.seconds for answer in answers)
    high = seconds[int(0.95 * len(seconds))]
    print(f"seconds: median {median(seconds):.3f}, 95 % {high:.3f}, slowest {seconds[-1]:.3f}")
    for used, answer in sorted(zip(processor, answers, strict=True), key=lambda pair: -pair[0])[:slowest]:
        print(f"  {answer.seconds:6.3f}  {used:5.2f}  {answer.status}  {answer.code or '-':<18} {answer.name}")
    print(f"memory in MB: {memory[0] / 1e6:.0f} before, {max(memory) / 1e6:.0f} at most, {memory[-1] / 1e6:.0f} after")


def _verdict(answer: Answer) -> str:
    return "read right" if answer.reads_the_puzzle else f"NOT READ ({answer.status})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="send the files of this folder instead of our own")
    parser.add_argument("--slowest", type=int, default=12, help="how many of the slowest answers to list")
    return parser.parse_args()


if __name__ == "__main__":
    main()
