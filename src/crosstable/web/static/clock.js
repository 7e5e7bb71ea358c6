// Round clocks: <time data-ends="2026-11-21T11:35:00+00:00"> counts down to its end by the server's time, which the
// event stream sends (serverClock, in crosstable.js). The device's own clock, or a change to it, does not matter: between
// two events the elapsed time is measured. Without script the page shows when the round ends.
"use strict";
(() => {
  const SOON = 5 * 60;

  const two = (n) => String(n).padStart(2, "0");

  function words(seconds) {
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  }

  function show(clock, now) {
    const left = Math.ceil((Date.parse(clock.dataset.ends) - now) / 1000);
    const text = left > 0 ? words(left) : tr("Time!");
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("soon", left > 0 && left <= SOON);
    clock.classList.toggle("over", left <= 0);
  }

  function tick() {
    if (serverClock.ahead === null) return;
    const now = performance.now() + serverClock.ahead;
    for (const clock of document.querySelectorAll("[data-ends]")) show(clock, now);
    document.dispatchEvent(new CustomEvent("crosstable:tick", { detail: now }));
  }

  document.addEventListener("crosstable:time", tick);
  document.addEventListener("crosstable:swapped", tick);
  setInterval(tick, 250);
})();
