// Keeps the page for use without the service: from the network while there is one, else from the cache.

const CACHE = "sudokulens-2";
const FILES = ["/", "/theme.css", "/page.css", "/grid.css", "/camera.css", "/icon.svg", "/icon-192.png", "/manifest.webmanifest",
  "/main.js", "/api.js", "/board.js", "/camera.js", "/doubts.js", "/grid.js", "/hints.js", "/keyboard.js", "/keypad.js", "/live.js",
  "/livedraw.js", "/livepanel.js", "/livewords.js", "/notices.js", "/paint.js", "/path.js", "/photo.js", "/projection.js", "/session.js", "/shape.js", "/share.js", "/sharecode.js",
  "/theme.js", "/transfer.js"];

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
