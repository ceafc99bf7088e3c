"""The static folder and its list of parts, put together from made-up parts; and what the first tier can do alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from sudokulens.apps.server.security_headers import POLICY
from web.toolchain.archive import write_zip
from web.toolchain.assemble import assemble, page_files
from web.toolchain.compress import sizes
from web.toolchain.contents import PACKAGE, chosen, numpy_files, package_files, read_contents, standard_library, weights
from web.toolchain.parts import TIERS, Part, faults, listing

WITHOUT_PICTURE_LIBRARIES = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "cv2", "onnxruntime", "PIL", "pydantic", "fastapi"):
            raise ImportError(f"{name} is not in the first tier")

sys.meta_path.insert(0, Refuse())
import sudokulens as sl
from sudokulens.solving.compiled import IS_COMPILED

assert IS_COMPILED and sys.argv[1] in sl.__file__, sl.__file__
board = sl.Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
assert sl.solve(board).kind == "unique"
print(sl.explain(sl.hint(board), level="full"), sl.rate(board).er)
assert sl.solve(sl.generate(seed=1)).kind == "unique"
from sudokulens.drawing.scene import Scene
assert "<svg" in sl.to_svg(Scene(board))
import defusedxml.ElementTree, lzstring, segno
"""


@pytest.fixture
def parts(tmp_path: Path) -> list[Part]:
    made = []
    for tier, role, path in (
        ("first", "pyodide", "pyodide/pyodide.mjs"),
        ("first", "archive", "wheels/sudokulens-core.zip"),
        ("second", "onnx", "onnxruntime/ort.wasm"),
        ("careful", "weights", "weights/careful.onnx"),
        ("print", "archive", "wheels/print.zip"),
    ):
        source = tmp_path / "made" / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(path)
        made.append(Part(tier, role, path, source))
    return made


def test_the_folder_holds_the_page_and_every_part_that_is_listed(parts: list[Part], tmp_path: Path) -> None:
    out = tmp_path / "site" / "app"
    assemble(out, parts)
    table = json.loads((out / "engine/parts.json").read_text())
    assert set(table) == {"version", "tiers", "page"}
    assert tuple(table["tiers"]) == TIERS
    assert not faults(table, out / "engine")
    for entry in (entry for entries in table["tiers"].values() for entry in entries):
        assert set(entry) == {"path", "bytes", "sha256", "role"}
        assert not entry["path"].startswith("/")
    assert {"index.html", "main.js", "sample.jpg"} <= set(table["page"])
    assert "docs.html" not in table["page"]
    assert all((out / name).is_file() for name in table["page"])


def test_a_new_folder_replaces_the_old_one_as_a_whole(parts: list[Part], tmp_path: Path) -> None:
    out = tmp_path / "app"
    assemble(out, parts)
    (out / "left-over.js").touch()
    assemble(out, parts[:1])
    assert not (out / "left-over.js").exists()
    assert not (out / "engine/wheels").exists()
    assert [path.name for path in tmp_path.iterdir() if "app" in path.name] == ["app"]


def test_deflated_archives_hold_the_same_files(parts: list[Part], tmp_path: Path) -> None:
    with zipfile.ZipFile(parts[1].source, "w") as archive:
        archive.writestr("sudokulens/__init__.pyc", b"0" * 5000)
    out = tmp_path / "app"
    assemble(out, [part for part in parts if part.path != "wheels/print.zip"], deflate=True)
    placed = out / "engine" / parts[1].path
    assert placed.stat().st_size < parts[1].source.stat().st_size
    assert zipfile.ZipFile(placed).read("sudokulens/__init__.pyc") == b"0" * 5000
    assert not faults(json.loads((out / "engine/parts.json").read_text()), out / "engine")


def test_sizes_are_listed_by_tier_and_part(parts: list[Part], tmp_path: Path) -> None:
    assemble(tmp_path / "app", parts)
    (tmp_path / "app/engine/weights/careful.onnx.br").write_bytes(b"br")
    lines = list(sizes(tmp_path / "app"))
    row = next(line for line in lines if "careful.onnx" in line)
    assert row.split() == ["weights/careful.onnx", "20", "2", "20"]
    assert [line.split()[1] for line in lines if line.startswith("tier")] == list(TIERS)


def test_the_version_changes_with_any_part(parts: list[Part]) -> None:
    before = listing(parts)["version"]
    assert listing(parts)["version"] == before
    parts[-1].source.write_text("a new one")
    assert listing(parts)["version"] != before


def test_damage_is_found(parts: list[Part], tmp_path: Path) -> None:
    out = tmp_path / "app"
    assemble(out, parts)
    table = json.loads((out / "engine/parts.json").read_text())
    (out / "engine/weights/careful.onnx").unlink()
    (out / "engine/onnxruntime/ort.wasm").write_text("other")
    found = "; ".join(faults(table, out / "engine"))
    assert "careful.onnx is missing" in found
    assert "ort.wasm is not the file that was listed" in found
    assert "no tier second" in "; ".join(faults({"tiers": {"first": []}}, out))


