"""Databases of an earlier version, brought up to date: every event still says what it said.

The texts are in tests/golden_files. Pages change when pages change: `make golden` rewrites them, and the difference
is read in review. The texts in `said` are rewritten only together with the databases.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from difflib import unified_diff

import pytest

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import KEY_OF
from crosstable.events.actions.event.deleting import delete_tournament, restore_tournament
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.bridge.verbs import VERBS
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.models import JournalEntry, PlayerRating, Tournament
from event_files import somewhere_else
from golden_database.data import journal_lines, result_lines
from golden_database.make import event_texts, stored, undone
from golden_database.pages import EVENTS, NOT_WALKED, ONE_FOR_EACH, page_texts
from golden_database.world import WORLDS, opened
from web.test_every_address import TABLE

FOLDERS = [(world, folder) for world in WORLDS for folder in EVENTS[world]]


@pytest.fixture
def open_world(django_db_blocker, settings, tmp_path, tmp_path_factory):
    """Opens the copy of a world, which is the default database until the test is over.

    In its own data directory: a pack that another test wrote for an event of the same name would be offered here.
    """
    settings.DATA_DIR = tmp_path
    mine = tmp_path_factory.getbasetemp()
    shared = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine
    with django_db_blocker.unblock(), ExitStack() as stack:
        yield lambda world: stack.enter_context(opened(world, shared))


def differences(before: dict[str, str], now: dict[str, str]) -> list[str]:
    found: list[str] = []
    for name in sorted(before.keys() | now.keys()):
        old, new = before.get(name, "").splitlines(), now.get(name, "").splitlines()
        found += unified_diff(old, new, f"stored {name}", f"now {name}", lineterm="", n=1)
    return found


@pytest.mark.parametrize("world", WORLDS)
def test_standings_journal_and_ratings_are_what_they_were(world, open_world):
    open_world(world)
    assert differences(stored("said", world), dict(event_texts())) == []


@pytest.mark.parametrize("world", WORLDS)
def test_every_entry_of_the_journal_names_the_rows_it_is_about(world, open_world):
    open_world(world)
    entries = JournalEntry.objects.exclude(verb="undone").order_by("tournament", "number")
    lost = [
        (entry.verb, about, entry.subject)
        for entry in entries
        for about in VERBS[entry.verb].about
        if getattr(entry, KEY_OF[about]) is None
    ]
    assert lost == []


def test_what_was_done_before_the_upgrade_is_undone_after_it(open_world):
    open_world("told")
    assert differences(stored("said", "told-undone"), dict(undone())) == []


@pytest.mark.parametrize("world", WORLDS)
def test_an_event_taken_elsewhere_as_a_file_says_the_same(world, open_world, settings):
    open_world(world)
    events = list(Tournament.objects.order_by("pk"))
    before = {t.slug: "\n".join([*result_lines(t), *journal_lines(t)]) for t in events}
    files = {t.slug: write_event(t) for t in events}
    somewhere_else(settings)
    by = User.objects.create_user("ines", "ines@example.org", "pass-word-1")
    here = {slug: import_event(data=data, by=by) for slug, data in files.items()}
    # The import itself is the last entry of the journal.
    now = {slug: "\n".join([*result_lines(t), *list(journal_lines(t))[:-1]]) for slug, t in here.items()}
    assert differences(before, now) == []


@pytest.mark.parametrize("world", WORLDS)
def test_every_event_is_deleted_and_restored_as_it_was(world, open_world):
    open_world(world)
    events = list(Tournament.objects.order_by("pk"))
    before = {t.slug: "\n".join([*result_lines(t), *journal_lines(t)]) for t in events}
    ratings = sorted(PlayerRating.objects.values_list("pool", "player", "value", "games"))
    now = {}
    for t in events:
        deleted = delete_tournament(tournament=t, by=t.owner, confirm=t.name)
        back = restore_tournament(deleted=deleted, by=t.owner)
        # Deleting and restoring are the last entries of the journal.
        now[back.slug] = "\n".join([*result_lines(back), *list(journal_lines(back))[:-2]])
    assert differences(before, now) == []
    if world == "demo":  # the other world has a correction “from now on”, which is booked again
        assert sorted(PlayerRating.objects.values_list("pool", "player", "value", "games")) == ratings


@pytest.mark.parametrize(("world", "folder"), FOLDERS)
def test_pages_say_what_they_said(world, folder, open_world):
    """If the change is meant: `make golden`, and look at the difference."""
    open_world(world)
    assert differences(stored("pages", world, folder), dict(page_texts(folder))) == []


def test_every_page_that_is_read_is_walked_somewhere():
    pages = {
        name.removesuffix(".txt") for world, folder in FOLDERS for name in stored("pages", world, folder)
    }
    walked = {next((name for name in ONE_FOR_EACH if page.startswith(f"{name}-")), page) for page in pages}
    assert walked | set(NOT_WALKED) == {name for name, (method, _) in TABLE.items() if method == "get"}
