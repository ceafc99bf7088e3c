"""What `make bench` runs, in its order, with a quick size and the full one of each."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

DATA = ("--data", "{data}")
OUT = "out/bench"
"""Where a quick run writes: only full sizes replace the figures in `results/` and `docs/`."""
MATERIAL = f"{OUT}/material"
"""Where `make bench` puts an atlas of the typefaces of this machine; the one in .data is for training."""
FONT_FOLDER = Path("/usr/share/fonts")
FONTS = {
    "fonts-dejavu-core": "truetype/dejavu",
    "fonts-adf-verana": "truetype/adf",
    "fonts-cantarell": "opentype/cantarell",
    "fonts-comic-neue": "opentype/comic-neue",
    "fonts-crosextra-carlito": "truetype/crosextra",
    "fonts-jetbrains-mono": "truetype/jetbrains-mono",
    "fonts-klee": "truetype/klee",
    "fonts-roboto-unhinted": "truetype/roboto/unhinted",
    "fonts-tuffy": "truetype/tuffy",
}
"""Debian's packages of typefaces, with the folder that each fills."""
DEJAVU = ("fonts-dejavu-core",)
CAGE_FONTS = (*DEJAVU, "fonts-crosextra-carlito", "fonts-roboto-unhinted")


@dataclass(frozen=True)
class Step:
    """One module with its arguments; `{data}` stands for the folder of real data."""

    name: str
    quick: tuple[str, ...] = DATA
    full: tuple[str, ...] | None = None
    """None where one size serves for both."""

    data: str = ""
    """What it needs in the folder of real data."""

    files: tuple[str, ...] = ()
    """What else has to be there."""

    programs: tuple[str, ...] = ()

    fonts: tuple[str, ...] = ()
    """Debian's packages of the typefaces that it draws with, each a key of FONTS."""

    def title(self, deep: bool) -> str:
        return " ".join((self.name, *self._words(deep)))

    def command(self, data: Path, deep: bool) -> list[str]:
        words = (word.format(data=data) for word in self._words(deep))
        return [sys.executable, "-m", f"benchmarks.{self.name}", *words]

    def missing(self, data: Path) -> str:
        """What keeps it from running here."""
        if self.data and not (data / self.data).exists():
            return f"no {self.data} in {data}"
        if absent := [name for name in self.files if not Path(name).exists()]:
            return f"no {', '.join(absent)}"
        absent = [program for program in self.programs if shutil.which(program) is None]
        absent += [package for package in self.fonts if not (FONT_FOLDER / FONTS[package]).is_dir()]
        return f"{', '.join(absent)} not installed" if absent else ""

    def _words(self, deep: bool) -> tuple[str, ...]:
        return self.full if deep and self.full is not None else self.quick


def _counted(
    name: str,
    count: int,
    *more: str,
    data: str = "",
    files: tuple[str, ...] = (),
    fonts: tuple[str, ...] = (),
) -> Step:
    """A step whose quick size is a number of pictures of each kind."""
    return Step(name, (*more, "--count", str(count)), more, data, files, fonts=fonts)


STEPS = (
    Step("solving.solve", (*DATA, "--quick", "--json", f"{OUT}/solve.json"), DATA),
    Step("solving.kernel", (*DATA, "--puzzles", "500"), DATA),
    Step("solving.verify", (*DATA, "--quick", "--json", f"{OUT}/verify.json"), DATA),
    Step("solving.variants", ("--count", "3", "--peers", "1", "--json", f"{OUT}/variants.json"), ()),
    Step(
        "logic.ratings",
        (*DATA, "--published", "100", "--puzzles", "50", "--json", f"{OUT}/ratings.json"),
        DATA,
        "ratings",
    ),
    Step("logic.techniques", ("{data}/techniques/reglib_open.txt",), data="techniques/reglib_open.txt"),
    Step("logic", (*DATA, "--seconds", "1", "--sets", "simple", "expert", "17-clue"), (*DATA, "--seconds", "60")),
    Step("logic.variants", ("--count", "1", "--seconds", "20"), ()),
    Step("logic.soundness", (*DATA, "--instances", "5000"), DATA, "puzzles"),
    Step("reading.scan", (*DATA, "--every", "40", "--repeats", "2", "--baseline", "1"), DATA, "wicht"),
    Step("reading.locate", (*DATA, "--drawn", "1"), (*DATA, "--sets", "all"), "mnist", fonts=DEJAVU),
    Step(
        "reading.accuracy",
        (*DATA, "--limit", "5", "--turns", "0", "--renders", "0"),
        (*DATA, "--material", MATERIAL),
        "wicht",
    ),
    _counted("reading.apps", 1, *DATA, data="mnist", fonts=tuple(FONTS)),
    _counted("reading.crops", 1),
    _counted("reading.symbols", 1, fonts=DEJAVU),
    _counted("reading.details", 1),
    _counted("reading.cages", 1, fonts=CAGE_FONTS),
    _counted("reading.drawn_rules", 1, fonts=DEJAVU),
    _counted("reading.paper_marks", 1, *DATA, data="mnist", fonts=DEJAVU),
    _counted("reading.wild", 1, *DATA, "--material", MATERIAL, data="mnist", files=(f"{MATERIAL}/atlas.npz",)),
    Step(
        "reading.failure_kinds",
        (*DATA, "--count", "1", "--out", f"{OUT}/failures", "--sheets", f"{OUT}/failures"),
        (*DATA, "--out", f"{OUT}/failures"),
        "mnist",
        fonts=DEJAVU,
    ),
    Step("reading.hand_set", ()),
    Step("live", (*DATA, "--sheets", "1", "--frames", "30"), DATA, "wicht"),
    Step("live.modes", (*DATA, "--pages", "1", "--steps", "3"), DATA, "mnist"),
    Step("live.webcam", ("--clips", "1"), ()),
    Step("live.still", ("src/sudokulens/apps/cli/samples/newspaper.jpg",)),
    Step("live.server", ("--frames", "60"), ()),
    Step("live.page", ("--visits", "1"), (), programs=("chromium",)),
    Step("browser.speed", ("--frames", "20"), (), files=("site/app",), programs=("chromium",)),
    Step("browser.memory", (), files=("site/app",), programs=("chromium",)),
    Step("browser.equality", (*DATA, "--count", "3"), DATA, "wicht", ("site/app",), ("chromium",)),
    Step("service.load", ("--seconds", "10"), ()),
    Step("service.load", ("--seconds", "10", "--kill", "3"), ("--kill", "3")),
    Step("service.odd_files", ()),
    Step("service.abuse", ("--seconds", "5", "--only", "generate", "stalled uploads", "unread answers"), ()),
    Step("service.long_run", ("--scans", "60"), ()),
    Step("service.kills", ("--trials", "3"), ()),
    Step("service.batch", (*DATA, "--quick"), (*DATA, "--cluster", "local"), "puzzles"),
    Step(
        "service.screen_reader",
        ("--tasks", "5", "--out", f"{OUT}/screen-reader.md"),
        ("--out", "docs/guides/screen-reader.md"),
        programs=("orca", "Xvfb", "openbox", "xdotool", "dbus-run-session", "chromium"),
    ),
    Step("service.weight", ()),
    Step("service.lighthouse", ("--runs", "1"), (), programs=("npx", "chromium")),
)

NOT_RUN = {
    "solving.report": "rewrites the documentation from results/solve.json",
    "solving.tdoku": "needs a library that is built elsewhere",
    "reading.calibration": "fits weights",
}
"""Modules that `make bench` leaves out, with the reason; so it does all `fit_…`, which write to `fitted/`."""
