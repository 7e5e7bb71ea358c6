// The outbox: entries and reports are stored in the browser first, then delivered once and in order.
// The desk (entry line, rows of boards, cards, check-in) and the player's phone all send through it.
//
// An item: { key, order, at, state, to, … }.  key    the idempotency key: a request that is repeated stores once
//                                             state  "waiting" until the server answered, then its answer;
//                                                    "editing" while the user has it back on the line
//                                             to     the address it is sent to
//   with `line`    it is sent as JSON, together with those that wait behind it: { entries: [{ key, ...line }] }
//   with `fields`  it is sent alone, as the original form: names and values, as pairs if a name is repeated
//   with `after`   it replaces what the item of that key stored: it waits for that answer and takes its version
//
// Each item has its own place in localStorage, so two tabs never overwrite each other's. One tab delivers at a time.
// Events: "change" (any change), "answer" (detail: the item), "away", "back", "hint" (detail: why it waits).
"use strict";

class Outbox extends EventTarget {
  static BATCH = 20;
  static TIMEOUT = 15000; // a request that takes longer is sent again, under the same key
  static PATIENCE = 3; // server errors of one item before it is put aside
  static KEEP = 500; // answered items kept for display

  constructor(user) {
    super();
    this.user = user;
    this.prefix = `crosstable.outbox.${user}.`;
    this.sending = new Set(); // keys under way from this page
    this.hint = ""; // why nothing is sent: "", "login", "other"
    this.isAway = false;
    this.pause = 0;
    this.running = null;
    this.memory = Outbox.storage();
    this.id = Outbox.newKey();
    addEventListener("storage", (event) => {
      if (event.key !== null && !event.key.startsWith(this.prefix)) return;
      this.cache = null;
      this.tell("change");
    });
    addEventListener("online", () => this.deliver());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.waiting().length) this.deliver();
    });
  }

  // ---------- storage ----------
  // A browser that stores nothing (a private window, a full disk) still delivers while the page is open.
  static storage() {
    try {
      localStorage.setItem("crosstable.try", "1");
      localStorage.removeItem("crosstable.try");
      return localStorage;
    } catch {
      const kept = new Map();
      return {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, value),
        removeItem: (key) => kept.delete(key),
        key: (n) => [...kept.keys()][n],
        get length() {
          return kept.size;
        },
      };
    }
  }

  // crypto.randomUUID is for https only; a laptop in a hall serves http.
  static newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  items() {
    return [...(this.cache ??= this.read())];
  }
  read() {
    const found = [];
    for (let n = 0; n < this.memory.length; n += 1) {
      const name = this.memory.key(n);
      if (!name?.startsWith(this.prefix)) continue;
      try {
        found.push(JSON.parse(this.memory.getItem(name)));
      } catch { /* not ours */ }
    }
    return found.sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));
  }
  get(key) {
    const text = this.memory.getItem(this.prefix + key);
    return text ? JSON.parse(text) : null;
  }
  waiting() {
    return this.items().filter((item) => item.state === "waiting");
  }

  put(item) {
    this.memory.setItem(this.prefix + item.key, JSON.stringify(item));
    this.cache = null;
    this.tell("change");
    return item;
  }
  // Throws if the browser's storage is full: the caller then sends the plain form.
  add(fields) {
    const order = Math.max(0, ...this.items().map((item) => item.order)) + 1;
    const item = this.put({ key: Outbox.newKey(), order, at: Date.now(), state: "waiting", ...fields });
    this.prune();
    this.deliver();
    return item;
  }
  change(key, fields) {
    const item = this.get(key);
    return item && this.put({ ...item, ...fields });
  }
  remove(key) {
    this.memory.removeItem(this.prefix + key);
    this.cache = null;
    this.tell("change");
  }
  prune() {
    const done = this.items().filter((item) => Outbox.isDone(item));
    for (const item of done.slice(0, Math.max(0, done.length - Outbox.KEEP))) this.remove(item.key);
  }
  // On a shared computer, only waiting items of other users are kept.
  forgetOthers() {
    const names = Array.from({ length: this.memory.length }, (_, n) => this.memory.key(n));
    for (const name of names.filter((one) => one?.startsWith("crosstable.outbox.") && !one.startsWith(this.prefix))) {
      try {
        if (Outbox.isDone(JSON.parse(this.memory.getItem(name)))) this.memory.removeItem(name);
      } catch { /* not ours */ }
    }
  }
  static isDone(item) {
    return item.state === "saved" || item.state === "same";
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // ---------- delivery ----------
  deliver() {
    this.pause = 0;
    this.running ??= this.alone(() => this.deliverAll()).catch(() => {}).finally(() => {
      this.running = null;
      this.tell("change");
      if (this.waiting().length) this.later();
    });
    return this.running;
  }
  later() {
    clearTimeout(this.timer);
    this.pause = Math.min(5000, Math.max(250, this.pause * 2));
    const pause = this.pause;
    this.timer = setTimeout(() => {
      this.deliver();
      this.pause = pause;
    }, pause);
  }

  // One tab at a time. If the browser has no locks (plain http), a lease in the storage serves; if two tabs get through
  // anyway, the keys ensure that nothing is stored twice.
  async alone(run) {
    if (navigator.locks) return navigator.locks.request(this.prefix, { ifAvailable: true }, (lock) => lock && run());
    const name = `crosstable.lease.${this.user}`;
    const held = JSON.parse(this.memory.getItem(name) ?? "null");
    if (held && held.id !== this.id && held.until > Date.now() && held.until < Date.now() + 60000) return undefined;
    const renew = () =>
      this.memory.setItem(name, JSON.stringify({ id: this.id, until: Date.now() + 2 * Outbox.TIMEOUT }));
    renew();
    this.renew = renew;
    try {
      return await run();
    } finally {
      this.memory.removeItem(name);
    }
  }

  async deliverAll() {
    // Fetched once per run: after a log-in by another user the token differs, and this one is refused.
    let token = "";
    for (let batch = this.next(); batch.length; batch = this.next()) {
      this.renew?.();
      try {
        token ||= await this.myToken();
        if (!token) return;
        this.mark(batch, true);
        await this.carry(batch, token);
        this.pause = 0;
      } catch (error) {
        this.setAway(!(error instanceof Outbox.Broken));
        return;
      } finally {
        this.mark(batch, false);
      }
    }
  }

  // The next items to send: lines of the same address together, everything else alone. An item never overtakes another.
  next() {
    const all = this.items();
    const batch = [];
    for (const item of all.filter((one) => one.state === "waiting")) {
      const before = item.after && all.find((one) => one.key === item.after);
      const fits = !batch.length || (item.line && batch[0].line && item.to === batch[0].to && !this.breaks(item));
      if (!fits || batch.length === Outbox.BATCH || (before && before.state === "waiting")) break;
      batch.push(before ? Outbox.replacing(item, before) : item);
      if (!item.line || this.breaks(item)) break;
    }
    return batch;
  }
  breaks(item) {
    return Boolean(item.broke);
  }
  static replacing(item, before) {
    const version = Math.max(item.line.version ?? 0, before.version ?? 0);
    return version ? { ...item, line: { ...item.line, version } } : item;
  }

  async myToken() {
    const { body: { user, token } } = await this.ask("/token");
    this.setAway(false);
    this.setHint(user === this.user ? "" : user === null ? "login" : "other");
    return this.hint ? "" : token;
  }

  async ask(address, options = {}) {
    const answer = await fetch(address, {
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout?.(Outbox.TIMEOUT),
      ...options,
    });
    const isOurs = (answer.headers.get("content-type") ?? "").startsWith("application/json");
    const isForGood = answer.status === 500 || (!isOurs && answer.status >= 400 && answer.status < 500);
    if (answer.status === 429 || answer.status > 500) throw new Error("later");
    if (isForGood) throw new Outbox.Broken(answer.status);
    if (!isOurs) throw new Error("not ours"); // a captive portal of the wifi
    return { status: answer.status, body: await answer.json() };
  }

  async carry(batch, token) {
    try {
      if (batch[0].line) await this.carryLines(batch, token);
      else await this.carryForm(batch[0], token);
    } catch (error) {
      if (error instanceof Outbox.Broken) this.putAside(batch, error.status);
      throw error;
    }
  }
  static Broken = class extends Error {
    constructor(status) {
      super(String(status));
      this.status = status;
    }
  };
  static WHY = {
    403: tr("You no longer have permission for this. Nothing was saved."),
    404: tr("It no longer exists. Nothing was saved."),
  };
  static BROKEN = tr(
    "The server could not store this. Nothing was saved. Try again, or tell the administrator.",
  );

  // The server failed on this request: its items are sent one by one, and one that keeps failing is put aside.
  putAside(batch, status) {
    for (const { key } of batch) {
      const broke = (this.get(key)?.broke ?? 0) + 1;
      if (broke < Outbox.PATIENCE) this.change(key, { broke });
      else this.settle(key, { broke, state: "refused", message: Outbox.WHY[status] ?? Outbox.BROKEN });
    }
  }

  async carryLines(batch, token) {
    const entries = batch.map(({ key, line }) => ({ key, ...line }));
    const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token };
    const { status, body } = await this.ask(batch[0].to, {
      method: "POST",
      body: JSON.stringify({ entries }),
      headers,
    });
    const answers = new Map((body.answers ?? []).map((answer) => [answer.key, answer]));
    for (const { key } of batch) {
      if (status >= 300) {
        const message = body.message ?? tr("The server answered with error {status}. Nothing was saved.", { status });
        this.settle(key, { state: "refused", message });
      } else if (answers.has(key)) this.settle(key, answers.get(key));
    }
  }

  async carryForm(item, token) {
    const age = Math.max(0, Math.round((Date.now() - item.at) / 1000));
    const body = new URLSearchParams(item.fields);
    body.set("key", item.key);
    body.set("age", age);
    const { status, body: answer } = await this.ask(item.to, {
      method: "POST",
      body,
      headers: { Accept: "application/json", "X-CSRFToken": token },
    });
    this.settle(item.key, { status, ...answer, state: status < 300 ? "saved" : "refused", became: answer.state });
  }

  settle(key, answer) {
    const item = this.change(key, { broke: 0, ...answer, key });
    if (item) this.tell("answer", item);
  }

  mark(batch, isSending) {
    for (const { key } of batch) this.sending[isSending ? "add" : "delete"](key);
    this.tell("change");
  }
  setHint(hint) {
    if (hint === this.hint) return;
    this.hint = hint;
    this.tell("hint", hint);
  }
  setAway(isAway) {
    if (isAway === this.isAway) return;
    this.isAway = isAway;
    this.tell(isAway ? "away" : "back");
  }
}

// ---------- the page's outbox ----------
// A signed-in user has one outbox for everything; other scripts use this one.
// deno-lint-ignore no-unused-vars
const outbox = (() => {
  const user = document.currentScript.dataset.user;
  if (!user) return null;
  const made = new Outbox(user);
  made.forgetOthers();
  if (made.waiting().length) made.deliver();
  // Waiting items are kept, but a user who leaves should know that they were not sent.
  addEventListener("beforeunload", (event) => {
    if (made.waiting().length) event.preventDefault();
  });
  return made;
})();
