// One worker of the engine in the page: Python with the package, which answers messages one after the other.
// A message is { id, act, ... }; its answer { id, result } or { id, fault }.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { pixelsOf } from "./pixels.js";
import { unpack } from "./unpack.js";

const PACKAGES = "/lib/python3.13/site-packages";
const WEIGHTS = `${PACKAGES}/sudokulens/reading/weights`;
const here = (path) => new URL(path, import.meta.url);
const fetched = async (path) => {
  const answer = await fetch(here(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
};

/** What prints asks, when it is imported, for fetching over https and for signing: it does neither here. */
const BEFORE_PRINTING = `
import http.client, sys, types, urllib.request, warnings
http.client.HTTPSConnection = getattr(http.client, "HTTPSConnection", http.client.HTTPConnection)
urllib.request.HTTPSHandler = getattr(urllib.request, "HTTPSHandler", urllib.request.HTTPHandler)
mock = types.ModuleType("unittest.mock")
mock.patch = None
sys.modules.setdefault("unittest", types.ModuleType("unittest"))
sys.modules.setdefault("unittest.mock", mock)
warnings.filterwarnings("ignore", "Pillow could not be imported")
`;

let parts = null;
let interpreter = null;
let python = null;
let inPage = null;
let runtime = null;
let pictures = null;
const loaded = new Map();

/** Loads a tier of parts once; tiers build on each other in the order of their names here. */
const LOADERS = { first: loadFirst, second: loadSecond, careful: loadWeights, print: loadArchives };
function load(tier) {
  if (!loaded.has(tier)) {
    // What could not be fetched is tried again when it is needed next.
    loaded.set(tier, LOADERS[tier](tier).catch((fault) => { loaded.delete(tier); throw fault; }));
  }
  return loaded.get(tier);
}

const partsOf = (tier, role) => (parts.tiers[tier] ?? []).filter((part) => part.role === role);

/** Python itself, which starts while the archives are still coming. */
function started() {
  interpreter ??= loadPyodide({ indexURL: here("pyodide/").href, env: { HOME: "/home/pyodide", LANG: "C.UTF-8" } })
    .catch((fault) => { interpreter = null; throw fault; });
  return interpreter;
}

async function loadFirst(tier) {
  const coming = fetch(here("parts.json")).then((answer) => answer.json()).then((table) => {
    parts = table;
    return archivesOf(tier);
  });
  const [found, archives] = await Promise.all([started(), coming]);
  python = found;
  await unpackAll(archives);
  inPage = python.pyimport("sudokulens.apps.in_page");
}

async function loadArchives(tier) {
  await load("first");
  python.runPython(BEFORE_PRINTING);
  await unpackAll(await archivesOf(tier));
}

/** What reading needs, without the careful networks, which a scan asks for when it needs them. */
async function loadSecond(tier) {
  await load("first");
  const coming = archivesOf(tier);
  // Only now: the first tier does without it.
  const starting = import("./onnx.js").then(({ openRuntime }) => openRuntime(here("onnxruntime/")));
  await unpackAll(await coming);
  runtime = await starting;
  await loadWeights(tier);
}

async function loadWeights(tier) {
  if (tier !== "second") await load("second");
  python.FS.mkdirTree(WEIGHTS);
  await Promise.all(partsOf(tier, "weights").map(async ({ path }) => {
    python.FS.writeFile(`${WEIGHTS}/${path.split("/").pop()}`, new Uint8Array(await fetched(path)));
  }));
}

const archivesOf = (tier) => Promise.all(partsOf(tier, "archive").map(({ path }) => fetched(path)));

async function unpackAll(archives) {
  for (const archive of archives) await unpack(python.FS, archive, PACKAGES);
  // Python remembers what its folders held before.
  python.runPython("import importlib; importlib.invalidate_caches()");
}

/** The reader of pictures; `alone` for the worker that follows a camera and leaves the careful reading to another. */
async function reader(alone = false) {
  await load("second");
  if (!pictures) {
    const open = (content) => runtime.session(content.toJs());
    pictures = inPage.Pictures.callKwargs(open, { alone });
  }
  return pictures;
}

/** Python's (status, kind, body) as plain data. */
function plain(answer) {
  const [status, kind, body] = [answer.get(0), answer.get(1), answer.get(2)];
  answer.destroy();
  if (typeof body === "string") return { status, kind, body };
  const bytes = body.toJs();
  body.destroy();
  return { status, kind, body: bytes };
}

const isMissingWeights = ({ status, body }) => status === 503 && JSON.parse(body).code === "weights-missing";

let port = null;
let arrived; // Nothing is undefined here: Python takes null for an object of its own.

const ACTS = {
  load: async ({ tiers }) => { for (const tier of tiers) await load(tier); },

  answer: async ({ route, language, body }) => {
    await load("first");
    return plain(inPage.answer(route, language, body));
  },

  scan: async ({ picture, language }) => {
    const [{ rgba, size, full }, one] = await Promise.all([pixelsOf(picture), reader()]);
    const read = () => plain(one.scan(rgba, size, full, language));
    const answer = read();
    if (!isMissingWeights(answer)) return answer;
    await load("careful");
    return read();
  },

  /** Hands over the port to the worker at the other end: of this one, what it follows; of that one, what it reads. */
  connect: async ({ port: given, reads }) => {
    const one = await reader(!reads);
    port = given;
    arrived = undefined;
    port.onmessage = reads ? ({ data }) => enqueue(() => reply(one, data)) : ({ data }) => { arrived = data; };
    if (!reads) one.start(post, () => { const answer = arrived; arrived = undefined; return answer; });
  },

  follow: async ({ frame, mode, level, language }) => {
    const { rgba, size } = await pixelsOf(frame);
    return plain(pictures.follow(rgba, size, mode, level, language));
  },

  stop: async () => { pictures?.stop(); port?.close(); port = null; },
};

function post(message) {
  const bytes = message.toJs();
  port.postMessage(bytes, [bytes.buffer]);
}

/** Does what a follower asks for, with the careful networks: they are worth waiting for here. */
async function reply(one, message) {
  await load("careful");
  const answer = one.do(message);
  const bytes = answer.toJs();
  answer.destroy();
  port?.postMessage(bytes, [bytes.buffer]);
}

let last = Promise.resolve();
function enqueue(work) { last = last.then(work, work).catch((fault) => console.error(fault)); }

addEventListener("message", ({ data }) => enqueue(async () => {
  const { id, act, ...details } = data;
  try {
    postMessage({ id, result: await ACTS[act](details) });
  } catch (fault) {
    console.error(fault);
    // Of a traceback the last line says what happened.
    postMessage({ id, fault: String(fault.message ?? fault).trim().split("\n").at(-1) });
  }
}));

// This comes first, whatever is asked; those who ask are told of a failure.
load("first").catch(() => {});
