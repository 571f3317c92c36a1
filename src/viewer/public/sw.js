// Without a connection a page comes from here: it says so, and offers to try again. Nothing else is kept.
const cacheName = 'offline-1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(['/offline.html', '/favicon.svg'])));
  // Only pages come through here: a browser that knows how asks the network for all else without waking this worker.
  const others = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }));
  if (event.addRoutes) event.waitUntil(event.addRoutes({ condition: { or: others }, source: 'network' }));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || new URL(event.request.url).pathname.startsWith('/office')) return;
  event.respondWith(
    (async () => {
      try {
        return (await event.preloadResponse) ?? (await fetch(event.request));
      } catch {
        return (await caches.match('/offline.html')) ?? Response.error();
      }
    })(),
  );
});

// What somebody is told while no page of ours is open. The same one again takes the place of the first.
self.addEventListener('push', (event) => {
  const { id, title, text, path, lang } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag: id,
      lang,
      icon: '/icons/icon-192.png',
      data: { path },
    }),
  );
});

// Leads to its page: in a tab of ours that plays nothing, or in a new one. Nowhere else.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const tabs = await self.clients.matchAll({ type: 'window' });
      const free = tabs.find(({ url }) => !/^\/(office|watch)(\/|$)/.test(new URL(url).pathname));
      if (!free) return self.clients.openWindow(address.href);
      await free.focus();
      if (free.url !== address.href) await free.navigate(address.href);
    })(),
  );
});
