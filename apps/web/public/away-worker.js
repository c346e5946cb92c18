// Answers in place of a server that is away, with the page that the application has put into the cache: it says so and waits.
// Nothing else passes through here.
self.addEventListener('install', () => { void self.skipWaiting(); });
self.addEventListener('activate', (event) => { event.waitUntil(begin()); });
self.addEventListener('fetch', (event) => {
  const { mode, destination, method } = event.request;
  if (mode === 'navigate' && destination === 'document' && method === 'GET') event.respondWith(answer(event));
});

async function begin() {
  // The server is asked while this worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function answer(event) {
  try {
    const reply = (await event.preloadResponse) ?? (await fetch(event.request));
    return isProxyAlone(reply) ? ((await caches.match('/away')) ?? reply) : reply;
  } catch {
    return (await caches.match('/away')) ?? Response.error();
  }
}

/** A proxy is there and the server behind it is not; what the server itself refuses is told as JSON. */
function isProxyAlone(reply) {
  return [502, 503, 504].includes(reply.status) && !reply.headers.get('content-type')?.includes('json');
}
