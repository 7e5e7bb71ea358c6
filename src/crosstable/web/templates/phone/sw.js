// The service worker: caches a player's pages for offline use, and shows push notifications.
// Pages come from the network while there is one; a cached one is marked (data-kept on <html>, with its time).
// Reports are stored by phone.js, which also works without a service worker.
"use strict";
const SHELL = "shell-{{ version }}";
const FILES = {{ files }};
const OFFLINE = "{{ offline }}";
const PAGES = "pages";
const MOST = 40;
const PATIENCE = 6000;
const KEPT = /^\/(mine|notifications|t\/[-\w]+(\/(me|standings|rounds\/\d+))?)$/;
const ACCOUNT_CHANGES = ["/login", "/logout", "/account/delete"];
const HEADERS = ["content-type", "content-security-policy", "referrer-policy", "x-content-type-options"];

const bare = (path) => new Request(path, { credentials: "omit" });

addEventListener("install", (event) => event.waitUntil((async () => {
  const shell = await caches.open(SHELL);
  await shell.addAll([...FILES, bare(OFFLINE)]);
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== SHELL && name !== PAGES) await caches.delete(name);
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  // A log-in or log-out deletes the cached pages of the previous user.
  if (request.method === "POST" && ACCOUNT_CHANGES.includes(url.pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (FILES.includes(url.pathname)) event.respondWith(fromShell(request));
  else if (url.pathname.startsWith("/texts/")) event.respondWith(texts(event));
  else if (isKept(url) && (request.mode === "navigate" || request.headers.has("X-Live"))) event.respondWith(page(event, url));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
});

// A page asks to be cached, with others its user will need: only those that are not cached yet are fetched.
addEventListener("message", (event) => {
  const wanted = event.data?.keep ?? [];
  event.waitUntil(Promise.all(wanted.map(async (path) => {
    const url = new URL(path, location.origin);
    if (!isKept(url) || await caches.match(key(url), { cacheName: PAGES })) return;
    try { await keep(url, await fetch(url, { redirect: "manual" })); } catch { /* next time */ }
  })));
});

const isKept = (url) => KEPT.test(url.pathname) && !url.searchParams.has("as");
const key = (url) => url.pathname + url.search;

async function fromShell(request) {
  return (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);
}

// The translated sentences of the scripts: the stored ones immediately, and fresh ones for the next page.
async function texts(event) {
  const shell = await caches.open(SHELL);
  const asked = fetch(event.request).then(async (answer) => {
    if (answer.ok) await shell.put(event.request, answer.clone());
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  return (await shell.match(event.request)) ?? asked;
}

async function page(event, url) {
  const { request } = event;
  const isLive = request.headers.has("X-Live");
  const asked = fetch(request);
  try {
    const answer = await (isLive ? asked : within(asked));
    event.waitUntil(keep(url, answer.clone()));
    return answer;
  } catch {
    if (isLive) return Response.error();
    const kept = await caches.match(key(url), { cacheName: PAGES });
    if (kept) return marked(kept);
    return offline();
  }
}

function within(asked) {
  asked.catch(() => {});
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, PATIENCE);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function keep(url, answer) {
  const pages = await caches.open(PAGES);
  const isPage = answer.status === 200 && !answer.redirected && (answer.headers.get("content-type") ?? "").startsWith("text/html");
  // Redirected (logged out), or deleted: the cached page must go.
  if (answer.type === "opaqueredirect" || [403, 404].includes(answer.status)) await pages.delete(key(url));
  if (!isPage) return;
  const text = await answer.text();
  const headers = new Headers({ "x-kept-at": new Date().toISOString(), "x-kept-title": encodeURIComponent(/<title>([^<]*)/.exec(text)?.[1] ?? "") });
  for (const name of HEADERS) if (answer.headers.has(name)) headers.set(name, answer.headers.get(name));
  await pages.delete(key(url)); // stored again at the end: the first ones are the oldest
  await pages.put(key(url), new Response(text, { headers }));
  const all = await pages.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await pages.delete(old);
}

async function marked(kept) {
  const text = await kept.text();
  const at = kept.headers.get("x-kept-at");
  return new Response(text.replace("<html ", `<html data-kept="${at}" `), { headers: kept.headers });
}

const offline = () => caches.match(OFFLINE, { cacheName: SHELL });

// ---------- push notifications ----------
addEventListener("push", (event) => {
  const news = event.data?.json() ?? { title: "Crosstable", address: "/notifications" };
  const options = { body: news.body, tag: news.tag, renotify: Boolean(news.tag), icon: news.icon, data: { address: news.address }, timestamp: news.at };
  event.waitUntil(registration.showNotification(news.title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.address ?? "/notifications", location.origin).href;
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find((client) => client.url.split("#")[0] === address);
    if (there) return there.focus();
    return clients.openWindow(address);
  })());
});
