"""What is calculated once per revision: by the first request, for all requests; never inside a transaction."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from building import playing, settle
from crosstable.database import revision_cache
from crosstable.database.revision_cache import LatestCache, RevisionCache
from crosstable.events.queries.standings.ranking import ranking


def test_many_who_ask_at_once_wait_for_the_one_who_calculates():
    made: list[int] = []

    def make() -> int:
        made.append(1)
        time.sleep(0.05)
        return len(made)

    kept: RevisionCache[int] = RevisionCache(most=2)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: kept.get((1, 7, None), make), range(8))) == {1}


def test_the_least_recently_asked_for_leaves_first():
    kept: RevisionCache[str] = RevisionCache(most=2)
    for event in (1, 2, 1, 3):
        kept.get((event, 7, None), lambda event=event: f"first {event}")
    assert kept.get((1, 7, None), lambda: "again") == "first 1"
    assert kept.get((2, 7, None), lambda: "again") == "again"


def test_the_earlier_revisions_of_an_event_give_their_room_back():
    kept: RevisionCache[str] = RevisionCache(most=9)
    for key in ((1, 7, None), (1, 7, "round 2"), (2, 3, None), (1, 8, None)):
        kept.get(key, lambda: "first")
    again = [kept.get(key, lambda: "again") for key in ((2, 3, None), (1, 8, None), (1, 7, None))]
    assert again == ["first", "first", "again"]


def test_what_no_one_has_asked_for_in_a_minute_gives_its_room_back_to_the_next(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(revision_cache.time, "monotonic", lambda: now[0])
    kept, latest = RevisionCache[str](most=9), LatestCache[str](9)
    for event in (1, 2):
        kept.get((event, 7, None), lambda: "first")
        latest.get(event, 7, lambda: "first")
    now[0] = 40.0
    kept.get((2, 7, None), lambda: "again")
    now[0] = 61.0
    kept.get((3, 7, None), lambda: "first")
    latest.get(3, 7, lambda: "first")
    assert (list(kept._values), list(latest._snapshots)) == ([(2, 7, None), (3, 7, None)], [3])


@pytest.mark.django_db
def test_inside_a_transaction_nothing_is_kept():
    kept: RevisionCache[int] = RevisionCache(most=2)
    assert [kept.get((1, 7, None), lambda n=n: n) for n in (1, 2)] == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_the_standings_follow_every_revision():
    tournament = playing("ann bo")
    before = ranking(tournament)
    assert ranking(tournament) is before
    settle(tournament, "bo 80-20")
    tournament.refresh_from_db()
    assert [row.entry.name for row in ranking(tournament).rows] == ["bo", "ann"]
