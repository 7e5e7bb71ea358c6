// Sends what was done at the check-in line: kept by the browser first, then sent in order, one at a time, each with its
// own key, again and again until it is answered. A reload or half an hour without network loses nothing; the server
// does the same key once. The page only knows checkInSender(…), so that another outbox can take its place.
//
//   const sender = checkInSender({ address, user, changed });   changed() is called after every change of state
//   sender.add({ ids: [7], here: true, words: "Ann Hart" });    → kept, and on its way
//   sender.items()    oldest first: { key, ids, here, words, state: "waiting" | "saved" | "refused", message, changed, revision }
//   sender.drop(key)  forgets a refused one;   sender.away  "" | "network" | "login" | "other": why nothing is sent now
"use strict";

window.checkInSender = ({ address, user, changed }) => {
  const PLACE = `crosstable-check-in ${user} ${address}`;
  const FINISHED_KEPT = 30, LONGEST_PAUSE = 8000;
  const sender = { add, items: load, drop, away: "", retry: () => start() };

  // ---------- what is kept ----------
  let memory = null; // where the browser keeps nothing (a private window, a full disk)

  function load() {
    if (memory) return memory;
    try { return JSON.parse(localStorage.getItem(PLACE) ?? "[]"); } catch { return []; }
  }
  function save(items) {
    const finished = items.filter((item) => item.state === "saved");
    const old = new Set(finished.slice(0, Math.max(0, finished.length - FINISHED_KEPT)));
    const kept = items.filter((item) => !old.has(item));
    try { if (memory) memory = kept; else localStorage.setItem(PLACE, JSON.stringify(kept)); } catch { memory = kept; }
    changed();
  }
  const change = (key, values) => save(load().map((item) => item.key === key ? { ...item, ...values } : item));
  const next = () => load().find((item) => item.state === "waiting");

  function add(item) {
    // crypto.randomUUID is missing on plain http; a key need only differ from this person's others.
    const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
    save([...load(), { ...item, key, at: Date.now(), state: "waiting" }]);
    start();
    return key;
  }
  function drop(key) {
    save(load().filter((item) => item.key !== key));
  }

  // ---------- delivery ----------
  class Away extends Error { constructor(why) { super(why); this.why = why; } }

  async function ask(where, options = {}) {
    try {
      return await fetch(where, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(15000), ...options });
    } catch { throw new Away("network"); }
  }
  const isOurs = (answer) => (answer.headers.get("content-type") ?? "").startsWith("application/json");

  async function token() {
    const answer = await ask("/token");
    if (!answer.ok || !isOurs(answer)) throw new Away("network");
    const said = await answer.json();
    if (said.user !== user) throw new Away(said.user === null ? "login" : "other");
    return said.token;
  }

  async function deliver(item, csrf) {
    const body = new URLSearchParams([["key", item.key], ["here", item.here ? "yes" : "no"], ...item.ids.map((id) => ["entry", id])]);
    const answer = await ask(address, { method: "POST", body, headers: { Accept: "application/json", "X-CSRFToken": csrf } });
    if (answer.status === 403 || answer.status === 404) return change(item.key, { state: "refused", message: answer.status === 403 ? "You may not check in here any more." : "No longer in the event." });
    if (answer.status >= 500 || answer.status === 429 || answer.redirected || !isOurs(answer)) throw new Away("network");
    const said = await answer.json();
    change(item.key, answer.ok ? { state: "saved", ...said } : { state: "refused", message: said.message });
  }

  let running = null, pause = 500, timer = 0;

  async function run() {
    clearTimeout(timer);
    timer = 0;
    try {
      if (!next()) return;
      const csrf = await token();
      for (let item = next(); item; item = next()) {
        await deliver(item, csrf);
        sender.away = "";
        pause = 500;
      }
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      sender.away = error.why;
      timer = setTimeout(start, pause);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }
  // Two tabs share what is kept: one of them sends at a time.
  const alone = (work) => navigator.locks ? navigator.locks.request(PLACE, work) : work();

  function start() {
    running ??= alone(run).finally(() => {
      running = null;
      changed();
      if (!timer && next()) start(); // came while the last answer did
    });
  }

  addEventListener("online", () => { pause = 500; start(); });
  addEventListener("storage", (event) => { if (event.key === PLACE) { changed(); start(); } });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) start(); });
  addEventListener("beforeunload", (event) => { if (next()) event.preventDefault(); });
  start();
  return sender;
};
