// The player's phone. Three things, each useful without the others:
//   form[data-send]     what is sent is kept here first and delivered once, however bad the network is
//   the connection      a line on top says when it is away and how old the page is
//   the service worker  keeps the pages; only https and localhost have one, and nothing is said where there is none
"use strict";
(() => {
  const me = document.currentScript.dataset.user;
  const main = document.getElementById("main");
  const QUEUE = "crosstable-reports";

  // ---------- what is kept ----------
  // { key, user, action, fields, words, place, page, at, refused? }; `refused` is the sentence of the server.
  function load() {
    try { return JSON.parse(localStorage.getItem(QUEUE) ?? "[]"); } catch { return []; }
  }
  function save(items) {
    localStorage.setItem(QUEUE, JSON.stringify(items));
  }
  const forget = (key) => save(load().filter((item) => item.key !== key));
  const waiting = () => load().filter((item) => item.user === me && !item.refused);

  function keep(form, submitter) {
    const { csrfmiddlewaretoken, key, ...rest } = Object.fromEntries(new FormData(form));
    if (submitter?.name) rest[submitter.name] = submitter.value;
    const words = rest.mine !== undefined ? `${rest.mine} – ${rest.theirs}` : (submitter ?? form.querySelector("button")).textContent.trim();
    const item = { key, user: me, action: form.getAttribute("action"), fields: rest, words, place: form.dataset.send, page: location.pathname, at: Date.now() };
    // The latest word for the same question counts; an older one that was never sent goes.
    save([...load().filter((other) => other.key !== key && (other.action !== item.action || other.refused)), item]);
    return item;
  }

  // ---------- delivery ----------
  const answers = new Map(); // by key: what became of it, for the form that waits
  let sending = null;

  async function ask(address, options = {}) {
    const answer = await fetch(address, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout?.(10000), ...options });
    if (!(answer.headers.get("content-type") ?? "").startsWith("application/json")) throw new Error("not ours");
    return { status: answer.status, said: await answer.json() };
  }

  async function deliverAll() {
    try {
      const { said } = await ask("/token");
      back();
      if (said.user !== me) return show(said.user === null ? "login" : "other");
      for (const item of waiting()) await deliver(item, said.token);
    } catch { away(); }
    show();
  }

  async function deliver(item, token) {
    const age = Math.max(0, Math.round((Date.now() - item.at) / 1000));
    const body = new URLSearchParams({ ...item.fields, key: item.key, age });
    const { status, said } = await ask(item.action, { method: "POST", body, headers: { Accept: "application/json", "X-CSRFToken": token } });
    if (status >= 500) throw new Error("later");
    answers.set(item.key, { status, ...said });
    if (status < 300) {
      forget(item.key);
      toast(said.message, said.state === "disputed" ? "warning" : "success");
      document.dispatchEvent(new CustomEvent("crosstable:look"));
    } else {
      save(load().map((other) => other.key === item.key ? { ...other, refused: said.message } : other));
    }
  }

  // Two tabs, or a timer and a tap: one delivers at a time. The server would not mind, but the person hears it once.
  function deliverSoon() {
    const run = () => sending ??= deliverAll().finally(() => { sending = null; });
    return navigator.locks ? navigator.locks.request(QUEUE, run) : run();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form || !me) return;
    if (form.hasAttribute("aria-busy")) return event.preventDefault();
    let item;
    try { item = keep(form, event.submitter); } catch { return; } // nothing can be kept here: sent the plain way
    event.preventDefault();
    sendNow(form, item, event.submitter ?? form.querySelector("button"));
  });

  async function sendNow(form, item, button) {
    form.setAttribute("aria-busy", "true");
    button.classList.add("busy");
    await deliverSoon();
    form.removeAttribute("aria-busy");
    button.classList.remove("busy");
    const answer = answers.get(item.key);
    if (answer?.status === 422) { forget(item.key); complain(form, answer.message); show(); }
    else if (answer) document.dispatchEvent(new CustomEvent("crosstable:look"));
    if (answer?.status !== 422) {
      form.reset();
      form.querySelector("input:not([type=hidden])")?.dispatchEvent(new Event("input", { bubbles: true }));
      document.activeElement?.blur();
      document.getElementById("kept")?.scrollIntoView({ block: "nearest" });
    }
  }

  function complain(form, message) {
    form.querySelector(".errors")?.remove();
    const box = element("div", "errors", element("p", "", message));
    box.tabIndex = -1;
    form.prepend(box);
    box.focus();
  }

  // ---------- what the person sees of it ----------
  function element(name, classes, ...children) {
    const made = document.createElement(name);
    if (classes) made.className = classes;
    made.append(...children);
    return made;
  }
  function button(words, classes, press) {
    const made = element("button", `btn ${classes}`, words);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  }
  // The connection first, then what waits for it.
  function placed(made) {
    const line = document.getElementById("connection");
    if (line && made.id === "kept") line.after(made);
    else main.prepend(made);
  }
  const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  function waitingCard(item, hint) {
    const why = hint === "login" ? "You are logged out here. Log in, and it is sent." : hint === "other" ? "Somebody else is logged in here." : "It is sent by itself as soon as the network is back. Leave this page open, or open it again then.";
    const card = element("section", "card kept", element("h2", "", `Not sent yet: ${item.words}`), element("p", "muted", `${item.place}, kept on this phone at ${clock(item.at)}. ${why}`));
    const actions = element("div", "actions", button("Send now", "", deliverSoon), button("Throw it away", "ghost", () => { forget(item.key); show(); }));
    if (hint === "login") actions.prepend(Object.assign(element("a", "btn primary", "Log in"), { href: `/login?next=${encodeURIComponent(location.pathname)}` }));
    card.append(actions);
    return card;
  }
  function refusedCard(item) {
    const what = "Look at what your page says now; if that is wrong, show this to an organiser.";
    return element("section", "card kept refused", element("h2", "", `Not taken: ${item.words}`), element("p", "", item.refused), element("p", "muted small", `${item.place}, reported at ${clock(item.at)}. ${what}`), button("I have read this", "", () => { forget(item.key); show(); }));
  }

  function show(hint) {
    let box = document.getElementById("kept");
    const mine = load().filter((item) => item.user === me && !(item.key && answersLater(item)));
    if (!mine.length) return box?.remove();
    if (!box) { box = element("div", "stack"); box.id = "kept"; box.setAttribute("role", "status"); placed(box); }
    box.replaceChildren(...mine.map((item) => item.refused ? refusedCard(item) : waitingCard(item, hint)));
  }
  // A form is waiting for the first answer: whether it must be kept is not known yet.
  const answersLater = (item) => !item.refused && sending !== null && !isAway && Date.now() - item.at < 3000;

  function toast(message, level) {
    const close = Object.assign(element("button", "", "×"), { type: "button" });
    close.dataset.dismiss = "";
    close.setAttribute("aria-label", "Dismiss");
    document.getElementById("messages")?.append(element("div", `message ${level}`, element("span", "", message), close));
  }

  // ---------- the connection ----------
  let isAway = false, since = Number(new Date(document.documentElement.dataset.kept ?? Date.now()));
  function away() {
    isAway = true;
    let line = document.getElementById("connection");
    if (!line) { line = element("p", "connection"); line.id = "connection"; line.setAttribute("role", "status"); placed(line); }
    const minutes = Math.floor((Date.now() - since) / 60000);
    const old = minutes < 1 ? "" : minutes < 60 ? ` (${minutes} min ago)` : minutes < 1440 ? ` (${Math.floor(minutes / 60)} h ago)` : ` (${new Date(since).toLocaleDateString()})`;
    line.textContent = `No connection. This is how it stood at ${clock(since)}${old}.`;
  }
  function back() {
    const wasAway = isAway;
    isAway = false;
    document.getElementById("connection")?.remove();
    const isOld = document.documentElement.hasAttribute("data-kept") && !document.querySelector("[data-live]");
    if (isOld || document.querySelector("[data-kept-pages]")) location.reload();
    else if (wasAway) document.dispatchEvent(new CustomEvent("crosstable:look"));
  }
  document.addEventListener("crosstable:away", away);
  document.addEventListener("crosstable:back", () => { since = Date.now(); if (isAway) { back(); if (waiting().length) deliverSoon(); } });
  document.addEventListener("crosstable:swapped", (event) => {
    document.documentElement.removeAttribute("data-kept");
    if (event.detail.dataset.unread !== undefined) ring(Number(event.detail.dataset.unread));
  });
  function ring(count) {
    const bell = document.querySelector(".bell");
    bell?.querySelector("b")?.remove();
    bell?.setAttribute("aria-label", count ? `Notifications, ${count} new` : "Notifications");
    if (count) bell?.append(element("b", "", String(count)));
  }
  addEventListener("offline", away);
  addEventListener("online", () => deliverSoon());
  document.addEventListener("visibilitychange", () => { if (!document.hidden && (isAway || waiting().length)) deliverSoon(); });
  setInterval(() => { if (isAway && document.getElementById("connection")) away(); if (!document.hidden && (isAway || waiting().length)) deliverSoon(); }, 5000);

  // ---------- pages kept by the service worker ----------
  async function startWorker() {
    if (!("serviceWorker" in navigator) || !me) return;
    try {
      await navigator.serviceWorker.register("/sw.js");
      const ready = await navigator.serviceWorker.ready;
      const playing = [...document.querySelectorAll('main a[href$="/me"]')].slice(0, 3).map((link) => link.getAttribute("href"));
      ready.active.postMessage({ keep: [location.pathname + location.search, "/mine", ...playing] });
    } catch { /* none here (plain http, a private window): the page works as it is */ }
  }

  async function listKept(section) {
    if (!window.caches) return;
    const pages = await caches.open("pages");
    const links = [];
    for (const request of await pages.keys()) {
      const kept = await pages.match(request);
      const { title } = new DOMParser().parseFromString(`<title>${decodeURIComponent(kept.headers.get("x-kept-title"))}</title>`, "text/html");
      const link = element("a", "", element("span", "name", title.split(" · ").slice(0, -1).join(" · ")), element("span", "sp muted nowrap", clock(kept.headers.get("x-kept-at"))));
      link.href = new URL(request.url).pathname;
      links.unshift(link);
    }
    section.querySelector(".list").replaceChildren(...links);
    section.hidden = !links.length;
  }

  if (document.documentElement.hasAttribute("data-kept")) {
    document.querySelectorAll(".message").forEach((message) => message.remove());
    away();
  }
  document.querySelectorAll("[data-kept-pages]").forEach((section) => { isAway = true; listKept(section); });
  show();
  if (me && waiting().length) deliverSoon();
  startWorker();
})();
