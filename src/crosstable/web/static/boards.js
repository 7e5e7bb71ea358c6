// Results by keyboard in the table of boards: arrows move, 1 0 = set the result, f before them means forfeit,
// Enter opens the board. Each is saved at once; without this every row has a Save button.
"use strict";
(() => {
  const CODES = { "1": "1-0", "0": "0-1", "=": "1/2-1/2" };
  const FORFEITS = { "1": "1-0F", "0": "0-1F", "=": "0-0F" };
  const WORDS = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "1-0F": "1–0 forfeit", "0-1F": "0–1 forfeit", "0-0F": "0–0 forfeit" };
  const waiting = []; // [board, result], sent one after the other: each answer brings the versions of the next
  let busy = false;
  let forfeit = false;

  const boards = () => [...document.querySelectorAll("tr[data-board]")];
  const board = (number) => document.getElementById(`b${number}`);

  function focus(row) {
    if (!row) return;
    for (const other of boards()) other.tabIndex = other === row ? 0 : -1;
    row.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  function mark(number, result) {
    const select = board(number)?.querySelector("select");
    if (!select) return;
    select.value = result;
    board(number).classList.add("saving");
    board(number).querySelector(".pill").textContent = `saving ${WORDS[result]}`;
  }

  async function send() {
    if (busy) return;
    busy = true;
    while (waiting.length) {
      const [number, result] = waiting.shift();
      const form = board(number)?.querySelector("[data-board-form]");
      if (!form) continue;
      const body = new FormData(form);
      body.set("result", result);
      try {
        const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" }, credentials: "same-origin" });
        if (answer.status === 200 || answer.status === 422) swap(await answer.text());
        else location.reload();
      } catch {
        say("The network is away: this result is not saved. Try again.");
      }
    }
    busy = false;
  }

  function say(text) {
    const line = document.querySelector("[data-preview]");
    if (line) line.textContent = text;
  }

  function swap(text) {
    const old = document.getElementById("live");
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("live");
    if (!fresh) return;
    const focused = document.activeElement?.id;
    old.replaceWith(document.adoptNode(fresh));
    window.htmx?.process(fresh);
    if (focused) {
      const again = document.getElementById(focused);
      if (again?.matches("tr[data-board]")) focus(again); else again?.focus();
    }
    for (const [number, result] of waiting) mark(number, result);
    document.dispatchEvent(new CustomEvent("crosstable:swapped", { detail: fresh }));
  }

  function set(row, result) {
    const number = row.dataset.table;
    waiting.push([number, result]);
    mark(number, result);
    const rows = boards();
    focus(rows[rows.indexOf(row) + 1] ?? row);
    send();
  }

  document.addEventListener("keydown", (event) => {
    const row = event.target.closest?.("tr[data-board]");
    if (!row || event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = boards();
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in moves) focus(rows[rows.indexOf(row) + moves[event.key]]);
    else if (event.key === "Home") focus(rows[0]);
    else if (event.key === "End") focus(rows.at(-1));
    else if (event.key.toLowerCase() === "f") { forfeit = true; say("Forfeit: now 1, 0 or = (nobody came)."); }
    else if (event.key in CODES) { set(row, (forfeit ? FORFEITS : CODES)[event.key]); forfeit = false; }
    else if (event.key === "Enter") row.querySelector("td a").click();
    else if (event.key === "Escape") { forfeit = false; document.getElementById("entry-table")?.focus(); }
    else return;
    event.preventDefault();
  });

  // From an empty quick-entry field the arrow goes down into the table.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || event.target.id !== "entry-table" || event.target.value) return;
    event.preventDefault();
    focus(boards()[0]);
  });

  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("tr[data-board]");
    if (row && !event.target.closest("a, select, button, label")) focus(row);
  });

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("[data-board-form]");
    if (form && event.target.value) set(form.closest("tr"), event.target.value);
  });
})();
