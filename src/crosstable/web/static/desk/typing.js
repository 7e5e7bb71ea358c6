// The entry line: what Enter, Backspace, Escape and every letter do.
import { desk, gameWords, held, line, preview, typing } from "./page.js";
import { isOfNow, mine, placeAt, places } from "./places.js";
import { isForfeit, isOwnLine, isUnclear, measure, noPlace, numbers, tidy } from "./reading.js";
import { refuse, take } from "./sending.js";
import { goDown } from "./list.js";

export function listenToTheLine() {
  desk.querySelector("form").addEventListener("submit", (submit) => {
    submit.preventDefault();
    enter();
  });

  line.addEventListener("keydown", (press) => {
    if (press.key === "Enter" && (press.repeat || press.isComposing)) press.preventDefault();
    else if (press.key === "Backspace" && !line.value) {
      press.preventDefault();
      if (!press.repeat) bringBack();
    } else if (press.key === "Escape") {
      press.preventDefault();
      letGo();
    } else if (press.key === "ArrowDown" && !line.value) {
      press.preventDefault();
      goDown();
    } else if (press.key === "ArrowUp" && !line.value) {
      press.preventDefault();
      document.getElementById("next-action")?.focus();
    }
  });
  line.addEventListener("input", () => {
    if (!line.value) typing.begun = null;
    else typing.begun ??= places().round;
    show();
  });
}

function enter() {
  const text = tidy(line.value);
  line.value = "";
  if (!text && !typing.holding) return;
  const now = places().round;
  if (typing.begun !== null && typing.begun !== now) {
    refuse(
      whole(text),
      now
        ? tr("You started this line in {before}, but the page shows {now}. Nothing was saved.", {
          before: typing.begun,
          now,
        })
        : tr("You started this line in {before}, but no round is in progress now. Nothing was saved.", {
          before: typing.begun,
        }),
    );
    hold(null);
  } else if (typing.holding && isUnclear(text)) {
    refuse(
      whole(text),
      tr("Is this {Table} {other}, or the score of {Table} {number}? Nothing was saved.", {
        ...gameWords,
        other: text[0],
        number: typing.holding.place.table,
      }),
    );
    hold(null);
  } else if (typing.holding && !isOwnLine(text)) goOn(text);
  else {
    if (typing.holding) {
      const number = typing.holding.place.table;
      refuse(whole(""), tr("{Table} {number}: the score is missing.", { ...gameWords, number }));
    }
    begin(text);
  }
  if (!line.value) typing.begun = null;
  show();
}
const whole = (text) =>
  typing.holding ? [typing.holding.place.table, ...typing.holding.scores, text].join(" ").trim() : text;

function begin(text) {
  hold(null);
  const [table, ...rest] = text.split(" ");
  const place = /^\d{1,9}$/.test(table) ? placeAt(Number(table)) : null;
  if (!place) return refuse(text, noPlace(table));
  const score = rest.join(" ");
  const size = measure(score, place);
  if (size === "whole") take(place, score);
  else if (size === "nothing" && place.parts === 1) hold({ place, scores: [] });
  else {refuse(
      text,
      size === "too much"
        ? tooLong()
        : tr("The score is not complete. Type it like this: {example}", { example: places().example }),
    );}
  return undefined;
}

const tooLong = () => tr("The score is too long. Type it like this: {example}", { example: places().example });

function goOn(text) {
  const { place, scores } = typing.holding;
  if (!text) return; // Enter on an empty line: still held
  const score = tidy([...scores, text].join(" "));
  const size = measure(score, place);
  if (size === "part") return hold({ place, scores: [...scores, text] });
  const typed = whole(text);
  hold(null);
  if (size === "whole") take(place, score);
  else refuse(typed, tooLong());
}

export function hold(what) {
  typing.holding = what;
  held.hidden = !what;
  held.textContent = what ? [what.place.table, ...what.scores].join(" · ") : "";
}

function bringBack() {
  if (typing.holding) {
    const scores = [...typing.holding.scores];
    line.value = scores.length ? scores.pop() : String(typing.holding.place.table);
    hold(typing.holding.scores.length ? { ...typing.holding, scores } : null);
  } else {
    const last = mine().filter((item) =>
      isOfNow(item) && item.state !== "editing" && !item.line.clear && !item.takenBack
    ).at(-1);
    if (last) edit(last);
  }
  typing.begun = places().round;
  show();
}

export function edit(item) {
  letGo();
  const wasSent = item.state !== "waiting" || outbox.sending.has(item.key);
  const place = places().byMatch.get(item.line.match);
  if (place) typing.editing = { key: item.key, wasSent, place, table: item.table };
  if (item.state === "refused" || item.state === "conflict") outbox.remove(item.key);
  else if (!wasSent) outbox.change(item.key, { state: "editing" });
  line.value = item.typed;
  typing.begun = places().round;
  line.focus();
  line.setSelectionRange(line.value.length, line.value.length);
  show();
}

// Escape clears the line, and an entry brought back for editing is sent as it was.
export function letGo() {
  const old = typing.editing && outbox.get(typing.editing.key);
  if (old?.state === "editing") outbox.change(old.key, { state: "waiting" });
  typing.editing = typing.begun = null;
  line.value = "";
  hold(null);
  outbox.deliver();
  show();
}

export function show() {
  const text = tidy(line.value);
  const [table, ...rest] = text.split(" ");
  const place = typing.holding?.place ?? (/^\d{1,9}$/.test(table) ? placeAt(Number(table)) : null);
  const scores = typing.holding ? numbers([...typing.holding.scores, text].join(" ")) : numbers(rest.join(" "));
  const isWrong = Boolean(text) && !place && (!/^\d+$/.test(table) || !isBeginning(table) || rest.length > 0);
  preview.classList.toggle("bad-text", isWrong);
  preview.textContent = isWrong ? noPlace(table) : place ? spoken(place, scores) : "";
}
const isBeginning = (digits) => [...places().byTable.keys()].some((table) => String(table).startsWith(digits));
function spoken(place, scores) {
  const names = tr("{first} v {second}", { first: place.first, second: place.second });
  if (place.parts > 1 || (scores[0] && isForfeit(scores[0]))) return `${names} ${scores.join(" ")}`;
  if (places().fields === 2) return `${place.first} ${scores[0] ?? "…"} – ${scores[1] ?? "…"} ${place.second}`;
  return `${names} ${scores.join(" ") || "…"}`;
}
