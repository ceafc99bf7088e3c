"""Debian's emscripten, fetched and unpacked by an ordinary user, and run through the loader that comes with it.

apt works with a configuration of its own in the build's folder, so it needs neither root nor the host's package
database, and checks the archive's signature as always. The host's C library does not matter: every program starts
through the loader and the libraries of its own release.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from web.toolchain.cache import Cache, Workspace, check_hash, recipe
from web.toolchain.failure import BuildFailure
from web.toolchain.host import KEYRING, check_host
from web.toolchain.pins import CompilerPins, Pins

MIRROR_VARIABLE = "SUDOKULENS_DEBIAN_MIRROR"
DEFAULT_MIRROR = "http://deb.debian.org/debian"  # where the host's own apt has no Debian archive (Ubuntu)
LLVM_PROGRAMS = (
    *("clang", "clang++", "wasm-ld"),
    *("llvm-ar", "llvm-nm", "llvm-objcopy", "llvm-ranlib", "llvm-strip"),
)
BINARYEN_PROGRAMS = ("wasm-opt", "wasm-emscripten-finalize", "wasm-metadce", "wasm-ctor-eval", "wasm-as", "wasm-dis")
BUILD_TOOLS = Path(__file__).parents[2] / "locks" / "web.txt"  # cython, cmake and ninja, by hash

# The paths are those of the unpacked packages; $0 is absolute, as emscripten starts its programs.
WRAPPER = """#!/bin/sh
root=${{0%/*}}/../root
exec "$root/usr/lib64/ld-linux-x86-64.so.2" \\
  --library-path "$root/usr/lib/x86_64-linux-gnu:$root/usr/lib/llvm-{llvm}/lib" \\
  --argv0 "$root/{program}" "$root/{program}" {more} "$@"
"""
# Started through the loader, clang looks for its own headers in the wrong place.
RESOURCES = '-resource-dir "$root/usr/lib/llvm-{llvm}/lib/clang/{llvm}"'
CONFIGURATION = """LLVM_ROOT = {programs!r}
BINARYEN_ROOT = {tools!r}
EMSCRIPTEN_ROOT = {emscripten!r}
NODE_JS = {node!r}
CACHE = {cache!r}
FROZEN_CACHE = True
"""
APT_CONFIGURATION = """Dir::Etc "{apt}/etc"; Dir::Etc::SourceList "{apt}/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State "{apt}"; Dir::State::status "{apt}/status"; Dir::Cache "{apt}/cache";
APT::Architecture "{architecture}"; APT::Architectures {{ "{architecture}"; }}; Acquire::Languages "none";
APT::Sandbox::User "";
"""


@dataclass(frozen=True, slots=True)
class Compiler:
    """An unpacked toolchain: `root` as Debian lays it out, `bin` with the programs that start from there."""

    folder: Path

    @property
    def root(self) -> Path:
        """The unpacked packages."""
        return self.folder / "root"

    @property
    def emscripten(self) -> Path:
        """The folder of emcc."""
        return self.root / "usr/share/emscripten"

    @property
    def python(self) -> Path:
        """The interpreter of the environment that has cython, cmake and ninja."""
        return self.folder / "venv/bin/python"

    def environment(self, scratch: Path) -> dict[str, str]:
        """Variables under which emcc and its build tools run; the configuration is written into `scratch`."""
        configuration = scratch / "emscripten.config"
        configuration.write_text(
            CONFIGURATION.format(
                programs=str(self.folder / "bin"),
                tools=str(self.folder),
                emscripten=str(self.emscripten),
                node=shutil.which("node"),
                cache=str(self.emscripten / "cache"),
            )
        )
        path = [str(self.emscripten), str(self.python.parent), os.environ["PATH"]]
        return {**os.environ, "EM_CONFIG": str(configuration), "PATH": os.pathsep.join(path)}


def compiler(cache: Cache, pins: Pins) -> Compiler:
    """The toolchain, downloaded and unpacked where it is not there yet."""
    wanted = pins.compiler
    ingredients = [wanted.packages, wanted.runtime, wanted.suite, BUILD_TOOLS.read_text(), recipe(__file__)]
    place = cache.place("compiler", ingredients)
    if not place.exists():
        check_host()
    return Compiler(cache.part("compiler", ingredients, lambda space: _install(space, wanted, place)))


def _install(space: Workspace, wanted: CompilerPins, place: Path) -> None:
    packages = space.scratch / "packages"
    packages.mkdir(exist_ok=True)
    _download(space, wanted, packages)
    root, programs = space.result / "root", space.result / "bin"
    for package in sorted(packages.glob("*.deb")):
        space.run("dpkg-deb", "-x", package, root)
    programs.mkdir()
    for name in LLVM_PROGRAMS:
        resources = RESOURCES.format(llvm=wanted.llvm) if name.startswith("clang") else ""
        _wrap(programs / name, f"usr/lib/llvm-{wanted.llvm}/bin/{name}", wanted.llvm, resources)
    for name in BINARYEN_PROGRAMS:
        _wrap(programs / name, f"usr/bin/{name}", wanted.llvm)
    # emcc's JavaScript passes import acorn, which Debian keeps where only its own node looks.
    modules = root / "usr/share/emscripten/node_modules"
    modules.mkdir(exist_ok=True)
    (modules / "acorn").symlink_to("../../nodejs/acorn")
    _install_build_tools(space, place)


def _download(space: Workspace, wanted: CompilerPins, packages: Path) -> None:
    """Downloads the packages of the suite, and checks those whose version is pinned."""
    apt = space.scratch / "apt"
    for folder in ("lists/partial", "cache/archives/partial", "etc/preferences.d", "etc/apt.conf.d"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()
    (apt / "sources.list").write_text(f"deb [signed-by={KEYRING}] {_mirror()} {wanted.suite} main\n")
    (apt / "apt.conf").write_text(APT_CONFIGURATION.format(apt=apt, architecture=wanted.architecture))
    environment = {**os.environ, "APT_CONFIG": str(apt / "apt.conf")}
    space.run("apt-get", "update", cwd=packages, environment=environment)
    asked = [*wanted.packages, *wanted.runtime]
    space.run("apt-get", "download", *asked, cwd=packages, environment=environment)
    for package, expected in wanted.packages.items():
        check_hash(_file_of(packages, package), expected)


def _file_of(packages: Path, package: str) -> Path:
    """The file that apt writes for NAME=VERSION; a colon in the version is escaped."""
    name, _, version = package.partition("=")
    found = list(packages.glob(f"{name}_{quote(version, safe='+~').lower()}_*.deb"))
    if len(found) != 1:
        raise BuildFailure(f"apt downloaded no file for {package}")
    return found[0]


def _mirror() -> str:
    """The Debian archive: $SUDOKULENS_DEBIAN_MIRROR, the one that this machine's apt uses, or the default one."""
    if own := os.environ.get(MIRROR_VARIABLE):
        return own
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
    return next((uri for uri in listed if uri.rstrip("/").endswith("/debian")), DEFAULT_MIRROR)


def _wrap(script: Path, program: str, llvm: str, more: str = "") -> None:
    script.write_text(WRAPPER.format(llvm=llvm, program=program, more=more))
    script.chmod(0o755)


def _install_build_tools(space: Workspace, place: Path) -> None:
    """An environment with cython, cmake and ninja, its scripts naming the place that it is moved to."""
    folder = space.result / "venv"
    space.run(sys.executable, "-m", "venv", folder)
    pip = (folder / "bin/python", "-m", "pip", "install", "--quiet", "--require-hashes", "-r", BUILD_TOOLS)
    space.run(*pip)
    for script in (folder / "bin").iterdir():
        if not script.is_symlink():
            text = script.read_bytes()
            script.write_bytes(text.replace(str(folder).encode(), str(place / "venv").encode()))
