// "This is me": a visitor's own rows are marked on every page of the event. It is stored on this device only, gives no
// right to report, and yields to the mark that the server gives to players who are logged in.
//   data-mine="12"    a button on the page of entry 12 that stores or removes the choice
const NAME = `mine:${location.pathname.split("/").slice(1, 3).join("/")}`;

function stored() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch { // storage is switched off
    return "";
  }
}

function store(entry) {
  try {
    if (entry) localStorage.setItem(NAME, entry);
    else localStorage.removeItem(NAME);
  } catch { // the choice lasts until the page is left
  }
}

const leadsTo = (link, entry) => new URL(link.href).pathname.endsWith(`/entries/${entry}`);

function mark() {
  for (const old of document.querySelectorAll(".you, .mine")) old.remove();
  for (const row of document.querySelectorAll("tr[data-is-mine]")) {
    row.classList.remove("me");
    row.removeAttribute("data-is-mine");
  }
  const entry = stored();
  for (const button of document.querySelectorAll("[data-mine]")) {
    button.setAttribute("aria-pressed", String(button.dataset.mine === entry));
  }
  if (!entry || document.querySelector("tr.me")) return;
  const links = [...document.querySelectorAll("tbody tr a[href]")].filter((link) => leadsTo(link, entry));
  for (const link of links) {
    const row = link.closest("tr");
    if (row.dataset.isMine) continue;
    row.classList.add("me");
    row.dataset.isMine = "1";
    const you = Object.assign(document.createElement("span"), { className: "you", textContent: tr("you") });
    (link.closest(".name") ?? link).after(you);
    if (row.querySelector(".side")) showTable(row, entry);
  }
}

// The visitor's table, above the list of pairings.
function showTable(row, entry) {
  const names = [...row.querySelectorAll(".side a")].filter((link) => !leadsTo(link, entry));
  const table = row.querySelector(".t")?.textContent.trim().replace(/\s+/g, " ");
  const card = row.closest(".card");
  if (!table || !card || document.querySelector(".mine")) return;
  const line = Object.assign(document.createElement("a"), { className: "card mine", href: `#${row.id}` });
  const place = Object.assign(document.createElement("b"), { textContent: table });
  const what = Object.assign(document.createElement("span"), { className: "muted", textContent: tr("Your match") });
  line.append(what, place, names[0]?.textContent ?? "");
  card.before(line);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-mine]");
  if (!button) return;
  store(stored() === button.dataset.mine ? "" : button.dataset.mine);
  mark();
});
document.addEventListener("crosstable:swapped", mark);
mark();
