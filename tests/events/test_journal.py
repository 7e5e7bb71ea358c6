"""The journal as organisers look through it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from building import play_round, playing, settle, start_next, user
from crosstable.events.actions.core import undo
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.files.exports import as_csv
from crosstable.events.queries.past.journal import (
    Change,
    JournalSearch,
    as_data,
    as_rows,
    changes,
    journal,
    kinds_in,
    people_in,
    rounds_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 60-40")
    start_next(tournament)
    return tournament


def verbs(tournament, **wanted) -> list[str]:
    return [entry.verb for entry in journal(tournament, JournalSearch(**wanted))]


def test_by_person(tournament):
    assert set(verbs(tournament, by="ANN")) == {"entry.registered"}
    assert people_in(tournament) == ["ann", "bo", "cy", "di", "olga"]


def test_by_kind(tournament):
    assert set(verbs(tournament, kind="result")) == {"result.entered"}
    assert kinds_in(tournament) == [
        ("entry", "Players"),
        ("result", "Results"),
        ("round", "Rounds"),
        ("tournament", "Event"),
    ]


def test_by_round(tournament):
    assert verbs(tournament, round=2) == ["round.started", "round.published", "round.paired"]
    assert rounds_in(tournament) == [1, 2]


def test_by_words_of_the_sentence_the_names_and_the_reason(tournament):
    assert verbs(tournament, words="closed") == ["round.closed"]
    assert verbs(tournament, words="ann checked") == ["entry.checked-in"]
    undo.undo(tournament=tournament, by=tournament.owner, reason="Pressed too early")
    assert verbs(tournament, words="EARLY") == ["undone"]


def test_by_time(tournament):
    first, last = tournament.journal.last(), tournament.journal.first()
    assert verbs(tournament, until=first.at) == []
    assert verbs(tournament, since=last.at) == ["round.started"]
    assert verbs(tournament, since=last.at + timedelta(seconds=1)) == []


def test_values_stand_side_by_side(tournament):
    settle(tournament, "ann 60-40")
    undo.undo(tournament=tournament, by=tournament.owner)
    entry = journal(tournament)[0]
    assert describe(entry).startswith("Undone: Round 2, table ")
    assert changes(entry)[:1] == [Change("score", "60–40", None)]


def test_what_is_taken_away_has_every_entry_once(tournament):
    undo.undo(tournament=tournament, by=tournament.owner)
    rows = journal(tournament)
    data = list(as_data(rows))
    assert [entry["number"] for entry in data] == list(range(len(data), 0, -1))
    assert data[0]["undoes"] == data[1]["number"]
    table = as_rows(rows)
    assert len(table) == len(data) + 1
    assert (
        as_csv(table).decode("utf-8-sig").splitlines()[0]
        == "No.,Time,Who,What,Round,Reason,Before,After,Undoes"
    )


def test_a_page_of_a_long_journal_costs_the_same(tournament, django_assert_num_queries):
    user("olga")
    with django_assert_num_queries(1):
        assert all(describe(entry) for entry in journal(tournament)[:50])
