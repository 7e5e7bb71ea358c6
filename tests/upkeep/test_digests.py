"""`crosstable digest`: what prints the same holds the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from building import play_round, playing
from crosstable.events.models import JournalEntry, PlayerRating
from crosstable.upkeep.moving import digests

pytestmark = pytest.mark.django_db


def seen_of(change: Callable[[], object]) -> list[str]:
    before = dict(digests())
    change()
    return [about for about, short in digests() if short != before[about]]


def test_names_journals_and_ratings_that_were_changed_behind_its_back_are_seen():
    tournament = playing("ann bo cy di")
    play_round(tournament)
    assert seen_of(lambda: None) == []
    ann = tournament.entries.filter(display_name="ann")
    assert seen_of(lambda: ann.update(display_name="Ann Hart")) == [f"standings of {tournament.slug}"]
    assert seen_of(lambda: JournalEntry.objects.update(reason="x")) == [f"journal of {tournament.slug}"]
    assert seen_of(lambda: PlayerRating.objects.update(value=1)) == ["ratings"]
