"""Runs what the Dockerfile and the compose file run, in a folder of its own, where there is no Docker engine.

`make rehearse` starts it. Its build commands are the Dockerfile's own, with other folders; started by root, it builds
as one user without rights and runs as another, who cannot write to what was built. It needs a package index, gcc, and a
Python that all users can run. The commands for the base system (apt-get, useradd) are left out.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.container.image import ROOT, copied, health_check, instructions, only, services

BUILDER, RUNNER = 65534, 10001
PYTHON = shutil.which("python3", path="/usr/local/bin:/usr/bin") or sys.executable
# What the slim image has: glibc, the libraries of gcc, and zlib, which Python itself needs.
BASE_LIBRARIES = (
    *("ld-linux", "libc.", "libdl.", "libm.", "libmvec.", "libpthread.", "librt.", "libutil.", "linux-vdso"),
    *("libgcc_s.", "libstdc++.", "libz."),
)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="rehearse-") as name:
        folder = Path(name)
        lay_out(folder)
        build(folder)
        check_libraries(folder / "opt/sudokulens")
        with running(folder, only("CMD").words, health_check(), "8000") as address:
            read_sample(folder, address)
        streamlit = services()["streamlit"]
        with running(folder, streamlit["command"], streamlit["healthcheck"]["test"][1:], "8501"):
            pass
    print("the image would build, start and read")


def lay_out(folder: Path) -> None:
    """What the build context would hold, and an empty Python in place of the image's."""
    listed = subprocess.run(["git", "ls-files", *copied()], cwd=ROOT, check=True, capture_output=True, text=True)
    for path in listed.stdout.splitlines():
        target = folder / "source" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, target)
    for name in ("wheels", "opt", "home"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    if os.getuid() == 0:
        subprocess.run(["chown", "-R", f"{BUILDER}:{BUILDER}", str(folder)], check=True)
        (folder / "home").chmod(0o1777)
    run(["/bin/sh", "-c", f"{PYTHON} -m venv {folder}/python"], folder, BUILDER)


def build(folder: Path) -> None:
    """The build stage's commands, in the folder's `source`."""
    for each in instructions():
        if each.word == "RUN" and each.stage == 0 and "apt-get" not in each.text:
            command = each.text.replace("/wheels", f"{folder}/wheels").replace("/opt/", f"{folder}/opt/")
            print("RUN", command, flush=True)
            run(["/bin/sh", "-ec", command], folder, BUILDER, SUDOKULENS_REQUIRE_KERNEL="1")


def run(command: list[str], folder: Path, user: int, **variables: str) -> None:
    here = folder / "source" if user == BUILDER else folder / "home"
    subprocess.run(command, cwd=here, check=True, env=environment(folder, user) | variables, **identity(user))


def environment(folder: Path, user: int = RUNNER) -> dict[str, str]:
    """The variables of the image, and those by which this machine finds its package index."""
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "CERT" in name}
    first = "python" if user == BUILDER else "opt/sudokulens"
    path = f"{folder}/{first}/bin:/usr/local/bin:/usr/bin:/bin"
    home = f"{folder}/home"
    return kept | {"PATH": path, "HOME": home, "TMPDIR": home, "PYTHONUNBUFFERED": "1", "PIP_QUIET": "1"}


def identity(user: int) -> dict[str, int]:
    return {"user": user, "group": user} if os.getuid() == 0 else {}


def check_libraries(installed: Path) -> None:
    """No compiled file may ask for a library that the slim image lacks."""
    compiled = list(installed.rglob("*.so*"))
    missing = {f"{file.name} needs {line}" for file in compiled for line in foreign_libraries(file, installed)}
    assert not missing, sorted(missing)
    print(len(compiled), "compiled files need nothing that the slim image lacks")


def foreign_libraries(file: Path, installed: Path) -> list[str]:
    """What `ldd` names that is neither installed beside the file nor part of the slim image."""
    told = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False).stdout
    lines = [line.strip() for line in told.splitlines() if str(installed) not in line and "statically" not in line]
    return [line for line in lines if not Path(line.split()[0]).name.startswith(BASE_LIBRARIES)]


@contextmanager
def running(folder: Path, command: list[str], health: list[str], port: str) -> Iterator[str]:
    """The command as the runner, once its own health check passes; it must end when told to."""
    free = free_port()
    words = [word.replace(port, free) for word in command]
    print("CMD", *words, flush=True)
    process = subprocess.Popen(words, cwd=folder / "home", env=environment(folder), **identity(RUNNER))
    try:
        wait_until_well(folder, [word.replace(port, free) for word in health], process)
        yield f"http://127.0.0.1:{free}"
        process.terminate()
        print("ended with", process.wait(15), flush=True)
    finally:
        process.kill()


def wait_until_well(folder: Path, health: list[str], process: subprocess.Popen[bytes]) -> None:
    started = time.monotonic()
    while subprocess.run(health, env=environment(folder), stderr=subprocess.DEVNULL, check=False).returncode:
        assert process.poll() is None, "it ended by itself"
        assert time.monotonic() - started < 60, "no answer within a minute"
        time.sleep(0.2)
    print(f"well after {time.monotonic() - started:.1f} s", flush=True)


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return str(found.getsockname()[1])


def read_sample(folder: Path, address: str) -> None:
    """The bundled newspaper photo must be read and solved by the service, and the kernel be the compiled one."""
    photo = (folder / "source/src/sudokulens/apps/cli/samples/newspaper.jpg").read_bytes()
    request = urllib.request.Request(f"{address}/api/scan", photo, {"Content-Type": "image/jpeg"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found = json.load(answer)
    assert len(found["grids"]) == 1, found
    assert found["grids"][0]["solution"], found
    run(["python", "-c", "import sudokulens.solving._kernel.kernel, sudokulens.logic._kernel.finder"], folder, RUNNER)
    print("read:", found["grids"][0]["givens"])


if __name__ == "__main__":
    main()
