// Who else has which table open. data-stay: report now and every 15 seconds that this page is open, and show who else
// has it open. data-present: the control room polls every 5 seconds and shows the names next to the tables. Without this
// script the names are those of the moment the page was rendered.
"use strict";

const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

async function stay(mark) {
  if (document.hidden) return;
  try {
    const answer = await fetch(mark.dataset.stay, {
      method: "POST",
      headers: { "X-CSRFToken": token() },
      credentials: "same-origin",
    });
    if (!answer.ok) return;
    const { others } = await answer.json();
    const line = document.querySelector("[data-others]");
    line.hidden = !others;
    line.textContent = others ? tr("Also open for: {names}", { names: others }) : "";
  } catch { /* offline; reported the next time */ }
}

async function present() {
  const room = document.querySelector("[data-present]");
  if (!room || document.hidden) return;
  try {
    const answer = await fetch(room.dataset.present, { credentials: "same-origin" });
    if (!answer.ok) return;
    const found = await answer.json();
    for (const spot of document.querySelectorAll("[data-at]")) {
      const names = found[spot.dataset.at] ?? "";
      if (spot.textContent !== names) spot.textContent = names;
    }
  } catch { /* polled again in a moment */ }
}

for (const mark of document.querySelectorAll("[data-stay]")) {
  stay(mark);
  setInterval(stay, 15000, mark);
}
if (document.querySelector("[data-present]")) setInterval(present, 5000);
