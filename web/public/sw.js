// The page without a network: what was loaded once is kept. Where a server plays, nothing of the game is: that is its own.
// These are filled in when the page is built: every build has a cache of its own, with all of its files.
// Several of these pages may lie on one host, each below a path of its own.
const ROOT = new URL("./", location.href).pathname;
const FAMILY = `casefile-shell ${ROOT} `;
const KEEP = FAMILY + "BUILD";
const OLDER = "casefile-shell-"; // what they were called before there could be several
const SHELL = ["SHELL"];
const WAITS = "WAITS" === true; // until somebody wants the new version, as a match may be going on in the old one

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEEP)
      // A web server that says nothing of it lets browsers use old files for a while: ask it again.
      .then((cache) => cache.addAll(SHELL.map((path) => new Request(path, { cache: "no-cache" }))))
      .then(() => WAITS || self.skipWaiting()),
  );
});
self.addEventListener("message", (event) => {
  if (event.data === "change over") self.skipWaiting();
});

async function forgetOldBuilds() {
  const old = (await caches.keys()).filter(
    (name) => (name.startsWith(FAMILY) && name !== KEEP) || name.startsWith(OLDER),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
self.addEventListener("activate", (event) => event.waitUntil(forgetOldBuilds().then(() => self.clients.claim())));

// What the server tells while the page is closed, and a click on it.
self.addEventListener("push", (event) => {
  const { title, body, table } = event.data.json();
  const notice = { body, tag: table, icon: "icon.svg", data: `${ROOT}t/${table}` };
  event.waitUntil(self.registration.showNotification(title, notice));
});
async function openTable(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === path);
  return open ? open.focus() : self.clients.openWindow(path);
}
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});

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

// Files under assets have their content's digest in the name: they never change.
async function kept(request, key) {
  const cache = await caches.open(KEEP);
  const found = await cache.match(key);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(key, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(ROOT)) return;
  const path = url.pathname.slice(ROOT.length);
  // The latter two keep what they need themselves.
  if (["api/", "alone/", "engine/nets/"].some((start) => path.startsWith(start))) return;
  const key = request.mode === "navigate" ? "./" : request;
  // A version that waits for its turn must not get files of another one.
  if (WAITS || path.startsWith("assets/")) event.respondWith(kept(request, key));
  else event.respondWith(fresh(request, key));
});
