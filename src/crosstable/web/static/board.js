// The venue screen turns its pages by itself: every page stays long enough to find a name on it.
"use strict";
(() => {
  const SECONDS = 12;
  let current = 0;

  function show(index, smooth) {
    const pages = [...document.querySelectorAll(".board-page")];
    if (!pages.length) return;
    current = index % pages.length;
    document.querySelector(".board-pages").scrollTo({ top: pages[current].offsetTop - pages[0].offsetTop, behavior: smooth ? "smooth" : "instant" });
    document.querySelectorAll(".dots i").forEach((dot, i) => dot.classList.toggle("on", i === current));
    document.getElementById("board-what").textContent = pages[current].dataset.what;
  }

  document.addEventListener("crosstable:swapped", () => show(current, false));
  document.addEventListener("keydown", (event) => {
    if (["ArrowRight", "PageDown", " "].includes(event.key)) { event.preventDefault(); show(current + 1, false); }
    if (["ArrowLeft", "PageUp"].includes(event.key)) { event.preventDefault(); show(Math.max(0, current - 1), false); }
  });
  addEventListener("resize", () => show(current, false));
  setInterval(() => show(current + 1, false), SECONDS * 1000);
  show(0, false);
})();
