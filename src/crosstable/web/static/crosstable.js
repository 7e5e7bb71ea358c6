// Enhancements of the pages; every page works without it. No dependency, no state on the server.
//   data-theme-toggle          switches light and dark in place
//   data-dismiss               closes the message it is in
//   data-filter="#rows"        an input that hides the [data-find] children of the target that do not match; key "/" focuses it
//   data-focus                 an input that has the focus from the start, where there is a keyboard
//   data-slash                 an input that the key "/" focuses
//   data-shortcuts             a button that opens the dialog with the shortcuts; its checkbox switches single keys off
//   data-suggest="#a, #b"      an input whose placeholder follows what is typed in the others
//   data-live="/…/stream"      see LiveElement below: an element that follows its tournament
//   data-fill="check"          a form whose change fetches its data-from and swaps the element of that id
//   data-poll="/…"             an element that fetches this address every second and swaps itself; once it is gone, the page
//   time[data-since]           shows the time elapsed since its datetime
"use strict";

// Words a moment in the zone of the page: the event's, or the installation's. An old browser may not know the zone.
function inZone(moment, options) {
  try {
    return new Intl.DateTimeFormat([], { ...options, timeZone: document.body.dataset.zone }).format(moment);
  } catch {
    return new Intl.DateTimeFormat([], options).format(moment);
  }
}
const timeOfDay = (at) => inZone(new Date(at), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

// ---------- theme, menus, messages ----------
const root = document.documentElement;

const deviceTheme = () => matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";

// A chosen theme that is also the device's is not kept: the page follows the device again.
function switchTheme() {
  const shown = ["light", "dark"].includes(root.dataset.theme) ? root.dataset.theme : deviceTheme();
  const wanted = shown === "light" ? "dark" : "light";
  root.dataset.theme = wanted === deviceTheme() ? "system" : wanted;
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
}

document.addEventListener("click", (event) => {
  const toggle = event.target.closest("[data-theme-toggle]");
  if (toggle) {
    event.preventDefault();
    switchTheme();
  }
  event.target.closest("[data-dismiss]")?.closest(".message").remove();
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// ---------- hand out an address ----------
// The clipboard needs HTTPS, which a server in the hall may not have: a selection is copied everywhere.
async function copyText(text) {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (isCopied) return;
  const field = document.body.appendChild(document.createElement("textarea"));
  field.value = text;
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("not copied");
}

function sayOn(button, words) {
  button.dataset.label ??= button.textContent;
  button.textContent = words;
  button.setAttribute("aria-live", "polite");
  setTimeout(() => button.textContent = button.dataset.label, 2500);
}

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const words = await copyText(copy.dataset.copy).then(() => tr("Copied"), () => tr("Copy it manually"));
    copy.focus();
    sayOn(copy, words);
  }
  const share = event.target.closest("[data-share]");
  if (share) navigator.share({ title: share.dataset.title, url: share.dataset.share }).catch(() => {});
});

function offerSharing() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = false;
}
document.addEventListener("DOMContentLoaded", offerSharing);
document.addEventListener("crosstable:swapped", offerSharing);

document.addEventListener("keydown", (event) => {
  // A key held too long must not press the button that has the focus after the step.
  if (event.key === "Enter" && event.repeat && event.target.closest?.("a, button")) event.preventDefault();
  if (event.key === "Escape") {
    const menu = document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  }
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && usesSingleKeys() && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const find = [...document.querySelectorAll("[data-filter], [data-slash]")].find((input) => input.offsetParent);
    if (find) {
      event.preventDefault();
      find.focus();
      find.select();
    }
  }
});

// ---------- shortcuts ----------
// A key without Ctrl or Alt can be pressed by accident, by speech input most of all: every browser can switch them off.
const SINGLE_KEYS = "crosstable.single-keys";
const usesSingleKeys = () => localStorage.getItem(SINGLE_KEYS) !== "off";

document.querySelector("[data-shortcuts]")?.addEventListener("click", () => {
  const dialog = document.getElementById("shortcuts"), box = dialog.querySelector("input");
  box.checked = usesSingleKeys();
  box.onchange = () => localStorage.setItem(SINGLE_KEYS, box.checked ? "on" : "off");
  dialog.showModal();
});

