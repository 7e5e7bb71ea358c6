"""The journal stores sentences with their values: an entry written in one language is read in another."""

from __future__ import annotations

import pytest

from building import entry, match_of, playing, settle, user
from crosstable import text
from crosstable.events.actions.people import byes, people
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.models import JournalEntry
from crosstable.events.queries.past.journal import JournalSearch, journal
from crosstable.languages import speaking
from test_pseudo_language import plain_english, pseudo_language

pytestmark = pytest.mark.django_db


def newest(tournament) -> JournalEntry:
    return tournament.journal.select_related("undoes").first()


def test_an_entry_written_in_one_language_is_read_in_another():
    tournament = playing("ann bo")
    with pseudo_language():
        with speaking("xx"):
            settle(tournament, "ann 60-40")
        row = newest(tournament)
        assert describe(row) == "Round 1, table 1: ann v bo: entered 60–40"
        with speaking("xx"):
            assert [word for word in plain_english(describe(row)) if word not in ("ann", "bo")] == []
            assert row.subject != "Round 1, table 1: ann v bo"


def test_an_entry_of_an_older_version_keeps_its_words():
    tournament = playing("ann bo")
    settle(tournament, "ann 60-40")
    row = newest(tournament)
    row.subject, row.subject_text = "Round 1, table 1: ann v bo", None
    assert describe(row) == "Round 1, table 1: ann v bo: entered 60–40"
    row.verb, row.subject, row.after = "entry.claimed", "ann", {"how": "by zoe"}
    assert describe(row) == "ann was claimed by zoe"
    row.after = {"how": "by its link"}
    assert describe(row) == "ann was claimed by its link"


def test_the_history_is_searched_in_the_language_of_the_reader():
    tournament = playing("ann bo")
    with pseudo_language(), speaking("xx"):
        words = str(text.tr("{subject} started", subject="")).strip("⟦⟧· ")
        found = {row.verb for row in journal(tournament, JournalSearch(words=words))}
        assert found == {"round.started", "tournament.advanced"}


def test_a_deleted_person_is_in_no_stored_sentence():
    tournament = playing("ann bo cy di")
    byes.forbid_pair(
        tournament=tournament, first=entry(tournament, "ann"), second=entry(tournament, "bo"), by=user("olga")
    )
    settle(tournament, "ann 60-40")
    assert match_of(tournament, "ann") is not None
    people.forget(entry(tournament, "ann").player, user("ann"), "Deleted player")
    rows = JournalEntry.objects.filter(tournament=tournament)
    stored = [(row.subject, row.subject_text, row.before, row.after) for row in rows]
    assert [one for one in stored if "'ann'" in str(one)] == []
    assert describe(rows.get(verb="pair.forbidden")) == "Pairing forbidden: Deleted player and bo"


@pytest.mark.parametrize("pattern", ["{x.__class__}", "{x[0]}", "{x:>9}", "{x!r}", "{0}", "{"])
def test_a_stored_sentence_reads_nothing_but_its_values(pattern):
    tournament = playing("ann bo")
    row = newest(tournament)
    row.subject, row.subject_text = "Round 1", {"text": pattern, "values": {"x": {"text": "hidden"}}}
    assert describe(row) == "Round 1 started"
