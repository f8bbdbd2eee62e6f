// Keeps the page and the manuals for use without a network.
'use strict';

const CACHE = 'admiralty-2';
/** How long a server may take where something is kept, in milliseconds. */
const WAIT = 2_000;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['./', 'library.wasm'])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('admiralty') && name !== CACHE;
  const removed = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(removed.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(event));
});

/** What the server has; or what is kept, if the server is down, fails, or is too slow. */
async function answer(event) {
  const cache = await caches.open(CACHE);
  const name = nameOf(event.request);
  const kept = await cache.match(name);
  const fresh = fetch(event.request).then(async (response) => {
    if (response.ok) await cache.put(name, response.clone());
    else if (response.status === 404 || response.status === 410) await cache.delete(name);
    return response;
  });
  if (!kept) return fresh;
  // What comes too late is kept for the next time.
  event.waitUntil(fresh.catch(() => undefined));
  const late = new Promise((resolve) => { setTimeout(resolve, WAIT); });
  const response = await Promise.race([fresh.catch(() => undefined), late]);
  return response && response.status < 500 ? response : kept;
}

/** Under which an answer is kept: the same for all addresses of a page. */
function nameOf({ url }) {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/index\.html$/, '/');
}
