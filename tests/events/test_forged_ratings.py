"""A file can contain false ratings: they count only where an administrator vouches for the file."""

from __future__ import annotations

import pytest

from building import play_round, playing, start_next, user
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.results import corrections
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, PlayerRating, RatingChange, Tournament
from event_files import changed

pytestmark = pytest.mark.django_db


def ratings() -> dict[str, tuple[int, int]]:
    return {row.player.name: (row.value, row.games) for row in PlayerRating.objects.select_related("player")}


def forged(tournament: Tournament) -> bytes:
    """Every game of the event brought ann 190 points, as a new event."""

    def forge(document) -> None:
        for row in document["rows"]["RatingChange"]:
            row["after"] = row["before"] + 190
        for row in (*document["rows"]["Tournament"], *document["rows"]["JournalEntry"]):
            row["created_at" if "created_at" in row else "at"] = "2020-01-01T10:00:00Z"

    return changed(tournament, forge)


@pytest.fixture
def tournament():
    tournament = playing("ann bo cy di", total_rounds=5)
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    return tournament


@pytest.mark.parametrize("as_copy", [False, True])
def test_an_event_file_of_someone_moves_no_rating(tournament, as_copy):
    before = ratings()
    here = import_event(data=forged(tournament), by=tournament.owner, as_copy=as_copy)
    assert (ratings(), here.is_rated) == (before, False)
    assert RatingChange.objects.filter(match__round__tournament=here).count() == 0


def test_nor_does_anything_that_is_done_with_it_afterwards(tournament):
    before = ratings()
    here = import_event(data=forged(tournament), by=tournament.owner)
    olga = tournament.owner
    matches = Match.objects.filter(round__tournament=here).order_by("round__number", "table")
    for match, policy in zip(matches, ("from-now", "rating-only", "everywhere"), strict=False):
        score = parse_score(match, (1, 99))
        corrections.correct_result(match=match, policy=policy, score=score, reason="forged", by=olga)
    reopening.reopen_round(tournament=here, number=2, by=olga, reason="forged")
    rounds.close_round(tournament=here, by=olga)
    start_next(here)
    play_round(here)
    assert ratings() == before


def test_a_system_administrator_vouches_for_the_file(tournament):
    before = ratings()
    here = import_event(data=forged(tournament), by=user("root", is_superuser=True))
    assert here.is_rated
    assert ratings()["ann"] == (before["ann"][0] + 380, before["ann"][1] + 2)


def test_an_unrated_event_stays_unrated_wherever_it_goes(tournament):
    here = import_event(data=forged(tournament), by=tournament.owner)

    def as_of_another_day(document) -> None:
        document["rows"]["Tournament"][0]["created_at"] = "2021-01-01T10:00:00Z"

    again = import_event(data=changed(here, as_of_another_day), by=user("root", is_superuser=True))
    assert again.is_rated is False
