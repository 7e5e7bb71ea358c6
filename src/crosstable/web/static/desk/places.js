// Where a result can go: the matches of the page by number, and which of them is meant.
import { compare, event, typing } from "./page.js";

const known = {
  text: "",
  places: [],
  byMatch: new Map(),
  byTable: new Map(),
  fields: 1,
  round: null,
  example: "",
  forfeit: "",
};

// The page lists every match that takes a result; it is told anew with every swap around the desk.
export function places() {
  const text = document.getElementById("desk-places")?.textContent ?? "";
  if (text === known.text) return known;
  const told = text ? JSON.parse(text) : { places: [], fields: 1, round: null, example: "", forfeit: "" };
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
export function placeAt(table) {
  if (typing.editing?.table === table) return typing.editing.place;
  const here = places().byTable.get(table) ?? [];
  const wanted = (place) => (compare.checked ? place.agreed : !place.agreed) && !isTyped(place.match);
  return here.find(wanted) ?? here.findLast((place) => place.agreed || isTyped(place.match)) ?? here.at(-1);
}
const isTyped = (match) =>
  mine().some((item) =>
    item.line.match === match && item.state !== "refused" && item.state !== "editing" && !item.takenBack &&
    Boolean(item.line.compare) === compare.checked
  );

export const mine = () => outbox.items().filter((item) => item.line && item.event === event);
// What was typed in another round is not brought back: its number means another match now.
export const isOfNow = (item) =>
  item.in === places().round && (!item.line.match || places().byMatch.has(item.line.match));
