// The short page for a new event: shows how pasted lines are read, and new proposals after a change. Without this script
// the buttons of the page do the same.
"use strict";
(() => {
  const form = document.querySelector("[data-new-event]");
  if (!form) return;
  for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;

  const PARTS = { players: ["read", "continue"], format: ["proposals"] };
  const WAIT = 250;
  let latest = 0, later = 0;

  // Reads the page for what is typed now and replaces these parts, unless something newer was asked for.
  async function refresh(step) {
    const number = ++latest;
    const body = new FormData(form);
    body.set("step", step);
    body.delete("file");
    let text = "";
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      if (answer.redirected) return;
      text = await answer.text();
    } catch {
      return; // without network the buttons still send everything later
    }
    if (number !== latest) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const id of PARTS[step]) {
      const fresh = page.getElementById(id), old = document.getElementById(id);
      if (fresh && old) old.replaceChildren(...fresh.childNodes);
    }
    form.dataset.read = String(number);
  }
  function soon(step) {
    clearTimeout(later);
    later = setTimeout(() => refresh(step), WAIT);
  }

  form.addEventListener("input", ({ target }) => {
    if (target.name === "lines") soon("players");
    else if (["boards", "starts", "ends", "minutes"].includes(target.name)) soon("format");
  });
  form.addEventListener("change", ({ target }) => {
    if (["also", "member", "kind", "team_size"].includes(target.name)) soon("players");
  });
})();
