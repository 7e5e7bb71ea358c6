// The desk: one line for every result, a list of the outcomes, and the same by key in the rows of the boards.
// Typing never waits for the network, and no answer touches the line, the caret or the focus. The outbox does the rest.
// Everything works without this, one result at a time. The parts are in the folder desk/.
import { listenToTheBoards } from "./desk/boards.js";
import { draw, listenToTheList } from "./desk/list.js";
import { announced, compare, desk, event, gameWords, line } from "./desk/page.js";
import { mine } from "./desk/places.js";
import { listenToTheLine, show } from "./desk/typing.js";

// ---------- compare instead of storing ----------
const SWITCH = `crosstable.compare.${event}`;
function switchComparing() {
  sessionStorage.setItem(SWITCH, compare.checked ? "1" : "0");
  desk.classList.toggle("comparing", compare.checked);
  desk.querySelector("[data-comparing]").hidden = !compare.checked;
  show();
}
function listenToTheSwitch() {
  compare.checked = sessionStorage.getItem(SWITCH) === "1";
  compare.addEventListener("change", switchComparing);
  document.addEventListener("keydown", (press) => {
    if (!press.altKey || press.ctrlKey || press.metaKey || press.code !== "KeyC") return;
    press.preventDefault();
    compare.checked = !compare.checked;
    switchComparing();
  });
}

// ---------- following ----------
let due = false; // several changes in a row are drawn once
function follow() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw();
    show();
  });
}
function start() {
  listenToTheLine();
  listenToTheList();
  listenToTheBoards();
  listenToTheSwitch();
  for (const type of ["change", "hint", "away", "back"]) outbox.addEventListener(type, follow);
  outbox.addEventListener("answer", ({ detail: item }) => {
    if (item.event !== event) return;
    const [first, second] = item.names ?? [];
    announced.textContent = item.state === "saved"
      ? tr("Saved: {Table} {number}, {first} {result} {second}", {
        ...gameWords,
        number: item.table,
        first,
        result: item.words,
        second,
      })
      : item.message ?? "";
  });
  document.addEventListener("crosstable:swapped", follow);
  // A line still typed when the page was left was not stored: it is shown with its text, not sent.
  for (const item of mine()) {
    if (item.state === "editing") {
      outbox.change(item.key, {
        state: "refused",
        message: tr("You were editing this entry when you left the page. Nothing was saved."),
      });
    }
  }
  desk.dataset.ready = "";
  compare.disabled = false;
  switchComparing();
  follow();
  // Only with a keyboard: on a phone the next step comes first.
  if (matchMedia("(hover: hover) and (pointer: fine)").matches && !desk.hidden && !location.hash) {
    line.focus({ preventScroll: true });
  }
}

if (outbox) start();
