// The rows of the boards accept results by key, and a card puts its match on the line.
import { compare, line, preview, typing } from "./page.js";
import { mine, places } from "./places.js";
import { about, keep } from "./sending.js";
import { hold, letGo, show } from "./typing.js";

// "f" or "u" pressed before the result: a forfeit, or a game that is not rated.
let mark = "";
const boards = () => [...document.querySelectorAll("tr[data-board]")];
export const firstRow = () => boards()[0];

function stand(row) {
  if (!row) return;
  for (const other of boards()) other.tabIndex = other === row ? 0 : -1;
  row.focus();
  row.scrollIntoView({ block: "nearest" });
}

// A row may replace the result it shows: it sends that version, or the key of the entry before.
function set(row, text) {
  const place = places().byMatch.get(Number(row.dataset.match));
  if (!place) return;
  const before = mine().filter((item) => item.line.match === place.match && ["waiting", "saved"].includes(item.state))
    .at(-1);
  const entry = {
    match: place.match,
    round: place.round,
    first: place.firstId,
    second: place.secondId,
    text,
    version: place.version,
  };
  if (compare.checked) entry.compare = true;
  keep({ line: entry, after: before?.key, ...about(place, text) });
  const rows = boards();
  stand(rows[rows.indexOf(row) + 1] ?? row);
}

export function markRows(all) {
  for (const row of document.querySelectorAll("[data-match].saving")) {
    row.classList.remove("saving");
    for (const pill of row.querySelectorAll(".pill[data-was]")) pill.textContent = pill.dataset.was;
  }
  // Until the page shows the saved result, its row does.
  const isAhead = (one) =>
    one.state === "saved" && !one.takenBack &&
    one.version > (places().byMatch.get(one.line.match)?.version ?? Infinity);
  for (const item of all.filter((one) => !one.line.clear && (one.state === "waiting" || isAhead(one))).reverse()) {
    const row = document.querySelector(`[data-match="${item.line.match}"]`);
    if (!row) continue;
    row.classList.add("saving");
    const pill = row.querySelector(".pill");
    if (!pill) continue;
    pill.dataset.was ??= pill.textContent;
    pill.textContent = item.state === "saved"
      ? tr("saved {result}", { result: item.words })
      : tr("saving {result}", { result: item.line.text });
  }
}

export function listenToTheBoards() {
  document.addEventListener("keydown", (press) => {
    const row = press.target.closest?.("tr[data-board]");
    if (!row || press.target !== row || press.ctrlKey || press.metaKey || press.altKey) return;
    const rows = boards();
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (press.key in moves) stand(rows[rows.indexOf(row) + moves[press.key]]);
    else if (press.key === "Home") stand(rows[0]);
    else if (press.key === "End") stand(rows.at(-1));
    else if (press.key.length === 1 && !usesSingleKeys()) return;
    else if (press.key.toLowerCase() === "f") {
      mark = "f";
      preview.textContent = tr("Forfeit: now press 1, 0 or = (neither player came).");
    } else if (press.key.toLowerCase() === "u" && row.querySelector("option[value$=U]")) {
      mark = "u";
      preview.textContent = tr("Not rated: now press 1, 0 or =.");
    } else if (["1", "0", "="].includes(press.key)) {
      if (!press.repeat) set(row, press.key + mark);
      mark = "";
    } else if (press.key === "Enter") row.querySelector("td a").click();
    else if (press.key === "Escape") {
      mark = "";
      line.focus();
    } else return;
    press.preventDefault();
  });

  document.addEventListener("click", (click) => {
    const row = click.target.closest?.("tr[data-board]");
    if (row && !click.target.closest("a, select, button, label")) stand(row);
    // A card's own button puts its match on the line; with a modifier, or without this script, it opens the page.
    const pin = click.target.closest?.("[data-pin]");
    const place = pin && places().byMatch.get(Number(pin.dataset.pin));
    if (!place || place.parts > 1 || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    letGo();
    hold({ place, scores: [] });
    typing.begun = places().round;
    show();
    line.focus();
  });

  document.addEventListener("change", (change) => {
    const form = change.target.closest?.("[data-board-form]");
    if (form && change.target.value) set(form.closest("tr"), change.target.value);
  });
}
