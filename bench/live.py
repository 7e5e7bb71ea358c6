"""The time until an open page shows a saved result (F5: two seconds); `python -m bench live`.

A real browser has the pairings of a round of 40 tables open. Results are saved first one by one with pauses, then two a
second. The time is from the answer to the save until the row shows the result.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from e2e.watched_hall import Hall

ALONE, POURING = 8, 30
QUIET_BETWEEN, POURED_EVERY = 4.0, 0.5
# Records when each score is first on the page.
WATCH = """
window.seen = {};
const look = () => {
  for (const [score] of document.body.innerText.matchAll(/\\b\\d+–\\d+\\b/g)) window.seen[score] ??= Date.now();
};
new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true, characterData: true });
"""


def run() -> None:
    from browsing import chromium
    from e2e.watched_hall import hall_in
    from house import House

    table = Table("results saved", "half, s", "last, s")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = House(Path(folder) / "data")
        try:
            names = " ".join(f"p{number}" for number in range(80))
            hall = hall_in(house, names, [("tables", 10)])
            hall.publish(1)
            hall.start(1)
            page = hall.opened(browser, f"/t/{hall.slug}/rounds/1")
            page.evaluate(WATCH)
            tables = hall.tables(1)
            for words, chosen, pause in (
                ("one by one", tables[:ALONE], QUIET_BETWEEN),
                ("two a second", tables[ALONE : ALONE + POURING], POURED_EVERY),
            ):
                waits = _measure(hall, page, chosen, pause)
                table.add_row(words, f"{median(waits):.1f}", f"{max(waits):.1f}")
        finally:
            house.close()
    Console().print(table)


def _measure(hall: Hall, page: Page, tables: list[dict[str, int]], pause: float) -> list[float]:
    saved: dict[str, float] = {}
    for match in tables:
        hall.settle(match, 50 + match["table"], match["table"])
        saved[f"{50 + match['table']}–{match['table']}"] = time.time()
        page.wait_for_timeout(pause * 1000)
    page.wait_for_timeout(5000)
    seen = page.evaluate("window.seen")
    return [seen[score] / 1000 - at for score, at in saved.items()]
