"""Values that once broke a page, or showed private data: each gets a plain answer."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller
from building import administrator, build_club, enter, event, match_of, playing, user
from crosstable.accounts.models import Player
from crosstable.events.actions.people import entries
from crosstable.events.actions.people.entries import EntryDetails
from crosstable.events.models import Status
from crosstable.events.notifications.push import is_known_service
from digests import digest
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://[",
        "https://fcm.googleapis.com:99999/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example@fcm.googleapis.com/x",
        "https://user:word@fcm.googleapis.com/x",
    ],
)
def test_a_push_service_is_a_host_and_nothing_else(endpoint):
    assert not is_known_service(endpoint)
    answer = Caller("ann").post("/me/push-subscriptions", {"endpoint": endpoint, "p256dh": "x", "auth": "y"})
    assert answer.status_code == 422


def test_the_usual_port_may_be_named():
    assert is_known_service("https://fcm.googleapis.com:443/x")


@pytest.mark.parametrize("number", [2**63, 10**30, -(2**63) - 1])
def test_news_of_a_number_no_one_can_store_is_refused(number):
    answer = Caller("ann").post("/me/notifications/read", {"ids": [number]})
    assert answer.status_code == 422


def test_a_number_of_5000_digits_in_a_body_is_refused():
    ann = Caller("ann")
    answer = ann.client.post(
        "/api/me/notifications/read",
        b'{"ids": [' + b"9" * 5000 + b"]}",
        content_type="application/json",
        headers=ann.headers,
    )
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "9999-12-30", "1900-01-01"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "UTC"])
def test_the_journal_is_shown_from_the_first_day_to_the_last(settings, day, zone):
    settings.TIME_ZONE = zone
    tournament = event()
    page = logged_in("olga").get(f"/t/{tournament.slug}/control/journal", {"since": day, "until": day})
    assert page.status_code == 200


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00"]
)
def test_the_journal_of_programs_likewise(moment):
    tournament = event()
    answer = Caller("olga").get(f"/tournaments/{tournament.pk}/journal?since={moment}&until={moment}")
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "next_", ["3", "login", "javascript:alert(1)", "//evil.example", "https://[", "\\\\evil"]
)
def test_one_is_led_back_to_an_address_of_ours_only(next_):
    answer = Client().post("/theme", {"theme": "dark", "next": next_})
    assert (answer.status_code, answer.url) == (302, "/")


@pytest.mark.parametrize("version", ["9" * 5000, "9" * 20, "٣" * 4400, "-1", "x"])
def test_a_version_no_one_has_seen_breaks_nothing(version):
    tournament = playing("ann bo")
    match = match_of(tournament, "ann")
    for path in (f"/t/{tournament.slug}/control/matches/{match.pk}", f"/t/{tournament.slug}/control/publish"):
        assert logged_in("olga").post(path, {"do": "clear", "version": version}).status_code < 500
    answer = logged_in("bo").post(f"/t/{tournament.slug}/me/matches/{match.pk}/confirm", {"version": version})
    assert answer.status_code < 500


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 20, "٣", "²", "x"])
def test_a_rating_pool_of_a_club_no_one_has_is_not_there(number):
    assert Client().get("/leaderboard", {"pool": f"club-{number}"}).status_code < 500
    assert Client().get("/api/ratings/leaderboard", {"pool": f"club-{number}"}).status_code < 500


def page_of(player: Player) -> int:
    return Client().get(f"/players/{player.pk}").status_code


def test_who_stands_only_in_a_draft_has_no_public_page():
    """An organiser types names before anything is announced."""
    draft = event()
    details = EntryDetails(display_name="Secret Guest", faction="Orks")
    secret = entries.add_entry(tournament=draft, details=details, by=draft.owner).player
    assert page_of(secret) == 404
    draft.status = Status.REGISTRATION
    draft.save()
    assert page_of(secret) == 200


def test_who_has_an_account_a_club_or_an_event_has_a_page():
    club = build_club("Rooks", "Walter Wood")
    open_event = event("", Status.REGISTRATION)
    for player in (user("ann").player, club.memberships.get().player, enter(open_event, "bo").player):
        assert page_of(player) == 200


def test_a_null_byte_in_an_address_is_a_page_that_is_not_there():
    player = user("ann").player
    for address in (
        f"/players/{player.pk}?club=%00",
        "/leaderboard?club=a%00",
        "/api/ratings/leaderboard?club=%00",
    ):
        assert Client().get(address).status_code == 404


def test_a_null_byte_in_a_form_is_refused_with_its_field_and_nothing_is_stored():
    """Also where a view reads a value without a form: SQLite stores it, PostgreSQL breaks on it."""
    tournament, olga = event("ann bo", Status.REGISTRATION), Client()
    olga.force_login(user("olga"))
    before = digest(tournament)
    for address in ("screens/add", "settings", "players/add", "directors"):
        answer = olga.post(f"/t/{tournament.slug}/control/{address}", {"name": "Hall\0"}, follow=True)
        messages = [str(message) for message in answer.context["messages"]]
        assert messages == ["The field “name” contains a null character. Type the text again."], address
    assert digest(tournament) == before


def test_a_value_of_100_kb_is_refused_in_words_where_it_was_typed():
    administrator()
    for address, field in (("/login", "username"), ("/login", "password"), ("/signup", "first_name")):
        answer = Client().post(address, {"username": "ann", "password": "x", field: "x" * 100_000})
        assert answer.status_code == 413
        assert f"The text in “{field}” is too long. Shorten it to 40000 bytes." in text(answer)
    short = Client().post("/login", {"username": "x" * 300, "password": "x"})
    assert (short.status_code, "at most 254 characters" in text(short)) == (200, True)


@pytest.mark.parametrize("name", ["x" * 100_000, "\ufdfa" * 11_000])
def test_a_long_value_is_refused_in_words_by_the_api_too(name):
    """The second one has eighteen times as many letters once it is in the usual spelling."""
    tournament, olga = event("ann bo", Status.REGISTRATION), Caller("olga")
    path = f"/tournaments/{tournament.pk}"
    assert olga.post(f"{path}/directors", {"user": name}).status_code == 422
    answer = olga.post(f"{path}/screens", {"name": "Hall", "rotation": [{"kind": name, "seconds": 9}]})
    assert (answer.status_code, len(answer.json()["detail"]) < 12_200) == (422, True)
    assert olga.post(f"{path}/players", {"displayName": "Cy", "faction": name}).status_code == 422
    assert Client().post("/login", {"username": name[:13_000], "password": "x"}).status_code in (200, 413)
