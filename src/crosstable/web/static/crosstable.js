// What makes the pages pleasant; every page works without it. No dependency, no state on the server.
//   data-theme-toggle          switches light and dark in place
//   data-dismiss               closes the message it is in
//   data-filter="#rows"        an input that hides the [data-find] children of the target that do not match; key "/" focuses it
//   data-focus                 an input that has the focus from the start, where there is a keyboard
//   data-slash                 an input that the key "/" focuses
//   data-suggest="#a, #b"      an input whose placeholder follows what is typed in the others
//   data-live="/…/stream"      see live() below: an element that follows its tournament by itself
//   data-fill="check"          a form whose change asks its data-from again and swaps the element of that id
//   data-poll="/…"             an element that asks this address every second and swaps itself; once it is gone, the page
//   time[data-since]           shows the time that has passed since its datetime
"use strict";

// ---------- theme, menus, messages ----------
const root = document.documentElement;

function isLight() {
  return root.dataset.theme === "light" ||
    (root.dataset.theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
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
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  }
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const find = [...document.querySelectorAll("[data-filter], [data-slash]")].find((input) => input.offsetParent);
    if (find) {
      event.preventDefault();
      find.focus();
      find.select();
    }
  }
});

// ---------- pressed twice, sent once ----------
// A form on its way is not sent again by the same button, for some seconds or until the page is seen anew: whoever
// presses twice reads that it is done, not that it was done already. Heard last, after the scripts that send themselves.
const PATIENCE = 5000;
let onItsWay = new WeakMap();

window.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.getAttribute("method")?.toLowerCase() !== "post") return;
  const last = onItsWay.get(event.target);
  if (last && last.button === event.submitter && Date.now() - last.at < PATIENCE) return event.preventDefault();
  onItsWay.set(event.target, { button: event.submitter, at: Date.now() });
});
window.addEventListener("pageshow", () => {
  onItsWay = new WeakMap();
});

// ---------- what was refused ----------
// The first message of a refusal takes the focus and is scrolled into sight, wherever on the page it stands: in a
// summary, beside a field or in a fold. A box that reports a state and refuses nothing has data-state.
const REFUSALS = ".errors:not([data-state]), .error, .out.bad[role=alert], .conflict[role=alert], .message.error";

