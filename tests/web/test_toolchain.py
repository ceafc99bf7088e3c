"""The build of the browser edition, without its toolchain: pins, cache, hashes, and what it says when it cannot."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from web import build
from web.toolchain import download, host
from web.toolchain.cache import KEPT_SECONDS, Cache, Workspace, check_hash, recipe, sha256
from web.toolchain.download import fetch
from web.toolchain.failure import BuildFailure, MissingTools, NotCached, WrongHash
from web.toolchain.headers import target_config
from web.toolchain.kernels import KERNELS, sources
from web.toolchain.pins import PINS_FILE, Archive, read_pins
from web.toolchain.side_modules import interface, missing

ROOT = Path(__file__).parents[2]
HASH = re.compile(r"[0-9a-f]{64}")


def test_every_pinned_download_has_an_exact_version_and_a_hash() -> None:
    pins = read_pins()
    for archive in (pins.pyodide, pins.onnxruntime, pins.numpy, pins.opencv):
        assert HASH.fullmatch(archive.sha256)
        assert archive.version in archive.file
    for package, expected in pins.compiler.packages.items():
        assert re.fullmatch(r"[a-z0-9.+-]+=\S+", package)
        assert HASH.fullmatch(expected)
    assert pins.flags.suffix.endswith(".so")


def test_no_pin_stands_in_the_file_without_being_read() -> None:
    table = tomllib.loads(PINS_FILE.read_text())
    assert set(table) == {"pyodide", "onnxruntime", "numpy", "opencv", "compiler", "flags"}


def test_the_kernels_are_those_that_setup_compiles() -> None:
    tree = ast.parse((ROOT / "setup.py").read_text())
    tables = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "KERNELS"
    ]
    assert [ast.literal_eval(table) for table in tables] == [KERNELS]
    assert all(sources(module) for module in KERNELS)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def test_a_part_is_made_once_and_again_when_an_ingredient_changes(cache: Cache) -> None:
    made: list[str] = []

    def make(space: Workspace) -> None:
        made.append("part")
        (space.result / "file").write_text("content")

    first = cache.part("numpy", ["a"], make)
    assert cache.part("numpy", ["a"], make) == first
    assert made == ["part"]
    assert cache.part("numpy", ["b"], make) != first
    assert made == ["part", "part"]
    assert "numpy" in (cache.folder / "times.txt").read_text()


def test_a_failed_part_keeps_its_scratch_and_is_tried_again(cache: Cache) -> None:
    def fail(space: Workspace) -> None:
        (space.scratch / "object").touch()
        raise BuildFailure("broken")

    def succeed(space: Workspace) -> None:
        assert (space.scratch / "object").exists()
        assert not any(space.result.iterdir())

    with pytest.raises(BuildFailure):
        cache.part("opencv", [], fail)
    assert cache.part("opencv", [], succeed).exists()


def test_a_failed_command_shows_its_last_lines_and_where_the_log_is(cache: Cache) -> None:
    with pytest.raises(BuildFailure, match=r"(?s)out of order.*status 7.*log.txt"):
        cache.part("kernels", [], lambda space: space.run("sh", "-c", "echo out of order; exit 7"))
    with pytest.raises(MissingTools, match="needs no-such-compiler"):
        cache.part("kernels", [], lambda space: space.run("no-such-compiler"))


def test_quick_builds_refuse_slow_parts_and_downloads(tmp_path: Path) -> None:
    quick = Cache(tmp_path, only_quick=True)
    with pytest.raises(NotCached, match="opencv is not built"):
        quick.part("opencv", [], lambda space: None)
    with pytest.raises(NotCached, match="not downloaded"):
        fetch(quick, Archive("npm", "pyodide", "1", "pyodide-1.tgz", "0" * 64))
    assert quick.part("kernels", [], lambda space: None).exists()


def test_parts_unused_for_a_month_are_removed(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    place = cache.part("numpy", [], lambda space: None)
    cache.forget_old()
    assert place.exists()
    later = place.stat().st_mtime + KEPT_SECONDS + 1
    monkeypatch.setattr("web.toolchain.cache.time.time", lambda: later)
    cache.forget_old()
    assert not place.exists()


def test_prose_does_not_change_a_recipe_and_code_does(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""One."""\nFLAG = "-O2"\n')
    before = recipe(str(module))
    module.write_text('"""Two."""\n# A reason.\nFLAG = "-O2"\n')
    assert recipe(str(module)) == before
    module.write_text('"""Two."""\nFLAG = "-Os"\n')
    assert recipe(str(module)) != before


