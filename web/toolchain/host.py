"""Whether this machine can build the browser edition, and what to install where it cannot."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

from web.toolchain.failure import MissingTools

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PACKAGE_OF = {"apt-get": "apt", "dpkg-deb": "dpkg", "node": "nodejs", "npm": "npm"}


def check_host() -> None:
    """Raises MissingTools with one sentence on what to install, unless the toolchain can be had here."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise MissingTools(
            "The browser edition is built with Debian's emscripten, which runs on x86-64 Linux, and this is "
            f"{platform.system()} on {platform.machine()}: run `make site` there or in a container and copy site/app."
        )
    lacking = [package for command, package in PACKAGE_OF.items() if shutil.which(command) is None]
    if not KEYRING.exists():
        lacking.append("debian-archive-keyring")
    if lacking:
        raise MissingTools(
            "The browser edition is built with Debian's emscripten, which `make site` fetches without root, but this "
            f"machine lacks {', '.join(lacking)}: sudo apt-get install {' '.join(lacking)}"
        )
