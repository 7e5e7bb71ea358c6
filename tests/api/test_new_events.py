"""A new event over the API: proposals, and an event created from one of them."""

from __future__ import annotations

import pytest

from api.calling import Caller
from crosstable.events.models import Match, Tournament

pytestmark = pytest.mark.django_db
CONDITIONS = {"entries": 9, "boards": 4, "minutes": 240, "matchMinutes": 30}
NAMES = "Anna Berg 1650\n2. Dave Thompson\nAnn Hart & Bo Lind\nEve\nFrank\nGus\nHal\nIvy\ndave thompson"


def test_an_event_is_created_from_a_proposal_and_started():
    olga = Caller("olga")
    advice = olga.post("/tournaments/proposals", {"game": "chess", **CONDITIONS}).json()
    assert [one["format"] for one in advice["fitting"]] == ["swiss", "pools-knockout", "knockout"]
    body = {
        "game": "chess",
        "name": "Tonight",
        "proposal": advice["fitting"][0]["proposal"],
        "conditions": CONDITIONS,
        "players": NAMES,
        "then": "start",
    }
    answer = olga.post("/tournaments/from-proposal", body)
    assert answer.status_code == 201, answer.content
    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.total_rounds, tournament.entries.count()) == ("in-progress", 5, 9)
    assert Match.objects.filter(round__tournament=tournament, round__status="started").count() == 5


def test_a_proposal_for_other_conditions_is_refused_and_nothing_is_created():
    body = {"game": "chess", "name": "Tonight", "proposal": "swiss.9.0.0.0.0", "conditions": CONDITIONS}
    answer = Caller("olga").post("/tournaments/from-proposal", body)
    assert (answer.status_code, answer.json()["field"]) == (422, "proposal")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("game", ["wargame", "chess", "goals", "sets", "cards", "wtc"])
def test_every_proposal_of_every_game_becomes_an_event_with_boards(game):
    olga = Caller("olga")
    conditions = {"entries": 16, "boards": 3, "minutes": 1440, "matchMinutes": 20}
    advice = olga.post("/tournaments/proposals", {"game": game, **conditions}).json()
    for proposal in (one for found in advice.values() for one in found):
        body = {"game": game, "name": proposal["title"], "proposal": proposal["proposal"], "then": "start"}
        players = "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP")
        answer = olga.post(
            "/tournaments/from-proposal", {**body, "conditions": conditions, "players": players}
        )
        assert answer.status_code == 201, answer.content
        event = Tournament.objects.latest("pk")
        called = Match.objects.filter(round__tournament=event, called_at__isnull=False)
        assert sorted(called.values_list("table", flat=True)) == [1, 2, 3]