function showRefusal(within) {
  const message = [...within.querySelectorAll(REFUSALS)].find((node) => node.textContent.trim());
  if (!message) return false;
  for (let fold = message.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (!message.hasAttribute("tabindex")) message.tabIndex = -1;
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: "center" });
  return true;
}

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
  const now = serverClock.ahead === null ? Date.now() : performance.now() + serverClock.ahead;
  for (const time of document.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, Math.floor((now - Date.parse(time.dateTime)) / 1000));
    const two = (n) => String(n % 60).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    time.textContent = hours >= 24 ? "" : `${hours}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
  }
}

// ---------- a part of the page asked for again ----------
async function swapPart(id, address) {
  const answer = await fetch(address, { headers: { "X-Live": "1" }, credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
  if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
  return Boolean(fresh);
}

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-fill]");
  if (!form) return;
  const { csrfmiddlewaretoken, ...fields } = Object.fromEntries(new FormData(form));
  swapPart(form.dataset.fill, `${form.dataset.from}?${new URLSearchParams(fields)}`).catch(() => {}); // without network: at "Check first"
});

async function poll() {
  for (const { id, dataset } of document.querySelectorAll("[data-poll][id]")) {
    try {
      if (!await swapPart(id, dataset.poll)) location.reload();
    } catch { /* the network is away: in a second again */ }
  }
  setTimeout(poll, 1000);
}

// ---------- live ----------
// <div id="live" data-live="/t/slug/stream" data-revision="41">. When the stream tells a higher revision, the current
// address is fetched (X-Live: 1) and the element of the same id is swapped: no flicker, the scroll position stays.
// Somebody who is typing in it is left alone until they leave the field; what they typed goes with them, or, where the
// field is gone, the page waits. A part with data-keep and an id stays as it is. A child with data-island is never
// touched: what stands before and after it is replaced around it, so that its fields keep caret and focus. data-page is
// the address to ask where it is not the page's own.
// Where the stream fails the page asks every five seconds, says how old it is when nothing answers, and catches up by
// itself. It says crosstable:away or crosstable:back on the document; crosstable:look makes it ask at once.
// What the server's clock shows is performance.now() + ahead; unknown until it was told.
const serverClock = { ahead: null };
const FIELDS = "input:not([data-filter]):not([type=hidden]):not([type=submit]), textarea, select";
const MOMENT = 1000; // milliseconds
// The stream says the time every 15 seconds, and where there is none the page asks every five.
const SILENCE = { streaming: 40000, polling: 7000 };

function isChanged(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const chosen = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(chosen, 0);
}

function live(element) {
  const id = element.id;
  const state = {
    newest: Number(element.dataset.revision),
    busy: false,
    asked: -Infinity,
    typing: -Infinity,
    soon: 0,
    polling: 0,
    etag: "",
    stream: null,
    heard: Date.now(),
    delay: 2000,
    lost: false,
  };
  const here = () => document.getElementById(id);
  const shown = () => Number(here()?.dataset.revision ?? Infinity);

  // ----- what somebody is typing -----
  // What is being sent is no longer being typed: its values are on their way, and must not hold the page back.
  const kept = (field) => Boolean(field.closest("[data-keep], [data-island], form[aria-busy]"));
  const typed = (node) => [...node.querySelectorAll(FIELDS)].filter((field) => !kept(field) && isChanged(field));

  function isBeingUsed(node) {
    const active = document.activeElement;
    return node.contains(active) && active.matches(FIELDS) && !kept(active);
  }

  function twin(field, fresh) {
    if (field.id) return fresh.querySelector(`#${CSS.escape(field.id)}`);
    const form = field.form &&
      [...fresh.querySelectorAll("form")].find((other) =>
        other.getAttribute("action") === field.form.getAttribute("action")
      );
    const same = form ? [...form.elements].filter((other) => other.name === field.name) : [];
    return same.find((other) => !["radio", "checkbox"].includes(field.type) || other.value === field.value);
  }

  // Every value typed moves to the same field of the fresh page; false when one of them has no place there.
  function carry(old, fresh) {
    const pairs = typed(old).map((field) => [field, twin(field, fresh)]);
    const fits = ([field, other]) =>
      other && (field.tagName !== "SELECT" || [...other.options].some((option) => option.value === field.value));
    if (!pairs.every(fits)) return false;
    for (const [field, other] of pairs) {
      if (field.type === "checkbox" || field.type === "radio") other.checked = field.checked;
      else other.value = field.value;
      for (let fold = other.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    }
    return true;
  }

  // ----- fetch and swap -----
  async function refresh() {
    const old = here();
    if (state.busy) state.missed = true; // asked for while an answer was on its way: once more afterwards
    if (!old || state.busy) return;
    if (isBeingUsed(old)) return say();
    state.busy = true;
    state.asked = performance.now();
    try {
      const headers = { "X-Live": "1", "If-None-Match": state.etag || `"${shown()}"` };
      const answer = await fetch(old.dataset.page ?? location.href, { headers, credentials: "same-origin" });
      if (answer.ok) state.etag = answer.headers.get("ETag");
      if (answer.status === 200 && !answer.redirected) swap(await answer.text());
      if (answer.status === 304 && state.newest > shown()) state.missed = true;
      if (answer.status < 500) document.dispatchEvent(new CustomEvent("crosstable:back"));
      if (answer.ok || answer.status === 304) hearSomething(Date.parse(answer.headers.get("Date")));
      else again();
    } catch {
      document.dispatchEvent(new CustomEvent("crosstable:away"));
      again();
    } finally {
      state.busy = false;
      if (state.missed) soon();
      state.missed = false;
    }
  }

  // The network was away, or the server is starting: what was heard of is asked for again.
  const again = () =>
    setTimeout(() => {
      if (state.newest > shown()) refresh();
    }, 2000);

  function swap(text) {
    const old = here();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(id);
    if (fresh && Number(fresh.dataset.revision) < state.newest) state.missed = true; // from a process that had not heard of it yet
    if (!fresh || isBeingUsed(old) || Number(fresh.dataset.revision) < shown() || !carry(old, fresh)) return;
    for (const open of old.querySelectorAll("details[id][open]")) {
      fresh.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
    }
    for (const find of old.querySelectorAll("[data-filter][id]")) {
      const twin = fresh.querySelector(`#${CSS.escape(find.id)}`);
      if (twin) twin.value = find.value;
    }
    showChanges(old, fresh);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const caret = focused?.selectionStart;
    const step = label(old);
    for (const kept of old.querySelectorAll("[data-keep][id]")) {
      fresh.querySelector(`#${CSS.escape(kept.id)}`)?.replaceWith(kept);
    }
    replace(old, document.adoptNode(fresh));
    if (focused?.id && !focused.closest("[data-island]")) {
      const again = document.getElementById(focused.id);
      again?.focus({ preventScroll: true });
      if (caret != null) again?.setSelectionRange?.(caret, caret);
    }
    if (step && label(here()) && step !== label(here())) holdBack(document.getElementById("next-action"));
    tick();
    for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
    document.dispatchEvent(new CustomEvent("crosstable:swapped", { detail: here() }));
  }

  // Another organiser has taken the step somebody was about to press: the next one is not taken by that press.
  const label = (node) => node.querySelector("#next-action")?.textContent.trim();

  function holdBack(step) {
    const focused = document.activeElement === step;
    step.disabled = true;
    setTimeout(() => {
      step.disabled = false;
      if (focused) step.focus({ preventScroll: true });
    }, MOMENT);
  }

  function replace(old, fresh) {
    const island = old.querySelector(":scope > [data-island]"), place = fresh.querySelector(":scope > [data-island]");
    if (!island || !place) return old.replaceWith(fresh);
    const nodes = [...fresh.childNodes], at = nodes.indexOf(place);
    for (const node of [...old.childNodes]) if (node !== island) node.remove();
    island.before(...nodes.slice(0, at));
    island.after(...nodes.slice(at + 1));
    for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
    return undefined;
  }

  function showChanges(old, fresh) {
    for (const row of fresh.querySelectorAll("tr[id]")) {
      const before = old.querySelector(`#${CSS.escape(row.id)}`);
      if (before && before.textContent !== row.textContent) row.classList.add("changed");
    }
  }

  // ----- how old the page is -----
  // While the connection is gone: "As of 14:03, reconnecting". It stands outside what is swapped.
  function say() {
    const line = document.getElementById("page-age") ??
      document.body.appendChild(
        Object.assign(document.createElement("p"), { id: "page-age", className: "page-age", role: "status" }),
      );
    const at = new Date(state.heard).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const waits = state.newest > shown() && here() && (isBeingUsed(here()) || typed(here()).length > 0);
    const words = state.lost
      ? `As of ${at}, reconnecting…`
      : waits
      ? "There is news; this page follows when you are done."
      : "";
    line.hidden = !words;
    line.classList.toggle("lost", state.lost);
    if (line.textContent !== words) line.textContent = words;
  }

  function hearSomething(serverTime) {
    state.heard = Date.now();
    if (serverTime && state.polling) tellTime(serverTime);
    look();
  }
  function tellTime(milliseconds) {
    serverClock.ahead = milliseconds - performance.now();
    document.dispatchEvent(new CustomEvent("crosstable:time"));
  }

  function look() {
    if (document.hidden) return;
    state.lost = Date.now() - state.heard > (state.polling ? SILENCE.polling : SILENCE.streaming);
    if (state.lost && state.stream && !state.polling) {
      rest();
      poll();
      listen();
    } // open, and yet nothing comes
    say();
  }

  // A hall full of phones hears of a new round in the same instant: spread their questions a little. And where results
  // come in one after the other, a page that is swapped once a second is as true and leaves the keys their time.
  // While somebody types beside it (crosstable:typing) it waits for a pause, eight seconds at most. By a clock that only
  // goes forward: where that of the screen was set back it would wait for ever.
  const due = () => Math.max(state.asked + 1000, Math.min(state.typing + 1500, state.asked + 8000)) - performance.now();
  const soon = () => {
    if (state.soon) return;
    state.soon = setTimeout(() => {
      state.soon = 0;
      if (due() > 0) soon();
      else if (state.newest > shown()) refresh();
    }, Math.max(Math.random() * 400, due()));
  };
  document.addEventListener("crosstable:typing", () => {
    state.typing = performance.now();
  });
  const hear = (revision) => {
    state.newest = Math.max(state.newest, Number(revision) || 0);
    if (state.newest > shown()) soon();
  };
  document.addEventListener("crosstable:look", refresh);
  document.addEventListener("focusout", () =>
    setTimeout(() => {
      if (state.newest > shown()) refresh();
      say();
    }, 200));

  function poll() {
    if (!state.polling) {
      state.polling = setInterval(() => {
        if (!document.hidden) refresh();
      }, 5000);
    }
  }
  // A page nobody looks at holds no stream: phones in pockets cost nothing, and a browser allows only six per server.
  function listen() {
    if (document.hidden || state.stream) return;
    const stream = state.stream = new EventSource(`${element.dataset.live}?since=${shown()}`);
    stream.onopen = () => {
      clearInterval(state.polling);
      Object.assign(state, { polling: 0, delay: 2000 });
      hearSomething();
      if (state.newest > shown()) soon();
    };
    stream.addEventListener("revision", (event) => {
      hearSomething();
      hear(event.data);
    });
    stream.addEventListener("time", (event) => {
      hearSomething();
      tellTime(Number(event.data));
    });
    stream.onerror = () => {
      poll();
      if (stream.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      rest();
      setTimeout(listen, state.delay * (0.5 + Math.random()));
      state.delay = Math.min(15000, state.delay * 2);
    };
  }
  function rest() {
    state.stream?.close();
    state.stream = null;
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) rest();
    else {
      if (state.polling) refresh();
      listen();
    }
  });
  addEventListener("offline", poll);
  addEventListener("online", () => {
    if (state.polling) refresh();
    listen();
  });
  addEventListener("pagehide", rest);
  addEventListener("pageshow", listen);
  setInterval(look, 1000);
  listen();
}

// ---------- start ----------
tick();
setInterval(tick, 1000);
document.querySelectorAll("[data-live]").forEach(live);
if (document.querySelector("[data-poll]")) setTimeout(poll, 1000);
document.querySelectorAll("[data-suggest]").forEach(suggest);
const isRefused = showRefusal(document);
// Where tabs go over the edge of a phone, the one that is chosen is in sight.
for (const chosen of document.querySelectorAll(".tabs [aria-current], .jumps [aria-current]")) {
  const strip = chosen.parentElement, over = chosen.getBoundingClientRect().right - strip.getBoundingClientRect().right;
  if (over > 0) strip.scrollLeft += over + 16;
}
// A field takes the focus only where a keyboard is: on a phone it would scroll away what is to be read first.
if (!isRefused && matchMedia("(hover: hover) and (pointer: fine)").matches) {
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
}
for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
