"""The page's files hold together: kept for offline use, loaded early, nothing inline, nothing from elsewhere."""

from __future__ import annotations

import gzip
import re
import tomllib
from pathlib import Path

from sudokulens.apps.server.page import STATIC
from sudokulens.apps.server.security_headers import POLICY

PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
MODULES = sorted(file.name for file in STATIC.glob("*.js") if file.name not in ("docs.js", "early.js", "sw.js"))


def kept_files() -> set[str]:
    """What the service worker lists."""
    listed = (STATIC / "sw.js").read_text(encoding="utf-8").partition("FILES = [")[2].partition("];")[0]
    return set(re.findall(r'"([^"]+)"', listed))


def test_every_module_is_kept_for_offline_use() -> None:
    kept = kept_files()
    styles = re.findall(r'rel="stylesheet" href="([^"]+)"', PAGE)
    assert [name for name in [*MODULES, *styles] if name not in kept] == []
    assert [name for name in kept - {"./", "sample.jpg"} if not (STATIC / name).is_file()] == []


def test_every_module_is_loaded_without_waiting_for_another() -> None:
    early = re.findall(r'rel="modulepreload"[^>]* href="([^"]+)"', PAGE)
    assert sorted([*early, "main.js"]) == MODULES


def test_pages_hold_no_inline_script_style_or_handler() -> None:
    for file in STATIC.glob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
        assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []


def test_nothing_comes_from_another_site() -> None:
    for file in (file for file in STATIC.iterdir() if file.suffix in (".html", ".js", ".css", ".webmanifest")):
        addresses = re.findall(r"https?://[^\s\"'`)]+", file.read_text(encoding="utf-8"))
        assert [address for address in addresses if not address.startswith("http://www.w3.org/")] == [], file.name


def test_every_element_that_the_scripts_look_up_is_on_the_page() -> None:
    names = {name for file in MODULES for name in re.findall(r'find\("([\w-]+)"\)', (STATIC / file).read_text("utf-8"))}
    assert len(names) > 40
    assert sorted(name for name in names if f'id="{name}"' not in PAGE) == []


def test_the_page_weighs_little() -> None:
    kept = kept_files()
    files = [STATIC / name for name in (kept - {"./", "sample.jpg"}) | {"index.html"} if not name.endswith(".woff2")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= 200_000


def test_the_font_comes_with_its_licence_and_says_how_it_was_cut() -> None:
    licence = (STATIC / "figures-LICENSE.txt").read_text(encoding="utf-8")
    assert "SIL Open Font License" in licence
    assert "Figtree" in licence
    root = Path(__file__).parents[3]
    (script,) = re.findall(r"docs/\w+\.py", licence)
    assert (root / script).is_file()
    named = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["license-files"]
    assert "src/sudokulens/apps/server/static/figures-LICENSE.txt" in named
    assert (STATIC / "figures.woff2").stat().st_size < 5_000


def test_the_page_works_from_any_folder() -> None:
    """A static host may put it below its root: no address starts there."""
    for name in ("index.html", "manifest.webmanifest", "sw.js", *MODULES):
        assert (
            re.findall(r"""(?:href=|src=|"src": |url\(|fetch\()["'`]/""", (STATIC / name).read_text("utf-8")) == []
        ), name


def test_the_pages_own_policy_is_the_services() -> None:
    """The static site comes without headers, so the page carries its policy itself."""
    said = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', PAGE)
    assert said is not None
    # A page cannot say by itself who may frame it.
    assert said[1] == "; ".join(rule for rule in POLICY.split("; ") if not rule.startswith("frame-ancestors"))
