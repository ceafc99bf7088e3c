// compile.mjs PYODIDE SOURCE TARGET [DOCUMENTED...]: every .py file under SOURCE as the bytecode of Pyodide's own Python,
// under TARGET, without assertions and, but for files that fit a pattern DOCUMENTED, without docstrings.
// A page keeps nothing between visits but downloads: without bytecode it would compile every module at every start.
import { pathToFileURL } from "node:url";

const [pyodideFolder, source, target, ...documented] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));
// Line numbers stay, columns go: they would be a tenth of the download and only underline parts of tracebacks.
const pyodide = await loadPyodide({ indexURL: `${pyodideFolder}/`, env: { PYTHONNODEBUGRANGES: "1", HOME: "/home" } });
for (const [place, folder] of [["/source", source], ["/target", target]]) {
  pyodide.FS.mkdir(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, place);
}
pyodide.globals.set("documented", documented.join("\n"));
pyodide.runPython(`
import py_compile
from fnmatch import fnmatch
from pathlib import Path

WITHOUT_ASSERTIONS, WITHOUT_DOCSTRINGS = 1, 2
for path in sorted(Path("/source").rglob("*.py")):
    name = path.relative_to("/source")
    keeps = any(fnmatch(str(name), pattern) for pattern in documented.splitlines())
    place = Path("/target") / name.with_suffix(".pyc")
    place.parent.mkdir(parents=True, exist_ok=True)
    py_compile.compile(
        str(path),
        cfile=str(place),
        dfile=str(name),
        doraise=True,
        optimize=WITHOUT_ASSERTIONS if keeps else WITHOUT_DOCSTRINGS,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
`);
