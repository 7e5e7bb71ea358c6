// Runs before the first paint, so that a chosen theme never flashes. Public pages are shared between
// visitors and carry no theme of their own; the choice lives in the cookie "theme".
(() => {
  const chosen = document.cookie.match(/(?:^|; )theme=(light|dark|system)(?:;|$)/);
  if (chosen && !document.documentElement.hasAttribute("data-always")) {
    document.documentElement.dataset.theme = chosen[1];
  }
})();
