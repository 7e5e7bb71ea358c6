"""A late entry has title, federation and FIDE ID, and half a point for the missed round where the event allows it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from api.calling import Caller, done, problem
from building import entry
from chess_building import SIX, chess, play_chess
from crosstable.events.models import Match
from crosstable.events.queries.standings.ranking import ranking
from knockout_building import chess_knockout, published, started
from pool_building import playing_pools
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
    assert "for the missed round 1" in text(vera.get(address))
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
    assert "for the missed round" not in text(vera.get(address))
    refused = vera.post(address, {**WHO, "how": "half"})
    assert (refused.status_code, tournament.entries.count()) == (422, 6)
    assert "This event has no half-point byes. Choose no points, or allow requested byes" in text(refused)


def test_a_seat_of_a_pool_takes_title_federation_and_fide_id_on_the_page_and_over_the_api():
    stage = playing_pools("ann bo cy di ed", groups=1)
    tournament, olga = stage.tournament, logged_in("olga")
    address = reverse("late-arrival", args=[tournament.slug])
    assert (
        olga.post(address, {**WHO, "fide_id": "1503014", "how": str(stage.pools.get().pk)}).status_code == 302
    )
    body = {"displayName": "Bea Zorn", "title": "WFM", "federation": "NOR", "fideId": "1503022"}
    done(Caller("olga").post(f"/tournaments/{tournament.pk}/stages/1/latecomers", body), 201)
    players = {
        e.display_name: (e.title, e.federation, e.fide_id) for e in tournament.entries.order_by("seed")[5:]
    }
    assert players == {"Ada Zorn": ("WFM", "NOR", "1503014"), "Bea Zorn": ("WFM", "NOR", "1503022")}


@pytest.mark.parametrize("how", ["half", "zero", "next"])
def test_published_pools_have_no_round_to_enter_and_the_refusal_names_the_seats(how):
    stage = playing_pools("ann bo cy di ed", groups=1)
    address = f"/tournaments/{stage.tournament.pk}/late-arrivals"
    refused = Caller("olga").post(address, {"displayName": "Ada Zorn", "how": how})
    assert problem(refused) == (409, "no-round-to-join")
    assert "POST …/stages/1/latecomers" in refused.json()["detail"]
    page = logged_in("olga").post(
        reverse("late-arrival", args=[stage.tournament.slug]), {"family_name": "Zorn", "how": how}
    )
    assert (page.status_code, "Choose a seat or the waiting list." in text(page)) == (422, True)
    assert stage.tournament.entries.count() == 5


@pytest.mark.parametrize("made", [published, started])
def test_no_player_is_added_to_a_published_bracket_in_any_way(made):
    tournament = made(chess_knockout(SIX)).tournament
    vera, caller, root = logged_in("vera"), Caller("vera"), f"/tournaments/{tournament.pk}"
    reason = "Knockout is drawn and published, so no player can be added."
    for path, body in (
        (f"{root}/late-arrivals", {"displayName": "Ada Zorn", "how": "next"}),
        (f"{root}/players", {"displayName": "Ada Zorn"}),
    ):
        refused = caller.post(path, body)
        assert problem(refused) == (409, "bracket-is-published"), path
        assert reason in refused.json()["detail"]
    pasted = vera.post(f"/t/{tournament.slug}/control/players/several", {"lines": "Ada Zorn 1950"})
    assert reason in text(vera.post(f"{pasted.headers['location']}/take", {"which": "good"}, follow=True))
    added = vera.post(reverse("add-player", args=[tournament.slug]), {"display_name": "Ada Zorn"})
    assert (added.status_code, reason in text(added)) == (422, True)
    late = vera.post(reverse("late-arrival", args=[tournament.slug]), {"family_name": "Zorn", "how": "next"})
    assert (late.status_code, "No more players can join it." in text(late)) == (409, True)
    assert tournament.entries.count() == 6
