"""The owner deletes an event at any status and gets it back for 30 days (A2)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from api.calling import Caller, done, problem
from building import (
    administrator,
    build_club,
    details,
    event,
    match_of,
    member,
    play_round,
    playing,
    start_next,
    user,
)
from chess_building import play_chess
from crosstable.accounts.models import Membership, Player
from crosstable.accounts.personal_data import delete_account
from crosstable.events.actions.event import deleting, tournaments
from crosstable.events.actions.event.access import share
from crosstable.events.actions.event.flow import create_for_members
from crosstable.events.actions.results import corrections
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import DeletedFileGone, DeletionNotConfirmed, NotAllowed
from crosstable.events.models import (
    Appointment,
    DeletedEvent,
    KeptEventFile,
    PlayerRating,
    Policy,
    RatingChange,
    Status,
    Tournament,
)
from crosstable.events.queries.people.tournaments import restorable
from crosstable.upkeep.housekeeping import tidy
from event_files import picture, same
from knockout_building import started, with_knockout
from pool_building import playing_pools
from web.visiting import errors, logged_in, text

PASSWORD = "pass-word-1"  # of every account made by user()
OWN_VERBS = ("tournament.deleted", "tournament.restored")


def ratings() -> list[tuple[object, ...]]:
    return sorted(PlayerRating.objects.values_list("pool", "player__name", "value", "games"))


def listed() -> dict[str, int]:
    """The Elo of the members in the list of their club."""
    return dict(Membership.objects.values_list("player__name", "rating"))


def ledger() -> list[tuple[object, ...]]:
    rows = RatingChange.objects.order_by("at", "match__round__number", "match__table", "player__name")
    return list(rows.values_list("at", "player__name", "opponent__name", "before", "after", "outcome"))


def seen(tournament: Tournament) -> dict[str, object]:
    """The whole event but for what deleting and restoring themselves record."""
    whole = picture(tournament)
    whole["journal"] = [row for row in whole["journal"] if row[3] not in OWN_VERBS]
    whole["ratings"] = sorted(whole["ratings"])
    rows = whole["rows"]
    rows["JournalEntry"] = [row for row in rows["JournalEntry"] if row["verb"] not in OWN_VERBS]
    rows["RatingChange"] = []  # compared by name above: they are stored in another order
    return whole


@pytest.mark.django_db
@pytest.mark.parametrize("status", [status for status in Status if status != Status.COMPLETE])
def test_the_owner_types_the_name_and_the_event_is_deleted_at_every_status(status):
    tournament = event("ann bo", status)
    olga, address = logged_in("olga"), f"/t/{tournament.slug}/control/delete"
    assert address in olga.get(f"/t/{tournament.slug}/control/settings").content.decode()
    entered = 0 if status == Status.DRAFT else 2
    assert f"Players: {entered}. Results: 0." in text(olga.get(address))
    assert errors(olga.post(address, {"confirm": "another"})) == {
        "confirm": [f"“another” is not the name of the event. Type: {tournament.name}"]
    }
    assert errors(olga.post(address)) == {"confirm": ["This field is required."]}
    answer = olga.post(address, {"confirm": tournament.name}, follow=True)
    assert f"{tournament.name} was deleted. You can restore it for 30 days." in text(answer)
    assert (Tournament.objects.count(), logged_in("ann").get(f"/t/{tournament.slug}").status_code) == (0, 404)
    record = DeletedEvent.objects.get()
    assert (record.name, record.status, record.entries, record.owner) == (
        tournament.name,
        status,
        entered,
        user("olga"),
    )


@pytest.mark.django_db
def test_only_the_owner_deletes_an_event():
    tournament = event("ann bo", Status.REGISTRATION)
    tournament.organisers.add(user("dirk"), through_defaults={"role": "organiser"})
    for name in ("ann", "dirk", "root"):
        administrator()
        answer = logged_in(name).post(f"/t/{tournament.slug}/control/delete", {"confirm": tournament.name})
        assert answer.status_code == 403
        with pytest.raises(NotAllowed):
            deleting.delete_tournament(tournament=tournament, by=user(name), confirm=tournament.name)
    with pytest.raises(DeletionNotConfirmed):
        deleting.delete_tournament(tournament=tournament, by=tournament.owner)
    assert list(Tournament.objects.all()) == [tournament]


@pytest.mark.django_db
def test_a_draft_is_deleted_by_a_program_at_once_and_an_opened_event_with_its_name():
    draft, opened_ = event("", name="Alpha"), event("ann bo", Status.IN_PROGRESS, name="Beta & Co")
    olga = Caller("olga")
    done(olga.delete(f"/tournaments/{draft.pk}"), 204)
    refused = olga.delete(f"/tournaments/{opened_.pk}")
    assert problem(refused) == (409, "confirm-deletion")
    assert refused.json()["detail"].endswith("confirm with its name: Beta & Co")
    assert problem(Caller("ann").delete(f"/tournaments/{opened_.pk}?confirm=Beta+%26+Co"))[0] == 403
    done(olga.delete(f"/tournaments/{opened_.pk}?confirm=Beta+%26+Co"), 204)
    listed = done(olga.get("/deleted-tournaments"))["items"]
    assert [(row["tournamentName"], row["status"], row["players"]) for row in listed] == [
        ("Beta & Co", "in-progress", 2),
        ("Alpha", "draft", 0),
    ]
    address = f"/deleted-tournaments/{listed[0]['deletedId']}"
    assert olga.get(f"{address}/file").content[:2] == b"PK"
    assert problem(Caller("ann").get(f"{address}/file"))[0] == 403
    assert done(Caller("ann").get("/deleted-tournaments"))["items"] == []
    back = done(olga.post(f"{address}/restore"), 201)
    assert (back["slug"], back["name"]) == (opened_.slug, "Beta & Co")
    assert problem(olga.post(f"{address}/restore")) == (409, "deleted-file-gone")


@pytest.mark.django_db
def test_the_owner_restores_the_event_on_the_page_of_deleted_events():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 72-45")
    before, address = seen(tournament), f"/t/{tournament.slug}"
    olga = logged_in("olga")
    olga.post(f"{address}/control/delete", {"confirm": tournament.name})
    assert "1 deleted event can still be restored." in text(olga.get("/mine"))
    kept = restorable(user("olga")).get()
    assert f"/mine/deleted/{kept.pk}/event-file" in olga.get("/mine/deleted").content.decode()
    assert olga.get(f"/mine/deleted/{kept.pk}/event-file").content[:2] == b"PK"
    assert logged_in("ann").post(f"/mine/deleted/{kept.pk}/restore").status_code == 403
    answer = olga.post(f"/mine/deleted/{kept.pk}/restore", follow=True)
    assert f"{tournament.name} was restored." in text(answer)
    back = Tournament.objects.get()
    assert (back.owner, back.slug) == (user("olga"), tournament.slug)
    assert same(seen(back), before)
    assert [entry.verb for entry in back.journal.order_by("-number")[:2]] == [
        "tournament.restored",
        "tournament.deleted",
    ]
    assert "No deleted events" in text(olga.get("/mine/deleted"))


@pytest.mark.django_db
def test_a_restored_event_has_its_helpers_and_its_share_link():
    tournament = event("ann bo", Status.REGISTRATION)
    for name, role in (("dirk", "organiser"), ("judy", "judge"), ("gone", "desk")):
        tournament.organisers.add(user(name), through_defaults={"role": role})
    olga, link = logged_in("olga"), share(tournament=tournament, by=user("olga"))
    olga.post(f"/t/{tournament.slug}/control/delete", {"confirm": tournament.name})
    assert Client().get(f"/s/{link}").status_code == 404
    delete_account(user=user("gone"), password=PASSWORD)
    olga.post(f"/mine/deleted/{DeletedEvent.objects.get().pk}/restore")
    back = Tournament.objects.get()
    roles = Appointment.objects.filter(tournament=back).order_by("pk").values_list("user__username", "role")
    assert list(roles) == [("dirk", "organiser"), ("judy", "judge")]
    assert Client().get(f"/s/{link}", follow=True).status_code == 200


@pytest.mark.django_db
def test_a_player_who_deleted_the_account_stays_deleted_in_a_restored_event():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 72-45")
    deleted = deleting.delete_tournament(tournament=tournament, by=user("olga"), confirm=tournament.name)
    delete_account(user=user("ann"), password=PASSWORD)
    Player.objects.filter(user=user("bo")).update(name="Robert")
    people = Player.objects.count()
    back = deleting.restore_tournament(deleted=deleted, by=user("olga"))
    assert sorted(back.entries.values_list("display_name", flat=True)) == ["Deleted player", "bo", "cy", "di"]
    assert back.entries.get(display_name="bo").player.user == user("bo")
    assert Player.objects.count() == people
    assert list(back.journal.exclude(by_name="")) == []
    assert [
        entry for entry in back.journal.all() if "ann" in f"{entry.subject} {entry.before} {entry.after}"
    ] == []


@pytest.mark.django_db
def test_kept_files_are_removed_with_the_account_of_the_owner():
    mine, other = event("ann bo", Status.REGISTRATION, name="Mine"), event("", name="Other")
    Tournament.objects.filter(pk=other.pk).update(owner=user("clara"))
    for tournament, owner in ((mine, "olga"), (other, "clara")):
        deleting.delete_tournament(tournament=tournament, by=user(owner), confirm=tournament.name)
    delete_account(user=user("olga"), password=PASSWORD)
    assert [row.name for row in restorable(administrator())] == ["Other"]
    assert [row.name for row in DeletedEvent.objects.order_by("name")] == ["Mine", "Other"]


@pytest.mark.django_db
def test_an_administrator_restores_the_event_of_its_owner():
    tournament = event("ann bo", Status.REGISTRATION)
    deleting.delete_tournament(tournament=tournament, by=user("olga"), confirm=tournament.name)
    root = logged_in(administrator().username)
    assert tournament.name in text(root.get("/mine/deleted"))
    root.post(f"/mine/deleted/{DeletedEvent.objects.get().pk}/restore")
    back = Tournament.objects.get()
    assert (back.owner, back.journal.first().by) == (user("olga"), user("root"))


@pytest.mark.django_db
def test_another_event_at_the_old_address_keeps_it():
    tournament = event("ann bo", Status.REGISTRATION)
    deleted = deleting.delete_tournament(tournament=tournament, by=user("olga"), confirm=tournament.name)
    other = event("", name=tournament.name)
    back = deleting.restore_tournament(deleted=deleted, by=user("olga"))
    assert (other.slug, back.slug) == (tournament.slug, f"{tournament.slug}-2")


@pytest.mark.django_db
def test_rated_games_are_taken_out_of_later_ratings_and_come_back():
    first = playing("ann bo cy di")
    play_round(first)
    between = ratings(), ledger()
    test = playing("ann bo cy di", name="A test")
    play_round(test, "bo 90-10")
    start_next(test)
    play_round(test)
    last = playing("ann cy bo ed", name="Later")
    play_round(last)
    match = match_of(test, "bo", 1)
    corrections.correct_result(
        match=match,
        score=parse_score(match, (10, 90)),
        policy=Policy.EVERYWHERE,
        reason="Swapped",
        by=user("olga"),
    )
    before = ratings(), ledger()
    deleted = deleting.delete_tournament(tournament=test, by=user("olga"), confirm="A test")
    assert not RatingChange.objects.filter(match__round__tournament__name="A test").exists()
    later = deleting.delete_tournament(tournament=last, by=user("olga"), confirm="Later")
    assert (ratings(), ledger()) == between
    for row in (deleted, later):
        deleting.restore_tournament(deleted=row, by=user("olga"))
    assert (ratings(), ledger()) == before


@pytest.mark.django_db
def test_the_club_list_follows_when_a_club_event_is_deleted_and_restored():
    club = build_club("City", "Ann Hart 1500", "Bo Lind 1400")
    tournament = create_for_members(
        details=details(total_rounds=1),
        club=club,
        memberships=[member(club, "Ann Hart"), member(club, "Bo Lind")],
        by=user("clara"),
    )
    tournaments.advance(tournament=tournament, by=user("clara"))
    tournaments.advance(tournament=tournament, by=user("clara"))
    play_chess(tournament, "1-0")
    after = listed()
    assert after != {"Ann Hart": 1500, "Bo Lind": 1400}
    deleted = deleting.delete_tournament(tournament=tournament, by=user("clara"), confirm=tournament.name)
    assert listed() == {"Ann Hart": 1500, "Bo Lind": 1400}
    deleting.restore_tournament(deleted=deleted, by=user("clara"))
    assert listed() == after


@pytest.mark.django_db
def test_after_30_days_the_file_is_gone_and_the_record_stays():
    tournament = event("ann bo", Status.REGISTRATION)
    deleted = deleting.delete_tournament(tournament=tournament, by=user("olga"), confirm=tournament.name)
    DeletedEvent.objects.update(deleted_at=timezone.now() - timedelta(days=30, seconds=1))
    with pytest.raises(DeletedFileGone):
        deleting.restore_tournament(deleted=deleted, by=user("olga"))
    assert "No deleted events" in text(logged_in("olga").get("/mine/deleted"))
    assert ("files of deleted events, older than 30 days", 1) in tidy()
    assert (KeptEventFile.objects.count(), DeletedEvent.objects.count()) == (0, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("build", [playing_pools, lambda: started(with_knockout())])
def test_an_event_of_pools_or_a_knockout_is_deleted_while_it_is_played(build):
    tournament = build().tournament
    before = seen(tournament)
    deleted = deleting.delete_tournament(tournament=tournament, by=tournament.owner, confirm=tournament.name)
    assert same(seen(deleting.restore_tournament(deleted=deleted, by=user("olga"))), before)