// ---------- the focus after a step ----------
// A form was sent and another page is there: the focus goes to the button or the heading of the next step, or stays
// with the same button where that is used again; else it goes to the heading of the page. `aria-describedby` says what was done.
const STEP = "crosstable.step";
const STEP_LASTS = 30000; // milliseconds; a form whose answer is a file leaves the page as it is
const OF_THE_MOMENT = ["csrfmiddlewaretoken", "version", "seen", "next", "places"];

// The same in two versions of a page: the address of a link, or the form and the value of a button.
function controlKey(node) {
  const hidden = [...(node.form?.querySelectorAll("input[type=hidden]") ?? [])]
    .filter(({ name }) => !OF_THE_MOMENT.includes(name)).map(({ name, value }) => `${name}=${value}`);
  const form = node.form &&
    (node.getAttribute("formaction") ?? node.form.getAttribute("action") ?? location.pathname);
  const fold = node.tagName === "SUMMARY" ? node.parentElement.id : "";
  return [node.tagName, node.id, node.getAttribute("href"), form, node.name, node.value, fold, ...hidden].join(" ");
}

function findControl(key, within) {
  return [...within.querySelectorAll("a, button, summary, select")].find((node) => controlKey(node) === key);
}

const nextStep = () =>
  document.querySelector("#next-action, [data-next-step], .next :is(a, button).primary") ??
    document.querySelector("main h1, main h2");

function focusOn(node) {
  if (!node) return;
  if (node.matches("h1, h2")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

window.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.getAttribute("method")?.toLowerCase() !== "post") return;
  const button = event.submitter;
  const key = button && !button.closest(".next") ? controlKey(button) : "";
  sessionStorage.setItem(STEP, JSON.stringify({ at: Date.now(), key }));
});

function focusAfterStep() {
  const step = JSON.parse(sessionStorage.getItem(STEP) ?? "{}");
  sessionStorage.removeItem(STEP);
  if (!(Date.now() - step.at < STEP_LASTS) || location.hash) return;
  const node = (step.key && findControl(step.key, document)) || nextStep();
  if (document.querySelector("#messages .message")) node?.setAttribute("aria-describedby", "messages");
  focusOn(node);
}

// ---------- no double submit ----------
// While a form is being sent, the same button does not send it again, for some seconds or until the page is shown again:
// a user who presses twice sees that it is done, not that it was done already. Runs last, after scripts that send forms.
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

