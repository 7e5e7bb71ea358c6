// The list of entries and their outcomes, newest first, and its keys.
import { desk, line, list, more } from "./page.js";
import { isConfirmed, isOfNow, mine, places } from "./places.js";
import { counts, findOutdated, needsAPerson, outdated, row, stateOf } from "./entries.js";
import { firstRow, markRows } from "./boards.js";

const SHOWN = 8;
let showAll = false;
let hadFocus = false; // the line, when it was hidden

// Rows that did not change stay in place, so keyboard focus is not lost.
export function draw() {
  dropSettled();
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
      if (node) {
        if (place === node) place = fresh;
        swapRow(node, fresh);
      } else list.insertBefore(fresh, place);
      node = fresh;
    }
    if (node === place) place = place.nextElementSibling;
    else list.insertBefore(node, place);
  }
  for (const node of old.values()) node.remove();
  count(all, open);
  more.hidden = !showAll && shown.length === all.length;
  more.querySelector("[data-all]").textContent = showAll
    ? tr("Show fewer")
    : tr("Show all {count}", { count: all.length });
  markRows(all);
  unhide(all);
}
// A refused line is removed once its match has a result that came after the refusal.
function dropSettled() {
  const saved = new Set(mine().filter(counts).map((item) => item.line.match));
  for (const item of mine().filter((one) => one.state === "refused")) {
    const place = places().byMatch.get(item.line.match || item.about);
    if (!place) continue;
    if (!isConfirmed(place) && !saved.has(place.match)) {
      if (!item.wasOpen) outbox.change(item.key, { wasOpen: true });
    } else if (item.wasOpen) outbox.remove(item.key);
  }
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
  tell("saved", saved, tr("saved {count}", { count: saved }));
  tell(
    "waiting",
    waits,
    outbox.hint === "login"
      ? tr("waiting {count}: log in to send", { count: waits })
      : outbox.isAway
      ? tr("waiting {count}: no connection", { count: waits })
      : tr("sending {count}", { count: waits }),
  );
  const decide = open.filter(needsAPerson).length;
  tell("decide", decide, tr("to decide {count}", { count: decide }));
  const same = all.filter((item) => item.state === "same").length;
  tell("same", same, tr("same result {count}", { count: same }));
  const hint = desk.querySelector("[data-login]");
  hint.hidden = !(waits && outbox.hint);
  hint.querySelector("span").textContent = outbox.hint === "other"
    ? tr("Another user is logged in on this browser. Your entries are stored for you.")
    : tr("You are logged out. Your entries are stored, and sent when you log in again.");
}

// Without a round there is nothing to type, but open entries stay visible.
function unhide(all) {
  const isHidden = !places().places.length && !all.some((item) => !Outbox.isDone(item));
  if (isHidden && !desk.hidden) hadFocus = document.activeElement === line;
  const isBack = desk.hidden && !isHidden;
  desk.hidden = isHidden;
  // The next round has started: the user continues to type where they stopped.
  if (isBack && hadFocus && document.activeElement === document.body) line.focus({ preventScroll: true });
  desk.querySelector("[data-round]").textContent = places().round ? `· ${places().round}` : "";
  for (const name of ["example", "forfeit"]) {
    const shown = desk.querySelector(`[data-${name}]`);
    if (shown) shown.textContent = places()[name];
  }
}

export function listenToTheList() {
  more.querySelector("[data-all]").addEventListener("click", () => {
    showAll = !showAll;
    draw();
  });
  more.querySelector("[data-clear]").addEventListener("click", () => {
    for (const item of mine()) if (Outbox.isDone(item)) outbox.remove(item.key);
    showAll = false;
    draw();
  });
  list.addEventListener("keydown", (press) => {
    const node = press.target.closest("li");
    if (!node || press.ctrlKey || press.metaKey || press.altKey) return;
    if (press.key === "ArrowDown") (node.nextElementSibling ?? firstRow())?.focus();
    else if (press.key === "ArrowUp") (node.previousElementSibling ?? line).focus();
    else if (press.key === "Escape") line.focus();
    else {
      if (!usesSingleKeys() && press.key !== "Delete") return;
      const wanted = press.key === "Delete" ? "D" : press.key.toUpperCase();
      const found = node.querySelector(`button[data-key="${CSS.escape(wanted)}"]`);
      if (!found || press.repeat) return;
      found.click();
    }
    press.preventDefault();
  });
}

// From the empty line, the down arrow goes to what needs a decision, else to the table of boards, else to the list.
export function goDown() {
  const urgent = [...list.children].find((node) => ["refused", "conflict", "differs"].includes(node.dataset.state));
  (urgent ?? firstRow() ?? list.firstElementChild)?.focus();
}
