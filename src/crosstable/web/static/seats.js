// Changing seats of pools by dragging, or by selecting one name after the other; without a script the form below does it.
//   [data-seats="#form"]   the element with the pools; the form has the fields entry, other and pool
//   [data-seat]            a player's seat: dropped on another, the two swap
//   [data-pool], [data-to] a pool, and its button: a selected or dropped player moves to its end
"use strict";

const pools = document.querySelector("[data-seats]");

if (pools) {
  const form = document.querySelector(pools.dataset.seats);
  const words = document.getElementById("seat-words");
  let held = null;

  const nameOf = (seat) => seat.querySelector(".name").textContent.trim();
  const grips = () => [...pools.querySelectorAll("[data-seat] .name")];

  function hold(seat) {
    held?.classList.remove("held");
    held?.querySelector(".name").setAttribute("aria-pressed", "false");
    held = seat;
    held?.classList.add("held");
    held?.querySelector(".name").setAttribute("aria-pressed", "true");
    for (const button of pools.querySelectorAll("[data-to]")) {
      button.hidden = !held || held.closest("[data-pool]").dataset.pool === button.dataset.to;
    }
    words.textContent = held
      ? tr("{name}: select the player to swap with, or a pool. Escape cancels.", { name: nameOf(held) })
      : "";
  }

  function send(seat, field, value) {
    form.elements.entry.value = seat.dataset.seat;
    form.elements.other.value = field === "other" ? value : "";
    form.elements.pool.value = field === "pool" ? value : "";
    form.requestSubmit();
  }

  function press(seat) {
    if (!held || held === seat) hold(held ? null : seat);
    else send(held, "other", seat.dataset.seat);
  }

  // ----- keyboard and touch -----
  for (const name of grips()) {
    name.tabIndex = 0;
    name.setAttribute("role", "button");
    name.setAttribute("aria-pressed", "false");
    name.closest("[data-seat]").draggable = true;
  }
  pools.addEventListener("click", (event) => {
    const to = event.target.closest("[data-to]");
    if (to && held) send(held, "pool", to.dataset.to);
    const seat = event.target.closest("[data-seat]");
    if (seat) press(seat);
  });
  pools.addEventListener("keydown", (event) => {
    const name = event.target.closest(".name");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") hold(null);
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(name.closest("[data-seat]"));
    }
    if (step) {
      event.preventDefault();
      grips().at((grips().indexOf(name) + step) % grips().length)?.focus();
    }
  });

  // ----- mouse -----
  const target = (event) => event.target.closest("[data-seat]") ?? event.target.closest("[data-pool]");
  const clear = () => {
    for (const over of pools.querySelectorAll(".over")) over.classList.remove("over");
  };
  pools.addEventListener("dragstart", (event) => {
    hold(event.target.closest("[data-seat]"));
    event.dataTransfer.setData("text/plain", nameOf(held));
    event.dataTransfer.effectAllowed = "move";
  });
  pools.addEventListener("dragover", (event) => {
    if (!held || !target(event)) return;
    event.preventDefault();
    clear();
    target(event).classList.add("over");
  });
  pools.addEventListener("dragend", () => {
    clear();
    hold(null);
  });
  pools.addEventListener("drop", (event) => {
    const to = target(event);
    if (!held || !to) return;
    event.preventDefault();
    const seat = held;
    if (to.dataset.seat && to !== seat) send(seat, "other", to.dataset.seat);
    else if (to.dataset.pool && to.dataset.pool !== seat.closest("[data-pool]").dataset.pool) {
      send(seat, "pool", to.dataset.pool);
    }
  });

  // After a change the moved player has the focus again, once the browser has scrolled to the fragment.
  if (location.hash.startsWith("#seat-")) {
    addEventListener(
      "load",
      () => setTimeout(() => document.querySelector(location.hash)?.querySelector(".name")?.focus()),
    );
  }
}