// ---------- refusals ----------
// The first message of a refusal takes the focus and is scrolled into view, wherever on the page it is: in a summary,
// next to a field or in a fold. A box that reports a state and refuses nothing has data-state.
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
// What the browser brought back into the field.
addEventListener("pageshow", () => {
  for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
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

// ---------- elapsed time ----------
function tick() {
  const now = serverClock.ahead === null ? Date.now() : performance.now() + serverClock.ahead;
  for (const time of document.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, Math.floor((now - Date.parse(time.dateTime)) / 1000));
    const two = (n) => String(n % 60).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    time.textContent = hours >= 24 ? "" : `${hours}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
  }
  for (const node of document.querySelectorAll("[data-until]")) {
    node.hidden = now > Date.parse(node.dataset.until) || isHiddenHere(node);
  }
}

// ---------- announcements ----------
// Hidden on this device only; the other devices of the player still show it.
const HIDDEN = "crosstable:hidden";
const hiddenHere = () => JSON.parse(localStorage.getItem(HIDDEN) ?? "[]");
const isHiddenHere = (node) => "hideable" in node.dataset && hiddenHere().includes(node.id);

document.addEventListener("click", (event) => {
  const hide = event.target.closest("[data-hide]");
  if (!hide) return;
  localStorage.setItem(HIDDEN, JSON.stringify([...hiddenHere(), hide.dataset.hide].slice(-50)));
  tick();
  document.getElementById("main")?.focus();
});

// ---------- fetching a part of the page again ----------
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
  const { csrfmiddlewaretoken: _token, ...fields } = Object.fromEntries(new FormData(form));
  swapPart(form.dataset.fill, `${form.dataset.from}?${new URLSearchParams(fields)}`).catch(() => {}); // offline: checked at "Check first"
});

async function poll() {
  for (const { id, dataset } of document.querySelectorAll("[data-poll][id]")) {
    try {
      if (!await swapPart(id, dataset.poll)) location.reload();
    } catch { /* offline: retried in a second */ }
  }
  setTimeout(poll, 1000);
}

// ---------- live ----------
// <div id="live" data-live="/t/slug/stream" data-revision="41">. When the stream announces a higher revision, the current
// address is fetched (X-Live: 1) and the element of the same id is swapped: no flicker, the scroll position stays.
// While the user edits a field in it, it is not swapped; edited values move to the same field of the fresh page, or,
// if that field is gone, the page waits. A part with data-keep and an id is preserved. A child with data-island is
// never touched: what is before and after it is replaced around it, so its fields keep caret and focus.
// data-page is the address to fetch if it is not the page's own.
// If the stream fails the page polls every five seconds, shows its age when nothing answers, and catches up
// automatically. It dispatches crosstable:away or crosstable:back; crosstable:look makes it fetch immediately.
// The server's time is performance.now() + ahead; null until the server has sent it.
const serverClock = { ahead: null };
const FIELDS = "input:not([data-filter]):not([type=hidden]):not([type=submit]), textarea, select";
const MOMENT = 1000; // milliseconds
// The stream sends the time every 15 seconds; without a stream the page polls every five.
const SILENCE = { streaming: 40000, polling: 7000 };

function isChanged(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const chosen = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(chosen, 0);
}

// Fields the user is editing. A form that is being sent no longer counts: its values must not hold the page back.
const isPreserved = (field) => Boolean(field.closest("[data-keep], [data-island], form[aria-busy]"));
const changedFields = (node) =>
  [...node.querySelectorAll(FIELDS)].filter((field) => !isPreserved(field) && isChanged(field));

function isBeingUsed(node) {
  const active = document.activeElement;
  return node.contains(active) && active.matches(FIELDS) && !isPreserved(active);
}

function matchingField(field, fresh) {
  if (field.id) return fresh.querySelector(`#${CSS.escape(field.id)}`);
  const form = field.form &&
    [...fresh.querySelectorAll("form")].find((other) =>
      other.getAttribute("action") === field.form.getAttribute("action")
    );
  const same = form ? [...form.elements].filter((other) => other.name === field.name) : [];
  return same.find((other) => !["radio", "checkbox"].includes(field.type) || other.value === field.value);
}

// Move every edited value to the same field of the fresh page; false when a value has no matching field there.
function carryValues(old, fresh) {
  const pairs = changedFields(old).map((field) => [field, matchingField(field, fresh)]);
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

// Another organiser took this step a moment ago: disable the next one briefly, so that a press meant for the old
// step does not take it.
const stepLabel = (node) => node.querySelector("#next-action")?.textContent.trim();

function holdBack(step) {
  const focused = document.activeElement === step;
  step.disabled = true;
  setTimeout(() => {
    step.disabled = false;
    if (focused) step.focus({ preventScroll: true });
  }, MOMENT);
}

function swapElement(old, fresh) {
  const island = old.querySelector(":scope > [data-island]"), place = fresh.querySelector(":scope > [data-island]");
  if (!island || !place) return old.replaceWith(fresh);
  const nodes = [...fresh.childNodes], at = nodes.indexOf(place);
  for (const node of [...old.childNodes]) if (node !== island) node.remove();
  island.before(...nodes.slice(0, at));
  island.after(...nodes.slice(at + 1));
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  return undefined;
}

function markChangedRows(old, fresh) {
  for (const row of fresh.querySelectorAll("tr[id]")) {
    const before = old.querySelector(`#${CSS.escape(row.id)}`);
    if (before && before.textContent !== row.textContent) row.classList.add("changed");
  }
}

// Keeps open folds and the text in filters.
// The overview of an event gets its own style sheets and scripts when the event finishes. They are compared by name: the
// folder before it changes with every version.
function loadMissing(page) {
  const nameOf = (file) => (file.getAttribute("href") ?? file.getAttribute("src")).split("/").pop();
  const files = "head > link[rel=stylesheet], head > script[src]";
  const loaded = new Set([...document.querySelectorAll(files)].map(nameOf));
  for (const file of page.querySelectorAll(files)) {
    if (loaded.has(nameOf(file))) continue;
    const copy = document.createElement(file.localName); // a parsed script does not run
    for (const { name, value } of file.attributes) copy.setAttribute(name, value);
    document.head.append(copy);
  }
}
function carryState(old, fresh) {
  for (const open of old.querySelectorAll("details[id][open]")) {
    fresh.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
  }
  for (const find of old.querySelectorAll("[data-filter][id]")) {
    const twin = fresh.querySelector(`#${CSS.escape(find.id)}`);
    if (twin) twin.value = find.value;
  }
}

function setServerClock(milliseconds) {
  serverClock.ahead = milliseconds - performance.now();
  document.dispatchEvent(new CustomEvent("crosstable:time"));
}

// An element that follows its tournament: fetches itself again when the stream announces a newer revision.
class LiveElement {
  newest; // the highest revision announced
  isFetching = false;
  isMissed = false; // a newer revision was announced while a fetch was under way
  fetchedAt = -Infinity;
  typedAt = -Infinity;
  timer = 0; // of the next fetch
  polling = 0;
  etag = "";
  stream = null;
  heardAt = Date.now();
  delay = 2000; // before the stream is opened again
  isLost = false;

  constructor(element) {
    this.id = element.id;
    this.address = element.dataset.live;
    this.newest = Number(element.dataset.revision);
    document.addEventListener("crosstable:typing", () => {
      this.typedAt = performance.now();
    });
    document.addEventListener("crosstable:look", () => this.fetch());
    document.addEventListener("focusout", () =>
      setTimeout(() => {
        if (this.isBehind) this.fetch();
        this.showAge();
      }, 200));
    document.addEventListener("visibilitychange", () => document.hidden ? this.closeStream() : this.resume());
    addEventListener("offline", () => this.startPolling());
    addEventListener("online", () => this.resume());
    addEventListener("pagehide", () => this.closeStream());
    addEventListener("pageshow", () => this.openStream());
    setInterval(() => this.checkConnection(), 1000);
    this.openStream();
  }

  get element() {
    return document.getElementById(this.id);
  }

  get shown() {
    return Number(this.element?.dataset.revision ?? Infinity);
  }

  get isBehind() {
    return this.newest > this.shown;
  }

  // ----- fetch and swap -----
  async fetch() {
    const old = this.element;
    if (this.isFetching) this.isMissed = true;
    if (!old || this.isFetching) return;
    if (isBeingUsed(old)) return this.showAge();
    this.isFetching = true;
    this.fetchedAt = performance.now();
    try {
      const headers = { "X-Live": "1", "If-None-Match": this.etag || `"${this.shown}"` };
      const answer = await fetch(old.dataset.page ?? location.href, { headers, credentials: "same-origin" });
      if (answer.ok) this.etag = answer.headers.get("ETag");
      if (answer.status === 200 && !answer.redirected) this.swap(await answer.text());
      if (answer.status === 304 && this.isBehind) this.isMissed = true;
      if (answer.status < 500) document.dispatchEvent(new CustomEvent("crosstable:back"));
      if (answer.ok || answer.status === 304) this.hear(Date.parse(answer.headers.get("Date")));
      else this.retry();
    } catch {
      document.dispatchEvent(new CustomEvent("crosstable:away"));
      this.retry();
    } finally {
      this.isFetching = false;
      if (this.isMissed) this.schedule();
      this.isMissed = false;
    }
  }

  // Offline, or the server is starting.
  retry() {
    setTimeout(() => {
      if (this.isBehind) this.fetch();
    }, 2000);
  }

  swap(text) {
    const old = this.element;
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.getElementById(this.id);
    const revision = Number(fresh?.dataset.revision);
    if (fresh && revision < this.newest) this.isMissed = true; // from a process that does not know the newest yet
    if (!fresh || isBeingUsed(old) || revision < this.shown || !carryValues(old, fresh)) return;
    carryState(old, fresh);
    loadMissing(page);
    markChangedRows(old, fresh);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const caret = focused?.selectionStart;
    const step = stepLabel(old);
    for (const preserved of old.querySelectorAll("[data-keep][id]")) {
      fresh.querySelector(`#${CSS.escape(preserved.id)}`)?.replaceWith(preserved);
    }
    swapElement(old, document.adoptNode(fresh));
    if (focused && !focused.isConnected) {
      const again = focused.id ? document.getElementById(focused.id) : findControl(controlKey(focused), this.element);
      focusOn(again ?? nextStep());
      if (caret != null) again?.setSelectionRange?.(caret, caret);
    }
    const next = stepLabel(this.element);
    if (step && next && step !== next) holdBack(document.getElementById("next-action"));
    tick();
    for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
    document.dispatchEvent(new CustomEvent("crosstable:swapped", { detail: this.element }));
  }

  // Hundreds of phones are notified of a new round in the same instant: spread their requests a little. While results
  // come in one after the other, one swap a second is enough. While the user types next to it (crosstable:typing) it waits for
  // a pause, eight seconds at most. performance.now() never goes back, unlike the clock of the device.
  get dueIn() {
    return Math.max(this.fetchedAt + 1000, Math.min(this.typedAt + 1500, this.fetchedAt + 8000)) - performance.now();
  }

  schedule() {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.dueIn > 0) this.schedule();
      else if (this.isBehind) this.fetch();
    }, Math.max(Math.random() * 400, this.dueIn));
  }

  // ----- how old the page is -----
  // While the connection is lost: "As of 14:03, reconnecting". It is outside the swapped part.
  showAge() {
    const line = document.getElementById("page-age") ??
      document.body.appendChild(
        Object.assign(document.createElement("p"), { id: "page-age", className: "page-age", role: "status" }),
      );
    const at = timeOfDay(this.heardAt);
    const here = this.element;
    const waits = this.isBehind && here && (isBeingUsed(here) || changedFields(here).length > 0);
    const waiting = waits ? tr("There are updates. They appear when you finish editing.") : "";
    const words = this.isLost ? tr("As of {time}, reconnecting…", { time: at }) : waiting;
    line.hidden = !words;
    line.classList.toggle("lost", this.isLost);
    if (line.textContent !== words) line.textContent = words;
  }

  hear(serverTime) {
    this.heardAt = Date.now();
    if (serverTime && this.polling) setServerClock(serverTime);
    this.checkConnection();
  }

  checkConnection() {
    if (document.hidden) return;
    this.isLost = Date.now() - this.heardAt > (this.polling ? SILENCE.polling : SILENCE.streaming);
    if (this.isLost && this.stream && !this.polling) { // open, but without events
      this.closeStream();
      this.startPolling();
      this.openStream();
    }
    this.showAge();
  }

  // ----- the stream, or polling if it fails -----
  startPolling() {
    this.polling ||= setInterval(() => {
      if (!document.hidden) this.fetch();
    }, 5000);
  }

  resume() {
    if (this.polling) this.fetch();
    this.openStream();
  }

  // A hidden page holds no stream: phones in pockets cost nothing, and a browser allows only six per server.
  openStream() {
    if (document.hidden || this.stream) return;
    const stream = this.stream = new EventSource(`${this.address}?since=${this.shown}`);
    stream.onopen = () => {
      clearInterval(this.polling);
      Object.assign(this, { polling: 0, delay: 2000 });
      this.hear();
      if (this.isBehind) this.schedule();
    };
    stream.addEventListener("revision", (event) => {
      this.hear();
      this.newest = Math.max(this.newest, Number(event.data) || 0);
      if (this.isBehind) this.schedule();
    });
    stream.addEventListener("time", (event) => {
      this.hear();
      setServerClock(Number(event.data));
    });
    stream.onerror = () => {
      this.startPolling();
      if (stream.readyState !== EventSource.CLOSED) return; // the browser reconnects
      this.closeStream();
      setTimeout(() => this.openStream(), this.delay * (0.5 + Math.random()));
      this.delay = Math.min(15000, this.delay * 2);
    };
  }

  closeStream() {
    this.stream?.close();
    this.stream = null;
  }
}

// ---------- start ----------
tick();
setInterval(tick, 1000);
document.querySelectorAll("[data-live]").forEach((element) => new LiveElement(element));
if (document.querySelector("[data-poll]")) setTimeout(poll, 1000);
document.querySelectorAll("[data-suggest]").forEach(suggest);
const isRefused = showRefusal(document);
// Scroll to the selected tab if the tabs are wider than a phone.
for (const chosen of document.querySelectorAll(".tabs [aria-current], .jumps [aria-current]")) {
  const strip = chosen.parentElement, over = chosen.getBoundingClientRect().right - strip.getBoundingClientRect().right;
  if (over > 0) strip.scrollLeft += over + 16;
}
if (!isRefused) focusAfterStep();
// A field takes the focus only with a keyboard: on a phone it would scroll past what is to be read first.
if (!isRefused && matchMedia("(hover: hover) and (pointer: fine)").matches) {
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
}
for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
