// What makes the pages pleasant; every page works without it. No dependency, no state on the server.
//   data-theme-toggle          switches light and dark in place
//   data-dismiss               closes the message it is in
//   data-filter="#rows"        an input that hides the [data-find] children of the target that do not match; key "/" focuses it
//   data-suggest="#a, #b"      an input whose placeholder follows what is typed in the others
//   data-live="/…/stream"      see live() below: an element that follows its tournament by itself
//   time[data-since]           shows the time that has passed since its datetime
"use strict";

// ---------- theme, menus, messages ----------
const root = document.documentElement;

function isLight() {
  return root.dataset.theme === "light" || (root.dataset.theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
}

document.addEventListener("click", (event) => {
  const toggle = event.target.closest("[data-theme-toggle]");
  if (toggle) {
    event.preventDefault();
    root.dataset.theme = isLight() ? "dark" : "light";
    document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
  }
  event.target.closest("[data-dismiss]")?.closest(".message").remove();
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const menu = document.querySelector("details.menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  }
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const find = [...document.querySelectorAll("[data-filter]")].find((input) => input.offsetParent);
    if (find) { event.preventDefault(); find.focus(); find.select(); }
  }
});

// ---------- find a player ----------
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

function filter(input) {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  const target = document.querySelector(input.dataset.filter);
  if (!target) return;
  let shown = 0;
  for (const row of target.querySelectorAll("[data-find]")) {
    const text = plain(row.dataset.find);
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  const nothing = document.querySelector(`[data-nothing="${input.dataset.filter}"]`);
  if (nothing) nothing.hidden = shown > 0;
}

document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-filter]")) return;
  filter(event.target);
});

// ---------- a name suggested from others ----------
function suggest(input) {
  const words = [...document.querySelectorAll(input.dataset.suggest)].map((field) => field.value.trim());
  input.placeholder = words.filter(Boolean).join(" ");
}

document.addEventListener("input", (event) => {
  for (const input of document.querySelectorAll("[data-suggest]")) {
    if (event.target.matches(input.dataset.suggest)) suggest(input);
  }
});

// ---------- time that has passed ----------
function tick() {
  for (const time of document.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 1000));
    const two = (n) => String(n % 60).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    time.textContent = hours >= 24 ? "" : `${hours}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
  }
}

// ---------- live ----------
// <div id="live" data-live="/t/slug/stream" data-revision="41">. When the stream tells a higher revision, the current
// address is fetched (X-Live: 1) and the element of the same id is swapped: no flicker, the scroll position stays.
// Somebody who is typing in it is left alone until they are done; a part with data-keep and an id stays as it is. Where the stream fails, it asks every five seconds
// and says crosstable:away or crosstable:back on the document; crosstable:look makes it ask at once.
function live(element) {
  const id = element.id;
  const state = { newest: Number(element.dataset.revision), busy: false, polling: 0, etag: "", stream: null };
  const here = () => document.getElementById(id);
  const shown = () => Number(here()?.dataset.revision ?? Infinity);

  function isBeingUsed(node) {
    if (node.querySelector(".htmx-request")) return true; // its answer will replace the node; do not pull it away
    const active = document.activeElement;
    const fields = "input:not([data-filter]), textarea, select";
    if (node.contains(active) && active.matches(fields) && !active.closest("[data-keep]")) return true;
    return [...node.querySelectorAll(fields)].some((field) =>
      field.type !== "hidden" && !field.closest("[data-keep]") && (field.type === "checkbox" || field.type === "radio"
        ? field.checked !== field.defaultChecked
        : field.tagName === "SELECT"
          ? [...field.options].some((option) => option.selected !== option.defaultSelected && option.defaultSelected)
          : field.value !== field.defaultValue));
  }

  async function refresh() {
    const old = here();
    if (!old || state.busy || isBeingUsed(old)) return;
    state.busy = true;
    try {
      const headers = { "X-Live": "1", "If-None-Match": state.etag || `"${shown()}"` };
      const answer = await fetch(location.href, { headers, credentials: "same-origin" });
      if (answer.ok) state.etag = answer.headers.get("ETag");
      if (answer.status === 200 && !answer.redirected) swap(await answer.text());
      if (answer.status < 500) document.dispatchEvent(new CustomEvent("crosstable:back"));
    } catch { // the network is away; the next tick asks again
      document.dispatchEvent(new CustomEvent("crosstable:away"));
    } finally {
      state.busy = false;
    }
  }

  function swap(text) {
    const old = here();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(id);
    if (!fresh || isBeingUsed(old) || Number(fresh.dataset.revision) < shown()) return;
    for (const open of old.querySelectorAll("details[id][open]")) fresh.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
    for (const find of old.querySelectorAll("[data-filter][id]")) {
      const twin = fresh.querySelector(`#${CSS.escape(find.id)}`);
      if (twin) twin.value = find.value;
    }
    showChanges(old, fresh);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const caret = focused?.selectionStart;
    for (const kept of old.querySelectorAll("[data-keep][id]")) fresh.querySelector(`#${CSS.escape(kept.id)}`)?.replaceWith(kept);
    old.replaceWith(document.adoptNode(fresh));
    if (focused?.id) {
      const again = document.getElementById(focused.id);
      again?.focus({ preventScroll: true });
      if (caret != null) again?.setSelectionRange?.(caret, caret);
    }
    window.htmx?.process(fresh);
    tick();
    for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
    document.dispatchEvent(new CustomEvent("crosstable:swapped", { detail: fresh }));
  }

  function showChanges(old, fresh) {
    for (const row of fresh.querySelectorAll("tr[id]")) {
      const before = old.querySelector(`#${CSS.escape(row.id)}`);
      if (before && before.textContent !== row.textContent) row.classList.add("changed");
    }
  }

  // A hall full of phones hears of a new round in the same instant: spread their questions a little.
  const soon = () => setTimeout(() => { if (state.newest > shown()) refresh(); }, Math.random() * 400);
  const hear = (revision) => {
    state.newest = Math.max(state.newest, Number(revision) || 0);
    if (state.newest > shown()) soon();
  };
  document.addEventListener("crosstable:look", refresh);
  document.addEventListener("htmx:afterSettle", () => { if (state.newest > shown()) refresh(); });
  document.addEventListener("focusout", () => setTimeout(() => { if (state.newest > shown()) refresh(); }, 200));

  function poll() {
    if (!state.polling) state.polling = setInterval(() => { if (!document.hidden) refresh(); }, 5000);
  }
  // A page nobody looks at holds no stream: phones in pockets cost nothing, and a browser allows only six per server.
  function listen() {
    if (document.hidden || state.stream) return;
    const stream = state.stream = new EventSource(`${element.dataset.live}?since=${shown()}`);
    stream.onopen = () => { clearInterval(state.polling); state.polling = 0; };
    stream.addEventListener("revision", (event) => hear(event.data));
    stream.onerror = () => {
      poll();
      if (stream.readyState === EventSource.CLOSED) { rest(); setTimeout(listen, 30000); }
    };
  }
  function rest() {
    state.stream?.close();
    state.stream = null;
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) rest();
    else { if (state.polling) refresh(); listen(); }
  });
  addEventListener("pagehide", rest);
  addEventListener("pageshow", listen);
  listen();
}

// ---------- start ----------
tick();
setInterval(tick, 1000);
document.querySelectorAll("[data-live]").forEach(live);
document.querySelectorAll("[data-suggest]").forEach(suggest);
document.querySelector(".errors")?.focus();
for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
