// The matches a result can be for: those of the page by number, and which of them is meant.
import { compare, event, typing } from "./page.js";

const known = {
  text: "",
  places: [],
  byMatch: new Map(),
  byTable: new Map(),
  isHeld: false,
  fields: 1,
  round: null,
  example: "",
  forfeit: "",
};

// The page lists every match that accepts a result, again with every swap around the desk. A board's number means the
// match its card shows. While entries of this desk wait to be stored, the server proposes matches without knowing them:
// until they are stored, the numbers keep the order they had, so that typing ahead goes to the matches it is meant for.
export function places() {
  const text = document.getElementById("desk-places")?.textContent ?? "";
  if (text === known.text && !(known.isHeld && !isAnyWaiting())) return known;
  const told = text ? JSON.parse(text) : { places: [], fields: 1, round: null, example: "", forfeit: "" };
  const before = known.byTable;
  known.isHeld = before.size > 0 && told.round === known.round && isAnyWaiting();
  Object.assign(known, { text, byMatch: new Map(), byTable: new Map() }, told);
  for (const place of told.places) known.byMatch.set(place.match, place);
  const numbers = known.isHeld ? orderBefore(before) : new Map();
  for (const place of told.places) {
    if (place.typed && !numbers.has(place.match)) numbers.set(place.match, place.table);
  }
  for (const [match, table] of numbers) {
    if (!known.byTable.has(table)) known.byTable.set(table, []);
    known.byTable.get(table).push({ ...known.byMatch.get(match), table });
  }
  return known;
}
const isAnyWaiting = () => mine().some((item) => item.state === "waiting");
// The number of each match that is still listed, in the order of the page before.
function orderBefore(byTable) {
  const numbers = new Map();
  for (const [table, listed] of byTable) {
    for (const { match } of listed) if (known.byMatch.has(match)) numbers.set(match, table);
  }
  return numbers;
}

// At a board with several matches, the next one without a result or an entry is meant.
// An entry brought back for editing keeps its match as long as its number is not changed.
export function placeAt(table) {
  if (typing.editing?.table === table) return typing.editing.place;
  const here = places().byTable.get(table) ?? [];
  const wanted = (place) => isConfirmed(place) === compare.checked && !isTyped(place.match);
  return here.find(wanted) ?? here.findLast((place) => isConfirmed(place) || isTyped(place.match)) ?? here.at(-1);
}
export const isConfirmed = (place) => place.agreed; // words: allow agreed (the name in the API)
const isTyped = (match) =>
  mine().some((item) =>
    item.line.match === match && item.state !== "refused" && item.state !== "editing" && !item.takenBack &&
    Boolean(item.line.compare) === compare.checked
  );

export const mine = () => outbox.items().filter((item) => item.line && item.event === event);
// An entry of another round is not brought back: its number means another match now.
export const isOfNow = (item) =>
  item.in === places().round && (!item.line.match || places().byMatch.has(item.line.match));
