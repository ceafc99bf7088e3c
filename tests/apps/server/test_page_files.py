"""The page's files hold together: kept for offline use, loaded early, nothing inline, nothing from elsewhere."""

from __future__ import annotations

import gzip
import re

from sudokulens.apps.server.page import STATIC

PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
MODULES = sorted(file.name for file in STATIC.glob("*.js") if file.name not in ("docs.js", "early.js", "sw.js"))


def test_every_module_is_kept_for_offline_use() -> None:
    kept = set(re.findall(r'"/([^"]*)"', (STATIC / "sw.js").read_text(encoding="utf-8").partition("];")[0]))
    styles = re.findall(r'rel="stylesheet" href="/([^"]+)"', PAGE)
    assert [name for name in [*MODULES, *styles] if name not in kept] == []
    assert [name for name in kept if name and not (STATIC / name).is_file()] == []


def test_every_module_is_loaded_without_waiting_for_another() -> None:
    early = re.findall(r'rel="modulepreload"[^>]* href="/([^"]+)"', PAGE)
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
    kept = set(re.findall(r'"/([^"]+)"', (STATIC / "sw.js").read_text(encoding="utf-8").partition("];")[0]))
    files = [STATIC / name for name in kept | {"index.html"} if not name.endswith(".woff2")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= 200_000


def test_the_font_comes_with_its_licence() -> None:
    assert "SIL Open Font License" in (STATIC / "figures-LICENSE.txt").read_text(encoding="utf-8")
    assert (STATIC / "figures.woff2").stat().st_size < 5_000
