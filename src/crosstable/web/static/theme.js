// Runs before the first paint, so the wrong theme never flashes. Public pages are shared between visitors and have no
// theme; the choice is in the cookie "theme".
(() => {
  const chosen = document.cookie.match(/(?:^|; )theme=(light|dark|system)(?:;|$)/);
  if (chosen && !document.documentElement.hasAttribute("data-always")) {
    document.documentElement.dataset.theme = chosen[1];
  }
})();
