"""A late entry has title, federation and FIDE ID, and half a point for the missed round where the event allows it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from api.calling import Caller, done
from building import entry
from chess_building import SIX, chess, play_chess
from crosstable.events.models import Match
from crosstable.events.queries.standings.standings import ranking
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
WHO = {"family_name": "Zorn", "given_name": "Ada", "rating": "1950", "title": "WFM", "federation": "NOR"}


def scores(tournament) -> dict[str, float]:
    tournament.refresh_from_db()
    return {row.entry.name: float(row.history.score) for row in ranking(tournament).rows}


def test_the_page_takes_title_federation_and_fide_id_and_gives_half_a_point_for_the_round_that_was_missed():
    tournament = chess(SIX)
    play_chess(tournament)
    vera, address = logged_in("vera"), reverse("late-arrival", args=[tournament.slug])
    assert "for round 1, which was missed" in text(vera.get(address))
    answer = vera.post(address, {**WHO, "fide_id": "1503014", "how": "half"})
    assert answer.status_code == 302
    late = entry(tournament, "Ada Zorn")
    assert (late.title, late.federation, late.fide_id, late.rating) == ("WFM", "NOR", "1503014", 1950)
    assert scores(tournament)["Ada Zorn"] == 0.5
    assert Match.objects.get(first=late).round.number == 1


def test_a_program_sends_the_same():
    tournament = chess(SIX)
    play_chess(tournament)
    body = {
        "displayName": "Ada Zorn",
        "rating": 1950,
        "title": "WFM",
        "federation": "NOR",
        "fideId": "1503014",
    }
    done(Caller("vera").post(f"/tournaments/{tournament.pk}/late-arrivals", {**body, "how": "half"}))
    late = entry(tournament, "Ada Zorn")
    assert (late.title, late.federation, late.fide_id) == ("WFM", "NOR", "1503014")
    assert scores(tournament)["Ada Zorn"] == 0.5


def test_an_event_without_requested_byes_gives_no_half_point():
    tournament = chess(SIX, most_requested_byes=0)
    play_chess(tournament)
    vera, address = logged_in("vera"), reverse("late-arrival", args=[tournament.slug])
    assert "which was missed" not in text(vera.get(address))
    refused = vera.post(address, {**WHO, "how": "half"})
    assert (refused.status_code, tournament.entries.count()) == (422, 6)
    assert "This event gives no half-point byes. Choose no points, or allow requested byes" in text(refused)
