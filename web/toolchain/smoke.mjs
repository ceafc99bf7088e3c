// smoke.mjs ENGINE: starts the engine in node as the page does, imports every module that it ships, solves and explains.
// A module that asks for something left out (a function of Pyodide, a file of the standard library) fails here, not there.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const engine = process.argv[2];
const { tiers } = JSON.parse(readFileSync(`${engine}/parts.json`));
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide/pyodide.mjs`));
const { unpack } = await import(pathToFileURL(`${engine}/unpack.js`));
// node would print the whole of a minified script before the one line that matters.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const python = await loadPyodide({ indexURL: `${engine}/pyodide/` });
const PACKAGES = "/lib/python3.13/site-packages";
python.runPython(`
import pkgutil
from importlib import import_module

NEVER = ("PIL",)  # browsers decode pictures themselves
LATER = ("numpy", "cv2", "sudokulens.vision", "sudokulens.reading", "sudokulens.live", "sudokulens.scann")

def import_all(absent):
    """Imports all modules of the package, but those that ask for what is absent."""
    import sudokulens
    for found in pkgutil.walk_packages(sudokulens.__path__, "sudokulens."):
        try:
            import_module(found.name)
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith(absent):
                raise
`);

async function load(tier) {
  for (const { path } of tiers[tier].filter(({ role }) => role === "archive")) {
    await unpack(python.FS, Uint8Array.from(readFileSync(`${engine}/${path}`)).buffer, PACKAGES);
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
}

await load("first");
python.runPython(`
import defusedxml.ElementTree, lzstring, segno
import sudokulens as sl
from sudokulens.solving.compiled import IS_COMPILED

import_all(NEVER + LATER)
board = sl.Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
if not (IS_COMPILED and sl.solve(board).kind == "unique" and sl.explain(sl.hint(board), level="full") and sl.rate(board).er == 1.2):
    raise RuntimeError("the first tier neither solves nor explains")
`);
if (tiers.second.length) {
  await load("second");
  python.globals.set("functions", process.argv.slice(3).join(" "));
  python.runPython(`
import numpy as np
import cv2

lacking = [name for name in functions.split() if not hasattr(cv2, name)]
if lacking:
    raise RuntimeError(f"cv2 lacks {lacking}")
import_all(NEVER)
corners = np.array([[0, 0], [90, 4], [95, 99], [3, 88]], np.float32)
straight, _ = cv2.findHomography(corners, np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), cv2.RANSAC)
moved = cv2.perspectiveTransform(corners[None], straight)[0]
if not np.allclose(moved, [[0, 0], [1, 0], [1, 1], [0, 1]], atol=1e-4):
    raise RuntimeError(f"cv2 straightens wrongly: {moved}")
np.linalg.svd(np.fft.rfft2(np.eye(8)).real)
`);
}