def test_a_download_with_another_hash_is_refused_and_put_aside(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def tampered(archive: Archive, folder: Path) -> None:
        (folder / archive.file).write_bytes(b"something else")

    monkeypatch.setattr(download, "_fetch_npm", tampered)
    with pytest.raises(WrongHash, match=r"pyodide-1\.tgz has SHA-256 .*, pinned is 0{64}"):
        fetch(cache, Archive("npm", "pyodide", "1", "pyodide-1.tgz", "0" * 64))
    assert [path.name for path in cache.downloads.glob("*.tgz*")] == ["pyodide-1.tgz.refused"]


def test_a_cached_download_is_checked_again(cache: Cache) -> None:
    file = cache.downloads / "numpy-1.tar.gz"
    file.write_bytes(b"numpy")
    archive = Archive("pypi", "numpy", "1", file.name, sha256(file))
    assert fetch(cache, archive) == file
    file.write_bytes(b"damaged since")
    with pytest.raises(WrongHash):
        fetch(cache, archive)
    check_hash(file.with_name(file.name + ".refused"), sha256(file.with_name(file.name + ".refused")))


def test_where_an_index_says_that_a_file_lies() -> None:
    other = '<a href="/f/numpy-1.tar.gz.asc#sha256=1">numpy-1.tar.gz.asc</a>'
    page = f'{other}<br/>\n<a href="../f/numpy-1.tar.gz#sha256=2" data-yanked>numpy-1.tar.gz</a>'
    assert download._address(page, "numpy-1.tar.gz") == "../f/numpy-1.tar.gz"
    assert download._address(page, "numpy-2.tar.gz") is None


@pytest.mark.parametrize("arguments", [[], ["--first-tier"]])
def test_without_the_toolchain_the_build_says_what_to_install(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(host.platform, "system", lambda: "Linux")
    monkeypatch.setattr(host.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(host.shutil, "which", lambda command: None if command in ("npm", "node") else command)
    monkeypatch.setattr(host, "KEYRING", tmp_path / "none.gpg")
    status = build.main(["--cache", str(tmp_path / "cache"), "--out", str(tmp_path / "app"), *arguments])
    assert status == MissingTools.status
    assert "sudo apt-get install nodejs npm debian-archive-keyring" in capsys.readouterr().err
    assert not (tmp_path / "app").exists()


def test_on_another_system_the_build_says_where_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.platform, "system", lambda: "Darwin")
    with pytest.raises(MissingTools, match="x86-64 Linux, and this is Darwin"):
        host.check_host()


def test_an_empty_cache_skips_the_tests_of_the_browser_edition_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build.main(["--cached", "--cache", str(tmp_path / "cache"), "--out", str(tmp_path / "app")]) == 0
    told = capsys.readouterr()
    assert "tests are skipped" in told.out
    assert len(told.out.splitlines()) == 1
    assert not told.err


def test_the_targets_configuration_replaces_the_machines() -> None:
    native = "#define SIZEOF_LONG 8\n#define HAVE_FORK 1\n/* #undef HAVE_NEW */\n#define _GNU_SOURCE 1\n"
    found = target_config(native, {"SIZEOF_LONG": 4, "HAVE_FORK": 0, "HAVE_NEW": 1})
    assert found == "#define SIZEOF_LONG 4\n/* #undef HAVE_FORK */\n#define HAVE_NEW 1\n#define _GNU_SOURCE 1\n"


def name(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def module(imports: list[tuple[str, str, bytes]], exports: list[str]) -> bytes:
    """A WebAssembly module with nothing but imports and exports."""
    body = bytes([len(imports)]) + b"".join(name(space) + name(field) + kind for space, field, kind in imports)
    ends = bytes([len(exports)]) + b"".join(name(field) + b"\x00\x00" for field in exports)
    return b"\x00asm\x01\x00\x00\x00" + b"".join(
        bytes([section, len(data)]) + data for section, data in ((2, body), (7, ends))
    )


def test_what_a_side_module_asks_for_and_nobody_has_is_found() -> None:
    binary = module(
        [
            ("env", "memory", b"\x02\x00\x01"),
            ("env", "PyLong_FromLong", b"\x00\x00"),
            ("env", "backtrace", b"\x00\x00"),
            ("env", "invoke_ii", b"\x00\x00"),
            ("GOT.func", "own_function", b"\x03\x7f\x01"),
            ("wasi", "not_by_name", b"\x00\x00"),
        ],
        ["own_function", "PyInit_kernel"],
    )
    found = interface(binary)
    assert found.exports == {"own_function", "PyInit_kernel"}
    assert "not_by_name" not in found.imports
    assert missing(binary, {"memory", "PyLong_FromLong"}) == ["backtrace"]


def test_all_files_of_the_build_are_typed() -> None:
    settings: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "web" in settings["tool"]["mypy"]["packages"]
