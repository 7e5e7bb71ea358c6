"""A player from an uploaded list claims the entry: by its link, or by *That's me* and the word of the organiser."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from api.calling import Caller, done, problem
from building import confirmed, play_round, playing, start_next, user
from chess_building import chess
from crosstable.accounts.models import Contact, Player
from crosstable.events.actions.core.undo import undo
from crosstable.events.actions.event.access import appoint_director
from crosstable.events.actions.people.entries import add_entry
from crosstable.events.actions.people.self_registration import claim_token
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.models import Entry, EntryClaim, Notification, Role, Tournament
from crosstable.events.notifications.creation import catch_up
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def uploaded() -> Tournament:
    """Anna Berg and Bo Lind from a list, without accounts."""
    tournament = chess({}, started=False)
    vera, lines = logged_in("vera"), "Anna Berg; anna@example.org\nBo Lind"
    shown = vera.post(f"/t/{tournament.slug}/control/players/several", {"lines": lines}).headers["location"]
    vera.post(f"{shown}/take", {"which": "good"})
    return tournament


def entry(tournament: Tournament, name: str = "Anna Berg") -> Entry:
    return tournament.entries.select_related("player").get(display_name=name)


def account_of(tournament: Tournament, name: str = "Anna Berg") -> str | None:
    row = entry(tournament, name).player.user
    return row.username if row else None


def test_the_organiser_has_a_link_and_a_code_for_each_entry_and_the_link_makes_it_its_holders():
    tournament = uploaded()
    page = logged_in("vera").get(f"/t/{tournament.slug}/control/players/claims")
    links = re.findall(r'href="http://testserver(/claim/[^"]+)"', page.content.decode())
    assert (len(links), page.content.decode().count('class="qr"')) == (2, 2)
    zoe = logged_in("zoe")
    assert "Are you Anna Berg?" in text(zoe.get(links[0]))
    assert account_of(tournament) is None
    assert zoe.post(links[0]).headers["location"] == f"/t/{tournament.slug}/me"
    assert account_of(tournament) == "zoe"
    assert zoe.get(f"/t/{tournament.slug}/me").status_code == 200
    assert logged_in("mallory").get(links[0]).status_code == 410
    logged_in("mallory").post(links[0])
    assert account_of(tournament) == "zoe"


def test_a_wrong_or_changed_link_is_refused():
    tournament = uploaded()
    token = claim_token(entry(tournament))
    for wrong in ("nonsense", token[:-2] + "xx", token[1:]):
        assert logged_in("mallory").get(f"/claim/{wrong}").status_code == 410
        logged_in("mallory").post(f"/claim/{wrong}")
    assert account_of(tournament) is None


def test_thats_me_asks_the_organiser_who_agrees():
    tournament, zoe, vera = uploaded(), logged_in("zoe"), logged_in("vera")
    assert "That’s me" in text(zoe.get(f"/t/{tournament.slug}"))
    assert "Anna Berg That’s me" in text(zoe.get(f"/t/{tournament.slug}/thats-me"))
    response = zoe.post(f"/t/{tournament.slug}/thats-me/{entry(tournament).pk}", follow=True)
    assert "The organiser of Autumn Open is asked to confirm that you are Anna Berg." in text(response)
    assert account_of(tournament) is None
    page = vera.get(f"/t/{tournament.slug}/control/players/claims")
    assert "zoe claims to be Anna Berg Approve Decline" in text(page)
    claim = EntryClaim.objects.get()
    vera.post(f"/t/{tournament.slug}/control/claims/{claim.pk}/agree")
    assert (account_of(tournament), EntryClaim.objects.count()) == ("zoe", 0)
    undo(tournament=tournament, by=user("vera"))
    assert account_of(tournament) is None


def notified() -> list[tuple[str, str, str, str]]:
    rows = Notification.objects.order_by("user__username")
    return list(rows.values_list("user__username", "title", "body", "address"))


def test_organisers_are_notified_of_a_request_once_and_a_judge_or_the_person_is_not():
    tournament, zoe = uploaded(), logged_in("zoe")
    for name, role in (("max", Role.ORGANISER), ("jo", Role.JUDGE)):
        appoint_director(tournament=tournament, user=user(name), role=role, by=user("vera"))
    for _ in range(2):
        zoe.post(f"/t/{tournament.slug}/thats-me/{entry(tournament).pk}")
    catch_up(tournament.pk)
    address = f"/t/{tournament.slug}/control/players/claims"
    words = (
        "A player claims an entry",
        "zoe claims the entry of Anna Berg. Agree or decline. Autumn Open",
        address,
    )
    assert notified() == [("max", *words), ("vera", *words)]
    assert "A player claims an entry" in text(logged_in("vera").get("/notifications"))
    assert Caller("vera").get("/me/notifications").json()["items"][0]["address"] == address


def test_the_organiser_declines_and_the_journal_says_so():
    tournament = uploaded()
    logged_in("zoe").post(f"/t/{tournament.slug}/thats-me/{entry(tournament).pk}")
    claim = EntryClaim.objects.get()
    logged_in("vera").post(f"/t/{tournament.slug}/control/claims/{claim.pk}/decline")
    assert (account_of(tournament), EntryClaim.objects.count()) == (None, 0)
    assert [describe(row) for row in tournament.journal.all()[:2]] == [
        "Claim of zoe to the entry of Anna Berg declined",
        "zoe claims the entry of Anna Berg",
    ]


def test_an_equal_confirmed_address_agrees_by_itself_and_an_unconfirmed_one_does_not():
    tournament = uploaded()
    logged_in("anna").post(f"/t/{tournament.slug}/thats-me/{entry(tournament).pk}")
    assert account_of(tournament) is None
    confirmed("anna")
    logged_in("anna").post(f"/t/{tournament.slug}/thats-me/{entry(tournament).pk}")
    assert account_of(tournament) == "anna"


def test_no_page_shows_the_address_of_an_uploaded_player():
    tournament = uploaded()
    assert Contact.objects.get().email == "anna@example.org"
    pages = ("", "/thats-me", "/control/players", "/control/players/claims", "/control/journal", "/standings")
    for name in ("vera", "zoe"):
        client = logged_in(name)
        assert not any(b"anna@example" in client.get(f"/t/{tournament.slug}{page}").content for page in pages)
    exported = logged_in("vera").get(f"/t/{tournament.slug}/control/players/export.csv").content
    assert b"anna@example" not in exported
    assert "anna@example" not in Caller("vera").get(f"/tournaments/{tournament.pk}/players").content.decode()


def test_the_whole_way_over_the_api():
    tournament, zoe, vera = uploaded(), Caller("zoe"), Caller("vera")
    base, anna = f"/tournaments/{tournament.pk}", entry(tournament).pk
    assert done(zoe.post(f"{base}/players/{anna}/claim")) == {"playerId": anna, "claimed": False}
    assert problem(zoe.get(f"{base}/claims"))[0] == 403
    listed = done(vera.get(f"{base}/claims"))
    assert [(c["playerId"], c["displayName"], c["username"]) for c in listed["claims"]] == [
        (anna, "Anna Berg", "zoe")
    ]
    number = listed["claims"][0]["claimId"]
    assert problem(zoe.post(f"{base}/claims/{number}/agree"))[0] == 403
    assert vera.post(f"{base}/claims/{number}/agree").status_code == 204
    assert account_of(tournament) == "zoe"
    bo = next(link for link in listed["links"] if link["displayName"] == "Bo Lind")
    token = bo["path"].removeprefix("/claim/")
    claimed = Caller("yan").post(f"{base}/players/{bo['playerId']}/claim", {"token": token})
    assert done(claimed) == {"playerId": bo["playerId"], "claimed": True}
    assert account_of(tournament, "Bo Lind") == "yan"


def test_one_person_claims_one_entry_and_an_entry_is_claimed_once():
    tournament = uploaded()
    path = f"/tournaments/{tournament.pk}/players"
    token = claim_token(entry(tournament))
    done(Caller("zoe").post(f"{path}/{entry(tournament).pk}/claim", {"token": token}))
    second = Caller("zoe").post(f"{path}/{entry(tournament, 'Bo Lind').pk}/claim")
    assert problem(second) == (409, "already-registered")
    late = Caller("yan").post(f"{path}/{entry(tournament).pk}/claim")
    assert problem(late) == (409, "entry-claimed")


def rated() -> Entry:
    """Of an event with a closed round whose games moved ratings."""
    tournament = playing("ann bo cy di")
    add = EntryDetails("Anna Berg", faction="Orks")
    add_entry(tournament=tournament, details=add, checked_in=True, by=tournament.owner)
    add_entry(
        tournament=tournament,
        details=replace(add, display_name="Bo Lind"),
        checked_in=True,
        by=tournament.owner,
    )
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    return next(e for e in tournament.entries.filter(player__user=None) if e.player.rating_changes.exists())


def test_an_entry_with_rated_games_goes_with_its_ratings_to_an_account_that_has_not_played():
    row = rated()
    path, changes = (
        f"/tournaments/{row.tournament_id}/players/{row.pk}/claim",
        row.player.rating_changes.count(),
    )
    done(Caller("zoe").post(path, {"token": claim_token(row)}))
    assert user("zoe").player == row.player
    assert user("zoe").player.rating_changes.count() == changes
    assert Player.objects.filter(user__username="zoe", deleted_at=None).count() == 1


def test_an_entry_with_rated_games_is_not_joined_to_an_account_that_has_entries():
    row = rated()
    other = chess({}, started=False)
    add_entry(tournament=other, details=EntryDetails("yan"), player=user("yan").player, by=user("vera"))
    path = f"/tournaments/{row.tournament_id}/players/{row.pk}/claim"
    assert problem(Caller("yan").post(path, {"token": claim_token(row)})) == (409, "entry-claimed")
