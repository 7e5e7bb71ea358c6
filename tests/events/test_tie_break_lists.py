"""Named lists of tie-breaks: chosen on pages and by the API, shown under the tables, refused in the wrong event."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller
from building import user
from crosstable.events.actions.people import entries
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
NEW = {"name": "Club night", "date": "2026-11-21", "total_rounds": 3, "team_size": ""}


def created(game: str, **typed: str) -> Tournament:
    answer = logged_in("olga").post(f"/new/{game}", {**NEW, **typed})
    assert answer.status_code == 302, text(answer)
    return Tournament.objects.get()


def test_every_sport_begins_with_its_own_list_and_its_own_points():
    found = {}
    for variant in ("table-tennis", "badminton", "volleyball", "pickleball", "darts"):
        event = created("sets", format="round-robin", game_variant=variant)
        scoring = rules_of(event).scoring
        found[variant] = (
            rules_of(event).pool_tie_breaks,
            int(scoring.win),
            int(scoring.loss),
            int(scoring.forfeit_loss),
        )
        event.delete()
    assert found == {
        "table-tennis": (("PTS", "ITTF"), 2, 1, 0),
        "badminton": (("PTS", "BWF"), 1, 0, 0),
        "volleyball": (("WINS", "MP-321", "SET-RATIO", "POINT-RATIO", "FIVB"), 1, 0, 0),
        "pickleball": (("PTS", "DE", "SET-RATIO", "POINT-RATIO"), 1, 0, 0),
        "darts": (("PTS", "DE", "SET-RATIO"), 1, 0, 0),
    }


def test_a_list_chosen_in_the_settings_replaces_the_order_and_its_rows_can_then_be_changed():
    event = created("sets", format="round-robin", game_variant="volleyball")
    olga, address = logged_in("olga"), f"/t/{event.slug}/control/settings"
    assert "Volleyball league, match points first: Match points (3-2-1-0), Wins, Set ratio" in text(
        olga.get(address)
    )
    olga.post(address, {**NEW, "game_variant": "volleyball", "tie_break_list": "fivb-league"})
    event.refresh_from_db()
    assert event.tie_breaks == ["MP-321", "WINS", "SET-RATIO", "POINT-RATIO", "FIVB/L"]
    page = olga.get(address).content.decode()
    assert '<option value="fivb-league" selected>' in page
    rows = {"tie_break_1": "WINS", "tie_break_2": "SET-DIFF"}
    olga.post(address, {**NEW, "game_variant": "volleyball", "tie_break_list": "fivb-league", **rows})
    event.refresh_from_db()
    assert event.tie_breaks == ["MP-321", "WINS", "SET-DIFF"]


def test_the_api_lists_them_and_takes_their_codes():
    games = {game["code"]: game for game in Caller(None).get("/games").json()}
    lists = {one["code"]: one["tieBreaks"] for one in games["goals"]["tieBreakLists"]}
    assert lists == {
        "goal-difference": ["PTS", "DIFF", "FOR", "H2H"],
        "direct-matches": ["PTS", "H2H/R", "DIFF", "FOR"],
    }
    body = {"game": "goals", "name": "Cup", "date": "2026-11-21", "totalRounds": 3, "format": "round-robin"}
    made = Caller("olga").post("/tournaments", {**body, "tieBreaks": lists["direct-matches"]})
    assert made.status_code == 201, made.content
    assert rules_of(Tournament.objects.get()).pool_tie_breaks == ("PTS", "H2H/R", "DIFF", "FOR")


def test_a_rule_for_groups_is_refused_in_a_swiss_with_the_reason():
    typed = {**NEW, "format": "swiss", "tie_break_list": "ittf"}
    refused = logged_in("olga").post("/new/sets", typed)
    assert refused.status_code == 422
    assert (
        "ITTF procedure (ITTF) is for round robins and pools: choose another tie-break for a Swiss."
        in text(refused)
    )
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("chosen", "codes", "words"),
    [
        ("third", ("PTS", "OMW", "GW", "OGW"), "each at least ⅓."),
        ("as-printed", ("PTS", "OMW/33", "GW/33", "OGW/33"), "each at least 0.33."),
    ],
)
def test_the_least_percentage_of_card_games_is_a_choice_and_stands_under_the_table(
    chosen: str, codes: tuple[str, ...], words: str
) -> None:
    event = created("cards", format="swiss", tie_break_list=chosen)
    assert rules_of(event).tie_breaks == codes
    for name in ("Ann", "Bo", "Cy", "Di"):
        entries.add_entry(tournament=event, details=EntryDetails(name), by=user("olga"))
    Caller("olga").post(f"/tournaments/{event.pk}/advance")
    page = text(Client().get(f"/t/{Tournament.objects.get().slug}/standings"))
    assert f"The mean share of match points the opponents won, {words}" in page