def test_no_file_of_the_page_lies_where_the_engine_does() -> None:
    assert not [name for name in page_files() if name.startswith("engine/") and not name.endswith(".js")]


def test_equal_contents_are_equal_archives(tmp_path: Path) -> None:
    for turn in ("one", "two"):
        (tmp_path / turn / "package").mkdir(parents=True)
        for name in ("b.pyc", "a.pyc"):
            (tmp_path / turn / "package" / name).write_text(name)
        write_zip(tmp_path / f"{turn}.zip", tmp_path / turn)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert zipfile.ZipFile(tmp_path / "one.zip").namelist() == ["package/a.pyc", "package/b.pyc"]


def test_every_module_of_the_package_is_in_one_archive_or_none() -> None:
    core, vision = package_files("core"), package_files("vision")
    assert not core.keys() & vision.keys()
    assert "sudokulens/scanner.py" in vision
    assert {"sudokulens/wording/locale/de.mo", "sudokulens/teaching/examples.json"} <= core.keys()
    assert not [name for name in {**core, **vision} if name.endswith((".so", ".po", ".onnx", ".c"))]


def test_every_network_belongs_to_a_tier() -> None:
    listed = [*weights("second"), *weights("careful")]
    assert sorted(listed) == sorted((PACKAGE / "reading/weights").glob("*.onnx"))


def test_the_standard_library_loses_what_is_left_out_and_keeps_what_is_named(tmp_path: Path) -> None:
    names = ("json/__init__.py", "unittest/case.py", "encodings/utf_8.py", "encodings/cp037.py")
    files = standard_library(_library(tmp_path, names), tmp_path / "out")
    assert {"json/__init__.py", "encodings/utf_8.py"} <= set(files)
    assert not {"unittest/case.py", "encodings/cp037.py"} & set(files)


def test_small_modules_take_the_place_of_what_no_page_runs(tmp_path: Path) -> None:
    names = ("asyncio/__init__.py", "asyncio/events.py", "pyodide/__init__.py", "pyodide/webloop.py")
    files = standard_library(_library(tmp_path, names), tmp_path / "out")
    own = {"asyncio/__init__.py", "pyodide/webloop.py", "pyodide/_package_loader.py"}
    assert set(files) == own | {"pyodide/__init__.py"}
    assert all(files[name].read_text() != WHOLE_TEXT for name in own)


WHOLE_TEXT = "as it was"


def _library(folder: Path, names: tuple[str, ...]) -> Path:
    """A standard library of those modules."""
    with zipfile.ZipFile(folder / "whole.zip", "w") as archive:
        for name in names:
            archive.writestr(name, WHOLE_TEXT)
    return folder / "whole.zip"


def test_numpy_loses_its_texts_and_what_nobody_imports(tmp_path: Path) -> None:
    for name in ("numpy/__init__.py", "numpy/_core/_add_newdocs.py", "numpy/polynomial/chebyshev.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text")
    files = numpy_files(tmp_path)
    assert set(files) == {"numpy/__init__.py", "numpy/_core/_add_newdocs.py"}
    assert files["numpy/_core/_add_newdocs.py"].read_text() == ""


def test_files_of_this_machine_are_never_chosen(tmp_path: Path) -> None:
    for name in ("a.py", "__pycache__/a.cpython-311.pyc", "a.cpython-311-x86_64-linux-gnu.so"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert chosen(tmp_path, ["*"]) == ["a.py"]


def test_the_first_tier_needs_nothing_that_it_does_not_hold(tmp_path: Path) -> None:
    """The files of the first archive, with this machine's kernels, in an interpreter that has nothing else."""
    for name, path in package_files("core").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, tmp_path / name)
    for kernel in PACKAGE.glob("*/_kernel/*.so"):
        shutil.copyfile(kernel, tmp_path / "sudokulens" / kernel.relative_to(PACKAGE))
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{WITHOUT_PICTURE_LIBRARIES}"
    command = [sys.executable, "-I", "-S", "-c", program, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Hidden single" in done.stdout


def test_every_function_of_opencv_that_the_package_calls_is_in_the_page() -> None:
    """A call that is missing here works everywhere but in the page: add it to [opencv] in web/contents.toml."""
    called = set()
    for name, path in {**package_files("core"), **package_files("vision")}.items():
        if name.startswith("sudokulens/") and path.suffix == ".py":
            called |= set(re.findall(r"\bcv2\.([A-Za-z_]\w*)\(", path.read_text(encoding="utf-8")))
    assert called - {"error"} <= set(read_contents()["opencv"]["functions"])


def test_all_tiers_have_a_table_of_contents() -> None:
    assert set(read_contents()) == {"core", "vision", "weights", "print", "stdlib", "opencv", "numpy"}


def test_the_nginx_block_protects_the_page_as_the_service_does() -> None:
    block = (Path(__file__).parents[2] / "deploy/nginx/sudokulens-page.conf").read_text(encoding="utf-8")
    assert f'Content-Security-Policy "{POLICY}"' in block
    assert {"application/wasm", "text/javascript", "application/manifest+json"} <= set(
        re.findall(r"[\w/+]+(?=;)", block)
    )
