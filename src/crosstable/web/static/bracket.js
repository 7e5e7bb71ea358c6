// Zooming and panning of a bracket: at first it fits the screen as far as it stays readable, and as a whole on demand;
// buttons zoom, dragging pans, links jump to the current round, to the losers' side and to the chosen player's match.
// Without this script the drawing scrolls.
(() => {
  "use strict";
  const LEAST = 0.2, MOST = 2, STEP = 1.25;
  // Touch needs names at least as high as they are drawn.
  const READABLE = matchMedia("(pointer: coarse), (max-width: 639px)").matches ? 1 : 0.75;
  let scale = 0; // 0: fitted, but readable

  const frame = () => document.querySelector(".bracket");
  const drawing = () => frame()?.querySelector(".bracket-svg");

  function fitting() {
    const box = drawing().viewBox.baseVal, room = frame();
    const style = getComputedStyle(room);
    const width = room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = 0.82 * window.innerHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    return Math.max(LEAST, Math.min(1, width / box.width, height / box.height));
  }

  const current = () => scale || Math.max(READABLE, fitting());

  function draw() {
    if (!drawing()) return;
    const box = drawing().viewBox.baseVal, now = current();
    drawing().setAttribute("width", box.width * now);
    drawing().setAttribute("height", box.height * now);
    const bar = document.querySelector("[data-bracket-bar]");
    bar.hidden = false;
    bar.querySelector("[data-zoom='losers']").hidden = !target("losers");
    bar.querySelector("[data-zoom='now']").hidden = !target("now");
    bar.querySelector("[data-zoom='mine']").hidden = !target("mine");
  }

  function target(what) {
    const all = (selector) => [...drawing().querySelectorAll(selector)];
    if (what === "losers") return all(".col.losers, .col.consolation")[0];
    if (what === "now") return all(".match.now")[0] ?? all(".match.ready")[0];
    return all(".match.on").filter((match) => !match.classList.contains("decided"))[0] ?? all(".match.on").pop();
  }

  function jump(what) {
    const at = target(what);
    if (!at) return;
    if (current() < READABLE) scale = 1;
    draw();
    const there = at.getBoundingClientRect(), room = frame().getBoundingClientRect();
    frame().scrollBy({
      left: there.left - room.left - (what === "losers" ? 16 : (room.width - there.width) / 2),
      top: there.top - room.top - (what === "losers" ? 16 : (room.height - there.height) / 2),
    });
  }

  const deeds = {
    fit: () => {
      scale = fitting();
      draw();
    },
    in: () => {
      scale = Math.min(MOST, current() * STEP);
      draw();
    },
    out: () => {
      scale = Math.max(LEAST, current() / STEP);
      draw();
    },
  };

  document.addEventListener("click", (event) => {
    const what = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (what) (deeds[what] ?? (() => jump(what)))();
  });

  // A mouse pans by dragging; touch scrolls natively. A drag is not a click on a name.
  let held = null, moved = false;
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0 || !event.target.closest(".bracket")) return;
    held = { x: event.clientX, y: event.clientY, left: frame().scrollLeft, top: frame().scrollTop };
    moved = false;
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    moved = moved || Math.abs(dx) + Math.abs(dy) > 6;
    if (moved) frame().scrollTo(held.left - dx, held.top - dy);
  });
  document.addEventListener("pointerup", () => {
    held = null;
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.(".bracket")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (moved && event.target.closest(".bracket")) event.preventDefault();
    moved = false;
  }, true);

  document.addEventListener("crosstable:swapped", draw);
  window.addEventListener("resize", draw);
  draw();
  if (drawing() && new URLSearchParams(location.search).has("player")) jump("mine");
})();
