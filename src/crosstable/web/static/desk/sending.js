// From the line into the outbox, which stores the entry until the server has answered.
import { address, compare, event, preview, typing } from "./page.js";
import { placeAt, places } from "./places.js";

export function take(place, text, extra = {}) {
  const before = replaced(place);
  const entry = {
    match: place.match,
    round: place.round,
    first: place.firstId,
    second: place.secondId,
    text,
    ...extra,
  };
  if (compare.checked) entry.compare = true;
  keep({ line: entry, after: before, ...about(place, text) });
}
export const about = (place, text) => ({
  table: place.table,
  names: [place.first, place.second],
  typed: `${place.table} ${text}`,
  in: places().round,
});

export function keep(item) {
  try {
    outbox.add({ to: address, event, page: location.pathname, ...item });
  } catch {
    preview.textContent = tr(
      "Not stored: {text}. The browser’s storage is full. Select “Hide saved entries”, then enter it again.",
      { text: item.typed },
    );
  }
}

// The new entry replaces the one brought back for editing; if that was sent, its result is replaced, too.
function replaced(place) {
  const { wasSent } = typing.editing ?? {};
  const old = typing.editing && outbox.get(typing.editing.key);
  typing.editing = null;
  if (!old) return undefined;
  if (!wasSent) {
    outbox.remove(old.key);
    return undefined;
  }
  if (old.line.match === place.match) return old.key;
  takeBack(old);
  return undefined;
}

export function takeBack(item) {
  const { match, round, first, second } = item.line;
  outbox.change(item.key, { takenBack: true });
  keep({
    after: item.key,
    line: { match, round, first, second, text: "", clear: true },
    table: item.table,
    names: item.names,
    typed: String(item.table),
    in: item.in,
  });
}

// `about` is the match the line was meant for, if its table is known: the line is removed once that match has a result.
export function refuse(typed, message) {
  if (!typed) return;
  const table = typed.split(" ")[0].slice(0, 12);
  const about = /^\d{1,9}$/.test(table) ? placeAt(Number(table))?.match : undefined;
  keep({
    state: "refused",
    message,
    typed,
    in: typing.begun ?? places().round,
    table,
    about,
    line: { match: 0, text: "" },
  });
}
