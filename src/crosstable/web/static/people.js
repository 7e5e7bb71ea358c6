// The players of an event: searched, filtered and checked in by keyboard. A few letters and Enter check in; typing never
// waits for the network, and no answer touches the field, the caret or the focus. Without this script the same page
// searches by a form and has a button for everything.
"use strict";
(() => {
  const input = document.querySelector("[data-find-people]");
  if (!input) return;
  const line = document.getElementById("check-in"); // only during check-in
  const mayTakeBack = Boolean(line?.hasAttribute("data-may-take-back"));
  const state = {
    show: document.querySelector(".shows [aria-current]")?.dataset.show ?? "all",
    step: 0,
    later: 0,
    ordered: [],
  };
  const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
  let listed = null; // the rows in their current order, until one moves or the page is updated
  const rows = () => listed ??= [...document.querySelectorAll("#rows [data-entry]")];
  const rowOf = (id) => document.querySelector(`#rows [data-entry="${id}"]`);

  // ---------- search ----------
  // How well a player matches the text: the whole name, beginnings of its words, a part of it, anything else; 9: no match.
  // A better match who is checked in comes before a worse one who is not, so typing twice checks in no other player.
  const texts = new WeakMap();
  function textsOf(row) {
    if (!texts.has(row)) {
      const name = plain(row.dataset.name);
      texts.set(row, { name, parts: name.split(/[\s\-'’.]+/), all: plain(`${row.dataset.name} ${row.dataset.find}`) });
    }
    return texts.get(row);
  }
  function fit(row, typed, words) {
    const { name, parts, all } = textsOf(row);
    if (!words.length || name === typed) return 0;
    if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
    if (words.every((word) => name.includes(word))) return 2;
    return words.every((word) => all.includes(word)) ? 3 : 9;
  }
  const IN_ORDER = { "not-here": 0, "no-show": 1, entered: 1, here: 2, dropped: 3 };
  const isShown = (row) =>
    state.show === "all" ||
    (state.show === "no-list" ? row.hasAttribute("data-no-list") : row.dataset.state === "not-here");

  // Only changes are drawn: every key checks two hundred rows and redraws a few.
  function look() {
    clearTimeout(state.later);
    state.later = 0;
    state.chosen?.classList.remove("chosen");
    for (const row of state.ordered) row.style.order = "";
    state.ordered = [];
    const typed = plain(input.value).trim(), words = typed.split(/\s+/).filter(Boolean);
    const found = [];
    for (const row of rows()) {
      // The filter "absent" still finds a typed name, so a player who is checked in is shown as such.
      const fits = fit(row, typed, words);
      const shown = fits < 9 && (isShown(row) || (state.show === "not-here" && words.length > 0 && fits < 3));
      if (row.hidden === shown) row.hidden = !shown;
      if (shown) found.push([fits, IN_ORDER[row.dataset.state], row]);
    }
    if (words.length) {
      found.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
      state.ordered = found.map(([, , row]) => row);
      state.ordered.forEach((row, index) => {
        row.style.order = index;
      });
    }
    const list = found.map(([, , row]) => row);
    state.step = Math.min(state.step, Math.max(0, list.length - 1));
    state.chosen = words.length ? list[state.step] ?? null : null;
    if (line) state.chosen?.classList.add("chosen");
    sayFound(list, typed);
    return list;
  }

  // After Enter the next name usually follows immediately: all players are shown again if it does not.
  function lookLater() {
    state.chosen?.classList.remove("chosen");
    state.chosen = null;
    clearTimeout(state.later);
    state.later = setTimeout(look, 400);
    document.querySelector("[data-next]").textContent = promise("");
  }

  function sayFound(list, typed) {
    const empty = document.querySelector("[data-none-found]");
    if (empty) {
      empty.hidden = list.length > 0;
      empty.textContent = typed
        ? tr("No name found.")
        : state.show === "not-here"
        ? tr("Everyone is checked in.")
        : tr("No list is missing.");
    }
    const waited = list.filter((row) => row.dataset.state === "not-here").length;
    const all = document.querySelector("[data-check-in-all]");
    if (all) {
      all.hidden = !waited;
      all.querySelector("[data-listed]").textContent = waited;
    }
    const next = document.querySelector("[data-next]");
    if (next) next.textContent = promise(typed);
  }
  // Shows what Enter will do.
  function promise(typed) {
    if (!typed) return tr("A few letters, then Enter to check in");
    const row = state.chosen;
    if (!row) return tr("No name matches “{text}”.", { text: input.value.trim() });
    const name = row.dataset.name;
    if (row.dataset.state === "not-here") return tr("Enter: check in {name}", { name });
    if (row.dataset.state === "here") {
      return mayTakeBack
        ? tr("{name} is already checked in. Shift Enter undoes the check-in.", { name })
        : tr("{name} is already checked in.", { name });
    }
    return row.dataset.state === "dropped"
      ? tr("{name} has withdrawn.", { name })
      : tr("{name} is marked as a no-show.", { name });
  }

  input.addEventListener("input", () => {
    state.step = 0;
    document.dispatchEvent(new CustomEvent("crosstable:typing"));
    look();
  });
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const show = event.target.closest("[data-show]");
    if (!show || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    state.show = show.dataset.show;
    pressFilter();
    look();
  });
  function pressFilter() {
    for (const link of document.querySelectorAll("[data-show]")) {
      if (link.dataset.show === state.show) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
  // Any other button reloads the page: it returns with the same search.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "desk" || event.defaultPrevented) return;
    const asked = new URLSearchParams({ show: state.show, ...(input.value.trim() && { find: input.value.trim() }) });
    history.replaceState(null, "", `${location.pathname}?${asked}`);
  });

  // ---------- check in ----------
  const ahead = new Map(); // entry → { here, revision }: what the page knows before the server's rows show it
  const notes = []; // lines that sent nothing: { words, text, ids, refused }
  // Everything goes through the outbox; these are this page's items.
  let address = "";
  const sent = () => outbox.items().filter((item) => item.ids && item.to === address);
  const why = () => outbox.hint || (outbox.isAway ? "network" : "");

  function setPresence(ids, here, words) {
    outbox.add({
      to: address,
      fields: [["here", here ? "yes" : "no"], ...ids.map((id) => ["entry", String(id)])],
      ids,
      here,
      words,
      page: location.pathname,
    });
    settle(); // immediately: the same letters again find a player who is checked in
  }
  function note(values) {
    notes.unshift({ at: Date.now(), ...values });
    notes.length = Math.min(notes.length, 20);
    tell();
  }

  function enter(takeBack) {
    const typed = input.value.trim(), row = state.chosen;
    input.value = "";
    state.step = 0;
    if (!typed) return;
    lookLater();
    const name = row?.dataset.name, id = row && Number(row.dataset.entry);
    if (!row) note({ words: tr("No name matches “{text}”.", { text: typed }), typed, refused: true });
    else if (row.dataset.state === "not-here") setPresence([id], true, name);
    else if (row.dataset.state === "here" && takeBack && mayTakeBack) setPresence([id], false, name);
    else if (row.dataset.state === "here") {
      const words = tr("{name} is already checked in.", { name });
      note({ words, back: mayTakeBack ? { ids: [id], words: name } : null });
    } else {note({
        words: row.dataset.state === "dropped"
          ? tr("{name} has withdrawn. Select “Rejoin” first.", { name })
          : tr("{name} is marked as a no-show. Select “Late arrival”.", { name }),
        typed,
        refused: true,
      });}
  }

  function showAhead() {
    for (const row of rows()) {
      const known = ahead.get(row.dataset.entry);
      row.dataset.server ??= row.dataset.state;
      const now = known ? (known.here ? "here" : "not-here") : row.dataset.server;
      if (now !== row.dataset.state) move(row, now);
      row.toggleAttribute("data-sending", known?.revision === Infinity);
    }
    for (const name of ["here", "not-here"]) {
      const count = rows().filter((row) => row.dataset.state === name).length;
      for (const place of document.querySelectorAll(`[data-count="${name}"]`)) place.textContent = count;
    }
  }
  // Moves the row to the top of those with the same state.
  function move(row, now) {
    row.dataset.state = now;
    const next = rows().find((other) => other !== row && IN_ORDER[other.dataset.state] >= IN_ORDER[now]);
    if (next) next.before(row);
    else row.parentElement.append(row);
    listed = null;
  }

  // ---------- outcomes ----------
  function settle() {
    // The newest item about a player counts; items that the page's rows already show are dropped.
    const shown = Number(document.getElementById("live")?.dataset.revision ?? 0);
    ahead.clear();
    for (const item of sent()) {
      const revision = item.state === "waiting" ? Infinity : item.revision;
      for (const id of item.ids) {
        if (item.state === "refused" || revision <= shown) ahead.delete(String(id));
        else ahead.set(String(id), { here: item.here, revision });
      }
    }
    showAhead();
    if (!state.later) look();
    tell();
  }

  const HOUR = 3600 * 1000;
  const STATES = {
    waiting: ["info", tr("sending")],
    saved: ["good", tr("saved")],
    refused: ["bad", tr("rejected")],
  };
  const AWAY = {
    network: tr("No connection. The check-ins are sent automatically when the network is back."),
    login: tr("You are logged out."),
    other: tr("Another user is logged in on this browser."),
  };

  const SHOWN = 40; // of the saved items

  function tell() {
    const all = sent(), waiting = all.filter((item) => item.state === "waiting");
    const items = all.filter((item, n) =>
      item.state !== "saved" || (n >= all.length - SHOWN && Date.now() - item.at < HOUR)
    );
    const lines = [
      ...items.map((item) => [item.at, itemLine(item, waiting)]),
      ...notes.map((one) => [one.at, noteLine(one)]),
    ];
    lines.sort((one, other) => other[0] - one[0]);
    if (lines.length) lay(document.querySelector("[data-just-now]"), lines.map(([, made]) => made));
    const newest = lines[0]?.[1].firstChild.textContent ?? "", announced = document.querySelector("[data-announced]");
    if (announced.textContent !== newest) announced.textContent = newest;
    const badge = document.querySelector("[data-waiting]");
    badge.hidden = !waiting.length;
    badge.textContent = tr("To send: {count}", { count: waiting.length });
    const away = document.querySelector("[data-away]");
    away.hidden = !why() || !waiting.length;
    away.textContent = AWAY[why()] ?? "";
    if (why() === "login") {
      away.append(
        " ",
        Object.assign(document.createElement("a"), {
          href: `/login?next=${encodeURIComponent(location.pathname)}`,
          textContent: tr("Log in to send the check-ins."),
        }),
      );
    }
  }

  function element(name, classes, text) {
    return Object.assign(document.createElement(name), { className: classes, textContent: text });
  }
  function button(text, label, press) {
    const made = Object.assign(element("button", "linkbtn", text), { type: "button" });
    made.setAttribute("aria-label", label);
    made.addEventListener("click", press);
    return made;
  }
  // Lines that did not change stay in place, so keyboard focus is not lost.
  function lay(list, lines) {
    lines.forEach((made, n) => {
      if (list.children[n] !== made) list.insertBefore(made, list.children[n] ?? null);
    });
    while (list.children.length > lines.length) list.lastElementChild.remove();
  }
  const made = new Map(); // key → [its text, its element]
  function itemLine(item, waiting) {
    const [colour, word] = item.state === "waiting" && (why() || item !== waiting[0])
      ? ["off", tr("waiting")]
      : STATES[item.state];
    const message = item.state === "refused"
      ? `${item.words}: ${item.message}`
      : item.state === "saved" && !item.changed.length
      ? item.message
      : presenceWords(item);
    const mayGo = item.here && item.state !== "refused" && mayTakeBack;
    const back = mayGo
      ? (item.state === "saved" ? item.changed : item.ids).filter((id) => rowOf(id)?.dataset.state === "here")
      : [];
    const mark = [message, word, back].join();
    if (made.get(item.key)?.[0] !== mark) {
      made.set(item.key, [mark, newItemLine(item, message, [`pill ${colour}`, word], back)]);
    }
    return made.get(item.key)[1];
  }
  function presenceWords({ here, ids, words }) {
    if (ids.length === 1) {
      return here
        ? tr("{name} is checked in.", { name: words })
        : tr("The check-in of {name} is undone.", { name: words });
    }
    return here
      ? trn("{count} checked in.", "{count} checked in.", ids.length)
      : trn("{count} check-in undone.", "{count} check-ins undone.", ids.length);
  }
  function newItemLine(item, message, pill, back) {
    const fresh = element("li", item.state, "");
    fresh.append(element("span", "", message), element("span", ...pill));
    if (item.state === "refused") {
      fresh.append(button(tr("Discard"), tr("Discard: {text}", { text: item.words }), () => outbox.remove(item.key)));
    }
    if (back.length) {
      const label = tr("Undo the check-in of {name}", { name: item.words });
      fresh.append(button(tr("Undo"), label, () => setPresence(back, false, item.words)));
    }
    return fresh;
  }
  function noteLine(one) {
    if (!made.has(one)) made.set(one, ["", newNoteLine(one)]);
    return made.get(one)[1];
  }
  function newNoteLine(one) {
    const made = element("li", one.refused ? "refused" : "", "");
    made.append(element("span", "", one.words));
    const away = () => {
      notes.splice(notes.indexOf(one), 1);
      tell();
    };
    if (one.typed) {
      made.append(button(tr("Edit"), tr("Edit: {text}", { text: one.typed }), () => {
        away();
        input.value = one.typed;
        input.focus();
        look();
      }));
    }
    if (one.back) {
      const label = tr("Undo the check-in of {name}", { name: one.back.words });
      made.append(button(tr("Undo"), label, () => {
        away();
        setPresence(one.back.ids, false, one.back.words);
      }));
    }
    made.append(button(tr("Discard"), tr("Discard: {text}", { text: one.words }), away));
    return made;
  }

  // ---------- start ----------
  if (line) {
    address = line.dataset.checkIn;
    let due = 0; // several changes in a row are shown once
    const changed = () => {
      due ||= setTimeout(() => {
        due = 0;
        settle();
      }, 50);
    };
    for (const type of ["change", "hint", "away", "back"]) outbox.addEventListener(type, changed);
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        state.step = Math.max(0, state.step + (event.key === "ArrowDown" ? 1 : -1));
        look();
        state.chosen?.scrollIntoView({ block: "nearest" });
      } else if (event.key === "Enter") {
        event.preventDefault();
        if (!event.repeat) enter(event.shiftKey);
      } else if (event.key === "Escape") {
        input.value = "";
        state.step = 0;
        look();
      }
    });
    document.getElementById("desk").addEventListener("submit", (event) => {
      const pressed = event.submitter;
      if (pressed?.matches("[data-presence]")) {
        const row = pressed.closest("[data-entry]");
        event.preventDefault();
        setPresence([Number(row.dataset.entry)], pressed.dataset.presence === "here", row.dataset.name);
      } else if (pressed?.matches("[data-check-in-all]")) {
        event.preventDefault();
        const listed = rows().filter((row) => !row.hidden && row.dataset.state === "not-here");
        if (listed.length) {
          setPresence(
            listed.map((row) => Number(row.dataset.entry)),
            true,
            listed.length > 1 ? trn("{count} entry", "{count} entries", listed.length) : listed[0].dataset.name,
          );
        }
      }
    });
    settle();
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) input.focus({ preventScroll: true });
  } else look();
  // The list scrolls separately, and keeps its position when the page is updated.
  let top = 0;
  document.addEventListener("scroll", (event) => {
    if (event.target.id === "rows") top = event.target.scrollTop;
  }, true);
  document.addEventListener("crosstable:swapped", () => {
    listed = null;
    pressFilter();
    if (line) settle();
    else look();
    const list = document.getElementById("rows");
    if (list) list.scrollTop = top;
  });
})();
