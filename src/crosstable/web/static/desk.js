// The desk: one line for every result, a list of what became of it, and the same by key in the rows of the boards.
// Typing never waits for the network, and no answer touches the line, the caret or the focus. The outbox does the rest.
// Everything works without this, one result at a time.
"use strict";
(() => {
  const desk = document.getElementById("desk");
  if (!desk || !outbox) return;
  const line = document.getElementById("entry-line");
  const held = desk.querySelector("[data-held]");
  const preview = desk.querySelector("[data-preview]");
  const list = desk.querySelector("[data-entries]");
  const said = desk.querySelector("[data-said]");
  const compare = document.getElementById("desk-compare");
  const more = desk.querySelector("[data-more]");
  const { event, desk: address, word } = desk.dataset;
  const Word = word[0].toUpperCase() + word.slice(1);
  const SHOWN = 8;
  const known = { text: "", places: [], byMatch: new Map(), byTable: new Map(), fields: 1, round: null };

  // ---------- where a result can go ----------
  // The page lists every match that takes a result; it is told anew with every swap around the desk.
  function places() {
    const text = document.getElementById("desk-places")?.textContent ?? "";
    if (text === known.text) return known;
    const told = text ? JSON.parse(text) : { places: [], fields: 1, round: null };
    Object.assign(known, { text, byMatch: new Map(), byTable: new Map() }, told);
    for (const place of told.places) {
      known.byMatch.set(place.match, place);
      if (!place.typed) continue;
      if (!known.byTable.has(place.table)) known.byTable.set(place.table, []);
      known.byTable.get(place.table).push(place);
    }
    return known;
  }

  // At a board that is used again and again the match meant is the next one without a result, of those not yet typed.
  // An entry that was brought back is for the match it was for, as long as its number is not changed.
  function placeAt(table) {
    if (editing?.table === table) return editing.place;
    const here = places().byTable.get(table) ?? [];
    const wanted = (place) => (compare.checked ? place.agreed : !place.agreed) && !isTyped(place.match);
    return here.find(wanted) ?? here.findLast((place) => place.agreed || isTyped(place.match)) ?? here.at(-1);
  }
  const isTyped = (match) => mine().some((item) => item.line.match === match && item.state !== "refused" && item.state !== "editing" && !item.takenBack && Boolean(item.line.compare) === compare.checked);

  const mine = () => outbox.items().filter((item) => item.line && item.event === event);
  // What was typed in another round is not brought back: its number means another match now.
  const isOfNow = (item) => item.in === places().round && (!item.line.match || places().byMatch.has(item.line.match));

  // ---------- what is typed ----------
  // `holding` is a place named with Enter (or by its card), and the scores typed for it so far: table, Enter, score, Enter,
  // score, Enter. `editing` is an entry brought back, with the place it was for. `begun` is the round the page showed when the line was begun.
  let holding = null, editing = null, begun = null;

  const tidy = (text) => text.trim().replace(/\s*([-–:])\s*/g, "$1").replace(/\s+/g, " ");
  // `fields` says how many numbers or words make one score; 0 where that differs from score to score (sets): the server judges.
  const numbers = (text) => tidy(text).split(places().fields === 2 ? /[ :–-]/ : /[ /]/).filter(Boolean);
  const isForfeit = (text) => /^[10=½]?f$/i.test(text);

  // One score: all of it, the beginning of it, or neither.
  function measure(text, place) {
    if (!text) return "nothing";
    if (place.parts > 1 || !places().fields || isForfeit(text)) return "whole";
    const count = numbers(text).length;
    return count === places().fields ? "whole" : count < places().fields ? "part" : "too much";
  }
  // A line of its own (table and score), typed while another table is still held: the table before was left without a score.
  function isOwnLine(text) {
    const [table, ...rest] = tidy(text).split(" ");
    return /^\d+$/.test(table) && rest.length > 0 && (isForfeit(rest.join(" ")) || numbers(text).length > places().fields);
  }

  // "1 0" while board 17 is held: the score of 17, or board 1?
  const isUnclear = (text) => places().fields === 1 && /^[10] [10]$/.test(text);

  function enter() {
    const text = tidy(line.value);
    line.value = "";
    if (!text && !holding) return;
    const now = places().round;
    if (begun !== null && begun !== now) {
      refuse(whole(text), `This was begun in ${begun}; the page is at ${now ?? "no round"} now. Nothing was saved.`);
      hold(null);
    } else if (holding && isUnclear(text)) {
      refuse(whole(text), `Is that ${word} ${text[0]}, or the score of ${word} ${holding.place.table}? Nothing was saved.`);
      hold(null);
    } else if (holding && !isOwnLine(text)) goOn(text);
    else {
      if (holding) refuse(whole(""), `The score of ${word} ${holding.place.table} is missing.`);
      begin(text);
    }
    if (!line.value) begun = null;
    show();
  }
  const whole = (text) => holding ? [holding.place.table, ...holding.scores, text].join(" ").trim() : text;

  function begin(text) {
    hold(null);
    const [table, ...rest] = text.split(" ");
    const place = /^\d{1,9}$/.test(table) ? placeAt(Number(table)) : null;
    if (!place) return refuse(text, noPlace(table));
    const score = rest.join(" ");
    const size = measure(score, place);
    if (size === "whole") take(place, score);
    else if (size === "nothing" && place.parts === 1) hold({ place, scores: [] });
    else refuse(text, size === "too much" ? `That is more than ${desk.dataset.grammar}.` : `The score is not complete. Type it as ${desk.dataset.grammar}.`);
    return undefined;
  }
  const noPlace = (table) => /^\d+$/.test(table) ? `There is no ${word} ${table} in this round.` : `Begin with the ${word}: ${desk.dataset.grammar}.`;

  function goOn(text) {
    const { place, scores } = holding;
    if (!text) return; // Enter on nothing: still held
    const score = tidy([...scores, text].join(" "));
    const size = measure(score, place);
    if (size === "part") return hold({ place, scores: [...scores, text] });
    const typed = whole(text);
    hold(null);
    if (size === "whole") take(place, score);
    else refuse(typed, `That is more than ${desk.dataset.grammar}.`);
  }

  function hold(what) {
    holding = what;
    held.hidden = !what;
    held.textContent = what ? [what.place.table, ...what.scores].join(" · ") : "";
  }

  // ---------- into the outbox ----------
  function take(place, text, extra = {}) {
    const before = replaced(place);
    const entry = { match: place.match, round: place.round, first: place.firstId, second: place.secondId, text, ...extra };
    if (compare.checked) entry.compare = true;
    keep({ line: entry, after: before, ...about(place, text) });
  }
  const about = (place, text) => ({ table: place.table, names: [place.first, place.second], typed: `${place.table} ${text}`, in: places().round });

  function keep(item) {
    try { outbox.add({ to: address, event, page: location.pathname, ...item }); }
    catch { preview.textContent = `Not kept: ${item.typed}. This browser has no room left; clear the list, then enter it again.`; }
  }

  // An entry that was brought back is replaced by the new one: where it had been sent, its result gives way.
  function replaced(place) {
    const { wasSent } = editing ?? {};
    const old = editing && outbox.get(editing.key);
    editing = null;
    if (!old) return undefined;
    if (!wasSent) { outbox.remove(old.key); return undefined; }
    if (old.line.match === place.match) return old.key;
    takeBack(old);
    return undefined;
  }

  function takeBack(item) {
    const { match, round, first, second } = item.line;
    outbox.change(item.key, { takenBack: true });
    keep({ after: item.key, line: { match, round, first, second, text: "", clear: true }, table: item.table, names: item.names, typed: String(item.table), in: item.in });
  }

  function refuse(typed, message) {
    if (!typed) return;
    keep({ state: "refused", message, typed, in: begun ?? places().round, table: typed.split(" ")[0].slice(0, 12), line: { match: 0, text: "" } });
  }

  // ---------- the line ----------
  desk.querySelector("form").addEventListener("submit", (submit) => {
    submit.preventDefault();
    enter();
  });

  line.addEventListener("keydown", (press) => {
    if (press.key === "Enter" && (press.repeat || press.isComposing)) press.preventDefault();
    else if (press.key === "Backspace" && !line.value) { press.preventDefault(); if (!press.repeat) bringBack(); }
    else if (press.key === "Escape") { press.preventDefault(); letGo(); }
    else if (press.key === "ArrowDown" && !line.value) { press.preventDefault(); goDown(); }
  });
  line.addEventListener("input", () => {
    if (!line.value) begun = null;
    else begun ??= places().round;
    show();
  });

  function bringBack() {
    if (holding) {
      const scores = [...holding.scores];
      line.value = scores.length ? scores.pop() : String(holding.place.table);
      hold(holding.scores.length ? { ...holding, scores } : null);
    } else {
      const last = mine().filter((item) => isOfNow(item) && item.state !== "editing" && !item.line.clear && !item.takenBack).at(-1);
      if (last) edit(last);
    }
    begun = places().round;
    show();
  }

  function edit(item) {
    letGo();
    const wasSent = item.state !== "waiting" || outbox.sending.has(item.key);
    const place = places().byMatch.get(item.line.match);
    if (place) editing = { key: item.key, wasSent, place, table: item.table };
    if (item.state === "refused" || item.state === "conflict") outbox.remove(item.key);
    else if (!wasSent) outbox.change(item.key, { state: "editing" });
    line.value = item.typed;
    begun = places().round;
    line.focus();
    line.setSelectionRange(line.value.length, line.value.length);
    show();
  }

  // Escape: the line is empty again, and an entry that was brought back goes where it would have gone.
  function letGo() {
    const old = editing && outbox.get(editing.key);
    if (old?.state === "editing") outbox.change(old.key, { state: "waiting" });
    editing = begun = null;
    line.value = "";
    hold(null);
    outbox.deliver();
    show();
  }

  function show() {
    const text = tidy(line.value);
    const [table, ...rest] = text.split(" ");
    const place = holding?.place ?? (/^\d{1,9}$/.test(table) ? placeAt(Number(table)) : null);
    const scores = holding ? numbers([...holding.scores, text].join(" ")) : numbers(rest.join(" "));
    const isWrong = Boolean(text) && !place && (!/^\d+$/.test(table) || !isBeginning(table) || rest.length > 0);
    preview.classList.toggle("bad-text", isWrong);
    preview.textContent = isWrong ? noPlace(table) : place ? spoken(place, scores) : "";
  }
  const isBeginning = (digits) => [...places().byTable.keys()].some((table) => String(table).startsWith(digits));
  function spoken(place, scores) {
    if (place.parts > 1 || (scores[0] && isForfeit(scores[0]))) return `${place.first} v ${place.second} ${scores.join(" ")}`;
    if (places().fields === 2) return `${place.first} ${scores[0] ?? "…"} – ${scores[1] ?? "…"} ${place.second}`;
    return `${place.first} v ${place.second} ${scores.join(" ") || "…"}`;
  }

  // ---------- the list ----------
  const PILLS = { waiting: ["info", "next"], sending: ["info", "sending"], saved: ["good", "saved"], same: ["good", "the same"], refused: ["bad", "refused"], conflict: ["bad", "to decide"], differs: ["bad", "differs"], editing: ["off", "being edited"] };
  let showAll = false;
  let outdated = new Set(); // keys of entries of which nothing stands any more: a later one changed the same match
  function findOutdated(all) {
    const newest = new Map();
    const saved = all.filter((item) => item.state === "saved" && item.version);
    for (const { line: { match }, version } of saved) newest.set(match, Math.max(version, newest.get(match) ?? 0));
    outdated = new Set(saved.filter((item) => item.version < newest.get(item.line.match)).map((item) => item.key));
  }
  const counts = (item) => item.state === "saved" && !item.line.clear && !item.takenBack && !outdated.has(item.key);

  const element = (name, classes, ...children) => {
    const made = document.createElement(name);
    if (classes) made.className = classes;
    made.append(...children);
    return made;
  };
  function button(words, key, press, hint) {
    const made = element("button", "btn small", words);
    made.type = "button";
    made.dataset.key = key;
    made.title = `${hint ?? words} (key ${key})`;
    made.addEventListener("click", press);
    return made;
  }

  const stateOf = (item) => item.state === "waiting" && outbox.sending.has(item.key) ? "sending" : item.state;
  const needsAPerson = (item) => ["refused", "conflict", "differs"].includes(item.state);

  function names(item) {
    const [first, second] = item.names ?? ["", ""];
    if (!first) return [item.message];
    return [element(item.won === "first" ? "b" : "span", item.won === "first" ? "win" : "", first), element("span", "faint", " v "), element(item.won === "second" ? "b" : "span", item.won === "second" ? "win" : "", second)];
  }

  function row(item) {
    const state = stateOf(item);
    const [colour, words] = item.takenBack ? ["off", "taken back"] : outdated.has(item.key) ? ["off", "replaced"] : PILLS[state];
    const about = element("span", "about", ...names(item));
    const told = item.names ? item.message : item.typed && `Typed: ${item.typed}`;
    if (told) about.append(element("span", "small muted told", told));
    const score = item.line.clear ? "taken back" : item.words || item.line.text;
    const made = element("li", needsAPerson(item) ? "conflict" : Outbox.isDone(item) ? "" : "wait", element("span", "t", String(item.table)), about, element("span", "s", score), element("span", "acts", element("span", `pill ${colour}`, words), ...buttons(item)));
    made.dataset.item = item.key;
    made.dataset.state = state;
    made.tabIndex = -1;
    return made;
  }

  function buttons(item) {
    if (item.state === "conflict" || item.state === "differs") return [button(`Keep ${item.theirs.words}`, "K", () => done(item)), button(`Change to ${item.words}`, "C", () => decide(item), "Replace what stands there")];
    const again = isOfNow(item) ? [button("Edit", "E", () => edit(item))] : [];
    if (item.state === "refused") return [...again, button("Discard", "D", () => done(item)), ...(item.url ? [link(item.url)] : [])];
    if (item.state === "waiting" && !outbox.sending.has(item.key)) return [...again, button("Discard", "D", () => done(item))];
    if (counts(item) && item.undoable) return [button("Undo", "U", () => takeBack(item), "Take this entry back")];
    return [];
  }
  function link(url) {
    const made = element("a", "btn small", "Open");
    made.href = url;
    return made;
  }
  function done(item) { outbox.remove(item.key); line.focus({ preventScroll: true }); }
  function decide(item) {
    const { compare: compared, ...entry } = item.line;
    outbox.remove(item.key);
    keep({ table: item.table, names: item.names, typed: item.typed, in: item.in, line: { ...entry, version: item.theirs.version } });
    line.focus({ preventScroll: true });
  }

  // Rows stay where they are unless they changed, so that whoever is at one with the keyboard keeps it.
  function draw() {
    const here = places().round;
    const all = mine().filter((item) => !Outbox.isDone(item) || item.in === here).reverse();
    const open = all.filter((item) => !Outbox.isDone(item));
    findOutdated(all);
    const shown = showAll ? all : all.filter((item, n) => n < SHOWN || !Outbox.isDone(item));
    const old = new Map([...list.children].map((node) => [node.dataset.item, node]));
    let place = list.firstElementChild;
    for (const item of shown) {
      const mark = JSON.stringify([item, stateOf(item), outdated.has(item.key), isOfNow(item)]);
      let node = old.get(item.key);
      old.delete(item.key);
      if (node?.dataset.mark !== mark) {
        const fresh = row(item);
        fresh.dataset.mark = mark;
        if (node) { if (place === node) place = fresh; swapRow(node, fresh); } else list.insertBefore(fresh, place);
        node = fresh;
      }
      if (node === place) place = place.nextElementSibling;
      else list.insertBefore(node, place);
    }
    for (const node of old.values()) node.remove();
    count(all, open);
    more.hidden = !showAll && shown.length === all.length;
    more.querySelector("[data-all]").textContent = showAll ? "Show fewer" : `Show all ${all.length}`;
    markRows(all);
    unhide(all);
  }
  function swapRow(node, fresh) {
    const had = node.contains(document.activeElement);
    node.replaceWith(fresh);
    if (had) fresh.focus({ preventScroll: true });
  }

  function count(all, open) {
    const tell = (name, number, words) => {
      const pill = desk.querySelector(`[data-count="${name}"]`);
      pill.hidden = !number;
      pill.textContent = words;
    };
    const saved = all.filter(counts).length;
    const waits = open.filter((item) => item.state === "waiting").length;
    tell("saved", saved, `saved ${saved}`);
    tell("waiting", waits, outbox.hint === "login" ? `${waits} wait: log in` : outbox.isAway ? `${waits} wait: no connection` : `sending ${waits}`);
    const decide = open.filter(needsAPerson).length;
    tell("decide", decide, `${decide} to decide`);
    const same = all.filter((item) => item.state === "same").length;
    tell("same", same, `${same} compared, the same`);
    const hint = desk.querySelector("[data-login]");
    hint.hidden = !(waits && outbox.hint);
    hint.querySelector("span").textContent = outbox.hint === "other" ? "Somebody else is logged in here. What you typed is kept for you." : "You are logged out. What you typed is kept, and sent once you are back.";
  }

  // Without a round there is nothing to type; but what was typed and is not settled stays in sight.
  function unhide(all) {
    desk.hidden = !places().places.length && !all.some((item) => !Outbox.isDone(item));
    desk.querySelector("[data-round]").textContent = places().round ? `· ${places().round}` : "";
  }

  more.querySelector("[data-all]").addEventListener("click", () => { showAll = !showAll; draw(); });
  more.querySelector("[data-clear]").addEventListener("click", () => {
    for (const item of mine()) if (Outbox.isDone(item)) outbox.remove(item.key);
    showAll = false;
    draw();
  });

  // ---------- keys in the list ----------
  list.addEventListener("keydown", (press) => {
    const node = press.target.closest("li");
    if (!node || press.ctrlKey || press.metaKey || press.altKey) return;
    if (press.key === "ArrowDown") (node.nextElementSibling ?? firstRow())?.focus();
    else if (press.key === "ArrowUp") (node.previousElementSibling ?? line).focus();
    else if (press.key === "Escape") line.focus();
    else {
      const wanted = press.key === "Delete" ? "D" : press.key.toUpperCase();
      const found = node.querySelector(`button[data-key="${CSS.escape(wanted)}"]`);
      if (!found || press.repeat) return;
      found.click();
    }
    press.preventDefault();
  });

  // From the empty line down: to what needs a decision, else into the table of boards, else into the list.
  function goDown() {
    const urgent = [...list.children].find((node) => ["refused", "conflict", "differs"].includes(node.dataset.state));
    (urgent ?? firstRow() ?? list.firstElementChild)?.focus();
  }

  // ---------- compare instead of storing ----------
  const SWITCH = `crosstable.compare.${event}`;
  compare.checked = sessionStorage.getItem(SWITCH) === "1";
  function turn() {
    sessionStorage.setItem(SWITCH, compare.checked ? "1" : "0");
    desk.classList.toggle("comparing", compare.checked);
    desk.querySelector("[data-comparing]").hidden = !compare.checked;
    show();
  }
  compare.addEventListener("change", turn);
  document.addEventListener("keydown", (press) => {
    if (!press.altKey || press.ctrlKey || press.metaKey || press.code !== "KeyC") return;
    press.preventDefault();
    compare.checked = !compare.checked;
    turn();
  });

  // ---------- the rows of the boards, and the cards ----------
  let forfeit = false;
  const boards = () => [...document.querySelectorAll("tr[data-board]")];
  const firstRow = () => boards()[0];

  function stand(tr) {
    if (!tr) return;
    for (const other of boards()) other.tabIndex = other === tr ? 0 : -1;
    tr.focus();
    tr.scrollIntoView({ block: "nearest" });
  }

  // A row may replace what it shows: it says which version that is, or which entry came before.
  function set(tr, text) {
    const place = places().byMatch.get(Number(tr.dataset.match));
    if (!place) return;
    const before = mine().filter((item) => item.line.match === place.match && ["waiting", "saved"].includes(item.state)).at(-1);
    const entry = { match: place.match, round: place.round, first: place.firstId, second: place.secondId, text, version: place.version };
    if (compare.checked) entry.compare = true;
    keep({ line: entry, after: before?.key, ...about(place, text) });
    const rows = boards();
    stand(rows[rows.indexOf(tr) + 1] ?? tr);
  }

  function markRows(all) {
    for (const tr of document.querySelectorAll("[data-match].saving")) {
      tr.classList.remove("saving");
      for (const pill of tr.querySelectorAll(".pill[data-was]")) pill.textContent = pill.dataset.was;
    }
    // Until the page shows what was saved, its row says so.
    const isAhead = (one) => one.state === "saved" && !one.takenBack && one.version > (places().byMatch.get(one.line.match)?.version ?? Infinity);
    for (const item of all.filter((one) => !one.line.clear && (one.state === "waiting" || isAhead(one))).reverse()) {
      const tr = document.querySelector(`[data-match="${item.line.match}"]`);
      if (!tr) continue;
      tr.classList.add("saving");
      const pill = tr.querySelector(".pill");
      if (!pill) continue;
      pill.dataset.was ??= pill.textContent;
      pill.textContent = item.state === "saved" ? `saved ${item.words}` : `saving ${item.line.text}`;
    }
  }

  document.addEventListener("keydown", (press) => {
    const tr = press.target.closest?.("tr[data-board]");
    if (!tr || press.target !== tr || press.ctrlKey || press.metaKey || press.altKey) return;
    const rows = boards();
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (press.key in moves) stand(rows[rows.indexOf(tr) + moves[press.key]]);
    else if (press.key === "Home") stand(rows[0]);
    else if (press.key === "End") stand(rows.at(-1));
    else if (press.key.toLowerCase() === "f") { forfeit = true; preview.textContent = "Forfeit: now 1, 0 or = (nobody came)."; }
    else if (["1", "0", "="].includes(press.key)) { if (!press.repeat) set(tr, press.key + (forfeit ? "f" : "")); forfeit = false; }
    else if (press.key === "Enter") tr.querySelector("td a").click();
    else if (press.key === "Escape") { forfeit = false; line.focus(); }
    else return;
    press.preventDefault();
  });

  document.addEventListener("click", (click) => {
    const tr = click.target.closest?.("tr[data-board]");
    if (tr && !click.target.closest("a, select, button, label")) stand(tr);
    // A card's own button puts its match on the line; with a modifier, or without this script, it opens the page.
    const pin = click.target.closest?.("[data-pin]");
    const place = pin && places().byMatch.get(Number(pin.dataset.pin));
    if (!place || place.parts > 1 || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    letGo();
    hold({ place, scores: [] });
    begun = places().round;
    show();
    line.focus();
  });

  document.addEventListener("change", (change) => {
    const form = change.target.closest?.("[data-board-form]");
    if (form && change.target.value) set(form.closest("tr"), change.target.value);
  });

  // ---------- following ----------
  let due = false; // several changes in one go are drawn once
  function follow() {
    if (due) return;
    due = true;
    queueMicrotask(() => { due = false; draw(); show(); });
  }
  for (const type of ["change", "hint", "away", "back"]) outbox.addEventListener(type, follow);
  outbox.addEventListener("answer", ({ detail: item }) => {
    if (item.event !== event) return;
    const [first, second] = item.names ?? [];
    said.textContent = item.state === "saved" ? `Saved: ${Word} ${item.table}, ${first} ${item.words} ${second}` : item.message ?? "";
  });
  document.addEventListener("crosstable:swapped", follow);
  // What was on the line when the page went away was not stored: it is shown with its text, not sent.
  for (const item of mine()) if (item.state === "editing") outbox.change(item.key, { state: "refused", message: "This was being edited when the page was left. Nothing was saved." });
  desk.dataset.ready = "";
  compare.disabled = false;
  turn();
  follow();
  // Only where there is a keyboard: on a phone the next step comes first.
  if (matchMedia("(hover: hover) and (pointer: fine)").matches && !desk.hidden && !location.hash) line.focus({ preventScroll: true });
})();
