// A display in the hall rotates its pages automatically: every page stays for its data-seconds. LiveElement in
// crosstable.js updates them and never leaves the page. Arrow keys change the page, a click makes it full screen.
"use strict";
(() => {
  const ANNOUNCED = 60000; // how long the end of a round is announced, in milliseconds
  let current = "";
  let until = 0;

  const slides = () => [...document.querySelectorAll(".slide")];
  const place = (all) => Math.max(0, all.findIndex((slide) => slide.id === current));

  function show(index) {
    const all = slides();
    if (!all.length) return;
    const slide = all[(index + all.length) % all.length];
    for (const other of all) other.classList.toggle("on", other === slide);
    if (slide.id !== current) until = performance.now() + (Number(slide.dataset.seconds) || 10) * 1000;
    current = slide.id;
  }

  function showNext(by) {
    const all = slides();
    until = performance.now() + (Number(all[place(all)]?.dataset.seconds) || 10) * 1000; // also when there is only one
    show(place(all) + by);
  }

  // The end of the round, over everything, for a minute.
  function announce() {
    const line = document.querySelector("[data-announce]");
    if (!line || serverClock.ahead === null) return;
    const past = performance.now() + serverClock.ahead - Date.parse(line.dataset.announce);
    line.hidden = past < 0 || past > ANNOUNCED;
  }

  // If the browser allows it, the display stays on.
  const stayAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };

  document.documentElement.classList.add("playing");
  document.addEventListener("crosstable:swapped", () => {
    show(place(slides()));
    announce();
  });
  document.addEventListener("crosstable:tick", announce);
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));
  document.addEventListener("keydown", (event) => {
    if (["ArrowRight", "PageDown", " "].includes(event.key)) {
      event.preventDefault();
      showNext(1);
    }
    if (["ArrowLeft", "PageUp"].includes(event.key)) {
      event.preventDefault();
      showNext(-1);
    }
  });
  setInterval(() => {
    if (performance.now() >= until) showNext(1);
  }, 250);
  show(0);
  stayAwake();
})();
