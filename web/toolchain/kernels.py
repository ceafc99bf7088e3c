"""Our own C kernels as WebAssembly side modules, from the sources and the table that `setup.py` compiles natively."""

from __future__ import annotations

from pathlib import Path

from web.toolchain.cache import Cache, Workspace, contents, recipe
from web.toolchain.compiler import compiler
from web.toolchain.headers import headers, include
from web.toolchain.pins import Pins
from web.toolchain.side_modules import refuse_missing

SOURCE = Path(__file__).parents[2] / "src" / "sudokulens"
EXPLAINER = "explainer_*.c"
# Module and macros, as in setup.py; a test compares the two.
KERNELS: dict[str, dict[str, str]] = {
    "solving._kernel.kernel": {},
    "logic._kernel.finder": {"CELL_WORDS": "2"},
    "logic._kernel.finder_large": {"CELL_WORDS": "4"},
}


def kernels(cache: Cache, pins: Pins) -> Path:
    """A folder with one module for each kernel, laid out like the package."""
    files = {str(path.relative_to(SOURCE)): path for path in SOURCE.glob("*/_kernel/*.[ch]")}
    flags = pins.flags
    ingredients = [contents(files), KERNELS, flags.abi, flags.link, flags.kernels, pins.compiler.packages]
    ingredients += [pins.pyodide.sha256, recipe(__file__)]
    return cache.part("kernels", ingredients, lambda space: _compile(space, cache, pins))


def sources(module: str) -> list[Path]:
    """The C files of a kernel: those of its folder, the rating procedure only for boards that it rates."""
    folder = SOURCE.joinpath(*module.split(".")[:-1])
    return sorted(set(folder.glob("*.c")) - set(folder.glob(EXPLAINER) if module.endswith("large") else ()))


def _compile(space: Workspace, cache: Cache, pins: Pins) -> None:
    tools, python = compiler(cache, pins), headers(cache, pins)
    flags, built = pins.flags, []
    # Folders of this machine stay out of the modules, which are then the same bytes wherever they are built.
    prefixes = [f"-ffile-prefix-map={SOURCE}=.", f"-ffile-prefix-map={cache.folder}=."]
    for module, macros in KERNELS.items():
        *folders, name = module.split(".")
        out = space.result.joinpath(*folders, name + flags.suffix)
        out.parent.mkdir(parents=True, exist_ok=True)
        defined = [f"-D{macro}={value}" for macro, value in macros.items()]
        linked = [*flags.link, "-sSIDE_MODULE=2", f"-sEXPORTED_FUNCTIONS=_PyInit_{name}", f"-I{include(python)}"]
        command = ["emcc", *flags.kernels, *flags.abi, *prefixes, *defined, *linked, *map(str, sources(module))]
        space.run(*command, "-o", out, environment=tools.environment(space.scratch))
        built.append(out)
    refuse_missing(cache, pins, built)
