// Keeps the page for use without a network.
'use strict';

const CACHE = 'admiralty';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add('./')).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

/** The newest answer available. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const page = request.url.replace(/\/index\.html(\?.*)?$/, '/');
    const kept = await cache.match(page, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
