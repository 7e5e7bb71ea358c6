// The elements of the desk on the page, and the state of the line: shared by the scripts of this folder.

export const desk = document.getElementById("desk");
export const line = document.getElementById("entry-line");
export const held = desk.querySelector("[data-held]");
export const preview = desk.querySelector("[data-preview]");
export const list = desk.querySelector("[data-entries]");
export const announced = desk.querySelector("[data-announced]");
export const compare = document.getElementById("desk-compare");
export const more = desk.querySelector("[data-more]");
export const { event, desk: address } = desk.dataset;
// The values of {Table} and {table} in sentences.
export const gameWords = { Table: desk.dataset.title, table: desk.dataset.word };

// `holding` is a place named with Enter (or by its card), and the scores typed for it so far: table, Enter, score, Enter,
// score, Enter. `editing` is an entry brought back for editing, with its place. `begun` is the round the page showed when
// the line was started.
export const typing = { holding: null, editing: null, begun: null };
