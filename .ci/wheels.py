"""Checks that the wheels of the release workflow can be installed: `make check-wheels`.

cibuildwheel names what it will build; for each, the dependencies that hold compiled code must offer a wheel, or the
test of that wheel fails, and with it the release.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RUNNERS = {
    "linux": ("x86_64", "aarch64"),
    "macos": ("x86_64", "arm64"),
    "windows": ("AMD64",),
}
"""The systems and architectures of .github/workflows/wheels.yml."""

PLATFORMS = {
    "manylinux_x86_64": "x86_64-manylinux_2_28",
    "manylinux_aarch64": "aarch64-manylinux_2_28",
    "macosx_x86_64": "x86_64-apple-darwin",
    "macosx_arm64": "aarch64-apple-darwin",
    "win_amd64": "x86_64-pc-windows-msvc",
}
"""What uv calls the platforms of cibuildwheel's identifiers."""

COMPILED = ("numpy", "onnxruntime", "opencv-python-headless", "pillow", "pillow-heif")
OLDEST_MACOS = "14.0"
"""That of the runners; onnxruntime asks for it on Apple silicon."""


def identifiers() -> list[str]:
    """What cibuildwheel will build, such as cp313-win_amd64."""
    found: list[str] = []
    for system, architectures in RUNNERS.items():
        for architecture in architectures:
            command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", system]
            done = subprocess.run([*command, "--archs", architecture], capture_output=True, text=True, check=True)
            found += done.stdout.split()
    return found


def fault_of(identifier: str) -> str:
    """Why the dependencies cannot be installed from wheels there; empty where they can."""
    python, _, platform = identifier.partition("-")
    version = f"{python[2]}.{python[3:]}"
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config", "pyproject.toml"]
    command += ["--python-platform", PLATFORMS[platform], "--python-version", version]
    for name in COMPILED:
        command += ["--only-binary", name]
    environment = os.environ | {"MACOSX_DEPLOYMENT_TARGET": OLDEST_MACOS}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    return done.stderr.strip() if done.returncode else ""


def main() -> int:
    os.chdir(ROOT)
    failed = False
    for identifier in identifiers():
        fault = fault_of(identifier)
        print(f"{identifier}: {fault or 'can be installed'}", flush=True)
        failed |= bool(fault)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
