// At the desk: the quick entry names the players while the table number is typed and Enter walks through the fields.
// On the phone: the consequence of a score is said before it is sent. Everything works without this.
"use strict";

function row(table) {
  return document.querySelector(`[data-table="${CSS.escape(table.trim())}"]`);
}

function preview(form) {
  if (form.dataset.quickEntry === "result") return previewResult(form);
  const [table, first, second] = ["table", "first_vp", "second_vp"].map((name) => form.elements[name].value.trim());
  const found = table && row(table);
  const line = form.querySelector("[data-preview]");
  if (!table) return;
  line.textContent = found
    ? `${found.dataset.first} ${first || "…"} – ${second || "…"} ${found.dataset.second}`
    : `There is no table ${table} in this round.`;
}

const RESULTS = { "1": "1–0", "0": "0–1", "=": "½–½", "1f": "1–0 forfeit", "0f": "0–1 forfeit", "=f": "0–0 forfeit" };

function previewResult(form) {
  const [table, result] = ["table", "result"].map((name) => form.elements[name].value.trim());
  const found = table && row(table);
  if (!table) return;
  form.querySelector("[data-preview]").textContent = found
    ? `${found.dataset.first} ${RESULTS[result.toLowerCase()] ?? "…"} ${found.dataset.second}`
    : `There is no board ${table} in this round.`;
}

document.addEventListener("input", (event) => {
  const entry = event.target.closest("[data-quick-entry]");
  if (entry) preview(entry);
  const report = event.target.closest("[data-report]");
  if (report) consequence(report);
});

// Enter in the table or first score field goes on to the next field instead of sending half an entry.
document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("[data-quick-entry]");
  if (!form || event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  const empty = [...form.querySelectorAll("input:not([type=hidden])")].find((input) => !input.value.trim());
  if (empty) {
    event.preventDefault();
    empty.focus();
  }
});

function consequence(form) {
  const [mine, theirs] = ["mine", "theirs"].map((name) => form.elements[name].value.trim());
  const line = form.querySelector("[data-consequence]");
  const button = form.querySelector("[data-report-button]");
  const known = /^\d+$/.test(mine) && /^\d+$/.test(theirs);
  line.hidden = !known;
  button.textContent = known ? `Report ${mine} – ${theirs}` : "Report the score";
  if (!known) return;
  const lead = Number(mine) - Number(theirs);
  const words = lead > 0 ? `You win by ${lead}.` : lead < 0 ? `${form.dataset.opponent} wins by ${-lead}.` : "A draw.";
  line.textContent = `${words} ${form.dataset.opponent} will be asked to confirm.`;
  line.classList.toggle("bad", lead < 0);
}
