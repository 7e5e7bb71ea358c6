"""An organiser types results as fast as fingers go, on a bad network, and looks up at the end.

`python tests/e2e/desk_storm.py` (or `make desk-storm`) plays every cell and prints a table; `test_desk.py` keeps the
hardest cell of each kind of event.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, expect

from browsing import chromium
from e2e.bad_network import bad_network
from e2e.people import log_in
from serving import QUICK, RunningServer, prepare, running_server

PEOPLE = "' '.join(f'p{n:03}' for n in range(%d))"
EVENTS = {
    "wargame": f"""
from building import event
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Status, Tournament
t = event({PEOPLE}, Status.IN_PROGRESS, name="Storm")
for act in (rounds.pair_next_round, rounds.publish_round, rounds.start_round): act(tournament=t, by=t.owner)
""",
    "chess": f"""
from chess_building import chess
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Tournament
t = chess({{name: 2400 - n for n, name in enumerate({PEOPLE}.split())}}, name="Storm")
for act in (rounds.pair_next_round, rounds.publish_round, rounds.start_round): act(tournament=t, by=t.owner)
""",
    "pools": f"""
from crosstable.events.models import Tournament
from pool_building import playing_pools
t = playing_pools({PEOPLE}, groups=max(1, %d // 8), boards=8).tournament
""",
    "knockout": f"""
from crosstable.events.models import Tournament
from knockout_building import started, with_knockout
t = started(with_knockout({PEOPLE})).tournament
""",
}
# How many people a number of results needs. Pools of eight play 28 matches each; half a bracket plays at first.
PEOPLE_FOR = {
    "wargame": lambda results: 2 * results,
    "chess": lambda results: 2 * results,
    "pools": lambda results: 8 * -(-results // 28),
    "knockout": lambda results: 4 << (results - 1).bit_length() - 1,
}
PLAYED = """
SELECT m.id, m."table", m.result, json_extract(m.score, '$[0]'), json_extract(m.score, '$[1]') FROM events_match m
JOIN events_round r ON r.id = m.round_id JOIN events_tournament t ON t.id = r.tournament_id
WHERE t.slug = ? AND m.second_id IS NOT NULL ORDER BY r.number, m.slot, m."table"
"""


@dataclass(frozen=True)
class Typed:
    """One entry: what the fingers do, and what must stand at its match afterwards."""

    match: int
    line: str
    stands: tuple[str, int | None, int | None]


@dataclass(frozen=True)
class Outcome:
    stored: int
    elsewhere: int
    twice: int
    wrong: int
    keys: int
    typing: float
    until_saved: float
    failures: int


def event(kind: str, results: int) -> str:
    """Return Python lines that build an event of olga with this number of results to type, and print its slug."""
    owner = """
from building import user
Tournament.objects.filter(pk=t.pk).update(owner=user("olga"))
print(t.slug)
"""
    return EVENTS[kind].replace("%d", str(PEOPLE_FOR[kind](results))) + owner


def entries(server: RunningServer, slug: str, results: int) -> list[Typed]:
    """Results for the first matches in the order of play, all different from their neighbours."""
    with server.database as database:
        rows = database.execute(PLAYED, (slug,)).fetchall()
        game = database.execute("SELECT game FROM events_tournament WHERE slug = ?", (slug,)).fetchone()[0]
    return [_typed(n, match, table, game == "wargame") for n, (match, table, *_) in enumerate(rows[:results])]


def _typed(n: int, match: int, table: int, has_points: bool) -> Typed:
    if has_points:
        first, second = 30 + (n * 7) % 60, 29 - n % 30
        return Typed(match, f"{table} {first} {second}", ("1-0", first, second))
    key, stands = (("1", "1-0"), ("0", "0-1"), ("=", "1/2-1/2"))[n % 3]
    return Typed(match, f"{table} {key}", (stands, None, None))


def judge(server: RunningServer, slug: str, typed: Sequence[Typed]) -> dict[str, int]:
    """Count typed results stored as typed, wrong or missing; results that were not typed; and matches settled twice."""
    with server.database as database:
        rows = {row[0]: row[1:] for row in database.execute(PLAYED, (slug,))}
        settled = database.execute(
            "SELECT COUNT(*) FROM events_journalentry j JOIN events_tournament t ON t.id = j.tournament_id"
            " WHERE t.slug = ? AND (verb LIKE 'result.%' OR verb LIKE 'series.%')",
            (slug,),
        ).fetchone()[0]
    wanted = {entry.match: entry.stands for entry in typed}
    stored = sum(tuple(rows[match][1:4]) == stands for match, stands in wanted.items())
    elsewhere = sum(bool(row[1]) for match, row in rows.items() if match not in wanted)
    twice = max(0, settled - len(wanted))
    return {"stored": stored, "elsewhere": elsewhere, "twice": twice, "wrong": len(wanted) - stored}


def open_desk(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/control")
    expect(page.locator("#desk[data-ready] #entry-line")).to_be_focused()


def type_blind(page: Page, lines: Iterable[str], pause: int) -> int:
    """Every line and Enter, key by key, and never a look at the page. The number of keys."""
    text = "".join(f"{line}\n" for line in lines)
    page.keyboard.type(text, delay=pause)
    return len(text)


def look_up(page: Page, count: int) -> None:
    """The badge says how many were saved, and nothing waits."""
    expect(page.locator('[data-count="saved"]')).to_have_text(f"saved {count}", timeout=180_000)
    expect(page.locator('[data-count="waiting"]')).to_be_hidden()


def play(
    browser: Browser, data: Path, slug: str, results: int, pause: int, delay: float, every: int
) -> Outcome:
    with running_server(data, **QUICK) as server, bad_network(server.url) as network:
        page = browser.new_context(base_url=network.url, viewport={"width": 1280, "height": 860}).new_page()
        log_in(page)
        open_desk(page, slug)
        network.delay, network.every = delay, every
        typed = entries(server, slug, results)
        began = time.monotonic()
        keys = type_blind(page, (entry.line for entry in typed), pause)
        typing = time.monotonic() - began
        look_up(page, results)
        until_saved = time.monotonic() - began - typing
        verdict = judge(server, slug, typed)
        return Outcome(
            **verdict, keys=keys, typing=typing, until_saved=until_saved, failures=len(network.failures)
        )


def cell(values: tuple[str, str, int, int, float, int]) -> Outcome:
    built, *rest = values
    with tempfile.TemporaryDirectory() as home, chromium() as browser:
        data = Path(home) / "data"
        shutil.copytree(built, data)
        return play(browser, data, *rest)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--results", type=int, default=100)
    asked.add_argument("--jobs", type=int, default=3)
    asked.add_argument("--kinds", nargs="*", default=list(EVENTS), choices=list(EVENTS))
    asked.add_argument("--pauses", nargs="*", type=int, default=[40, 80, 150], help="milliseconds a key")
    asked.add_argument("--delays", nargs="*", type=int, default=[0, 150, 500], help="milliseconds of network")
    asked.add_argument(
        "--every", type=int, default=10, help="how often a request fails: every 10th, for example"
    )
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as home:
        built = {}
        for kind in options.kinds:
            data = Path(home) / kind
            built[kind] = str(data), prepare(data, event(kind, options.results), **QUICK).split()[-1]
        return report(options, built)


def report(options: argparse.Namespace, built: dict[str, tuple[str, str]]) -> int:
    print("| event | ms a key | ms of network | typed | stored as typed", end=" ")
    print("| elsewhere | twice | wrong | failures | typing | then saved after |")
    print("|---" * 11 + "|")
    bad = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        cells = list(product(options.kinds, options.pauses, options.delays))
        asked = [
            (*built[k], options.results, pause, delay / 1000, options.every) for k, pause, delay in cells
        ]
        played = pool.map(cell, asked)
        for (kind, pause, delay), one in zip(cells, played, strict=True):
            bad += one.stored != options.results or one.elsewhere + one.twice + one.wrong > 0
            row = (
                kind,
                pause,
                delay,
                options.results,
                one.stored,
                one.elsewhere,
                one.twice,
                one.wrong,
                one.failures,
            )
            print(
                f"| {' | '.join(map(str, row))} | {one.typing:.0f} s | {one.until_saved:.1f} s |", flush=True
            )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
