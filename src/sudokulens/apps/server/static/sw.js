// Keeps the page for use without a network, and the engine where the page has one: the page's files come from the network
// while there is one, else from the cache; the engine's parts are named by their hash, so a part that is kept is never old.

const CACHE = "sudokulens-4";
const PARTS = "engine/parts.json";
const WHOLE = "engine/parts.json?whole"; // The last list of which every part is kept.
const FIRST = "engine/worker.js"; // What an engine begins with.
const FILES = [
  "./", "theme.css", "palette.css", "page.css", "grid.css", "panels.css", "camera.css", "figures.woff2",
  "icon.svg", "icons.svg", "icon-192.png", "icon-512.png", "sample.webp", "sample.jpg", "manifest.webmanifest", "early.js",
  "api.js", "backend.js", "board.js", "camera.js", "choices.js", "colleague.js", "corners.js", "doubts.js",
  "engine.js", "entry.js", "finish.js", "gestures.js", "grid.js", "hints.js", "home.js", "intake.js", "keyboard.js",
  "keypad.js", "languages.js", "lesson.js", "library.js", "live.js", "livedraw.js", "liveengine.js", "livepanel.js",
  "livesocket.js", "livewords.js", "main.js", "menu.js", "newpuzzle.js", "notices.js", "offline.js", "paint.js",
  "path.js", "photo.js", "picture.js", "planes.js", "play.js", "projection.js", "record.js", "review.js", "rules.js",
  "rulewords.js", "scene.js", "service.js", "session.js", "settings.js", "shape.js", "share.js", "sharecode.js", "sheets.js",
  "store.js", "theme.js", "timer.js", "transfer.js", "verdict.js", "verdictpanel.js", "words.js"
];
const here = (path) => new URL(path, registration.scope).href;
const KEPT = new Set(FILES.map(here));
const ENGINE = here("engine/");

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(here))).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { href, search } = new URL(request.url);
  if (request.method !== "GET" || search) return;
  if (KEPT.has(href)) event.respondWith(newest(request));
  else if (href === here(PARTS)) event.respondWith(list(request));
  else if (href.startsWith(ENGINE)) event.respondWith(part(request));
});

/** The page asks for all parts of the engine once it has loaded what it needs itself. */
addEventListener("message", (event) => {
  if (event.data !== "keep the engine") return;
  event.waitUntil(keepAll().then((kept) => event.source.postMessage({ kept })));
});

/** From the network while there is one, else from the cache. */
async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request.url)) ?? Response.error();
  }
}

/** The list of parts; without a network the last whole one, since an update may have been cut off. */
async function list(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(here(PARTS), answer.clone());
    return answer;
  } catch {
    const whole = await cache.match(here(WHOLE));
    if (whole) await cache.put(here(PARTS), whole.clone());
    return whole ?? (await cache.match(here(PARTS))) ?? Response.error();
  }
}

/** The parts of the engine by their addresses, each with the name under which it is kept; none where there is no engine. */
async function table() {
  const answer = await (await caches.open(CACHE)).match(here(PARTS));
  const { tiers } = answer ? await answer.json() : { tiers: {} };
  const all = Object.values(tiers).flat();
  return new Map(all.map(({ path, sha256 }) => [here(`engine/${path}`), here(`engine/${path}?${sha256}`)]));
}

async function part(request) {
  // An engine that begins does so with the newest list: none mixes two versions.
  if (request.url === here(FIRST)) await list(here(PARTS));
  const name = (await table()).get(request.url);
  if (!name) return newest(request);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name);
  if (kept) return kept;
  const answer = await fetch(request.url, { cache: "no-cache" });
  if (answer.ok) await cache.put(name, answer.clone());
  return answer;
}

/** Keeps every part, drops those of earlier versions; the number of parts. */
async function keepAll() {
  await list(here(PARTS));
  const names = await table();
  for (const address of names.keys()) {
    const { ok, status } = await part(new Request(address));
    if (!ok) throw new Error(`${address}: ${status}`);
  }
  const cache = await caches.open(CACHE);
  const whole = await cache.match(here(PARTS));
  if (whole) await cache.put(here(WHOLE), whole);
  const current = new Set([...names.values(), here(WHOLE)]);
  for (const { url } of await cache.keys()) {
    if (url.startsWith(ENGINE) && url.includes("?") && !current.has(url)) await cache.delete(url);
  }
  return names.size;
}
