// The player's phone. Three independent features:
//   form[data-send]     is sent through the outbox: stored here first, delivered once, however bad the network is
//   the connection      a line at the top shows when it is lost and how old the page is
//   the service worker  caches the pages; only https and localhost have one, and without one nothing is shown
"use strict";
(() => {
  const main = document.getElementById("main");
  const me = outbox?.user;

  // ---------- storage ----------
  // An item of a form: { to, fields, words, place, page }. Lines of the desk wait in the same outbox.
  const reports = () => (outbox?.items() ?? []).filter((item) => item.place !== undefined);
  const elsewhere = () =>
    (outbox?.waiting() ?? []).filter((item) => item.place === undefined && item.page !== location.pathname);
  const forget = (key) => outbox.remove(key);

  // “11 – 4, 11 – 7”: the values entered, row by row, to show to an organiser if needed.
  function typed(form) {
    const rows = [...form.querySelectorAll("tr")].map((row) =>
      [...row.querySelectorAll("input, select")].map((field) => field.value.trim())
    );
    return rows.map((row) => row.filter(Boolean).join(" – ")).filter(Boolean).join(", ");
  }

  function keep(form, submitter) {
    const { csrfmiddlewaretoken: _token, key, ...rest } = Object.fromEntries(new FormData(form));
    if (submitter?.name) rest[submitter.name] = submitter.value;
    const to = form.getAttribute("action");
    const words = rest.mine !== undefined
      ? `${rest.mine} – ${rest.theirs}`
      : typed(form) || (submitter ?? form.querySelector("button")).textContent.trim();
    // The latest report for the same form counts; an older one that was never sent is removed.
    for (const item of reports()) {
      if (item.to === to && item.state === "waiting" && !outbox.sending.has(item.key)) forget(item.key);
    }
    return outbox.add({
      key: key ?? Outbox.newKey(),
      to,
      fields: rest,
      words,
      place: form.dataset.send,
      page: location.pathname,
    });
  }

  // ---------- delivery ----------
  const answers = new Map(); // key → the answer, for the form that waits

  outbox?.addEventListener("answer", ({ detail: item }) => {
    if (item.place === undefined) return;
    answers.set(item.key, item);
    if (item.state !== "saved") return;
    forget(item.key);
    toast(item.message, item.became === "disputed" ? "warning" : "success");
    document.dispatchEvent(new CustomEvent("crosstable:look"));
  });
  outbox?.addEventListener("change", () => show());
  outbox?.addEventListener("hint", () => show());

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form || !outbox) return;
    if (form.hasAttribute("aria-busy")) return event.preventDefault();
    let item;
    try {
      item = keep(form, event.submitter);
    } catch {
      return;
    } // nothing can be stored here: send the plain form
    event.preventDefault();
    sendNow(form, item, event.submitter ?? form.querySelector("button"));
  });

  async function sendNow(form, item, button) {
    form.setAttribute("aria-busy", "true");
    button.classList.add("busy");
    await outbox.deliver();
    form.removeAttribute("aria-busy");
    button.classList.remove("busy");
    const answer = answers.get(item.key);
    if (answer?.status === 422) {
      forget(item.key);
      complain(form, answer.message);
      show();
    } else if (answer) document.dispatchEvent(new CustomEvent("crosstable:look"));
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
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "center" });
  }

  // ---------- display ----------
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

  const WHY = {
    login: tr("You are logged out. Log in to send it."),
    other: tr("Another user is logged in on this browser."),
    "": tr("It is sent automatically when the network is back. Keep this page open, or open it again then."),
  };

  function waitingCard(item) {
    const stored = tr("{match}, stored on this phone at {time}.", { match: item.place, time: timeOfDay(item.at) });
    const card = element(
      "section",
      "card kept",
      element("h2", "", tr("Not sent yet: {report}", { report: item.words })),
      element("p", "muted", `${stored} ${WHY[outbox.hint]}`),
    );
    const actions = element(
      "div",
      "actions",
      button(tr("Send now"), "", () => outbox.deliver()),
      button(tr("Discard"), "ghost", () => forget(item.key)),
    );
    if (outbox.hint === "login") {
      actions.prepend(
        Object.assign(element("a", "btn primary", tr("Log in")), {
          href: `/login?next=${encodeURIComponent(location.pathname)}`,
        }),
      );
    }
    card.append(actions);
    return card;
  }
  function refusedCard(item) {
    const reported = tr("{match}, reported at {time}.", { match: item.place, time: timeOfDay(item.at) });
    const advice = tr("Check what your page shows now. If that is wrong, show this to an organiser.");
    return element(
      "section",
      "card kept refused",
      element("h2", "", tr("Not accepted: {report}", { report: item.words })),
      element("p", "", item.message),
      element("p", "muted small", `${reported} ${advice}`),
      button(tr("Hide this message"), "", () => forget(item.key)),
    );
  }
  // Waiting entries of the desk, on every page but the desk itself.
  function deskCard(waiting) {
    const open = Object.assign(element("a", "btn", tr("Open the desk")), { href: waiting[0].page });
    return element(
      "section",
      "card kept",
      element(
        "h2",
        "",
        trn(
          "{count} entry from the desk is not sent yet",
          "{count} entries from the desk are not sent yet",
          waiting.length,
        ),
      ),
      element("p", "muted", WHY[outbox.hint]),
      element("div", "actions", open),
    );
  }

  // A form waits for its first answer: it is not known yet whether it must be stored.
  const isNew = (item) => item.state === "waiting" && !outbox.isAway && !outbox.hint && Date.now() - item.at < 3000;

  function show() {
    const mine = reports().filter((item) => item.state !== "saved" && !isNew(item));
    const typed = elsewhere().filter((item) => !isNew(item));
    const cards = [
      ...mine.map((item) => item.state === "refused" ? refusedCard(item) : waitingCard(item)),
      ...(typed.length ? [deskCard(typed)] : []),
    ];
    let box = document.getElementById("kept");
    if (!cards.length) return box?.remove();
    if (!box) {
      box = element("div", "stack");
      box.id = "kept";
      box.setAttribute("role", "status");
      placed(box);
    }
    box.replaceChildren(...cards);
    return undefined;
  }

  function toast(message, level) {
    const close = Object.assign(element("button", "", "×"), { type: "button" });
    close.dataset.dismiss = "";
    close.setAttribute("aria-label", tr("Dismiss"));
    document.getElementById("messages")?.append(
      element("div", `message ${level}`, element("span", "", message), close),
    );
  }

  // ---------- the connection ----------
  let isAway = false, since = Number(new Date(document.documentElement.dataset.kept ?? Date.now()));
  function away() {
    isAway = true;
    let line = document.getElementById("connection");
    if (!line) {
      line = element("p", "connection");
      line.id = "connection";
      line.setAttribute("role", "status");
      placed(line);
    }
    line.textContent = ageWords(timeOfDay(since), Math.floor((Date.now() - since) / 60000));
  }
  function ageWords(time, minutes) {
    if (minutes < 1) return tr("No connection. Last updated at {time}.", { time });
    if (minutes < 60) return tr("No connection. Last updated at {time} ({minutes} min ago).", { time, minutes });
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return tr("No connection. Last updated at {time} ({hours} h ago).", { time, hours });
    return tr("No connection. Last updated at {time} ({date}).", { time, date: inZone(since, {}) });
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
  document.addEventListener("crosstable:back", () => {
    since = Date.now();
    if (isAway) {
      back();
      if (outbox?.waiting().length) outbox.deliver();
    }
  });
  outbox?.addEventListener("away", () => {
    if (!document.querySelector("[data-desk], [data-check-in]")) away();
  });
  outbox?.addEventListener("back", () => {
    if (isAway) back();
  });
  document.addEventListener("crosstable:swapped", (event) => {
    document.documentElement.removeAttribute("data-kept");
    if (event.detail.dataset.unread !== undefined) ring(Number(event.detail.dataset.unread));
  });
  function ring(count) {
    const bell = document.querySelector(".bell");
    bell?.querySelector("b")?.remove();
    bell?.setAttribute("aria-label", count ? tr("Notifications, {count} new", { count }) : tr("Notifications"));
    if (count) bell?.append(element("b", "", String(count)));
  }
  addEventListener("offline", away);
  setInterval(() => {
    if (isAway && document.getElementById("connection")) away();
    show();
    if (isAway && !document.hidden) look();
  }, 5000);
  // Nothing waits, so nothing else would detect that the network is back.
  async function look() {
    try {
      if ((await fetch("/token", { cache: "no-store" })).ok) back();
    } catch { /* still offline */ }
  }
  addEventListener("online", look);

  // ---------- the consequence of a score is shown before it is sent ----------
  function consequence(form) {
    const [mine, theirs] = ["mine", "theirs"].map((name) => form.elements[name].value.trim());
    const line = form.querySelector("[data-consequence]");
    const button = form.querySelector("[data-report-button]");
    const known = /^\d+$/.test(mine) && /^\d+$/.test(theirs);
    line.hidden = !known;
    button.textContent = known ? tr("Report {score}", { score: `${mine} – ${theirs}` }) : tr("Report the score");
    if (!known) return;
    const { opponent, lowerWins, needsWinner } = form.dataset;
    const lead = (Number(mine) - Number(theirs)) * (lowerWins === undefined ? 1 : -1);
    const isNoResult = lead === 0 && needsWinner !== undefined;
    line.textContent = isNoResult
      ? tr("This match needs a winner.")
      : lead > 0
      ? tr("You win by {lead}. {opponent} will be asked to confirm.", { lead, opponent })
      : lead < 0
      ? tr("{opponent} wins by {lead} and will be asked to confirm.", { lead: -lead, opponent })
      : tr("A draw. {opponent} will be asked to confirm.", { opponent });
    line.classList.toggle("bad", lead < 0 || isNoResult);
  }
  document.addEventListener("input", (event) => {
    const report = event.target.closest("[data-report]");
    if (report) consequence(report);
  });

  // ---------- pages cached by the service worker ----------
  async function startWorker() {
    if (!("serviceWorker" in navigator) || !me) return;
    try {
      await navigator.serviceWorker.register("/sw.js");
      const ready = await navigator.serviceWorker.ready;
      const playing = [...document.querySelectorAll('main a[href$="/me"]')].slice(0, 3).map((link) =>
        link.getAttribute("href")
      );
      ready.active.postMessage({ keep: [location.pathname + location.search, "/mine", ...playing] });
    } catch { /* none here (plain http, a private window): the page works without */ }
  }

  async function listKept(section) {
    if (!window.caches) return;
    const pages = await caches.open("pages");
    const links = [];
    for (const request of await pages.keys()) {
      const kept = await pages.match(request);
      const { title } = new DOMParser().parseFromString(
        `<title>${decodeURIComponent(kept.headers.get("x-kept-title"))}</title>`,
        "text/html",
      );
      const link = element(
        "a",
        "",
        element("span", "name", title.split(" · ").slice(0, -1).join(" · ")),
        element("span", "sp muted nowrap", timeOfDay(kept.headers.get("x-kept-at"))),
      );
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
  document.querySelectorAll("[data-kept-pages]").forEach((section) => {
    isAway = true;
    listKept(section);
  });
  show();
  startWorker();
})();
