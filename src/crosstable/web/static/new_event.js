// The short page for a new event: shows how pasted lines are read, and new proposals after a change. Without this script
// the buttons of the page do the same.
"use strict";
(() => {
  const form = document.querySelector("[data-new-event]");
  if (!form) return;
  for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;

  // New players change the proposals, too, once they are shown.
  const shown = form.querySelector("#format") ? "format" : "players";
  const PARTS = ["#read", "#members", "#continue", "#proposals", "[data-entered]"];
  const SUGGESTED = ["boards", "ends", "usual_boards", "usual_ends"];
  const WAIT = 250;
  let latest = 0, later = 0;

  // Reads the page for what is typed now and replaces its parts, unless something newer was asked for.
  async function refresh() {
    const number = ++latest;
    const body = new FormData(form);
    body.set("step", shown);
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
    const page = new DOMParser().parseFromString(text, "text/html"), active = document.activeElement;
    for (const part of PARTS) {
      const fresh = page.querySelectorAll(part);
      document.querySelectorAll(part).forEach((old, place) => {
        if (fresh[place]) old.replaceChildren(...fresh[place].childNodes);
      });
    }
    for (const name of SUGGESTED) {
      const fresh = page.querySelector(`[name=${name}]`), old = form.elements[name];
      if (fresh && old && old !== document.activeElement) old.value = fresh.value;
    }
    if (!active.isConnected) form.querySelector(`[name="${active.name}"][value="${active.value}"]`)?.focus();
    form.dataset.read = String(number);
  }
  function soon() {
    clearTimeout(later);
    later = setTimeout(refresh, WAIT);
  }

  form.addEventListener("input", ({ target }) => {
    if (["lines", "boards", "starts", "ends", "minutes"].includes(target.name)) soon();
  });
  form.addEventListener("change", ({ target }) => {
    if (["also", "club", "member", "kind", "team_size", "expected"].includes(target.name)) soon();
  });
  // Pasted before this script was there, or brought back by the browser.
  addEventListener("pageshow", () => {
    const { lines } = form.elements;
    if (lines && lines.value !== lines.defaultValue) soon();
  });
})();
