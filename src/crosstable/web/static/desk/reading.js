// Parsing of a line: a score, the beginning of one, or a complete line.
import { gameWords } from "./page.js";
import { places } from "./places.js";

export const tidy = (text) => text.trim().replace(/\s*([-–:])\s*/g, "$1").replace(/\s+/g, " ");
// `fields` is how many numbers or words make one score; 0 if that varies (sets) and the server decides.
// If one word is the whole score, 1/2 is a draw; otherwise a slash may separate two numbers.
export const numbers = (text) =>
  tidy(text).split(places().fields === 2 ? /[ :–-]/ : places().fields === 1 ? " " : /[ /]/).filter(Boolean);
export const isForfeit = (text) => /^[10=½]?f$/i.test(text);

// One score: complete, the beginning of one, or neither.
export function measure(text, place) {
  if (!text) return "nothing";
  if (place.parts > 1 || !places().fields || isForfeit(text)) return "whole";
  const count = numbers(text).length;
  return count === places().fields ? "whole" : count < places().fields ? "part" : "too much";
}
// A complete line (table and score) typed while another table is held: that table was left without a score.
export function isOwnLine(text) {
  const [table, ...rest] = tidy(text).split(" ");
  return /^\d+$/.test(table) && rest.length > 0 &&
    (isForfeit(rest.join(" ")) || numbers(text).length > places().fields);
}

// "1 0" while board 17 is held: the score of 17, or board 1?
export const isUnclear = (text) => places().fields === 1 && /^[10] [10]$/.test(text);

export const noPlace = (table) =>
  /^\d+$/.test(table)
    ? tr("There is no {table} {number} in this round.", { ...gameWords, number: table })
    : tr("Start with the number of the {table}, for example {example}.", { ...gameWords, example: places().example });
