// The page of a rehearsal: while it runs, it posts its form again and again, as fast as the chosen speed says.
"use strict";

// Speed → seconds between two requests, and how many acts each asks for. In real time a player acts every 30 seconds.
const SPEEDS = { 1: [30, 1], 10: [3, 1], 60: [2, 4], fastest: [0.2, 10] };
const WHEN_WAITING = 3;
const form = document.querySelector("[data-rehearsal]");
const run = form.querySelector("[data-run]");
const line = form.querySelector("[data-waits]");
let timer = 0;
let isRunning = false;

function show(words) {
  if (line.textContent !== words) line.textContent = words;
}

function setRunning(value) {
  isRunning = value;
  clearTimeout(timer);
  run.textContent = value ? run.dataset.pause : run.dataset.run;
  if (value) move();
}

async function move() {
  const [seconds, acts] = SPEEDS[form.elements.speed.value];
  const body = new FormData(form);
  body.set("acts", acts);
  let pause = seconds;
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      credentials: "same-origin",
    });
    if (answer.ok && !answer.redirected) {
      const { waits, finished } = await answer.json();
      show(waits);
      if (finished) {
        setRunning(false);
        return;
      }
      if (waits) pause = Math.max(pause, WHEN_WAITING);
    } else if (answer.status === 429 || answer.status >= 500) {
      pause = WHEN_WAITING; // busy, or starting again behind a proxy
    } else {
      show(tr("The rehearsal stopped. Reload the page and try again."));
      setRunning(false);
      return;
    }
  } catch {
    pause = WHEN_WAITING; // offline; tried again in a moment
  }
  if (isRunning) timer = setTimeout(move, pause * 1000);
}

run.addEventListener("click", () => setRunning(!isRunning));
form.addEventListener("change", () => isRunning && setRunning(true));
