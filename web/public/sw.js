// The shell of the page without a network: what was loaded once is kept. Nothing of the game is: that is the server's.
// Both are filled in when the page is built: every build has a cache of its own, with all of its files.
const FAMILY = "casefile-shell-";
const KEEP = FAMILY + "BUILD";
const SHELL = ["SHELL"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEEP)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});

async function forgetOldBuilds() {
  const old = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== KEEP);
  await Promise.all(old.map((name) => caches.delete(name)));
}
self.addEventListener("activate", (event) => event.waitUntil(forgetOldBuilds().then(() => self.clients.claim())));

async function fresh(request, key) {
  const cache = await caches.open(KEEP);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}

// Files under /assets have their content's digest in the name: they never change.
async function kept(request) {
  const cache = await caches.open(KEEP);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(kept(event.request));
  else if (event.request.mode === "navigate") event.respondWith(fresh(event.request, "/"));
  else event.respondWith(fresh(event.request, event.request));
});
