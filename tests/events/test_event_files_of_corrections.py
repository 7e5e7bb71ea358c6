"""Corrections travel with the event: their reach, their reasons, and the ratings they moved; and can be undone."""

from __future__ import annotations

import pytest

from building import match_of, play_round, playing, start_next, user
from crosstable.events.actions.core.undo import undo
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.results.corrections import correct_result
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import EventFileDamaged
from crosstable.events.models import Correction, PlayerRating, Tournament
from event_files import changed, exported, picture, same, somewhere_else

pytestmark = pytest.mark.django_db


def corrected() -> Tournament:
    """Two rounds played; one result corrected everywhere, another for the ratings alone."""
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 72-45")
    start_next(tournament)
    play_round(tournament)
    start_next(tournament)
    by = tournament.owner
    first, second = match_of(tournament, "ann", 1), match_of(tournament, "bo", 2)
    correct_result(
        match=first, policy="everywhere", reason="scores swapped", by=by, score=parse_score(first, (45, 72))
    )
    correct_result(
        match=second, policy="rating-only", reason="clock", by=by, score=parse_score(second, (1, 72))
    )
    tournament.refresh_from_db()
    return tournament


def ratings() -> list[tuple[str, int, int]]:
    return sorted(PlayerRating.objects.values_list("player__name", "value", "games"))


def test_standings_ratings_and_corrections_are_what_they_were(settings):
    tournament = corrected()
    before, stood, file = picture(tournament), ratings(), exported(tournament)
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    assert same(picture(here), before)
    assert ratings() == stood
    corrections = Correction.objects.order_by("pk").values_list("policy", "reason", "match__round__number")
    assert list(corrections) == [("everywhere", "scores swapped", 1), ("rating-only", "clock", 2)]


def test_a_correction_can_be_taken_back_elsewhere_and_the_event_goes_on(settings):
    file = exported(corrected())
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    number = Correction.objects.get(policy="everywhere").number
    undo(tournament=here, by=user("ines", is_superuser=True), number=number)
    assert match_of(here, "ann", 1).result_words == "72–45"
    assert Correction.objects.get(policy="everywhere").undone_by == user("ines", is_superuser=True)
    play_round(here)
    assert here.rounds.get(number=3).status == "closed"


SENSELESS = (
    [],
    {},
    {"bye": "nonsense"},
    {"result": "9-9"},
    {"result": "1-0", "score": [1, 2], "tallies": "zz"},
    {"result": "1-0", "score": [72, 45], "tallies": [], "boards": 5},
    {"result": "1-0", "score": [72, 45], "tallies": [], "boards": [], "made": 5},
)


@pytest.mark.parametrize("ending", SENSELESS, ids=str)
@pytest.mark.parametrize("name", ["before", "after"])
def test_an_ending_no_one_can_read_is_refused_with_its_place(name, ending, settings):
    tournament = corrected()
    number = Correction.objects.order_by("pk").first().number
    file = changed(tournament, lambda document: document["rows"]["Correction"][0].update({name: ending}))
    somewhere_else(settings)
    with pytest.raises(EventFileDamaged) as refused:
        import_event(data=file, by=user("ines", is_superuser=True))
    assert str(refused.value) == (
        f"The event file is damaged or was changed. Correction {number} cannot be read. Export the event again."
    )
    assert not Tournament.objects.exists()
