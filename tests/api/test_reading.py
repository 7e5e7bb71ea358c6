"""Reads: ETags and cheap 304s, pages of a list, filters, limits, and the same number of queries for few and many."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings

from api.calling import WARGAME, Caller, done, problem
from building import details, enter, entry, event, match_of, playing, settle, user
from crosstable.api.app import api
from crosstable.api.router import forget_all
from crosstable.events.actions.event.tournaments import create_tournament
from crosstable.events.actions.people import attendance, entries
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import Status
from web.crowd import crowd

pytestmark = pytest.mark.django_db

OF_A_TOURNAMENT = ["", "/players", "/rounds", "/rounds/1", "/standings", "/standings?round=1"]


def cost(caller: Caller, path: str, **headers: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert caller.get(path, **headers).status_code in (200, 304)
    return len(asked)


@pytest.mark.parametrize("part", OF_A_TOURNAMENT)
def test_an_unchanged_answer_is_an_empty_304_until_the_event_moves(part):
    t, visitor = playing("ann bo cy di"), Caller(None)
    first = visitor.get(f"/tournaments/{t.pk}{part}")
    etag = first["ETag"]
    again = visitor.get(f"/tournaments/{t.pk}{part}", If_None_Match=etag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    settle(t, "ann 60-40")
    changed = visitor.get(f"/tournaments/{t.pk}{part}", If_None_Match=etag)
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_a_304_is_answered_before_anything_is_calculated():
    t, olga = crowd(60), Caller("olga")
    olga.get("/tournaments")  # notes that the token was used
    etag = olga.get(f"/tournaments/{t.pk}/standings")["ETag"]
    assert cost(olga, f"/tournaments/{t.pk}/standings", If_None_Match=etag) == 2  # the token, the tournament


def test_what_an_organiser_has_seen_is_not_what_a_player_sees():
    t = event("ann bo", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=t, by=t.owner)
    etags = {Caller(name).get(f"/tournaments/{t.pk}/rounds")["ETag"] for name in ("olga", "ann", "bo", None)}
    assert len(etags) == 4
    assert done(Caller("ann").get(f"/tournaments/{t.pk}/rounds")) == {"rounds": []}


def test_head_is_get_without_the_body():
    t = playing("ann bo")
    path, visitor = f"/tournaments/{t.pk}/standings", Caller(None)
    head, get = visitor.call("HEAD", path), visitor.get(path)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", get["ETag"])


@override_settings(API_RATE=2)
def test_guessing_at_tokens_is_limited_too():
    guesser = Caller(None)
    statuses = [guesser.get("/tournaments", Authorization=f"Bearer {n}").status_code for n in range(3)]
    assert statuses == [401, 401, 429]


def test_a_list_has_an_etag_of_its_content():
    event("", Status.REGISTRATION)
    visitor = Caller(None)
    etag = visitor.get("/tournaments")["ETag"]
    assert visitor.get("/tournaments", If_None_Match=etag).status_code == 304
    event("", Status.REGISTRATION, name="Second")
    assert visitor.get("/tournaments", If_None_Match=etag).status_code == 200


def test_only_what_everyone_sees_may_be_kept_for_everyone():
    t = playing("ann bo")
    path = f"/tournaments/{t.pk}/standings"
    visitor, olga = Caller(None).get(path), Caller("olga").get(path)
    assert visitor["X-Crosstable-Revision"] == f"{t.pk}:{t.revision + 3}"
    assert visitor["Cache-Control"] == "no-cache"
    assert "X-Crosstable-Revision" not in olga
    assert (olga["Cache-Control"], olga["Vary"]) == ("private, no-cache", "Authorization, Cookie")
    browser = Caller(None)
    browser.client.force_login(user("ann"))
    assert "X-Crosstable-Revision" not in browser.get(path)


def test_a_list_comes_in_pages_with_links():
    for n in range(5):
        event("", Status.REGISTRATION, name=f"Event {n}")
    response = Caller(None).get("/tournaments?status=open&limit=2&offset=2")
    page = done(response)
    assert (page["count"], [t["name"] for t in page["items"]]) == (5, ["Event 2", "Event 1"])
    assert response["Link"] == (
        '</api/tournaments?status=open&limit=2&offset=0>; rel="first", '
        '</api/tournaments?status=open&limit=2&offset=0>; rel="prev", '
        '</api/tournaments?status=open&limit=2&offset=4>; rel="next", '
        '</api/tournaments?status=open&limit=2&offset=4>; rel="last"'
    )
    assert "Link" not in Caller(None).get("/tournaments")


def test_tournaments_can_be_asked_for_by_status_name_and_person():
    for name, status in (("Alpha", Status.DRAFT), ("Beta", Status.REGISTRATION), ("Gamma", Status.CHECK_IN)):
        event("", status, name=name)
    playing("ann bo", name="Delta", owner="zoe")

    def names(who: str | None, query: str) -> list[str]:
        return sorted(t["name"] for t in done(Caller(who).get(f"/tournaments?{query}"))["items"])

    assert names(None, "") == ["Beta", "Delta", "Gamma"]
    assert names(None, "status=open") == ["Beta", "Gamma"]
    assert names(None, "status=draft") == []
    assert names("olga", "status=draft") == ["Alpha"]
    assert names("zoe", "status=draft") == []
    assert names("olga", "mine=true") == ["Alpha", "Beta", "Gamma"]
    assert names("ann", "mine=true") == ["Delta"]
    assert names("mallory", "mine=true") == []
    assert names(None, "mine=true") == []
    assert names(None, "search=eL") == ["Delta"]


@pytest.mark.parametrize("who", [None, "olga", "ann"])
def test_a_read_costs_the_same_for_few_and_for_many(who):
    few, many = crowd(2, slug="few"), crowd(61, slug="many")
    caller = Caller(who)
    caller.get("/tournaments")
    for part in OF_A_TOURNAMENT:
        costs = {cost(caller, f"/tournaments/{t.pk}{part}") for t in (few, many)}
        assert len(costs) == 1, part
        assert max(costs) <= 15, part


def test_lists_cost_the_same_for_one_and_for_many():
    olga = Caller("olga")
    crowd(2, slug="one")
    paths = ["/tournaments", "/tournaments?mine=true", "/ratings/leaderboard"]
    olga.get("/tournaments")
    one = [cost(olga, path) for path in paths]
    for n in range(6):
        crowd(4, slug=f"more-{n}")
    assert [cost(olga, path) for path in paths] == one


def test_the_journal_costs_the_same_for_one_page_and_for_many():
    t, olga = playing("ann bo cy di"), Caller("olga")
    path = f"/tournaments/{t.pk}/journal"
    olga.get(path)
    assert cost(olga, f"{path}?limit=1") == cost(olga, f"{path}?limit=100")


def test_a_draft_tells_organisers_which_rules_it_violates():
    t = playing("ann bo", total_rounds=3)
    settle(t, "ann 60-40")
    rounds.close_round(tournament=t, by=t.owner)
    rounds.pair_next_round(tournament=t, by=t.owner)
    draft = done(Caller("olga").get(f"/tournaments/{t.pk}/rounds/2"))
    assert [sorted(w["players"]) for w in draft["warnings"]] == [["ann", "bo"]]
    assert problem(Caller("ann").get(f"/tournaments/{t.pk}/matches/{match_of(t, 'ann').pk}")) == (
        404,
        "not-found",
    )


def test_standings_of_a_round_no_one_sees_yet_are_a_404():
    t = playing("ann bo")
    assert problem(Caller("olga").get(f"/tournaments/{t.pk}/standings?round=2")) == (404, "not-found")


def test_a_chess_event_is_read_and_edited_like_any_other():
    t = create_tournament(details=details(system="swiss-club"), by=user("olga"), game="chess")
    olga, path = Caller("olga"), f"/tournaments/{t.pk}"
    for name in ("ann", "bo"):
        done(olga.post(f"{path}/players", {"displayName": name, "checkedIn": True}), 201)
    assert done(olga.put(path, WARGAME | {"name": "Renamed"}))["name"] == "Renamed"
    t.refresh_from_db()
    assert t.system == "swiss-club"
    lines = done(olga.get(f"{path}/standings"))["standings"]
    assert [(line["name"], line["score"]) for line in lines] == [("ann", 0), ("bo", 0)]
    counted = "elo rating wins losses draws score tieBreaks adjustment columns dropped"
    assert list(lines[0]) == ["rank", "playerId", "memberId", "name", "displayName", *counted.split()]
    assert list(lines[0]["tieBreaks"]) == ["PTS", "BH/C1", "BH", "SB"]


def test_someone_entered_at_the_desk_has_no_account():
    t = event("ann", Status.REGISTRATION)
    body = {"displayName": "walk-in", "faction": "Tau"}
    made = done(Caller("olga").post(f"/tournaments/{t.pk}/players", body), 201)
    assert (made["userId"], made["seed"], made["checkedIn"]) == (None, 2, False)
    done(Caller("olga").delete(f"/tournaments/{t.pk}/players/{made['playerId']}"), 204)
    players = done(Caller(None).get(f"/tournaments/{t.pk}/players"))["players"]
    assert [p["displayName"] for p in players] == ["ann"]


def test_a_table_and_a_mission_are_changed_together_or_not_at_all():
    t = event("ann bo cy di", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=t, by=t.owner)
    path = f"/tournaments/{t.pk}/matches/{match_of(t, 'ann').pk}"
    assert problem(Caller("olga").patch(path, {"table": 7, "mission": "x" * 81}))[0] == 422
    assert done(Caller("olga").get(path))["table"] == 1
    changed = done(Caller("olga").patch(path, {"table": 7, "mission": "Relic"}))
    assert (changed["table"], changed["mission"]) == (7, "Relic")


def test_a_rating_before_the_first_game():
    ann = user("ann")
    assert done(Caller(None).get(f"/ratings/{ann.pk}")) == {
        "userId": ann.pk,
        "name": "ann",
        "rating": 1200,
        "games": 0,
        "rank": None,
    }


@override_settings(API_RATE=3)
def test_a_token_that_asks_too_often_is_told_when_to_come_back():
    ann, bo = Caller("ann"), Caller("bo")
    statuses = [ann.get("/tournaments").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = ann.get("/tournaments")
    assert problem(refused) == (429, "too-many-requests")
    assert 55 <= int(refused["Retry-After"]) <= 60
    assert bo.get("/tournaments").status_code == 200


@override_settings(API_RATE=40)
def test_the_limit_holds_for_all_processes_together():
    """Each process has its own small share (a twentieth); the rest comes from the database."""
    ann, answered = Caller("ann"), 0
    for _ in range(4):
        forget_all()  # another process, which knows nothing of the others
        while ann.get("/tournaments").status_code == 200:
            answered += 1
            assert answered < 60
    assert 40 <= answered <= 40 + 4 * 2


@override_settings(API_RATE=0)
def test_a_rate_of_nought_is_no_limit():
    ann = Caller("ann")
    assert {ann.get("/tournaments").status_code for _ in range(10)} == {200}


def test_the_document_describes_itself_and_the_page_needs_no_script(client):
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    page = client.get("/api/docs")
    text = page.content.decode()
    operations = [op["operationId"] for path in described["paths"].values() for op in path.values()]
    assert len(set(operations)) == len(operations)
    assert all(f'id="{name}"' in text for name in operations)
    assert "<script>" not in text
    assert "style=" not in text
    assert "script-src" not in page["Content-Security-Policy"]


def test_every_name_on_the_wire_is_in_camel_case():
    schemas = api.get_openapi_schema()["components"]["schemas"]
    names = {name for schema in schemas.values() for name in schema.get("properties", {})}
    assert [name for name in names if "_" in name or name[0].isupper()] == []


def test_several_players_are_checked_in_at_once_and_taken_back():
    t = event("ann bo cy", Status.CHECK_IN)
    path, olga = f"/tournaments/{t.pk}", Caller("olga")
    two = {"entryIds": [entry(t, name).pk for name in ("ann", "bo")]}
    elsewhere = enter(event("", Status.REGISTRATION, name="Other"), "ann").pk

    def names(answer) -> list[str]:
        return [player["displayName"] for player in done(answer)["players"]]

    assert olga.post(f"{path}/check-in-all", {"entryIds": [elsewhere]}).status_code == 404
    assert names(olga.post(f"{path}/check-in-all", two)) == ["ann", "bo"]
    assert names(olga.post(f"{path}/check-in-all")) == ["cy"]
    assert names(olga.post(f"{path}/check-in-all")) == []
    assert names(olga.post(f"{path}/undo-check-in-all", two)) == ["ann", "bo"]
    assert [e.is_checked_in for e in t.entries.order_by("display_name")] == [False, False, True]


def test_players_drop_and_come_back():
    t = event("ann bo", Status.CHECK_IN)
    path, ann = f"/tournaments/{t.pk}", Caller("ann")
    assert done(ann.post(f"{path}/drop"))["dropped"] is True
    assert done(ann.post(f"{path}/rejoin"))["dropped"] is False
    entries.check_in(entry=entry(t, "bo"), by=t.owner)
    undone = {"entryId": entry(t, "bo").pk}
    assert done(Caller("olga").post(f"{path}/undo-check-in", undone))["checkedIn"] is False


def test_the_openapi_document_is_sent_once_to_a_client_that_keeps_it(client):
    first = client.get("/api/openapi.json")
    again = client.get("/api/openapi.json", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


@pytest.mark.parametrize("moment", ["2026-11-18T10:00:00-16:30", "2026-11-18T10:00:00+23:59"])
def test_a_moment_of_a_zone_no_database_knows_is_read_as_any_other(moment):
    tournament = event("ann bo")
    answer = Caller("olga").get(f"/tournaments/{tournament.pk}/journal?since={quote(moment)}")
    assert answer.status_code == 200


def test_an_outsider_who_changes_nothing_of_a_match_is_refused_and_an_organiser_told_what_to_send():
    tournament = playing("ann bo cy di")
    path = f"/tournaments/{tournament.pk}/matches/{match_of(tournament, 'ann').pk}"
    assert problem(Caller("mallory").patch(path, {})) == (403, "not-allowed")
    assert problem(Caller("olga").patch(path, {})) == (422, "bad-value")


def test_the_number_of_players_counts_what_the_description_says():
    """A no-show of round 1 was paired and counts; an entry that is not here before its first round does not."""
    t, olga = playing("ann bo cy di"), user("olga")
    attendance.mark_no_show(entry=entry(t, "di"), by=olga)
    for name in ("eva", "fay"):
        late = EntryDetails(name, faction="Tau")
        entries.add_entry(tournament=t, details=late, checked_in=name == "eva", by=olga)
    attendance.mark_no_show(entry=entry(t, "eva"), by=olga)
    assert done(Caller(None).get(f"/tournaments/{t.pk}"))["playerCount"] == 4
    entries.check_in(entry=entry(t, "fay"), by=olga)
    assert done(Caller(None).get(f"/tournaments/{t.pk}"))["playerCount"] == 5
    schema = api.get_openapi_schema()["components"]["schemas"]["TournamentOut"]["properties"]["playerCount"]
    assert schema["description"] == (
        "The number of players (or teams): entries that have not withdrawn, and all that were in a published match or "
        "bye. After the start, entries that never checked in or are absent count only if they have been paired."
    )
