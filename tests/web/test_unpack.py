"""How the page's worker unpacks archives, tried in node: stored and deflated ones, and what is none."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from web.toolchain.archive import write_zip
from web.toolchain.engine import SCRIPTS

FILES = {"package/__init__.pyc": b"", "package/deep/data.json": b'{"a": 1}' * 400, "top.txt": "ä".encode()}
TRY = """
import { readFileSync } from "node:fs";
import { unpack } from "./unpack.mjs";
const [made, found] = [[], {}];
const files = {
  mkdirTree: (place) => { made.push(place); },
  writeFile: (place, content) => { found[place] = Buffer.from(content).toString("hex"); },
};
const archive = new Uint8Array(readFileSync(process.argv[2])).slice().buffer;
await unpack(files, archive, "/lib").catch(({ message }) => { found.fault = message; });
console.log(JSON.stringify({ made, found }));
"""


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_every_file_comes_out_as_it_was(tmp_path: Path, method: int) -> None:
    folder = tmp_path / "folder"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    write_zip(tmp_path / "archive.zip", folder, method=method)
    told = unpacked(tmp_path, tmp_path / "archive.zip")
    assert told["found"] == {f"/lib/{name}": content.hex() for name, content in FILES.items()}
    assert sorted(told["made"]) == ["/lib", "/lib/package", "/lib/package/deep"]


@pytest.mark.parametrize("content", [b"", b"<!doctype html><title>Not found</title>"])
def test_what_is_no_archive_is_said_so(tmp_path: Path, content: bytes) -> None:
    """As hosts send that answer every address with a page."""
    (tmp_path / "archive.zip").write_bytes(content)
    assert unpacked(tmp_path, tmp_path / "archive.zip")["found"] == {"fault": "a damaged archive"}


def unpacked(folder: Path, archive: Path) -> dict[str, dict[str, str]]:
    node = shutil.which("node")
    if not node:
        pytest.skip("the page's way of unpacking is tried in node: apt-get install nodejs")
    shutil.copyfile(SCRIPTS / "unpack.js", folder / "unpack.mjs")
    (folder / "try.mjs").write_text(TRY)
    done = subprocess.run([node, folder / "try.mjs", archive], capture_output=True, text=True, check=True, timeout=120)
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found
