// Keeps the page for use without the service: from the network while there is one, else from the cache.

const CACHE = "sudokulens-3";
const FILES = [
  "/", "/theme.css", "/palette.css", "/page.css", "/grid.css", "/panels.css", "/camera.css", "/figures.woff2",
  "/icon.svg", "/icons.svg", "/icon-192.png", "/sample.webp", "/manifest.webmanifest", "/early.js", "/main.js",
  "/api.js", "/board.js", "/camera.js", "/choices.js", "/corners.js", "/doubts.js", "/entry.js", "/finish.js",
  "/gestures.js", "/grid.js", "/hints.js", "/intake.js", "/keyboard.js", "/keypad.js", "/languages.js", "/lesson.js",
  "/library.js", "/live.js", "/livedraw.js", "/livepanel.js", "/livewords.js", "/menu.js", "/newpuzzle.js",
  "/notices.js", "/paint.js", "/path.js", "/photo.js", "/picture.js", "/planes.js", "/play.js", "/projection.js",
  "/record.js", "/review.js", "/rules.js", "/scene.js", "/session.js", "/settings.js", "/shape.js", "/share.js",
  "/sharecode.js", "/sheets.js", "/store.js", "/theme.js", "/timer.js", "/transfer.js", "/verdict.js",
  "/verdictpanel.js", "/words.js"
];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { pathname, search } = new URL(event.request.url);
  if (event.request.method !== "GET" || search || !FILES.includes(pathname)) return;
  event.respondWith(fetch(event.request).then(async (answer) => {
    if (answer.ok) await (await caches.open(CACHE)).put(pathname, answer.clone());
    return answer;
  }).catch(async () => (await caches.match(pathname)) ?? Response.error()));
});
