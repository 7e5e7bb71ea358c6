// An entry as a row of the list: the players, the result, its state, and its buttons.
import { line } from "./page.js";
import { isOfNow } from "./places.js";
import { keep, takeBack } from "./sending.js";
import { edit } from "./typing.js";

const PILLS = {
  waiting: ["info", tr("waiting")],
  sending: ["info", tr("sending")],
  saved: ["good", tr("saved")],
  same: ["good", tr("same result")],
  refused: ["bad", tr("rejected")],
  conflict: ["bad", tr("to decide")],
  differs: ["bad", tr("different result")],
  editing: ["off", tr("being edited")],
};
export let outdated = new Set(); // keys of entries that no longer count: a later one changed the same match
export function findOutdated(all) {
  const newest = new Map();
  const saved = all.filter((item) => item.state === "saved" && item.version);
  for (const { line: { match }, version } of saved) newest.set(match, Math.max(version, newest.get(match) ?? 0));
  outdated = new Set(saved.filter((item) => item.version < newest.get(item.line.match)).map((item) => item.key));
}
export const counts = (item) =>
  item.state === "saved" && !item.line.clear && !item.takenBack && !outdated.has(item.key);

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
  made.title = tr("{action} (key {key})", { action: hint ?? words, key });
  made.addEventListener("click", press);
  return made;
}

export const stateOf = (item) => item.state === "waiting" && outbox.sending.has(item.key) ? "sending" : item.state;
export const needsAPerson = (item) => ["refused", "conflict", "differs"].includes(item.state);

function names(item) {
  const [first, second] = item.names ?? ["", ""];
  if (!first) return [item.message];
  const made = {
    first: element(item.won === "first" ? "b" : "span", item.won === "first" ? "win" : "", first),
    second: element(item.won === "second" ? "b" : "span", item.won === "second" ? "win" : "", second),
  };
  // The sentence without values, split at its placeholders: every second part is the name of one.
  return tr("{first} v {second}").split(/\{(first|second)\}/)
    .map((part, n) => n % 2 ? made[part] : element("span", "faint", part));
}

export function row(item) {
  const state = stateOf(item);
  const [colour, words] = item.takenBack
    ? ["off", tr("undone")]
    : outdated.has(item.key)
    ? ["off", tr("replaced")]
    : PILLS[state];
  const about = element("span", "about", ...names(item));
  const told = item.names ? item.message : item.typed && tr("Typed: {text}", { text: item.typed });
  if (told) about.append(element("span", "small muted told", told));
  const score = item.line.clear ? tr("undone") : item.words || item.line.text;
  const made = element(
    "li",
    needsAPerson(item) ? "conflict" : Outbox.isDone(item) ? "" : "wait",
    element("span", "t", String(item.table)),
    about,
    element("span", "s", score),
    element("span", "acts", element("span", `pill ${colour}`, words), ...buttons(item)),
  );
  made.dataset.item = item.key;
  made.dataset.state = state;
  made.tabIndex = -1;
  return made;
}

function buttons(item) {
  if (item.state === "conflict" || item.state === "differs") {
    return [
      button(tr("Keep {result}", { result: item.theirs.words }), "K", () => done(item)),
      button(
        tr("Change to {result}", { result: item.words }),
        "C",
        () => decide(item),
        tr("Replace the stored result"),
      ),
    ];
  }
  const again = isOfNow(item) ? [button(tr("Edit"), "E", () => edit(item))] : [];
  if (item.state === "refused") {
    return [
      ...again,
      button(tr("Discard"), "D", () => done(item)),
      ...(item.url ? [link(item.url)] : []),
    ];
  }
  if (item.state === "waiting" && !outbox.sending.has(item.key)) {
    return [
      ...again,
      button(tr("Discard"), "D", () => done(item)),
    ];
  }
  if (counts(item) && item.undoable) return [button(tr("Undo"), "U", () => takeBack(item), tr("Undo this entry"))];
  return [];
}
function link(url) {
  const made = element("a", "btn small", tr("Open"));
  made.href = url;
  return made;
}
function done(item) {
  outbox.remove(item.key);
  line.focus({ preventScroll: true });
}
function decide(item) {
  const { compare: _compare, ...entry } = item.line;
  outbox.remove(item.key);
  keep({
    table: item.table,
    names: item.names,
    typed: item.typed,
    in: item.in,
    line: { ...entry, version: item.theirs.version },
  });
  line.focus({ preventScroll: true });
}
