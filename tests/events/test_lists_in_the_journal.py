"""Army lists are secret until they are locked, also in the journal, which desk helpers read."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller
from building import event, user
from crosstable.events.actions.event.tournaments import lock_lists
from crosstable.events.actions.people import entries
from crosstable.events.actions.people.entries import EntryDetails
from crosstable.events.bridge.verbs.sentences import values_of
from crosstable.events.models import Role, Status, Tournament

pytestmark = pytest.mark.django_db
SECRET, LATER = "Ghazghkull Thraka, 235 points", "Two Weirdboyz instead"


@pytest.fixture
def tournament() -> Tournament:
    made = event("", Status.REGISTRATION)
    made.organisers.add(user("desmond"), through_defaults={"role": Role.DESK})
    details = EntryDetails("Ann", faction="Orks", list_text=SECRET)
    entry = entries.register(tournament=made, details=details, by=user("ann"))
    changed = EntryDetails("Ann", faction="Orks", list_text=f"{SECRET}\n{LATER}")
    entries.edit_entry(entry=entry, details=changed, by=user("ann"))
    removed = EntryDetails("Bo", faction="Orks", list_text=SECRET)
    gone = entries.add_entry(tournament=made, details=removed, by=user("olga"))
    entries.remove_entry(entry=gone, by=user("olga"))
    return made


def journal_pages(tournament: Tournament) -> dict[str, str]:
    desmond, desk = Client(), Caller("desmond")
    desmond.force_login(user("desmond"))
    control = f"/t/{tournament.slug}/control"
    pages = {
        name: desmond.get(f"{control}/{name}")
        for name in ("journal", "journal.json", "journal.csv", "journal?search=Ghazghkull")
    }
    api = f"/tournaments/{tournament.pk}/journal"
    pages |= {"api": desk.get(api), "export": desk.get(f"{api}/export?format=json")}
    assert {name: page.status_code for name, page in pages.items()} == dict.fromkeys(pages, 200)
    return {name: page.content.decode() for name, page in pages.items()}


def test_a_desk_helper_reads_no_list_in_the_journal_before_the_lock(tournament):
    read = journal_pages(tournament)
    assert [name for name, page in read.items() if "Thraka" in page or LATER in page] == []
    assert "29 characters, SHA-256" in read["journal.json"]
    changes = tournament.journal.get(verb="entry.edited")
    assert values_of(changes.before)["list_text"].startswith("29 characters, SHA-256 ")
    assert values_of(changes.after)["list_text"].startswith("51 characters, SHA-256 ")


def test_what_an_organiser_changes_after_the_lock_is_in_the_journal_in_full(tournament):
    lock_lists(tournament=tournament, by=user("olga"))
    tournament.refresh_from_db()
    changed = EntryDetails("Ann", faction="Orks", list_text=LATER)
    entries.edit_entry(entry=tournament.entries.get(), details=changed, by=user("olga"))
    entry = tournament.journal.filter(verb="entry.edited").first()
    assert (entry.before["list_text"], entry.after["list_text"]) == (f"{SECRET}\n{LATER}", LATER)
