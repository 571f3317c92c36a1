// Without a connection this worker answers with a page that says so and loads again by itself. Nothing else is kept.
const cacheName = 'offline-2';
const script = '/offline.js';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.addAll(['/offline.html', script, '/favicon.svg'])),
  );
  // Only pages come through here: a browser that knows how asks the network for all else without waking this worker.
  const others = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }));
  if (event.addRoutes) {
    const routes = [
      { condition: { urlPattern: script }, source: 'cache' },
      { condition: { or: others }, source: 'network' },
    ];
    event.waitUntil(event.addRoutes(routes));
  }
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
  const { pathname } = new URL(event.request.url);
  // For browsers without routes.
  if (pathname === script) {
    event.respondWith(caches.match(script).then((kept) => kept ?? fetch(event.request)));
    return;
  }
  if (event.request.mode !== 'navigate' || pathname.startsWith('/office')) return;
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

// Shows a notification. One with the same id replaces the earlier one.
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
